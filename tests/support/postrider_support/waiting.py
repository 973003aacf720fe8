# SPDX-License-Identifier: GPL-3.0-or-later
"""Waiting for a condition with a deadline; the only place where tests may sleep.

A deadline is for one test alone on a quiet machine. POSTRIDER_TIME_FACTOR multiplies all deadlines if
other tests run at the same time, or a slower build runs; `./dev test` measures it at the start.
"""

import math
import os
import random
import socket
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

TIME_FACTOR = max(1.0, float(os.environ.get("POSTRIDER_TIME_FACTOR") or "1"))


def scaled(seconds: float) -> float:
    """Converts seconds on a quiet machine to seconds on this one."""
    return seconds * TIME_FACTOR


def setting(seconds: float) -> str:
    """As `scaled`, as text: for time limits in the configuration of a program."""
    return str(math.ceil(scaled(seconds)))


def wait_until(
    condition: Callable[[], T | None],
    timeout: float = 10,
    what: str = "the condition",
    every: float = 0.01,
) -> T:
    """Waits until `condition` returns a true value, and returns it.

    `every` is the pause between two calls in seconds. It is longer if `condition` starts a program, which
    takes processor time from what the test waits for. AssertionError after `timeout` s, scaled.
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
    """Whether a program listens there."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((host, port)) == 0


def free_ports(count: int) -> list[int]:
    """Ports that no program uses now. They are below those that systems give to outgoing connections, which would take
    one of them before the caller's server listens, in one of some thousand starts."""
    chance = random.SystemRandom()  # tests set the seed of the other generator
    probes: list[socket.socket] = []
    try:
        while len(probes) < count:
            probe = socket.socket()
            try:
                probe.bind(("127.0.0.1", chance.randrange(10_000, 32_000)))
            except OSError:
                probe.close()
                continue
            probes.append(probe)
        return [probe.getsockname()[1] for probe in probes]
    finally:
        for probe in probes:
            probe.close()
