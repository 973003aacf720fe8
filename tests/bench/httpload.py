# SPDX-License-Identifier: GPL-3.0-or-later
"""Small answers to many clients, alone and beside thousands that only listen."""

import shutil
import statistics
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from bench import load, ours
from bench.box import box
from bench.load import Load
from bench.table import Row
from postrider_support import Service
from postrider_support.bystander import resident

_IDLE = 5000


def measure(store: Path, size: int, runs: int) -> tuple[str, list[Row]]:
    """Title and rows: each server alone, then each beside 5,000 idle clients of its own."""
    load.allow_many_connections()
    data = store / "data"
    shutil.rmtree(data, ignore_errors=True)
    with box(store, size) as server, ExitStack() as stack:
        ours.first_sync(data, server, limit=60 + size / 50)
        service = stack.enter_context(ours.running(data, server))
        node = stack.enter_context(load.node())
        nginx = stack.enter_context(load.nginx(store / "nginx"))
        token = service.admin().token
        mine = load.Server(service.base_url, service.pid)
        others = {"Node": node, "nginx": nginx}
        asked = {
            "health": lambda: load.wrk(mine, "/api/v1/health"),
            "page": lambda: load.wrk(mine, load.FIRST_PAGE, token),
        }
        asked |= {name: partial(load.wrk, one) for name, one in others.items() if one}
        alone = _in_turns("alone", runs, asked)
        before = resident(service.pid)
        with ExitStack() as idle:
            stream = f"{service.base_url}/api/v1/mails/stream"
            idle.enter_context(load.idle_clients(stream, _IDLE, token))
            each = (resident(service.pid) - before) / _IDLE
            if node:
                idle.enter_context(load.idle_clients(f"{node.url}stream", _IDLE))
            if nginx:
                idle.enter_context(load.idle_clients(nginx.url, _IDLE))
            beside = _in_turns(f"beside {_IDLE:,} streams", runs, asked)
    rows = [*_rows("", alone), *_rows(f", {_IDLE:,} streams", beside)]
    rows.append(Row("memory of an idle stream", each / 1000, "kB", target="<= 16 kB"))
    return f"Small answers, {load.CONNECTIONS} connections, {size:,} mails", rows


def _in_turns(name: str, runs: int, asked: dict[str, Callable[[], Load]]) -> dict[str, Load]:
    """The median of each. Each run measures all in turn, so that the load of the machine is equal."""
    found: dict[str, list[Load]] = {key: [] for key in asked}
    for number in range(runs):
        print(f"http: {name}, run {number + 1} of {runs}", flush=True)
        for key, ask in asked.items():
            found[key].append(ask())
    return {key: _median(loads) for key, loads in found.items()}


def _median(loads: list[Load]) -> Load:
    columns = zip(*((one.rate, one.slowest, one.work) for one in loads))
    return Load(*(statistics.median(column) for column in columns))


def _rows(beside: str, found: dict[str, Load]) -> list[Row]:
    health, page = found["health"], found["page"]
    rows = []
    for name, goals in (("Node", ("ratio >= 1.5", "ratio <= 0.67")), ("nginx", ("", ""))):
        if other := found.get(name):
            rows += [
                Row(f"GET /health{beside}", health.rate, "requests/s", other.rate, name, goals[0]),
                Row("processor time of each", health.work, "us", other.work, name, goals[1]),
            ]
    return [
        *rows,
        Row(f"GET /health{beside}, slowest of 100", health.slowest, "ms"),
        Row(f"page 1{beside}", page.rate, "requests/s", target=">= 8,000/s"),
        Row(f"page 1{beside}, slowest of 100", page.slowest, "ms", target="<= 20 ms"),
        Row("processor time of each", page.work, "us"),
    ]
