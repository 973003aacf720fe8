# SPDX-License-Identifier: GPL-3.0-or-later
"""`postriderd backup` and `restore`: one file, taken while the service runs, and everything again from it."""

import hashlib
import io
import itertools
import json
import os
import random
import subprocess
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import need
from corpus.writer import generate
from postrider_support import UNLIMITED, Client, Dovecot, Postgresql, Service, wait_until
from postrider_support.contents import Contents, contents, last_ids
from postrider_support.disk import FaultyDisk
from postrider_support.letters import all_mails, letter, settled
from postrider_support.service import program
from postrider_support.soundness import check_database
from postrider_support.waiting import scaled
from test_migrate_database import CONFIG, FILLED, Rich, before, rich  # noqa: F401 (fixtures)

KILLS = 30 if os.environ.get("POSTRIDER_LONG") else 5
MANY = 3000


# -- the commands


def run(
    data_dir: Path,
    *words: str,
    url: str | None = None,
    variables: dict[str, str] | None = None,
    timeout: float = 240,
    **anybody: Any,
) -> subprocess.CompletedProcess[str]:
    """A command of the program on that data directory and database."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("POSTRIDER_")}
    database = {} if url is None else {"POSTRIDER_DATABASE_URL": url}
    return subprocess.run(
        [str(program()), "--data-dir", str(data_dir), *words],
        capture_output=True,
        text=True,
        timeout=scaled(timeout),
        env=inherited | database | (variables or {}),
        **anybody,
    )


def backed_up(data_dir: Path, file: Path, *options: str, url: str | None = None) -> str:
    done = run(data_dir, "backup", str(file), *options, url=url)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def restored(file: Path, data_dir: Path, url: str | None = None, *options: str) -> str:
    done = run(data_dir, "restore", str(file), *options, url=url)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """One line that says what and what to do, and exit status 1."""
    assert done.returncode == 1, done.stdout + done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith("postriderd: "), done.stderr
    assert all(word in lines[0] for word in words), lines[0]


def database_of(service: Service) -> str | Path:
    return service.environment.get("POSTRIDER_DATABASE_URL") or service.data_dir / "postrider.db"


def manifest(file: Path) -> dict[str, Any]:
    with tarfile.open(file) as archive:
        listed = archive.extractfile("manifest.json")
        assert listed is not None
        return json.load(listed)


def rows_of(file: Path) -> dict[str, Any]:
    """What the backup says of each table: how many rows, and their checksum."""
    return {table["name"]: (table["rows"], table["digest"]) for table in manifest(file)["tables"]}


@pytest.fixture
def new_url(postgresql: Postgresql) -> Callable[[], str]:
    return lambda: postgresql.url(postgresql.new_database())


@pytest.fixture(params=["sqlite", "postgresql"])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], tuple[Path, str | None]]:
    """Names empty places to restore into, of either engine: a data directory, and a URL or nothing."""
    numbers = itertools.count(1)
    make_url = request.getfixturevalue("new_url") if request.param == "postgresql" else lambda: None
    return lambda: (tmp_path / f"place{next(numbers)}", make_url())


@pytest.fixture(scope="module")
def file(rich: Rich, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: F811
    """A backup of a database with something in every corner, with its key and files."""
    made = tmp_path_factory.mktemp("backup") / "postrider.tar"
    folder = rich.data_dir / "attachments-out" / "1" / "größe ü"
    folder.mkdir(parents=True, mode=0o700)
    (folder / "Bericht.bin").write_bytes(bytes(range(256)) * 9999)
    (folder / "empty").touch()
    (folder / "link").symlink_to("/etc/hostname")
    said = backed_up(rich.data_dir, made, "--with-keys")
    assert "Read back and compared" in said and "It holds the master key" in said
    return made


# -- what is in it


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
    assert "It does not hold the master key" in backed_up(rich.data_dir, without)
    key = bytes.fromhex((rich.data_dir / "master.key").read_text())
    for form in (key, key.hex().encode()):
        assert form not in without.read_bytes()
    assert key.hex().encode() in file.read_bytes()
    assert manifest(without)["hasKeys"] is False and manifest(file)["hasKeys"] is True


# -- there and back


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


def files_below(folder: Path) -> dict[str, bytes]:
    found = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    assert found
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


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
    assert "has to log in again" in restored(file, data_dir, url)
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
    """As after a power cut: a service that made a new database there would pass for the restored one."""
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
    """As root everything can be read, so it runs as nobody."""
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
    """A service in the middle of a first synchronisation, and the Message-IDs that the mailbox has."""
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
    """Stopped for as long as it takes, so that there is something to compare with."""
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
    """Restored elsewhere, the synchronisation goes on there, and each mail is there once."""
    service, client, wanted = syncing
    url = service.environment.get("POSTRIDER_DATABASE_URL")
    made = tmp_path / "going.tar"
    backed_up(service.data_dir, made, "--with-keys", url=url)
    assert dict(rows_of(made))["mails"][0] > 0
    account = client.get("/accounts").ok()[0]["id"]
    settled(client, account, 120)  # the backup did not disturb it
    assert Counter(mail["messageId"] for mail in all_mails(client)) == Counter(wanted)
    service.stop()
    elsewhere = tmp_path / "elsewhere"
    restored(made, elsewhere)
    check_database(elsewhere)
    with Service(elsewhere, config=UNLIMITED, extra_ca=dovecot.ca_file) as other:
        again = other.admin()
        settled(again, account, 120)
        assert Counter(mail["messageId"] for mail in all_mails(again)) == Counter(wanted)


# -- faults


def test_full_disk_ends_with_an_error_and_without_a_file(rich: Rich, file: Path, tmp_path: Path) -> None:  # noqa: F811
    library = program().parents[1] / "lib" / "faultydisk.so"
    need(library.exists(), str(library))
    disk = FaultyDisk(tmp_path / "disk", library)
    folder = tmp_path / "full"
    folder.mkdir()
    written = ("Cannot write the backup", "No space left")
    size = file.stat().st_size
    for room, words in (
        (0, ()),
        (size // 2, written),
        (size - 600, written),
    ):  # at 0 SQLite itself has no room
        disk.leave(room)
        done = run(
            rich.data_dir,
            "backup",
            str(folder / "backup.tar"),
            "--with-keys",
            variables=disk.environment,
        )
        refused(done, *words)
        assert list(folder.iterdir()) == [], room


def test_full_disk_in_a_restore_leaves_nothing(file: Path, tmp_path: Path) -> None:
    library = program().parents[1] / "lib" / "faultydisk.so"
    need(library.exists(), str(library))
    disk = FaultyDisk(tmp_path / "disk", library)
    disk.leave(file.stat().st_size)
    place = tmp_path / "place"
    done = run(place, "restore", str(file), variables=disk.environment)
    assert done.returncode == 1 and done.stderr.startswith("postriderd: "), done.stderr
    assert {path.name for path in place.iterdir()} <= {"postrider.db.lock"}
    restored(file, place)


def test_no_file_is_replaced(rich: Rich, tmp_path: Path) -> None:  # noqa: F811
    there = tmp_path / "there.tar"
    there.write_text("precious")
    refused(run(rich.data_dir, "backup", str(there)), "There is a file", "Nothing was changed")
    assert there.read_text() == "precious" and list(tmp_path.iterdir()) == [there]


def test_backup_of_nothing_is_refused(tmp_path: Path) -> None:
    refused(run(tmp_path / "none", "backup", str(tmp_path / "new.tar")), "There is no database")
    assert not (tmp_path / "new.tar").exists()


def damaged(file: Path, damage: str) -> bytes:  # noqa: F811
    raw = file.read_bytes()
    half = len(raw) // 2
    if damage == "cut off":
        return raw[:half]
    if damage == "last block missing":
        return raw[:-1024]
    if damage == "one bit":
        return raw[:half] + bytes([raw[half] ^ 1]) + raw[half + 1 :]
    if damage == "nothing":
        return b""
    if damage == "something else":
        return b"PK\3\4" * 4000
    return without_a_member(raw)


def without_a_member(raw: bytes) -> bytes:
    """A right tar without one of the parts."""
    made = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(raw)) as source, tarfile.open(
        fileobj=made, mode="w", format=tarfile.USTAR_FORMAT
    ) as target:
        for member in source:
            if not member.name.startswith("tables/attachments/"):
                target.addfile(member, source.extractfile(member))
    return made.getvalue()


@pytest.mark.parametrize(
    "damage",
    ["cut off", "last block missing", "one bit", "nothing", "something else", "a part missing"],
)
def test_damaged_backup_is_refused_and_nothing_is_put_in_place(file: Path, damage: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.tar"
    bad.write_bytes(damaged(file, damage))
    refused(run(tmp_path / "place", "restore", str(bad)), str(bad), "cannot be used")
    assert list(tmp_path.iterdir()) == [bad]


def test_restore_over_a_running_service_is_refused(
    fresh_service: Callable[..., Service], file: Path, tmp_path: Path
) -> None:
    service = fresh_service()
    url = service.environment.get("POSTRIDER_DATABASE_URL")
    before_it = contents(database_of(service))
    if url is None:
        refused(run(service.data_dir, "restore", str(file)), "is in use. Stop the service")
    else:
        refused(run(service.data_dir, "restore", str(file), url=url), "is not empty")
        refused(run(tmp_path / "other", "restore", str(file), url=url), "is in use. Stop the service")
    assert contents(database_of(service)) == before_it
    assert service.client().get("/health/ready").status == 200


def test_restore_needs_an_empty_data_directory(
    rich: Rich, before: Contents, file: Path, tmp_path: Path
) -> None:  # noqa: F811
    refused(run(rich.data_dir, "restore", str(file)), "is not empty", "Nothing was changed")
    assert contents(rich.file) == before
    other = tmp_path / "other"
    other.mkdir(mode=0o700)
    (other / "holiday.jpg").write_text("precious")
    refused(run(other, "restore", str(file)), "is not empty: it has holiday.jpg")
    assert [path.name for path in other.iterdir()] == ["holiday.jpg"]


def test_restore_takes_the_top_of_a_file_system(before: Contents, file: Path, tmp_path: Path) -> None:  # noqa: F811
    top = tmp_path / "mounted"
    (top / "lost+found").mkdir(mode=0o700, parents=True)
    done = run(top, "restore", "--move", str(file))
    assert done.returncode == 0, done.stderr
    assert contents(top / "postrider.db") == before
    assert (top / "lost+found").is_dir()


def test_restore_keeps_a_folder_of_attachments_whose_parent_is_not_its_own(
    rich: Rich, file: Path
) -> None:  # noqa: F811
    """As where it is a file system of its own. As root every folder can be written, so it runs as nobody."""
    with tempfile.TemporaryDirectory() as folder:
        data_dir, parent = Path(folder) / "data", Path(folder) / "parent"
        files = parent / "files"
        for one in (data_dir, parent, files):
            one.mkdir(mode=0o700)
        anybody: dict[str, Any] = {}
        if os.geteuid() == 0:
            anybody = {"user": 65534, "group": 65534, "extra_groups": []}
            for one in (Path(folder), data_dir, parent, files):
                os.chown(one, 65534, 65534)
        parent.chmod(0o500)
        place = files.stat().st_ino
        readable = Path(folder) / "backup.tar"
        readable.write_bytes(file.read_bytes())
        readable.chmod(0o644)
        settings = Path(folder) / "postrider.conf"
        settings.write_text(f"attachments_dir = {files}\n")
        done = run(data_dir, "--config", str(settings), "restore", str(readable), **anybody)
        parent.chmod(0o700)
        assert done.returncode == 0, done.stderr
        assert files_below(files) == files_below(rich.data_dir / "attachments-out")
        assert files.stat().st_ino == place


def test_key_that_is_there_already_must_be_the_same(rich: Rich, file: Path, tmp_path: Path) -> None:  # noqa: F811
    for name, key in (
        ("same", (rich.data_dir / "master.key").read_text()),
        ("other", "ab" * 32 + "\n"),
    ):
        place = tmp_path / name
        place.mkdir(mode=0o700)
        (place / "master.key").write_text(key)
        (place / "master.key").chmod(0o600)
        done = run(place, "restore", str(file))
        if name == "same":
            assert done.returncode == 0, done.stderr
        else:
            refused(done, "has another key than", "Nothing was changed")
        assert (place / "master.key").read_text() == key


def test_without_the_key_it_says_what_to_do(rich: Rich, tmp_path: Path) -> None:  # noqa: F811
    made = tmp_path / "without.tar"
    backed_up(rich.data_dir, made)
    assert "put the master key of the old one to" in restored(made, tmp_path / "place")


def test_killed_restore_goes_on(
    rich: Rich,
    before: Contents,
    file: Path,  # noqa: F811
    new_place: Callable[[], tuple[Path, str | None]],
) -> None:
    seed = int(os.environ.get("POSTRIDER_SEED") or time.time_ns())
    print(f"POSTRIDER_SEED={seed}")
    chance = random.Random(seed)
    data_dir, url = new_place()
    for _ in range(KILLS):
        if not killed(file, before, data_dir, url, chance.uniform(0.05, 1.0)):
            data_dir, url = new_place()  # it was done
    last = wait_until(
        lambda: free(run(data_dir, "restore", str(file), "--move", url=url)),
        30,
        "the server to notice the kill",
    )
    assert last.returncode == 0 or "Nothing was changed" in last.stderr, last.stdout + last.stderr
    assert contents(url or data_dir / "postrider.db") == before
    assert not [path for path in data_dir.iterdir() if "restoring" in path.name]


def killed(file: Path, before: Contents, data_dir: Path, url: str | None, seconds: float) -> bool:  # noqa: F811
    """Runs it for so long and kills it; whether it was still at work."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("POSTRIDER_")}
    if url is not None:
        variables["POSTRIDER_DATABASE_URL"] = url
    process = subprocess.Popen(
        [str(program()), "--data-dir", str(data_dir), "restore", str(file), "--move"],
        env=variables,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
    _, errors = process.communicate(timeout=scaled(20))
    if "Nothing was changed" in errors:  # the one before was done when it was killed
        assert contents(url or data_dir / "postrider.db") == before
        return False
    assert process.returncode in (0, -9) or "is in use" in errors, errors
    return process.returncode != 0


def free(done: subprocess.CompletedProcess[str]) -> subprocess.CompletedProcess[str] | None:
    """A server takes a moment to notice that a command was killed."""
    return None if "is in use" in done.stderr else done


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
