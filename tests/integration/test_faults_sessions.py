# SPDX-License-Identifier: GPL-3.0-or-later
"""Mail servers that end a session, hang in it, or repeat the password in an answer."""

import base64
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from following import QUICK, box, delete_all, in_step, notices, numbers, of, passes, subjects, synced
from postrider_support import Client, EventStream, ImapScript, ImapSession, Service, wait_until
from postrider_support.imapscript import Stored
from postrider_support.letters import account_when, all_mails, letter, settled, synced_account

CONFIG = QUICK
ENVIRONMENT = {"POSTRIDER_LOG": "*.debug=true"}


@pytest.fixture
def server() -> Iterator[ImapScript]:
    with ImapScript(box(5)) as one:
        yield one


@pytest.fixture(autouse=True)
def no_accounts_left(client: Client) -> Iterator[None]:
    yield
    delete_all(client)


# -- the session ends


@pytest.mark.parametrize("command", ["CAPABILITY", "LOGIN", "LIST", "EXAMINE", "UID FETCH", "IDLE", "NOOP"])
@pytest.mark.parametrize("end", [ImapSession.bye, ImapSession.close], ids=["BYE", "closed"])
def test_end_in_any_command_is_followed_by_a_new_beginning(
    client: Client, events: EventStream, server: ImapScript, command: str, end: Callable[[ImapSession], None]
) -> None:
    def ends(session: ImapSession) -> None:
        server.on(command, None)
        end(session)

    server.on(command, ends)
    account = client.post("/accounts", server.account()).ok(201)
    wait_until(lambda: server.connections >= 2, 20, "a second connection")
    in_step(client, account)
    settled(client, account["id"])
    assert subjects(client, account) == numbers(1, 2, 3, 4, 5)
    assert notices(events, account) == {}
    assert not [event for event in events.named("account.status_changed") if of(account)(event)]


def test_bye_in_the_middle_of_a_fetch(client: Client, server: ImapScript) -> None:
    def half(session: ImapSession) -> None:
        if "HEADER.FIELDS" not in session.rest:
            return session.usual()
        server.on("UID FETCH", None)
        for number, mail in server.visible()[:2]:
            session.fetched(number, mail)
        session.bye("going down")

    server.on("UID FETCH", half)
    account = synced_account(client, server.account())
    assert subjects(client, account) == numbers(1, 2, 3, 4, 5)


def test_silence_in_any_command_is_noticed(client: Client, events: EventStream, server: ImapScript) -> None:
    for command in ("LIST", "EXAMINE", "UID FETCH", "NOOP"):

        def hangs(session: ImapSession, command: str = command) -> None:
            server.on(command, None)
            session.wait_for_end()

        account = synced(client, events, server)
        server.on(command, hangs)
        server.each(ImapSession.close)
        assert events.wait_for("account.sync_error", lambda event: event.data["error_code"] == "timeout", 20)
        server.arrive(letter(f"After {command}"))
        events.wait_for("mail.received", of(account), 20)
        client.delete(f"/accounts/{account['id']}").ok()


def test_server_that_only_says_that_it_is_there_is_given_up(
    client: Client, events: EventStream, server: ImapScript
) -> None:
    def chats(session: ImapSession) -> None:
        server.on("LIST", None)
        while session.is_left_alone(0.5):
            session.line("* OK still here")

    account = synced(client, events, server)
    server.on("LIST", chats)
    server.each(ImapSession.close)
    error = events.wait_for("account.sync_error", lambda event: event.data["error_code"] == "timeout", 40)
    assert of(account)(error)
    in_step(client, account)


def test_server_that_throws_us_out_again_and_again_is_asked_less_and_less(
    fresh_service: Any, server: ImapScript
) -> None:
    client = fresh_service(QUICK | {"sync.retry_max": "60"}).admin()
    server.on("IDLE", ImapSession.close)
    account = client.post("/accounts", server.account()).ok(201)
    server.wait_for("LOGIN", 4)
    came = [command.at for command in server.commands("LOGIN")]
    gaps = [later - earlier for earlier, later in zip(came, came[1:])]
    assert (gaps[1] > 1.7, gaps[2] > 3.4) == (True, True), gaps
    assert client.get(f"/accounts/{account['id']}").ok()["status"] == "active", "each time it came through"


def test_reader_does_not_bring_a_refused_login_forward(fresh_service: Any, server: ImapScript) -> None:
    client = fresh_service(QUICK | {"sync.auth_retry_min": "3600"}).admin()
    server.on("UID FETCH", lambda session: session.no() if "BODY.PEEK[]" in session.rest else session.usual())
    account = client.post("/accounts", server.account()).ok(201)
    in_step(client, account)
    server.passwords.clear()
    server.each(ImapSession.close)
    account_when(client, account["id"], lambda now: now["status"] == "error")
    tries = len(server.commands("LOGIN"))
    for mail in all_mails(client):
        client.get(f"/mails/{mail['id']}").failed(502, 50201)
    assert len(server.commands("LOGIN")) == tries


def test_folder_that_the_server_does_not_open_stops_no_other(
    client: Client, events: EventStream, server: ImapScript
) -> None:
    def lists(session: ImapSession) -> None:
        session.line('* LIST () "/" Locked')
        session.usual()

    server.on("LIST", lists)
    server.on(
        "EXAMINE", lambda session: session.no("[NOPERM] not yours") if "Locked" in session.rest else session.usual()
    )
    account = synced_account(client, server.account(folders=["INBOX", "Locked"]))
    server.arrive(letter("New"))
    events.wait_for("mail.received", of(account))
    passes(events, account, 2)
    assert in_step(client, account)["errorCode"] is None
    asked = [command for command in server.commands("EXAMINE") if "Locked" in command.text]
    assert (len(asked), len(server.commands("LOGIN"))) == (1, 1), "once in a connection"


# -- IDLE


def test_idle_that_says_nothing_is_renewed(client: Client, events: EventStream, server: ImapScript) -> None:
    account = synced(client, events, server)
    server.wait_for("IDLE", 3)
    server.mails.append(Stored(6, letter("Unannounced")))
    assert events.wait_for("mail.received", of(account)).data["mails"][0]["subject"] == "Unannounced"
    assert len(server.commands("LOGIN")) == 1


@pytest.mark.parametrize("answer", [ImapSession.no, ImapSession.bad, ImapSession.ok], ids=["NO", "BAD", "OK at once"])
def test_server_that_offers_idle_and_refuses_it_is_polled(
    client: Client, events: EventStream, server: ImapScript, answer: Callable[[ImapSession], None]
) -> None:
    server.on("IDLE", lambda session: answer(session))
    account = synced(client, events, server)
    account_when(client, account["id"], lambda now: now["mode"] == "polling")
    server.arrive(letter("Polled"))
    assert events.wait_for("mail.received", of(account)).data["mails"][0]["subject"] == "Polled"
    passes(events, account, 2)
    assert len(server.commands("LOGIN")) == 1
    assert len(server.commands("IDLE")) == 1, "asked once in a connection"


def test_half_open_idle_is_noticed(client: Client, events: EventStream, server: ImapScript) -> None:
    def silent(session: ImapSession) -> None:
        server.on("IDLE", None)
        session.line("+ idling")
        session.wait_for_end()

    account = synced(client, events, server)
    server.on("IDLE", silent)
    assert events.wait_for("account.sync_error", of(account), 20).data["error_code"] == "timeout"
    server.arrive(letter("Meanwhile"))
    assert events.wait_for("mail.received", of(account), 20).data["mails"][0]["subject"] == "Meanwhile"


# -- secrets and the log

SECRET = "Qx9-sesame-Lantern"


@pytest.mark.parametrize(
    "echo",
    [
        lambda session: session.no(f"cannot log in: LOGIN {session.rest}"),
        lambda session: session.bad(f"what is LOGIN {session.rest.upper()}?"),
        lambda session: session.bye(f"{session.rest} is not welcome"),
        lambda session: session.line(f"{session.rest} {session.rest}"),
        lambda session: (session.line(f"* OK [ALERT] {session.rest} is weak"), session.no()),
    ],
    ids=["NO", "BAD in capitals", "BYE", "garbage", "alert"],
)
def test_password_that_the_server_repeats_is_repeated_by_nobody(
    service: Service, client: Client, events: EventStream, server: ImapScript, echo: Callable[[ImapSession], Any]
) -> None:
    server.on("LOGIN", lambda session: echo(session) and None)
    body = server.account(password=SECRET)
    account = client.post("/accounts", body).ok(201)
    events.wait_for("account.sync_error", of(account))
    broken = account_when(client, account["id"], lambda now: now["status"] == "error")
    tested = client.post("/accounts/test-connection", body)
    shown = client.post("/accounts/folders", body)
    everything = str(broken) + str([event.data for event in events.received]) + service.log() + tested.body.decode()
    everything += shown.body.decode()
    assert tested.ok()["success"] is False and shown.status == 502
    for form in (SECRET, SECRET.upper(), base64.b64encode(SECRET.encode()).decode()):
        assert form not in everything


def test_folders_are_shown_without_counts_that_do_not_come(client: Client, server: ImapScript) -> None:
    server.folder("Slow")
    server.on("STATUS", lambda session: None)
    found = client.post("/accounts/folders", server.account()).ok()["folders"]
    assert [(folder["path"], folder["serverTotal"]) for folder in found] == [("INBOX", None), ("Slow", None)]


def test_trouble_is_logged_when_it_begins_and_ends(fresh_service: Any, server: ImapScript) -> None:
    service = fresh_service(QUICK)
    client = service.admin()
    server.on("LOGIN", lambda session: session.no("[UNAVAILABLE] later"))
    account = client.post("/accounts", server.account()).ok(201)
    server.wait_for("LOGIN", 8)
    server.on("LOGIN", None)
    in_step(client, account)
    service.stop()
    lines = [line for line in service.log().splitlines() if f"account= {account['id']} " in line]
    assert ["first failure" in lines[0], "error server_error" in lines[1], "again after" in lines[2], len(lines)] == [
        True,
        True,
        True,
        3,
    ], lines
