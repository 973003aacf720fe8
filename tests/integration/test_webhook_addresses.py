# SPDX-License-Identifier: GPL-3.0-or-later
"""Addresses of webhooks whose names resolve differently: looked up and checked at each call, and pinned."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from postrider_support import Client, Dovecot, Mailbox, User, wait_until
from postrider_support.letters import letter, synced_account
from postrider_support.names import Names
from postrider_support.webhooksink import WebhookSink, response

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="names are made by a preloaded library")
CONFIG = {"webhooks.allowed_networks": "127.0.0.1", "webhooks.retries": "1, 1", "sync.poll_interval": "1"}
PUBLIC = "93.184.215.14"  # never connected to


@pytest.fixture
def names(tmp_path: Path) -> Names:
    return Names(tmp_path / "names")


@pytest.fixture
def client(fresh_service: Any, names: Names, dovecot: Dovecot, mail_user: User) -> Client:
    client: Client = fresh_service(CONFIG, names.environment).admin()
    synced_account(client, dovecot.account(mail_user))
    return client


@pytest.fixture
def box(client: Client, dovecot: Dovecot, mail_user: User) -> Iterator[Mailbox]:
    with dovecot.mailbox(mail_user) as opened:
        yield opened


def hook(sink: WebhookSink, name: str = "hook.example") -> dict[str, str]:
    return {"name": "x", "url": sink.url(name)}


def logged(client: Client, webhook: dict[str, Any], count: int = 1) -> list[dict[str, Any]]:
    at = f"/webhooks/{webhook['id']}/logs"
    wait_until(lambda: client.get(at).ok()["total"] >= count, 20, "the log")
    entries: list[dict[str, Any]] = client.get(at).ok()["items"]
    return entries


@pytest.mark.parametrize(
    "meaning",
    ["169.254.169.254", "127.0.0.2", f"{PUBLIC},10.0.0.1", "::ffff:169.254.169.254", "127.0.0.1,fd00:ec2::254"],
)
def test_name_of_an_address_that_is_not_public_is_refused(client: Client, names: Names, meaning: str) -> None:
    with WebhookSink() as sink:
        names.means("hook.example", meaning)
        client.post("/webhooks", hook(sink)).failed(400, 40010)
        names.means("hook.example", "127.0.0.1")
        webhook = client.post("/webhooks", hook(sink)).ok(201)
        names.means("other.example", meaning)
        client.put(f"/webhooks/{webhook['id']}", {"url": sink.url("other.example")}).failed(400, 40010)
        assert sink.connections == 0


def test_name_that_becomes_an_inner_one_is_not_called(client: Client, names: Names, box: Mailbox) -> None:
    with WebhookSink(host="127.0.0.2") as inner:
        names.means("hook.example", PUBLIC)
        webhook = client.post("/webhooks", hook(inner)).ok(201)
        for number, meaning in enumerate(["169.254.169.254", "127.0.0.2", f"{PUBLIC},127.0.0.2"], 1):
            names.means("hook.example", meaning)
            box.append(letter(f"Mail {number}"))
            entry = logged(client, webhook, number)[0]
            assert (entry["statusCode"], entry["errorMessage"], entry["willRetry"]) == (
                0,
                "hook.example has an address that is not public.",
                False,
            )
        result = client.post(f"/webhooks/{webhook['id']}/test").ok()
        assert (result["statusCode"], result["errorMessage"]) == (0, "hook.example has an address that is not public.")
        assert inner.connections == 0


def test_name_that_changes_between_check_and_call_changes_nothing(client: Client, names: Names, box: Mailbox) -> None:
    """Each look-up returns another address; the call goes to the checked one, with the name as its Host."""
    with WebhookSink() as sink, WebhookSink(host="127.0.0.2", port=sink.port) as inner:
        names.means("hook.example", "127.0.0.1")
        webhook = client.post("/webhooks", hook(sink)).ok(201)
        names.means("hook.example", "127.0.0.1", "127.0.0.2")
        box.append(letter("Rebound"))
        assert logged(client, webhook)[0]["statusCode"] == 200
        assert sink.calls[0].headers["host"] == f"hook.example:{sink.port}"
        box.append(letter("Rebound again"))
        assert logged(client, webhook, 2)[0]["errorMessage"] == "hook.example has an address that is not public."
        assert (len(sink.calls), inner.connections) == (1, 0)


def test_redirection_to_an_inner_name_is_not_followed(client: Client, names: Names, box: Mailbox) -> None:
    with WebhookSink(host="127.0.0.2") as inner:
        with WebhookSink(response(307, b"", Location=inner.url("inner.example"))) as sink:
            names.means("hook.example", "127.0.0.1")
            names.means("inner.example", "127.0.0.2")
            webhook = client.post("/webhooks", hook(sink)).ok(201)
            box.append(letter("Elsewhere"))
            entry = logged(client, webhook)[0]
            assert (entry["statusCode"], entry["willRetry"], inner.connections) == (307, False, 0)


def test_name_without_an_address_is_tried_again(client: Client, names: Names, box: Mailbox) -> None:
    with WebhookSink() as sink:
        names.means("hook.invalid", "nothing")
        webhook = client.post("/webhooks", hook(sink, "hook.invalid")).ok(201)
        box.append(letter("Later"))
        entry = logged(client, webhook)[-1]
        assert (entry["errorMessage"], entry["willRetry"]) == ("hook.invalid has no address.", True)
        names.means("hook.invalid", "127.0.0.1")
        wait_until(lambda: sink.calls, 20, "the call")
