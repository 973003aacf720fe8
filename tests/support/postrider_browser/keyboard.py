# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of the keyboard share: logging in, going to views, and reading live regions."""

import json

from postrider_browser.page import Page
from postrider_browser.walking import Walker
from postrider_support import Client
from postrider_support.service import ADMIN, ADMIN_PASSWORD
from postrider_support.waiting import wait_until

ROWS = ".mail-row:not(.skeleton)"
# Collects all texts of live regions, which a screen reader announces without a change of the focus.
LISTEN = """
window.liveTexts = [];
new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
        for (const one of [target, ...addedNodes]) {
            const element = one instanceof Element ? one : one.parentElement;
            const live = element?.closest('[aria-live], [role=status], [role=alert]');
            for (const region of [live, ...(element?.querySelectorAll?.('[role=alert]') ?? [])])
                if (region?.textContent) window.liveTexts.push(region.textContent);
        }
}).observe(document, { childList: true, characterData: true, subtree: true });
"""


def log_in(page: Page, url: str) -> Walker:
    """Opens that address and logs in by keyboard."""
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
    """Removes drafts, webhooks, subscriptions, and all accounts except Nina's."""
    for one in client.get("/drafts", pageSize=100).ok()["items"]:
        client.post("/drafts/batch-delete", {"ids": [one["id"]]}).ok()
    for one in client.get("/webhooks").ok():
        client.delete(f"/webhooks/{one['id']}").ok()
    for one in client.get("/push/subscriptions").ok():
        client.post("/push/unsubscribe", {"endpoint": one["endpoint"]}).ok()
    for one in client.get("/accounts").ok():
        if one["name"] != "Nina":
            client.delete(f"/accounts/{one['id']}").ok()


def wait_live_text(page: Page, text: str) -> None:
    """Waits until a live region has had that text."""
    script = f"window.liveTexts.some((one) => one.includes({json.dumps(text)}))"
    wait_until(lambda: page.evaluate(script), 10, f"{text!r} in a live region")


def go_to(keys: Walker, view: str) -> None:
    """Opens a view by its link in the navigation, which follows the search field."""
    keys.walk_back_to(view, "link")
    keys.press("Enter")
    keys.page.locator(".nav-entry[aria-current]").wait_text(view)


def choose(keys: Walker, label: str, letters: str) -> None:
    """Chooses another value of a combo box by typing its first letters."""
    keys.walk_to(label, "combobox")
    keys.type(letters)
