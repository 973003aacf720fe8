# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that takes all connections of a PostgreSQL server that others leave, and does nothing with them."""

import socket
import struct
import threading
from types import TracebackType

_PROTOCOL = 3 << 16
_PAUSE = 0.02  # seconds after a refusal


class OtherProgram:
    """Takes connections through the socket file `path` during the `with` block. The role needs no password."""

    def __init__(self, path: str, role: str, database: str) -> None:
        self.refused = 0  # how often no connection was left
        self._path = path
        names = ("user", role, "database", database, "application_name", "other")
        body = struct.pack("!i", _PROTOCOL) + b"\0".join(name.encode() for name in names) + b"\0\0"
        self._startup = struct.pack("!i", len(body) + 4) + body
        self._held: list[socket.socket] = []
        self._is_closing = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> "OtherProgram":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_closing.set()
        self._thread.join()
        for connection in self._held:
            connection.close()

    @property
    def count(self) -> int:
        """How many connections it has."""
        return len(self._held)

    def _run(self) -> None:
        while not self._is_closing.is_set():
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(10)
            try:
                connection.connect(self._path)
                connection.sendall(self._startup)
                outcome = _outcome(connection)
            except OSError:  # the server has no time for it
                outcome = b""
            if outcome == b"Z":
                self._held.append(connection)
                continue
            connection.close()
            self.refused += outcome == b"E"
            self._is_closing.wait(_PAUSE)


def _outcome(connection: socket.socket) -> bytes:
    """The type of the message that ends the login: Z (ready for queries), E (error), or nothing."""
    with connection.makefile("rb") as answers:
        while kind := answers.read(1):
            (length,) = struct.unpack("!i", answers.read(4))
            answers.read(length - 4)
            if kind in b"ZE":
                return kind
    return b""
