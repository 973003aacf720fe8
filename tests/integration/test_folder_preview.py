# SPDX-License-Identifier: GPL-3.0-or-later
"""The folders of a mailbox before its account is stored."""

from typing import Any

import pytest
from postrider_support import Client, Dovecot, ImapScript, ImapSession, User
from postrider_support.letters import letter

MASK = "********"


def preview(client: Client, body: dict[str, Any]) -> dict[str, Any]:
    """The folders by path."""
    answer = client.post("/accounts/folders", body).ok()
    assert answer["count"] >= len(answer["folders"])
    return {folder["path"]: folder for folder in answer["folders"]}


def empty(session: ImapSession) -> None:
    """The answer to STATUS for a folder without mails."""
    path = session.rest.rpartition(" (")[0]
    session.line(f"* STATUS {path} (MESSAGES 0 UNSEEN 0 UIDNEXT 1 UIDVALIDITY 1)")
    session.ok()


def test_folders_have_names_roles_counts_and_sizes(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    box = dovecot.mailbox(mail_user)
    box.append(letter("one"))
    box.append(letter("two"), flags=[r"\Seen"])
    box.create("Work/Offers")
    box.create("Sent")
    found = preview(client, dovecot.account(mail_user))
    inbox = found["INBOX"]
    assert (inbox["name"], inbox["role"], inbox["selectable"]) == ("INBOX", "inbox", True)
    assert (inbox["serverTotal"], inbox["serverUnread"]) == (2, 1)
    assert inbox["serverSize"] >= 2 * 50
    assert found["Work/Offers"]["name"] == "Offers"
    assert found["Work/Offers"]["serverTotal"] == 0 and found["Work/Offers"]["serverSize"] == 0
    assert found["Sent"]["role"] == "sent"
    assert client.get("/accounts").data == [], "nothing is stored"


def test_settings_of_roles_count(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    dovecot.mailbox(mail_user).create("Gesendetes von hier")
    body = dovecot.account(mail_user) | {"folderRoles": {"sent": "Gesendetes von hier"}}
    assert preview(client, body)["Gesendetes von hier"]["role"] == "sent"


def test_server_without_sizes_and_counts_in_lists_is_asked_for_each(client: Client) -> None:
    with ImapScript() as server:
        server.folder("Archive")
        server.on("STATUS", empty)
        found = preview(client, server.account())
        assert len(server.commands("STATUS")) == 2
        assert not [one for verb in ("SELECT", "EXAMINE", "UID", "CREATE") for one in server.commands(verb)]
    assert found["Archive"]["serverTotal"] == 0
    assert {folder["serverSize"] for folder in found.values()} == {None}


def test_only_the_first_thousand_folders_are_shown(client: Client) -> None:
    def many(session: ImapSession) -> None:
        for number in range(1500):
            session.line(f'* LIST (\\HasNoChildren) "/" "F{number:04}"')
        session.line('* LIST (\\HasNoChildren) "/" "INBOX"')
        session.ok()

    with ImapScript() as server:
        server.on("LIST", many)
        server.on("STATUS", empty)
        answer = client.post("/accounts/folders", server.account()).ok()
    assert answer["count"] == 1501
    paths = [folder["path"] for folder in answer["folders"]]
    assert len(paths) == 1000 and paths[:2] == ["INBOX", "F0000"]


def test_folder_that_refuses_has_no_counts(client: Client) -> None:
    with ImapScript() as server:
        server.folder("Secret")
        server.on("STATUS", lambda session: session.no("not yours") if "Secret" in session.rest else empty(session))
        found = preview(client, server.account())
    assert found["Secret"]["serverTotal"] is None
    assert found["INBOX"]["serverTotal"] == 0


def test_failure_is_that_of_the_mail_server(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    client.post("/accounts/folders", dovecot.account(mail_user, password="wrong")).failed(502, 50202)
    client.post("/accounts/folders", dovecot.account(mail_user, port=1)).failed(502, 50201)
    failed = client.post("/accounts/folders", {"name": "x"}).failed(400, 40001)
    assert {"email", "host", "port", "username", "password"} <= {detail["field"] for detail in failed["details"]}


def test_stored_password_is_used_where_it_was_entered_for(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    account = client.post("/accounts", dovecot.account(mail_user)).ok(201)
    body = dovecot.account(mail_user, password=MASK) | {"id": account["id"]}
    assert "INBOX" in preview(client, body)
    elsewhere = client.post("/accounts/folders", body | {"host": "localhost"}).failed(400, 40001)
    assert [detail["field"] for detail in elsewhere["details"]] == ["password"]
    client.delete(f"/accounts/{account['id']}").ok()


@pytest.mark.parametrize("field", ["host", "port", "username", "password"])
def test_fields_are_those_of_a_connection_test(client: Client, dovecot: Dovecot, mail_user: User, field: str) -> None:
    body = dovecot.account(mail_user)
    del body[field]
    failed = client.post("/accounts/folders", body).failed(400, 40001)
    assert [detail["field"] for detail in failed["details"]] == [field]
