# SPDX-License-Identifier: GPL-3.0-or-later
"""A backup or a restore that is killed, damaged, refused or out of space changes nothing."""

import io
import os
import random
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from backups import (
    KILLS,
    backed_up,
    database_of,
    file,
    files_below,
    new_place,
    new_url,
    refused,
    restored,
    run,
)
from conftest import need
from postrider_support import Service, wait_until
from postrider_support.contents import Contents, contents
from postrider_support.disk import FaultyDisk
from postrider_support.service import program
from postrider_support.waiting import scaled
from test_migrate_database import CONFIG, Rich, before, rich


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
    ):  # without any room SQLite fails first, with other words
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
    """A valid tar file without one of the parts."""
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
    refused(run(other, "restore", str(file)), "is not empty: it contains holiday.jpg")
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
    """As if the folder were a mount point. root can write every folder, so the restore runs as nobody."""
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
            refused(done, "contains another master key than", "Nothing was changed")
        assert (place / "master.key").read_text() == key


def test_without_the_key_it_says_what_to_do(rich: Rich, tmp_path: Path) -> None:  # noqa: F811
    made = tmp_path / "without.tar"
    backed_up(rich.data_dir, made)
    assert "copy the key of the old service to" in restored(made, tmp_path / "place")


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
            data_dir, url = new_place()  # the restore was complete before the kill
    last = wait_until(
        lambda: free(run(data_dir, "restore", str(file), "--move", url=url)),
        30,
        "the server to notice the kill",
    )
    assert last.returncode == 0 or "Nothing was changed" in last.stderr, last.stdout + last.stderr
    assert contents(url or data_dir / "postrider.db") == before
    assert not [path for path in data_dir.iterdir() if "restoring" in path.name]


def killed(file: Path, before: Contents, data_dir: Path, url: str | None, seconds: float) -> bool:  # noqa: F811
    """Runs the restore and kills it after `seconds`; returns whether it was still running."""
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
    if "Nothing was changed" in errors:  # the restore before was complete when it was killed
        assert contents(url or data_dir / "postrider.db") == before
        return False
    assert process.returncode in (0, -9) or "is in use" in errors, errors
    return process.returncode != 0


def free(done: subprocess.CompletedProcess[str]) -> subprocess.CompletedProcess[str] | None:
    """None while the database is in use: a server notices only after a moment that a command was killed."""
    return None if "is in use" in done.stderr else done
