# SPDX-License-Identifier: GPL-3.0-or-later
"""Waiting for a condition with a deadline; the only place where tests may sleep."""

import socket
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def wait_until(
    condition: Callable[[], T | None], timeout: float = 10, what: str = "the condition"
) -> T:
    """The first true value of `condition`, asked every 10 ms; AssertionError after `timeout` s."""
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= deadline:
            raise AssertionError(
                f"{what} did not come true within {timeout} s; last value {value!r}"
            )
        time.sleep(0.01)


def accepts(port: int, host: str = "127.0.0.1") -> bool:
    """Whether somebody listens there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((host, port)) == 0


def free_ports(count: int) -> list[int]:
    """Ports that nobody uses now. Somebody may be faster than the caller; then its start fails."""
    probes = [socket.socket() for _ in range(count)]
    try:
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [probe.getsockname()[1] for probe in probes]
    finally:
        for probe in probes:
            probe.close()
