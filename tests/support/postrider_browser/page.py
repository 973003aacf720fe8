# SPDX-License-Identifier: GPL-3.0-or-later
"""A tab of Chromium."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from postrider_browser.bridge import Bridge
from postrider_browser.events import Message, PageError, Request
from postrider_browser.faults import Faults, Pattern
from postrider_browser.finding import Finding
from postrider_browser.inputs import Clock, Keyboard, Mouse
from postrider_browser.performance import Cdp
from postrider_browser.values import saved
from postrider_support.waiting import scaled, wait_until

if TYPE_CHECKING:
    from postrider_browser.context import Context

_WORKER_HAS_TAKEN_OVER = """async () => {
    const workers = navigator.serviceWorker;
    if (!workers || workers.controller) return true;
    return (await workers.getRegistration().catch(() => undefined)) === undefined;
}"""


class Page(Finding):
    """A page of a context. A timeout is in seconds."""

    def __init__(self, bridge: Bridge, number: int, context: "Context") -> None:
        super().__init__(bridge, number)
        self.number = number
        self.context = context
        self.keyboard = Keyboard(bridge, number)
        self.mouse = Mouse(bridge, number)
        self.clock = Clock(bridge, number)
        self.faults = Faults(bridge, number, self._wait_worker)

    def call(self, name: str, *arguments: Any, patience: float = 30, **options: Any) -> Any:
        """Any method of Playwright's Page; times among its options are milliseconds."""
        return self._bridge.call(self.number, [], name, *arguments, patience=patience, **options)

    def goto(self, url: str, timeout: float = 30, wait_until: str = "load") -> dict[str, Any] | None:
        """Opens an address; {status, url, headers} of the answer, None if it is a part of the same page."""
        answer: dict[str, Any] | None = self._timed("goto", timeout, url, waitUntil=wait_until)
        return answer

    def reload(self, timeout: float = 30) -> None:
        """Reloads it."""
        self._timed("reload", timeout)

    def go_back(self, timeout: float = 30) -> None:
        """One step back in the history."""
        self._timed("goBack", timeout)

    def go_forward(self, timeout: float = 30) -> None:
        """One step forward."""
        self._timed("goForward", timeout)

    def close(self) -> None:
        """Closes the tab."""
        self.call("close")

    @property
    def url(self) -> str:
        """Its address now."""
        text: str = self.call("url")
        return text

    def title(self) -> str:
        """Its title now."""
        text: str = self.call("title")
        return text

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """The value of a JavaScript expression, or of a function that gets the argument; promises too."""
        return self.call("evaluate", script, argument)

    def wait_for_function(self, script: str, argument: Any = None, timeout: float = 10) -> None:
        """Waits until an expression or function gives a true value."""
        self._timed("waitForFunction", timeout, script, argument)

    def _wait_worker(self) -> None:
        """Waits until a service worker that is being registered controls the page.

        Chromium does not apply a rule to the requests of a page whose worker takes over in the same moment.
        """
        self.wait_for_function(_WORKER_HAS_TAKEN_OVER)

    def wait_url(self, pattern: Pattern, timeout: float = 10) -> None:
        """Waits for an address: a glob over the whole of it or a regular expression."""
        self._timed("waitForURL", timeout, pattern, waitUntil="commit")

    def wait_request(self, part: str, timeout: float = 10, **fields: Any) -> Request:
        """Waits until the first request with that part in its address has these fields; returns it."""

        def look() -> Request | None:
            return next((one for one in self.requests(part) if _has(one, fields)), None)

        return wait_until(look, timeout, f"a request {part} {fields or ''}")

    def add_init_script(self, script: str) -> None:
        """JavaScript that runs before those of each page opened later."""
        self.call("addInitScript", {"content": script})

    def set_viewport_size(self, width: int, height: int) -> None:
        """Changes the size of the window."""
        self.call("setViewportSize", {"width": width, "height": height})

    def emulate_media(self, **options: Any) -> None:
        """Changes preferences: `color_scheme`, `reduced_motion`, `forced_colors`, `media`."""
        self.call("emulateMedia", **options)

    def screenshot(self, path: Path | None = None, **options: Any) -> bytes:
        """A PNG picture, also written to `path`; options `full_page`, `clip`, `animations`."""
        return saved(self.call("screenshot", **options), path)

    def console(self, level: str | None = None) -> list[Message]:
        """Lines of its console."""
        found = self.context.events(Message)
        return [one for one in found if one.page == self.number and (level is None or one.level == level)]

    def errors(self) -> list[PageError]:
        """Its uncaught exceptions."""
        return [one for one in self.context.events(PageError) if one.page == self.number]

    def requests(self, part: str = "") -> list[Request]:
        """Its requests whose address has that part, with those of frames in it."""
        found = self.context.events(Request)
        return [one for one in found if one.page == self.number and part in one.url]

    def cdp(self) -> Cdp:
        """A session of the DevTools protocol: metrics, network conditions, slow processor."""
        handle = self._bridge.call(self.context.number, [], "newCDPSession", self)
        return Cdp(self._bridge, handle.number)

    def as_chain(self) -> dict[str, Any]:
        """The page as an argument of other calls."""
        return {"on": self.number, "chain": []}

    def _timed(self, name: str, timeout: float, *arguments: Any, **options: Any) -> Any:
        options["timeout"] = scaled(timeout) * 1000
        return self.call(name, *arguments, patience=timeout, **options)


def _has(request: Request, fields: dict[str, Any]) -> bool:
    return all(getattr(request, name) == value for name, value in fields.items())
