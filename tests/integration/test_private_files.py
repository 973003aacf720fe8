# SPDX-License-Identifier: GPL-3.0-or-later
"""Whichever command runs first, its files are for the owner only; files that others may read are named."""

import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from postrider_support import Service
from postrider_support.service import program
from postrider_support.waiting import scaled

USUAL_UMASK = 0o022


def run(*words: str, status: int | None = 0) -> str:
    """Runs the command with the usual umask; returns its stderr."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("POSTRIDER_")}
    environment = inherited | {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
    done = subprocess.run([str(program()), *words], env=environment, input="a long password\n",
                          capture_output=True, text=True, timeout=scaled(60), umask=USUAL_UMASK)  # fmt: skip
    assert status is None or done.returncode == status, done.stderr
    return done.stderr


def open_to_others(folder: Path) -> dict[str, str]:
    """The folder and everything in it that the group or others may use, with its mode."""
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.rglob("*")]}
    return {str(path): oct(mode) for path, mode in modes.items() if mode & 0o077}


def first_user_list(data: Path) -> None:
    run("--data-dir", str(data), "user", "list")


def first_user_add(data: Path) -> None:
    run("--data-dir", str(data), "user", "add", "anna")


def first_migrate_secrets(data: Path) -> None:
    run("--data-dir", str(data), "migrate-secrets", "--to", "sealed", status=None)  # there is no keychain


@pytest.mark.parametrize("command", [first_user_list, first_user_add, first_migrate_secrets])
def test_command_that_makes_the_data_directory_keeps_it_private(
    tmp_path: Path, command: Callable[[Path], None]
) -> None:
    data = tmp_path / "new" / "data"
    command(data)
    assert data.is_dir() and list(data.iterdir())
    assert open_to_others(data) == {}


def test_service_keeps_what_it_makes_private(tmp_path: Path) -> None:
    data = tmp_path / "data"
    settings = tmp_path / "settings"
    config = {"attachments_dir": str(tmp_path / "attachments")}
    before = os.umask(USUAL_UMASK)
    try:
        with Service(settings, config=config, arguments=("--data-dir", str(data))) as service:
            service.admin().request("POST", "/attachments", raw=b"x" * 300_000, query={"filename": "a"},
                                    headers={"Content-Type": "application/octet-stream"}).ok(201)  # fmt: skip
            assert (data / "postrider.db-wal").exists() and (data / "master.key").exists()
            assert open_to_others(data) == {}
            assert open_to_others(tmp_path / "attachments") == {}
            assert "other users of this machine" not in service.log()
    finally:
        os.umask(before)


def test_first_password_is_private(tmp_path: Path) -> None:
    data = tmp_path / "data"
    service = Service(tmp_path / "settings", arguments=("--data-dir", str(data)))
    del service.environment["POSTRIDER_ADMIN_PASSWORD"]
    with service:
        assert (data / "first-password").read_text()
        assert open_to_others(data) == {}


def test_copy_of_a_database_is_private(tmp_path: Path) -> None:
    data, target = tmp_path / "data", tmp_path / "target"
    first_user_list(data)
    target.mkdir(mode=0o700)
    run("migrate-database", "--from", str(data / "postrider.db"), "--to", str(target / "copy.db"))
    assert (target / "copy.db").stat().st_size > 0
    assert open_to_others(target) == {}


@pytest.fixture
def opened(tmp_path: Path) -> Path:
    """A data directory as an administrator may have left it."""
    data = tmp_path / "data"
    first_user_list(data)
    data.chmod(0o750)
    (data / "postrider.db").chmod(0o644)
    return data


def warning_in(text: str) -> list[str]:
    return [line for line in text.splitlines() if "other users of this machine" in line]


def expected_warning(*paths: Path) -> str:
    return (f"postriderd: other users of this machine may read or write {', '.join(map(str, paths))}; "
            f"to change that, run: chmod go-rwx {' '.join(map(str, paths))}")  # fmt: skip


def test_what_others_may_read_is_named_and_left(opened: Path) -> None:
    database = opened / "postrider.db"
    for command in (["user", "list"], ["migrate-secrets", "--to", "sealed"]):
        text = run("--data-dir", str(opened), *command, status=None)
        assert warning_in(text) == [expected_warning(opened, database)], command
    assert stat.S_IMODE(opened.stat().st_mode) == 0o750
    assert stat.S_IMODE(database.stat().st_mode) == 0o644
    copy = opened.parent / "copy.db"
    text = run("migrate-database", "--from", str(database), "--to", str(copy))
    assert warning_in(text) == [expected_warning(database)]


def test_service_names_what_others_may_read(opened: Path, tmp_path: Path) -> None:
    with Service(tmp_path / "settings", arguments=("--data-dir", str(opened))) as service:
        assert warning_in(service.log()) == [expected_warning(opened, opened / "postrider.db")]
