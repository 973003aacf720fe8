# SPDX-License-Identifier: GPL-3.0-or-later
"""Many clients at once: busy ones (wrk) and idle ones, and the servers that ours is compared with."""

import os
import re
import resource
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from postrider_support.waiting import accepts, free_ports, wait_until

CONNECTIONS = 64
FIRST_PAGE = "/api/v1/mails?page=1&pageSize=20"
_NODE = Path(__file__).parent / "reference.js"
_NGINX = """daemon off;
worker_processes 1;
worker_rlimit_nofile 20000;
pid {place}/pid;
error_log {place}/error.log;
events {{ worker_connections 16000; }}
http {{
    access_log off;
    keepalive_requests 1000000000;
    keepalive_timeout 1h;
    server {{
        listen 127.0.0.1:{port} backlog=4096;
        location / {{
            default_type application/json;
            return 200 '{{"code":0,"data":null}}';
        }}
    }}
}}
"""


@dataclass(frozen=True)
class Load:
    """From wrk: requests a second, and the 99th percentile of the times in ms. From the kernel: the
    server's processor time for each request in microseconds, which is valid on a busy machine, too.
    """

    rate: float
    slowest: float
    work: float


@dataclass(frozen=True)
class Server:
    """The address of a server, and its process."""

    url: str
    pid: int

    def work(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wrk(server: Server, path: str = "", token: str | None = None, seconds: int = 5) -> Load:
    """Sends requests over 64 connections; each sends the next one as soon as it has its answer."""
    url = server.url + path
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", url]
    if token:
        command[1:1] = ["-H", f"Authorization: Bearer {token}"]
    before = server.work()
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    work = server.work() - before
    assert "Non-2xx" not in text and "Socket errors" not in text, text
    rate = re.search(r"Requests/sec:\s*([\d.]+)", text)
    slow = re.search(r"99%\s*([\d.]+)(us|ms|s)\b", text)
    count = re.search(r"(\d+) requests in", text)
    assert rate and slow and count, text
    slowest = float(slow[1]) * {"us": 0.001, "ms": 1, "s": 1000}[slow[2]]
    return Load(float(rate[1]), slowest, work * 1e6 / int(count[1]))


def allow_many_connections() -> None:
    """Allows as many open files as the system permits, here and in servers that are started later."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@contextmanager
def idle_clients(url: str, count: int, token: str | None = None) -> Iterator[None]:
    """Keeps `count` connections open that requested `url` and received the beginning of the answer."""
    parts = urlsplit(url)
    field = f"Authorization: Bearer {token}\r\n" if token else ""
    request = f"GET {parts.path} HTTP/1.1\r\nHost: localhost\r\n{field}\r\n".encode()
    opened = []
    try:
        for _ in range(count):
            opened.append(socket.create_connection((parts.hostname, parts.port), timeout=20))
            opened[-1].sendall(request)
        for one in opened:
            assert one.recv(4096).startswith(b"HTTP/1.1 200 ")
        yield
    finally:
        for one in opened:
            one.close()


@contextmanager
def node() -> Iterator[Server | None]:
    """A minimal Node.js server, or None if Node.js is not installed. The answer at its path
    `stream` never ends."""
    if shutil.which("node") is None:
        yield None
        return
    with subprocess.Popen(["node", str(_NODE)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield Server(f"http://127.0.0.1:{int(process.stdout.readline())}/", process.pid)
        finally:
            process.terminate()


@contextmanager
def nginx(place: Path) -> Iterator[Server | None]:
    """An nginx with one worker that answers fixed JSON, or None if nginx is not installed."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin")
    if program is None:
        yield None
        return
    place.mkdir(parents=True, exist_ok=True)
    [port] = free_ports(1)
    config = place / "nginx.conf"
    config.write_text(_NGINX.format(place=place, port=port))
    with subprocess.Popen([program, "-p", str(place), "-c", str(config)]) as process:
        try:
            wait_until(lambda: accepts(port), 10, "nginx")
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            [worker] = wait_until(lambda: children.read_text().split(), 10, "nginx's worker")
            yield Server(f"http://127.0.0.1:{port}/", int(worker))
        finally:
            process.terminate()
