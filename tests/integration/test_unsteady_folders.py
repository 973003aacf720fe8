# SPDX-License-Identifier: GPL-3.0-or-later
"""A server whose folders get another UIDVALIDITY at each EXAMINE until a client opens them for writing."""

import itertools
from collections.abc import Iterator

import pytest
from following import QUICK, box, in_step, notices, numbers, of, run_pass, subjects, synced
from postrider_support import Client, EventStream, ImapScript, ImapSession, Service
from postrider_support.letters import all_mails, letter

CONFIG = QUICK
LINE = "opened INBOX once with SELECT"


@pytest.fixture
def server() -> Iterator[ImapScript]:
    """Keeps no UIDVALIDITY before the first SELECT, and sends no UIDNEXT, like Courier."""
    with ImapScript(box(3)) as one:
        one.uid_next = lambda: None
        changing = itertools.count(5000)

        def examine(session: ImapSession) -> None:
            one.uid_validity = next(changing)
            session.usual()

        def select(session: ImapSession) -> None:
            one.on("EXAMINE", None)
            session.usual()

        one.on("EXAMINE", examine)
        one.on("SELECT", select)
        yield one


def test_one_select_at_the_first_visit(
    service: Service, client: Client, events: EventStream, server: ImapScript
) -> None:
    account = synced(client, events, server)
    ids = {mail["subject"]: mail["id"] for mail in all_mails(client, accountId=account["id"])}
    assert len(ids) == 3
    server.each(ImapSession.close)
    server.arrive(letter("Number 4"))
    events.wait_for("mail.received", of(account), 20)
    in_step(client, account)
    run_pass(client, account)
    after = {mail["subject"]: mail["id"] for mail in all_mails(client, accountId=account["id"])}
    assert after == ids | {"Number 4": after["Number 4"]}
    assert notices(events, account) == {"Number 4": 1}
    assert len(server.commands("SELECT")) == 1
    assert service.log().count(LINE) == 1
    client.delete(f"/accounts/{account['id']}").ok()


def test_mail_that_came_before_it_was_found_out(
    service: Service, client: Client, events: EventStream, server: ImapScript
) -> None:
    """With UIDNEXT, the change is noticed only at the second visit; mail that came in between is new mail."""
    before = service.log().count(LINE)
    server.uid_next = server.honest_uid_next
    account = synced(client, events, server)
    ids = {mail["subject"]: mail["id"] for mail in all_mails(client, accountId=account["id"])}
    assert not server.commands("SELECT")
    client.put(f"/mails/{ids['Number 2']}/star", {"isStarred": True}).ok()
    server.each(ImapSession.close)
    server.arrive(letter("Number 4"))
    events.wait_for("mail.received", of(account), 20)
    in_step(client, account)
    run_pass(client, account)
    assert subjects(client, account) == numbers(1, 2, 3, 4)
    after = {mail["subject"]: mail for mail in all_mails(client, accountId=account["id"])}
    assert {subject: after[subject]["id"] for subject in ids} == ids
    assert [subject for subject in sorted(after) if after[subject]["isStarred"]] == ["Number 2"]
    assert notices(events, account) == {"Number 4": 1}
    assert len(server.commands("SELECT")) == 1
    assert service.log().count(LINE) == before + 1
    # From now on the folder keeps its UIDVALIDITY.
    server.each(ImapSession.close)
    server.arrive(letter("Number 5"))
    events.wait_for("mail.received", of(account), 20)
    in_step(client, account)
    run_pass(client, account)
    assert notices(events, account) == {"Number 4": 1, "Number 5": 1}
    assert len(server.commands("SELECT")) == 1
    client.delete(f"/accounts/{account['id']}").ok()


def test_server_that_refuses_to_open_for_writing(
    service: Service, client: Client, events: EventStream, server: ImapScript
) -> None:
    server.on("SELECT", lambda session: session.no("[NOPERM] read-only for you"))
    account = synced(client, events, server)
    assert subjects(client, account) == numbers(1, 2, 3)
    client.delete(f"/accounts/{account['id']}").ok()


def test_folder_that_was_made_anew_is_not_opened_for_writing(
    service: Service, client: Client, events: EventStream
) -> None:
    with ImapScript(box(3)) as server:
        account = synced(client, events, server)
        server.uid_validity += 1
        server.each(ImapSession.close)
        in_step(client, account)
        run_pass(client, account)
        assert subjects(client, account) == numbers(1, 2, 3)
        assert not server.commands("SELECT")
        client.delete(f"/accounts/{account['id']}").ok()
