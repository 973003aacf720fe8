# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders at the mail server: their roles, wrong paths, the list, and many of them."""

from pathlib import Path
from typing import Any

from following import notices, run_pass, subjects
from postrider_support import Client, Dovecot, Service, SmtpScript, User, wait_until
from postrider_support.letters import synced_account
from servedfolders import (
    CONFIG,
    NOWHERE,
    folders_of,
    made_folders,
    no_accounts_left,
    plain,
    problems,
    put,
    rows,
    trusting,
)
from test_users import added, logged_in

NAMED = {
    "Gesendet": "sent",
    "Entwürfe": "drafts",
    "Papierkorb": "trash",
    "Spam": "junk",
    "Archiv": "archive",
    "Projekte": None,
}


def test_usual_names_are_roles_where_the_server_sends_none(fresh_service: Any, plain: Dovecot) -> None:
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
        run_pass(client, account)
        wait_until(lambda: len(rows(client, account)) == len(paths) + 1, 20, "all mails")
        wait_until(lambda: len(notices(stream, account)) >= 3, 20, "the notices")
        assert notices(stream, account) == {"In INBOX.Archiv": 1, "In INBOX.Projekte": 1, "Last": 1}
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
    # A role that the server names has priority over a usual name; the setting has priority over both.
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
    with plain.mailbox(user) as mailbox:  # of two, the first in the list of usual names
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
    # The answer to a change names the problems of its folders at once.
    changed = client.put(f"/accounts/{account['id']}", {"folders": ["INBOX", "Werk"]}).ok()
    assert [one["path"] for one in changed["folderProblems"]] == ["Werk"]
    assert client.put(f"/accounts/{account['id']}", {"folders": ["INBOX"]}).ok()["folderProblems"] == []
    run_pass(client, account)
    assert problems(client, account) == []


def test_folders_have_counts_of_both_sides(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    made_folders(dovecot, mail_user, "Work")
    put(dovecot, mail_user, "INBOX", "One", "Two")
    put(dovecot, mail_user, "Work", "Three")
    account = synced_account(client, dovecot.account(mail_user))
    run_pass(client, account)
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


def test_two_hundred_folders_cost_little_where_nothing_is_new(fresh_service: Any, scratch: Path) -> None:
    with Dovecot(scratch / "folders-many") as server:
        user = server.add_user("user1")
        paths = [f"Folder {number:03}" for number in range(200)]
        made_folders(server, user, *paths)
        put(server, user, paths[7], "Seven")
        service = trusting(fresh_service, server, wire=True)
        client = service.admin()
        account = synced_account(client, server.account(user, folders=["INBOX", *paths]), 60)
        run_pass(client, account)
        before = len(service.log())
        run_pass(client, account)
        assert service.log()[before:].count("EXAMINE") < 10
        put(server, user, paths[150], "Found")
        wait_until(lambda: subjects(client, account) == ["Found", "Seven"], 20, "the new mail")
        assert len(folders_of(client, account)) == 200 + len(("INBOX", "Drafts", "Sent", "Trash", "Junk"))
        # After a restart the stored counts show too which folders are unchanged.
        before = len(service.log())
        service.stop()
        service.start()
        client = service.admin()
        run_pass(client, account)
        assert service.log()[before:].count("EXAMINE") < 20
