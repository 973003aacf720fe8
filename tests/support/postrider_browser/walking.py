# SPDX-License-Identifier: GPL-3.0-or-later
"""Going through a page with the keyboard alone."""

from dataclasses import dataclass
from typing import Any

from postrider_browser.page import Page
from postrider_support.waiting import wait_until

# The element that has the focus, and its faults, for example that the focus is not visible.
LOOK = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return { name: '', role: 'body', text: '', faults: [] };
    const text = (ids) => ids.split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
    const own = one.matches('input, select, textarea, iframe, [role=textbox]') ? '' : one.textContent;
    const name = (
        (one.getAttribute('aria-labelledby') && text(one.getAttribute('aria-labelledby'))) ||
        one.getAttribute('aria-label') ||
        [...(one.labels ?? [])].map((label) => label.textContent).join(' ') ||
        own || one.querySelector?.('img')?.alt || one.title || ''
    ).replace(/\\s+/g, ' ').trim();
    const role = one.getAttribute('role') ?? { A: 'link', BUTTON: 'button', SELECT: 'combobox', TEXTAREA: 'textbox',
        INPUT: ['checkbox', 'radio'].includes(one.type) ? one.type : 'textbox', SUMMARY: 'button', IFRAME: 'frame' }[one.tagName] ?? one.tagName.toLowerCase();
    const faults = [];
    const box = one.getBoundingClientRect();
    const isSeen = box.width > 1 && box.height > 1 && one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!isSeen) faults.push('is not visible');
    const x = [box.left + 3, box.left + box.width / 2, box.right - 3];
    const y = [box.top + 3, box.top + box.height / 2, box.bottom - 3];
    const belongs = (other) => other && (one.contains(other) || other.contains(one) && other !== document.documentElement || other.closest('label')?.control === one);
    if (isSeen && !x.some((left) => y.some((top) => belongs(document.elementFromPoint(left, top))))) faults.push('is covered or out of view');
    const isLine = (style) => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
    const isRing = (style) => isLine(style) || style.boxShadow !== 'none';
    const around = [];
    for (let up = one.parentElement, n = 0; up && n < 3; up = up.parentElement, ++n) around.push(getComputedStyle(up));
    const hasOwn = one.type === 'time'; // its parts have rings that no page can look at
    const hasRing = hasOwn || isRing(getComputedStyle(one)) || ['::before', '::after'].some((part) => isLine(getComputedStyle(one, part))) || around.some(isLine)
        || !!one.closest('.compose-row, .editor-frame') && [...around, getComputedStyle(one.previousElementSibling ?? one)].some(isRing);
    if (!hasRing) faults.push('has no focus ring');
    if (!name) faults.push('has no name');
    return { name, role, text: one.outerHTML.slice(0, 160), faults };
}"""


@dataclass(frozen=True)
class Stop:
    """An element that had the focus."""

    name: str
    role: str
    text: str
    faults: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.role} {self.name!r}"


class Walker:
    """Goes through a page with keys alone. Each stop must be visible, have a focus ring and have a name."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        """Presses keys or combinations, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        """Types a text."""
        self.page.keyboard.type(text)

    def replace(self, text: str) -> None:
        """Replaces the text of the field that has the focus."""
        self.press("Control+a")
        self.type(text)

    def here(self) -> Stop:
        """The element that has the focus now."""
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return Stop(found["name"], found["role"], found["text"], tuple(found["faults"]))

    def _drawn(self) -> Stop:
        """The focused element; waits up to 3 s until it has no faults, because a focus ring is drawn late."""
        try:
            wait_until(lambda: not self.here().faults, 3)
        except AssertionError:
            pass  # the faults remain
        return self.here()

    def walk_to(self, name: str, role: str = "", *, key: str = "Tab", most: int = 90) -> Stop:
        """Presses Tab until the focused element has that in its name; a failure lists all stops."""
        stop = self.here()
        way = [str(stop)]
        for _ in range(most):
            self.press(key)
            stop = self._drawn()
            way.append(str(stop))
            assert not stop.faults, f"{stop} {stop.faults}: {stop.text}\nthe way: {way}"
            if name in stop.name and role in ("", stop.role):
                return stop
        raise AssertionError(f"{key} does not lead to {role} {name!r}: {way}")

    def walk_back_to(self, name: str, role: str = "", *, most: int = 90) -> Stop:
        """As `walk_to`, against the order of the page."""
        return self.walk_to(name, role, key="Shift+Tab", most=most)

    def use(self, name: str, role: str = "", key: str = "Enter") -> None:
        """Walks there and presses Enter, or another key."""
        self.walk_to(name, role)
        self.press(key)

    def stands_at(self, name: str, role: str = "", timeout: float = 10) -> Stop:
        """Waits until that element has the focus, without pressing a key."""
        seen: list[Stop] = []

        def look() -> bool:
            seen[:] = [self.here()]
            return name in seen[0].name and role in ("", seen[0].role)

        try:
            wait_until(look, timeout)
        except AssertionError:
            raise AssertionError(f"the focus is at {seen[0]}, not at {role} {name!r}") from None
        return seen[0]

    def stands_somewhere(self, timeout: float = 5) -> Stop:
        """Waits until any element of the page has the focus; fails if the focus is lost."""
        seen: list[Stop] = []

        def look() -> bool:
            seen[:] = [self.here()]
            return seen[0].role != "body"

        wait_until(look, timeout, "the focus in the page")
        return seen[0]
