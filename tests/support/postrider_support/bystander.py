# SPDX-License-Identifier: GPL-3.0-or-later
"""A well-behaved client beside an attack: it sends requests all the time, and must be answered soon.

    with unharmed(service) as report:
        ...attack...

It is a process of its own, so that the interpreter that attacks does not delay the one that measures.
From the time of each answer it subtracts the time for which the client or the service's http thread was
ready to run but waited for a processor, as the kernel's scheduler reports it. That time is caused by the
load of the machine, not by the attack; on a machine that is not busy it is zero.
"""

import json
import os
import select
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from postrider_support.service import Service, is_sanitized
from postrider_support.waiting import scaled, wait_until

MOST_SECONDS = 0.1
MOST_GROWTH = 20 * 2**20
_HEALTH = b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
_PAGE = 4096
_LEAST_ANSWERS = 20  # however short the attack


@dataclass
class Report:
    """What the bystander has measured; filled in when the attack is over."""

    answers: int = 0
    worst: float = 0.0  # seconds
    memory_before: int = 0  # bytes, resident
    memory_peak: int = 0
    problem: str = ""


@contextmanager
def unharmed(service: Service, most_growth: int = MOST_GROWTH) -> Iterator[Report]:
    """Fails unless each answer during the block came within 0.1 s, on one connection, and memory and
    connections stayed within bounds."""
    report = Report()
    sockets = open_sockets(service.pid)
    command = [
        sys.executable,
        "-m",
        "postrider_support.bystander",
        service.base_url,
        str(service.pid),
    ]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(Path(__file__).parents[1])},
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        try:
            yield report
        finally:
            process.stdin.close()
            report.__dict__.update(json.loads(process.stdout.readline()))
    assert report.problem == "", report
    assert report.worst <= MOST_SECONDS, report
    grown = report.memory_peak - report.memory_before
    assert grown <= most_growth or is_sanitized(), report
    wait_until(lambda: open_sockets(service.pid) <= sockets, 10, "the end of all connections")


def open_sockets(pid: int) -> int:
    """How many sockets a process has open. Files are not counted, because the database opens some later."""
    return sum(_is_socket(entry) for entry in Path(f"/proc/{pid}/fd").iterdir())


def _is_socket(descriptor: Path) -> bool:
    try:
        return os.readlink(descriptor).startswith("socket:")
    except FileNotFoundError:  # closed meanwhile
        return False


def resident(pid: int) -> int:
    """Bytes of a process that are in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE


def _http_thread(pid: int) -> Path:
    for task in Path(f"/proc/{pid}/task").iterdir():
        if (task / "comm").read_text().strip() == "http":
            return task / "schedstat"
    raise AssertionError("the service has no thread named http")


def _waited(schedstat: Path) -> float:
    """Seconds for which a thread has waited for a processor so far."""
    return int(schedstat.read_text().split()[1]) / 1e9


def _connect(base_url: str) -> socket.socket:
    parts = urlsplit(base_url)
    connection = socket.create_connection((parts.hostname, parts.port), timeout=scaled(10))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if parts.scheme == "https":
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return context.wrap_socket(connection)
    return connection


def _ask(connection: socket.socket) -> None:
    connection.sendall(_HEALTH)
    got = b""
    while not got.endswith(b"}"):
        piece = connection.recv(65536)
        assert piece, "the connection was closed"
        got += piece
    assert got.startswith(b"HTTP/1.1 200 "), got[:200]


def _watch(base_url: str, pid: int) -> Report:
    service_queue, own_queue = _http_thread(pid), Path("/proc/self/schedstat")
    report = Report(memory_before=resident(pid))
    with _connect(base_url) as connection:
        _ask(connection)
        print("ready", flush=True)
        report.memory_before = report.memory_peak = resident(pid)
        while not _is_over() or report.answers < _LEAST_ANSWERS:
            queued = _waited(service_queue) + _waited(own_queue)
            began = time.perf_counter()
            _ask(connection)
            took = time.perf_counter() - began
            queued = _waited(service_queue) + _waited(own_queue) - queued
            report.worst = max(report.worst, took - queued)
            report.answers += 1
            report.memory_peak = max(report.memory_peak, resident(pid))
    return report


def _is_over() -> bool:
    return bool(select.select([sys.stdin], [], [], 0.002)[0])


def main() -> None:
    """The process beside the attack: watches until its input ends, then writes its report."""
    base_url, pid = sys.argv[1], int(sys.argv[2])
    try:
        report = _watch(base_url, pid)
    except (AssertionError, OSError) as problem:
        report = Report(problem=f"{type(problem).__name__}: {problem}")
    print(json.dumps(report.__dict__), flush=True)


if __name__ == "__main__":
    main()
