# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders that disappear at the mail server, come back, or get another name keep their mails."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from following import notices, run_pass, subjects
from postrider_support import Dovecot, ImapScript, ImapSession, User, wait_until
from postrider_support.letters import account_when, all_mails, letter, synced_account
from servedfolders import (
    CONFIG,
    folders_of,
    made_folders,
    no_accounts_left,
    problems,
    put,
    real,
    renaming_dovecot,
    row,
    rows,
    trusting,
)


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
        run_pass(client, account)
        put(real, user, "Work", "New")
        wait_until(lambda: "New" in subjects(client, account), 20, "its mail")
        wait_until(lambda: notices(stream, account) == {"New": 1}, 20, "the notice")
    assert subjects(client, account) == ["New", "Stays"]


@pytest.mark.parametrize(("storage", "problem"), [("maildir", "missing"), ("sdbox", "not_selectable")])
def test_deleted_folder_with_others_below_it(fresh_service: Any, scratch: Path, storage: str, problem: str) -> None:
    """One server removes the folder, the other lists it as one that only has other folders."""
    user = User("user1", "correct horse")
    with Dovecot(scratch / f"below-{storage}", storage=storage) as server:
        server.add_users([user])
        made_folders(server, user, "Work", "Work/Alpha")
        put(server, user, "Work", "Above")
        put(server, user, "Work/Alpha", "Below")
        client = trusting(fresh_service, server).admin()
        account = synced_account(client, server.account(user, folders=["INBOX", "Work", "Work/Alpha"]))
        before = rows(client, account)
        with server.mailbox(user) as mailbox:
            mailbox.remove("Work")
        wait_until(lambda: not row(client, before["Above"])["onServer"], 20, "the mail that is gone")
        wait_until(lambda: problems(client, account) == [("Work", None, problem)], 20, "the folder's problem")
        assert row(client, before["Below"])["onServer"]


def test_folder_that_is_missing_for_a_moment_loses_nothing(fresh_service: Any) -> None:
    """A folder missing in LIST whose STATUS is refused is gone only after two such passes in a row."""
    missing = False

    def listed(session: ImapSession) -> None:
        for folder in ("INBOX",) if missing else ("INBOX", "Work"):
            session.line(f'* LIST () "/" {folder}')
        session.ok()

    with ImapScript([letter("One")], "IMAP4rev1 IDLE") as server:
        server.on("LIST", listed)
        server.on("STATUS", lambda session: session.no("[UNAVAILABLE] not now") if missing else session.bad("what"))
        client = fresh_service(CONFIG | {"sync.poll_interval": "3600"}).admin()
        account = synced_account(client, server.account(folders=["Work", "INBOX"]))
        mails = all_mails(client, accountId=account["id"], folder="Work")
        assert [mail["subject"] for mail in mails] == ["One"]
        missing = True
        run_pass(client, account)
        assert problems(client, account) == [("Work", None, "missing")]
        assert row(client, mails[0])["onServer"]
        missing = False
        run_pass(client, account)
        assert problems(client, account) == []
        missing = True
        run_pass(client, account)
        assert row(client, mails[0])["onServer"], "the count begins anew"
        run_pass(client, account)
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
        run_pass(client, account)
        after = rows(client, account)
        assert {name: mail["id"] for name, mail in after.items()} == kept
        assert all(mail["folder"] == "Büro" and mail["onServer"] for mail in after.values())
        assert (after["Work 1"]["isRead"], after["Work 2"]["isStarred"]) == (True, True)
        # A rename while the service is stopped; a new folder gets the old name at once.
        service.stop()
        with real.mailbox(user) as mailbox:
            mailbox.rename("Büro", "Desk")
            mailbox.create("Büro")
        service.start()
        client = service.admin()
        account_when(client, account["id"], lambda now: "Desk" in now["folders"])
        put(real, user, "Desk", "New")
        wait_until(lambda: "New" in subjects(client, account), 20, "its mail")
        assert notices(stream, account) == {}
    after = rows(client, account)
    assert {name: mail["id"] for name, mail in after.items() if name != "New"} == kept
    assert all(mail["folder"] == "Desk" for mail in after.values())
    assert problems(client, account) == []
    with service.events(client.token, 0) as stream:
        stream.wait_for("mail.received")
        assert set(notices(stream, account)) == {"New"}


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
    run_pass(client, account)
    after = rows(client, account)
    assert {name: mail["id"] for name, mail in after.items()} == {name: mail["id"] for name, mail in before.items()}
    assert {name: mail["folder"] for name, mail in after.items()} == {"A 1": "B", "A 2": "B", "B 1": "A", "B 2": "A"}


def counts(server: ImapScript) -> Callable[[ImapSession], None]:
    """Answers STATUS for INBOX and the other folders."""

    def answer(session: ImapSession) -> None:
        path = re.findall(r'"?([^" (]+)', session.rest)[0]
        home = server if path == "INBOX" else server.folders.get(path)
        if home is None:
            session.no("[NONEXISTENT] no such folder")
            return
        session.line(
            f'* STATUS "{path}" (MESSAGES {len(home.mails)} UIDNEXT {home.honest_uid_next()} '
            f"UIDVALIDITY {home.uid_validity} UNSEEN 0)"
        )
        session.ok()

    return answer


@pytest.mark.parametrize("policy", ["hide", "delete"])
def test_folders_renamed_between_the_list_and_the_visit_keep_their_mails(fresh_service: Any, policy: str) -> None:
    """Work gets another name, and Archive gets the name Work, just before Work is opened."""
    with ImapScript([letter("One")], "IMAP4rev1 IDLE") as server:
        for number, path in enumerate(("Archive", "Work")):
            folder = server.folder(path)
            folder.uid_validity = 2000 + number
            folder.arrive(letter(f"{path} 1"), letter(f"{path} 2"))
        server.on("STATUS", counts(server))
        client = fresh_service(CONFIG | {"sync.poll_interval": "3600"}).admin()
        account = synced_account(client, server.account(folders=["INBOX", "Archive", "Work"], onExpunge=policy))
        before = rows(client, account)

        def exchange(session: ImapSession) -> None:
            if "Work" in session.rest and "Later" not in server.folders:
                server.folders["Later"] = server.folders.pop("Work")
                server.folders["Work"] = server.folders.pop("Archive")
            session.usual()

        server.on("EXAMINE", exchange)
        server.folders["Work"].arrive(letter("Work 3"))  # so that it is opened
        run_pass(client, account)
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
    """LIST names the folder Later; it is renamed to Last before STATUS is answered for Later."""
    with ImapScript([letter("One")], "IMAP4rev1 IDLE") as server:
        server.folder("Work").uid_validity = 2000
        server.folders["Work"].arrive(letter("Work 1"), letter("Work 2"))
        answer = counts(server)

        def rename_again(session: ImapSession) -> None:
            if "Later" in session.rest and "Later" in server.folders:
                server.folders["Last"] = server.folders.pop("Later")
            answer(session)

        server.on("STATUS", rename_again)
        client = fresh_service(CONFIG | {"sync.poll_interval": "3600"}).admin()
        account = synced_account(client, server.account(folders=["INBOX", "Work"], onExpunge=policy))
        before = rows(client, account)
        server.folders["Later"] = server.folders.pop("Work")
        run_pass(client, account)
        after = rows(client, account)
        assert "Last" in client.get(f"/accounts/{account['id']}").ok()["folders"]
        assert {name: (mail["id"], mail["onServer"]) for name, mail in after.items()} == {
            name: (mail["id"], True) for name, mail in before.items()
        }
        assert {mail["folder"] for name, mail in after.items() if name != "One"} == {"Last"}
        assert problems(client, account) == []


@pytest.mark.parametrize("policy", ["hide", "delete"])
def test_folder_renamed_after_a_pass_that_did_not_list_it_keeps_its_mails(fresh_service: Any, policy: str) -> None:
    """LIST leaves Work out, though it exists. It is renamed, and the next LIST names neither of its names yet."""
    with ImapScript([letter("One")], "IMAP4rev1 IDLE") as server:
        server.folder("Work").uid_validity = 2000
        server.folders["Work"].arrive(letter("Work 1"), letter("Work 2"))
        server.on("STATUS", counts(server))
        client = fresh_service(CONFIG | {"sync.poll_interval": "3600"}).admin()
        account = synced_account(client, server.account(folders=["INBOX", "Work"], onExpunge=policy))
        before = rows(client, account)
        short_lists = 0

        def listed(session: ImapSession) -> None:
            nonlocal short_lists
            if short_lists == 0:
                session.usual()
                return
            short_lists -= 1
            session.line('* LIST () "/" INBOX')
            session.ok()

        server.on("LIST", listed)
        short_lists = 5
        run_pass(client, account)
        assert {name: mail["onServer"] for name, mail in rows(client, account).items()} == dict.fromkeys(before, True)
        server.folders["Later"] = server.folders.pop("Work")
        short_lists = 1
        run_pass(client, account)
        after = rows(client, account)
        assert {name: (mail["id"], mail["onServer"]) for name, mail in after.items()} == {
            name: (mail["id"], True) for name, mail in before.items()
        }
        assert {mail["folder"] for name, mail in after.items() if name != "One"} == {"Later"}


@pytest.mark.parametrize("policy", ["hide", "delete"])
@pytest.mark.parametrize("refused", ["EXAMINE", "UID FETCH"])
def test_renamed_folder_that_is_refused_for_a_while_keeps_its_mails(
    fresh_service: Any, refused: str, policy: str
) -> None:
    """As Dovecot does for a moment after a rename: it refuses the counts and the mails of the folder."""
    is_broken = False
    with ImapScript([letter("One")], "IMAP4rev1 IDLE") as server:
        server.folder("Work").uid_validity = 2000
        server.folders["Work"].arrive(letter("Work 1"), letter("Work 2"))
        answer = counts(server)
        server.on(
            "STATUS",
            lambda session: session.no("[SERVERBUG] Internal error")
            if is_broken and "Later" in session.rest
            else answer(session),
        )

        def refuse(session: ImapSession) -> None:
            if is_broken and ("Later" in session.rest or session.server is server.folders["Later"]):
                session.no("[SERVERBUG] Internal error")
            else:
                session.usual()

        server.on(refused, refuse)
        client = fresh_service(CONFIG | {"sync.poll_interval": "3600"}).admin()
        account = synced_account(client, server.account(folders=["INBOX", "Work"], onExpunge=policy))
        before = rows(client, account)
        server.folders["Later"] = server.folders.pop("Work")
        is_broken = True
        for _ in range(3):
            run_pass(client, account)
            assert problems(client, account) == [("Work", None, "missing")]
            assert {name: (mail["id"], mail["onServer"]) for name, mail in rows(client, account).items()} == {
                name: (mail["id"], True) for name, mail in before.items()
            }
        is_broken = False
        run_pass(client, account)
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
        server.on(
            "EXAMINE", lambda session: session.no(answer) if is_broken and "Work" in session.rest else session.usual()
        )
        service = fresh_service(CONFIG | {"sync.poll_interval": "3600"})
        client = service.admin()
        account = synced_account(client, server.account(folders=["INBOX", "Work"]))
        run_pass(client, account)
        run_pass(client, account)
        assert problems(client, account) == [("Work", None, "refused")]
        assert service.log().count("folder Work is left out: ") == 1
        is_broken = False
        run_pass(client, account)
        assert set(rows(client, account)) == {"One", "Work 1"}
        assert problems(client, account) == []
        assert server.connections == 1


def test_folder_is_gone_though_another_is_refused_for_good(fresh_service: Any) -> None:
    with ImapScript([letter("One")], "IMAP4rev1 IDLE") as server:
        for number, path in enumerate(("Locked", "Work")):
            server.folder(path).uid_validity = 2000 + number
            server.folders[path].arrive(letter(f"{path} 1"))
        answer = counts(server)
        server.on(
            "STATUS", lambda session: session.no("Permission denied") if "Locked" in session.rest else answer(session)
        )
        server.on(
            "EXAMINE", lambda session: session.no("Permission denied") if "Locked" in session.rest else session.usual()
        )
        client = fresh_service(CONFIG | {"sync.poll_interval": "3600"}).admin()
        account = synced_account(client, server.account(folders=["INBOX", "Work"]))
        mail = rows(client, account)["Work 1"]
        del server.folders["Work"]
        for _ in range(10):
            run_pass(client, account)
            assert row(client, mail)["onServer"]
        run_pass(client, account)
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
        run_pass(client, account)
        after = rows(client, account)
        assert after["Work 1"]["id"] == before["Work 1"]["id"] and after["Work 1"]["isRead"]
        assert after["Work 2"]["id"] == before["Work 2"]["id"] and after["Work 2"]["isStarred"]
        put(real, user, "Work", "After")
        wait_until(lambda: notices(stream, account) == {"After": 1}, 20, "the notice of what came after")
