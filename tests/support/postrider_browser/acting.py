# SPDX-License-Identifier: GPL-3.0-or-later
"""Actions on an element."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from postrider_browser.finding import Finding
from postrider_support.waiting import scaled

# {"name", "mimeType", "buffer": bytes}
File = dict[str, Any]


class Acting(Finding):
    """Each action waits until exactly one element matches and can be used."""

    def as_chain(self) -> dict[str, Any]:
        """The element as an argument of other calls."""
        return {"on": self._on, "chain": self._chain}

    def call(self, name: str, *arguments: Any, timeout: float = 10, **options: Any) -> Any:
        """Any method of Playwright's Locator that takes a timeout."""
        options["timeout"] = scaled(timeout) * 1000
        return self._bridge.call(self._on, self._chain, name, *arguments, patience=timeout, **options)

    def click(self, **options: Any) -> None:
        """Clicks; options `button`, `modifiers`, `click_count`, `position`, `force`, `timeout`."""
        self.call("click", **options)

    def dblclick(self, **options: Any) -> None:
        """Clicks twice."""
        self.call("dblclick", **options)

    def hover(self, **options: Any) -> None:
        """Moves the mouse there."""
        self.call("hover", **options)

    def tap(self, **options: Any) -> None:
        """Touches it; the context needs `has_touch`."""
        self.call("tap", **options)

    def fill(self, text: str, **options: Any) -> None:
        """Replaces the text of a field at once."""
        self.call("fill", text, **options)

    def press_sequentially(self, text: str, **options: Any) -> None:
        """Types the text key by key; option `delay` in milliseconds."""
        self.call("pressSequentially", text, **options)

    def press(self, key: str, **options: Any) -> None:
        """Focuses it and presses a key or a combination: "Enter", "Control+a"."""
        self.call("press", key, **options)

    def check(self, **options: Any) -> None:
        """Ticks a box."""
        self.call("check", **options)

    def uncheck(self, **options: Any) -> None:
        """Takes the tick away."""
        self.call("uncheck", **options)

    def select_option(self, value: str | Sequence[str] | dict[str, str], **options: Any) -> None:
        """Chooses by value, label or {"label": ..}."""
        self.call("selectOption", value, **options)

    def set_input_files(self, files: str | Path | File | Sequence[str | Path | File], **options: Any) -> None:
        """Chooses files, by path or by content: {"name", "mimeType", "buffer": bytes}."""
        self.call("setInputFiles", files, **options)

    def drag_to(self, target: "Acting", **options: Any) -> None:
        """Drags it onto another."""
        self.call("dragTo", target, **options)

    def focus(self, **options: Any) -> None:
        """Focuses it."""
        self.call("focus", **options)

    def scroll_into_view(self, **options: Any) -> None:
        """Scrolls until it is visible."""
        self.call("scrollIntoViewIfNeeded", **options)
