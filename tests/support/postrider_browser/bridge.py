# SPDX-License-Identifier: GPL-3.0-or-later
"""The node process that runs a browser, and the JSON lines between it and the test."""

import itertools
import json
import os
import select
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from postrider_browser.values import Link, camel, decoded, encoded
from postrider_support import npm
from postrider_support.waiting import scaled

# The only variables that a browser inherits: it must not get proxies, displays and profiles of the caller.
_KEPT = ("PATH", "LANG", "LD_LIBRARY_PATH", "NODE_OPTIONS")


class BrowserError(AssertionError):
    """The browser refused; the message is Playwright's or Puppeteer's."""


class BrowserTimeout(BrowserError):
    """A wait reached its time limit; the message names what was missing."""


class Bridge:
    """A browser from construction to `close()`. One call at a time, not for several threads."""

    def __init__(self, kind: str, options: dict[str, Any], start_timeout: float = 60) -> None:
        npm.install()
        self._numbers = itertools.count(1)
        self._buffer = b""
        self._errors = tempfile.TemporaryFile()
        self._home = tempfile.TemporaryDirectory(prefix="postrider-browser-", ignore_cleanup_errors=True)
        options = options | {"timeout": scaled(start_timeout) * 1000}
        self._process = subprocess.Popen(
            ["node", "browserbridge.mjs", kind, json.dumps(options)],
            cwd=npm.FOLDER,
            env=_environment(Path(self._home.name)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            # Ctrl-C must reach the test alone, which then ends this process.
            start_new_session=True,
        )
        try:
            started = self._answer(0, start_timeout + 10)
        except BaseException:
            self.close()
            raise
        self.browser: int = started["browser"]
        self.version: str = started["version"]

    def call(
        self,
        on: int,
        chain: list[Link],
        name: str,
        *arguments: Any,
        patience: float = 30,
        **options: Any,
    ) -> Any:
        """Calls a method of the object to which `chain` leads from object `on`, and waits for its value.

        Options that are None are omitted. An option `timeout` is passed to the method, in
        milliseconds; `patience` is the time in seconds that the method may take.
        """
        given = {camel(key): value for key, value in options.items() if value is not None}
        values = [*arguments, given] if given else list(arguments)
        link: Link = [camel(name), encoded(values)]
        return decoded(self.request("call", patience, on=on, chain=[*chain, link]))

    def request(self, op: str, patience: float = 10, **fields: Any) -> Any:
        """Makes one request to browserbridge.mjs; an error is a BrowserError with the browser's message."""
        number = next(self._numbers)
        line = json.dumps({"id": number, "op": op} | fields)
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            raise BrowserError(f"the browser ended:\n{self._error_text()}") from None
        return self._answer(number, patience + 30)

    def close(self) -> None:
        """Ends the browser and removes its folders."""
        if self._process.poll() is None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                self._process.wait(scaled(15))
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(scaled(10))
        self._home.cleanup()

    def _answer(self, number: int, timeout: float) -> Any:
        deadline = time.monotonic() + scaled(timeout)
        while True:
            answer = json.loads(self._line(deadline))
            if answer["id"] == number:
                break
        if "error" not in answer:
            return answer["result"]
        error = answer["error"]
        kind = BrowserTimeout if error["name"] == "TimeoutError" else BrowserError
        raise kind(error["message"])

    def _line(self, deadline: float) -> bytes:
        assert self._process.stdout is not None
        output = self._process.stdout.fileno()
        while b"\n" not in self._buffer:
            left = max(0.0, deadline - time.monotonic())
            if not select.select([output], [], [], left)[0]:
                raise BrowserTimeout(f"the browser does not answer:\n{self._error_text()}")
            more = os.read(output, 1 << 20)
            if not more:
                raise BrowserError(f"the browser ended:\n{self._error_text()}")
            self._buffer += more
        line, self._buffer = self._buffer.split(b"\n", 1)
        return line

    def _error_text(self) -> str:
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace")[-4000:]


def _environment(home: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return kept | {
        "HOME": str(home),
        "TMPDIR": str(home),
        "MOZ_CRASHREPORTER_DISABLE": "1",
        # Without it, a release of Firefox ignores services.settings.server.
        "MOZ_REMOTE_SETTINGS_DEVTOOLS": "1",
    }
