# SPDX-License-Identifier: GPL-3.0-or-later
"""A screen reader on the desktop of a test."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from postrider_desktop.element import Element
from postrider_desktop.session import DesktopSession
from postrider_support.waiting import wait_until

# The paths on Debian and on older systems.
_LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")


class ScreenReader:
    """Must be created before the program starts, because programs look for a screen reader at their start."""

    def __init__(self, session: DesktopSession) -> None:
        self.session = session
        session.environment["QT_LINUX_ACCESSIBILITY_ALWAYS_ON"] = "1"
        launcher = next(path for path in _LAUNCHERS if Path(path).exists())
        session.start(launcher, "--launch-immediately", output=session.directory / "atspi.log")
        wait_until(lambda: session.has_owner("org.a11y.Bus"), 15, "the bus of screen readers")
        self.listener = session.helper("listener.py")

    @staticmethod
    def missing() -> list[str]:
        """The packages that are not installed."""
        return [] if any(Path(path).exists() for path in _LAUNCHERS) else ["at-spi2-core"]

    def window(self, title: str, until: Callable[[Element], Any] = lambda window: True) -> Element:
        """The window that has this title (a regular expression), as soon as the condition holds for it."""

        def look() -> Element | None:
            report = self.listener.ask(f"tree {title}", "tree")["tree"]
            found = Element(report) if report else None
            return found if found and until(found) else None

        return wait_until(look, 15, f"the window {title!r} of a screen reader")

    def wait_gone(self, title: str) -> None:
        """Waits until no window has that title (a regular expression)."""

        def look() -> bool:
            titles = self.listener.ask("windows", "windows")["titles"]
            return titles is not None and not any(re.search(title, one) for one in titles)

        wait_until(look, 15, f"no window {title!r}")

    def popup(self, text: str, patience: float = 15) -> Element:
        """The menu that has the focus, as soon as it has an element of that name."""

        def look() -> Element | None:
            report = self.listener.ask("popup", "tree")["tree"]
            found = Element(report) if report else None
            return found if found and found.named(text) else None

        return wait_until(look, patience, f"a menu with {text!r}")

    def press(self, element: Element) -> None:
        """Performs the first action of the element, as switches for disabled people do."""
        assert element.actions, f"nothing can be done: {element.line()}"
        assert self.listener.ask(f"act {element.path} 0", "acted")["done"]

    def wait_notification(self, text: str) -> None:
        """Waits until that notification was shown, which a screen reader reads out by itself."""
        self.listener.wait("shown", lambda report: report["role"] == "notification" and report["name"] == text)

    def wait_entered(self, title: str) -> None:
        """Waits until a window of that title was activated, which makes a screen reader read its title."""
        self.listener.wait("activated", lambda report: re.search(title, report["name"]))
