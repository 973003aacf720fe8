# SPDX-License-Identifier: GPL-3.0-or-later
"""Many listeners of the event stream at once, read by one thread."""

import re
import selectors
import socket
import threading
from types import TracebackType
from urllib.parse import urlsplit

from postrider_support.waiting import scaled

_ID = re.compile(rb"^id: (\d+)\r?\nevent: (?!connected)", re.MULTILINE)


class StreamClients:
    """`count` streams of one user from construction to `close()`.

    `ids(n)` are the numbers of the durable events that the n-th has received, in order; `ended` is
    how many the service has closed.
    """

    def __init__(self, base_url: str, token: str, count: int) -> None:
        parts = urlsplit(base_url)
        request = (
            f"GET /api/v1/mails/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
            "Accept: text/event-stream\r\n\r\n"
        ).encode()
        self.ended = 0
        self._texts: list[bytearray] = []
        self._sockets: list[socket.socket] = []
        self._selector = selectors.DefaultSelector()
        for number in range(count):
            connection = socket.create_connection((parts.hostname, parts.port), timeout=scaled(30))
            connection.sendall(request)
            self._sockets.append(connection)
            self._texts.append(bytearray())
            self._selector.register(connection, selectors.EVENT_READ, number)
        self._is_closing = False
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def __enter__(self) -> "StreamClients":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes all streams."""
        self._is_closing = True
        self._thread.join()
        for connection in self._sockets:
            connection.close()
        self._selector.close()

    def ids(self, number: int) -> list[int]:
        """Numbers of the durable events that stream `number` has received so far."""
        return [int(found) for found in _ID.findall(bytes(self._texts[number]))]

    def _read(self) -> None:
        while not self._is_closing:
            for key, _ in self._selector.select(0.2):
                piece = key.fileobj.recv(65536)  # type: ignore[union-attr]
                self._texts[key.data] += piece
                if not piece:
                    self.ended += 1
                    self._selector.unregister(key.fileobj)
