# SPDX-License-Identifier: GPL-3.0-or-later
"""A person with a keyboard and no mouse."""

from postrider_desktop.session import DesktopSession
from postrider_support.waiting import wait_until


class Typist:
    """Types into windows, which are named by their titles (regular expressions)."""

    def __init__(self, session: DesktopSession) -> None:
        self.session = session

    def turn_to(self, title: str) -> str:
        """The window that has this title gets the keyboard, as soon as it is there."""
        window = self.session.window_id(title)
        self.session.run("xdotool", "windowfocus", "--sync", window)
        return window

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
        )
