# SPDX-License-Identifier: GPL-3.0-or-later
"""The web client in Chromium: its first and second load, live mail, results while typing, scrolling."""

import shutil
import statistics
import time
from pathlib import Path
from typing import Any

from bench import ours
from bench.box import Box, box
from bench.table import Row
from corpus import make_mail
from postrider_browser import Chromium, Page
from postrider_browser.performance import long_tasks, watch_long_tasks
from postrider_support import Service
from postrider_support.service import ADMIN, ADMIN_PASSWORD
from postrider_support.waiting import wait_until

ROWS = ".mail-row:not(.skeleton)"

# When an event came, and when the row of its mail was there.
_WATCH_MAIL = """
(() => {
    window.shown = {};
    const Usual = window.EventSource;
    window.EventSource = class extends Usual {
        constructor(url) {
            super(url);
            this.addEventListener('mail.received', (event) => {
                for (const mail of JSON.parse(event.data).mails) window.shown[mail.id] = { came: performance.now() };
            });
        }
    };
    new MutationObserver(() => {
        for (const [id, times] of Object.entries(window.shown))
            if (!times.seen && document.querySelector(`[data-mail="${id}"]`)) times.seen = performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-mail'] });
})()
"""

# Types a word as a person does, and notes how long after each key its results are painted.
_TYPE = """
async (word) => {
    const field = document.querySelector('input[type=search]');
    const times = [];
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let length = 1; length <= word.length; ++length) {
        const text = word.slice(0, length);
        const began = performance.now();
        field.value = text;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        const isThere = () => document.querySelector('.list-title h1')?.textContent.endsWith(': ' + text.trim());
        while (!isThere() && performance.now() - began < 5000) await new Promise((resolve) => setTimeout(resolve));
        await frame();
        times.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 120));
    }
    return times;
}
"""

_SCROLL = """
async ([frames, step]) => {
    const list = document.querySelector('.virtual-list');
    const times = [];
    let last = await new Promise((resolve) => requestAnimationFrame(resolve));
    for (let i = 0; i < frames; ++i) {
        list.scrollTop += step;
        const now = await new Promise((resolve) => requestAnimationFrame(resolve));
        times.push(now - last);
        last = now;
    }
    return { times, isFilled: [...document.querySelectorAll('.skeleton')].length };
}
"""


def measure(store: Path, size: int, runs: int) -> tuple[str, list[Row]]:
    """Title and rows; medians over `runs` where that makes sense."""
    data = store / "data"
    shutil.rmtree(data, ignore_errors=True)
    with box(store, size) as server:
        ours.first_sync(data, server, limit=60 + size / 50)
        with ours.running(data, server) as service, Chromium() as browser:
            rows = _loads(browser, service, runs)
            context = browser.new_context(bypass_csp=True)
            page = context.new_page()
            page.add_init_script(_WATCH_MAIL)
            watch_long_tasks(page)
            _log_in(page, service)
            rows += _live(page, server)
            rows += _typing(page)
            rows += _scrolling(page)
            context.close()
    return f"The web client with {size:,} mails (Chromium, headless, software rendering)", rows


def _log_in(page: Page, service: Service) -> None:
    page.goto(service.base_url)
    page.get_by_label("User name").fill(ADMIN)
    page.get_by_label("Password").fill(ADMIN_PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.locator(ROWS).first.wait_for()


def _loads(browser: Chromium, service: Service, runs: int) -> list[Row]:
    first, second, sizes = [], [], []
    for _ in range(runs):
        context = browser.new_context(bypass_csp=True)
        page = context.new_page()
        page.goto(service.base_url)
        page.get_by_label("User name").wait_for()
        first.append(_painted(page))
        sizes.append(_fetched(page))
        page.reload()
        page.get_by_label("User name").wait_for()
        second.append(_painted(page))
        again = _fetched(page, "script, link")
        context.close()
    return [
        Row("first load, transferred", statistics.median(sizes) / 1000, "kB", target="<= 60 kB"),
        Row("first load, painted", statistics.median(first), "ms", target="<= 500 ms"),
        Row("second load, scripts and styles", again / 1000, "kB", target="0"),
        Row("second load, painted", statistics.median(second), "ms"),
    ]


def _painted(page: Page) -> float:
    """Milliseconds from the navigation to the first content."""
    paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
    at: float = wait_until(lambda: page.evaluate(paint), 10, "the first paint")
    return at


def _fetched(page: Page, kinds: str = "") -> float:
    """Bytes over the network for the page and its files."""
    script = """(kinds) => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter((one) => !kinds || kinds.includes(one.initiatorType))
        .reduce((sum, one) => sum + one.transferSize, 0)"""
    size: float = page.evaluate(script, kinds)
    return size


def _live(page: Page, box: Box) -> list[Row]:
    for number in range(100):
        known = page.evaluate("Object.keys(window.shown).length")
        mail = make_mail(7, box.size + number, box.size + number + 1)
        box.server.deliver(box.user, mail.raw)
        page.wait_for_function("(n) => Object.values(window.shown).filter((one) => one.seen).length > n", known)
    waits = sorted(page.evaluate("Object.values(window.shown).map((one) => one.seen - one.came)"))
    return [
        Row("event to row, median", statistics.median(waits), "ms"),
        Row("event to row, 99th percentile", waits[len(waits) * 99 // 100 - 1], "ms"),
    ]


def _typing(page: Page) -> list[Row]:
    times: list[float] = []
    for word in ("meeting", "invoice quarterly", "anna", "the"):
        times += page.evaluate(_TYPE, word)
        page.get_by_role("searchbox").fill("")
        page.wait_url("**/mails")
        time.sleep(0.3)
    return [
        Row("key to results, median", statistics.median(times), "ms", target="<= 50 ms at 50k"),
        Row(
            "key to results, slowest of " + str(len(times)),
            max(times),
            "ms",
            target="<= 50 ms at 50k",
        ),
    ]


def _scrolling(page: Page) -> list[Row]:
    page.locator(ROWS).first.wait_for()
    before = len(long_tasks(page))
    found: dict[str, Any] = page.evaluate(_SCROLL, [600, 60])
    leap: dict[str, Any] = page.evaluate(_SCROLL, [300, 20000])
    tasks = long_tasks(page)[before:]
    return [
        Row(
            "scrolling 60 px a frame",
            1000 / statistics.mean(found["times"]),
            "frames/s",
            target=">= 55",
        ),
        Row(
            "leaping 20,000 px a frame",
            1000 / statistics.mean(leap["times"]),
            "frames/s",
            target=">= 55",
        ),
        Row("tasks over 50 ms meanwhile", float(len(tasks)), "", target="0"),
    ]
