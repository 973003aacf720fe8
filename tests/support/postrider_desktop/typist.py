# SPDX-License-Identifier: GPL-3.0-or-later
"""A person with a keyboard and no mouse."""

import re
import subprocess

from postrider_desktop.session import DesktopSession
from postrider_support.waiting import scaled, wait_until


class Typist:
    """Types into windows, which are named by their titles (regular expressions)."""

    def __init__(self, session: DesktopSession) -> None:
        self.session = session

    def turn_to(self, title: str) -> str:
        """The window that has this title gets the keyboard, as soon as it is there."""
        window = self.session.window_id(title)
        self.session.run("xdotool", "windowfocus", "--sync", window)
        return window

    def wait_for(self, title: str) -> None:
        """Until the window that has the keyboard has that title; nobody gives it to any here."""
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
        """What the window that has the keyboard is called; empty where none has it."""
        window = self._ask("xdotool", "getwindowfocus").strip()
        told = self._ask("xprop", "-id", window, "-notype", "_NET_WM_NAME") if window else ""
        return told.partition('= "')[2].rstrip().removesuffix('"')

    def type(self, text: str) -> None:
        """Types into what has the keyboard."""
        self.session.run("xdotool", "type", "--delay", "4", text)

    def press(self, *keys: str) -> None:
        """As xdotool names them: `Return`, `alt+n`."""
        self.session.run("xdotool", "key", "--delay", "15", *keys)

    def replace(self, text: str) -> None:
        """In place of what stands in the field."""
        self.press("ctrl+a")
        self.type(text)

    def wait_gone(self, title: str) -> None:
        """Until no window has the title."""
        wait_until(
            lambda: not [one for one in self.session.windows() if title in one],
            15,
            f"no window {title!r}",
            every=0.1,
        )

    def _ask(self, *command: str) -> str:
        """What it prints; empty where it fails, as for a window that has just gone."""
        done = subprocess.run(
            command,
            env=self.session.environment,
            capture_output=True,
            text=True,
            timeout=scaled(20),
        )
        return done.stdout if done.returncode == 0 else ""
