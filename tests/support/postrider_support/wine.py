# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs for Windows under wine: a drive and a registry in a folder of its own."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

_FOLDER = Path("/usr/lib/wine")


class Wine:
    """Runs programs until `end()`. Paths of this system are those of its drive Z.

    `libraries` are folders with .dll files for programs that have none beside them; `environment` is added
    to ours.
    """

    def __init__(
        self,
        folder: Path,
        libraries: tuple[Path, ...] = (),
        environment: dict[str, str] | None = None,
    ) -> None:
        program = Wine.program()
        assert program, "wine64 is not installed"
        self._program = program
        self._server = next(path for name in ("wineserver64", "wineserver") if (path := _FOLDER / name).exists())
        folder.mkdir(parents=True, exist_ok=True)
        self.drive = folder / "prefix" / "drive_c"
        self.environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
        self.environment |= {
            "WINEPREFIX": str(folder / "prefix"),
            "WINEDEBUG": "-all",
            "WINEPATH": ";".join(windows_path(library) for library in libraries),
            "HOME": str(folder),
        } | passed(environment or {})
        booted = self.run("wineboot", "-i")
        assert self.drive.exists(), booted.stderr

    @staticmethod
    def program() -> str | None:
        """wine64, if it is installed; Debian has it outside PATH."""
        found = shutil.which("wine64") or str(_FOLDER / "wine64")
        return found if Path(found).exists() else None

    def run(
        self, *command: str | Path, folder: Path | None = None, timeout: float = 300
    ) -> subprocess.CompletedProcess[str]:
        """Runs a program to its end. It writes into files: wine's own programs would keep pipes open."""
        words = self.words(*command)
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            done = subprocess.run(words, stdout=out, stderr=errors, timeout=timeout, env=self.environment, cwd=folder)
            texts = []
            for file in (out, errors):
                file.seek(0)
                texts.append(file.read().decode(errors="replace"))
        return subprocess.CompletedProcess(words, done.returncode, *texts)

    def start(
        self, *command: str | Path, folder: Path, environment: dict[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """Starts a program; the returned process is that of the program itself."""
        everything = self.environment | passed(environment or {})
        return subprocess.Popen(self.words(*command), env=everything, cwd=folder)

    def words(self, *command: str | Path) -> list[str]:
        """The command line that runs this command under wine."""
        return [self._program, *(str(word) for word in command)]

    def wait_for_all(self) -> None:
        """Waits until every program has ended, because an uninstaller continues in a copy of itself."""
        subprocess.run([self._server, "-w"], check=True, timeout=300, env=self.environment)

    def value(self, key: str, name: str) -> str | None:
        """A value of the registry."""
        done = self.run("reg", "query", key, "/v", name)
        lines = [line.split(None, 2) for line in done.stdout.splitlines() if name in line]
        return lines[0][2] if done.returncode == 0 and lines else None

    def has_key(self, key: str) -> bool:
        """Whether the registry has it."""
        return self.run("reg", "query", key).returncode == 0

    def menu_entries(self) -> list[Path]:
        """Our entries in the menus of all users."""
        return list(self.drive.rglob("Postrider.lnk"))

    def end(self) -> None:
        """Ends every program, and with them wine's own."""
        subprocess.run([self._server, "-k"], env=self.environment)


def passed(environment: dict[str, str]) -> dict[str, str]:
    """Renames variables of Qt so that wine passes them on; it does not pass on those of this system."""
    return {("WINE" + name if name.startswith("QT_") else name): value for name, value in environment.items()}


def windows_path(path: Path) -> str:
    """A path of this system as programs for Windows write it."""
    return "Z:" + str(path.resolve()).replace("/", "\\")
