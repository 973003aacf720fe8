# SPDX-License-Identifier: GPL-3.0-or-later
"""A program beside the test that reads commands as lines and reports events as lines of JSON."""

import json
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from postrider_support.waiting import scaled

Report = dict[str, Any]


class Helper:
    """Started by the constructor; it must report {"ev": "ready"} within 15 s."""

    def __init__(self, script: Path, environment: dict[str, str], *arguments: str) -> None:
        self._name = script.name
        self._reports: list[Report] = []
        self._changed = threading.Condition()
        self._process = subprocess.Popen(
            ["/usr/bin/python3", str(script), *arguments],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        threading.Thread(target=self._read, daemon=True).start()
        self.wait("ready")

    @property
    def reports(self) -> list[Report]:
        """All events so far, each with `at`: time.monotonic() of its arrival."""
        with self._changed:
            return list(self._reports)

    def all(self, event: str, since: int = 0) -> list[Report]:
        """The events of that kind, from number `since` of `reports` on."""
        return [one for one in self.reports[since:] if one["ev"] == event]

    def mark(self) -> int:
        """A value of `since` for events from now on."""
        return len(self.reports)

    def wait(
        self,
        event: str,
        where: Callable[[Report], Any] = lambda report: True,
        since: int = 0,
        timeout: float = 15,
    ) -> Report:
        """The first event that matches, also one that came before; AssertionError after `timeout` s."""
        deadline = time.monotonic() + scaled(timeout)
        with self._changed:
            while True:
                for one in self._reports[since:]:
                    if one["ev"] == event and where(one):
                        return one
                left = deadline - time.monotonic()
                if left <= 0:
                    recent = [str(one)[:300] for one in self._reports[-8:]]
                    raise AssertionError(f"{self._name}: no fitting {event}; last: {recent}")
                self._changed.wait(left)

    def ask(self, line: str, answer: str, timeout: float = 15) -> Report:
        """Sends a line and returns its answer."""
        since = self.mark()
        self.send(line)
        return self.wait(answer, since=since, timeout=timeout)

    def send(self, line: str) -> None:
        """Sends a line."""
        assert self._process.stdin
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def stop(self) -> None:
        """Kills it."""
        self._process.kill()
        self._process.wait(scaled(10))

    def pause(self) -> None:
        """Makes it hang until `resume()`."""
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Ends a `pause()`."""
        self._process.send_signal(signal.SIGCONT)

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            report = json.loads(line) | {"at": time.monotonic()}
            with self._changed:
                self._reports.append(report)
                self._changed.notify_all()
