# SPDX-License-Identifier: GPL-3.0-or-later
"""Real proxies of Debian in front of the mail server: microsocks and tinyproxy, on free ports of 127.0.0.1."""

import shutil
import subprocess
from pathlib import Path
from types import TracebackType

from postrider_support.waiting import accepts, free_ports, scaled, wait_until

LOGIN = ("proxyuser", "proxysecret")


class ProxyServer:
    """Runs from `with` on. `kind` is "socks5" or "http"; with `login` it requires LOGIN."""

    def __init__(self, kind: str, directory: Path, login: bool = False) -> None:
        self.kind = kind
        self.port = free_ports(1)[0]
        self._login = login
        self._directory = directory
        self._log = directory / f"{kind}-{self.port}.log"
        self._process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def available(kind: str) -> bool:
        """Whether its program is installed."""
        return shutil.which(_PROGRAMS[kind]) is not None

    def __enter__(self) -> "ProxyServer":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Returns when it accepts connections."""
        command = self._socks() if self.kind == "socks5" else self._http()
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        wait_until(lambda: accepts(self.port), 10, f"{self.kind} proxy")

    def stop(self) -> None:
        """Ends it with all connections through it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(scaled(10))
            self._process = None

    def url(self, user: str = LOGIN[0], password: str = LOGIN[1]) -> str:
        """Its address, for `proxyUrl` of an account."""
        who = f"{user}:{password}@" if self._login else ""
        return f"{self.kind}://{who}127.0.0.1:{self.port}"

    def carried(self, port: int) -> bool:
        """Whether a client was connected through it to that port."""
        return f":{port}" in self._log.read_text(errors="replace").replace("connected to localhost:", ":")

    def _socks(self) -> list[str]:
        login = ["-u", LOGIN[0], "-P", LOGIN[1]] if self._login else []
        # Bound to IPv4, it uses only IPv4 addresses of a name: localhost is ::1 first on many machines.
        return [_PROGRAMS["socks5"], "-i", "127.0.0.1", "-b", "127.0.0.1", "-p", str(self.port), *login]

    def _http(self) -> list[str]:
        config = self._directory / f"tinyproxy-{self.port}.conf"
        lines = [
            f"Port {self.port}",
            "Listen 127.0.0.1",
            "Allow 127.0.0.1",
            "Timeout 600",
            "LogLevel Connect",
        ]
        if self._login:
            lines.append(f"BasicAuth {LOGIN[0]} {LOGIN[1]}")
        config.write_text("\n".join(lines) + "\n")
        return [_PROGRAMS["http"], "-d", "-c", str(config)]


_PROGRAMS = {"socks5": "microsocks", "http": "tinyproxy"}
