# SPDX-License-Identifier: GPL-3.0-or-later
"""The real companion program in a desktop session."""

import os
import subprocess
import time
from pathlib import Path
from types import TracebackType

from postrider_desktop.session import DesktopSession
from postrider_support.service import ini
from postrider_support.waiting import scaled


def program() -> Path:
    """The built program: POSTRIDER_TRAY_BIN, otherwise the one that `./dev test` builds."""
    default = Path(__file__).parents[3] / "build" / "dev" / "bin" / "postrider-tray"
    return Path(os.environ.get("POSTRIDER_TRAY_BIN") or default)


class Tray:
    """`postrider-tray` with settings of the test's own, given as "section/key"."""

    def __init__(
        self,
        session: DesktopSession,
        settings: dict[str, str] | None = None,
        arguments: tuple[str, ...] = (),
        environment: dict[str, str] | None = None,
        binary: Path | None = None,
    ) -> None:
        self.session = session
        self._binary = binary or program()
        self._arguments = arguments
        self._environment = session.environment | (environment or {})
        self.log_file = session.directory / "tray.log"
        config = session.directory / "config" / "postrider" / "postrider-tray.conf"
        config.parent.mkdir(exist_ok=True)
        self.settings_file = config
        if settings is not None:
            config.write_text(ini({key.replace("/", ".", 1): value for key, value in settings.items()}))
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Tray":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.quit()
        else:
            print(self.log())
            self.kill()

    def start(self) -> None:
        """Starts it; tests observe it on the bus and on the screen."""
        with self.log_file.open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._binary), *self._arguments],
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def again(self, *arguments: str) -> tuple[int, float]:
        """Starts a second process; returns its exit status and its duration in seconds."""
        began = time.monotonic()
        done = subprocess.run(
            [str(self._binary), *arguments], env=self._environment, capture_output=True, timeout=scaled(20)
        )
        return done.returncode, time.monotonic() - began

    def quit(self) -> None:
        """Makes it quit, as an installer does. It must end with status 0 and without warnings of Qt."""
        if self._process is None:
            return
        self.again("--quit")
        status = self._process.wait(scaled(15))
        self._process = None
        assert status == 0, f"exit status {status}:\n{self.log()}"
        assert not self.qt_warnings(), self.log()

    def kill(self) -> None:
        """Kills it with SIGKILL."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(scaled(10))
            self._process = None

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._process is not None
        return self._process.pid

    def log(self) -> str:
        """What it has logged so far."""
        return self.log_file.read_text(errors="replace")

    def qt_warnings(self) -> list[str]:
        """Warnings that are not its own: those of Qt's classes, or of no category."""
        lines = [line for line in self.log().splitlines() if " warning " in line]
        # Qt warns if a screen reader asks for an element that has just disappeared.
        return [line for line in lines if " postrider." not in line and "Accessible invalid" not in line]
