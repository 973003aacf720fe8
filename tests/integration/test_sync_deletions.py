# SPDX-License-Identifier: GPL-3.0-or-later
"""deleteOnServer: mails that are deleted here are deleted at the server too, and no others."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from following import box, in_step, numbers, of, passes, run_pass, subjects
from postrider_support import Client, Dovecot, EventStream, ImapScript, ImapSession, Service, User, wait_until
from postrider_support.letters import account_when, all_mails, letter, synced_account

CONFIG = {"sync.retry_min": "1", "sync.retry_max": "1", "sync.quick_retry": "1"}
FULL = "IMAP4rev1 IDLE ENABLE UIDPLUS CONDSTORE QRESYNC"

Make = Callable[..., dict[str, Any]]


def delete(client: Client, account: dict[str, Any], *gone: str) -> None:
    ids = [mail["id"] for mail in all_mails(client, accountId=account["id"]) if mail["subject"] in gone]
    assert client.post("/mails/batch-delete", {"ids": ids}).ok()["deleted"] == len(gone)


# -- real servers

OFFERS = {"QRESYNC": {}, "CONDSTORE": {"qresync": False}, "neither": {"condstore": False}}


@pytest.mark.parametrize("offer", list(OFFERS))
def test_deletion_reaches_a_real_server(fresh_service: Any, scratch: Path, offer: str) -> None:
    with Dovecot(scratch / f"deletions-{offer}", **OFFERS[offer]) as real:
        user = real.add_user("anna")
        with real.mailbox(user) as mailbox:
            uids = [mailbox.append(letter(subject)) for subject in numbers(*range(1, 7))]
            mailbox.store(uids[5:], "+", ["\\Deleted"])  # set by another client that has not expunged yet
        service: Service = fresh_service(CONFIG, {"POSTRIDER_MAIL_EXTRA_CA": str(real.ca_file)})
        client = service.admin()
        account = synced_account(client, real.account(user, deleteOnServer=True))
        delete(client, account, "Number 2")

        def left() -> list[int]:
            with real.mailbox(user) as mailbox:
                return mailbox.uids()

        wait_until(lambda: left() == [uids[0], *uids[2:]], 20, "the end of the mail at the server")
        real.kill()
        delete(client, account, "Number 3")
        service.kill()
        service.start()
        client = service.admin()
        real.start()
        wait_until(lambda: left() == [uids[0], *uids[3:]], 30, "the end of the next one")
        in_step(client, account)
        assert subjects(client, account) == numbers(1, 4, 5, 6)


def test_without_uidplus_the_mail_stays(fresh_service: Any, scratch: Path) -> None:
    with Dovecot(scratch / "deletions-plain", uidplus=False) as real:
        user = real.add_user("anna")
        for subject in numbers(1, 2):
            real.deliver(user, letter(subject))
        service: Service = fresh_service(CONFIG, {"POSTRIDER_MAIL_EXTRA_CA": str(real.ca_file)})
        client = service.admin()
        account = synced_account(client, real.account(user, deleteOnServer=True))
        delete(client, account, "Number 1")
        wait_until(lambda: "keeps 1 deleted mails at the server" in service.log(), 20, "a line in the log")
        run_pass(client, account)
        with real.mailbox(user) as mailbox:
            assert sorted(map(sorted, mailbox.flags().values())) == [[], []]
        assert subjects(client, account) == numbers(2)


# -- scripted servers


@pytest.fixture
def server() -> Iterator[ImapScript]:
    with ImapScript(box(5), FULL) as one:
        yield one


@pytest.fixture
def make(client: Client, events: EventStream, server: ImapScript) -> Iterator[Make]:
    made: list[dict[str, Any]] = []

    def one(**options: Any) -> dict[str, Any]:
        made.append(synced_account(client, server.account(**{"deleteOnServer": True} | options)))
        events.wait_for("mail.synced", of(made[-1]))
        server.wait_for("IDLE")
        return made[-1]

    yield one
    for account in made:
        client.delete(f"/accounts/{account['id']}").ok()


def uids(server: ImapScript) -> list[int]:
    return [mail.uid for mail in server.mails]


def test_exactly_the_deleted_ones_are_expunged(
    client: Client, events: EventStream, server: ImapScript, make: Make
) -> None:
    account = make()
    server.mails[4].flags = ["\\Deleted"]
    before = len(server.received)
    delete(client, account, "Number 1", "Number 2")
    wait_until(lambda: uids(server) == [3, 4, 5], 20, "the end of two mails")
    server.wait_for("IDLE", 2)
    commands = [one.text for one in server.received[before:]]
    assert commands[1:3] == ["UID STORE 1:2 +FLAGS.SILENT (\\Deleted)", "UID EXPUNGE 1:2"]
    assert not [text for text in commands if text.startswith(("EXPUNGE", "CLOSE"))]
    run_pass(client, account)
    assert subjects(client, account) == numbers(3, 4, 5)
    assert client.get("/mails", accountId=account["id"], onServer=False).ok()["total"] == 0


def test_without_the_option_no_deletion_is_sent(
    client: Client, events: EventStream, server: ImapScript, make: Make
) -> None:
    account = make(deleteOnServer=False)
    delete(client, account, "Number 1")
    run_pass(client, account)
    assert server.commands("SELECT") == []
    client.put(f"/accounts/{account['id']}", {"deleteOnServer": True}).ok()
    run_pass(client, account)
    delete(client, account, "Number 2")
    wait_until(lambda: uids(server) == [1, 3, 4, 5], 20, "the end of the one that was deleted since")
    run_pass(client, account)
    assert uids(server) == [1, 3, 4, 5]
    assert subjects(client, account) == numbers(3, 4, 5)


def test_option_that_is_taken_back_counts_for_what_waits(
    client: Client, events: EventStream, server: ImapScript, make: Make
) -> None:
    account = make()
    server.on("LOGIN", lambda session: session.no("[UNAVAILABLE] later"))
    server.each(ImapSession.close)
    account_when(client, account["id"], lambda now: now["mode"] == "stopped")
    delete(client, account, "Number 1")
    client.put(f"/accounts/{account['id']}", {"deleteOnServer": False}).ok()
    server.on("LOGIN", None)
    client.post(f"/accounts/{account['id']}/sync").ok()
    in_step(client, account)
    run_pass(client, account)
    assert uids(server) == [1, 2, 3, 4, 5]
    assert subjects(client, account) == numbers(2, 3, 4, 5)


def test_new_uid_validity_saves_what_waits(client: Client, events: EventStream, server: ImapScript, make: Make) -> None:
    account = make()
    server.on("LOGIN", lambda session: session.no("[UNAVAILABLE] later"))
    server.each(ImapSession.close)
    account_when(client, account["id"], lambda now: now["mode"] == "stopped")
    delete(client, account, "Number 1")
    server.uid_validity += 1
    for mail in server.mails:
        mail.uid = 6 - mail.uid  # another mail has the UID of the deleted one
    server.mails.reverse()
    server.on("LOGIN", None)
    wait_until(lambda: client.get(f"/accounts/{account['id']}").ok()["mode"] == "idle", 30, "the server")
    run_pass(client, account)
    assert len(server.mails) == 5
    assert not [mail for mail in server.mails if mail.flags]
    assert subjects(client, account) == numbers(2, 3, 4, 5), "it stays away here"


@pytest.mark.parametrize("command", ["UID STORE", "UID EXPUNGE"])
def test_refused_deletion_is_tried_again_later(
    client: Client, events: EventStream, server: ImapScript, make: Make, command: str
) -> None:
    account = make()
    server.on(command, ImapSession.no)
    delete(client, account, "Number 1")
    server.wait_for("IDLE", 2)
    server.arrive(letter("New one"))
    assert events.wait_for("mail.received", of(account)).data["mails"][0]["subject"] == "New one"
    assert client.get(f"/accounts/{account['id']}").ok()["status"] == "active"
    server.on(command, None)
    run_pass(client, account)
    wait_until(lambda: 1 not in uids(server), 20, "the end of the mail")


def test_mail_that_others_expunged_is_done(client: Client, events: EventStream, server: ImapScript, make: Make) -> None:
    account = make()
    server.on("LOGIN", lambda session: session.no("[UNAVAILABLE] later"))
    server.each(ImapSession.close)
    account_when(client, account["id"], lambda now: now["mode"] == "stopped")
    delete(client, account, "Number 1")
    server.expunge(1)
    server.on("LOGIN", None)
    client.post(f"/accounts/{account['id']}/sync").ok()
    in_step(client, account)
    run_pass(client, account)
    assert server.commands("UID EXPUNGE") == []
    assert subjects(client, account) == numbers(2, 3, 4, 5)
