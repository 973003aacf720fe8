# SPDX-License-Identifier: GPL-3.0-or-later
"""`postriderd import`: mails from files, with the same bytes, that no synchronisation touches."""

import os
import re
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from corpus.writer import generate
from postrider_support import Client, Dovecot, Service, User, wait_until
from postrider_support.letters import all_mails, letter, mails_when, settled, synced_account
from postrider_support.service import program
from postrider_support.waiting import scaled

MANY = 20_000 if os.environ.get("POSTRIDER_LONG") else 400
FROM = b"From anna@example.org Tue Nov 14 22:13:20 2023\n"


def command(service: Service, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program()), "--data-dir", str(service.data_dir), *words],
        capture_output=True,
        text=True,
        timeout=scaled(900),
        env=service.variables(),
    )


def load(service: Service, path: Path, account: Any = "1", folder: str = "Old", *words: str) -> str:
    done = command(service, "import", str(path), "--account", str(account), "--folder", folder, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def exported(service: Service, folder: Path, form: str = "eml") -> dict[str, Counter[bytes]]:
    """The mails of each folder, by the name that the export gives it."""
    done = command(service, "export", str(folder), "--format", form)
    assert done.returncode == 0, done.stdout + done.stderr
    mails: dict[str, Counter[bytes]] = {}
    for file in folder.rglob("*.eml"):
        mails.setdefault(file.parent.name, Counter())[file.read_bytes()] += 1
    return mails


@pytest.fixture
def synced(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User
) -> tuple[Service, Client, dict[str, Any]]:
    """An account with one mail."""
    with dovecot.mailbox(mail_user) as mailbox:
        mailbox.append(letter("At the server"))
    service = fresh_service()
    client = service.admin()
    return service, client, synced_account(client, dovecot.account(mail_user))


def imported(client: Client, folder: str = "Old") -> list[dict[str, Any]]:
    return all_mails(client, folder=f"$imported/{folder}")


@pytest.mark.parametrize("form", ["eml", "mbox"])
def test_exported_mails_come_back_byte_by_byte(
    fresh_service: Callable[..., Service],
    dovecot: Dovecot,
    mail_user: User,
    tmp_path: Path,
    form: str,
) -> None:
    generate(dovecot.maildir(mail_user).parent, MANY, seed=12)
    dovecot.adopt(mail_user)
    service = fresh_service()
    client = service.admin()
    account = synced_account(client, dovecot.account(mail_user), 60 + MANY / 20)
    settled(client, account["id"], 60 + MANY / 20)
    exported(service, tmp_path / "out", form)
    output = load(service, tmp_path / "out", account["id"])
    assert re.search(rf"^Done: {MANY:,} mails, .* \([\d,]+ mails/s\); 0 were there", output, re.M)
    print(output)
    again = load(service, tmp_path / "out", account["id"])
    assert re.search(rf"^Done: 0 mails, .*; {MANY:,} were there already$", again, re.M)
    both = exported(service, tmp_path / "again")
    line_end = b"\n" if form == "mbox" else b""
    expected = Counter({raw if raw.endswith(b"\n") else raw + line_end: count for raw, count in both["INBOX"].items()})
    assert both["$imported%2FOld"] == expected
    assert sum(expected.values()) == MANY


def test_imported_mail_is_listed_found_and_not_announced(
    synced: tuple[Service, Client, dict[str, Any]], tmp_path: Path
) -> None:
    service, client, account = synced
    (tmp_path / "a.eml").write_bytes(
        letter("Wolframite", "A word: xylophone.", files={"notes.bin": b"123"}, sent_at=1e9)
    )
    with service.events(client.token) as events:
        events.wait_for("connected")
        load(service, tmp_path / "a.eml", account["email"])
        (mail,) = imported(client)
        assert (mail["subject"], mail["isRead"], mail["onServer"]) == ("Wolframite", True, False)
        assert mail["hasAttachment"] and mail["createdAt"].startswith("2001-09-09")
        for word in ("wolframite", "xylophone"):
            found = client.get("/mails", keyword=word).ok()["items"]
            assert [one["id"] for one in found] == [mail["id"]]
        assert {one["subject"] for one in all_mails(client)} == {"At the server", "Wolframite"}
        detail = client.get(f"/mails/{mail['id']}").ok()
        assert "xylophone" in detail["textBody"]
        assert [one["filename"] for one in detail["attachments"]] == ["notes.bin"]
        assert not events.named("mail.received")


def test_synchronisation_never_touches_imported_mails(
    synced: tuple[Service, Client, dict[str, Any]],
    dovecot: Dovecot,
    mail_user: User,
    tmp_path: Path,
) -> None:
    """The same mail arrives at the server and is deleted there; then the imported one is deleted here."""
    service, client, account = synced
    raw = letter("Twice")
    (tmp_path / "a.eml").write_bytes(raw)
    load(service, tmp_path / "a.eml")
    (here,) = imported(client)
    with dovecot.mailbox(mail_user) as mailbox:
        uid = mailbox.append(raw)
        (arrived,) = [mail for mail in mails_when(client, 2, folder="INBOX") if mail["subject"] == "Twice"]
        (kept,) = imported(client)
        assert (kept["id"], kept["folder"], kept["onServer"]) == (here["id"], here["folder"], False)
        assert arrived["id"] != here["id"] and arrived["onServer"]
        mailbox.delete([uid])
        mails_when(client, 1, folder="INBOX")
        assert [mail["id"] for mail in imported(client)] == [here["id"]]
    client.delete(f"/mails/{here['id']}").ok()
    with dovecot.mailbox(mail_user) as mailbox:
        mailbox.append(letter("Marker"))
        mailbox.append(raw)
    wait_until(
        lambda: {mail["subject"] for mail in all_mails(client, folder="INBOX")} == {"At the server", "Marker", "Twice"},
        20,
        "the mail that only was deleted where it had been imported",
    )
    load(service, tmp_path / "a.eml")
    assert len(imported(client)) == 1
    service.restart()
    client = service.admin()
    settled(client, account["id"])
    assert len(imported(client)) == 1


def test_maildir_keeps_its_flags(synced: tuple[Service, Client, dict[str, Any]], tmp_path: Path) -> None:
    service, client, _ = synced
    for name, subject in (
        ("cur/1700000000.a:2,S", "Read"),
        ("cur/1700000001.b:2,FS", "Starred"),
        ("new/1700000002.c", "New"),
    ):
        path = tmp_path / "box" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(letter(subject))
    load(service, tmp_path / "box", 1, "Work/Old")
    mails = {mail["subject"]: mail for mail in imported(client, "Work/Old")}
    assert {name: (mail["isRead"], mail["isStarred"]) for name, mail in mails.items()} == {
        "Read": (True, False),
        "Starred": (True, True),
        "New": (False, False),
    }
    assert mails["Read"]["createdAt"].startswith("2023-11-14T22:13:20")
    ids = [mail["id"] for mail in mails.values()]
    client.put(f"/mails/{ids[0]}/star", {"isStarred": True}).ok()
    folders = client.get("/accounts/1/folders").ok()
    (folder,) = [one for one in folders if one["path"] == "$imported/Work/Old"]
    assert (folder["total"], folder["followed"], folder["exists"]) == (3, False, False)


def test_every_mail_of_a_broken_file_is_kept_or_named(
    synced: tuple[Service, Client, dict[str, Any]], tmp_path: Path
) -> None:
    service, client, _ = synced
    first = b"\x00\x01 not a mail\n\n"
    empty = FROM + b"\n"
    good = FROM + b"Subject: Good\n\ntext\nFrom here on\n\n"
    file = tmp_path / "broken.mbox"
    file.write_bytes(first + empty + good + FROM + b"Subject: Cut off\n\nbegin")
    done = command(service, "import", str(file), "--account", "1", "--folder", "Old")
    assert done.returncode == 1
    named = re.findall(rf"^postriderd: not imported: {file}, at byte (\d+): (.*)$", done.stderr, re.M)
    assert [(int(offset), why.split()[1]) for offset, why in named] == [
        (0, "has"),
        (len(first), "is"),
    ]
    assert "postriderd: 2 were not imported\n" in done.stderr
    assert {mail["subject"] for mail in imported(client)} == {"Good", "Cut off"}


def test_equal_mails_of_one_file_stay_as_many(synced: tuple[Service, Client, dict[str, Any]], tmp_path: Path) -> None:
    service, client, _ = synced
    file = tmp_path / "twice.mbox"
    file.write_bytes(2 * (FROM + b"Subject: Same\n\ntext\n\n"))
    load(service, file)
    load(service, file)
    assert len(imported(client)) == 2
    file.write_bytes(3 * (FROM + b"Subject: Same\n\ntext\n\n"))
    assert "Done: 1 mails" in load(service, file)


def test_killed_import_goes_on(synced: tuple[Service, Client, dict[str, Any]], tmp_path: Path) -> None:
    service, client, _ = synced
    count = 1500
    file = tmp_path / "many.mbox"
    file.write_bytes(b"".join(FROM + b"Subject: %d\n\ntext %d\n\n" % (number, number) for number in range(count)))
    words = ["import", str(file), "--account", "1", "--folder", "Old"]
    running = subprocess.Popen([str(program()), "--data-dir", str(service.data_dir), *words], env=service.variables())
    query = {"folder": "$imported/Old", "pageSize": 1}
    wait_until(lambda: client.get("/mails", **query).ok()["total"] > 0, 30, "the first batch")
    running.kill()
    running.wait()
    before = client.get("/mails", **query).ok()["total"]
    assert f"; {before:,} were there already" in load(service, file)
    assert client.get("/mails", **query).ok()["total"] == count


def test_what_is_not_there_is_named(synced: tuple[Service, Client, dict[str, Any]], tmp_path: Path) -> None:
    service, _, _ = synced
    (tmp_path / "a.eml").write_bytes(letter("One"))
    for path, account, output in (
        (tmp_path / "none", "1", "There is no file or folder"),
        (tmp_path / "a.eml", "nobody@example.org", "There is no account nobody@example.org."),
    ):
        done = command(service, "import", str(path), "--account", account, "--folder", "Old")
        assert done.returncode == 1 and output in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("a",),
        ("a", "--account", "1"),
        ("a", "--account", "1", "--folder", "/x"),
        ("a", "--account", "1", "--folder", "x", "--format", "pst"),
        ("a", "b", "--account", "1", "--folder", "x"),
        ("a", "--account", "1", "--folder", "x", "--all", "1"),
    ],
)
def test_mistyped_command_is_status_2(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [str(program()), "--data-dir", str(tmp_path / "data"), "import", *words],
        capture_output=True,
        text=True,
        timeout=scaled(20),
    )
    assert done.returncode == 2 and done.stderr.strip()
    assert list(tmp_path.iterdir()) == []
