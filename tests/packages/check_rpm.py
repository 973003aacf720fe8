# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the .rpm packages in POSTRIDER_PACKAGES, by `./dev packages --test`. Scripts run in a scratch root.

There is no RPM system here, so dependencies are read, but not resolved.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import TOP, listed
from check_debian import base, inside

PACKAGES = Path(os.environ.get("POSTRIDER_PACKAGES") or TOP / "build" / "packages")


def package(name: str) -> Path:
    """The one .rpm of that package."""
    found = [path for path in PACKAGES.glob("*.rpm") if re.match(rf"{name}-\d", path.name)]
    assert len(found) == 1, f"{len(found)} packages {name} in {PACKAGES}; run ./dev packages"
    return found[0]


def query(name: str, *options: str) -> str:
    return subprocess.run(
        ["rpm", "-qp", *options, str(package(name))], check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize(
    ("name", "components"),
    [("postrider", ("postrider", "licence")), ("postrider-tray", ("postrider-tray",))],
)
def test_package_has_the_listed_files(name: str, components: tuple[str, ...]) -> None:
    lines = query(name, "--qf", "[%{FILEMODES:perms} %{FILENAMES}\\n]").splitlines()
    files = {line.split(" ", 1)[1] for line in lines if not line.startswith("d")}
    assert {path.removeprefix("/usr/").lstrip("/") for path in files} == listed(*components)


def test_only_its_own_directories_are_in_it() -> None:
    lines = query("postrider", "--qf", "[%{FILEMODES:perms} %{FILENAMES}\\n]").splitlines()
    directories = {line.split(" ", 1)[1] for line in lines if line.startswith("d")}
    assert directories and all("postrider" in path for path in directories), directories


def test_configuration_is_kept_by_upgrades() -> None:
    assert query("postrider", "--configfiles").split() == ["/etc/postrider/postrider.conf"]


def test_what_is_loaded_at_run_time_is_required() -> None:
    required = query("postrider", "--requires")
    for wanted in (
        "(qt6-qtbase-postgresql or qt6-sql-postgresql)",
        "libsecret-1.so.0()(64bit)",
        "libQt6Core.so.6",
    ):
        assert wanted in required
    assert "libsecret-1.so.0()(64bit)" in query("postrider-tray", "--requires")


@pytest.fixture(scope="module")
def root() -> Iterator[Path]:
    """A small Debian with the files of the package unpacked in it, as a root for its scripts."""
    copy = base().with_name(f"{base().name}-rpm")
    shutil.rmtree(copy, ignore_errors=True)
    subprocess.run(["cp", "-a", str(base()), str(copy)], check=True)
    cpio = subprocess.run(["rpm2cpio", str(package("postrider"))], check=True, capture_output=True).stdout
    subprocess.run(["cpio", "-idmu", "--quiet", "--no-absolute-filenames"], input=cpio, cwd=copy, check=True)
    yield copy
    shutil.rmtree(copy, ignore_errors=True)


@pytest.fixture
def run_script(root: Path) -> Callable[..., None]:
    """Runs a script of the package as rpm does; its argument is how many are installed afterwards."""

    def run(kind: str, installed: int) -> None:
        text = query("postrider", "--qf", f"%{{{kind}}}")
        assert "postrider" in text
        (root / "script").write_text(text)
        inside(root, "sh", "-e", "/script", str(installed))

    return run


def test_scripts_install_upgrade_and_remove(root: Path, run_script: Callable[..., None]) -> None:
    run_script("POSTIN", 1)
    key = root / "etc/postrider/master.key"
    first = key.read_bytes()
    assert (len(first), key.stat().st_mode & 0o777) == (32, 0o600)
    assert inside(root, "stat", "-c", "%U %a", "/var/lib/postrider").split() == ["postrider", "700"]
    run_script("POSTIN", 2)
    run_script("PREUN", 1)
    run_script("POSTUN", 1)
    assert key.read_bytes() == first
    run_script("PREUN", 0)
    run_script("POSTUN", 0)
    assert key.read_bytes() == first, "rpm has no purge: what opens the passwords stays"
