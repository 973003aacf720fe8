# SPDX-License-Identifier: GPL-3.0-or-later
"""The event stream with many listeners, with slow ones, behind nginx, and when the database fails."""

import os
import socket
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from conftest import need
from postrider_support import Client, Dovecot, EventStream, OpenApi, Service, User, wait_until
from postrider_support.bystander import resident
from postrider_support.letters import all_mails, letter, synced_account
from postrider_support.nginx import Nginx
from postrider_support.service import is_sanitized
from postrider_support.streamclients import StreamClients
from postrider_support.waiting import scaled, setting

STREAM = "/api/v1/mails/stream"
MANY = {"limits.streams_per_user": "0", "limits.streams": "0", "stream.heartbeat": "1"}


def one_mail(client: Client, dovecot: Dovecot, user: User) -> int:
    dovecot.deliver(user, letter("The only one"))
    account = synced_account(client, dovecot.account(user))
    return all_mails(client, accountId=account["id"])[0]["id"]


def online(client: Client) -> int:
    return client.get("/mails/stream/health").json["online"]


def request(service: Service, token: str | None) -> bytes:
    return f"GET {STREAM} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()


def connect_without_reading(service: Service, token: str | None) -> socket.socket:
    """A client that requests the stream and never reads."""
    parts = urlsplit(service.base_url)
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect((parts.hostname, parts.port))
    one.sendall(request(service, token))
    return one


def test_thousand_listeners_get_everything_while_slow_ones_are_closed(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User
) -> None:
    service = fresh_service(MANY | {"limits.write_timeout": setting(5)})
    client = service.admin()
    mail = one_mail(client, dovecot, mail_user)
    with StreamClients(service.base_url, client.token, 1000) as clients:
        slow = [connect_without_reading(service, client.token) for _ in range(10)]
        wait_until(lambda: online(client) == 1010, 60, "all streams")
        first = None
        count = 0
        deadline = time.monotonic() + scaled(120)
        while online(client) > 1000:
            assert time.monotonic() < deadline, f"slow clients are still there after {count} events"
            for _ in range(50):
                client.put(f"/mails/{mail}/star", {"isStarred": count % 2 == 0}).ok()
                count += 1
            wait_until(lambda: len(clients.ids(0)) >= count, 60, "the events at one listener")
            first = first or clients.ids(0)[0]
        expected = clients.ids(0)
        assert len(expected) == count and expected == list(range(expected[0], expected[0] + count))
        wait_until(lambda: all(len(clients.ids(number)) == count for number in range(1000)), 60, "the events at all")
        assert all(clients.ids(number) == expected for number in range(1000))
        assert clients.ended == 0
        for one in slow:
            one.close()


def test_ten_thousand_connects_and_disconnects_leave_nothing_behind(fresh_service: Callable[..., Service]) -> None:
    service = fresh_service(MANY)
    client = service.admin()
    parts = urlsplit(service.base_url)
    asking = request(service, client.token)

    def descriptors() -> int:
        return len(os.listdir(f"/proc/{service.pid}/fd"))

    def come_and_go(times: int) -> None:
        """Half of them leave before they have read anything, some in the middle of their request."""
        for number in range(times):
            with socket.create_connection((parts.hostname, parts.port), timeout=scaled(30)) as one:
                one.sendall(asking[: len(asking) // 2] if number % 10 == 9 else asking)
                if number % 2 == 0:
                    assert one.recv(4096).startswith(b"HTTP/1.1 200 ")

    come_and_go(1000)  # allocates what is allocated only once
    wait_until(lambda: online(client) == 0, 30, "the end of all streams")
    memory, files = resident(service.pid), descriptors()
    come_and_go(9000)
    wait_until(lambda: online(client) == 0, 30, "the end of all streams")
    wait_until(lambda: descriptors() <= files + 4, 30, "the end of all connections")
    if not is_sanitized():
        assert resident(service.pid) < memory + 16 * 2**20
    with service.events(client.token) as stream:
        assert stream.wait_for("connected").data["online_count"] == 1


def test_streams_of_all_users_together_are_limited(fresh_service: Callable[..., Service], openapi: OpenApi) -> None:
    service = fresh_service({"limits.streams": "3"})
    token = service.admin().token
    streams = [service.events(token) for _ in range(3)]
    for stream in streams:
        stream.wait_for("connected")
    with service.events(token) as refused:
        assert (refused.status, refused.refusal["code"]) == (429, 42903)
        openapi.check("GET", STREAM, refused.status, refused.headers, refused.refusal)
    for stream in streams:
        stream.close()


def test_heart_beats_every_fifteen_seconds(service: Service, token: str) -> None:
    with service.events(token) as stream:
        one, other = (stream.wait_for("heartbeat", timeout=40) for _ in range(2))
    assert 14 < other.at - one.at < 16


# -- behind nginx


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_nginx_passes_events_on_at_once(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User, tmp_path: Path, version: str
) -> None:
    need(Nginx.available(), "nginx")
    service = fresh_service({"stream.heartbeat": "3600"})  # no heartbeat that would flush a buffer
    client = service.admin()
    mail = one_mail(client, dovecot, mail_user)
    with Nginx(tmp_path / "nginx", service.base_url, version) as nginx:
        with EventStream(nginx.base_url, client.token) as stream:
            stream.wait_for("connected")
            assert stream.headers["cache-control"] == "no-cache, no-transform"
            for flag in (True, False, True):
                client.put(f"/mails/{mail}/star", {"isStarred": flag}).ok()
                stream.wait_for("mail.updated", lambda event, flag=flag: event.data["changes"] == {"is_starred": flag})
            last = stream.last_id
            assert online(client) == 1
        wait_until(lambda: online(client) == 0, 15, "the end of the stream behind nginx")
        client.put(f"/mails/{mail}/star", {"isStarred": False}).ok()
        with EventStream(nginx.base_url, client.token, last) as stream:
            missed = stream.wait_for("mail.updated")
            assert missed.id == last + 1
            service.kill()
            stream.wait_end()


# -- tickets in the database


def test_ticket_is_good_for_thirty_seconds(fresh_service: Callable[..., Service]) -> None:
    service = fresh_service()
    client = service.admin()
    words = client.post("/mails/stream/ticket").ok()["ticket"]
    database = sqlite3.connect(service.data_dir / "postrider.db", timeout=10, isolation_level=None)
    (end,) = database.execute("SELECT expires_at FROM stream_tickets").fetchone()
    assert 25 < end - time.time() <= 30
    assert words not in str(database.execute("SELECT * FROM stream_tickets").fetchall())
    database.execute("UPDATE stream_tickets SET expires_at = ?", (int(time.time()) - 1,))
    with service.events(None, query={"ticket": words}) as late:
        assert (late.status, late.refusal["code"]) == (401, 40103)
    database.close()


# -- health


def test_health_is_degraded_while_the_database_fails(fresh_service: Callable[..., Service]) -> None:
    service = fresh_service()
    client = service.admin(OpenApi(service.client().get("/openapi.json").json))
    database = sqlite3.connect(service.data_dir / "postrider.db", timeout=10, isolation_level=None)

    def health() -> Any:
        answer = client.get("/mails/stream/health")
        assert (answer.status, answer.json["code"]) == (200, 0)
        assert answer.json["data"] == {name: answer.json[name] for name in ("status", "online", "service")}
        return answer.json["status"]

    assert health() == "ok"
    database.execute("ALTER TABLE event_counter RENAME TO elsewhere")
    assert health() == "degraded"
    database.execute("ALTER TABLE elsewhere RENAME TO event_counter")
    assert health() == "ok"
    database.close()
