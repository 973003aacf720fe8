# SPDX-License-Identifier: GPL-3.0-or-later
"""Changes are taken from the server's reports; where these do not add up, the whole folder is compared."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from following import box, notices, numbers, of, passes, run_pass, subjects
from postrider_support import Client, Dovecot, EventStream, ImapScript, ImapSession, Service, User, wait_until
from postrider_support.letters import all_mails, letter, mails_when, synced_account

# No pass starts by itself: a change that arrives was reported by the server, or the test started a pass.
CONFIG = {"sync.retry_min": "1", "sync.retry_max": "1", "sync.quick_retry": "1"}
ENVIRONMENT = {"POSTRIDER_LOG": "postrider.imap.wire.debug=true"}
FULL = "IMAP4rev1 IDLE ENABLE UIDPLUS CONDSTORE QRESYNC"
WHOLE = "UID FETCH 1:* (UID FLAGS)"
_numbers = itertools.count(1)


def state(client: Client, account: dict[str, Any]) -> dict[str, tuple[bool, bool]]:
    return {mail["subject"]: (mail["isRead"], mail["isStarred"]) for mail in all_mails(client, accountId=account["id"])}


def dialogue(service: Service, since: int = 0) -> str:
    """The dialogue with a real server, until the service is in IDLE again."""
    wait_until(lambda: "IDLE" in service.log()[since:] and service.log().rstrip().endswith("+ idling"), 20, "IDLE")
    return service.log()[since:]


# -- real servers, with and without the extensions

OFFERS = {"QRESYNC": {}, "CONDSTORE": {"qresync": False}, "neither": {"condstore": False}}


@pytest.fixture(scope="module", params=list(OFFERS))
def offer(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def real(offer: str, scratch: Path) -> Iterator[Dovecot]:
    server = Dovecot(scratch / f"changes-{offer}", **OFFERS[offer])
    server.add_users(User(f"user{number}", "correct horse") for number in range(1, 10))
    with server:
        yield server


@pytest.fixture
def user(real: Dovecot) -> User:
    user = real.add_user(f"user{next(_numbers) % 9 + 1}")
    with real.mailbox(user) as mailbox:
        if mailbox.uids():
            mailbox.delete(mailbox.uids())
        for subject in numbers(*range(1, 21)):
            mailbox.append(letter(subject))
    return user


def changed_at(real: Dovecot, user: User) -> dict[str, tuple[bool, bool]]:
    """Reads, stars, deletes and adds mails at the server; returns the expected state."""
    with real.mailbox(user) as mailbox:
        uids = mailbox.uids()
        mailbox.store(uids[0:3], "+", ["\\Seen"])
        mailbox.store(uids[2:5], "+", ["\\Flagged"])
        mailbox.delete([uids[7], uids[12], uids[19]])
        mailbox.append(letter("Number 21"), flags=["\\Seen"])
    truth = {subject: (False, False) for subject in numbers(*range(1, 21))}
    truth |= {subject: (True, False) for subject in numbers(1, 2)} | {"Number 3": (True, True)}
    truth |= {subject: (False, True) for subject in numbers(4, 5)} | {"Number 21": (True, False)}
    return {subject: flags for subject, flags in truth.items() if subject not in numbers(8, 13, 20)}


def test_changes_of_a_time_away_are_taken_over(fresh_service: Any, real: Dovecot, offer: str, user: User) -> None:
    service = fresh_service(CONFIG, ENVIRONMENT | {"POSTRIDER_MAIL_EXTRA_CA": str(real.ca_file)})
    client = service.admin()
    account = synced_account(client, real.account(user))
    service.stop()
    wanted = changed_at(real, user)
    before = len(service.log())
    service.start()
    client = service.admin()
    wait_until(lambda: state(client, account) == wanted, 20, "the server's state")
    with service.events(client.token, 0) as stream:
        assert stream.wait_for("mail.received").data["mails"][0]["subject"] == "Number 21"
    run_pass(client, account)
    words = dialogue(service, before)
    assert state(client, account) == wanted
    assert (WHOLE + "\n" in words) == (offer != "QRESYNC"), "deletions are told by QRESYNC only"
    assert ("(CHANGEDSINCE" in words) == (offer == "CONDSTORE")


def test_changes_while_it_listens_are_taken_over(fresh_service: Any, real: Dovecot, offer: str, user: User) -> None:
    service = fresh_service(CONFIG, ENVIRONMENT | {"POSTRIDER_MAIL_EXTRA_CA": str(real.ca_file)})
    client = service.admin()
    account = synced_account(client, real.account(user))
    before = len(dialogue(service))
    wanted = changed_at(real, user)
    wait_until(lambda: state(client, account) == wanted, 20, "the server's state")
    assert (WHOLE + "\n" in dialogue(service, before)) == (offer != "QRESYNC")


def test_nothing_changed_is_one_command(fresh_service: Any, real: Dovecot, offer: str, user: User) -> None:
    service = fresh_service(CONFIG, ENVIRONMENT | {"POSTRIDER_MAIL_EXTRA_CA": str(real.ca_file)})
    client = service.admin()
    account = synced_account(client, real.account(user))
    before = len(dialogue(service))
    run_pass(client, account)
    words = dialogue(service, before)
    assert ("EXAMINE" in words) == (offer != "neither")
    assert ("UID FETCH" in words) == (offer == "neither")


# -- scripted servers


@pytest.fixture
def server() -> Iterator[ImapScript]:
    with ImapScript(box(5), FULL) as one:
        yield one


@pytest.fixture
def account(client: Client, events: EventStream, server: ImapScript) -> Iterator[dict[str, Any]]:
    made = synced_account(client, server.account())
    events.wait_for("mail.synced", of(made))
    server.wait_for("IDLE")
    yield made
    client.delete(f"/accounts/{made['id']}").ok()


def wholes(server: ImapScript) -> int:
    """How often the whole folder was compared."""
    return len([dialogue for dialogue in server.commands("UID FETCH 1:*") if dialogue.text == WHOLE])


def test_first_look_is_whole_and_later_ones_are_not(
    client: Client, events: EventStream, server: ImapScript, account: dict[str, Any]
) -> None:
    assert wholes(server) == 1
    server.flag(2, "\\Seen", notify=False)
    server.expunge(4)
    run_pass(client, account)
    assert state(client, account) == {subject: (subject == "Number 2", False) for subject in numbers(1, 2, 3, 5)}
    assert wholes(server) == 1


def test_flags_from_notices_need_no_request(client: Client, server: ImapScript, account: dict[str, Any]) -> None:
    before = len(server.received)
    server.flag(3, "\\Seen", "\\Flagged")
    wait_until(lambda: state(client, account)["Number 3"] == (True, True), 20, "the flags")
    server.wait_for("IDLE", 2)
    assert [dialogue.text for dialogue in server.received[before:]] == ["IDLE"]


def test_deletion_with_notice_is_confirmed_by_the_count(
    client: Client, events: EventStream, server: ImapScript, account: dict[str, Any]
) -> None:
    """No mail is removed if the server reports all mails as vanished and still counts them."""
    server.notify_idle("* VANISHED 1:5")
    passes(events, account, 1)
    assert subjects(client, account, onServer=True) == numbers(1, 2, 3, 4, 5)
    server.expunge(5)
    server.notify_idle("* VANISHED 5")
    wait_until(lambda: subjects(client, account, onServer=False) == numbers(5), 20, "the one that went")
    assert wholes(server) == 1


@pytest.mark.parametrize("lie", ["1:5", "3"])
def test_deletions_that_do_not_add_up_are_looked_up(
    client: Client, events: EventStream, server: ImapScript, account: dict[str, Any], lie: str
) -> None:
    def lying(session: ImapSession) -> None:
        session.line(f"* VANISHED (EARLIER) {lie}")
        session.usual()

    server.on("EXAMINE", lying)
    server.touch(server.mails[0])
    run_pass(client, account)
    assert subjects(client, account, onServer=True) == numbers(1, 2, 3, 4, 5)
    assert wholes(server) == 2


def test_vanished_uids_that_nobody_knows_do_no_harm(
    client: Client, events: EventStream, server: ImapScript, account: dict[str, Any]
) -> None:
    def lying(session: ImapSession) -> None:
        session.line("* VANISHED (EARLIER) 6:9,77,4000000000:4294967295")
        session.usual()

    server.on("EXAMINE", lying)
    server.flag(1, "\\Flagged", notify=False)
    run_pass(client, account)
    assert state(client, account)["Number 1"] == (False, True)
    assert wholes(server) == 1


def test_deletion_without_notice_is_found_by_the_count(
    client: Client, events: EventStream, server: ImapScript, account: dict[str, Any]
) -> None:
    server.expunge(2)
    server.gone.clear()
    run_pass(client, account)
    assert subjects(client, account, onServer=True) == numbers(1, 3, 4, 5)
    assert wholes(server) == 2
    run_pass(client, account)
    assert wholes(server) == 2, "it adds up again"


@pytest.mark.parametrize("highest", [1, 0], ids=["back", "NOMODSEQ"])
def test_mod_seq_that_goes_back_is_not_followed(
    client: Client, events: EventStream, server: ImapScript, account: dict[str, Any], highest: int
) -> None:
    server.arrive(letter("Number 6"))
    events.wait_for("mail.received", of(account))
    server.flag(1, "\\Seen", notify=False)
    run_pass(client, account)
    server.highest = lambda: highest
    server.mails[1].flags = ["\\Seen"]  # which its modSeq does not show
    run_pass(client, account)
    assert [state(client, account)[subject][0] for subject in numbers(1, 2, 3)] == [True, True, False]
    assert wholes(server) == 2


def test_error_of_the_server_is_followed_by_a_whole_look(
    client: Client, events: EventStream, server: ImapScript, account: dict[str, Any]
) -> None:
    server.mails[1].flags = ["\\Seen"]  # which its modSeq does not show
    run_pass(client, account)
    assert not state(client, account)["Number 2"][0]

    def refusing(session: ImapSession) -> None:
        server.on("EXAMINE", None)
        session.no("[SERVERBUG] internal error")

    server.on("EXAMINE", refusing)
    client.post(f"/accounts/{account['id']}/sync").ok()
    wait_until(lambda: state(client, account)["Number 2"][0], 20, "the flag")
    assert wholes(server) == 2


@pytest.mark.parametrize("end", [ImapSession.close, ImapSession.bye], ids=["closed", "BYE"])
def test_connection_that_only_ended_is_not(
    client: Client, server: ImapScript, account: dict[str, Any], end: Callable[[ImapSession], None]
) -> None:
    server.flag(2, "\\Seen", notify=False)
    server.each(end)
    wait_until(lambda: state(client, account)["Number 2"][0], 20, "the flag")
    server.wait_for("IDLE", 2)
    assert wholes(server) == 1


def test_change_of_the_account_is_followed_by_a_whole_look(
    client: Client, events: EventStream, server: ImapScript, account: dict[str, Any]
) -> None:
    client.put(f"/accounts/{account['id']}", {"onExpunge": "keep"}).ok()
    server.wait_for("IDLE", 2)
    assert wholes(server) == 2


def test_mail_deleted_here_counts_as_known(
    client: Client, events: EventStream, server: ImapScript, account: dict[str, Any]
) -> None:
    client.delete(f"/mails/{all_mails(client, accountId=account['id'])[0]['id']}").ok()
    run_pass(client, account)
    server.arrive(letter("Number 6"))
    events.wait_for("mail.received", of(account))
    run_pass(client, account)
    assert len(mails_when(client, 5, accountId=account["id"])) == 5
    assert wholes(server) == 1


def test_account_that_leaves_mails_out_follows_too(client: Client, events: EventStream, server: ImapScript) -> None:
    for uid in (1, 2, 3):
        server.flag(uid, "\\Seen", notify=False)
    server.on(
        "UID SEARCH",
        lambda session: (
            session.line("* SEARCH " + " ".join(str(mail.uid) for mail in server.mails if "\\Seen" not in mail.flags)),
            session.ok(),
        ),
    )
    account = synced_account(client, server.account(syncMode="unread"))
    events.wait_for("mail.synced", of(account))
    assert subjects(client, account) == numbers(4, 5)
    server.flag(2, notify=False)
    run_pass(client, account)
    assert subjects(client, account) == numbers(2, 4, 5), "marked as unread at the server, it is wanted"
    assert wholes(server) == 1
    server.expunge(3)
    server.expunge(4)
    run_pass(client, account)
    assert subjects(client, account) == numbers(2, 5)
    assert wholes(server) == 2, "what went may be what was left out"
    client.delete(f"/accounts/{account['id']}").ok()


def test_new_mail_is_announced_once_however_it_is_found(
    client: Client, events: EventStream, server: ImapScript, account: dict[str, Any]
) -> None:
    server.arrive(letter("Told"))
    events.wait_for("mail.received", of(account))
    server.mails.append(type(server.mails[0])(7, letter("Found")))
    server.touch(server.mails[-1])
    run_pass(client, account)
    run_pass(client, account)
    assert notices(events, account) == {"Told": 1, "Found": 1}
    assert wholes(server) == 1


def test_server_that_does_not_understand_what_it_offers(client: Client, events: EventStream) -> None:
    with ImapScript(box(3), FULL) as server:

        def refusing(session: ImapSession) -> None:
            session.bad("what") if "(" in session.rest else session.usual()

        server.on("EXAMINE", refusing)
        server.on("ENABLE", ImapSession.bad)
        account = synced_account(client, server.account())
        server.flag(2, "\\Seen", notify=False)
        run_pass(client, account)
        assert state(client, account)["Number 2"] == (True, False)
        client.delete(f"/accounts/{account['id']}").ok()
