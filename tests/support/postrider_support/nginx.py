# SPDX-License-Identifier: GPL-3.0-or-later
"""A real nginx in front of the service, configured as manuals recommend, on a free port of 127.0.0.1."""

import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

from postrider_support.waiting import accepts, free_ports, scaled, wait_until

_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
# Buffering and compression are on, as in configurations that do not consider event streams.
_CONFIG = """daemon off;
worker_processes 1;
pid {place}/pid;
error_log {place}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    gzip on;
    gzip_proxied any;
    gzip_types text/event-stream application/json;
    client_body_temp_path {place}/body;
    proxy_temp_path {place}/proxy;
    fastcgi_temp_path {place}/fastcgi;
    uwsgi_temp_path {place}/uwsgi;
    scgi_temp_path {place}/scgi;
    upstream services {{
        {servers}
    }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://services;
            proxy_http_version {version};
            proxy_set_header Host localhost;
            {forwarding}
        }}
    }}
}}
"""


class Nginx:
    """Passes requests on to a service during the `with` block; the attribute `base_url` is its own address.

    `forwarding` are lines of its configuration for the requests; that of the default adds the client's address.
    With several addresses separated by spaces each request goes to the next one that answers.
    """

    def __init__(
        self,
        directory: Path,
        base_url: str,
        version: str = "1.1",
        forwarding: str = "proxy_set_header X-Forwarded-For $remote_addr;",
    ) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._port = free_ports(1)[0]
        self.base_url = f"http://127.0.0.1:{self._port}"
        addresses = [urlsplit(one) for one in base_url.split()]
        assert {address.scheme for address in addresses} == {"http"}
        self._log = directory / "error.log"
        self._config = directory / "nginx.conf"
        self._config.write_text(
            _CONFIG.format(
                place=directory,
                port=self._port,
                servers=" ".join(f"server {address.netloc};" for address in addresses),
                version=version,
                forwarding=forwarding,
            )
        )
        self._process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def available() -> bool:
        """Whether the nginx program is installed."""
        return shutil.which("nginx", path=_PATH) is not None

    def __enter__(self) -> "Nginx":
        program = shutil.which("nginx", path=_PATH)
        assert program, "nginx is not installed"
        command = [program, "-c", str(self._config), "-e", str(self._log)]
        self._process = subprocess.Popen(command)
        wait_until(lambda: accepts(self._port), 15, "nginx")
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
