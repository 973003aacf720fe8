# SPDX-License-Identifier: GPL-3.0-or-later
"""What happened in the pages of a context."""

from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True)
class Event:
    """Anything that happened. `page` is the number of the page, None for workers."""

    page: int | None


@dataclass(frozen=True)
class Message(Event):
    """A line of the console: level "log", "info", "warning" (Firefox: "warn"), "error" .."""

    level: str
    text: str
    url: str


@dataclass(frozen=True)
class PageError(Event):
    """An uncaught exception with its stack."""

    text: str


@dataclass(frozen=True)
class Request(Event):
    """A request in its state when the events were read; `status` is None and `ended` false before an answer.

    `type` is document, script, stylesheet, image, fetch, eventsource .. (Firefox: document or "");
    `failure` is the browser's text; Firefox gives no `body` and no `bytes`.
    `bytes` is the size of the answer's head and body as received from the network, 0 if nothing was.
    """

    url: str
    method: str
    type: str
    status: int | None = None
    failure: str | None = None
    ended: bool = False
    body: str | None = None
    bytes: int = 0
    fromServiceWorker: bool = False
    headers: dict[str, str] = field(default_factory=dict)
    startedAt: int = 0  # milliseconds since 1970


@dataclass(frozen=True)
class Dialog(Event):
    """alert, confirm, prompt or beforeunload."""

    type: str
    text: str


@dataclass(frozen=True)
class Download(Event):
    """A file that a page offered; `context.downloaded()` gives its content."""

    url: str
    name: str
    download: int


@dataclass(frozen=True)
class Opened(Event):
    """A page was opened; `opener` is the number of the page whose pop-up it is."""

    opener: int | None


_KINDS: dict[str, type[Event]] = {
    "console": Message,
    "error": PageError,
    "request": Request,
    "dialog": Dialog,
    "download": Download,
    "page": Opened,
}


def event(entry: dict[str, Any]) -> Event:
    """The event of an entry of the browser's log."""
    kind = _KINDS[entry["kind"]]
    known = {one.name for one in fields(kind)}
    return kind(**{name: value for name, value in entry.items() if name in known})
