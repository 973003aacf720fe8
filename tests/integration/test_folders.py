# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders at the mail server: what they are for, and those that go, come back, or get another name."""

import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from following import looked, subjects, told
from postrider_support import Client, Dovecot, ImapScript, Service, SmtpScript, Talk, User, wait_until
from postrider_support.letters import account_when, all_mails, letter, synced_account
from test_users import added, logged_in

CONFIG = {
    "visibility": "owner",
    "sync.poll_interval": "1",
    "sync.retry_min": "1",
    "sync.retry_max": "1",
    "sync.quick_retry": "1",
    "mail.silence_timeout": "20",
}
WIRE = {"POSTRIDER_LOG": "postrider.imap.wire.debug=true"}
NOWHERE = "9007199254740991"

_numbers = itertools.count(1)


@pytest.fixture(autouse=True)
def no_accounts_left(client: Client) -> Iterator[None]:
    yield
    for account in client.get("/accounts").ok():
        client.delete(f"/accounts/{account['id']}").ok()


@pytest.fixture(scope="module")
def plain(scratch: Path, dovecot: Dovecot) -> Iterator[Dovecot]:
    """A server as Courier is: folders below INBOX, and it says nothing of roles or counts."""
    server = Dovecot(scratch / "folders-plain", special_use=False, list_status=False, separator=".", prefix="INBOX.")
    server.add_users(User(f"user{number}", "correct horse") for number in range(1, 20))
    with server:
        yield server


@pytest.fixture(params=["LIST-STATUS", "STATUS", "no CONDSTORE"])
def real(request: pytest.FixtureRequest, scratch: Path) -> Iterator[Dovecot]:
    """Servers that tell counts with the list, one by one, and without a modSeq."""
    options = {
        "LIST-STATUS": {},
        "STATUS": {"list_status": False},
        "no CONDSTORE": {"list_status": False, "condstore": False},
    }[request.param]
    with Dovecot(scratch / f"real{next(_numbers)}", **options) as server:
        server.add_users([User("user1", "correct horse")])
        yield server


def trusting(fresh_service: Any, *servers: Dovecot, wire: bool = False) -> Service:
    authorities = Path(servers[0].directory / "all.pem")
    authorities.write_text("".join(Path(server.ca_file).read_text() for server in servers))
    environment = {"POSTRIDER_MAIL_EXTRA_CA": str(authorities)} | (WIRE if wire else {})
    service: Service = fresh_service(CONFIG, environment)
    return service


def put(server: Dovecot, user: User, folder: str, *names: str) -> None:
    with server.mailbox(user) as mailbox:
        for name in names:
            mailbox.append(letter(name), folder)


def made_folders(server: Dovecot, user: User, *folders: str) -> None:
    with server.mailbox(user) as mailbox:
        for folder in folders:
            mailbox.create(folder)


def folders_of(client: Client, account: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {folder["path"]: folder for folder in client.get(f"/accounts/{account['id']}/folders").ok()}


def problems(client: Client, account: dict[str, Any]) -> list[tuple[str | None, str | None, str]]:
    now = client.get(f"/accounts/{account['id']}").ok()
    return [(one["path"], one["role"], one["problem"]) for one in now["folderProblems"]]


def rows(client: Client, account: dict[str, Any], folder: str = "$all") -> dict[str, dict[str, Any]]:
    """Mails by subject, each once, also those that are hidden."""
    mails = all_mails(client, accountId=account["id"], folder=folder)
    assert len({mail["subject"] for mail in mails}) == len(mails), [mail["subject"] for mail in mails]
    return {mail["subject"]: mail for mail in mails}


def row(client: Client, mail: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/mails/{mail['id']}").ok()
    return found


# -- roles

NAMED = {
    "Gesendet": "sent",
    "Entwürfe": "drafts",
    "Papierkorb": "trash",
    "Spam": "junk",
    "Archiv": "archive",
    "Projekte": None,
}


def test_usual_names_are_roles_where_the_server_tells_none(fresh_service: Any, plain: Dovecot) -> None:
    user = plain.add_user("user1")
    paths = {f"INBOX.{name}": role for name, role in NAMED.items()}
    made_folders(plain, user, *paths)
    service = trusting(fresh_service, plain)
    client = service.admin()
    account = synced_account(client, plain.account(user, folders=["INBOX", *paths]))
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        for path in paths:
            put(plain, user, path, f"In {path}")
        put(plain, user, "INBOX", "Last")
        looked(client, account)
        wait_until(lambda: len(rows(client, account)) == len(paths) + 1, 20, "all mails")
        wait_until(lambda: len(told(stream, account)) >= 3, 20, "the notices")
        assert told(stream, account) == {"In INBOX.Archiv": 1, "In INBOX.Projekte": 1, "Last": 1}
    assert {name: mail["folderRole"] for name, mail in rows(client, account).items()} == (
        {f"In {path}": role for path, role in paths.items()} | {"Last": "inbox"}
    )
    listed = folders_of(client, account)
    assert {path: folder["role"] for path, folder in listed.items()} == paths | {"INBOX": "inbox"}
    assert problems(client, account) == []


def test_setting_decides_before_server_and_names(
    fresh_service: Any, plain: Dovecot, dovecot: Dovecot, mail_user: User
) -> None:
    client = trusting(fresh_service, plain, dovecot).admin()
    user = plain.add_user("user2")
    made_folders(plain, user, "INBOX.Sent", "INBOX.Ausgang", "INBOX.Trash")
    first = synced_account(client, plain.account(user, folderRoles={"sent": "INBOX.Ausgang", "trash": None}))
    roles = {path: folder["role"] for path, folder in folders_of(client, first).items()}
    assert roles == {"INBOX": "inbox", "INBOX.Sent": None, "INBOX.Ausgang": "sent", "INBOX.Trash": None}
    # What the server says counts more than a name, and less than the setting.
    made_folders(dovecot, mail_user, "Gesendet", "Spam")
    second = synced_account(client, dovecot.account(mail_user))
    roles = {path: folder["role"] for path, folder in folders_of(client, second).items()}
    assert (roles["Sent"], roles["Gesendet"], roles["Junk"], roles["Spam"]) == ("sent", None, "junk", None)
    client.put(f"/accounts/{second['id']}", {"folderRoles": {"sent": "Gesendet"}}).ok()

    def is_set() -> bool:
        folders = folders_of(client, second)
        return (folders["Sent"]["role"], folders["Gesendet"]["role"]) == (None, "sent")

    wait_until(is_set, 20, "the role")
    changed = client.put(f"/accounts/{second['id']}", {"folderRoles": None}).ok()
    assert changed["folderRoles"] == {}
    wait_until(lambda: folders_of(client, second)["Sent"]["role"] == "sent", 20, "the server's role again")


def test_wrong_roles_are_named(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    for wrong, field in (
        ({"outbox": "X"}, "folderRoles.outbox"),
        ({"sent": ""}, "folderRoles.sent"),
        ({"sent": 5}, "folderRoles.sent"),
        ({"trash": "inbox"}, "folderRoles.trash"),
        ({"sent": "A\nB"}, "folderRoles.sent"),
        ({"junk": "A", "sent": "A"}, "folderRoles.sent"),
    ):
        body = dovecot.account(mail_user, folderRoles=wrong)
        details = client.post("/accounts", body).failed(400, 40001)["details"]
        assert [detail["field"] for detail in details] == [field], wrong


def sending(server: Dovecot, user: User, smtp: SmtpScript, **changes: Any) -> dict[str, Any]:
    return server.account(
        user, smtp_host="127.0.0.1", smtp_port=smtp.port, smtpSecurity="none", appendSent=True, **changes
    )


def sent_mail(client: Client, account: dict[str, Any]) -> int:
    mail = {"accountId": account["id"], "to": ["anna@example.org"], "subject": "Away", "body": "<p>wombats</p>"}
    identifier: int = client.post("/mails/send", mail).ok()["id"]
    return identifier


def test_copy_of_sent_mail_goes_to_a_folder_with_a_usual_name(
    fresh_service: Any, plain: Dovecot, smtp: SmtpScript
) -> None:
    user = plain.add_user("user3")
    made_folders(plain, user, "INBOX.Verzonden items", "INBOX.Gesendet")
    client = trusting(fresh_service, plain).admin()
    account = synced_account(client, sending(plain, user, smtp))
    identifier = sent_mail(client, account)
    wait_until(lambda: client.get(f"/outbox/{identifier}").ok()["copyState"] == "stored", 20, "the copy")
    assert client.get(f"/outbox/{identifier}").ok()["copyError"] is None
    with plain.mailbox(user) as mailbox:  # of two the first in the list of names
        assert (len(mailbox.uids("INBOX.Gesendet")), len(mailbox.uids("INBOX.Verzonden items"))) == (1, 0)


def test_missing_folder_for_sent_mail_shows(fresh_service: Any, plain: Dovecot, smtp: SmtpScript) -> None:
    user = plain.add_user("user4")
    client = trusting(fresh_service, plain).admin()
    account = synced_account(client, sending(plain, user, smtp))
    assert problems(client, account) == [(None, "sent", "missing")]
    identifier = sent_mail(client, account)
    wait_until(lambda: client.get(f"/outbox/{identifier}").ok()["copyError"], 20, "why there is no copy")
    entry = client.get(f"/outbox/{identifier}").ok()
    assert (entry["status"], entry["copyState"]) == ("sent", "pending")
    assert "no folder for sent mail" in entry["copyError"]
    client.put(f"/accounts/{account['id']}", {"folderRoles": {"sent": "INBOX.Nirgends"}}).ok()
    wait_until(lambda: problems(client, account) == [("INBOX.Nirgends", "sent", "missing")], 20, "the problem")
    client.put(f"/accounts/{account['id']}", {"appendSent": False, "folderRoles": None}).ok()
    wait_until(lambda: problems(client, account) == [], 20, "no problem")


# -- wrong paths, the list


def test_wrong_path_shows(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    body = dovecot.account(mail_user, folders=["INBOX", "Arbeit", "Sent"])
    test = client.post("/accounts/test-connection", body).ok()
    assert test["success"] and "Arbeit" in test["message"]
    assert [one["path"] for one in test["imap"]["folderProblems"]] == ["Arbeit"]
    account = synced_account(client, body)
    assert problems(client, account) == [("Arbeit", None, "missing")]
    assert account["status"] == "active"
    assert "Arbeit" in account["folderProblems"][0]["message"]
    assert folders_of(client, account)["Arbeit"] == {
        "path": "Arbeit",
        "role": None,
        "followed": True,
        "exists": False,
        "selectable": None,
        "total": 0,
        "unread": 0,
        "serverTotal": None,
        "serverUnread": None,
    }
    # A change shows at once what is wrong with it.
    changed = client.put(f"/accounts/{account['id']}", {"folders": ["INBOX", "Werk"]}).ok()
    assert [one["path"] for one in changed["folderProblems"]] == ["Werk"]
    assert client.put(f"/accounts/{account['id']}", {"folders": ["INBOX"]}).ok()["folderProblems"] == []
    looked(client, account)
    assert problems(client, account) == []


def test_folders_have_counts_of_both_sides(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    made_folders(dovecot, mail_user, "Work")
    put(dovecot, mail_user, "INBOX", "One", "Two")
    put(dovecot, mail_user, "Work", "Three")
    account = synced_account(client, dovecot.account(mail_user))
    looked(client, account)
    inbox, work = (folders_of(client, account)[path] for path in ("INBOX", "Work"))
    assert (inbox["followed"], inbox["exists"], inbox["total"], inbox["unread"]) == (True, True, 2, 2)
    assert (inbox["serverTotal"], inbox["serverUnread"]) == (2, 2)
    assert (work["followed"], work["exists"], work["total"], work["serverTotal"]) == (False, True, 0, 1)


def test_folders_of_others_are_not_there(service: Service, client: Client, dovecot: Dovecot, mail_user: User) -> None:
    account = synced_account(client, dovecot.account(mail_user))
    client.get(f"/accounts/{NOWHERE}/folders").failed(404, 40402)
    added(service, "nina", "nina's own password")
    nina = logged_in(service, "nina", "nina's own password", client.openapi)
    nina.get(f"/accounts/{account['id']}/folders").failed(404, 40402)


# -- folders that go and come back


def test_deleted_folder_is_gone_and_its_successor_followed(fresh_service: Any, real: Dovecot) -> None:
    user = User("user1", "correct horse")
    made_folders(real, user, "Work")
    put(real, user, "Work", "Old 1", "Old 2")
    put(real, user, "INBOX", "Stays")
    service = trusting(fresh_service, real)
    client = service.admin()
    account = synced_account(client, real.account(user, folders=["INBOX", "Work"]))
    before = rows(client, account)
    with real.mailbox(user) as mailbox:
        mailbox.remove("Work")
    wait_until(lambda: problems(client, account) == [("Work", None, "missing")], 20, "the missing folder")
    wait_until(lambda: not row(client, before["Old 1"])["onServer"], 20, "mails that are gone")
    assert not row(client, before["Old 2"])["onServer"]
    assert row(client, before["Stays"])["onServer"]
    assert client.get(f"/accounts/{account['id']}").ok()["status"] == "active"
    assert subjects(client, account) == ["Stays"]
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        made_folders(real, user, "Work")
        wait_until(lambda: problems(client, account) == [], 20, "the folder again")
        looked(client, account)
        put(real, user, "Work", "New")
        wait_until(lambda: "New" in subjects(client, account), 20, "its mail")
        wait_until(lambda: told(stream, account) == {"New": 1}, 20, "the notice")
    assert subjects(client, account) == ["New", "Stays"]


def test_deleted_folder_with_others_below_it(fresh_service: Any, dovecot: Dovecot, mail_user: User) -> None:
    made_folders(dovecot, mail_user, "Work", "Work/Alpha")
    put(dovecot, mail_user, "Work", "Above")
    put(dovecot, mail_user, "Work/Alpha", "Below")
    client = fresh_service(CONFIG).admin()
    account = synced_account(client, dovecot.account(mail_user, folders=["INBOX", "Work", "Work/Alpha"]))
    before = rows(client, account)
    with dovecot.mailbox(mail_user) as mailbox:
        mailbox.remove("Work")
    wait_until(lambda: not row(client, before["Above"])["onServer"], 20, "the mail that is gone")
    wait_until(lambda: problems(client, account) == [("Work", None, "missing")], 20, "the missing folder")
    assert row(client, before["Below"])["onServer"]


def test_folder_that_is_missing_for_a_moment_loses_nothing(fresh_service: Any) -> None:
    """Neither LIST alone nor one refusal makes mails disappear; what is refused again and again is gone."""
    missing = False

    def listed(talk: Talk) -> None:
        for folder in ("INBOX",) if missing else ("INBOX", "Work"):
            talk.line(f'* LIST () "/" {folder}')
        talk.ok()

    with ImapScript([letter("One")], "IMAP4rev1 IDLE") as server:
        server.on("LIST", listed)
        server.on("STATUS", lambda talk: talk.no("[UNAVAILABLE] not now") if missing else talk.bad("what"))
        client = fresh_service(CONFIG | {"sync.poll_interval": "3600"}).admin()
        account = synced_account(client, server.account(folders=["Work", "INBOX"]))
        mails = all_mails(client, accountId=account["id"], folder="Work")
        assert [mail["subject"] for mail in mails] == ["One"]
        missing = True
        looked(client, account)
        assert problems(client, account) == [("Work", None, "missing")]
        assert row(client, mails[0])["onServer"]
        missing = False
        looked(client, account)
        assert problems(client, account) == []
        missing = True
        looked(client, account)
        assert row(client, mails[0])["onServer"], "the count begins anew"
        looked(client, account)
        assert not row(client, mails[0])["onServer"]


def test_renamed_folder_keeps_its_mails(fresh_service: Any, real: Dovecot) -> None:
    user = User("user1", "correct horse")
    made_folders(real, user, "Work", "Other")
    put(real, user, "Work", *[f"Work {number}" for number in range(5)])
    put(real, user, "Other", *[f"Other {number}" for number in range(5)])
    service = trusting(fresh_service, real)
    client = service.admin()
    account = synced_account(client, real.account(user, folders=["INBOX", "Work"]))
    before = rows(client, account)
    client.put(f"/mails/{before['Work 1']['id']}/read", {"isRead": True}).ok()
    client.put(f"/mails/{before['Work 2']['id']}/star", {"isStarred": True}).ok()
    client.delete(f"/mails/{before['Work 3']['id']}").ok()
    kept = {name: mail["id"] for name, mail in rows(client, account).items()}
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        with real.mailbox(user) as mailbox:
            mailbox.rename("Work", "Büro")
        account = account_when(client, account["id"], lambda now: now["folders"] == ["INBOX", "Büro"])
        looked(client, account)
        after = rows(client, account)
        assert {name: mail["id"] for name, mail in after.items()} == kept
        assert all(mail["folder"] == "Büro" and mail["onServer"] for mail in after.values())
        assert (after["Work 1"]["isRead"], after["Work 2"]["isStarred"]) == (True, True)
        # While nobody looks; and the old name is another folder at once.
        service.stop()
        with real.mailbox(user) as mailbox:
            mailbox.rename("Büro", "Desk")
            mailbox.create("Büro")
        service.start()
        client = service.admin()
        account_when(client, account["id"], lambda now: "Desk" in now["folders"])
        put(real, user, "Desk", "New")
        wait_until(lambda: "New" in subjects(client, account), 20, "its mail")
        assert told(stream, account) == {}
    after = rows(client, account)
    assert {name: mail["id"] for name, mail in after.items() if name != "New"} == kept
    assert all(mail["folder"] == "Desk" for mail in after.values())
    assert problems(client, account) == []
    with service.events(client.token, 0) as stream:
        stream.wait_for("mail.received")
        assert set(told(stream, account)) == {"New"}


def test_folders_that_exchange_their_names_keep_their_mails(
    fresh_service: Any, dovecot: Dovecot, mail_user: User
) -> None:
    made_folders(dovecot, mail_user, "A", "B")
    put(dovecot, mail_user, "A", "A 1", "A 2")
    put(dovecot, mail_user, "B", "B 1", "B 2")
    service = fresh_service(CONFIG | {"sync.poll_interval": "3600"})
    client = service.admin()
    account = synced_account(client, dovecot.account(mail_user, folders=["INBOX", "A", "B"]))
    before = rows(client, account)
    with dovecot.mailbox(mail_user) as mailbox:
        mailbox.rename("A", "C")
        mailbox.rename("B", "A")
        mailbox.rename("C", "B")
    looked(client, account)
    after = rows(client, account)
    assert {name: mail["id"] for name, mail in after.items()} == {name: mail["id"] for name, mail in before.items()}
    assert {name: mail["folder"] for name, mail in after.items()} == {"A 1": "B", "A 2": "B", "B 1": "A", "B 2": "A"}


def counts(server: ImapScript) -> Callable[[Talk], None]:
    """Answers STATUS for INBOX and the folders beside it."""

    def answer(talk: Talk) -> None:
        path = re.findall(r'"?([^" (]+)', talk.rest)[0]
        home = server if path == "INBOX" else server.folders.get(path)
        if home is None:
            talk.no("[NONEXISTENT] no such folder")
            return
        talk.line(
            f'* STATUS "{path}" (MESSAGES {len(home.mails)} UIDNEXT {home.honest_uid_next()} '
            f"UIDVALIDITY {home.uid_validity} UNSEEN 0)"
        )
        talk.ok()

    return answer


@pytest.mark.parametrize("policy", ["hide", "delete"])
def test_folders_renamed_between_the_list_and_the_visit_keep_their_mails(fresh_service: Any, policy: str) -> None:
    """Work gets another name and Archive the name of Work, just before Work is opened."""
    with ImapScript([letter("One")], "IMAP4rev1 IDLE") as server:
        for number, path in enumerate(("Archive", "Work")):
            folder = server.folder(path)
            folder.uid_validity = 2000 + number
            folder.arrive(letter(f"{path} 1"), letter(f"{path} 2"))
        server.on("STATUS", counts(server))
        client = fresh_service(CONFIG | {"sync.poll_interval": "3600"}).admin()
        account = synced_account(client, server.account(folders=["INBOX", "Archive", "Work"], onExpunge=policy))
        before = rows(client, account)

        def exchange(talk: Talk) -> None:
            if "Work" in talk.rest and "Later" not in server.folders:
                server.folders["Later"] = server.folders.pop("Work")
                server.folders["Work"] = server.folders.pop("Archive")
            talk.usual()

        server.on("EXAMINE", exchange)
        server.folders["Work"].arrive(letter("Work 3"))  # so that it is opened
        looked(client, account)
        after = rows(client, account)
        assert "Later" in client.get(f"/accounts/{account['id']}").ok()["folders"]
        assert {name: mail["id"] for name, mail in after.items() if name != "Work 3"} == {
            name: mail["id"] for name, mail in before.items()
        }
        assert {name: mail["folder"] for name, mail in after.items()} == {
            "One": "INBOX",
            "Archive 1": "Work",
            "Archive 2": "Work",
            "Work 1": "Later",
            "Work 2": "Later",
            "Work 3": "Later",
        }
        assert problems(client, account) == []


@pytest.mark.parametrize("policy", ["hide", "delete"])
def test_folder_renamed_twice_during_a_look_keeps_its_mails(fresh_service: Any, policy: str) -> None:
    """LIST names it Later; when it is asked for, it is named Last."""
    with ImapScript([letter("One")], "IMAP4rev1 IDLE") as server:
        server.folder("Work").uid_validity = 2000
        server.folders["Work"].arrive(letter("Work 1"), letter("Work 2"))
        answer = counts(server)

        def rename_again(talk: Talk) -> None:
            if "Later" in talk.rest and "Later" in server.folders:
                server.folders["Last"] = server.folders.pop("Later")
            answer(talk)

        server.on("STATUS", rename_again)
        client = fresh_service(CONFIG | {"sync.poll_interval": "3600"}).admin()
        account = synced_account(client, server.account(folders=["INBOX", "Work"], onExpunge=policy))
        before = rows(client, account)
        server.folders["Later"] = server.folders.pop("Work")
        looked(client, account)
        after = rows(client, account)
        assert "Last" in client.get(f"/accounts/{account['id']}").ok()["folders"]
        assert {name: (mail["id"], mail["onServer"]) for name, mail in after.items()} == {
            name: (mail["id"], True) for name, mail in before.items()
        }
        assert {mail["folder"] for name, mail in after.items() if name != "One"} == {"Last"}
        assert problems(client, account) == []


@pytest.mark.parametrize("policy", ["hide", "delete"])
@pytest.mark.parametrize("refused", ["EXAMINE", "UID FETCH"])
def test_renamed_folder_that_is_refused_for_a_while_keeps_its_mails(
    fresh_service: Any, refused: str, policy: str
) -> None:
    """As Dovecot does for a moment after a rename: neither its counts nor its mails can be had."""
    is_broken = False
    with ImapScript([letter("One")], "IMAP4rev1 IDLE") as server:
        server.folder("Work").uid_validity = 2000
        server.folders["Work"].arrive(letter("Work 1"), letter("Work 2"))
        answer = counts(server)
        server.on(
            "STATUS",
            lambda talk: talk.no("[SERVERBUG] Internal error") if is_broken and "Later" in talk.rest else answer(talk),
        )

        def refuse(talk: Talk) -> None:
            if is_broken and ("Later" in talk.rest or talk.server is server.folders["Later"]):
                talk.no("[SERVERBUG] Internal error")
            else:
                talk.usual()

        server.on(refused, refuse)
        client = fresh_service(CONFIG | {"sync.poll_interval": "3600"}).admin()
        account = synced_account(client, server.account(folders=["INBOX", "Work"], onExpunge=policy))
        before = rows(client, account)
        server.folders["Later"] = server.folders.pop("Work")
        is_broken = True
        for _ in range(3):
            looked(client, account)
            assert problems(client, account) == [("Work", None, "missing")]
            assert {name: (mail["id"], mail["onServer"]) for name, mail in rows(client, account).items()} == {
                name: (mail["id"], True) for name, mail in before.items()
            }
        is_broken = False
        looked(client, account)
        after = rows(client, account)
        assert {name: (mail["id"], mail["onServer"]) for name, mail in after.items()} == {
            name: (mail["id"], True) for name, mail in before.items()
        }
        assert {mail["folder"] for name, mail in after.items() if name != "One"} == {"Later"}
        assert problems(client, account) == []


@pytest.mark.parametrize("answer", ["Mailbox doesn't exist: Work", "[SERVERBUG] Internal error"])
def test_folder_that_is_refused_for_a_moment_is_opened_in_the_next_pass(fresh_service: Any, answer: str) -> None:
    is_broken = True
    with ImapScript([letter("One")], "IMAP4rev1 IDLE") as server:
        server.folder("Work").arrive(letter("Work 1"))
        server.on("EXAMINE", lambda talk: talk.no(answer) if is_broken and "Work" in talk.rest else talk.usual())
        service = fresh_service(CONFIG | {"sync.poll_interval": "3600"})
        client = service.admin()
        account = synced_account(client, server.account(folders=["INBOX", "Work"]))
        looked(client, account)
        looked(client, account)
        assert problems(client, account) == [("Work", None, "refused")]
        assert service.log().count("folder Work is left out: ") == 1
        is_broken = False
        looked(client, account)
        assert set(rows(client, account)) == {"One", "Work 1"}
        assert problems(client, account) == []
        assert server.connections == 1


def test_folder_is_gone_though_another_is_refused_for_good(fresh_service: Any) -> None:
    with ImapScript([letter("One")], "IMAP4rev1 IDLE") as server:
        for number, path in enumerate(("Locked", "Work")):
            server.folder(path).uid_validity = 2000 + number
            server.folders[path].arrive(letter(f"{path} 1"))
        answer = counts(server)
        server.on("STATUS", lambda talk: talk.no("Permission denied") if "Locked" in talk.rest else answer(talk))
        server.on("EXAMINE", lambda talk: talk.no("Permission denied") if "Locked" in talk.rest else talk.usual())
        client = fresh_service(CONFIG | {"sync.poll_interval": "3600"}).admin()
        account = synced_account(client, server.account(folders=["INBOX", "Work"]))
        mail = rows(client, account)["Work 1"]
        del server.folders["Work"]
        for _ in range(10):
            looked(client, account)
            assert row(client, mail)["onServer"]
        looked(client, account)
        assert not row(client, mail)["onServer"]


def test_folder_taken_out_and_put_back(fresh_service: Any, real: Dovecot) -> None:
    user = User("user1", "correct horse")
    made_folders(real, user, "Work")
    put(real, user, "Work", *[f"Work {number}" for number in range(4)])
    service = trusting(fresh_service, real)
    client = service.admin()
    account = synced_account(client, real.account(user, folders=["INBOX", "Work"], onExpunge="delete"))
    before = rows(client, account)
    client.put(f"/mails/{before['Work 1']['id']}/read", {"isRead": True}).ok()
    client.delete(f"/mails/{before['Work 3']['id']}").ok()
    client.put(f"/accounts/{account['id']}", {"folders": ["INBOX"]}).ok()
    wait_until(
        lambda: not any(row(client, before[f"Work {number}"])["onServer"] for number in range(3)),
        20,
        "mails that are not followed",
    )
    assert subjects(client, account) == []
    assert folders_of(client, account)["Work"]["followed"] is False
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        put(real, user, "Work", "Meanwhile")
        with real.mailbox(user) as mailbox:
            mailbox.delete([mailbox.uids("Work")[0]], "Work")
            mailbox.store([mailbox.uids("Work")[1]], "+", ["\\Flagged"], "Work")
        client.put(f"/accounts/{account['id']}", {"folders": ["INBOX", "Work"]}).ok()
        wait_until(lambda: subjects(client, account) == ["Meanwhile", "Work 1", "Work 2"], 20, "the mails again")
        looked(client, account)
        after = rows(client, account)
        assert after["Work 1"]["id"] == before["Work 1"]["id"] and after["Work 1"]["isRead"]
        assert after["Work 2"]["id"] == before["Work 2"]["id"] and after["Work 2"]["isStarred"]
        put(real, user, "Work", "After")
        wait_until(lambda: told(stream, account) == {"After": 1}, 20, "the notice of what came after")


# -- many of them


def test_two_hundred_folders_cost_little_where_nothing_is_new(fresh_service: Any, scratch: Path) -> None:
    with Dovecot(scratch / "folders-many") as server:
        user = server.add_user("user1")
        paths = [f"Folder {number:03}" for number in range(200)]
        made_folders(server, user, *paths)
        put(server, user, paths[7], "Seven")
        service = trusting(fresh_service, server, wire=True)
        client = service.admin()
        account = synced_account(client, server.account(user, folders=["INBOX", *paths]), 60)
        looked(client, account)
        before = len(service.log())
        looked(client, account)
        assert service.log()[before:].count("EXAMINE") < 10
        put(server, user, paths[150], "Found")
        wait_until(lambda: subjects(client, account) == ["Found", "Seven"], 20, "the new mail")
        assert len(folders_of(client, account)) == 200 + len(("INBOX", "Drafts", "Sent", "Trash", "Junk"))
        # After a restart the counts say as much.
        before = len(service.log())
        service.stop()
        service.start()
        client = service.admin()
        looked(client, account)
        assert service.log()[before:].count("EXAMINE") < 20
