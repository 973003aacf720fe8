# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixtures: what `cmake --install` installs of the build folder POSTRIDER_BUILD, in a DESTDIR."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

TOP = Path(__file__).parents[2]
BUILD = Path(os.environ.get("POSTRIDER_BUILD") or TOP / "build" / "dev")


@dataclass(frozen=True)
class Staged:
    """A tree below `root` with everything that is installed."""

    root: Path
    prefix: str  # "/usr/local"

    def path(self, name: str) -> Path:
        """The place of a path of installed-files.txt: below the prefix; with the prefix /usr, etc is in /."""
        is_system = self.prefix == "/usr" and name.startswith("etc/")
        return self.root / (name if is_system else f"{self.prefix.lstrip('/')}/{name}")

    def files(self) -> set[str]:
        """All files, as installed-files.txt names them."""
        prefix = self.root / self.prefix.lstrip("/")
        found = (path for path in self.root.rglob("*") if not path.is_dir())
        return {str(path.relative_to(prefix if path.is_relative_to(prefix) else self.root)) for path in found}


def listed(*components: str) -> set[str]:
    """The paths of these components in installed-files.txt."""
    lines = (TOP / "installers" / "installed-files.txt").read_text().splitlines()
    pairs = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
    return {path for component, path in pairs if component in components}


def need(program: str) -> str:
    """The program's path. If it is missing, skips the test, or fails it with POSTRIDER_REQUIRE_SERVERS."""
    found = shutil.which(program)
    if found is None:
        if os.environ.get("POSTRIDER_REQUIRE_SERVERS") == "1":
            pytest.fail(f"{program} is not installed")
        pytest.skip(f"{program} is not installed")
    return found


def install(root: Path, *options: str) -> Staged:
    """Installs into `root` through DESTDIR."""
    cache = (BUILD / "CMakeCache.txt").read_text()
    prefix = re.search(r"^CMAKE_INSTALL_PREFIX:PATH=(.*)$", cache, re.MULTILINE)
    assert prefix, BUILD
    subprocess.run(
        ["cmake", "--install", str(BUILD), *options],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | {"DESTDIR": str(root)},
    )
    return Staged(root, prefix[1])


@pytest.fixture(scope="session")
def staged(tmp_path_factory: pytest.TempPathFactory) -> Staged:
    """Everything that `cmake --install` installs by itself."""
    return install(tmp_path_factory.mktemp("staged"))


@pytest.fixture(scope="session")
def run() -> Callable[..., str]:
    """Returns what a built program prints to standard output and standard error."""

    def output(program: str, *arguments: str) -> str:
        command = [str(BUILD / "bin" / program), *arguments]
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        return done.stdout + done.stderr

    return output
