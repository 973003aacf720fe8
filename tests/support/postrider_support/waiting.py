# SPDX-License-Identifier: GPL-3.0-or-later
"""Waiting for a condition with a deadline; the only place where tests may sleep.

A deadline holds for one test alone on a quiet machine. POSTRIDER_TIME_FACTOR stretches all of them
where others run beside it, or a slower build runs; `./dev test` measures it at the start.
"""

import math
import os
import socket
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

TIME_FACTOR = max(1.0, float(os.environ.get("POSTRIDER_TIME_FACTOR") or "1"))


def scaled(seconds: float) -> float:
    """So many seconds of a quiet machine, here."""
    return seconds * TIME_FACTOR


def setting(seconds: float) -> str:
    """The same for a key of the configuration: what a client of the test is given."""
    return str(math.ceil(scaled(seconds)))


def wait_until(
    condition: Callable[[], T | None],
    timeout: float = 10,
    what: str = "the condition",
    every: float = 0.01,
) -> T:
    """The first true value of `condition`, asked every so many seconds: less often where it starts a

    program, which takes time from what is waited for. AssertionError after `timeout` s, scaled.
    """
    timeout = scaled(timeout)
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= deadline:
            raise AssertionError(f"{what} did not come true within {timeout} s; last value {value!r}")
        time.sleep(every)


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
