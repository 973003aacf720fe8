# SPDX-License-Identifier: GPL-3.0-or-later
"""Helpers for tests of synchronisation: the state of an account, and the events about it."""

from collections import Counter
from typing import Any

from postrider_support import Client, Event, EventStream, ImapScript, wait_until
from postrider_support.letters import account_when, all_mails, letter, synced_account

# Short intervals: everything that a test waits for happens within a second or two.
QUICK = {
    "sync.poll_interval": "1",
    "sync.idle_check": "1",
    "sync.idle_renew": "1",
    "sync.quick_retry": "1",
    "sync.retry_min": "1",
    "sync.retry_max": "1",
    "sync.auth_retry_min": "1",
    "mail.open_timeout": "2",
    "mail.silence_timeout": "2",
    "mail.slow_after": "2",
}


def of(account: dict[str, Any]) -> Any:
    """A condition that events of this account meet."""
    return lambda event: event.data["account_id"] == account["id"]


def events_of(stream: EventStream, name: str, account: dict[str, Any]) -> list[Event]:
    """The events of that name about this account, received so far."""
    return [event for event in stream.named(name) if event.data["account_id"] == account["id"]]


def box(count: int) -> list[bytes]:
    """Letters with the subjects of numbers(1, .., count)."""
    return [letter(subject) for subject in numbers(*range(1, count + 1))]


def numbers(*wanted: int) -> list[str]:
    return [f"Number {number}" for number in wanted]


def subjects(client: Client, account: dict[str, Any], **query: Any) -> list[str]:
    """The subjects of all mails of the account, sorted."""
    return sorted(mail["subject"] for mail in all_mails(client, accountId=account["id"], **query))


def notices(stream: EventStream, account: dict[str, Any]) -> Counter[str]:
    """How often each subject was in a mail.received event of the account."""
    return Counter(
        mail["subject"]
        for event in stream.named("mail.received")
        if event.data["account_id"] == account["id"]
        for mail in event.data["mails"]
    )


def in_step(client: Client, account: dict[str, Any]) -> dict[str, Any]:
    """The account, as soon as it is active, synchronised, and in IDLE or polling."""
    return account_when(
        client,
        account["id"],
        lambda now: now["status"] == "active" and now["lastSyncAt"] and now["mode"] in ("idle", "polling"),
    )


def passes(events: EventStream, account: dict[str, Any], count: int) -> None:
    """Waits for the end of `count` more passes."""
    for _ in range(count):
        events.wait_for("mail.synced", of(account), 20)


def run_pass(client: Client, account: dict[str, Any]) -> None:
    """Runs one pass that begins after this call, to its end; a pass that runs already does not count."""
    at = f"/accounts/{account['id']}"
    wait_until(lambda: client.get(at).ok()["mode"] in ("idle", "polling"), 20, "the end of what runs")
    with EventStream(client.base_url, client.token) as stream:
        stream.wait_for("connected")
        wait_until(lambda: client.post(f"{at}/sync").ok()["state"] == "started", 20, "a look")
        stream.wait_for("mail.synced", of(account), 20)


def synced(client: Client, events: EventStream, server: ImapScript) -> dict[str, Any]:
    """A new account of that server after its first sync."""
    account = synced_account(client, server.account())
    events.wait_for("mail.synced", of(account))
    return account


def delete_all(client: Client) -> None:
    for account in client.get("/accounts").ok():
        client.delete(f"/accounts/{account['id']}").ok()
