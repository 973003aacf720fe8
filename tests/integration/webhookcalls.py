# SPDX-License-Identifier: GPL-3.0-or-later
"""Webhooks that call a server of the test: what their tests share.

A test file imports the fixtures, and CONFIG for its service.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from postrider_support import Client, Dovecot, Mailbox, Service, wait_until
from postrider_support.letters import letter, synced_account
from postrider_support.webhooksink import WebhookSink

CONFIG = {
    "webhooks.allowed_networks": "127.0.0.1",
    "webhooks.retries": "1, 1, 1",
    "webhooks.timeout": "2",
    "sync.poll_interval": "1",
    "visibility": "shared",
}
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


@pytest.fixture(scope="module")
def account(service: Service, dovecot: Dovecot, token: str) -> Iterator[dict[str, Any]]:
    """One mailbox for all tests of this file, with old mail in it."""
    user = dovecot.add_user("hooked")
    with dovecot.mailbox(user) as box:
        for number in range(20):
            box.append(letter(f"Old {number}"))
    client = service.client()
    client.token = token
    yield synced_account(client, dovecot.account(user)) | {"mail_user": user}


@pytest.fixture
def box(dovecot: Dovecot, account: dict[str, Any]) -> Iterator[Mailbox]:
    with dovecot.mailbox(account["mail_user"]) as opened:
        yield opened


@pytest.fixture
def sink() -> Iterator[WebhookSink]:
    with WebhookSink() as one:
        yield one


@pytest.fixture(autouse=True)
def no_webhooks_afterwards(client: Client) -> Iterator[None]:
    yield
    for webhook in client.get("/webhooks").ok():
        client.delete(f"/webhooks/{webhook['id']}").ok()


def made(client: Client, sink: WebhookSink, **fields: Any) -> dict[str, Any]:
    return client.post("/webhooks", {"name": "Sink", "url": sink.url()} | fields).ok(201)


def logs(client: Client, webhook: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """The log, oldest first, as soon as it has that many entries; more are an error."""
    at = f"/webhooks/{webhook['id']}/logs"
    wait_until(lambda: client.get(at).ok()["total"] >= count, 20, f"{count} entries in the log")
    items = list(reversed(client.get(at, pageSize=100).ok()["items"]))
    assert len(items) == count, items
    return items


def called(sink: WebhookSink, count: int = 1) -> list[Any]:
    wait_until(lambda: len(sink.calls) >= count, 20, f"{count} calls")
    return sink.calls
