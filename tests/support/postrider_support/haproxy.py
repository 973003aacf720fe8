# SPDX-License-Identifier: GPL-3.0-or-later
"""A real HAProxy in front of the service on a free port of 127.0.0.1."""

import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

from postrider_support.waiting import accepts, free_ports, scaled, wait_until

_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
_CONFIG = """defaults
    mode http
    timeout connect 10s
    timeout client 30s
    timeout server 30s
frontend in
    bind 127.0.0.1:{port}
    {forwarding}
    default_backend service
backend service
    server service {service}
"""


class Haproxy:
    """Passes requests on to a service during the `with` block; the attribute `base_url` is its own address.

    `forwarding` is the line of its configuration that adds the client's address to requests.
    """

    def __init__(self, directory: Path, base_url: str, forwarding: str = "option forwardfor") -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._port = free_ports(1)[0]
        self.base_url = f"http://127.0.0.1:{self._port}"
        self._config = directory / "haproxy.cfg"
        service = urlsplit(base_url).netloc
        self._config.write_text(_CONFIG.format(port=self._port, forwarding=forwarding, service=service))
        self._process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def available() -> bool:
        """Whether the haproxy program is installed."""
        return shutil.which("haproxy", path=_PATH) is not None

    def __enter__(self) -> "Haproxy":
        program = shutil.which("haproxy", path=_PATH)
        assert program, "haproxy is not installed"
        self._process = subprocess.Popen([program, "-q", "-db", "-f", str(self._config)])
        wait_until(lambda: accepts(self._port), 15, "haproxy")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process is not None
        self._process.terminate()
        self._process.wait(scaled(10))
