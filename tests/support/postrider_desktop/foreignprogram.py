# SPDX-License-Identifier: GPL-3.0-or-later
"""Another user's program on the port where the service was."""

import json
import socketserver
import threading
from types import TracebackType

_WELCOME = {
    "code": 0,
    "data": {
        "status": "ok",
        "proof": "A" * 43,
        "token": "forged",
        "username": "admin",
        "role": "admin",
        "expiresAt": "2099-01-01T00:00:00Z",
    },
}


class ForeignProgram:
    """Listens on `port` of 127.0.0.1, accepts every request and keeps every byte that it receives."""

    def __init__(self, port: int) -> None:
        self.received = bytearray()
        self.connections = 0
        program = self

        class Handler(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                program.connections += 1
                text = json.dumps(_WELCOME).encode()
                answer = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                try:
                    while piece := self.request.recv(65536):
                        program.received += piece
                        self.request.sendall(answer % (len(text), text))
                except OSError:
                    pass  # the client has disconnected

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True

        self._server = Server(("127.0.0.1", port), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> "ForeignProgram":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stops listening."""
        self._server.shutdown()
        self._server.server_close()
