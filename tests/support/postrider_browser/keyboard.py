# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of the keyboard share: somebody who logs in, goes to views, and hears what is said."""

import json

from postrider_browser.page import Page
from postrider_browser.walking import Walker
from postrider_support import Client
from postrider_support.service import ADMIN, ADMIN_PASSWORD
from postrider_support.waiting import wait_until

ROWS = ".mail-row:not(.skeleton)"
# Said by a screen reader without a move of the focus: all that ever stood in a live region.
LISTEN = """
window.said = [];
new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
        for (const one of [target, ...addedNodes]) {
            const element = one instanceof Element ? one : one.parentElement;
            const live = element?.closest('[aria-live], [role=status], [role=alert]');
            for (const region of [live, ...(element?.querySelectorAll?.('[role=alert]') ?? [])])
                if (region?.textContent) window.said.push(region.textContent);
        }
}).observe(document, { childList: true, characterData: true, subtree: true });
"""


def log_in(page: Page, url: str) -> Walker:
    """Somebody who has opened that address and logged in by keys."""
    keys = Walker(page)
    page.goto(url)
    keys.stands_at("User name")
    keys.type(ADMIN)
    keys.walk_to("Password")
    keys.type(ADMIN_PASSWORD)
    keys.press("Enter")
    page.locator("#content").wait_for()
    return keys


def remove_all(client: Client) -> None:
    """Drafts, webhooks, subscriptions and all accounts but Nina's."""
    for one in client.get("/drafts", pageSize=100).ok()["items"]:
        client.post("/drafts/batch-delete", {"ids": [one["id"]]}).ok()
    for one in client.get("/webhooks").ok():
        client.delete(f"/webhooks/{one['id']}").ok()
    for one in client.get("/push/subscriptions").ok():
        client.post("/push/unsubscribe", {"endpoint": one["endpoint"]}).ok()
    for one in client.get("/accounts").ok():
        if one["name"] != "Nina":
            client.delete(f"/accounts/{one['id']}").ok()


def said(page: Page, text: str) -> None:
    """Waits until a live region has had that text."""
    script = f"window.said.some((one) => one.includes({json.dumps(text)}))"
    wait_until(lambda: page.evaluate(script), 10, f"{text!r} in a live region")


def go_to(keys: Walker, view: str) -> None:
    """By the navigation, which begins after the search."""
    keys.walk_back_to(view, "link")
    keys.press("Enter")
    keys.page.locator(".nav-entry[aria-current]").wait_text(view)


def choose(keys: Walker, label: str, letters: str) -> None:
    """Another value for a field of choices, by typing how it begins."""
    keys.walk_to(label, "combobox")
    keys.type(letters)
