# SPDX-License-Identifier: GPL-3.0-or-later
"""A stock Firefox through WebDriver BiDi: the part of the interface that BiDi supports."""

from pathlib import Path
from types import TracebackType
from typing import Any

from postrider_browser.bridge import Bridge
from postrider_browser.canary import Canary
from postrider_browser.events import Event, Message, PageError, Request, event
from postrider_browser.programs import firefox_program
from postrider_browser.values import Link, encoded, saved
from postrider_support.waiting import scaled, wait_until

# In addition to Puppeteer's preferences, which turn off updates, reports and the first run.
_QUIET: dict[str, Any] = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.no_proxies_on": "127.0.0.1, localhost, [::1]",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.trr.mode": 5,
    "services.settings.server": "http://127.0.0.1:9/",
    "browser.safebrowsing.update.enabled": False,
    "extensions.getAddons.cache.enabled": False,
    "dom.push.connection.enabled": False,
}
_NOBODY = 9  # the port of "discard", which refuses connections at once


class Firefox:
    """A browser from construction to `close()`; some seconds to start.

    Every host except this machine is reached through a proxy: the canary, or a port that refuses.
    """

    def __init__(
        self,
        *,
        canary: Canary | None = None,
        preferences: dict[str, Any] | None = None,
        program: str | None = None,
    ) -> None:
        executable = program or firefox_program()
        assert executable, "firefox-esr is not installed"
        port = canary.port if canary else _NOBODY
        ports = {"network.proxy.http_port": port, "network.proxy.ssl_port": port}
        every = _QUIET | ports | (preferences or {})
        self._bridge = Bridge("firefox", {"executable": executable, "preferences": every}, 90)
        self.version = self._bridge.version

    def __enter__(self) -> "Firefox":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def new_page(self) -> "FirefoxPage":
        """A page with a profile of its own."""
        context = self._bridge.call(self._bridge.browser, [], "createBrowserContext")
        page = self._bridge.call(context.number, [], "newPage")
        return FirefoxPage(self._bridge, context.number, page.number)

    def close(self) -> None:
        """Ends it and removes its profile."""
        self._bridge.close()


class FirefoxPage:
    """A tab. Selectors are CSS, or "text/Hello" for an element with that text.

    Puppeteer's "aria/Send" must not be the first look-up in a document: it then never finds anything.
    """

    def __init__(self, bridge: Bridge, context: int, number: int) -> None:
        self._bridge, self._context, self.number = bridge, context, number
        self.call("setDefaultTimeout", scaled(10) * 1000)

    def __enter__(self) -> "FirefoxPage":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def call(self, name: str, *arguments: Any, **options: Any) -> Any:
        """Any method of Puppeteer's Page."""
        return self._bridge.call(self.number, [], name, *arguments, **options)

    def goto(self, url: str, timeout: float = 30) -> dict[str, Any] | None:
        """Opens an address; {status, url, headers} of the answer."""
        limit = scaled(timeout) * 1000
        answer: dict[str, Any] | None = self.call("goto", url, timeout=limit, patience=timeout)
        return answer

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """The value of a JavaScript expression, or of a function that gets the argument."""
        return self.call("evaluate", script, argument)

    def click(self, selector: str) -> None:
        """Clicks the first element that matches, when it can be clicked."""
        self._bridge.call(self.number, self._one(selector), "click")

    def fill(self, selector: str, text: str) -> None:
        """Replaces the text of a field."""
        self._bridge.call(self.number, self._one(selector), "fill", text)

    def type(self, selector: str, text: str) -> None:
        """Types the text key by key into the first element that matches, when it is shown."""
        self.wait_for(selector)
        self.call("type", selector, text)

    def press(self, key: str) -> None:
        """Presses a key for the element that has the focus."""
        self._bridge.call(self.number, [["keyboard"]], "press", key)

    def wait_for(self, selector: str) -> None:
        """Waits until an element matches and is shown."""
        self._bridge.call(self.number, self._one(selector), "wait")

    def text_content(self, selector: str) -> str:
        """The text of the first element that matches now; "" if none does."""
        script = "(selector) => document.querySelector(selector)?.textContent ?? ''"
        text: str = self.evaluate(script, selector)
        return text

    def wait_text(self, selector: str, text: str, timeout: float = 10) -> None:
        """Waits until the first element that matches contains that text."""
        wait_until(lambda: text in self.text_content(selector), timeout, f"{text!r} in {selector}")

    def screenshot(self, path: Path | None = None, **options: Any) -> bytes:
        """A PNG picture, also written to `path`."""
        return saved(self.call("screenshot", **options), path)

    def requests(self, part: str = "") -> list[Request]:
        """Requests with that part in their address."""
        return [one for one in self._events() if isinstance(one, Request) and part in one.url]

    def console(self) -> list[Message]:
        """Lines of its console."""
        return [one for one in self._events() if isinstance(one, Message)]

    def errors(self) -> list[PageError]:
        """Uncaught exceptions."""
        return [one for one in self._events() if isinstance(one, PageError)]

    def clear_events(self) -> None:
        """Removes the recorded events."""
        self._bridge.request("events", context=self._context, clear=True)

    def close(self) -> None:
        """Closes it and forgets its profile."""
        self._bridge.call(self._context, [], "close")

    def _events(self) -> list[Event]:
        entries = self._bridge.request("events", context=self._context, clear=False)
        return [event(one) for one in entries]

    def _one(self, selector: str) -> list[Link]:
        return [["locator", encoded([selector])]]
