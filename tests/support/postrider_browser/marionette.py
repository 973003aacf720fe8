# SPDX-License-Identifier: GPL-3.0-or-later
"""A Firefox inside which tests can run scripts, through Marionette, its older protocol.

For actions that pages cannot perform, such as a person's click on a notification.
"""

import json
import socket
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

from postrider_browser.programs import firefox_program
from postrider_support.waiting import free_ports, scaled, wait_until


class MarionetteFirefox:
    """One tab, from construction to `close()`. Scripts are function bodies that return their value."""

    def __init__(self, preferences: dict[str, Any]) -> None:
        program = firefox_program()
        assert program, "firefox-esr is not installed"
        (port,) = free_ports(1)
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});"
            for name, value in ({"marionette.port": port} | preferences).items()
        ]
        (Path(self._profile.name) / "user.js").write_text("\n".join(lines))
        arguments = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote"]
        self._process = subprocess.Popen(
            [program, *arguments, "--profile", self._profile.name],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._number = 0
        self._socket: socket.socket = wait_until(lambda: _connected(port), 60, "Firefox")
        self._stream = self._socket.makefile("rwb")
        self._read()  # its greeting
        self._ask("WebDriver:NewSession", capabilities={"alwaysMatch": {}})

    def __enter__(self) -> "MarionetteFirefox":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def goto(self, url: str) -> None:
        """Opens an address in the tab."""
        self._ask("WebDriver:Navigate", url=url)

    def run(self, script: str, *arguments: Any) -> Any:
        """Runs a script in the page; the value of a promise is waited for."""
        return self._script("content", script, arguments)

    def run_inside(self, script: str, *arguments: Any) -> Any:
        """Runs a script inside the browser itself, with all rights."""
        return self._script("chrome", script, arguments)

    def close(self) -> None:
        """Ends it and removes its profile."""
        self._socket.close()
        self._process.terminate()
        try:
            self._process.wait(scaled(10))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(scaled(10))
        self._profile.cleanup()

    def _script(self, context: str, script: str, arguments: tuple[Any, ...]) -> Any:
        self._ask("Marionette:SetContext", value=context)
        try:
            return self._ask("WebDriver:ExecuteScript", script=script, args=list(arguments))
        finally:
            self._ask("Marionette:SetContext", value="content")

    def _ask(self, name: str, **parameters: Any) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, name, parameters]).encode()
        self._stream.write(b"%d:%s" % (len(message), message))
        self._stream.flush()
        _, number, error, result = self._read()
        assert number == self._number
        assert error is None, f"{name}: {error['message']}"
        return result.get("value", result) if isinstance(result, dict) else result

    def _read(self) -> Any:
        digits = b""
        while (byte := self._stream.read(1)) != b":":
            assert byte, "Firefox has ended"
            digits += byte
        return json.loads(self._stream.read(int(digits)))


def _connected(port: int) -> socket.socket | None:
    try:
        return socket.create_connection(("127.0.0.1", port), timeout=scaled(60))
    except OSError:
        return None
