# SPDX-License-Identifier: GPL-3.0-or-later
"""A web server on 127.0.0.1 that records its requests: a host of images, or of files that pose as images."""

import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType


@dataclass
class Told:
    """The answer of one path."""

    body: bytes = b""
    kind: str = "image/png"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class ImageHost:
    """Answers with the entry of `paths`, else 404. `asked` has path and header fields of all requests."""

    def __init__(self, paths: dict[str, Told], host: str = "127.0.0.1") -> None:
        self.paths = paths
        self.asked: list[tuple[str, dict[str, str]]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer.asked.append((self.path, {name.lower(): text for name, text in self.headers.items()}))
                told = outer.paths.get(self.path, Told(b"no", "text/plain", 404))
                self.send_response(told.status)
                self.send_header("Content-Type", told.kind)
                self.send_header("Content-Length", str(len(told.body)))
                for name, text in told.headers.items():
                    self.send_header(name, text)
                self.end_headers()
                self.wfile.write(told.body)

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer((host, 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> "ImageHost":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def address(self) -> str:
        """`127.0.0.1:1234`."""
        return f"127.0.0.1:{self._server.server_port}"

    def url(self, path: str) -> str:
        """The URL of a path."""
        return f"http://{self.address}{path}"

    def paths_asked(self) -> list[str]:
        """The paths of all requests, in order."""
        return [path for path, _ in self.asked]
