# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixtures: a build for Windows under wine (its stage: POSTRIDER_STAGE), its service, a real mail server."""

import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tests" / "support"))

from postrider_support import Dovecot, Service, User  # noqa: E402
from postrider_support.waiting import scaled  # noqa: E402
from postrider_support.wine import Wine  # noqa: E402

STAGE = Path(os.environ.get("POSTRIDER_STAGE") or TOP / "build" / "windows" / "stage")
UNLIMITED = {"limits.requests_per_second": "0", "auth.logins_per_minute": "0"}


class WindowsService(Service):
    """`postriderd.exe` under wine, where a signal ends a program at once."""

    wine: Wine

    def stop(self) -> None:
        if self._process is None:
            return
        # The stage has the libraries that it needs.
        asked = self.wine.run(STAGE.parent / "bin" / "stopservices.exe", folder=STAGE)
        assert asked.returncode == 0, "no service waits for the event that ends it"
        status = self._process.wait(scaled(10))
        self._finish()
        assert status == 0, f"exit status {status}:\n{self.log()}"

    def resident(self) -> int:
        """Bytes of its process in memory now, including the memory of wine in it."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("the kernel tells no VmRSS")


@pytest.fixture(scope="session")
def scratch() -> Iterator[Path]:
    """A folder to which the mail server's user has access too."""
    with tempfile.TemporaryDirectory(prefix="postrider-windows-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture(scope="session")
def wine(scratch: Path) -> Iterator[Wine]:
    one = Wine(scratch / "wine")
    yield one
    one.end()


@pytest.fixture(scope="session")
def dovecot(scratch: Path) -> Iterator[Dovecot]:
    server = Dovecot(scratch / "dovecot")
    server.add_users(User(f"user{number}", "correct horse") for number in range(1, 10))
    with server:
        yield server


@pytest.fixture
def make_service(wine: Wine, dovecot: Dovecot, tmp_path: Path) -> Iterator[Callable[..., WindowsService]]:
    """Makes a service with these arguments, not started. All services of a test have the same data."""
    program = tmp_path / "postriderd"
    program.write_text(f'#!/bin/sh\nexec {wine.words(STAGE / "postriderd.exe")[0]} "{STAGE}/postriderd.exe" "$@"\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    made: list[WindowsService] = []

    def make(*arguments: str) -> WindowsService:
        one = WindowsService(tmp_path / "data", config=UNLIMITED, environment=wine.environment,
                             extra_ca=dovecot.ca_file, binary=program, arguments=arguments)  # fmt: skip
        one.wine = wine
        made.append(one)
        return one

    yield make
    for one in made:
        one.kill()
