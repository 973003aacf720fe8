# SPDX-License-Identifier: GPL-3.0-or-later
"""Networks that fail: a real mail server behind each fault, and in the end every mail is listed once."""

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from postrider_support import Client, Dovecot, EventStream, Proxy, User, wait_until
from postrider_support.faults import Fault, chop, drip, finish_after, flip_after, reset_after, silence_after
from postrider_support.letters import account_when, all_mails, letter, settled, synced_account

CONFIG = {
    "sync.poll_interval": "1",
    "sync.idle_check": "2",
    "sync.idle_renew": "1",
    "sync.quick_retry": "1",
    "sync.retry_min": "1",
    "sync.retry_max": "1",
    "mail.open_timeout": "3",
    "mail.silence_timeout": "2",
    "mail.slow_after": "2",
}
COUNT = 40


def of(account: dict[str, Any]) -> Any:
    return lambda event: event.data["account_id"] == account["id"]


@pytest.fixture(scope="module")
def full_user(dovecot: Dovecot) -> User:
    """A user with small mails and one of 600 kB, which is a long literal."""
    user = dovecot.add_user("faults")
    with dovecot.mailbox(user) as box:
        for number in range(COUNT - 1):
            box.append(letter(f"Number {number}", "words " * 300), received_at=time.time() - 86400 + number)
        box.append(letter("Large", "large words " * 50_000))
    return user


@pytest.fixture(autouse=True)
def no_accounts_left(client: Client) -> Iterator[None]:
    yield
    for account in client.get("/accounts").ok():
        client.delete(f"/accounts/{account['id']}").ok()


def check_whole(client: Client, account: dict[str, Any]) -> None:
    """Checks that every mail is there once, with its text."""
    settled(client, account["id"], 60)
    mails = all_mails(client, accountId=account["id"])
    assert Counter(mail["subject"] for mail in mails).most_common(1)[0][1] == 1
    assert len(mails) == COUNT
    assert {mail["bodyState"] for mail in mails} == {"stored"}


def announced(stream: EventStream, account: dict[str, Any]) -> list[str]:
    return [
        mail["subject"]
        for event in stream.named("mail.received")
        if event.data["account_id"] == account["id"]
        for mail in event.data["mails"]
    ]


BREAKS = {
    "reset in the handshake": reset_after(500),
    "reset at the login": reset_after(3_500),
    "reset in the list": reset_after(12_000),
    "reset in a text": reset_after(300_000),
    "end in the handshake": finish_after(500),
    "end in the list": finish_after(12_000),
    "end in a text": finish_after(300_000),
    "silence in the list": silence_after(12_000),
    "silence in a text": silence_after(300_000),
    "changed byte in the list": flip_after(12_000),
    "changed byte in a text": flip_after(300_000),
}


@pytest.mark.parametrize("fault", BREAKS.values(), ids=BREAKS.keys())
def test_import_that_breaks_goes_on_where_it_was(
    client: Client, events: EventStream, dovecot: Dovecot, full_user: User, fault: Fault
) -> None:
    with Proxy(dovecot.tls_port, to_client=fault) as network:
        account = client.post("/accounts", dovecot.account(full_user, port=network.port)).ok(201)
        events.wait_for("account.sync_error", of(account), 20)
        network.heal()
        check_whole(client, account)
        assert announced(events, account) == []


CRAWLS = {
    "late": Fault(delay=0.1),
    "in pieces of 100 bytes": chop(100),
    "greeting late": Fault(first_late=1),
    "slow": Fault(rate=300_000, piece=10_000),
}


@pytest.mark.parametrize("fault", CRAWLS.values(), ids=CRAWLS.keys())
def test_slow_network_is_no_failure(
    client: Client, events: EventStream, dovecot: Dovecot, full_user: User, fault: Fault
) -> None:
    with Proxy(dovecot.tls_port, to_client=fault) as network:
        account = client.post("/accounts", dovecot.account(full_user, port=network.port)).ok(201)
        check_whole(client, account)
        assert [event for event in events.named("account.sync_error") if of(account)(event)] == []


def test_requests_that_are_cut_on_their_way(
    client: Client, events: EventStream, dovecot: Dovecot, full_user: User
) -> None:
    with Proxy(dovecot.tls_port, to_server=reset_after(1_500)) as network:
        account = client.post("/accounts", dovecot.account(full_user, port=network.port)).ok(201)
        events.wait_for("account.sync_error", of(account), 20)
        network.heal()
        check_whole(client, account)


def test_dripping_greeting_is_given_up(client: Client, dovecot: Dovecot, full_user: User) -> None:
    """Each byte comes within the timeout, but the greeting never ends."""
    with Proxy(dovecot.tls_port, to_client=drip(50)) as network:
        account = client.post("/accounts", dovecot.account(full_user, port=network.port)).ok(201)
        broken = account_when(client, account["id"], lambda now: now["status"] == "error", 60)
        assert broken["errorCode"] == "timeout"
        network.heal()
        check_whole(client, account)


def test_dripping_mail_is_given_up(client: Client, events: EventStream, dovecot: Dovecot, mail_user: User) -> None:
    with Proxy(dovecot.tls_port) as network:
        account = synced_account(client, dovecot.account(mail_user, port=network.port))
        account_when(client, account["id"], lambda now: now["mode"] == "idle")
        network.to_client = Fault(rate=300, piece=30)
        dovecot.deliver(mail_user, letter("Drop by drop", "words " * 5_000))
        assert events.wait_for("account.sync_error", of(account), 40).data["error_code"] == "timeout"
        network.heal()
        assert events.wait_for("mail.received", of(account), 30).data["mails"][0]["subject"] == "Drop by drop"
        assert announced(events, account) == ["Drop by drop"]


def test_half_open_connection_in_idle_is_noticed(
    client: Client, events: EventStream, dovecot: Dovecot, mail_user: User
) -> None:
    with Proxy(dovecot.tls_port) as network:
        account = synced_account(client, dovecot.account(mail_user, port=network.port))
        account_when(client, account["id"], lambda now: now["mode"] == "idle")
        network.to_client = silence_after(0)
        error = events.wait_for("account.sync_error", of(account), 30)
        assert error.data["error_code"] == "timeout"
        dovecot.deliver(mail_user, letter("Meanwhile"))
        network.heal()
        assert events.wait_for("mail.received", of(account), 30).data["mails"][0]["subject"] == "Meanwhile"


def test_each_mail_is_announced_once_over_network_failures(
    client: Client, events: EventStream, dovecot: Dovecot, mail_user: User
) -> None:
    with Proxy(dovecot.tls_port) as network:
        account = synced_account(client, dovecot.account(mail_user, port=network.port))
        wanted = []
        for number, fault in enumerate([reset_after(200), finish_after(900), flip_after(1_500), reset_after(5_000)]):
            wanted.append(f"Mail {number}")
            network.to_client = fault
            dovecot.deliver(mail_user, letter(wanted[-1], "words " * 100))
            wait_until(lambda: network.connections > number, 20)
            network.to_client = Fault()
            events.wait_for("mail.received", lambda event: wanted[-1] in announced(events, account), 30)
        assert announced(events, account) == wanted
        assert sorted(mail["subject"] for mail in all_mails(client, accountId=account["id"])) == wanted


def test_connection_test_names_the_fault_too(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    for fault, code in ((reset_after(0), "tls_failed"), (flip_after(300), "tls_failed")):
        with Proxy(dovecot.tls_port, to_client=fault) as network:
            answer = client.post("/accounts/test-connection", dovecot.account(mail_user, port=network.port)).ok()
            assert (answer["success"], answer["imap"]["errorCode"]) == (False, code)
