# SPDX-License-Identifier: GPL-3.0-or-later
"""nginx and Caddy with the configurations of installers/proxy, on free ports of 127.0.0.1."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

from postrider_support.certificates import Certificate
from postrider_support.waiting import accepts, free_ports, scaled, wait_until

NAME = "mail.example.org"
_SAMPLES = Path(__file__).parents[3] / "installers" / "proxy"
_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
# nginx's own configuration, which includes a site.
_NGINX = """daemon off;
worker_processes 1;
pid {place}/pid;
error_log {place}/error.log;
events {{ worker_connections 256; }}
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
    include {place}/site.conf;
}}
"""


def documented_settings(kind: str) -> dict[str, str]:
    """The settings for postrider.conf in the head of the sample."""
    text = (_SAMPLES / _sample(kind)).read_text()
    return dict(re.findall(r"^#   (\w+) = (.+)$", text, re.MULTILINE))


class ReverseProxy:
    """The sample of `kind` ("nginx" or "caddy") in front of `base_url` while the `with` block runs."""

    def __init__(self, kind: str, directory: Path, base_url: str, certificate: Certificate) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._kind = kind
        self._directory = directory
        self.port, self.plain_port = free_ports(2)
        service = urlsplit(base_url).netloc
        sample = (_SAMPLES / _sample(kind)).read_text()
        fill = _nginx_site if kind == "nginx" else _caddy_site
        site = fill(sample, self.port, self.plain_port, certificate)
        site = _changed(site, "127.0.0.1:8725", service)
        (directory / "site.conf").write_text(site)
        (directory / "nginx.conf").write_text(_NGINX.format(place=directory))
        self._process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def available(kind: str) -> bool:
        """Whether that program is installed."""
        return shutil.which(kind, path=_PATH) is not None

    def __enter__(self) -> "ReverseProxy":
        program = shutil.which(self._kind, path=_PATH)
        assert program, f"{self._kind} is not installed"
        place = self._directory
        if self._kind == "nginx":
            command = [program, "-c", str(place / "nginx.conf"), "-e", str(place / "error.log")]
        else:
            command = [
                program,
                "run",
                "--config",
                str(place / "site.conf"),
                "--adapter",
                "caddyfile",
            ]
        homes = {"HOME": str(place), "XDG_DATA_HOME": str(place), "XDG_CONFIG_HOME": str(place)}
        with (place / "output").open("ab") as output:
            self._process = subprocess.Popen(command, env=os.environ | homes, stdout=output, stderr=output)
        wait_until(lambda: accepts(self.port), 15, self._kind)
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


def _sample(kind: str) -> str:
    return "nginx.conf" if kind == "nginx" else "Caddyfile"


def _changed(text: str, old: str, new: str) -> str:
    """Replaces `old`; fails if the sample does not have it, because the sample was then changed."""
    assert old in text, old
    return text.replace(old, new)


def _nginx_site(sample: str, port: int, plain_port: int, certificate: Certificate) -> str:
    folder = f"/etc/letsencrypt/live/{NAME}"
    site = re.sub(r"^ *listen \[::\].*\n", "", sample, flags=re.MULTILINE)
    site = _changed(site, "listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    site = _changed(site, "listen 80;", f"listen 127.0.0.1:{plain_port};")
    site = _changed(site, f"{folder}/fullchain.pem", str(certificate.certificate))
    return _changed(site, f"{folder}/privkey.pem", str(certificate.key))


def _caddy_site(sample: str, port: int, plain_port: int, certificate: Certificate) -> str:
    tls = f"\ttls {certificate.certificate} {certificate.key}\n"
    # Other ports than the system's, and no certificate from an authority on the network.
    options = f"{{\n\tadmin off\n\thttp_port {plain_port}\n\thttps_port {port}\n\tskip_install_trust\n}}\n"
    site = _changed(sample, f"\n{NAME} {{\n", f"\n{options}\n{NAME} {{\n\tbind 127.0.0.1\n{tls}")
    return site
