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
{servers}
"""
# As docs/scaling.md has it, except that a client is not kept at one node.
_NODES = """    balance roundrobin
    option httpchk GET /api/v1/health/ready
    http-check send hdr Host localhost
    default-server check inter 2s fall 2 rise 2
"""


class Haproxy:
    """Passes requests on to a service during the `with` block; the attribute `base_url` is its own address.

    `forwarding` is the line of its configuration that adds the client's address to requests. With `others` it passes
    each request on to one of these services and the first one, as long as that is ready.
    """

    def __init__(
        self, directory: Path, base_url: str, forwarding: str = "option forwardfor", others: tuple[str, ...] = ()
    ) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._port = free_ports(1)[0]
        self.base_url = f"http://127.0.0.1:{self._port}"
        self._config = directory / "haproxy.cfg"
        urls = (base_url, *others)
        lines = [f"    server service{number} {urlsplit(url).netloc}" for number, url in enumerate(urls)]
        servers = (_NODES if others else "") + "\n".join(lines)
        self._config.write_text(_CONFIG.format(port=self._port, forwarding=forwarding, servers=servers))
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
