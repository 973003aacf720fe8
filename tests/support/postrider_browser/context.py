# SPDX-License-Identifier: GPL-3.0-or-later
"""A profile of its own in a running browser: cookies, storage, service workers, cache."""

import re
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from postrider_browser.bridge import Bridge
from postrider_browser.events import Dialog, Download, Event, Message, PageError, Request, event
from postrider_browser.faults import Faults
from postrider_browser.page import Page
from postrider_browser.values import Handle
from postrider_support.waiting import scaled, wait_until

E = TypeVar("E", bound=Event)


class Context:
    """From `Chromium.new_context()` to `close()`; it records what happens in its pages."""

    def __init__(self, bridge: Bridge, browser_number: int, number: int) -> None:
        self._bridge = bridge
        self.browser_number = browser_number
        self.number = number
        self.faults = Faults(bridge, number)
        self.call("setDefaultTimeout", scaled(10) * 1000)

    def __enter__(self) -> "Context":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def call(self, name: str, *arguments: Any, **options: Any) -> Any:
        """Any method of Playwright's BrowserContext."""
        return self._bridge.call(self.number, [], name, *arguments, **options)

    def new_page(self) -> Page:
        """Another tab."""
        return self._page(self.call("newPage"))

    def pages(self) -> list[Page]:
        """Its open tabs and pop-ups, the oldest first."""
        return [self._page(one) for one in self.call("pages")]

    def wait_popup(self, count: int = 2, timeout: float = 10) -> Page:
        """Waits until there are `count` pages; returns the newest."""
        found = wait_until(lambda: one if len(one := self.pages()) >= count else None, timeout, f"{count} pages")
        return found[-1]

    def events(self, kind: type[E], clear: bool = False) -> list[E]:
        """The recorded events of one kind; `clear` removes the events of all kinds."""
        found = (event(one) for one in self._bridge.request("events", context=self.number, clear=clear))
        return [one for one in found if isinstance(one, kind)]

    def clear_events(self) -> None:
        """Removes the recorded events."""
        self._bridge.request("events", context=self.number, clear=True)

    def requests(self, part: str = "") -> list[Request]:
        """All requests, also of service workers, with that part in their address."""
        return [one for one in self.events(Request) if part in one.url]

    def problems(self, allowed: Iterable[str] = ()) -> list[str]:
        """Errors on the console and exceptions of pages that match none of the patterns."""
        lines = [f"{one.text} ({one.url})" for one in self.events(Message) if one.level == "error"]
        found = lines + [one.text for one in self.events(PageError)]
        return [one for one in found if not any(re.search(pattern, one) for pattern in allowed)]

    def answer_dialogs(self, accept: bool, text: str | None = None) -> None:
        """Sets how dialogs are answered from now on; by default they are dismissed."""
        self._bridge.request("dialogs", context=self.number, accept=accept, text=text)

    def dialogs(self) -> list[Dialog]:
        """The dialogs that were shown."""
        return self.events(Dialog)

    def downloaded(self, name: str, timeout: float = 10) -> bytes:
        """The content of the last file that was offered under that name."""
        found = wait_until(
            lambda: [one for one in self.events(Download) if one.name == name],
            timeout,
            f"a download {name}",
        )
        path = self._bridge.call(found[-1].download, [], "path", patience=timeout)
        return Path(path).read_bytes()

    def set_offline(self, offline: bool) -> None:
        """Cuts pages off the network, or connects them again; caches of service workers stay available."""
        self.call("setOffline", offline)

    def grant_permissions(self, *names: str) -> None:
        """ "notifications", "clipboard-read" .."""
        self.call("grantPermissions", names)

    def add_init_script(self, script: str) -> None:
        """JavaScript that runs before that of each page opened later."""
        self.call("addInitScript", {"content": script})

    def close(self) -> None:
        """Closes its pages and forgets the profile."""
        self.call("close")

    def _page(self, handle: Handle) -> Page:
        return Page(self._bridge, handle.number, self)
