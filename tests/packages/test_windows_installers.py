# SPDX-License-Identifier: GPL-3.0-or-later
"""Both installers for Windows under wine, with small programs in place of ours: what they install, replace, remove."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import TOP, need
from postrider_support.wine import Wine

MAKE = TOP / "installers" / "windows" / "make.py"
ADDED = {"LICENSE.txt", "postrider.conf.example"}
LIBRARIES = ("platforms/qwindows.dll", "sqldrivers/qsqlite.dll", "tls/qopensslbackend.dll")
UNINSTALL = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Postrider"
RUN = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Run"
APPLICATIONS = r"Software\RegisteredApplications"

# Like our programs: --quit makes the running instance end. `serve stubborn` ignores that.
PROGRAM = r"""
#include <windows.h>
#include <string.h>
int main(int argc, char **argv)
{
    HANDLE end = CreateEventA(NULL, TRUE, FALSE, "postrider-end");
    if (argc > 1 && strcmp(argv[1], "--quit") == 0)
        return SetEvent(end) ? 0 : 1;
    if (argc > 1 && strcmp(argv[1], "serve") == 0) {
        HANDLE up = CreateFileA("up", GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, 0, NULL);
        CloseHandle(up);
        WaitForSingleObject(argc > 2 ? GetCurrentProcess() : end, 120000);
    }
    return 0;
}
"""


@pytest.fixture(scope="module")
def wine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wine]:
    if Wine.program() is None:
        need("wine64")
    one = Wine(tmp_path_factory.mktemp("wine"))
    yield one
    one.end()


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small imitation of what a build for Windows produces."""
    folder = tmp_path_factory.mktemp("stage")
    source = folder.parent / "program.cpp"
    source.write_text(PROGRAM)
    program = folder / "postriderd.exe"
    compiler = need("x86_64-w64-mingw32-g++-posix")
    subprocess.run([compiler, "-static", "-o", program, source], check=True)
    shutil.copy(program, folder / "postrider-tray.exe")
    for name in LIBRARIES:
        (folder / name).parent.mkdir()
        (folder / name).write_bytes(b"library")
    return folder


def files_of(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def make(stage: Path, output: Path, kind: str) -> Path:
    need({"setup": "makensis", "msi": "wixl"}[kind])
    command = ["/usr/bin/python3", MAKE, stage, output, "--only", kind]
    subprocess.run([*command, "--target", "amd64-unicode"], check=True, capture_output=True)
    (made,) = output.iterdir()
    return made


@pytest.fixture(scope="module")
def setup(stage: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(stage, tmp_path_factory.mktemp("setup"), "setup")


@pytest.fixture(scope="module")
def msi(stage: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(stage, tmp_path_factory.mktemp("msi"), "msi")


@pytest.fixture
def program(wine: Wine, setup: Path) -> Iterator[Path]:
    """The folder into which the setup program has installed; it is uninstalled after the test."""
    done = wine.run(setup, "/S")
    assert done.returncode == 0, done.stderr
    (found,) = wine.drive.glob("users/*/AppData/Local/Programs/Postrider")
    yield found
    if found.exists():
        wine.run(found / "uninstall.exe", "/S")
        wine.wait_for_all()


def wait_until_up(folder: Path, runner: subprocess.Popen[bytes]) -> None:
    while not (folder / "up").exists():
        assert runner.poll() is None


def test_stage_without_a_library_is_refused(stage: Path, tmp_path: Path) -> None:
    shutil.copytree(stage, tmp_path / "stage")
    (tmp_path / "stage" / "sqldrivers" / "qsqlite.dll").unlink()
    done = subprocess.run(["/usr/bin/python3", MAKE, tmp_path / "stage", tmp_path], capture_output=True, text=True)
    assert done.returncode == 1 and "sqldrivers/qsqlite.dll" in done.stderr


def test_setup_installs_everything(wine: Wine, stage: Path, program: Path) -> None:
    assert files_of(program) == files_of(stage) | ADDED | {"uninstall.exe"}
    assert wine.value(UNINSTALL, "DisplayName") == "Postrider"
    tray = rf"C:\users\{program.parents[3].name}\AppData\Local\Programs\Postrider\postrider-tray.exe"
    # The settings of the tray write and read this value.
    assert wine.value(RUN, "Postrider") == f'"{tray}" --autostart'
    assert wine.value(rf"HKCU\{APPLICATIONS}", "Postrider") == r"Software\Postrider\Capabilities"
    assert len(wine.menu_entries()) == 1


def test_removal_leaves_nothing_but_what_is_not_ours(wine: Wine, program: Path) -> None:
    mine = program / "mine.txt"
    mine.write_text("not ours")
    wine.run(program / "uninstall.exe", "/S")
    wine.wait_for_all()
    assert files_of(program) == {"mine.txt"}
    shutil.rmtree(program)
    assert wine.value(RUN, "Postrider") is None
    assert wine.value(rf"HKCU\{APPLICATIONS}", "Postrider") is None
    for key in (UNINSTALL, r"HKCU\Software\Postrider", r"HKCU\Software\Classes\Postrider.mailto"):
        assert not wine.has_key(key)
    assert wine.menu_entries() == []


def test_upgrade_removes_what_is_gone_and_keeps_what_was_chosen(
    wine: Wine, stage: Path, program: Path, tmp_path: Path
) -> None:
    shutil.copytree(stage, tmp_path / "newer")
    (tmp_path / "newer" / "new.dll").write_bytes(b"library")
    (tmp_path / "newer" / "tls" / "qopensslbackend.dll").unlink()
    (tmp_path / "newer" / "tls" / "qschannelbackend.dll").write_bytes(b"library")
    wine.run("reg", "delete", RUN, "/v", "Postrider", "/f")  # switched off in the settings
    assert wine.run(make(tmp_path / "newer", tmp_path / "made", "setup"), "/S").returncode == 0
    assert files_of(program) == files_of(tmp_path / "newer") | ADDED | {"uninstall.exe"}
    assert wine.value(RUN, "Postrider") is None
    assert wine.value(rf"HKCU\{APPLICATIONS}", "Postrider") is not None


def test_upgrade_ends_what_runs(wine: Wine, setup: Path, program: Path, tmp_path: Path) -> None:
    runner = wine.start(program / "postriderd.exe", "serve", folder=tmp_path)
    wait_until_up(tmp_path, runner)
    assert wine.run(setup, "/S").returncode == 0
    assert runner.wait(timeout=60) == 0


def test_upgrade_of_what_does_not_end_changes_nothing(wine: Wine, setup: Path, program: Path, tmp_path: Path) -> None:
    runner = wine.start(program / "postriderd.exe", "serve", "stubborn", folder=tmp_path)
    wait_until_up(tmp_path, runner)
    before = files_of(program)
    assert wine.run(setup, "/S").returncode == 3
    assert files_of(program) == before
    runner.kill()
    wine.run("taskkill", "/f", "/im", "postriderd.exe")


def test_msi_installs_and_removes_everything(wine: Wine, stage: Path, msi: Path) -> None:
    program = wine.drive / "Program Files" / "Postrider"
    assert wine.run("msiexec", "/i", msi, "/qn").returncode == 0
    assert files_of(program) == files_of(stage) | ADDED
    assert wine.value(rf"HKLM\{APPLICATIONS}", "Postrider") is not None
    assert len(wine.menu_entries()) == 1
    assert wine.run("msiexec", "/x", msi, "/qn").returncode == 0
    assert not program.exists()
    assert wine.value(rf"HKLM\{APPLICATIONS}", "Postrider") is None
    for key in (r"HKLM\Software\Postrider", r"HKLM\Software\Classes\Postrider.mailto"):
        assert not wine.has_key(key)
    assert wine.menu_entries() == []
