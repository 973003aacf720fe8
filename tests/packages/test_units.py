# SPDX-License-Identifier: GPL-3.0-or-later
"""The installed units: their exposure, the files that they name, and the key that they need."""

import re
import subprocess
from pathlib import Path

import pytest
from conftest import TOP, Staged, need

SYSTEM = "lib/systemd/system/postriderd.service"
USER = "lib/systemd/user/postriderd.service"


@pytest.mark.parametrize(("unit", "most"), [(SYSTEM, 15), (USER, 65)])
def test_unit_restricts_the_service(staged: Staged, unit: str, most: int) -> None:
    """`most` is ten times systemd's exposure level; a user's service manager can restrict less."""
    command = [need("systemd-analyze"), "security", "--no-pager", "--offline=true", f"--threshold={most}",
               str(staged.path(unit))]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Overall exposure level" in done.stdout


@pytest.mark.parametrize("unit", [SYSTEM, USER])
def test_systemd_knows_every_setting(staged: Staged, unit: str, tmp_path: Path) -> None:
    """`verify` exits with 0 also for unknown keys, so its output is checked.

    Programs and manuals are not installed here.
    """
    copy = tmp_path / "postriderd.service"
    text = re.sub(r"^(ExecStart=)\S+", r"\1/bin/true", staged.path(unit).read_text(), flags=re.MULTILINE)
    copy.write_text(text)
    done = subprocess.run([need("systemd-analyze"), "verify", "--man=no", str(copy)], capture_output=True, text=True)
    assert [line for line in done.stderr.splitlines() if "postriderd.service" in line] == []


def test_units_name_installed_files(staged: Staged) -> None:
    system = staged.path(SYSTEM).read_text()
    for text in (system, staged.path(USER).read_text()):
        assert f"ExecStart={staged.prefix}/bin/postriderd serve " in text
    conf = str(staged.path("etc/postrider/postrider.conf")).removeprefix(str(staged.root))
    assert f" --config {conf} " in system
    assert f"LoadCredential=postrider-key:{conf.replace('postrider.conf', 'master.key')}\n" in system


def test_user_of_the_unit_is_made(staged: Staged) -> None:
    user = re.search(r"^User=(\w+)$", staged.path(SYSTEM).read_text(), re.MULTILINE)
    assert user
    sysusers = staged.path("lib/sysusers.d/postrider.conf").read_text()
    assert re.search(rf'^u {user[1]} - "[^"]+" /var/lib/postrider$', sysusers, re.MULTILINE)
    tmpfiles = staged.path("lib/tmpfiles.d/postrider.conf").read_text()
    assert re.search(rf"^d /var/lib/postrider 0700 {user[1]} {user[1]} -$", tmpfiles, re.MULTILINE)


class KeyMaker:
    """make-key with directories of the test in place of the system's."""

    def __init__(self, staged: Staged, root: Path) -> None:
        self.directory = root / "etc"
        self.data = root / "data"
        self.key = self.directory / "master.key"
        self.data.mkdir()
        text = staged.path("libexec/postrider/make-key").read_text()
        text, made = re.subn(r"^directory=.*$", f"directory={self.directory}", text, flags=re.MULTILINE)
        text, read = re.subn(r"^data=.*$", f"data={self.data}", text, flags=re.MULTILINE)
        assert (made, read) == (1, 1)
        self._script = root / "make-key"
        self._script.write_text(text)

    def run(self) -> str:
        """Runs the script; returns what it prints to standard error."""
        done = subprocess.run(["sh", str(self._script)], capture_output=True, text=True, check=True)
        assert sorted(path.name for path in self.directory.iterdir()) == ["master.key"], "no other file is left"
        return done.stderr


@pytest.fixture
def key_maker(staged: Staged, tmp_path: Path) -> KeyMaker:
    return KeyMaker(staged, tmp_path)


def test_key_is_random_and_closed(key_maker: KeyMaker) -> None:
    assert key_maker.run() == ""
    first = key_maker.key.read_bytes()
    assert len(first) == 32 and key_maker.key.stat().st_mode & 0o777 == 0o600
    key_maker.key.unlink()
    key_maker.run()
    assert key_maker.key.read_bytes() != first


def test_key_that_is_there_stays(key_maker: KeyMaker) -> None:
    key_maker.run()
    first = key_maker.key.read_bytes()
    assert key_maker.run() == ""
    assert key_maker.key.read_bytes() == first


def test_key_of_a_service_without_a_credential_is_taken_over(key_maker: KeyMaker) -> None:
    (key_maker.data / "master.key").write_text("ab" * 32 + "\n")
    assert key_maker.run() == ""
    assert key_maker.key.read_text() == "ab" * 32 + "\n"


def test_lost_key_is_reported(key_maker: KeyMaker) -> None:
    (key_maker.data / "postrider.db").touch()
    assert "Put the old one back" in key_maker.run()


@pytest.mark.parametrize(
    ("pattern", "options"),
    [
        ("linux/make-key.in", ()),
        ("debian/postrider/p*", ()),
        ("container/*check", ()),
        ("rpm/*.sh", ("-s", "sh")),  # rpm writes their first line
    ],
)
def test_scripts_are_valid_shell(pattern: str, options: tuple[str, ...]) -> None:
    scripts = [str(path) for path in (TOP / "installers").glob(pattern)]
    assert scripts
    command = [need("shellcheck"), *options, *scripts]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
