# SPDX-License-Identifier: GPL-3.0-or-later
"""A listener of the event stream that connects again whenever its stream ends or is silent, as browsers do."""

import threading
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timezone
from http.client import HTTPException
from types import TracebackType

from postrider_support.sse import Event, EventStream

_PAUSE = 0.2  # seconds between two tries


class Listener:
    """Reads from construction to `close()`, always after the last id that it received.

    `base_url` is asked for the address before each connection. A stream that is silent for `silence` seconds counts as
    ended; it must be longer than `stream.heartbeat`.
    """

    def __init__(self, base_url: Callable[[], str], token: str, silence: float) -> None:
        self.ids: Counter[int] = Counter()  # durable events
        self.announced: Counter[str] = Counter()  # subjects in mail.received
        self.connections = 0
        self.resyncs: list[str] = []  # reason, the last id before it, and the time
        self.is_ordered = True  # each id was higher than the one before
        self.last_id: int | None = None  # set as soon as it is connected
        self._base_url, self._token, self._silence = base_url, token, silence
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def __enter__(self) -> "Listener":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the stream."""
        self._is_closing.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._is_closing.is_set():
            try:
                with EventStream(self._base_url(), self._token, self.last_id, silence=self._silence) as stream:
                    self._read(stream)
            except (OSError, HTTPException, ValueError):  # no answer, or none that is JSON
                pass
            self._is_closing.wait(_PAUSE)

    def _read(self, stream: EventStream) -> None:
        self.connections += stream.status == 200
        is_open = True
        while is_open and not self._is_closing.is_set():
            is_open = not stream.ended
            for event in stream.take(0.2):
                self._note(event)

    def _note(self, event: Event) -> None:
        if event.name == "resync":
            self.resyncs.append(
                f"{event.data['reason']} after {self.last_id} at {datetime.now(timezone.utc):%H:%M:%S.%f}"
            )
        if event.name == "connected":  # with the newest id, or the one that was asked for
            self.last_id = event.id
        if event.id is None or event.name == "connected":
            return
        self.is_ordered = self.is_ordered and (self.last_id is None or event.id > self.last_id)
        self.last_id = event.id
        self.ids[event.id] += 1
        if event.name == "mail.received":
            self.announced.update(mail["subject"] for mail in event.data["mails"])
