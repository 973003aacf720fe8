# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs programs of tests/support/npm: installs their locked packages and reads their JSON lines."""

import fcntl
import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from postrider_support.waiting import scaled, wait_until

FOLDER = Path(__file__).parents[1] / "npm"


def available() -> bool:
    """Whether node and npm are installed."""
    return shutil.which("node") is not None and shutil.which("npm") is not None


def install() -> None:
    """Installs the locked packages if they are not installed yet."""
    lock = FOLDER / "package-lock.json"
    stamp = FOLDER / "node_modules" / ".package-lock.stamp"
    with lock.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # one test at a time
        if stamp.exists() and stamp.read_bytes() == lock.read_bytes():
            return
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, timeout=scaled(240))
        assert done.returncode == 0, done.stderr
        stamp.write_bytes(lock.read_bytes())


class Program:
    """`node SCRIPT ARGUMENTS` from construction to `close()`; `lines` are the objects it printed."""

    def __init__(self, script: str, *arguments: str) -> None:
        install()
        self._output = tempfile.TemporaryFile()
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            ["node", script, *arguments],
            cwd=FOLDER,
            stdin=subprocess.PIPE,
            stdout=self._output,
            stderr=self._errors,
        )

    def __enter__(self) -> "Program":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def lines(self) -> list[Any]:
        """What it has printed so far."""
        text = _read(self._output)
        whole = text[: text.rfind("\n") + 1].splitlines()
        return [json.loads(line) for line in whole if line.startswith("{")]

    def wait_for(self, what: str, where: Callable[[Any], object] = bool, timeout: float = 60) -> Any:
        """Waits for the first object that has that key and fulfils the condition."""

        def look() -> Any:
            assert self._process.poll() is None or self.lines, _read(self._errors)
            return next((one for one in self.lines if what in one and where(one)), None)

        return wait_until(look, timeout, f"{what} of {self._process.args}")

    def send_line(self, text: str) -> None:
        """Writes one line to its stdin."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text}\n".encode())
        self._process.stdin.flush()

    def finish(self, timeout: float = 60) -> None:
        """Closes its stdin and waits until it ends."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._process.wait(timeout) == 0, _read(self._errors)

    def close(self) -> None:
        """Ends it if it still runs."""
        if self._process.poll() is None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                self._process.wait(scaled(10))
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(scaled(10))
        self._output.close()
        self._errors.close()


def _read(file: Any) -> str:
    file.seek(0)
    return str(file.read().decode(errors="replace"))
