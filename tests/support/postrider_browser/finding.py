# SPDX-License-Identifier: GPL-3.0-or-later
"""Ways to find elements, the same from a page, a frame and another element."""

import re
from typing import TYPE_CHECKING, Any

from postrider_browser.bridge import Bridge
from postrider_browser.values import Link, camel, encoded

if TYPE_CHECKING:
    from postrider_browser.locator import FrameLocator, Locator

Text = str | re.Pattern[str]


class Finding:
    """What elements are searched in: object `on` of the browser, and what `chain` leads to from there.

    Texts match as parts and without regard to case, unless `exact` is true or they are patterns.
    """

    def __init__(self, bridge: Bridge, on: int, chain: list[Link] | None = None) -> None:
        self._bridge = bridge
        self._on = on
        self._chain = chain or []

    def locator(self, selector: str, **options: Any) -> "Locator":
        """By CSS or XPath; options `has_text`, `has_not_text`, `has`, `has_not`."""
        return self._found("locator", selector, **options)

    def get_by_role(self, role: str, **options: Any) -> "Locator":
        """By ARIA role; options `name`, `exact`, `checked`, `selected`, `expanded`, `level` .."""
        return self._found("getByRole", role, **options)

    def get_by_label(self, text: Text, *, exact: bool | None = None) -> "Locator":
        """Form fields by their label."""
        return self._found("getByLabel", text, exact=exact)

    def get_by_text(self, text: Text, *, exact: bool | None = None) -> "Locator":
        """Elements by the text in them."""
        return self._found("getByText", text, exact=exact)

    def get_by_placeholder(self, text: Text, *, exact: bool | None = None) -> "Locator":
        """Form fields by their placeholder."""
        return self._found("getByPlaceholder", text, exact=exact)

    def get_by_title(self, text: Text, *, exact: bool | None = None) -> "Locator":
        """By the title attribute."""
        return self._found("getByTitle", text, exact=exact)

    def get_by_alt_text(self, text: Text, *, exact: bool | None = None) -> "Locator":
        """Images by their text."""
        return self._found("getByAltText", text, exact=exact)

    def get_by_test_id(self, identifier: Text) -> "Locator":
        """By data-testid."""
        return self._found("getByTestId", identifier)

    def frame_locator(self, selector: str) -> "FrameLocator":
        """The document inside an iframe."""
        from postrider_browser.locator import FrameLocator

        return FrameLocator(self._bridge, self._on, [*self._chain, ["frameLocator", [selector]]])

    def _found(self, method: str, *arguments: Any, **options: Any) -> "Locator":
        from postrider_browser.locator import Locator

        given = {camel(key): one for key, one in options.items() if one is not None}
        link = [method, encoded([*arguments, given] if given else arguments)]
        return Locator(self._bridge, self._on, [*self._chain, link])
