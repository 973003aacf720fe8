# SPDX-License-Identifier: GPL-3.0-or-later
"""Mail servers that count wrongly, renumber, or cannot return some mails: all others are listed, once."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from following import QUICK, box, delete_all, in_step, notices, numbers, of, passes, subjects, synced
from postrider_support import Client, EventStream, ImapScript, ImapSession, Service, wait_until
from postrider_support.imapscript import Stored
from postrider_support.letters import account_when, all_mails, letter, mails_when, settled, synced_account

CONFIG = QUICK


@pytest.fixture
def server() -> Iterator[ImapScript]:
    with ImapScript(box(5)) as one:
        yield one


@pytest.fixture(autouse=True)
def no_accounts_left(client: Client) -> Iterator[None]:
    yield
    delete_all(client)


# -- counts and numbers


def test_counted_before_it_can_be_fetched(client: Client, events: EventStream, server: ImapScript) -> None:
    """The mail is found much later; newer mail does not wait for it, and each is announced once."""
    account = synced(client, events, server)
    (uid,) = server.arrive(letter("Early"), shown=False)
    server.arrive(letter("Late"))
    assert events.wait_for("mail.received", of(account)).data["mails"][0]["subject"] == "Late"
    passes(events, account, 2)
    server.hidden.remove(uid)
    assert events.wait_for("mail.received", of(account)).data["mails"][0]["subject"] == "Early"
    passes(events, account, 2)
    assert notices(events, account) == {"Early": 1, "Late": 1}


def test_server_that_counts_more_than_it_shows_loses_nothing_here(
    client: Client, events: EventStream, server: ImapScript
) -> None:
    account = synced(client, events, server)
    server.counted = lambda: len(server.mails)
    server.hidden = {1, 2, 3}
    passes(events, account, 3)
    assert subjects(client, account, onServer=True) == numbers(1, 2, 3, 4, 5)
    server.hidden.clear()
    server.mails.pop(0)
    wait_until(lambda: subjects(client, account, onServer=False) == numbers(1), 20, "the one that really went")


def test_mail_that_the_first_import_did_not_see_is_no_news_later(
    client: Client, events: EventStream, server: ImapScript
) -> None:
    server.hidden = {2, 5}
    account = synced(client, events, server)
    assert subjects(client, account) == numbers(1, 3, 4)
    server.hidden.clear()
    mails_when(client, 5, accountId=account["id"])
    server.arrive(letter("New"))
    events.wait_for("mail.received", of(account))
    assert notices(events, account) == {"New": 1}


def test_repeated_uid_does_not_hide_another_mail(client: Client, events: EventStream, server: ImapScript) -> None:
    account = synced(client, events, server)

    def twice(session: ImapSession) -> None:
        if "(UID FLAGS)" not in session.rest:
            return session.usual()
        for number, mail in server.visible():
            session.fetched(number, server.mails[0] if mail.uid == 2 else mail)
        session.ok()

    server.on("UID FETCH", twice)
    passes(events, account, 3)
    assert subjects(client, account, onServer=True) == numbers(1, 2, 3, 4, 5)


def test_answers_out_of_order_and_repeated_and_unasked(client: Client, events: EventStream, server: ImapScript) -> None:
    def muddled(session: ImapSession) -> None:
        wanted = [(number, mail) for number, mail in server.visible() if mail.uid in session.uids()]
        for number, mail in [*reversed(wanted), *wanted[:2]]:
            session.fetched(number, mail)
        if "HEADER.FIELDS" in session.rest:
            session.fetched(9, Stored(99, letter("Nobody asked")))
        session.ok()

    server.on("UID FETCH", muddled)
    account = synced(client, events, server)
    assert subjects(client, account) == numbers(1, 2, 3, 4, 5)
    server.arrive(letter("New"))
    events.wait_for("mail.received", of(account))
    assert notices(events, account) == {"New": 1}


def test_missing_uidnext(client: Client, events: EventStream, server: ImapScript) -> None:
    server.uid_next = lambda: None
    account = synced(client, events, server)
    assert notices(events, account) == {}
    server.arrive(letter("New"))
    events.wait_for("mail.received", of(account))
    passes(events, account, 1)
    assert notices(events, account) == {"New": 1}


@pytest.mark.parametrize("sends_uid_validity", [True, False], ids=["in the session", "at the next connection"])
def test_new_uid_validity_in_the_middle_of_a_pass(
    client: Client, events: EventStream, server: ImapScript, sends_uid_validity: bool
) -> None:
    account = synced(client, events, server)
    by_subject = {mail["subject"]: mail["id"] for mail in all_mails(client, accountId=account["id"])}
    client.put(f"/mails/{by_subject['Number 1']}/read", {"isRead": True}).ok()
    client.put(f"/mails/{by_subject['Number 2']}/star", {"isStarred": True}).ok()
    client.delete(f"/mails/{by_subject['Number 3']}").ok()
    before = {
        mail["id"]: (mail["subject"], mail["isRead"], mail["isStarred"])
        for mail in all_mails(client, accountId=account["id"])
    }

    def renumbers(session: ImapSession) -> None:
        server.on("UID FETCH", None)
        server.uid_validity += 1
        for mail in server.mails:
            mail.uid += 100
        if sends_uid_validity:
            session.line(f"* OK [UIDVALIDITY {server.uid_validity}] all is new")
            session.wait_for_end()
        else:
            session.close()

    server.on("UID FETCH", renumbers)
    server.each(ImapSession.close)
    wait_until(lambda: server.hook_of("UID FETCH") is None, 20, "the new numbers")
    passes(events, account, 2)
    after = {
        mail["id"]: (mail["subject"], mail["isRead"], mail["isStarred"])
        for mail in all_mails(client, accountId=account["id"])
    }
    assert after == before
    assert notices(events, account) == {}
    server.arrive(letter("After"))
    events.wait_for("mail.received", of(account))
    assert notices(events, account) == {"After": 1}


# -- mails that the server cannot return


def answering_all_but(
    uid: int, requested: str, refuse: Callable[[ImapSession], None], *, sends_others: bool
) -> Callable[[ImapSession], None]:
    """A hook for UID FETCH that refuses the whole command if it requests `requested` of that mail."""

    def fetch(session: ImapSession) -> None:
        if requested not in session.rest or uid not in session.uids():
            return session.usual()
        if sends_others:
            for number, mail in session.server.visible():
                if mail.uid in session.uids() - {uid}:
                    session.fetched(number, mail)
        refuse(session)

    return fetch


def large_box(count: int) -> list[bytes]:
    """Like box(), but of more than 2 MiB each: the list of new mails needs the structures of such mails only."""
    return [letter(subject, "Some words in a line.\n" * 100_000) for subject in numbers(*range(1, count + 1))]


def has_requested_structures(server: ImapScript) -> bool:
    return any("BODYSTRUCTURE" in command.text for command in server.commands("UID FETCH"))


@pytest.mark.parametrize("sends_others", [True, False], ids=["the others come", "nothing comes"])
@pytest.mark.parametrize("refuse", [ImapSession.no, ImapSession.bad], ids=["NO", "BAD"])
def test_mail_whose_structure_breaks_the_server_is_listed_without_it(
    client: Client, server: ImapScript, refuse: Callable[[ImapSession], None], sends_others: bool
) -> None:
    server.mails.clear()
    account = synced_account(client, server.account())
    server.on("UID FETCH", answering_all_but(3, "BODYSTRUCTURE", refuse, sends_others=sends_others))
    server.arrive(*large_box(5))
    mails_when(client, 5, accountId=account["id"])
    assert subjects(client, account) == numbers(1, 2, 3, 4, 5)
    assert has_requested_structures(server)


@pytest.mark.parametrize("sends_others", [True, False], ids=["the others come", "nothing comes"])
def test_broken_mail_costs_itself_only(
    service: Service, client: Client, events: EventStream, server: ImapScript, sends_others: bool
) -> None:
    server.on("UID FETCH", answering_all_but(3, "HEADER.FIELDS", ImapSession.no, sends_others=sends_others))
    account = synced(client, events, server)
    assert subjects(client, account) == numbers(1, 2, 4, 5)
    server.arrive(letter("New"))
    events.wait_for("mail.received", of(account))
    passes(events, account, 2)
    assert (notices(events, account), in_step(client, account)["status"]) == ({"New": 1}, "active")
    left_out = re.findall(rf"account= {account['id']} .*uid= 3 is left out", service.log())
    assert len(left_out) == 1, "told once in the log"
    server.on("UID FETCH", None)
    server.each(ImapSession.close)
    mails_when(client, 6, accountId=account["id"])


def test_new_broken_mail_does_not_hold_up_the_next_one(client: Client, events: EventStream, server: ImapScript) -> None:
    account = synced(client, events, server)
    server.on("UID FETCH", answering_all_but(6, "HEADER.FIELDS", ImapSession.no, sends_others=False))
    server.arrive(letter("Broken"), letter("Whole"))
    assert events.wait_for("mail.received", of(account)).data["mails"][0]["subject"] == "Whole"


@pytest.mark.parametrize("sends_others", [True, False], ids=["the others come", "nothing comes"])
def test_text_that_the_server_cannot_read_costs_itself_only(
    client: Client, events: EventStream, server: ImapScript, sends_others: bool
) -> None:
    server.on("UID FETCH", answering_all_but(3, "BODY.PEEK[]", ImapSession.no, sends_others=sends_others))
    account = client.post("/accounts", server.account()).ok(201)
    passes(events, account, 2)
    mails = {mail["subject"]: mail for mail in all_mails(client, accountId=account["id"])}
    states = {subject: mail["bodyState"] for subject, mail in mails.items()}
    assert states == {subject: "stored" for subject in numbers(1, 2, 4, 5)} | {"Number 3": "pending"}
    client.get(f"/mails/{mails['Number 3']['id']}").failed(502, 50201)
    server.on("UID FETCH", None)
    assert client.get(f"/mails/{mails['Number 3']['id']}").ok()["bodyState"] == "stored", "asked again for a person"


def test_text_that_is_nil_is_asked_for_three_times(client: Client, events: EventStream, server: ImapScript) -> None:
    requested = []

    def nil(session: ImapSession) -> None:
        if "BODY.PEEK[]" not in session.rest:
            return session.usual()
        wanted = session.uids()
        requested.append(3 in wanted)
        for number, mail in server.visible():
            if mail.uid in wanted:
                session.line(f"* {number} FETCH (UID 3 BODY[] NIL)") if mail.uid == 3 else session.fetched(number, mail)
        session.ok()

    server.on("UID FETCH", nil)
    account = client.post("/accounts", server.account()).ok(201)
    updated = events.wait_for("mail.updated", lambda event: event.data["changes"] == {"body_state": "unavailable"}, 20)
    passes(events, account, 3)
    mails = {mail["subject"]: mail for mail in all_mails(client, accountId=account["id"])}
    assert {subject: mail["bodyState"] for subject, mail in mails.items()} == {
        subject: "stored" for subject in numbers(1, 2, 4, 5)
    } | {"Number 3": "unavailable"}
    assert updated.data["ids"] == [mails["Number 3"]["id"]]
    assert requested.count(True) == 3
    at = f"/mails/{mails['Number 3']['id']}"
    detail = client.get(at).ok()
    assert (detail["bodyState"], detail["textBody"], detail["htmlBody"]) == ("unavailable", None, None)
    assert requested.count(True) == 4, "asked again for a person"
    server.on("UID FETCH", None)
    assert client.get(at).ok()["bodyState"] == "stored"


@pytest.mark.parametrize("raw", [b"", b"\r\n", b"no header at all"], ids=["nothing", "no header", "no mail"])
def test_empty_mail_is_a_mail(client: Client, server: ImapScript, raw: bytes) -> None:
    server.mails.append(Stored(6, raw))
    account = synced_account(client, server.account())
    assert account["mailCount"] == 6
    assert subjects(client, account) == ["", *numbers(1, 2, 3, 4, 5)]


def test_endless_structure_does_not_end_the_session(client: Client, server: ImapScript) -> None:
    def endless(session: ImapSession) -> None:
        if "BODYSTRUCTURE" not in session.rest:
            return session.usual()
        for number, mail in server.visible():
            if mail.uid not in session.uids():
                continue
            if mail.uid == 3:
                part = b'("TEXT" "PLAIN" NIL NIL NIL "7BIT" 1 1)'
                session.send(b'* 3 FETCH (UID 3 BODYSTRUCTURE (%s "MIXED"))\r\n' % (part * 50_000))
            else:
                session.fetched(number, mail)
        session.ok()

    server.mails.clear()
    account = synced_account(client, server.account())
    connections = server.connections
    server.on("UID FETCH", endless)
    server.arrive(*large_box(5))
    mails_when(client, 5, accountId=account["id"])
    assert subjects(client, account) == numbers(1, 2, 3, 4, 5)
    assert has_requested_structures(server)
    assert server.connections == connections


def test_mail_that_goes_while_it_is_fetched(client: Client, events: EventStream, server: ImapScript) -> None:
    def expunge(session: ImapSession) -> None:
        if "BODY.PEEK[]" not in session.rest:
            return session.usual()
        server.on("UID FETCH", None)
        server.mails = [mail for mail in server.mails if mail.uid != 3]
        session.line("* 3 EXPUNGE")
        session.usual()

    server.on("UID FETCH", expunge)
    account = client.post("/accounts", server.account()).ok(201)
    wait_until(lambda: subjects(client, account) == numbers(1, 2, 4, 5), 20, "the end of the third")
    settled(client, account["id"])
    assert in_step(client, account)["errorCode"] is None


def test_server_that_refuses_every_mail_is_an_error_and_not_a_flood(service: Service, client: Client) -> None:
    with ImapScript(box(300)) as server:
        server.on("UID FETCH", lambda session: session.no() if "HEADER.FIELDS" in session.rest else session.usual())
        account = client.post("/accounts", server.account()).ok(201)
        broken = account_when(client, account["id"], lambda now: now["status"] == "error", 40)
        assert broken["errorCode"] == "server_error"
        server.on("UID FETCH", None)
        mails_when(client, 300, accountId=account["id"])
