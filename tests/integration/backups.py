# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands `backup` and `restore`, and a backup of a database with something in each table.

A test file imports the fixtures, and CONFIG of test_migrate_database for its service.
"""

import itertools
import json
import os
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from postrider_support import Postgresql, Service
from postrider_support.service import program
from postrider_support.waiting import scaled
from test_migrate_database import Rich, migrated, rich

KILLS = 30 if os.environ.get("POSTRIDER_LONG") else 5
MANY = 3000


def run(
    data_dir: Path,
    *words: str,
    url: str | None = None,
    variables: dict[str, str] | None = None,
    timeout: float = 240,
    **anybody: Any,
) -> subprocess.CompletedProcess[str]:
    """Runs a command of the program on that data directory and database."""
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


def copied_to_sqlite(service: Service, directory: Path, way: str) -> Path:
    """The data folder of a copy of the database of this service, made by `way`: `backup` or `migrate-database`."""
    url = service.environment["POSTRIDER_DATABASE_URL"]
    folder = directory / "copy"
    folder.mkdir(mode=0o700)
    if way == "backup":
        backed_up(service.data_dir, directory / "all.tar", url=url)
        restored(directory / "all.tar", folder)
    else:
        migrated(url, folder / "postrider.db")
    return folder


def refused(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """Checks for exit status 1 and one line on stderr, with all these words."""
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
    """The row count and checksum of each table, from the manifest of the backup."""
    return {table["name"]: (table["rows"], table["digest"]) for table in manifest(file)["tables"]}


@pytest.fixture
def new_url(postgresql: Postgresql) -> Callable[[], str]:
    return lambda: postgresql.url(postgresql.new_database())


@pytest.fixture(params=["sqlite", "postgresql"])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], tuple[Path, str | None]]:
    """Names new places to restore into, for each engine: a data directory, and a database URL or None."""
    numbers = itertools.count(1)
    make_url = request.getfixturevalue("new_url") if request.param == "postgresql" else lambda: None
    return lambda: (tmp_path / f"place{next(numbers)}", make_url())


@pytest.fixture(scope="module")
def file(rich: Rich, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: F811
    """A backup of the database of `rich`, with its key and files."""
    made = tmp_path_factory.mktemp("backup") / "postrider.tar"
    folder = rich.data_dir / "attachments-out" / "1" / "größe ü"
    folder.mkdir(parents=True, mode=0o700)
    (folder / "Bericht.bin").write_bytes(bytes(range(256)) * 9999)
    (folder / "empty").touch()
    (folder / "link").symlink_to("/etc/hostname")
    output = backed_up(rich.data_dir, made, "--with-keys")
    assert "Read back and compared" in output and "It contains the master key" in output
    return made


def files_below(folder: Path) -> dict[str, bytes]:
    found = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    assert found
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}
