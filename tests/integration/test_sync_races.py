# SPDX-License-Identifier: GPL-3.0-or-later
"""A change at the server during a pass is noticed at once, not in the next pass."""

from collections.abc import Iterator
from typing import Any

import pytest
from following import box, of
from postrider_support import Client, EventStream, ImapScript, ImapSession
from postrider_support.letters import all_mails, letter, mails_when, synced_account

# No pass starts by itself during a test.
CONFIG = {"sync.retry_min": "1", "sync.retry_max": "1", "sync.quick_retry": "1"}
PLAIN = "IMAP4rev1 IDLE"
FULL = "IMAP4rev1 IDLE ENABLE UIDPLUS CONDSTORE QRESYNC"
WHOLE = "1:* (UID FLAGS)"


@pytest.fixture(params=[PLAIN, FULL], ids=["plain", "QRESYNC"])
def server(request: pytest.FixtureRequest) -> Iterator[ImapScript]:
    with ImapScript(box(3), request.param) as one:
        yield one


@pytest.fixture
def account(client: Client, events: EventStream, server: ImapScript) -> Iterator[dict[str, Any]]:
    made = synced_account(client, server.account())
    events.wait_for("mail.synced", of(made))
    server.wait_for("IDLE")
    yield made
    client.delete(f"/accounts/{made['id']}").ok()


def compare_all(client: Client, server: ImapScript, account: dict[str, Any]) -> None:
    """Makes the service compare the whole folder, even with CONDSTORE: the server has no modSeq any more."""
    server.highest = lambda: 0
    client.post(f"/accounts/{account['id']}/sync").ok()


def test_mail_that_comes_while_everything_is_compared(
    client: Client, events: EventStream, server: ImapScript, account: dict[str, Any]
) -> None:
    def meanwhile(session: ImapSession) -> None:
        if not session.rest.startswith(WHOLE):
            session.usual()
            return
        server.on("UID FETCH", None)
        uids = server.arrive(letter("Just now"), shown=False)
        session.send_count()
        session.usual()
        server.hidden -= set(uids)

    server.on("UID FETCH", meanwhile)
    compare_all(client, server, account)
    assert events.wait_for("mail.received", of(account), 20).data["mails"][0]["subject"] == "Just now"


def test_flag_that_changes_while_everything_is_compared(
    client: Client, server: ImapScript, account: dict[str, Any]
) -> None:
    def meanwhile(session: ImapSession) -> None:
        if not session.rest.startswith(WHOLE):
            session.usual()
            return
        server.on("UID FETCH", None)
        for number, mail in server.visible():
            session.fetched(number, mail)
        server.flag(1, "\\Seen", notify=False)
        session.line("* 1 FETCH (FLAGS (\\Seen))")
        session.ok("fetched")

    server.on("UID FETCH", meanwhile)
    compare_all(client, server, account)
    mails_when(client, 1, accountId=account["id"], isRead=True)


def test_first_mail_of_a_folder_that_was_just_opened(client: Client, events: EventStream) -> None:
    with ImapScript([], PLAIN) as server:

        def just_then(session: ImapSession) -> None:
            server.on("EXAMINE", None)
            session.usual()
            server.arrive(letter("The first"))
            session.send_count()

        server.on("EXAMINE", just_then)
        account = synced_account(client, server.account())
        # The count may come a moment after the answer that the service waits for.
        mails = mails_when(client, 1, accountId=account["id"])
        assert [mail["subject"] for mail in mails] == ["The first"]
        client.delete(f"/accounts/{account['id']}").ok()


def test_server_that_always_has_news_is_not_asked_for_ever(
    client: Client, events: EventStream, server: ImapScript, account: dict[str, Any]
) -> None:
    """The server counts one mail more than it returns, and reports that count each time."""

    def always(session: ImapSession) -> None:
        session.send_count()
        session.usual()

    server.counted = lambda: len(server.mails) + 1
    server.on("UID FETCH", always)
    idles = len(server.commands("IDLE"))
    compare_all(client, server, account)
    server.wait_for("IDLE", idles + 1)
    assert len(all_mails(client, accountId=account["id"])) == 3
