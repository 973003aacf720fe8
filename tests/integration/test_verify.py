# SPDX-License-Identifier: GPL-3.0-or-later
"""`postriderd verify` reports every difference between mail server and database, and nothing else."""

import json
import re
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from corpus.writer import generate
from postrider_support import Dovecot, Service, User
from postrider_support.letters import letter, settled, synced_account
from postrider_support.service import program
from postrider_support.waiting import scaled

MANY = 1000


def verify(service: Service, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program()), "--data-dir", str(service.data_dir), "verify", *words],
        capture_output=True,
        text=True,
        timeout=scaled(90),
        env=service.variables(),
    )


def report(service: Service, account: dict[str, Any], *words: str) -> dict[str, Any]:
    done = verify(service, "--account", str(account["id"]), "--json", *words)
    answer = json.loads(done.stdout)
    assert done.returncode == (0 if answer["equal"] else 1), done.stderr
    return answer


def differences(service: Service, account: dict[str, Any]) -> set[tuple[str, int]]:
    return {
        (one["kind"], one["uid"]) for folder in report(service, account)["folders"] for one in folder["differences"]
    }


@pytest.fixture
def synced(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User
) -> tuple[Service, dict[str, Any], list[int]]:
    """A stopped service with twenty mails in INBOX and two in Archive, its account, and the UIDs of INBOX."""
    with dovecot.mailbox(mail_user) as mailbox:
        uids = [mailbox.append(letter(f"Number {number}")) for number in range(20)]
        mailbox.store(uids[15:], "+", ["\\Seen"])
        mailbox.create("Archive")
        for number in range(2):
            mailbox.append(letter(f"Old {number}"), "Archive")
    service = fresh_service()
    account = synced_account(service.admin(), dovecot.account(mail_user, folders=["INBOX", "Archive"]))
    service.stop()
    return service, account, uids


def test_untouched_mailbox_has_no_difference_while_the_service_runs(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User
) -> None:
    generate(dovecot.maildir(mail_user).parent, MANY, seed=11)
    dovecot.adopt(mail_user)
    service = fresh_service()
    client = service.admin()
    account = synced_account(client, dovecot.account(mail_user), 120)
    settled(client, account["id"], 60)
    inbox = report(service, account)["folders"][0]
    assert (inbox["path"], inbox["here"], inbox["there"]) == ("INBOX", MANY, MANY)
    done = verify(service, "--account", account["email"])
    assert done.returncode == 0
    assert done.stdout == (f"INBOX: {MANY} here, {MANY} there\n{account['email']}: no differences\n")


def test_ten_differences_are_found_and_nothing_else(
    synced: tuple[Service, dict[str, Any], list[int]], dovecot: Dovecot, mail_user: User
) -> None:
    service, account, uids = synced
    with dovecot.mailbox(mail_user) as mailbox:
        arrived = mailbox.append(letter("Late"))
        mailbox.delete(uids[0:2])
        mailbox.store([uids[2]], "+", ["\\Seen"])
        mailbox.store([uids[3]], "+", ["\\Flagged"])
        mailbox.store([uids[15]], "-", ["\\Seen"])
    service.sql(f"UPDATE mails SET size = size + 1 WHERE uid = {uids[4]} AND subject = 'Number 4'")
    service.sql(f"UPDATE mails SET size = 1 WHERE uid = {uids[5]} AND subject = 'Number 5'")
    service.sql(f"UPDATE mails SET uid = 100000 WHERE subject = 'Number 6' AND uid = {uids[6]}")
    seeded = {
        ("missing-here", arrived),
        ("gone-there", uids[0]),
        ("gone-there", uids[1]),
        ("flags", uids[2]),
        ("flags", uids[3]),
        ("flags", uids[15]),
        ("size", uids[4]),
        ("size", uids[5]),
        ("missing-here", uids[6]),
        ("gone-there", 100000),
    }
    assert differences(service, account) == seeded
    text = verify(service, "--account", str(account["id"])).stdout
    assert len(re.findall(r"^  \S+ uid \d+", text, re.M)) == len(seeded)
    assert f"  flags uid {uids[3]} <" in text and "here none, there flagged" in text
    assert text.splitlines()[-1] == f"{account['email']}: {len(seeded)} differences"


def test_renumbered_and_missing_folders_are_named(
    synced: tuple[Service, dict[str, Any], list[int]], dovecot: Dovecot, mail_user: User
) -> None:
    service, account, _ = synced
    service.sql("UPDATE folders SET uid_validity = uid_validity + 1 WHERE path = 'INBOX'")
    with dovecot.mailbox(mail_user) as mailbox:
        mailbox.remove("Archive")
    assert differences(service, account) == {("uidvalidity", 0), ("no-folder", 0)}
    one = report(service, account, "--folder", "inbox")
    assert [folder["path"] for folder in one["folders"]] == ["INBOX"]


def test_what_is_meant_to_differ_is_no_difference(
    synced: tuple[Service, dict[str, Any], list[int]], dovecot: Dovecot, mail_user: User
) -> None:
    """Mails that are deleted only here, read only here, or left out by syncMode."""
    service, account, uids = synced
    service.start()
    client = service.admin()
    mails = client.get("/mails", accountId=account["id"], folder="INBOX", pageSize=100).ok()["items"]
    ids = {mail["subject"]: mail["id"] for mail in mails}
    client.delete(f"/mails/{ids['Number 1']}").ok()
    client.put(f"/mails/{ids['Number 2']}/read", {"isRead": True}).ok()
    assert differences(service, account) == set()
    service.stop()
    with dovecot.mailbox(mail_user) as mailbox:
        mailbox.append(letter("Long ago"), received_at=1_000_000_000)
    service.sql("UPDATE accounts SET sync_mode = 'recent', sync_days = 30")
    assert differences(service, account) == set()
    service.sql("UPDATE accounts SET flag_sync = 'both'")
    assert differences(service, account) == {("flags", uids[2])}


def test_nothing_is_changed_on_either_side(
    synced: tuple[Service, dict[str, Any], list[int]], dovecot: Dovecot, mail_user: User
) -> None:
    service, account, uids = synced
    with dovecot.mailbox(mail_user) as mailbox:
        mailbox.store([uids[0]], "+", ["\\Flagged"])
        flags = mailbox.flags()
    rows = service.sql("SELECT id, uid, is_read, is_starred, server_flags FROM mails ORDER BY id")
    assert len(differences(service, account)) == 1
    with dovecot.mailbox(mail_user) as mailbox:
        assert mailbox.flags() == flags
    assert rows == service.sql("SELECT id, uid, is_read, is_starred, server_flags FROM mails ORDER BY id")


def test_what_cannot_be_compared_is_status_2(
    synced: tuple[Service, dict[str, Any], list[int]], dovecot: Dovecot, mail_user: User
) -> None:
    service, account, _ = synced
    done = verify(service, "--account", "nobody@example.org")
    assert (done.returncode, done.stderr) == (
        2,
        "postriderd: There is no account nobody@example.org.\n",
    )
    assert verify(service).returncode == 2
    assert verify(service, "--account", "1", "--folder", "Elsewhere").returncode == 2
    key = service.data_dir / "master.key"
    key.chmod(0o644)
    done = verify(service, "--account", str(account["id"]))
    assert done.returncode == 2 and "other users may read or write it" in done.stderr
    key.chmod(0o600)
    dovecot.add_user(mail_user.name, "another password")
    try:
        done = verify(service, "--account", str(account["id"]))
        assert done.returncode == 2 and done.stderr.startswith("postriderd: ")
    finally:
        dovecot.add_user(mail_user.name, mail_user.password)
