# SPDX-License-Identifier: GPL-3.0-or-later
"""Elements of a page, found anew each time they are used."""

from collections.abc import Callable
from typing import Any

from postrider_browser.finding import Finding, Text
from postrider_browser.reading import Reading
from postrider_support.waiting import wait_until


class FrameLocator(Finding):
    """The document of an iframe; elements in it are found as on a page."""


class Locator(Reading):
    """The elements that match, to act on, read and wait for. A timeout is in seconds."""

    def filter(self, **options: Any) -> "Locator":
        """Those that match; options `has_text`, `has_not_text`, `has`, `has_not`, `visible`."""
        return self._found("filter", **options)

    def nth(self, index: int) -> "Locator":
        """The one at that place, from 0; -1 is the last."""
        return self._found("nth", index)

    @property
    def first(self) -> "Locator":
        """The first one."""
        return self._found("first")

    @property
    def last(self) -> "Locator":
        """The last one."""
        return self._found("last")

    def wait_for(self, state: str = "visible", timeout: float = 10) -> "Locator":
        """Waits until it is visible, hidden, attached or detached; returns itself."""
        self.call("waitFor", state=state, timeout=timeout)
        return self

    def wait_gone(self, timeout: float = 10) -> None:
        """Waits until none of them is shown."""
        self.filter(visible=True).wait_count(0, timeout)

    def wait_text(self, text: Text, timeout: float = 10) -> "Locator":
        """Waits until one of them has that text in it; returns itself."""
        seen: list[str] = []

        def fits() -> bool:
            seen[:] = self.all_text_contents()
            found = (text in one if isinstance(text, str) else text.search(one) for one in seen)
            return any(found)

        self._wait(fits, timeout, lambda: f"{text!r} in {seen}")
        return self

    def wait_count(self, count: int, timeout: float = 10) -> "Locator":
        """Waits until there are `count` elements; returns itself."""
        seen: list[int] = []

        def fits() -> bool:
            seen[:] = [self.count()]
            return seen == [count]

        self._wait(fits, timeout, lambda: f"{count} elements, not {seen},")
        return self

    def wait_value(self, text: str, timeout: float = 10) -> "Locator":
        """Waits until the field has exactly that text; returns itself."""
        seen: list[str] = []

        def fits() -> bool:
            seen[:] = [self.input_value(timeout=timeout)]
            return seen == [text]

        self._wait(fits, timeout, lambda: f"the value {text!r}, not {seen},")
        return self

    def wait_focused(self, timeout: float = 10) -> "Locator":
        """Waits until it has the focus; returns itself."""
        self._wait(self.is_focused, timeout, lambda: "the focus")
        return self

    def __repr__(self) -> str:
        return ".".join(f"{name}({', '.join(map(repr, given))})" for name, given in self._chain)

    def _wait(self, fits: Callable[[], bool], timeout: float, what: Callable[[], str]) -> None:
        try:
            wait_until(fits, timeout)
        except AssertionError:
            raise AssertionError(f"{self} did not have {what()} within {timeout} s") from None
