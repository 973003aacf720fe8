# SPDX-License-Identifier: GPL-3.0-or-later
"""Cyrus, Courier and Postfix: where they differ from Dovecot and Exim."""

import itertools
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from conftest import need
from following import QUICK, in_step, notices, of, run_pass
from postrider_support import UNLIMITED, Client, EventStream, Mailbox, Service, wait_until
from postrider_support.courier import Courier
from postrider_support.cyrus import Cyrus
from postrider_support.letters import account_when, all_mails, letter, mails_when, settled, synced_account
from postrider_support.postfix import Postfix

CONFIG = QUICK | {
    "sync.retry_max": "2",
    "sync.auth_retry_min": "3600",
    "mail.open_timeout": "10",
    "mail.silence_timeout": "10",
}
_users = itertools.count(1)


@pytest.fixture(scope="module")
def cyrus(scratch: Path) -> Iterator[Cyrus]:
    need(Cyrus.available(), "cyrus-imapd (./dev servers)")
    with Cyrus(scratch / "cyrus") as server:
        yield server


@pytest.fixture(scope="module")
def courier(scratch: Path) -> Iterator[Courier]:
    need(Courier.available(), "courier-imap (./dev servers)")
    with Courier(scratch / "courier") as server:
        yield server


@pytest.fixture(scope="module")
def postfix(scratch: Path) -> Iterator[Postfix]:
    need(Postfix.available(), "postfix (./dev servers)")
    if os.geteuid() != 0:
        pytest.skip("Postfix's master runs as root only")
    with Postfix(scratch / "postfix") as server:
        yield server


@pytest.fixture(scope="module")
def service(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, database: Callable[[], dict[str, str]]
) -> Iterator[Service]:
    """A service that trusts the authorities of Cyrus and Postfix, as far as these are installed."""
    folder = tmp_path_factory.mktemp("service")
    authorities = folder / "authorities.pem"
    names = [name for name, server in (("cyrus", Cyrus), ("postfix", Postfix)) if server.available()]
    if os.geteuid() != 0 and "postfix" in names:
        names.remove("postfix")
    authorities.write_text("".join(request.getfixturevalue(name).ca_file.read_text() for name in names))
    with Service(
        folder / "data", config=UNLIMITED | CONFIG, environment=database(), extra_ca=authorities if names else None
    ) as running:
        yield running


@dataclass
class ServerMailbox:
    """One user's mailbox at one of the servers."""

    server: Any
    user: str
    archive: str
    sent: str

    def account(self, **changes: Any) -> dict[str, Any]:
        return self.server.account(self.user, **changes)

    def box(self) -> Mailbox:
        return self.server.mailbox(self.user)

    def append(self, subject: str, folder: str = "INBOX", flags: tuple[str, ...] = ()) -> int:
        with self.box() as box:
            return box.append(letter(subject), folder, flags)

    def move(self, uids: list[int], folder: str, target: str) -> None:
        with self.box() as box:
            (box.copy_and_expunge if isinstance(self.server, Courier) else box.move)(uids, folder, target)


@pytest.fixture(params=["cyrus", "courier"])
def mailbox(request: pytest.FixtureRequest) -> ServerMailbox:
    """An empty mailbox with the folders Archive and Sent."""
    server = request.getfixturevalue(request.param)
    user = f"user{next(_users)}"
    if isinstance(server, Courier):
        server.add_user(user)
        with server.mailbox(user) as box:
            box.create("INBOX.Archive")
            box.create("INBOX.Sent")
        return ServerMailbox(server, user, "INBOX.Archive", "INBOX.Sent")
    server.passwords.passwords[user] = "correct horse"
    server.mailbox(user).close()  # makes the mailbox
    return ServerMailbox(server, user, "Archive", "Sent")


@pytest.fixture(autouse=True)
def _gone_afterwards(client: Client) -> Iterator[None]:
    yield
    for account in client.get("/accounts").ok():
        client.delete(f"/accounts/{account['id']}").ok()


def subjects(client: Client, account: dict[str, Any], **query: Any) -> list[str]:
    return sorted(mail["subject"] for mail in all_mails(client, accountId=account["id"], **query))


def one(client: Client, account: dict[str, Any], subject: str) -> dict[str, Any]:
    found = [mail for mail in all_mails(client, accountId=account["id"], folder="$all") if mail["subject"] == subject]
    assert len(found) == 1, (subject, found)
    return found[0]


def test_first_sync(client: Client, mailbox: ServerMailbox) -> None:
    with mailbox.box() as box:
        for number in range(30):
            box.append(letter(f"Old {number:02}"), flags=("\\Seen",) if number % 2 else ())
    account = synced_account(client, mailbox.account())
    mails = all_mails(client, accountId=account["id"])
    assert sorted(mail["subject"] for mail in mails) == [f"Old {number:02}" for number in range(30)]
    assert {mail["subject"] for mail in mails if mail["isRead"]} == {f"Old {n:02}" for n in range(1, 30, 2)}
    assert "this is the text" in client.get(f"/mails/{mails[0]['id']}").ok()["textBody"]


def test_new_mail_is_announced_once(client: Client, events: EventStream, mailbox: ServerMailbox) -> None:
    mailbox.append("Old")
    account = synced_account(client, mailbox.account())
    mailbox.append("New")
    events.wait_for("mail.received", of(account), 20)
    run_pass(client, account)
    assert notices(events, account) == {"New": 1}
    assert subjects(client, account) == ["New", "Old"]


def test_flags_go_both_ways(client: Client, mailbox: ServerMailbox) -> None:
    uid = mailbox.append("Flagged")
    account = synced_account(client, mailbox.account(flagSync="both"))
    mail = one(client, account, "Flagged")
    with mailbox.box() as box:
        box.store([uid], "+", ["\\Seen"])
    wait_until(lambda: client.get(f"/mails/{mail['id']}").ok()["isRead"], 20, "the server's flag here")
    client.put(f"/mails/{mail['id']}/star", {"isStarred": True}).ok()
    with mailbox.box() as box:
        wait_until(lambda: "\\Flagged" in box.flags()[uid], 20, "our flag at the server")
        assert "\\Seen" in box.flags()[uid]
        box.store([uid], "-", ["\\Flagged"])
    wait_until(lambda: not client.get(f"/mails/{mail['id']}").ok()["isStarred"], 20, "the server's flag here")


def test_moved_mail_is_there_once(client: Client, mailbox: ServerMailbox) -> None:
    uid = mailbox.append("Moved")
    mailbox.append("Stays")
    account = synced_account(client, mailbox.account(folders=["INBOX", mailbox.archive]))
    mailbox.move([uid], "INBOX", mailbox.archive)
    wait_until(lambda: subjects(client, account, folder=mailbox.archive) == ["Moved"], 30, "the mail in its new folder")
    wait_until(lambda: subjects(client, account, folder="INBOX") == ["Stays"], 30, "the old folder without it")
    run_pass(client, account)
    assert subjects(client, account, folder=mailbox.archive) == ["Moved"]


def test_deletions_go_both_ways(client: Client, mailbox: ServerMailbox) -> None:
    theirs, ours = mailbox.append("Theirs"), mailbox.append("Ours")
    mailbox.append("Stays")
    account = synced_account(client, mailbox.account(deleteOnServer=True))
    with mailbox.box() as box:
        box.delete([theirs])
    wait_until(lambda: subjects(client, account) == ["Ours", "Stays"], 20, "the deletion here")
    client.delete(f"/mails/{one(client, account, 'Ours')['id']}").ok()
    with mailbox.box() as box:
        wait_until(lambda: ours not in box.uids() and len(box.uids()) == 1, 20, "the deletion at the server")
    run_pass(client, account)
    assert subjects(client, account) == ["Stays"]


def test_both_restart(service: Service, client: Client, mailbox: ServerMailbox) -> None:
    mailbox.append("Old", flags=("\\Seen",))
    with service.events(client.token) as events:
        events.wait_for("connected")
        account = synced_account(client, mailbox.account())
        before = one(client, account, "Old")
        mailbox.server.stop()
        account_when(client, account["id"], lambda now: now["mode"] not in ("idle", "polling"), 20)
        mailbox.server.start()
        mailbox.append("New")
        events.wait_for("mail.received", of(account), 30)
        in_step(client, account)
        run_pass(client, account)
        assert notices(events, account) == {"New": 1}
    service.restart()
    client.close()
    client.base_url = service.base_url
    with service.events(client.token) as events:
        events.wait_for("connected")
        settled(client, account["id"])
        run_pass(client, account)
        assert notices(events, account) == {}
        assert subjects(client, account) == ["New", "Old"]
        assert one(client, account, "Old") == before


def test_saved_and_sent_mail_lies_in_the_folder_for_it(
    client: Client, events: EventStream, mailbox: ServerMailbox, postfix: Postfix
) -> None:
    """Mails that another program puts into Sent are not announced; sent mails are put there."""
    account = synced_account(
        client,
        mailbox.account(
            folders=["INBOX", mailbox.sent],
            appendSent=True,
            smtp_host=postfix.host,
            smtp_port=postfix.plain_port,
            smtpSecurity="starttls",
            smtpUsername=postfix.user,
            smtpPassword=postfix.passwords.passwords[postfix.user],
        ),
    )
    mailbox.append("Saved by another program", mailbox.sent, ("\\Seen",))
    sent = client.post(
        "/mails/send",
        {"accountId": account["id"], "to": ["anna@example.org"], "subject": "Sent by us", "body": "<p>Hello</p>"},
    ).ok()
    assert sent["status"] == "sent"
    with mailbox.box() as box:
        wait_until(lambda: len(box.uids(mailbox.sent)) == 2, 20, "the copy in the server's folder")
        assert set(box.flags(mailbox.sent).values()) == {frozenset({"\\Seen"})}
    wait_until(lambda: any(b"Subject: Sent by us" in mail for mail in postfix.mails()), 20, "the mail at its receiver")
    mails_when(client, 2, accountId=account["id"], folder=mailbox.sent)
    run_pass(client, account)
    assert subjects(client, account, folder=mailbox.sent) == ["Saved by another program", "Sent by us"]
    assert notices(events, account) == {}


def logins(server: Any, user: str) -> list[str]:
    """The requests to saslauthd to check a password of this user."""
    return [command.text for command in server.passwords.commands(f'LOGIN "{user}"')]


def proven(service: Service, account: dict[str, Any], column: str = "proven_mechanism") -> str:
    return str(service.sql(f"SELECT {column} FROM accounts WHERE id = {account['id']}")[0][0])


def test_cyrus_without_secrets_for_scram(service: Service, client: Client, cyrus: Cyrus) -> None:
    body = cyrus.account("anna")
    tested = client.post("/accounts/test-connection", body).ok()["imap"]
    assert (tested["ok"], tested["mechanism"], tested["refusedMechanisms"]) == (True, "PLAIN", ["SCRAM-SHA-256"])
    account = synced_account(client, body)
    assert proven(service, account) == "PLAIN"
    known = len(logins(cyrus, "anna"))
    log = service.log()
    assert f"account= {account['id']} logs in with PLAIN after a refusal of SCRAM-SHA-256" in log
    # The mechanism that worked is the first one at the next login.
    cyrus.stop()
    cyrus.start()
    account_when(client, account["id"], lambda now: len(logins(cyrus, "anna")) > known and now["mode"] == "idle", 30)
    assert service.log().removeprefix(log).count("logs in with") == 0
    # A mechanism that a person set is the only one that is tried.
    client.put(f"/accounts/{account['id']}", {"authMechanism": "SCRAM-SHA-256"}).ok()
    account_when(client, account["id"], lambda now: now["errorCode"] == "auth_failed", 20)
    client.put(f"/accounts/{account['id']}", {"authMechanism": "LOGIN"}).ok()
    account_when(client, account["id"], lambda now: now["status"] == "active" and now["mode"] == "idle", 20)
    assert proven(service, account) == "LOGIN"


def test_wrong_password_is_tried_once_at_cyrus(client: Client, cyrus: Cyrus) -> None:
    body = cyrus.account("bert") | {"password": "wrong"}
    account = client.post("/accounts", body).ok(201)
    account_when(client, account["id"], lambda now: now["errorCode"] == "auth_failed", 20)
    assert logins(cyrus, "bert") == ['LOGIN "bert" "wrong"']
    client.put(f"/accounts/{account['id']}", {"password": "correct horse"}).ok()
    in_step(client, account)
    # A password that became wrong is not tried with every offered mechanism either.
    cyrus.passwords.passwords["bert"] = "another"
    client.put(f"/accounts/{account['id']}/status", {"status": "disabled"}).ok()
    before = len(logins(cyrus, "bert"))
    client.put(f"/accounts/{account['id']}/status", {"status": "active"}).ok()
    account_when(client, account["id"], lambda now: now["errorCode"] == "auth_failed", 20)
    assert len(logins(cyrus, "bert")) == before + 1
    cyrus.passwords.passwords["bert"] = "correct horse"


def test_postfix_without_secrets_for_scram(service: Service, client: Client, postfix: Postfix) -> None:
    for changes in ({}, {"smtp_port": postfix.tls_port, "smtpSecurity": "tls"}):
        body = postfix.account(username=f"nobody{next(_users)}", smtpUsername=postfix.user, **changes)
        tested = client.post("/accounts/test-connection", body).ok()["smtp"]
        assert (tested["ok"], tested["mechanism"], tested["refusedMechanisms"]) == (True, "PLAIN", ["SCRAM-SHA-256"])
        account = client.post("/accounts", body).ok(201)
        before = len(postfix.mails())
        mail = {
            "accountId": account["id"],
            "to": ["anna@example.org"],
            "subject": "Through Postfix",
            "body": "<p>x</p>",
        }
        assert client.post("/mails/send", mail).ok()["status"] == "sent"
        wait_until(lambda: len(postfix.mails()) == before + 1, 20, "the mail")
        assert proven(service, account, "smtp_proven_mechanism") == "PLAIN"
        client.put(f"/accounts/{account['id']}", {"smtpAuthMechanism": "SCRAM-SHA-1"}).ok()
        client.post("/mails/send", mail).failed(502, 50204)
        postfix.stop()
        postfix.start()
        client.put(f"/accounts/{account['id']}", {"smtpAuthMechanism": "auto"}).ok()
        assert client.post("/mails/send", mail).ok()["status"] == "sent"
        wait_until(lambda: len(postfix.mails()) == before + 2, 20, "the mail after a restart")


def test_wrong_password_is_tried_once_at_postfix(client: Client, postfix: Postfix) -> None:
    body = postfix.account(password="wrong")
    before = len(logins(postfix, postfix.user))
    tested = client.post("/accounts/test-connection", body).ok()["smtp"]
    assert (tested["ok"], tested["errorCode"], tested["mechanism"]) == (False, "auth_failed", None)
    assert tested["refusedMechanisms"] == ["SCRAM-SHA-256", "PLAIN"]
    assert "wrong" not in tested["error"]
    assert len(logins(postfix, postfix.user)) == before + 1


def test_courier_keeps_its_uids_after_one_select(service: Service, client: Client, courier: Courier) -> None:
    """Until a client opens the folder for writing, Courier returns the current time as its UIDVALIDITY."""
    user = f"user{next(_users)}"
    courier.add_user(user)
    for number in range(5):
        courier.deliver(user, letter(f"Old {number}"))
    with service.events(client.token) as events:
        events.wait_for("connected")
        account = synced_account(client, courier.account(user, flagSync="both"))
        ids = {mail["subject"]: mail["id"] for mail in all_mails(client, accountId=account["id"])}
        assert len(ids) == 5
        courier.stop()
        account_when(client, account["id"], lambda now: now["mode"] not in ("idle", "polling"), 20)
        courier.deliver(user, letter("New"))
        courier.start()
        events.wait_for("mail.received", of(account), 30)
        in_step(client, account)
        run_pass(client, account)
        after = {mail["subject"]: mail["id"] for mail in all_mails(client, accountId=account["id"])}
        assert {subject: after[subject] for subject in ids} == ids and len(after) == 6
        assert notices(events, account) == {"New": 1}
    assert service.log().count(f"account= {account['id']} opened INBOX once with SELECT") == 1
    # Flags reach the right mail in both directions.
    client.put(f"/mails/{after['New']}/star", {"isStarred": True}).ok()
    with courier.mailbox(user) as box:
        assert len(box.uids()) == 6
        wait_until(lambda: "\\Flagged" in box.flags()[6], 20, "our flag at the server")
        assert [uid for uid, flags in box.flags().items() if "\\Flagged" in flags] == [6]
        box.store([6], "+", ["\\Seen"])
    wait_until(lambda: client.get(f"/mails/{after['New']}").ok()["isRead"], 20, "the flag of the new mail")
    assert not any(client.get(f"/mails/{ids[subject]}").ok()["isRead"] for subject in ids)
