# SPDX-License-Identifier: GPL-3.0-or-later
"""`postriderd export`: every mail as a file, with the same bytes as at the mail server."""

import hashlib
import os
import re
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import need
from corpus.writer import generate
from postrider_support import Dovecot, Service, SmtpScript, User, wait_until
from postrider_support.disk import FaultyDisk
from postrider_support.letters import letter, settled, synced_account
from postrider_support.sending import mail
from postrider_support.service import program
from postrider_support.waiting import scaled

MANY = 20_000 if os.environ.get("POSTRIDER_LONG") else 400
ODD = [
    b"Subject: From lines\r\n\r\nFrom here\r\n>From there\r\n>>From nowhere\r\nFrom\r\nFrom: not\r\n",
    b"Subject: empty lines at the end\r\n\r\ntext\r\n\r\n\r\n",
    b"Subject: 8 bits \xe4\r\n\r\n\xff\xfe\x80 From \r\n",
    b"Subject: nothing\r\n\r\n",
]


@pytest.fixture(scope="module")
def box(dovecot: Dovecot) -> tuple[User, Counter[bytes]]:
    """A mailbox, and the bytes of each mail as Dovecot gives them out."""
    user = dovecot.add_user("export")
    generate(dovecot.maildir(user).parent, MANY, seed=9)
    dovecot.adopt(user)
    with dovecot.mailbox(user) as mailbox:
        for raw in ODD:
            mailbox.append(raw)
        mailbox.append(letter("With a file", files={"a.bin": bytes(range(256)) * 999}))
        return user, Counter(fetched(mailbox))


def fetched(mailbox: object) -> list[bytes]:
    """BODY[] of all mails of INBOX, fetched with the library that postrider_support uses."""
    imap = mailbox._imap  # type: ignore[attr-defined]
    imap.select("INBOX", readonly=True)
    _, answer = imap.fetch("1:*", "(BODY.PEEK[])")
    return [part[1] for part in answer if isinstance(part, tuple)]


@pytest.fixture
def synced(fresh_service: Callable[..., Service], dovecot: Dovecot, box: tuple[User, Counter[bytes]]) -> Service:
    service = fresh_service()
    client = service.admin()
    account = synced_account(client, dovecot.account(box[0]), 120)
    settled(client, account["id"], 60)
    return service


def export(
    service: Service, folder: Path, *words: str, variables: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program()), "--data-dir", str(service.data_dir), "export", str(folder), *words],
        capture_output=True,
        text=True,
        timeout=scaled(120),
        env=service.variables() | (variables or {}),
    )


def exported(service: Service, folder: Path, *words: str) -> str:
    done = export(service, folder, *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def mails_of(mbox: bytes) -> list[bytes]:
    """The mails of an mbox file, as a reader splits them that removes one `>` before a quoted From."""
    mails = re.split(rb"(?:\A|\n)From [^\n]+ [A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}\n", mbox)
    assert mails[0] == b"" and mbox.endswith(b"\n\n")
    ends = [
        *mails[1:-1],
        mails[-1][:-1],
    ]  # the pattern consumes the empty line that ends a mail
    return [re.sub(rb"(?m)^>(>*From )", rb"\1", mail) for mail in ends]


def test_eml_files_have_the_bytes_of_the_server(
    synced: Service, box: tuple[User, Counter[bytes]], tmp_path: Path
) -> None:
    output = exported(synced, tmp_path / "out", "--format", "eml")
    files = list((tmp_path / "out").rglob("*.eml"))
    assert Counter(file.read_bytes() for file in files) == box[1]
    print(output)
    assert re.search(rf"^Done: {len(files):,} mails, .* in .* s \(.* mails/s\)$", output, re.M)
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "out").rglob("*"))
    assert {path.name for path in tmp_path.iterdir() if not path.name.startswith("service")} == {"out"}


def test_mbox_gives_the_same_bytes_back(synced: Service, box: tuple[User, Counter[bytes]], tmp_path: Path) -> None:
    exported(synced, tmp_path / "out")
    files = list((tmp_path / "out").rglob("*.mbox"))
    assert [file.name for file in files] == ["INBOX.mbox"]
    found = Counter(mails_of(files[0].read_bytes()))
    assert found == Counter({raw if raw.endswith(b"\n") else raw + b"\n": count for raw, count in box[1].items()})


def test_account_is_named_by_id_or_address(synced: Service, dovecot: Dovecot, tmp_path: Path) -> None:
    other = dovecot.add_user("export-other")
    with dovecot.mailbox(other) as mailbox:
        mailbox.append(letter("The other one"))
    account = synced_account(synced.admin(), dovecot.account(other), 60)
    for name in (str(account["id"]), account["email"].upper()):
        folder = tmp_path / f"out-{len(name)}"
        exported(synced, folder, "--format=eml", f"--account={name}")
        files = list(folder.rglob("*.eml"))
        assert len(files) == 1 and b"The other one" in files[0].read_bytes()
    done = export(synced, tmp_path / "none", "--account", "nobody@example.org")
    assert (done.returncode, done.stderr) == (
        1,
        "postriderd: There is no account nobody@example.org.\n",
    )
    assert not (tmp_path / "none").exists()


def test_mails_whose_text_is_not_here_are_named(
    fresh_service: Callable[..., Service], dovecot: Dovecot, tmp_path: Path
) -> None:
    """In the middle of a first synchronisation; the service is paused, so that nothing changes."""
    user = dovecot.add_user("export-pending")
    generate(dovecot.maildir(user).parent, 2000, seed=10)
    dovecot.adopt(user)
    service = fresh_service()
    client = service.admin()
    client.post("/accounts", dovecot.account(user)).ok(201)
    wait_until(lambda: client.get("/mails").ok()["total"] >= 20, 60, "the first mails")
    service.pause()
    try:
        done = export(service, tmp_path / "out", "--format", "eml")
        missing = {str(row[0]) for row in service.sql("SELECT id FROM mails WHERE body_state <> 1")}
        all_ids = {str(row[0]) for row in service.sql("SELECT id FROM mails")}
    finally:
        service.resume()
    assert missing, "it was in the middle"
    assert done.returncode == 1
    assert f"postriderd: {len(missing)} mails are not stored completely" in done.stderr
    lines = (tmp_path / "out" / "not-exported.txt").read_text().splitlines()
    assert lines[0] == "id\tMessage-ID"
    assert {line.split("\t")[0] for line in lines[1:]} == missing
    written = {file.stem.lstrip("0") for file in (tmp_path / "out").rglob("*.eml")}
    assert written == all_ids - missing


def test_large_mail_that_was_sent_is_whole(
    fresh_service: Callable[..., Service], dovecot: Dovecot, tmp_path: Path
) -> None:
    """Its local copy is kept in pieces."""
    service = fresh_service()
    client = service.admin()
    with SmtpScript() as smtp:
        account = synced_account(
            client,
            dovecot.account(
                dovecot.add_user("export-sent"),
                smtp_host="127.0.0.1",
                smtp_port=smtp.port,
                smtpSecurity="none",
            ),
            60,
        )
        content = hashlib.shake_256(b"seed").digest(3 * 2**20)
        query = {"filename": "large.bin"}
        token = client.request("POST", "/attachments", query=query, raw=content).ok(201)["id"]
        client.post("/mails/send", mail(account, attachments=[token])).ok()
        exported(service, tmp_path / "out", "--format", "eml")
        files = list((tmp_path / "out").rglob("*.eml"))
        assert [file.parent.name for file in files] == ["$sent"]
        assert files[0].read_bytes() == smtp.mails[-1].raw


def test_folders_whose_names_differ_in_case_only_have_files_of_their_own(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User, tmp_path: Path
) -> None:
    names = ("Work", "work")
    with dovecot.mailbox(mail_user) as box:
        for name in names:
            box.create(name)
            box.append(letter(f"In {name}"), folder=name)
    service = fresh_service()
    client = service.admin()
    synced_account(client, dovecot.account(mail_user, folders=["INBOX", *names]), 30)
    wait_until(lambda: client.get("/mails").ok()["total"] == 2, 20, "both mails")
    exported(service, tmp_path / "out")
    files = sorted(path.name for path in (tmp_path / "out").rglob("*.mbox"))
    assert len({name.lower() for name in files}) == 2, files
    assert all(path.read_bytes().count(b"\nSubject: In ") == 1 for path in tmp_path.rglob("*.mbox"))


def test_what_is_there_is_left_alone(synced: Service, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    done = export(synced, there)
    assert done.returncode == 1 and "Nothing was changed" in done.stderr
    assert list(there.iterdir()) == []


def test_full_disk_leaves_no_folder(synced: Service, tmp_path: Path) -> None:
    library = program().parents[1] / "lib" / "faultydisk.so"
    need(library.exists(), str(library))
    disk = FaultyDisk(tmp_path / "disk", library)
    for form in ("mbox", "eml"):
        disk.leave(100_000)
        done = export(synced, tmp_path / "full" / "out", "--format", form, variables=disk.environment)
        assert done.returncode == 1 and "No space left" in done.stderr, done.stderr
        assert list((tmp_path / "full").iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("a", "b"),
        ("a", "--format", "pst"),
        ("a", "--format"),
        ("a", "--account"),
        ("a", "--all"),
    ],
)
def test_mistyped_command_is_status_2_and_changes_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [str(program()), "--data-dir", str(tmp_path / "data"), "export", *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=scaled(20),
    )
    assert done.returncode == 2 and done.stderr.strip()
    assert list(tmp_path.iterdir()) == []
