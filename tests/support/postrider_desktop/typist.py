# SPDX-License-Identifier: GPL-3.0-or-later
"""Typing into windows, without a mouse."""

import re
import subprocess

from postrider_desktop.session import DesktopSession
from postrider_support.waiting import scaled, wait_until


class Typist:
    """Types into windows, which are named by their titles (regular expressions)."""

    def __init__(self, session: DesktopSession) -> None:
        self.session = session

    def turn_to(self, title: str) -> str:
        """Focuses the window of this title, as soon as it is shown; returns its number."""
        window = self.session.window_id(title)
        self.session.run("xdotool", "windowfocus", "--sync", window)
        return window

    def wait_for(self, title: str) -> None:
        """Waits until the focused window has that title; no window is focused here."""
        last = ""

        def look() -> bool:
            nonlocal last
            last = self.title()
            return bool(re.search(title, last))

        try:
            wait_until(look, 15, every=0.1)
        except AssertionError:
            raise AssertionError(f"no {title!r} has the keyboard, but {last!r}") from None

    def title(self) -> str:
        """The title of the focused window; empty if there is none."""
        window = self._ask("xdotool", "getwindowfocus").strip()
        output = self._ask("xprop", "-id", window, "-notype", "_NET_WM_NAME") if window else ""
        return output.partition('= "')[2].rstrip().removesuffix('"')

    def type(self, text: str) -> None:
        """Types into the focused field."""
        self.session.run("xdotool", "type", "--delay", "4", text)

    def press(self, *keys: str) -> None:
        """Presses keys, in xdotool's names: `Return`, `alt+n`."""
        self.session.run("xdotool", "key", "--delay", "15", *keys)

    def replace(self, text: str) -> None:
        """Replaces the text of the focused field."""
        self.press("ctrl+a")
        self.type(text)

    def wait_gone(self, title: str) -> None:
        """Waits until no window has the title."""
        wait_until(
            lambda: not [one for one in self.session.windows() if title in one],
            15,
            f"no window {title!r}",
            every=0.1,
        )

    def _ask(self, *command: str) -> str:
        """What a command prints; empty if it fails, for example because a window has just closed."""
        done = subprocess.run(
            command,
            env=self.session.environment,
            capture_output=True,
            text=True,
            timeout=scaled(20),
        )
        return done.stdout if done.returncode == 0 else ""
