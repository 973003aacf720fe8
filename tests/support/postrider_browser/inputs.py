# SPDX-License-Identifier: GPL-3.0-or-later
"""Keyboard, mouse and clock of a page."""

from datetime import datetime
from typing import Any

from postrider_browser.bridge import Bridge

# ISO text, seconds since 1970 or a datetime
Time = str | float | datetime


class Keyboard:
    """Keys for the element that has the focus."""

    def __init__(self, bridge: Bridge, on: int) -> None:
        self._bridge, self._on = bridge, on

    def press(self, key: str, **options: Any) -> None:
        """A key or a combination: "j", "Enter", "Shift+Tab"."""
        self._call("press", key, **options)

    def type(self, text: str, **options: Any) -> None:
        """The keys of a text, one after the other."""
        self._call("type", text, **options)

    def down(self, key: str) -> None:
        """Presses and holds."""
        self._call("down", key)

    def up(self, key: str) -> None:
        """Releases the key."""
        self._call("up", key)

    def _call(self, name: str, *arguments: Any, **options: Any) -> None:
        self._bridge.call(self._on, [["keyboard"]], name, *arguments, **options)


class Mouse:
    """The pointer, in CSS pixels of the viewport."""

    def __init__(self, bridge: Bridge, on: int) -> None:
        self._bridge, self._on = bridge, on

    def move(self, x: float, y: float, **options: Any) -> None:
        """Moves it there; option `steps`."""
        self._call("move", x, y, **options)

    def click(self, x: float, y: float, **options: Any) -> None:
        """Clicks there."""
        self._call("click", x, y, **options)

    def down(self) -> None:
        """Presses the left button."""
        self._call("down")

    def up(self) -> None:
        """Releases the left button."""
        self._call("up")

    def wheel(self, x: float, y: float) -> None:
        """Turns the wheel by this number of pixels."""
        self._call("wheel", x, y)

    def _call(self, name: str, *arguments: Any, **options: Any) -> None:
        self._bridge.call(self._on, [["mouse"]], name, *arguments, **options)


class Clock:
    """The clock of the page, not of the service. A span is text ("30:00") or milliseconds."""

    def __init__(self, bridge: Bridge, on: int) -> None:
        self._bridge, self._on = bridge, on

    def install(self, time: Time | None = None) -> None:
        """Replaces Date and timers before a page is opened; the clock runs from there."""
        self._call("install", time=None if time is None else _time(time))

    def set_fixed_time(self, time: Time) -> None:
        """Date stays at that time; timers run."""
        self._call("setFixedTime", _time(time))

    def pause_at(self, time: Time) -> None:
        """Runs to that time; then Date and timers stop until `resume()`."""
        self._call("pauseAt", _time(time))

    def resume(self) -> None:
        """Goes on after `pause_at()`."""
        self._call("resume")

    def run_for(self, span: str | int) -> None:
        """Advances the clock by that span and runs each timer that is due."""
        self._call("runFor", span)

    def fast_forward(self, span: str | int) -> None:
        """As `run_for`, but as if the computer had slept: each due timer runs at most once."""
        self._call("fastForward", span)

    def _call(self, name: str, *arguments: Any, **options: Any) -> None:
        self._bridge.call(self._on, [["clock"]], name, *arguments, **options)


def _time(time: Time) -> str | float:
    if isinstance(time, datetime):
        return time.isoformat()
    return time if isinstance(time, str) else time * 1000
