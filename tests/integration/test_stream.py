# SPDX-License-Identifier: GPL-3.0-or-later
"""The event stream: what comes, in which order, what a client that was away gets, and when it ends."""

import http.client
import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from corpus.writer import generate
from postrider_support import Client, Dovecot, EventStream, OpenApi, Service, User, wait_until
from postrider_support.letters import all_mails, letter, settled, synced_account
from postrider_support.tokens import changed
from postrider_support.waiting import scaled

SECRET = "a secret for the tests that is long enough"
ENVIRONMENT = {"POSTRIDER_JWT_SECRET": SECRET}
CONFIG = {"stream.heartbeat": "1"}
STREAM = "/api/v1/mails/stream"


def names(stream: EventStream) -> list[str]:
    return [event.name for event in stream.received if event.name != "heartbeat"]


def durable(stream: EventStream) -> list[tuple[int, str]]:
    return [(event.id, event.name) for event in stream.received if event.id is not None and event.name != "connected"]


def connected(
    service: Service, token: str | None, last_event_id: int | str | None = None, query: dict[str, str] | None = None
) -> EventStream:
    stream = service.events(token, last_event_id, query)
    stream.wait_for("connected")
    return stream


@pytest.fixture
def account(client: Client, dovecot: Dovecot, mail_user: User) -> Iterator[dict[str, Any]]:
    """An account with two mails."""
    for subject in ("One", "Two"):
        dovecot.deliver(mail_user, letter(subject))
    made = synced_account(client, dovecot.account(mail_user))
    yield made
    client.delete(f"/accounts/{made['id']}")


def marked(client: Client, account: dict[str, Any], times: int = 1) -> int:
    """Makes that many durable events; returns the id of the mail that was changed."""
    mail = all_mails(client, accountId=account["id"])[0]
    for number in range(times):
        client.put(f"/mails/{mail['id']}/star", {"isStarred": (number + mail["isStarred"]) % 2 == 0}).ok()
    return mail["id"]


def newest_id(service: Service, token: str) -> int:
    with service.events(token) as stream:
        return stream.wait_for("connected").data["last_event_id"]


# -- the beginning


def test_headers_are_those_of_a_stream(service: Service, token: str) -> None:
    with connected(service, token) as stream:
        assert stream.status == 200
        assert stream.headers["content-type"].split(";")[0] == "text/event-stream"
        assert stream.headers["cache-control"] == "no-cache, no-transform"
        assert stream.headers["connection"].lower() == "keep-alive"
        assert stream.headers["x-accel-buffering"] == "no"
        assert "content-length" not in stream.headers and "content-encoding" not in stream.headers


def test_stream_is_not_compressed_for_who_would_take_it(service: Service, token: str) -> None:
    parts = urlsplit(service.base_url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=scaled(10))
    connection.request("GET", STREAM, headers={"Authorization": f"Bearer {token}", "Accept-Encoding": "gzip, br"})
    response = connection.getresponse()
    assert response.getheader("Content-Encoding") is None
    assert response.readline() == b"retry: 3000\n"
    response.close()


def test_connected_comes_first_with_the_retry_time(service: Service, token: str) -> None:
    with connected(service, token) as stream:
        first = stream.received[0]
        assert (first.name, first.id) == ("connected", first.data["last_event_id"])
        assert stream.retry_ms == 3000
        assert first.data["client_id"] and first.data["online_count"] >= 1
        sent = time.mktime(time.strptime(first.data["server_time"], "%Y-%m-%dT%H:%M:%SZ")) - time.timezone
        assert abs(sent - time.time()) < 5


def test_each_connection_has_its_own_id(service: Service, token: str) -> None:
    with service.events(token) as one, service.events(token) as other:
        ids = {stream.wait_for("connected").data["client_id"] for stream in (one, other)}
    assert len(ids) == 2


def test_heartbeat_comes_at_its_interval(service: Service, token: str) -> None:
    with connected(service, token) as stream:
        beats = [stream.wait_for("heartbeat", timeout=5) for _ in range(4)]
    gaps = [later.at - earlier.at for earlier, later in zip(beats, beats[1:])]
    assert all(0.5 < gap < 1.5 for gap in gaps), gaps
    assert {beat.id for beat in beats} == {None}


def test_client_that_saw_the_greeting_only_misses_nothing(service: Service, token: str, client: Client) -> None:
    """A browser reconnects by itself, with the id of the last event that had one."""
    with connected(service, token) as stream:
        seen = stream.last_id
    assert seen is not None
    account = client.post(
        "/accounts",
        {"name": "A", "email": "a@example.org", "host": "127.0.0.1", "port": 1, "username": "a", "password": "x"},
    ).ok(201)
    with connected(service, token, seen) as stream:
        assert stream.received[0].id == seen, "what it missed is not behind it yet"
        stream.wait_for("account.created", lambda event: event.data["account_id"] == account["id"])
    client.delete(f"/accounts/{account['id']}").ok()


# -- events


def test_new_mail_has_its_documented_shape(
    client: Client, events: EventStream, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    raw = letter(
        "Now",
        "A short text.",
        sender=("Zoë", "zoe@example.com"),
        to=("box@example.com", "b@example.com"),
        sent_at=1780000000,
        files={"a.pdf": b"x"},
        headers={"Cc": "c@example.com"},
    )
    dovecot.deliver(mail_user, raw, received_at=1780000100)
    event = events.wait_for("mail.received", lambda event: event.data["account_id"] == account["id"])
    listed = next(mail for mail in all_mails(client, accountId=account["id"]) if mail["subject"] == "Now")
    assert set(event.data) == {"account_id", "account_email", "mail_count", "mails", "timestamp"}
    assert (event.data["account_email"], event.data["mail_count"]) == (account["email"], 1)
    mail = dict(event.data["mails"][0])
    preview = mail.pop("preview")
    assert mail == {
        "id": listed["id"],
        "account_id": account["id"],
        "message_id": listed["messageId"],
        "folder": "INBOX",
        "from": "zoe@example.com",
        "from_name": "Zoë",
        "to": ["box@example.com", "b@example.com"],
        "to_count": 2,
        "cc": ["c@example.com"],
        "cc_count": 1,
        "subject": "Now",
        "sent_at": "2026-05-28T20:26:40Z",
        "created_at": "2026-05-28T20:28:20Z",
        "is_read": False,
        "has_attachment": True,
        "size": len(raw),
    }
    assert preview in ("", "A short text.")


def test_every_event_of_an_account_is_as_described(
    client: Client, events: EventStream, dovecot: Dovecot, mail_user: User
) -> None:
    """The `events` fixture checks each of them against the description."""
    account = synced_account(client, dovecot.account(mail_user))
    dovecot.deliver(mail_user, letter("New"))
    events.wait_for("mail.received", lambda event: event.data["account_id"] == account["id"])
    settled(client, account["id"])
    mail = all_mails(client, accountId=account["id"])[0]
    client.put(f"/mails/{mail['id']}/read", {"isRead": True}).ok()
    client.delete(f"/mails/{mail['id']}").ok()
    client.put(f"/accounts/{account['id']}", {"password": "wrong"}).ok()
    events.wait_for("account.health", lambda event: event.data["account_id"] == account["id"], 20)
    client.delete(f"/accounts/{account['id']}").ok()
    events.wait_for("account.deleted", lambda event: event.data["account_id"] == account["id"])
    seen = set(names(events))
    assert {
        "account.created",
        "account.sync_started",
        "account.sync_done",
        "mail.synced",
        "mail.received",
        "mail.updated",
        "mail.deleted",
        "stats.updated",
        "account.mode_changed",
        "account.updated",
        "account.health",
        "account.sync_error",
        "account.status_changed",
        "account.deleted",
    } <= seen


def test_event_ids_rise_in_order(client: Client, events: EventStream, account: dict[str, Any]) -> None:
    marked(client, account, 20)
    wait_until(lambda: len(events.named("mail.updated")) >= 20, 10, "twenty events")
    ids = [number for number, _ in durable(events)]
    assert ids == sorted(set(ids))


def test_two_clients_get_the_same_events_in_the_same_order(
    service: Service, token: str, client: Client, account: dict[str, Any]
) -> None:
    with connected(service, token) as one, connected(service, token) as other:
        marked(client, account, 30)
        for stream in (one, other):
            wait_until(lambda stream=stream: len(stream.named("mail.updated")) >= 30, 10, "thirty events")
        assert [event for event in durable(one)][-30:] == [event for event in durable(other)][-30:]


def test_effect_of_a_change_is_there_when_its_event_comes(
    client: Client, events: EventStream, account: dict[str, Any]
) -> None:
    mail = all_mails(client, accountId=account["id"])[0]["id"]
    client.put(f"/mails/{mail}/read", {"isRead": True}).ok()
    events.wait_for("mail.updated", lambda event: event.data["ids"] == [mail])
    assert client.get(f"/mails/{mail}").ok()["isRead"] is True


# -- reconnecting


def test_missed_events_follow_connected_and_come_before_live_ones(
    service: Service, token: str, client: Client, account: dict[str, Any]
) -> None:
    with connected(service, token) as stream:
        marked(client, account, 3)
        wait_until(lambda: len(stream.named("mail.updated")) >= 3, 10, "three events")
        first, *missed = durable(stream)[-3:]
    marked(client, account, 2)
    with connected(service, token, first[0]) as stream:
        wait_until(lambda: len(durable(stream)) >= 4, 10, "the missed events")
        marked(client, account, 1)
        wait_until(lambda: len(durable(stream)) >= 5, 10, "the live one")
        assert names(stream)[0] == "connected"
        assert durable(stream)[:2] == missed
        ids = [number for number, _ in durable(stream)]
        assert ids == sorted(set(ids)) and ids[0] > first[0]


def test_missed_events_are_replayed_after_a_restart(fresh_service: Any, dovecot: Dovecot, mail_user: User) -> None:
    dovecot.deliver(mail_user, letter("One"))
    service = fresh_service()
    client = service.admin()
    account = synced_account(client, dovecot.account(mail_user))
    with connected(service, client.token) as stream:
        marked(client, account, 2)
        wait_until(lambda: len(stream.named("mail.updated")) >= 2, 10, "two events")
        before = durable(stream)
    marked(client, account, 3)
    service.restart()
    client = service.admin()
    with connected(service, client.token, before[0][0]) as stream:
        wait_until(lambda: len(stream.named("mail.updated")) >= 4, 10, "the missed events")
        assert durable(stream)[0] == before[1]
        assert stream.named("resync") == []
    with connected(service, client.token, before[1][0]) as stream:
        marked(client, account, 1)
        wait_until(lambda: len(stream.named("mail.updated")) >= 4, 10, "missed and live events")
        ids = [number for number, _ in durable(stream)]
        assert ids == sorted(set(ids)), "ids go on rising after a restart"


def test_many_missed_events_come_whole(service: Service, token: str, client: Client, account: dict[str, Any]) -> None:
    start = newest_id(service, token)
    marked(client, account, 700)
    with connected(service, token, start) as stream:
        wait_until(lambda: len(stream.named("mail.updated")) >= 700, 20, "seven hundred events")
        assert len(stream.named("mail.updated")) == 700
        assert stream.named("resync") == []


def test_last_id_may_stand_in_the_query_and_the_header_wins(
    service: Service, token: str, client: Client, account: dict[str, Any]
) -> None:
    start = newest_id(service, token)
    marked(client, account, 3)
    with connected(service, token, query={"lastEventId": str(start)}) as stream:
        wait_until(lambda: len(durable(stream)) >= 3, 10, "the missed events")
        second = durable(stream)[1][0]
    with connected(service, token, second, query={"lastEventId": str(start)}) as stream:
        wait_until(lambda: durable(stream), 10, "the missed event")
        assert durable(stream)[0][0] > second


def test_nothing_is_repeated_without_a_last_id(
    service: Service, token: str, client: Client, account: dict[str, Any]
) -> None:
    marked(client, account, 3)
    start = newest_id(service, token)
    with connected(service, token) as stream:
        marked(client, account, 1)
        wait_until(lambda: durable(stream), 10, "the live event")
        assert durable(stream)[0][0] > start


def test_up_to_date_client_gets_nothing_twice(
    service: Service, token: str, client: Client, account: dict[str, Any]
) -> None:
    marked(client, account, 1)
    start = newest_id(service, token)
    with connected(service, token, start) as stream:
        stream.wait_for("heartbeat", timeout=5)
        assert (durable(stream), stream.named("resync")) == ([], [])


@pytest.mark.parametrize(
    "last, reason",
    [
        ("abc", "malformed"),
        ("-1", "malformed"),
        ("1.5", "malformed"),
        ("1x", "malformed"),
        ("99999999999999999999999", "malformed"),
        ("9007199254740991", "ahead"),
    ],
)
def test_unusable_last_id_gives_resync_and_no_replay(
    service: Service, token: str, client: Client, account: dict[str, Any], last: str, reason: str
) -> None:
    marked(client, account, 2)
    with connected(service, token, last) as stream:
        event = stream.wait_for("resync")
        assert (event.data, event.id) == ({"reason": reason}, None)
        stream.wait_for("heartbeat", timeout=5)
        assert durable(stream) == []
        assert names(stream)[:2] == ["connected", "resync"]


# -- the end


def test_stream_ends_with_its_token_and_the_next_one_is_refused(service: Service, token: str) -> None:
    """Otherwise a browser would reconnect again and again."""
    short = changed(token, SECRET, exp=int(time.time()) + 2)
    with connected(service, short) as stream:
        stream.wait_end(45)
    with service.events(short) as again:
        assert (again.status, again.refusal and again.refusal["code"]) == (401, 40103)


# -- tickets


def ticket(client: Client) -> str:
    made = client.post("/mails/stream/ticket").ok()
    assert made["url"] == f"{STREAM}?ticket={made['ticket']}"
    return made["ticket"]


def test_ticket_opens_one_stream(service: Service, client: Client, account: dict[str, Any]) -> None:
    words = ticket(client)
    with connected(service, None, query={"ticket": words}) as stream:
        mail = marked(client, account)
        stream.wait_for("mail.updated", lambda event: event.data["ids"] == [mail])
        with service.events(None, query={"ticket": words}) as again:
            assert (again.status, again.refusal["code"]) == (401, 40102)


def test_ticket_takes_up_where_the_client_was(
    service: Service, client: Client, token: str, account: dict[str, Any]
) -> None:
    last = newest_id(service, token)
    marked(client, account, 2)
    with connected(service, None, last, {"ticket": ticket(client)}) as stream:
        wait_until(lambda: [number for number, _ in durable(stream)] == [last + 1, last + 2], 10, "what was missed")


@pytest.mark.parametrize("words", ["x", "A" * 43, "A" * 42, "nonsense.with.dots", "%00"])
def test_what_is_no_ticket_opens_nothing(service: Service, words: str) -> None:
    with service.events(None, query={"ticket": words}) as stream:
        assert (stream.status, stream.refusal["code"]) == (401, 40102)


def test_ticket_opens_nothing_but_the_stream(service: Service, client: Client) -> None:
    words = ticket(client)
    nobody = service.client()
    for path in ("/mails", "/mails/stream/health", "/auth/me"):
        nobody.get(path, ticket=words, token=words).failed(401, 40101)
    with connected(service, None, query={"ticket": words}):
        pass


def test_ticket_ends_with_the_login_that_made_it(service: Service) -> None:
    other = service.admin()
    unused = ticket(other)
    with connected(service, None, query={"ticket": ticket(other)}) as stream:
        other.post("/auth/logout").ok()
        stream.wait_end(15)
    with service.events(None, query={"ticket": unused}) as late:
        assert (late.status, late.refusal["code"]) == (401, 40102)


def test_stream_of_a_ticket_ends_with_its_token(service: Service, token: str) -> None:
    other = service.client()
    other.token = changed(token, SECRET, exp=int(time.time()) + 3)
    with connected(service, None, query={"ticket": ticket(other)}) as stream:
        stream.wait_end(45)


def test_open_streams_do_not_hold_up_the_end(fresh_service: Any) -> None:
    service = fresh_service()
    token = service.admin().token
    streams = [connected(service, token) for _ in range(5)]
    service.stop()
    for stream in streams:
        stream.wait_end()


def test_one_user_may_have_so_many_streams(fresh_service: Any, openapi: OpenApi) -> None:
    service = fresh_service({"limits.streams_per_user": "3"})
    token = service.admin().token
    streams = [connected(service, token) for _ in range(3)]
    with service.events(token) as refused:
        assert (refused.status, refused.refusal["code"]) == (429, 42903)
        openapi.check("GET", STREAM, refused.status, refused.headers, refused.refusal)
    streams[0].close()

    def allowed() -> bool:
        with service.events(token) as again:
            return again.status == 200

    wait_until(allowed, 10, "the free place")
    for stream in streams:
        stream.close()


def test_client_that_reads_nothing_is_closed_and_others_go_on(
    fresh_service: Any, dovecot: Dovecot, mail_user: User
) -> None:
    generate(dovecot.maildir(mail_user).parent, 1000, seed=9)
    dovecot.adopt(mail_user)
    service = fresh_service()
    client = service.admin()
    account = synced_account(client, dovecot.account(mail_user), 60)
    ids = [mail["id"] for mail in all_mails(client, accountId=account["id"])]
    parts = urlsplit(service.base_url)
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.connect((parts.hostname, parts.port))
    slow.sendall(f"GET {STREAM} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {client.token}\r\n\r\n".encode())
    with connected(service, client.token) as quick:
        wait_until(lambda: client.get("/mails/stream/health").json["online"] == 2, 10, "both streams")
        read = True
        sent = 0
        deadline = time.monotonic() + scaled(90)
        while client.get("/mails/stream/health").json["online"] == 2:
            assert time.monotonic() < deadline, f"the slow client is still there after {sent} large events"
            client.post("/mails/batch-read", {"ids": ids, "isRead": read}).ok()
            read, sent = not read, sent + 1
        wait_until(lambda: len(quick.named("mail.updated")) >= sent, 20, "all events at the quick client")
        assert not quick.ended and quick.named("resync") == []
    slow.close()


def test_bytes_from_the_client_do_not_disturb_its_stream(service: Service, token: str) -> None:
    parts = urlsplit(service.base_url)
    with socket.create_connection((parts.hostname, parts.port), timeout=scaled(10)) as connection:
        connection.sendall(
            f"GET {STREAM} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        )
        response = http.client.HTTPResponse(connection)
        response.begin()
        connection.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        lines: list[bytes] = []
        deadline = time.monotonic() + scaled(10)
        while time.monotonic() < deadline and sum(line.startswith(b"event: heartbeat") for line in lines) < 2:
            line = response.readline()
            if not line:
                break  # closing is allowed too
            lines.append(line)
        assert not [line for line in lines if line.startswith(b"HTTP/1.1") or b"version" in line]


# -- health


def test_health_is_there_bare_and_in_the_envelope(client: Client, events: EventStream) -> None:
    answer = client.get("/mails/stream/health")
    assert answer.status == 200
    bare = {"status": "ok", "online": 1, "service": "mail-stream"}
    wait_until(lambda: client.get("/mails/stream/health").json["online"] == 1, 10, "only our stream")
    assert client.get("/mails/stream/health").json == {"code": 0, **bare, "data": bare}


def test_health_counts_streams_that_come_and_go(service: Service, token: str, client: Client) -> None:
    def online() -> int:
        return client.get("/mails/stream/health").json["online"]

    wait_until(lambda: online() == 0, 10, "the end of earlier streams")
    streams = []
    for count in (1, 2, 3):
        streams.append(service.events(token))
        assert streams[-1].wait_for("connected").data["online_count"] == count
        assert online() == count
    for stream in streams:
        stream.close()
    wait_until(lambda: online() == 0, 10, "the end of all streams")
