# SPDX-License-Identifier: GPL-3.0-or-later
"""`postriderd backup` and `restore`: one file, taken while the service runs, that restores everything."""

import hashlib
import os
import subprocess
import tarfile
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from backups import (
    MANY,
    backed_up,
    database_of,
    file,
    files_below,
    manifest,
    new_place,
    new_url,
    refused,
    restored,
    rows_of,
    run,
)
from corpus.writer import generate
from postrider_support import UNLIMITED, Client, Dovecot, Service, wait_until
from postrider_support.contents import Contents, contents, last_ids
from postrider_support.letters import all_mails, letter, settled
from postrider_support.soundness import check_database
from test_migrate_database import CONFIG, FILLED, Rich, before, rich


def test_it_is_a_tar_of_which_each_part_has_its_sum(file: Path) -> None:
    listed = manifest(file)
    with tarfile.open(file) as archive:
        names = [member.name for member in archive]
        assert names[-2:] == ["manifest.json", "manifest.json.sha256"]
        assert sorted(names[:-2]) == sorted(listed["parts"])
        for name in names[:-2]:
            part = archive.extractfile(name)
            assert part is not None
            assert hashlib.sha256(part.read()).hexdigest() == listed["parts"][name]["sha256"], name
        raw = archive.extractfile("manifest.json")
        total = archive.extractfile("manifest.json.sha256")
        assert raw is not None and total is not None
        assert total.read().decode() == f"{hashlib.sha256(raw.read()).hexdigest()}  manifest.json\n"
    assert file.stat().st_mode & 0o077 == 0
    assert {name for name, (rows, _) in rows_of(file).items() if rows} >= FILLED


def test_keys_are_in_it_only_when_asked_for(rich: Rich, file: Path, tmp_path: Path) -> None:  # noqa: F811
    without = tmp_path / "without.tar"
    assert "It does not contain the master key" in backed_up(rich.data_dir, without)
    key = bytes.fromhex((rich.data_dir / "master.key").read_text())
    for form in (key, key.hex().encode()):
        assert form not in without.read_bytes()
    assert key.hex().encode() in file.read_bytes()
    assert manifest(without)["hasKeys"] is False and manifest(file)["hasKeys"] is True


# -- backup and restore


def test_everything_comes_back_in_either_engine(
    rich: Rich,
    before: Contents,
    file: Path,  # noqa: F811
    new_place: Callable[[], tuple[Path, str | None]],
    tmp_path: Path,
) -> None:
    data_dir, url = new_place()
    restored(file, data_dir, url, "--move")
    database = url or data_dir / "postrider.db"
    assert contents(database) == before
    assert last_ids(database) == last_ids(rich.file)
    assert (data_dir / "master.key").read_text() == (rich.data_dir / "master.key").read_text()
    assert (data_dir / "master.key").stat().st_mode & 0o077 == 0
    assert files_below(data_dir / "attachments-out") == files_below(rich.data_dir / "attachments-out")
    left = {path.name for path in data_dir.iterdir()} - {
        "postrider.db",
        "postrider.db.lock",
        "master.key",
        "attachments-out",
    }
    assert left == set()
    again = tmp_path / "again.tar"
    backed_up(data_dir, again, url=url)
    assert rows_of(again) == rows_of(file)
    if url is None:
        check_database(data_dir)


def test_restored_service_goes_on_with_its_passwords(
    rich: Rich,
    file: Path,
    dovecot: Dovecot,  # noqa: F811
    new_place: Callable[[], tuple[Path, str | None]],
) -> None:
    data_dir, url = new_place()
    restored(file, data_dir, url, "--move")
    environment = {} if url is None else {"POSTRIDER_DATABASE_URL": url}
    with Service(data_dir, config=CONFIG, environment=environment, extra_ca=dovecot.ca_file) as service:
        client = service.client()
        client.token = rich.token
        wait_until(lambda: client.get("/health/ready").status == 200, 20, "the service to be ready")
        subject = f"Restored to {data_dir.name} {'of a server' if url else ''}".strip()
        with dovecot.mailbox(rich.user) as box:
            box.append(letter(subject))
        wait_until(
            lambda: [mail["subject"] for mail in all_mails(client)].count(subject) == 1,
            60,
            "the new mail",
        )


def test_what_may_have_happened_since_is_not_done_again(
    rich: Rich,
    before: Contents,
    file: Path,  # noqa: F811
    dovecot: Dovecot,
    new_place: Callable[[], tuple[Path, str | None]],
) -> None:
    """No mail is sent a second time, and no token that was revoked is valid again."""
    data_dir, url = new_place()
    assert "all users have to log in again" in restored(file, data_dir, url)
    now = contents(url or data_dir / "postrider.db")
    assert {name for name in now if now[name] != before[name]} == {"outbox", "users"}
    environment = {} if url is None else {"POSTRIDER_DATABASE_URL": url}
    with Service(data_dir, config=CONFIG, environment=environment, extra_ca=dovecot.ca_file) as service:
        old = service.client()
        old.token = rich.token
        old.get("/mails").failed(401, 40102)
        (mail,) = service.admin().get("/outbox").ok()["items"]
        assert (mail["subject"], mail["status"]) == ("On its way", "unknown")
        assert (mail["failure"], mail["nextAttemptAt"]) == ("restored", None)
        assert "may have been sent" in mail["lastError"]
        again = service.admin().post(f"/outbox/{mail['id']}/retry").ok()
        assert again["status"] in ("queued", "sending")


def sum_of(file: Path) -> bytes:
    with tarfile.open(file) as archive:
        listed = archive.extractfile("manifest.json")
        assert listed is not None
        return hashlib.sha256(listed.read()).digest()


def test_nothing_uses_a_restore_that_was_not_finished(file: Path, tmp_path: Path) -> None:
    """As after a power cut. A service that made a new database there would look like the restored one."""
    place = tmp_path / "place"
    place.mkdir(mode=0o700)
    (place / "backup.restoring").write_bytes(sum_of(file))
    for words in (("serve", "--listen", "127.0.0.1:0"), ("user", "list"), ("export", "x")):
        refused(run(place, *words), "begun and not finished", "postriderd restore")
    assert [path.name for path in place.iterdir()] == ["backup.restoring"]
    restored(file, place)


def test_database_of_another_service_is_not_taken_for_the_restored_one(
    fresh_service: Callable[..., Service], file: Path
) -> None:
    service = fresh_service()
    service.admin()
    service.stop()
    marker = service.data_dir / "backup.restoring"
    marker.write_bytes(sum_of(file))
    refused(run(service.data_dir, "restore", str(file)), "was made while the restore", "again")
    assert marker.exists()


def test_folder_that_cannot_be_read_fails_the_backup(tmp_path: Path, file: Path) -> None:
    """root can read everything, so under root the backup runs as nobody."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "place"
        restored(file, place)
        closed = place / "attachments-out" / "1"
        closed.chmod(0)
        made = Path(folder) / "new.tar"
        anybody = {}
        if os.geteuid() == 0:
            anybody = {"user": 65534, "group": 65534, "extra_groups": []}
            subprocess.run(["chown", "-R", "65534:65534", folder], check=True)
        refused(run(place, "backup", str(made), **anybody), str(closed), "cannot be read")
        assert not made.exists()
        closed.chmod(0o700)


@pytest.fixture(params=["sqlite", "postgresql"])
def syncing(request: pytest.FixtureRequest, dovecot: Dovecot, tmp_path: Path) -> Any:
    """A service in the middle of a first synchronisation, and the Message-IDs in the mailbox."""
    user = dovecot.add_user(f"backup-{request.param}")
    truths = generate(dovecot.maildir(user).parent, MANY, seed=8)
    dovecot.adopt(user)
    environment = {}
    if request.param == "postgresql":
        environment = {"POSTRIDER_DATABASE_URL": request.getfixturevalue("new_url")()}
    service = Service(tmp_path / "syncing", config=UNLIMITED, environment=environment, extra_ca=dovecot.ca_file)
    with service:
        client = service.admin()
        client.post("/accounts", dovecot.account(user)).ok(201)
        wait_until(lambda: client.get("/mails").ok()["total"] >= 20, 60, "the first mails")
        yield service, client, {truth.messageId for truth in truths}


def test_backup_of_a_moment_in_a_first_sync_is_equal(
    syncing: tuple[Service, Client, set[str]], tmp_path: Path, new_url: Callable[[], str]
) -> None:
    """The service is paused during the backup, so that its database can be compared with the backup."""
    service, _, _ = syncing
    url = service.environment.get("POSTRIDER_DATABASE_URL")
    made = tmp_path / "moment.tar"
    service.pause()
    try:
        backed_up(service.data_dir, made, url=url)
        there, ids = contents(database_of(service)), last_ids(database_of(service))
    finally:
        service.resume()
    assert there["mails"][0] > 0 and there["bodies"][0] < MANY, "it was in the middle"
    for data_dir, target in ((tmp_path / "one", None), (tmp_path / "two", new_url())):
        restored(made, data_dir, target, "--move")
        assert contents(target or data_dir / "postrider.db") == there
        assert last_ids(target or data_dir / "postrider.db") == ids


def test_backup_taken_while_a_first_sync_goes_on_is_whole(
    syncing: tuple[Service, Client, set[str]], tmp_path: Path, dovecot: Dovecot
) -> None:
    """A service on the restored data continues the synchronisation, and lists each mail once."""
    service, client, wanted = syncing
    url = service.environment.get("POSTRIDER_DATABASE_URL")
    made = tmp_path / "going.tar"
    backed_up(service.data_dir, made, "--with-keys", url=url)
    assert dict(rows_of(made))["mails"][0] > 0
    account = client.get("/accounts").ok()[0]["id"]
    settled(client, account, 120)  # the backup did not disturb the synchronisation
    assert Counter(mail["messageId"] for mail in all_mails(client)) == Counter(wanted)
    service.stop()
    elsewhere = tmp_path / "elsewhere"
    restored(made, elsewhere)
    check_database(elsewhere)
    with Service(elsewhere, config=UNLIMITED, extra_ca=dovecot.ca_file) as other:
        again = other.admin()
        settled(again, account, 120)
        assert Counter(mail["messageId"] for mail in all_mails(again)) == Counter(wanted)


@pytest.mark.parametrize(
    "words",
    [
        ("backup",),
        ("backup", "a.tar", "b.tar"),
        ("backup", "--keys", "a.tar"),
        ("restore",),
        ("restore", "a.tar", "b.tar"),
        ("restore", "--force", "a.tar"),
    ],
)
def test_mistyped_command_is_status_2_and_changes_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = run(tmp_path / "data", *words)
    assert done.returncode == 2 and done.stderr.strip()
    assert list(tmp_path.iterdir()) == []


def test_help_says_how(tmp_path: Path) -> None:
    assert "--with-keys" in run(tmp_path / "data", "backup", "--help").stdout
    assert "must be empty" in run(tmp_path / "data", "restore", "--help").stdout
    assert list(tmp_path.iterdir()) == []
