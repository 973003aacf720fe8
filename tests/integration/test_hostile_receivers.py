# SPDX-License-Identifier: GPL-3.0-or-later
"""Receivers of webhook calls and push services that answer without end, and name servers that do not answer.

They delay only their own calls: others are made meanwhile, SIGTERM ends the service at once, and no work for
them goes on afterwards.
"""

import select
import socket
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from postrider_support import Client, Dovecot, Service, User, wait_until
from postrider_support.letters import letter, synced_account
from postrider_support.names import Names
from postrider_support.pushservice import PushService
from postrider_support.waiting import scaled
from postrider_support.webhooksink import WebhookSink
from test_users import NINA_PASSWORD, added, logged_in

TIMEOUT = 2
CONFIG = {
    "webhooks.allowed_networks": "127.0.0.0/8",
    "webhooks.retries": "600",
    "webhooks.timeout": str(TIMEOUT),
    "push.retries": "600",
    "push.timeout": str(TIMEOUT),
    "sync.poll_interval": "1",
    "visibility": "shared",
}
ENVIRONMENT = {"POSTRIDER_PUSH_ALLOWED_NETWORKS": "127.0.0.0/8"}
QUICK = scaled(1.5)  # seconds for what takes milliseconds

HOSTILE = "127.0.0.2"  # another host, because calls to one host wait for each other
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKS = OK + b"Transfer-Encoding: chunked\r\n\r\n"
MUCH = b"x" * 16384
FLOODS = {
    "header value": (OK + b"X: ", MUCH),
    "header lines": (OK, b"X: " + MUCH + b"\r\n"),
    "status line": (b"HTTP/1.1 200 ", MUCH),
    "100 Continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 500),
    "early hints": (b"", b"HTTP/1.1 103 Early Hints\r\nLink: " + MUCH + b"\r\n\r\n"),
    "chunk extension": (CHUNKS + b"5;a=", MUCH),
    "trailer": (CHUNKS + b"0\r\nX: ", MUCH),
    "trailer lines": (CHUNKS + b"0\r\n", b"X: y\r\n" * 2000),
}


class Receiver(WebhookSink):
    """Sends `first` and then `again` without end to each caller. `ended` counts the callers that left."""

    def __init__(self, first: bytes, again: bytes, pause: float = 0) -> None:
        self.ended = 0
        self._pause = pause
        super().__init__(lambda client: self._flood(client, first, again), host=HOSTILE)

    def _flood(self, client: socket.socket, first: bytes, again: bytes) -> None:
        try:
            client.sendall(first)
            while True:
                client.sendall(again)
                if self._pause and select.select([client], [], [], self._pause)[0]:
                    return  # readable means closed: the caller sends nothing more
        finally:
            self.ended += 1


def drip() -> Receiver:
    """A header that grows by a byte every 20 ms."""
    return Receiver(OK + b"X: ", b"x", pause=0.02)


def processor_seconds(service: Service) -> float:
    """The processor time that the process has used so far."""
    fields = Path(f"/proc/{service.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def is_quiet(service: Service) -> bool:
    """Whether the service uses less than a tenth of a processor for half a second."""
    before, end = processor_seconds(service), time.monotonic() + 0.5
    wait_until(lambda: time.monotonic() >= end, 5, "half a second")
    return processor_seconds(service) - before < 0.05


def webhook(client: Client, sink: WebhookSink, host: str = "127.0.0.1") -> dict[str, Any]:
    made: dict[str, Any] = client.post("/webhooks", {"name": "Receiver", "url": sink.url(host)}).ok(201)
    return made


def try_out(client: Client, hook: dict[str, Any]) -> tuple[dict[str, Any], float]:
    """The result of a test call, and its duration in seconds."""
    began = time.monotonic()
    result: dict[str, Any] = client.post(f"/webhooks/{hook['id']}/test").ok()
    return result, time.monotonic() - began


@pytest.fixture
def user(client: Client) -> Iterator[Client]:
    """The first user, without webhooks afterwards."""
    yield client
    for made in client.get("/webhooks").ok():
        client.delete(f"/webhooks/{made['id']}").ok()


@pytest.mark.parametrize("flood", FLOODS)
def test_receiver_that_answers_without_end_is_left(service: Service, user: Client, flood: str) -> None:
    with Receiver(*FLOODS[flood]) as receiver, WebhookSink() as other:
        hostile, fine = webhook(user, receiver, HOSTILE), webhook(user, other)
        with ThreadPoolExecutor() as pool:
            floods = [pool.submit(try_out, service.admin(), hostile) for _ in range(4)]
            wait_until(lambda: receiver.calls, 10, "the first call")
            for _ in range(5):
                result, seconds = try_out(user, fine)
                assert (result["statusCode"], seconds < QUICK) == (200, True), seconds
            for result, _ in (one.result(TIMEOUT + 20) for one in floods):
                if "chunk" in flood or "trailer" in flood:  # the status is known, the rest is cut off
                    assert (result["statusCode"], result["errorMessage"]) == (200, None)
                else:
                    assert (result["statusCode"], result["errorMessage"]) == (
                        0,
                        "The HTTP headers in the answer of 127.0.0.2 are too long.",
                    )
        wait_until(lambda: receiver.ended == 4, 5, "the end of the connections")
        wait_until(lambda: is_quiet(service), 10, "an idle service")


@pytest.mark.parametrize("flood", FLOODS)
def test_push_service_that_answers_without_end_is_left(service: Service, user: Client, flood: str) -> None:
    with Receiver(*FLOODS[flood]) as receiver, PushService() as push:
        fine = push.browser()
        hostile = fine.subscription | {"endpoint": receiver.url(HOSTILE, "/send/x")}
        for subscription in (hostile, fine.subscription):
            user.post("/push/subscribe", subscription).ok(201)
        began = time.monotonic()
        result = user.post("/push/test", {}).ok()
        assert result["sent"] >= 1 and time.monotonic() - began < QUICK + 1
        fine.wait_for(1)
        wait_until(lambda: receiver.ended == 1, 5, "the end of the connection")
        wait_until(lambda: is_quiet(service), 10, "an idle service")
        for subscription in (hostile, fine.subscription):
            user.post("/push/unsubscribe", {"endpoint": subscription["endpoint"]}).ok()


FIVE = ["header value", "header lines", "status line", "100 Continue", "chunk extension"]


@pytest.mark.parametrize("flood", [*FIVE, "drip"])
def test_receiver_that_answers_without_end_holds_up_no_end(fresh_service: Callable[..., Service], flood: str) -> None:
    service = fresh_service(CONFIG)
    with drip() if flood == "drip" else Receiver(*FLOODS[flood]) as receiver:
        client = service.admin()
        hostile = webhook(client, receiver, HOSTILE)
        with ThreadPoolExecutor() as pool:
            calls = [pool.submit(try_out, service.admin(), hostile) for _ in range(4)]
            wait_until(lambda: len(receiver.calls) == 4, 10, "the calls")
            if flood != "drip":  # the calls to a dripping receiver still run
                for call in calls:
                    call.result(TIMEOUT + 20)
            began = time.monotonic()
            service.stop()
            assert time.monotonic() - began < QUICK + 1
            wait_until(lambda: receiver.ended == 4, 5, "the end of the connections")


def test_receiver_that_drips_is_left_in_time(service: Service, user: Client) -> None:
    with drip() as receiver, WebhookSink() as other:
        hostile, fine = webhook(user, receiver, HOSTILE), webhook(user, other)
        with ThreadPoolExecutor() as pool:
            dripping = pool.submit(try_out, service.admin(), hostile)
            wait_until(lambda: receiver.calls, 10, "the first call")
            _, seconds = try_out(user, fine)
            assert seconds < QUICK
            result, _ = dripping.result(TIMEOUT + 20)
        assert result["errorMessage"] == "127.0.0.2 did not answer in time."
        wait_until(lambda: receiver.ended == 1, 5, "the end of the connection")


# -- name servers

SILENT = [f"silent{number}.example" for number in range(20)]


@pytest.mark.skipif(sys.platform != "linux", reason="names are made by a preloaded library")
def test_names_that_nobody_answers_hold_up_their_own_user(
    fresh_service: Callable[..., Service], tmp_path: Path, dovecot: Dovecot, mail_user: User
) -> None:
    names = Names(tmp_path / "names")
    for name in [*SILENT, "fine.example"]:
        names.means(name, "127.0.0.1")
    service = fresh_service(CONFIG, names.environment)
    client = service.admin()
    added(service, "nina", NINA_PASSWORD)
    nina = logged_in(service, "nina", NINA_PASSWORD)
    synced_account(client, dovecot.account(mail_user))
    with WebhookSink() as sink:
        silent = [webhook(client, sink, name) for name in SILENT]
        fine = webhook(nina, sink, "fine.example")
        for name in SILENT:
            names.means(name, "silence")
        with dovecot.mailbox(mail_user) as box:
            box.append(letter("For all"))
        given_up = "The look-up of {} took too long."
        with ThreadPoolExecutor() as pool:
            asking = pool.submit(try_out, service.admin(), silent[0])  # so that look-ups are under way
            for _ in range(10):
                result, seconds = try_out(nina, fine)
                assert (result["statusCode"], seconds < QUICK) == (200, True), (seconds, result)
            result, _ = asking.result(20)
            assert result["errorMessage"] == given_up.format(SILENT[0])
        result, seconds = try_out(nina, fine)
        assert (result["statusCode"], seconds < QUICK) == (200, True)
        began = time.monotonic()
        service.stop()  # although look-ups run, which cannot be cancelled
        assert time.monotonic() - began < QUICK + 1
