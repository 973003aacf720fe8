# SPDX-License-Identifier: GPL-3.0-or-later
"""A server that browsers reach instead of every foreign host, and that records their visits."""

import socket
import struct
import threading
import zlib
from dataclasses import dataclass
from types import TracebackType

_RECORD, _HANDSHAKE = b"\x16", 0x16


@dataclass
class Visit:
    """A connection with its first request, or a later request on it.

    `host` is the intended host, from the Host field (also with CONNECT) or the TLS ClientHello. `line` is
    the request line, "TLS" for a ClientHello, "" for a connection on which nothing came.
    """

    host: str = ""
    line: str = ""


class Canary:
    """Listens on `port` of 127.0.0.1 from construction to `close()`; answers HTTP with a small picture.

    Each connection counts, also one on which nothing is sent (preconnect), and each request on it.
    DNS queries (dns-prefetch) are not counted: a browser that uses one host for all names sends none.
    """

    def __init__(self) -> None:
        self.visits: list[Visit] = []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "Canary":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def visited(self, part: str = "") -> list[Visit]:
        """Visits for hosts, or with request lines, that have that part."""
        return [one for one in list(self.visits) if part in one.host or part in one.line]

    def clear(self) -> None:
        """Removes the visits so far."""
        self.visits.clear()

    def close(self) -> None:
        """Accepts no more connections."""
        try:
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        except OSError:
            pass
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            visit = Visit()
            self.visits.append(visit)
            threading.Thread(target=self._serve, args=(connection, visit), daemon=True).start()

    def _serve(self, connection: socket.socket, visit: Visit) -> None:
        with connection:
            try:
                connection.settimeout(60)
                first: Visit | None = visit
                while head := _head(connection):
                    # The connection was counted already, and its first request belongs to that visit.
                    seen = first or Visit()
                    seen.host, seen.line = _meaning(head)
                    if first is None:
                        self.visits.append(seen)
                    first = None
                    if seen.line == "TLS":
                        return
                    connection.sendall(_answer(seen.line))
            except OSError:
                pass


def _head(connection: socket.socket) -> bytes:
    """The head of an HTTP request, or a TLS ClientHello; empty at the end of the connection."""
    data = b""
    while b"\r\n\r\n" not in data and not (data.startswith(_RECORD) and _is_whole(data)):
        more = connection.recv(65536)
        if not more:
            return data
        data += more
    return data


def _is_whole(record: bytes) -> bool:
    return len(record) >= 5 and len(record) >= 5 + int.from_bytes(record[3:5], "big")


def _meaning(head: bytes) -> tuple[str, str]:
    """Host and request line."""
    if head.startswith(_RECORD):
        return _server_name(head), "TLS"
    line, *fields = head.decode("latin-1").split("\r\n")
    named = (one.split(":", 1)[1].strip() for one in fields if one.lower().startswith("host:"))
    return next(named, ""), line


def _server_name(hello: bytes) -> str:
    """The name in the server_name extension (RFC 6066, 3) of a ClientHello."""
    at = 43  # record header 5, handshake header 4, version 2, random 32
    try:
        at += 1 + hello[at]
        at += 2 + int.from_bytes(hello[at : at + 2], "big")
        at += 1 + hello[at] + 2
        while at + 4 <= len(hello):
            kind, length = struct.unpack(">HH", hello[at : at + 4])
            if kind == 0:
                return hello[at + 9 : at + 4 + length].decode("ascii", "replace")
            at += 4 + length
    except (IndexError, struct.error):
        pass
    return ""


def _answer(line: str) -> bytes:
    if line.startswith("CONNECT "):
        return b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"
    body = _pixel()
    head = (
        "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nCache-Control: no-store\r\n"
        f"Access-Control-Allow-Origin: *\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _pixel() -> bytes:
    """A PNG picture of one red pixel."""

    def chunk(name: bytes, data: bytes) -> bytes:
        checksum = struct.pack(">I", zlib.crc32(name + data))
        return struct.pack(">I", len(data)) + name + data + checksum

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0\xff\0\0")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
