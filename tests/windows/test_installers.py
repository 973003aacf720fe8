# SPDX-License-Identifier: GPL-3.0-or-later
"""Both installers of the real programs, under wine: installed, started, upgraded while they run, removed.

Their effects on registry, menu and foreign files are tested with small programs in tests/packages.
"""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import STAGE, TOP
from postrider_support import Client, wait_until
from postrider_support.wine import Wine

MADE = STAGE.parent / "installers"
ADDED = {"LICENSE.txt", "postrider.conf.example"}


def made(pattern: str) -> Path:
    """An installer that `./dev windows` has made."""
    (found,) = MADE.glob(pattern)
    return found


def files_of(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def installed(wine: Wine) -> Iterator[Path]:
    """The folder into which the setup program has installed; it is uninstalled after the test."""
    assert wine.run(made("*-setup.exe"), "/S").returncode == 0
    (found,) = wine.drive.glob("users/*/AppData/Local/Programs/Postrider")
    yield found
    if found.exists():
        wine.run(found / "uninstall.exe", "/S")
        wine.wait_for_all()


def newer_setup(folder: Path) -> Path:
    """The setup program of a stage that has one file more."""
    shutil.copytree(STAGE, folder / "stage")
    (folder / "stage" / "new.txt").write_text("new")
    command = [
        "/usr/bin/python3",
        TOP / "installers/windows/make.py",
        folder / "stage",
        folder / "made",
    ]
    subprocess.run([*command, "--only", "setup", "--target", "amd64-unicode"], check=True, capture_output=True)
    (setup,) = (folder / "made").iterdir()
    return setup


def offer_of(wine: Wine) -> dict[str, Any] | None:
    """The pairing file of the person's service, which the tray reads; None if there is none."""
    found = list(wine.drive.glob("users/*/AppData/Local/postrider/pair.json"))
    text = found[0].read_text() if found else ""
    return json.loads(text) if text else None


def test_setup_installs_upgrades_what_runs_and_removes(wine: Wine, installed: Path, tmp_path: Path) -> None:
    assert files_of(installed) == files_of(STAGE) | ADDED | {"uninstall.exe"}
    version = wine.run(installed / "postriderd.exe", "--version")
    assert version.returncode == 0 and "postriderd" in version.stdout

    tray = wine.start(installed / "postrider-tray.exe", "--autostart", folder=tmp_path,
                      environment={"POSTRIDER_LISTEN": "127.0.0.1:0"})  # fmt: skip
    offer = wait_until(lambda: offer_of(wine), 90, "the service that the tray has started")
    assert Client(offer["url"]).get("/health").status == 200

    assert wine.run(newer_setup(tmp_path), "/S").returncode == 0
    assert tray.wait(timeout=60) == 0
    assert offer_of(wine) is None  # the service was shut down properly
    assert files_of(installed) == files_of(STAGE) | ADDED | {"uninstall.exe", "new.txt"}

    wine.run(installed / "uninstall.exe", "/S")
    wine.wait_for_all()
    assert not installed.exists()
    (data,) = wine.drive.glob("users/*/AppData/Local/postrider")
    assert (data / "postrider.db").exists()


def test_msi_installs_and_removes(wine: Wine) -> None:
    program = wine.drive / "Program Files" / "Postrider"
    assert wine.run("msiexec", "/i", made("*.msi"), "/qn").returncode == 0
    assert files_of(program) == files_of(STAGE) | ADDED
    version = wine.run(program / "postriderd.exe", "--version")
    assert version.returncode == 0 and "postriderd" in version.stdout
    assert wine.run("msiexec", "/x", made("*.msi"), "/qn").returncode == 0
    assert not program.exists()
