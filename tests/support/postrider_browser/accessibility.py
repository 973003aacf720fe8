# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of a page for people who do not see or do not use a mouse, found by axe-core."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from postrider_support import npm

if TYPE_CHECKING:
    from postrider_browser.firefox import FirefoxPage
    from postrider_browser.page import Page

_RUN = """
async ({ within, ignored }) => {
    const rules = Object.fromEntries(ignored.map((rule) => [rule, { enabled: false }]));
    const options = { resultTypes: ['violations'], rules, iframes: false };
    const { violations } = await axe.run(within ?? document, options);
    return violations.map(({ id, impact, help, nodes }) => ({
        rule: id, impact, help, selectors: nodes.map((one) => one.target.flat().join(' ')),
    }));
}
"""


@dataclass(frozen=True)
class Finding:
    """A rule that is violated, its impact, and the elements that violate it."""

    rule: str
    impact: str
    help: str
    selectors: tuple[str, ...]


def accessibility(
    page: "Page | FirefoxPage",
    *,
    within: str | None = None,
    ignored: tuple[str, ...] = (),
    impacts: tuple[str, ...] = ("serious", "critical"),
) -> list[Finding]:
    """Findings of these impacts in the page or the element `within`, but not inside its iframes."""
    if not page.evaluate("typeof axe === 'object'"):
        source = npm.FOLDER / "node_modules" / "axe-core" / "axe.min.js"
        page.evaluate(f"{source.read_text()}; undefined")
    found: list[dict[str, Any]] = page.evaluate(_RUN, {"within": within, "ignored": list(ignored)})
    findings = [Finding(**one | {"selectors": tuple(one["selectors"])}) for one in found]
    return [one for one in findings if one.impact in impacts]
