# SPDX-License-Identifier: GPL-3.0-or-later
"""Mails that another client moves at the server keep their ids and flags and are announced once."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from following import QUICK, notices, of, run_pass
from postrider_support import (
    Client,
    Dovecot,
    EventStream,
    ImapScript,
    ImapSession,
    Mailbox,
    Service,
    Stored,
    User,
    wait_until,
)
from postrider_support.letters import all_mails, letter, synced_account
from postrider_support.webhooksink import WebhookSink

# No pass starts by itself: a test starts each pass, and sets which folder is checked first.
CONFIG = {
    "sync.retry_min": "1",
    "sync.retry_max": "1",
    "sync.quick_retry": "1",
    "webhooks.allowed_networks": "127.0.0.1",
}
PLAIN = "IMAP4rev1 IDLE UIDPLUS"
FULL = "IMAP4rev1 IDLE ENABLE UIDPLUS CONDSTORE QRESYNC"

Make = Callable[..., dict[str, Any]]


# A pass checks INBOX after the other folders.
BEFORE_INBOX, AFTER_INBOX = ("Archive", "INBOX"), ("INBOX", "Archive")


@pytest.fixture(params=[PLAIN, FULL], ids=["plain", "QRESYNC"])
def server(request: pytest.FixtureRequest) -> Iterator[ImapScript]:
    with ImapScript([letter("Number 1"), letter("Number 2")], request.param) as one:
        one.folder("Archive")
        yield one


@pytest.fixture
def sink(client: Client) -> Iterator[WebhookSink]:
    with WebhookSink() as one:
        made = client.post("/webhooks", {"name": "Sink", "url": one.url()}).ok(201)
        yield one
        client.delete(f"/webhooks/{made['id']}").ok()


@pytest.fixture
def make(client: Client, events: EventStream, sink: WebhookSink) -> Iterator[Make]:
    made: list[dict[str, Any]] = []

    def one(server: ImapScript, **options: Any) -> dict[str, Any]:
        made.append(synced_account(client, server.account(**{"folders": ["INBOX", "Archive"]} | options)))
        events.wait_for("mail.synced", of(made[-1]))
        return made[-1]

    yield one
    for account in made:
        client.delete(f"/accounts/{account['id']}").ok()


def shown(client: Client, account: dict[str, Any]) -> dict[str, list[tuple[int, str, bool, bool]]]:
    """By subject: id, folder, read and starred of each row."""
    rows: dict[str, list[tuple[int, str, bool, bool]]] = {}
    for mail in sorted(all_mails(client, accountId=account["id"]), key=lambda mail: int(mail["id"])):
        rows.setdefault(mail["subject"], []).append((mail["id"], mail["folder"], mail["isRead"], mail["isStarred"]))
    return rows


def only(client: Client, account: dict[str, Any], subject: str) -> tuple[int, str, bool, bool]:
    rows = shown(client, account).get(subject, [])
    assert len(rows) == 1, f"{subject} is there {len(rows)} times"
    return rows[0]


def mark(client: Client, mail: int) -> None:
    client.put(f"/mails/{mail}/read", {"isRead": True}).ok()
    client.put(f"/mails/{mail}/star", {"isStarred": True}).ok()


def changes(events: EventStream, account: dict[str, Any], mail: int) -> dict[str, Any]:
    """The changes of this mail in all events, with the last value of each field."""
    known: dict[str, Any] = {}
    for event in events.named("mail.updated"):
        if event.data["account_id"] == account["id"] and mail in event.data["ids"]:
            known |= event.data["changes"]
    return known


def called(sink: WebhookSink) -> Counter[str]:
    """How often the webhook was called for each subject."""
    bodies = [json.loads(call.body) for call in sink.calls]
    return Counter(mail["subject"] for body in bodies for mail in body["data"]["mails"])


def announced_once(
    events: EventStream, sink: WebhookSink, server: ImapScript, client: Client, account: dict[str, Any]
) -> None:
    """Delivers one more mail: when it is announced, everything before it has been announced too."""
    server.arrive(letter("The last one"))
    run_pass(client, account)
    wait_until(lambda: called(sink)["The last one"], 20, "the call for the last mail")
    wait_until(lambda: notices(events, account)["The last one"], 20, "the event of the last mail")
    assert notices(events, account) == called(sink)
    assert max(called(sink).values()) == 1


# -- both orders, in one pass and in two


def ends(server: ImapScript) -> dict[str, ImapScript]:
    return {"INBOX": server, "Archive": server.folders["Archive"]}


@pytest.mark.parametrize("source, target", [AFTER_INBOX, BEFORE_INBOX], ids=["copy first", "end first"])
def test_move_within_one_look(
    client: Client, events: EventStream, server: ImapScript, sink: WebhookSink, make: Make, source: str, target: str
) -> None:
    folders = ends(server)
    if source == "Archive":
        for mail in list(server.mails):
            server.copy_to(mail.uid, folders["Archive"])
            server.expunge(mail.uid)
    account = make(server)
    folders[source].arrive(letter("Moved"))
    run_pass(client, account)
    mail = only(client, account, "Moved")[0]
    mark(client, mail)
    uid = folders[source].mails[-1].uid
    folders[source].copy_to(uid, folders[target])
    folders[source].expunge(uid)
    run_pass(client, account)
    assert only(client, account, "Moved") == (mail, target, True, True)
    expected = {
        "is_read": True,
        "is_starred": True,
        "on_server": True,
        "folder": target,
        "folder_role": "archive" if target == "Archive" else "inbox",
    }
    wait_until(lambda: changes(events, account, mail) == expected, 10, f"events that say {expected}")
    announced_once(events, sink, server, client, account)
    assert called(sink) == {"Moved": 1, "The last one": 1}
    assert client.get(f"/mails/{mail}").ok()["textBody"].startswith("Hello")


@pytest.mark.parametrize("policy", ["hide", "keep", "delete"])
@pytest.mark.parametrize("step", ["copy first", "end first"])
def test_move_in_two_looks(
    client: Client, events: EventStream, server: ImapScript, sink: WebhookSink, make: Make, step: str, policy: str
) -> None:
    account = make(server, onExpunge=policy)
    mail = only(client, account, "Number 1")[0]
    mark(client, mail)
    archive = server.folders["Archive"]
    copy = Stored(50, server.mails[0].raw, [], server.mails[0].received_at)
    if step == "end first":
        server.expunge(1)
        run_pass(client, account)
        assert client.get(f"/mails/{mail}").ok()["onServer"] is False
        archive.mails.append(copy)
        archive.touch(copy)
    else:
        archive.mails.append(copy)
        archive.touch(copy)
        run_pass(client, account)
        rows = shown(client, account)["Number 1"]
        assert [row[:2] for row in rows] == [(mail, "INBOX"), (rows[1][0], "Archive")], "a copy until the other goes"
        server.expunge(1)
    run_pass(client, account)
    assert only(client, account, "Number 1") == (mail, "Archive", True, True)
    if step == "copy first":
        assert events.wait_for("mail.deleted", of(account)).data["ids"] == [rows[1][0]]
    for _ in range(3):
        run_pass(client, account)
    assert only(client, account, "Number 1") == (mail, "Archive", True, True)
    announced_once(events, sink, server, client, account)
    assert called(sink) == {"The last one": 1}


def test_copy_that_stays_is_two_mails_and_no_news(
    client: Client, events: EventStream, server: ImapScript, sink: WebhookSink, make: Make
) -> None:
    account = make(server)
    server.copy_to(1, server.folders["Archive"])
    for _ in range(4):
        run_pass(client, account)
    assert [row[1] for row in shown(client, account)["Number 1"]] == ["INBOX", "Archive"]
    announced_once(events, sink, server, client, account)
    assert called(sink) == {"The last one": 1}
    copy = shown(client, account)["Number 1"][1][0]
    wait_until(lambda: client.get(f"/mails/{copy}").ok()["bodyState"] == "stored", 20, "the copy's text")


def test_mails_of_one_message_id_are_both_announced(
    client: Client, events: EventStream, server: ImapScript, sink: WebhookSink, make: Make
) -> None:
    """The copy from the mailing list has a footer, so it is another mail."""
    account = make(server)
    sent_at = 1_750_000_000.0
    same = {"Message-ID": "<one@example.com>"}
    server.folders["Archive"].arrive(letter("To the list", "Hello.\n-- \nthe list", sent_at=sent_at, headers=same))
    run_pass(client, account)
    server.arrive(letter("To me", sent_at=sent_at, headers=same))
    wait_until(lambda: len(shown(client, account)) == 4, 20, "both mails")
    assert only(client, account, "To me")[1] == "INBOX" and only(client, account, "To the list")[1] == "Archive"
    announced_once(events, sink, server, client, account)
    assert called(sink) == {"To me": 1, "To the list": 1, "The last one": 1}


# -- mails that were deleted here


@pytest.mark.parametrize("step", ["copy first", "end first", "at once"])
def test_deleted_mail_that_is_moved_stays_deleted(
    client: Client, events: EventStream, server: ImapScript, sink: WebhookSink, make: Make, step: str
) -> None:
    account = make(server)
    client.delete(f"/mails/{only(client, account, 'Number 1')[0]}").ok()
    archive = server.folders["Archive"]
    copy = Stored(50, server.mails[0].raw, [], server.mails[0].received_at)
    first, second = (lambda: archive.mails.append(copy)), (lambda: server.expunge(1))
    for act in (second, first) if step == "end first" else (first, second):
        act()
        archive.touch(copy)
        if step != "at once":
            run_pass(client, account)
    for _ in range(2):
        run_pass(client, account)
    assert set(shown(client, account)) == {"Number 2"}
    announced_once(events, sink, server, client, account)
    assert called(sink) == {"The last one": 1}


# -- EMAILID (RFC 8474)


@pytest.fixture
def objects() -> Iterator[ImapScript]:
    with ImapScript([letter("Number 1")], FULL + " OBJECTID") as one:
        one.mails[0].email_id = "M1"
        one.folder("Archive")
        yield one


def test_email_id_recognises_a_mail_without_message_id(
    client: Client, events: EventStream, objects: ImapScript, sink: WebhookSink, make: Make
) -> None:
    """Two mails with the same bytes, as machines send them: only the EMAILID distinguishes them."""
    account = make(objects)
    alarm = letter("Alarm", headers={"Message-ID": ""})
    for email_id in ("M2", "M3"):
        objects.arrive(alarm)
        objects.mails[-1].email_id = email_id
        objects.mails[-1].received_at = 1_750_000_000
    run_pass(client, account)
    first, second = [row[0] for row in shown(client, account)["Alarm"]]
    objects.copy_to(3, objects.folders["Archive"])
    objects.expunge(3)
    run_pass(client, account)
    assert [row[:2] for row in shown(client, account)["Alarm"]] == [(first, "INBOX"), (second, "Archive")]
    announced_once_but(events, sink, objects, client, account, {"Alarm": 2, "The last one": 1})


def announced_once_but(
    events: EventStream,
    sink: WebhookSink,
    server: ImapScript,
    client: Client,
    account: dict[str, Any],
    expected: dict[str, int],
) -> None:
    server.arrive(letter("The last one"))
    server.mails[-1].email_id = "M99"
    run_pass(client, account)
    wait_until(lambda: called(sink)["The last one"], 20, "the call for the last mail")
    wait_until(lambda: notices(events, account)["The last one"], 20, "the event of the last mail")
    assert notices(events, account) == called(sink) == expected


def test_other_email_ids_are_other_mails(
    client: Client, events: EventStream, objects: ImapScript, sink: WebhookSink, make: Make
) -> None:
    account = make(objects)
    twice = letter("Delivered twice")
    for email_id in ("M2", "M3"):
        objects.arrive(twice)
        objects.mails[-1].email_id = email_id
        run_pass(client, account)
    announced_once_but(events, sink, objects, client, account, {"Delivered twice": 2, "The last one": 1})


def test_server_that_offers_objectid_and_does_not_know_it(
    client: Client, events: EventStream, objects: ImapScript, make: Make
) -> None:
    def reject_email_id(session: ImapSession) -> None:
        if "EMAILID" in session.rest:
            session.bad("unknown item")
        else:
            session.usual()

    objects.on("UID FETCH", reject_email_id)
    account = make(objects)
    objects.arrive(letter("New one"))
    run_pass(client, account)
    assert set(shown(client, account)) == {"Number 1", "New one"}
    assert client.get(f"/accounts/{account['id']}").ok()["status"] == "active"


# -- a real server, over restarts and kills


@pytest.fixture
def user(dovecot: Dovecot, mail_user: User) -> User:
    with dovecot.mailbox(mail_user) as box:
        for folder in ("Archive", "Work"):
            box.create(folder)
        for number in (1, 2, 3):
            box.append(letter(f"Number {number}"))
    return mail_user


@pytest.mark.parametrize("end", ["stop", "kill"])
@pytest.mark.parametrize("step", ["copy first", "end first"])
def test_move_over_a_restart(fresh_service: Any, dovecot: Dovecot, user: User, step: str, end: str) -> None:
    service: Service = fresh_service(CONFIG)
    client = service.admin()
    folders = ["INBOX", "Archive"]
    account = synced_account(client, dovecot.account(user, folders=folders, flagSync="both"))
    mail = only(client, account, "Number 2")[0]
    client.put(f"/mails/{mail}/star", {"isStarred": True}).ok()
    run_pass(client, account)
    with dovecot.mailbox(user) as box:
        uid = box.uids()[1]
        if step == "copy first":
            box.copy([uid], "INBOX", "Archive")
        else:  # first to a folder that is not followed, then from there
            uid = box.move([uid], "INBOX", "Work")[0]
        run_pass(client, account)
        client.put(f"/mails/{mail}/read", {"isRead": True}).ok()
        service.kill() if end == "kill" else service.stop()
        if step == "copy first":
            box.expunge([uid], "INBOX")
        else:
            box.move([uid], "Work", "Archive")
        service.start()
        client = service.admin()
        run_pass(client, account)
        assert only(client, account, "Number 2") == (mail, "Archive", True, True)
        wait_until(
            lambda: list(box.flags("Archive").values()) == [frozenset({"\\Seen", "\\Flagged"})],
            20,
            "the flags at the new place",
        )
    with service.events(client.token, 0) as stream:
        newest = stream.wait_for("connected").data["last_event_id"]
        wait_until(lambda: (stream.last_id or 0) >= newest, 20, "the replay")
        assert stream.named("mail.received") == []


@pytest.mark.parametrize("offer", [{}, {"condstore": False}], ids=["QRESYNC", "plain"])
def test_move_of_many(fresh_service: Any, scratch: Path, offer: dict[str, bool]) -> None:
    count = 1000
    with Dovecot(scratch / f"moves-{len(offer)}", **offer) as real:
        user = real.add_user("mover")
        with real.mailbox(user) as box:
            box.create("Archive")
            for number in range(count):
                box.append(letter(f"Mail {number}"))
            service: Service = fresh_service(CONFIG, {"POSTRIDER_MAIL_EXTRA_CA": str(real.ca_file)})
            client = service.admin()
            account = synced_account(client, real.account(user, folders=["INBOX", "Archive"]), 60)
            before = {mail["subject"]: mail["id"] for mail in all_mails(client)}
            with service.events(client.token) as stream:
                stream.wait_for("connected")
                for target, source in (("Archive", "INBOX"), ("INBOX", "Archive")):
                    box.move(box.uids(source), source, target)
                    run_pass(client, account)
                    run_pass(client, account)
                    mails = all_mails(client)
                    assert {mail["subject"]: mail["id"] for mail in mails} == before
                    assert {mail["folder"] for mail in mails} == {target}
                    assert {mail["bodyState"] for mail in mails} == {"stored"}
                assert stream.named("mail.received") == []
            numbers = {f"Mail {number}" for number in range(count) if "77" in str(number)}
            for folder, wanted in (("INBOX", numbers), ("Archive", set())):
                last: list[set[str]] = [set()]

                def found() -> bool:
                    mails = client.get("/mails", keyword="77", folder=folder, pageSize=100).ok()["items"]
                    last[0] = {mail["subject"] for mail in mails}
                    return last[0] == wanted

                try:
                    wait_until(found, 30, f"what is found in {folder}")
                except AssertionError as error:
                    raise AssertionError(f"{error}: {sorted(last[0] ^ wanted)} too many or missing") from None
