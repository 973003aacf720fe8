# SPDX-License-Identifier: GPL-3.0-or-later
"""A receiver of webhook calls on 127.0.0.1 that answers as its script specifies."""

import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

Answerer = Callable[[socket.socket], None]


def response(status: int, body: bytes = b"", **headers: str) -> bytes:
    """An answer in bytes; `retry_after="1"` is the header Retry-After."""
    lines = [f"HTTP/1.1 {status} Told", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


def resets(client: socket.socket) -> None:
    """Ends the connection with a reset."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


def hangs(client: socket.socket) -> None:
    """No answer until the client disconnects."""
    client.recv(1)


def endless(client: socket.socket) -> None:
    """An answer without an end."""
    client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        client.sendall(b"x" * 65536)


@dataclass
class Call:
    """One received request, whatever the answer was."""

    path: str
    headers: dict[str, str]  # names in lower case
    body: bytes
    raw_names: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The header webhook-id."""
        return self.headers["webhook-id"]


class WebhookSink:
    """Answers each call with the next entry of the script, and all later calls with the last one.

    An entry is bytes (see `response`) or a function that gets the connection, which ends afterwards.
    """

    def __init__(self, *script: bytes | Answerer, host: str = "127.0.0.1", port: int = 0) -> None:
        self.script: list[bytes | Answerer] = list(script or [response(200, b"ok")])
        self.calls: list[Call] = []
        self.connections = 0
        self._lock = threading.Lock()
        self._listener = socket.create_server((host, port), backlog=512)
        self._clients: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "WebhookSink":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stops listening and closes open connections."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            for client in self._clients:
                client.close()

    @property
    def port(self) -> int:
        """The port on which it listens."""
        return int(self._listener.getsockname()[1])

    def url(self, host: str = "127.0.0.1", path: str = "/hook") -> str:
        """The URL at which it is called."""
        return f"http://{host}:{self.port}{path}"

    def ids(self) -> list[str]:
        """The webhook-id of each call."""
        with self._lock:
            return [call.id for call in self.calls]

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self.connections += 1
                self._clients.add(client)
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            with client, client.makefile("rb") as stream:
                while self._one(client, stream):
                    pass
        except OSError:
            pass  # the client disconnected, or `close()` was called
        finally:
            with self._lock:
                self._clients.discard(client)

    def _one(self, client: socket.socket, stream: Any) -> bool:
        request = stream.readline().decode("latin-1").split()
        if not request:
            return False
        pairs = []
        while line := stream.readline().decode("latin-1").rstrip("\r\n"):
            name, _, value = line.partition(":")
            pairs.append((name, value.strip()))
        headers = {name.lower(): value for name, value in pairs}
        body = stream.read(int(headers.get("content-length", "0")))
        with self._lock:
            self.calls.append(Call(request[1], headers, body, [name for name, _ in pairs]))
            answer = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(answer, bytes):
            client.sendall(answer)
            return True
        answer(client)
        return False
