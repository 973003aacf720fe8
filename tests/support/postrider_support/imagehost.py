# SPDX-License-Identifier: GPL-3.0-or-later
"""A web server on 127.0.0.1 that records its requests: a host of images, or of files that pose as images."""

import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType


@dataclass
class ImageResponse:
    """The answer of one path."""

    body: bytes = b""
    kind: str = "image/png"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class ImageHost:
    """Answers with the entry of `paths`, else 404. `requests` has path and header fields of all requests."""

    def __init__(self, paths: dict[str, ImageResponse], host: str = "127.0.0.1") -> None:
        self.paths = paths
        self.requests: list[tuple[str, dict[str, str]]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer.requests.append((self.path, {name.lower(): text for name, text in self.headers.items()}))
                response = outer.paths.get(self.path, ImageResponse(b"no", "text/plain", 404))
                self.send_response(response.status)
                self.send_header("Content-Type", response.kind)
                self.send_header("Content-Length", str(len(response.body)))
                for name, text in response.headers.items():
                    self.send_header(name, text)
                self.end_headers()
                self.wfile.write(response.body)

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

    def requested_paths(self) -> list[str]:
        """The paths of all requests, in order."""
        return [path for path, _ in self.requests]
