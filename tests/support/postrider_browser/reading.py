# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading elements of a page."""

from pathlib import Path
from typing import Any

from postrider_browser.acting import Acting
from postrider_browser.values import saved


class Reading(Acting):
    """Methods with a timeout wait until exactly one element matches; the others read the current state."""

    def text_content(self, **options: Any) -> str:
        """Its text in the document; "" if there is none."""
        return self.call("textContent", **options) or ""

    def inner_text(self, **options: Any) -> str:
        """Its text as it is shown."""
        text: str = self.call("innerText", **options)
        return text

    def inner_html(self, **options: Any) -> str:
        """The markup in it."""
        text: str = self.call("innerHTML", **options)
        return text

    def input_value(self, **options: Any) -> str:
        """The text of a field."""
        text: str = self.call("inputValue", **options)
        return text

    def get_attribute(self, name: str, **options: Any) -> str | None:
        """An attribute; None if it is not set."""
        value: str | None = self.call("getAttribute", name, **options)
        return value

    def bounding_box(self, **options: Any) -> dict[str, float] | None:
        """{x, y, width, height} in the viewport, None if it is not shown."""
        box: dict[str, float] | None = self.call("boundingBox", **options)
        return box

    def evaluate(self, script: str, argument: Any = None, **options: Any) -> Any:
        """Calls a JavaScript function with the element and the argument."""
        return self.call("evaluate", script, argument, **options)

    def evaluate_all(self, script: str, argument: Any = None) -> Any:
        """Calls a JavaScript function with the list of the elements that match now."""
        return self._bridge.call(self._on, self._chain, "evaluateAll", script, argument)

    def screenshot(self, path: Path | None = None, **options: Any) -> bytes:
        """A PNG picture of it, also written to `path`."""
        return saved(self.call("screenshot", **options), path)

    def count(self) -> int:
        """How many there are now."""
        number: int = self._bridge.call(self._on, self._chain, "count")
        return number

    def all_text_contents(self) -> list[str]:
        """The text of each, as they are now."""
        texts: list[str] = self._bridge.call(self._on, self._chain, "allTextContents")
        return texts

    def is_visible(self) -> bool:
        """Whether it is shown now; false if it does not exist."""
        return bool(self._bridge.call(self._on, self._chain, "isVisible"))

    def is_enabled(self, **options: Any) -> bool:
        """Whether it can be used."""
        return bool(self.call("isEnabled", **options))

    def is_checked(self, **options: Any) -> bool:
        """Whether it is ticked."""
        return bool(self.call("isChecked", **options))

    def is_focused(self) -> bool:
        """Whether it has the focus now."""
        return bool(self.evaluate_all("all => all.some((one) => one.getRootNode().activeElement === one)"))
