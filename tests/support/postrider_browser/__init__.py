# SPDX-License-Identifier: GPL-3.0-or-later
"""Real browsers for tests, driven with the names of Playwright's interface.

    page = context.new_page()
    page.goto(service.base_url)
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("listitem").wait_count(3)

Names are Playwright's in snake_case, options are keyword arguments. Time limits are in seconds on a
quiet machine and are multiplied by POSTRIDER_TIME_FACTOR. Times inside the page (clocks, delays of
routes, latencies) are used as given. Chromium supports all of it, Firefox a small part (`firefox`).
"""

from postrider_browser.accessibility import accessibility
from postrider_browser.bridge import BrowserError, BrowserTimeout
from postrider_browser.browser import Chromium
from postrider_browser.canary import Canary
from postrider_browser.context import Context
from postrider_browser.firefox import Firefox, FirefoxPage
from postrider_browser.locator import FrameLocator, Locator
from postrider_browser.page import Page
from postrider_browser.programs import chromium_program, firefox_program, headless_program
from postrider_browser.walking import Walker

__all__ = [
    "BrowserError",
    "BrowserTimeout",
    "Canary",
    "Chromium",
    "Context",
    "Firefox",
    "FirefoxPage",
    "FrameLocator",
    "Locator",
    "Page",
    "Walker",
    "accessibility",
    "chromium_program",
    "firefox_program",
    "headless_program",
]
