# SPDX-License-Identifier: GPL-3.0-or-later
"""flagSync `both`: marks that are set here are stored at the server, once, and nothing else is changed."""

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from following import box, in_step, numbers, of, passes, run_pass
from postrider_support import Client, Dovecot, EventStream, ImapScript, ImapSession, Service, User, wait_until
from postrider_support.letters import account_when, all_mails, letter, synced_account

# No pass starts by itself during a test: what the server receives was sent at once.
CONFIG = {"sync.retry_min": "1", "sync.retry_max": "1", "sync.quick_retry": "1"}
FULL = "IMAP4rev1 IDLE ENABLE UIDPLUS CONDSTORE QRESYNC"
_numbers = itertools.count(1)


def ids(client: Client, account: dict[str, Any]) -> dict[str, int]:
    return {mail["subject"]: mail["id"] for mail in all_mails(client, accountId=account["id"])}


def shown(client: Client, account: dict[str, Any]) -> dict[str, tuple[bool, bool]]:
    return {mail["subject"]: (mail["isRead"], mail["isStarred"]) for mail in all_mails(client, accountId=account["id"])}


def read(client: Client, mail: int, is_read: bool = True) -> None:
    client.put(f"/mails/{mail}/read", {"isRead": is_read}).ok()


def star(client: Client, mail: int, is_starred: bool = True) -> None:
    client.put(f"/mails/{mail}/star", {"isStarred": is_starred}).ok()


# -- real servers, with and without the extensions

OFFERS = {"QRESYNC": {}, "CONDSTORE": {"qresync": False}, "neither": {"condstore": False}}


@pytest.fixture(scope="module", params=list(OFFERS))
def real(request: pytest.FixtureRequest, scratch: Path) -> Iterator[Dovecot]:
    server = Dovecot(scratch / f"told-{request.param}", **OFFERS[request.param])
    server.add_users(User(f"user{number}", "correct horse") for number in range(1, 10))
    with server:
        yield server


@pytest.fixture
def user(real: Dovecot) -> User:
    user = real.add_user(f"user{next(_numbers) % 9 + 1}")
    with real.mailbox(user) as mailbox:
        if mailbox.uids():
            mailbox.delete(mailbox.uids())
        for subject in numbers(*range(1, 7)):
            mailbox.append(letter(subject))
    return user


def flags_at(real: Dovecot, user: User) -> list[list[str]]:
    """The flags of each mail, in the order of arrival."""
    with real.mailbox(user) as mailbox:
        found = mailbox.flags()
    return [sorted(found[uid]) for uid in sorted(found)]


def test_flags_reach_a_real_server(fresh_service: Any, real: Dovecot, user: User) -> None:
    service = fresh_service(CONFIG, {"POSTRIDER_MAIL_EXTRA_CA": str(real.ca_file)})
    client = service.admin()
    account = synced_account(client, real.account(user, flagSync="both"))
    mails = ids(client, account)
    read(client, mails["Number 1"])
    star(client, mails["Number 2"])
    wait_until(
        lambda: flags_at(real, user) == [["\\Seen"], ["\\Flagged"], [], [], [], []], 20, "the flags at the server"
    )
    read(client, mails["Number 1"], False)
    client.post("/mails/batch-read", {"ids": [mails["Number 3"], mails["Number 4"]], "isRead": True}).ok()
    wait_until(lambda: flags_at(real, user) == [[], ["\\Flagged"], ["\\Seen"], ["\\Seen"], [], []], 20, "the next ones")
    client.post("/mails/mark-all-read", {"accountId": account["id"]}).ok()
    wait_until(lambda: flags_at(real, user) == [["\\Seen"], ["\\Flagged", "\\Seen"], *[["\\Seen"]] * 4], 20, "all")
    client.post("/mails/batch-star", {"ids": [mails["Number 5"], mails["Number 6"]], "isStarred": True}).ok()
    wait_until(lambda: flags_at(real, user)[4:] == [["\\Flagged", "\\Seen"]] * 2, 20, "the stars")
    client.post("/mails/batch-star", {"ids": [mails["Number 5"], mails["Number 6"]], "isStarred": False}).ok()
    wait_until(lambda: flags_at(real, user)[4:] == [["\\Seen"]] * 2, 20, "no stars")
    run_pass(client, account)
    assert shown(client, account) == {subject: (True, subject == "Number 2") for subject in mails}


def test_flags_survive_a_server_that_is_away(fresh_service: Any, real: Dovecot, user: User) -> None:
    service = fresh_service(CONFIG, {"POSTRIDER_MAIL_EXTRA_CA": str(real.ca_file)})
    client = service.admin()
    account = synced_account(client, real.account(user, flagSync="both"))
    mails = ids(client, account)
    real.kill()
    read(client, mails["Number 1"])
    service.kill()
    service.start()
    client = service.admin()
    star(client, mails["Number 1"])
    service.restart()
    client = service.admin()
    real.start()
    wait_until(lambda: flags_at(real, user) == [["\\Flagged", "\\Seen"], [], [], [], [], []], 30, "the flags")
    in_step(client, account)
    assert shown(client, account)["Number 1"] == (True, True)


def test_flags_survive_a_new_uid_validity(fresh_service: Any, real: Dovecot, user: User) -> None:
    service = fresh_service(CONFIG, {"POSTRIDER_MAIL_EXTRA_CA": str(real.ca_file)})
    client = service.admin()
    account = synced_account(client, real.account(user, flagSync="both"))
    mails = ids(client, account)
    real.stop()
    read(client, mails["Number 3"])
    real.change_uid_validity(user)
    real.start()
    wait_until(lambda: flags_at(real, user) == [[], [], ["\\Seen"], [], [], []], 30, "the flag")
    in_step(client, account)
    assert ids(client, account) == mails
    assert shown(client, account)["Number 3"] == (True, False)


# -- scripted servers


@pytest.fixture
def server() -> Iterator[ImapScript]:
    with ImapScript(box(5), FULL) as one:
        yield one


@pytest.fixture
def make(client: Client, events: EventStream, server: ImapScript) -> Iterator[Callable[..., dict[str, Any]]]:
    made: list[dict[str, Any]] = []

    def one(**options: Any) -> dict[str, Any]:
        made.append(synced_account(client, server.account(**{"flagSync": "both"} | options)))
        events.wait_for("mail.synced", of(made[-1]))
        server.wait_for("IDLE")
        return made[-1]

    yield one
    for account in made:
        client.delete(f"/accounts/{account['id']}").ok()


Make = Callable[..., dict[str, Any]]


def flags(server: ImapScript) -> dict[int, list[str]]:
    return {mail.uid: mail.flags for mail in server.mails if mail.flags}


def stores(server: ImapScript) -> list[str]:
    return [command.text for command in server.commands("UID STORE")]


def test_folder_is_open_for_writing_only_during_the_flag_change(client: Client, server: ImapScript, make: Make) -> None:
    account = make()
    assert server.commands("SELECT") == []
    before = len(server.received)
    read(client, ids(client, account)["Number 2"])
    server.wait_for("IDLE", 2)
    commands = [one.text.split(" (")[0] for one in server.received[before:]]
    assert commands == [
        'SELECT "INBOX"',
        "UID FETCH 2",
        "UID STORE 2",
        "NOOP",
        "UID FETCH 2",
        'EXAMINE "INBOX"',
        "IDLE",
    ]
    assert stores(server) == ["UID STORE 2 (UNCHANGEDSINCE 1) +FLAGS.SILENT (\\Seen)"]
    assert flags(server) == {2: ["\\Seen"]}


@pytest.mark.parametrize("option", ["off", "pull"])
def test_no_flag_is_stored_without_the_option(
    client: Client, events: EventStream, server: ImapScript, make: Make, option: str
) -> None:
    account = make(flagSync=option)
    for mail in ids(client, account).values():
        read(client, mail)
        star(client, mail)
    run_pass(client, account)
    assert server.commands("SELECT") == [] and stores(server) == []
    assert flags(server) == {}


def test_flag_changes_before_the_option_are_not_stored_at_the_server(
    client: Client, events: EventStream, server: ImapScript, make: Make
) -> None:
    account = make(flagSync="pull")
    read(client, ids(client, account)["Number 1"])
    client.put(f"/accounts/{account['id']}", {"flagSync": "both"}).ok()
    server.wait_for("IDLE", 2)
    read(client, ids(client, account)["Number 2"])
    wait_until(lambda: flags(server) == {2: ["\\Seen"]}, 20, "the one of after it")
    run_pass(client, account)
    assert flags(server) == {2: ["\\Seen"]}
    assert shown(client, account)["Number 1"] == (True, False)


def test_many_changes_of_one_mail_are_one(client: Client, server: ImapScript, make: Make) -> None:
    account = make()
    mails = ids(client, account)
    server.on("LOGIN", lambda session: session.no("[UNAVAILABLE] later"))
    server.each(ImapSession.close)
    account_when(client, account["id"], lambda now: now["mode"] == "stopped")
    for is_read in (True, False, True):
        read(client, mails["Number 1"], is_read)
    for is_starred in (True, False):
        star(client, mails["Number 2"], is_starred)
    server.on("LOGIN", None)
    wait_until(lambda: flags(server) == {1: ["\\Seen"]}, 20, "the flag")
    in_step(client, account)
    assert stores(server) == ["UID STORE 1 (UNCHANGEDSINCE 1) +FLAGS.SILENT (\\Seen)"]


def test_equal_flag_changes_share_a_command(client: Client, server: ImapScript, make: Make) -> None:
    server.mails += [type(server.mails[0])(uid, raw, ["\\Flagged"]) for uid, raw in enumerate(box(2), 6)]
    account = make()
    mails = {mail["id"] for mail in all_mails(client, accountId=account["id"])}
    client.post("/mails/mark-all-read", {"accountId": account["id"]}).ok()
    wait_until(lambda: len([1 for mail in server.mails if "\\Seen" in mail.flags]) == len(mails), 20, "all flags")
    assert stores(server) == ["UID STORE 1:7 (UNCHANGEDSINCE 1) +FLAGS.SILENT (\\Seen)"]


def test_set_and_cleared_at_once(client: Client, server: ImapScript, make: Make) -> None:
    server.mails[0].flags = ["\\Flagged"]
    account = make()
    mail = ids(client, account)["Number 1"]
    server.on("LOGIN", lambda session: session.no("[UNAVAILABLE] later"))
    server.each(ImapSession.close)
    account_when(client, account["id"], lambda now: now["mode"] == "stopped")
    read(client, mail)
    star(client, mail, False)
    server.on("LOGIN", None)
    wait_until(lambda: server.mails[0].flags == ["\\Seen"], 20, "both changes")
    in_step(client, account)
    assert len(stores(server)) == 2
    assert shown(client, account)["Number 1"] == (True, False)


def test_own_change_that_comes_back_is_no_change(
    client: Client, events: EventStream, server: ImapScript, make: Make
) -> None:
    account = make()
    read(client, ids(client, account)["Number 1"])
    server.wait_for("IDLE", 2)
    server.flag(1, "\\Seen")  # as servers do that also notify the session that made the change
    run_pass(client, account)
    updates = [
        event.data["changes"] for event in events.named("mail.updated") if event.data["account_id"] == account["id"]
    ]
    assert [changes for changes in updates if "is_read" in changes] == [{"is_read": True}]
    assert len(stores(server)) == 1


def test_change_while_the_answer_is_lost_undoes_nothing_newer(client: Client, server: ImapScript, make: Make) -> None:
    """The answer to the STORE is lost and the mail is unread again here; the returned flag is our own."""
    account = make()
    mail = ids(client, account)["Number 1"]

    def swallowing(session: ImapSession) -> None:
        server.on("UID STORE", None)
        server.mails[0].flags = ["\\Seen"]
        server.touch(server.mails[0])
        read(client, mail, False)
        session.close()

    server.on("UID STORE", swallowing)
    read(client, mail)
    wait_until(lambda: len(stores(server)) == 2, 20, "the newer change")
    in_step(client, account)
    assert server.mails[0].flags == []
    assert shown(client, account)["Number 1"] == (False, False)


def test_flag_of_a_mail_that_was_just_moved_arrives_at_its_new_place(client: Client, server: ImapScript) -> None:
    """As with Dovecot: the session of the STORE is not notified of the move yet, and the STORE succeeds."""
    archive = server.folder("Archive")
    archive.uid_validity = 2000
    account = synced_account(client, server.account(flagSync="both", folders=["INBOX", "Archive"]))
    gone = server.mails[0]

    def store(session: ImapSession) -> None:
        server.on("UID STORE", None)
        server.copy_to(gone.uid, archive)
        session.usual()

    def note_and_answer(session: ImapSession) -> None:
        if archive.mails and gone in server.mails:
            server.mails.remove(gone)
            session.line("* VANISHED 1")
        session.usual()

    server.on("UID STORE", store)
    server.on("NOOP", note_and_answer)
    server.on("EXAMINE", note_and_answer)
    read(client, ids(client, account)["Number 1"])
    wait_until(lambda: gone not in server.mails, 20, "the end of the move")
    run_pass(client, account)
    wait_until(lambda: archive.mails[0].flags == ["\\Seen"], 20, "the flag at the new place")
    assert shown(client, account)["Number 1"] == (True, False)
    client.delete(f"/accounts/{account['id']}").ok()


def test_change_at_the_server_of_the_same_flag_wins(
    client: Client, events: EventStream, server: ImapScript, make: Make
) -> None:
    """Here the mail becomes unread and read again; meanwhile another client makes it unread at the server."""
    account = make()
    mail = ids(client, account)["Number 1"]
    read(client, mail)
    wait_until(lambda: flags(server) == {1: ["\\Seen"]}, 20, "the flag")
    server.wait_for("IDLE", 2)
    server.on("LOGIN", lambda session: session.no("[UNAVAILABLE] later"))
    server.each(ImapSession.close)
    account_when(client, account["id"], lambda now: now["mode"] == "stopped")
    read(client, mail, False)
    read(client, mail, True)
    server.flag(1, notify=False)
    server.on("LOGIN", None)
    in_step(client, account)
    wait_until(lambda: shown(client, account)["Number 1"] == (False, False), 20, "the server's flag")
    assert flags(server) == {}


def test_other_flags_of_the_mail_stay(client: Client, server: ImapScript, make: Make) -> None:
    server.mails[0].flags = ["$Work", "\\Answered"]
    account = make()
    star(client, ids(client, account)["Number 1"])
    wait_until(lambda: sorted(server.mails[0].flags) == ["$Work", "\\Answered", "\\Flagged"], 20, "the flag")


def test_mail_that_changes_meanwhile_is_asked_for_again(client: Client, server: ImapScript, make: Make) -> None:
    """Another client stars the mail between our FETCH and our STORE: MODIFIED, and both changes are kept."""
    account = make()

    def meanwhile(session: ImapSession) -> None:
        server.on("UID STORE", None)
        server.flag(1, "\\Flagged", notify=False)
        session.usual()

    server.on("UID STORE", meanwhile)
    read(client, ids(client, account)["Number 1"])
    wait_until(lambda: sorted(server.mails[0].flags) == ["\\Flagged", "\\Seen"], 20, "both flags")
    wait_until(lambda: shown(client, account)["Number 1"] == (True, True), 20, "both here")
    assert len(stores(server)) == 2


def test_server_that_always_says_modified_is_left_alone_in_the_end(
    client: Client, events: EventStream, server: ImapScript, make: Make
) -> None:
    account = make()
    server.on("UID STORE", lambda session: session.ok("[MODIFIED 1] conditional"))
    read(client, ids(client, account)["Number 1"])
    for _ in range(6):
        server.wait_for("IDLE", 2)
        run_pass(client, account)
    assert len(stores(server)) == 10
    assert shown(client, account)["Number 1"] == (True, False), "here it stays as it is"


@pytest.mark.parametrize("answer", [ImapSession.no, ImapSession.bad], ids=["NO", "BAD"])
def test_refused_change_is_tried_again_later_and_holds_up_nothing(
    client: Client, events: EventStream, server: ImapScript, make: Make, answer: Callable[[ImapSession], None]
) -> None:
    account = make()
    server.on("UID STORE", answer)
    read(client, ids(client, account)["Number 1"])
    server.wait_for("IDLE", 2)
    server.arrive(letter("New one"))
    assert events.wait_for("mail.received", of(account)).data["mails"][0]["subject"] == "New one"
    assert client.get(f"/accounts/{account['id']}").ok()["status"] == "active"
    server.on("UID STORE", None)
    run_pass(client, account)
    wait_until(lambda: flags(server) == {1: ["\\Seen"]}, 20, "the flag")


@pytest.mark.parametrize(
    "refusal",
    [lambda session: session.no("read-only account"), lambda session: session.ok("[READ-ONLY] only")],
    ids=["NO", "read-only"],
)
def test_folder_that_cannot_be_written_is_read_all_the_same(
    client: Client, events: EventStream, server: ImapScript, make: Make, refusal: Callable[[ImapSession], None]
) -> None:
    account = make()
    server.on("SELECT", refusal)
    read(client, ids(client, account)["Number 1"])
    server.wait_for("SELECT")
    server.arrive(letter("New one"))
    assert events.wait_for("mail.received", of(account)).data["mails"][0]["subject"] == "New one"
    assert client.get(f"/accounts/{account['id']}").ok()["status"] == "active"
    assert stores(server) == []


def test_flags_of_an_expunged_mail_are_not_stored(
    client: Client, events: EventStream, server: ImapScript, make: Make
) -> None:
    account = make(onExpunge="keep")
    mail = ids(client, account)["Number 1"]
    server.expunge(1)
    read(client, mail)
    server.wait_for("IDLE", 2)
    run_pass(client, account)
    assert stores(server) == []
    selects = len(server.commands("SELECT"))
    run_pass(client, account)
    assert len(server.commands("SELECT")) == selects, "nothing is left to be told"
    assert shown(client, account)["Number 1"] == (True, False)


def test_flags_of_another_folder_are_stored_too(fresh_service: Any, dovecot: Dovecot, mail_user: User) -> None:
    with dovecot.mailbox(mail_user) as mailbox:
        mailbox.create("Work")
        mailbox.append(letter("At work"), "Work")
        mailbox.append(letter("At home"))
    service: Service = fresh_service(CONFIG)
    client = service.admin()
    account = synced_account(client, dovecot.account(mail_user, flagSync="both", folders=["INBOX", "Work"]))
    read(client, ids(client, account)["At work"])

    def is_stored() -> bool:
        with dovecot.mailbox(mail_user) as mailbox:
            return list(mailbox.flags("Work").values()) == [frozenset({"\\Seen"})]

    wait_until(is_stored, 20, "the flag at the server")
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        dovecot.deliver(mail_user, letter("Still heard at once"))
        assert stream.wait_for("mail.received").data["mails"][0]["subject"] == "Still heard at once"
