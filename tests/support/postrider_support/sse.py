# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a Server-Sent Events stream in a thread, so that a test can wait for what it expects."""

import http.client
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any
from urllib.parse import urlencode, urlsplit

from postrider_support.waiting import scaled


@dataclass(frozen=True)
class Event:
    """One received event. `id`: None if it has none; `at`: time.monotonic() of its arrival."""

    name: str
    data: Any
    id: int | None
    at: float


Predicate = Callable[[Event], object]


class EventStream:
    """GET /mails/stream, opened by the constructor; `status` and `headers` are the answer's.

    `wait_for` returns each event at most once; `received` always has all of them in order.
    If the answer is not 200, `refusal` is its JSON and nothing is read. After `silence` s without a byte it ends.
    """

    def __init__(
        self,
        base_url: str,
        token: str | None,
        last_event_id: int | str | None = None,
        query: dict[str, str] | None = None,
        path: str = "/api/v1/mails/stream",
        silence: float = 60,
    ) -> None:
        self.received: list[Event] = []
        self.retry_ms: int | None = None
        self.refusal: Any = None
        self._unclaimed: list[Event] = []
        self._changed = threading.Condition()
        self._ended = False
        parts = urlsplit(base_url)
        assert parts.hostname
        self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=scaled(silence))
        headers = {"Accept": "text/event-stream"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if last_event_id is not None:
            headers["Last-Event-ID"] = str(last_event_id)
        self._connection.request("GET", f"{path}?{urlencode(query)}" if query else path, headers=headers)
        self._socket = self._connection.sock
        self._response = self._connection.getresponse()
        self.status = self._response.status
        self.headers = {name.lower(): value for name, value in self._response.getheaders()}
        if self.status != 200:
            self.refusal = json.loads(self._response.read())
            self._ended = True
            return
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> "EventStream":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def wait_for(self, name: str, where: Predicate | None = None, timeout: float = 10) -> Event:
        """The first event of that name that matches and was not returned yet, within `timeout` s."""
        deadline = time.monotonic() + scaled(timeout)
        with self._changed:
            while True:
                for event in self._unclaimed:
                    if event.name == name and (where is None or where(event)):
                        self._unclaimed.remove(event)
                        return event
                left = deadline - time.monotonic()
                if left <= 0 or self._ended:
                    came = [event.name for event in self.received]
                    raise AssertionError(f"no fitting {name}; ended: {self._ended}; came: {came}")
                self._changed.wait(left)

    def take(self, timeout: float) -> list[Event]:
        """The events that were not returned yet; waits for one at most `timeout` s, and not after the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._unclaimed or self._ended, timeout)
            events, self._unclaimed = self._unclaimed, []
            return events

    def wait_end(self, timeout: float = 10) -> None:
        """Waits until the server has ended the stream."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._ended, timeout), f"the stream is open after {timeout} s"

    def named(self, name: str) -> list[Event]:
        """All events of that name so far, whether `wait_for` has returned them or not."""
        with self._changed:
            return [event for event in self.received if event.name == name]

    @property
    def ended(self) -> bool:
        """Whether the stream has ended, from either side."""
        return self._ended

    @property
    def last_id(self) -> int | None:
        """The newest event id seen, for Last-Event-ID."""
        with self._changed:
            return max((event.id for event in self.received if event.id is not None), default=None)

    def close(self) -> None:
        """Closes the connection; the reader thread ends by itself."""
        if self._socket is not None and not self._ended:
            try:
                self._socket.shutdown(2)
            except OSError:
                pass

    def _read(self) -> None:
        fields: dict[str, str] = {}
        try:
            while line := self._response.readline():
                text = line.decode().rstrip("\r\n")
                if text:
                    name, _, value = text.partition(":")
                    value = value.removeprefix(" ")
                    fields[name] = f"{fields[name]}\n{value}" if name == "data" and name in fields else value
                else:
                    self._dispatch(fields)
                    fields = {}
        except (OSError, ValueError, http.client.HTTPException):
            pass  # closed by either side
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _dispatch(self, fields: dict[str, str]) -> None:
        with self._changed:
            if "retry" in fields:
                self.retry_ms = int(fields["retry"])
            if "data" in fields:
                number = int(fields["id"]) if "id" in fields else None
                event = Event(
                    fields.get("event", "message"),
                    json.loads(fields["data"]),
                    number,
                    time.monotonic(),
                )
                self.received.append(event)
                self._unclaimed.append(event)
            self._changed.notify_all()
