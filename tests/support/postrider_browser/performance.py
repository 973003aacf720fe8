# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the speed of a page, and slows it down, through Chromium's DevTools protocol."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from postrider_browser.bridge import Bridge

if TYPE_CHECKING:
    from postrider_browser.page import Page

_WATCH = """
window.longTasks = [];
new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.longTasks.push({ start: one.startTime, duration: one.duration });
}).observe({ type: 'longtask', buffered: true });
"""
_FRAMES = """
(count) => new Promise((resolve) => {
    const times = [];
    const step = (now) => (times.push(now) > count
        ? resolve(times.slice(1).map((time, at) => time - times[at]))
        : requestAnimationFrame(step));
    requestAnimationFrame(step);
})
"""


class Cdp:
    """A session of the DevTools protocol for one page; its settings end with it."""

    def __init__(self, bridge: Bridge, number: int) -> None:
        self._bridge, self._number = bridge, number

    def send(self, method: str, **parameters: Any) -> Any:
        """Any method of the protocol with its own parameters."""
        return self._bridge.call(self._number, [], "send", method, parameters)

    def events(self, name: str) -> list[dict[str, Any]]:
        """Parameters of the events of this name since this was called for the first time."""
        found: list[dict[str, Any]] = self._bridge.request("heard", on=self._number, name=name)
        return found

    def metrics(self) -> dict[str, float]:
        """JSHeapUsedSize, Nodes, LayoutCount, ScriptDuration (s) .., as they are now."""
        self.send("Performance.enable")
        found = self.send("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] for one in found}

    def slow_network(self, latency: float, download: float = -1, upload: float = -1) -> None:
        """Sets the delay of answers in milliseconds, and bytes per second (-1: not limited)."""
        self.send("Network.enable")
        self.send(
            "Network.emulateNetworkConditions",
            offline=False,
            latency=latency,
            downloadThroughput=download,
            uploadThroughput=upload,
        )

    def slow_processor(self, rate: float) -> None:
        """Makes the processor slower by this factor; 1 is the normal speed."""
        self.send("Emulation.setCPUThrottlingRate", rate=rate)

    def collect_garbage(self) -> None:
        """Frees unused memory, before a measurement."""
        self.send("HeapProfiler.collectGarbage")


def watch_long_tasks(page: "Page") -> None:
    """Records tasks of more than 50 ms, on pages that are opened from now on."""
    page.add_init_script(_WATCH)


def long_tasks(page: "Page") -> list[dict[str, float]]:
    """{start, duration} in milliseconds of each recorded task, since the page was opened."""
    found: list[dict[str, float]] = page.evaluate("window.longTasks")
    return found


def frame_times(page: "Page", count: int = 60) -> list[float]:
    """How long each of the next frames took, in milliseconds."""
    found: list[float] = page.evaluate(_FRAMES, count)
    return found


def traced(page: "Page", act: Callable[[], Any]) -> list[dict[str, Any]]:
    """The events of Chromium's tracing while `act` runs (Trace Event Format)."""
    browser, bridge = page.context.browser_number, page._bridge
    bridge.call(browser, [], "startTracing", page)
    try:
        act()
    finally:
        raw = bridge.call(browser, [], "stopTracing")
    events: list[dict[str, Any]] = json.loads(raw)["traceEvents"]
    return events
