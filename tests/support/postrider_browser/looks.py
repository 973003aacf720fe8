# SPDX-License-Identifier: GPL-3.0-or-later
"""The looks of the web client: sizes of windows, colours and languages; and pictures of them."""

import os
from dataclasses import dataclass
from pathlib import Path

from postrider_browser.accessibility import accessibility
from postrider_browser.page import Page

SIZES = {"wide": (1440, 900), "medium": (1024, 768), "narrow": (390, 844)}
NOW = "2026-03-02T09:30:00Z"
# Texts that are cut off: they extend beyond the window, their button, or a box that hides what is too
# wide. A box that shows "…" or that people scroll sideways on purpose is no fault.
_CUT = """() => {
    const scrolled = '.template-editor, .code-box, .code pre, .editor-tools, .table-box, .toaster';
    const found = new Set();
    const isWithin = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1;
    const isCut = (rect, holder) => {
        for (let box = holder; box && box !== document.documentElement; box = box.parentElement) {
            const style = getComputedStyle(box), outer = box.getBoundingClientRect();
            if (box.localName === 'dialog') break; // above all others
            if (box.matches(scrolled) || style.textOverflow === 'ellipsis') return false;
            if (style.overflowX !== 'visible' && outer.width <= 1) return false; // for screen readers only
            const holds = style.overflowX !== 'visible' || box.matches('button, a.button, legend');
            if (holds && style.display !== 'inline' && !isWithin(rect, outer)) return true;
        }
        return !isWithin(rect, { left: 0, right: innerWidth });
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
        const holder = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || holder.closest('option, svg, noscript, script')) continue;
        if (!holder.checkVisibility({ visibilityProperty: true })) continue;
        range.selectNodeContents(texts.currentNode);
        if ([...range.getClientRects()].some((rect) => rect.width > 0 && isCut(rect, holder)))
            found.add(`${holder.className || holder.localName}: ${texts.currentNode.data.slice(0, 80)}`);
    }
    return [...found];
}"""
# Elements too small for fingers on a phone. Links in running text, and links of a whole row, are no fault.
_SMALL = """() => [...document.querySelectorAll('a[href], button, input, select, summary')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('.visually-hidden, .skip'))
    .filter((one) => one.tabIndex >= 0 && !one.matches('.letter-who') && getComputedStyle(one).display !== 'inline')
    .map((one) => (one.matches('[type=checkbox]') && one.closest('label')) || one)
    .filter((one) => one.getBoundingClientRect().height < 43.5)
    .map((one) => `${one.className || one.localName}: ${one.textContent.trim().slice(0, 40)}`)"""
# How many pixels of the page's column are below the window.
_HIDDEN = """[...document.querySelectorAll('.page, .compose-body')].reduce(
    (most, one) => Math.max(most, one.scrollHeight - one.clientHeight), 0)"""
_SIDEWAYS = """[document.documentElement, ...document.querySelectorAll('.page')]
    .filter((one) => one.scrollWidth > one.clientWidth)
    .flatMap((one) => [...one.querySelectorAll('*')])
    .filter((one) => one.getBoundingClientRect().right > innerWidth)
    .map((one) => one.className || one.localName)"""
_READY = "document.fonts.ready.then(() => new Promise(requestAnimationFrame)).then(() => true)"


@dataclass
class Look:
    """The size of the window, the colours and the language of a page."""

    size: str
    scheme: str = "light"
    language: str = "en"

    @property
    def name(self) -> str:
        """The beginning of the names of files."""
        return "-".join(["web", self.size, self.scheme, self.language])

    @property
    def is_examined(self) -> bool:
        """Whether axe-core examines it: its findings depend only on colours and on what a phone hides."""
        return self.language == "en" and self.size != "medium"


_ALL = [
    *(Look(size, scheme) for size in SIZES for scheme in ("light", "dark")),
    *(Look(size, "light", language) for size in SIZES for language in ("de", "zh")),
]
# Each size, scheme and language, and the longest words on the smallest window.
_FEW = [
    Look("wide"),
    Look("medium", "dark"),
    Look("narrow", "dark"),
    Look("narrow", "light", "de"),
    Look("wide", "light", "zh"),
]
# All looks if pictures are requested, and in the long form of the tests.
LOOKS = _ALL if os.environ.get("POSTRIDER_SCREENS") or os.environ.get("POSTRIDER_LONG") else _FEW


@dataclass
class Album:
    """Pictures of one page."""

    page: Page
    look: Look
    folder: Path

    def take(self, what: str, *, whole: bool = False) -> None:
        """Takes a picture of the window; with `whole`, as if the window were as high as the page.

        Fails if something is wider than the window, text is cut off, something is too small for fingers
        on a phone, or axe-core finds something serious.
        """
        self.page.evaluate(_READY)
        wide = self.page.evaluate(_SIDEWAYS)
        assert wide == [], f"{what} is wider than the window: {wide}"
        cut = self.page.evaluate(_CUT)
        assert cut == [], f"{what}: text is cut off: {cut}"
        if self.look.size == "narrow":
            small = self.page.evaluate(_SMALL)
            assert small == [], f"{what}: too small for fingers: {small}"
        self.folder.mkdir(parents=True, exist_ok=True)
        if whole:
            self._stretch(self.page.evaluate(_HIDDEN))
        self.page.screenshot(self.folder / f"{self.look.name}-{what}.png", animations="disabled")
        if whole:
            self._stretch(0)
        if self.look.is_examined:
            assert accessibility(self.page) == [], what

    def _stretch(self, more: int) -> None:
        width, height = SIZES[self.look.size]
        self.page.set_viewport_size(width, height + more)
        self.page.evaluate(_READY)
