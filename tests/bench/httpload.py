# SPDX-License-Identifier: GPL-3.0-or-later
"""Small answers to many clients, alone and beside thousands that only listen."""

import shutil
import statistics
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from bench import load, ours
from bench.box import box
from bench.load import Load
from bench.table import Row
from postrider_support import Service
from postrider_support.bystander import resident

_IDLE = 5000
_GOAL = "ratio to Node >= 1.5"


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
        api = f"{service.base_url}/api/v1"
        health, page = f"{api}/health", f"{api}/mails?page=1&pageSize=20"
        asked = [lambda: load.wrk(health), lambda: load.wrk(page, token)]
        asked += [lambda url=url: load.wrk(url) for url in (node, nginx) if url]
        alone = _in_turns("alone", runs, asked)
        before = resident(service.pid)
        with ExitStack() as idle:
            idle.enter_context(load.idle_clients(f"{api}/mails/stream", _IDLE, token))
            each = (resident(service.pid) - before) / _IDLE
            if node:
                idle.enter_context(load.idle_clients(f"{node}stream", _IDLE))
            if nginx:
                idle.enter_context(load.idle_clients(nginx, _IDLE))
            beside = _in_turns(f"beside {_IDLE:,} streams", runs, asked)
    rows = [*_rows("", alone, node, nginx), *_rows(f", {_IDLE:,} streams", beside, node, nginx)]
    rows.append(Row("memory of an idle stream", each / 1000, "kB", target="<= 16 kB"))
    return f"Small answers, {load.CONNECTIONS} connections, {size:,} mails", rows


def _in_turns(name: str, runs: int, asked: list[Callable[[], Load]]) -> list[Load]:
    """The medians of each; one after the other in each run, so that all see the same machine."""
    found: list[list[Load]] = [[] for _ in asked]
    for number in range(runs):
        print(f"http: {name}, run {number + 1} of {runs}", flush=True)
        for results, ask in zip(found, asked):
            results.append(ask())
    return [
        Load(
            statistics.median(one.rate for one in results),
            statistics.median(one.slowest for one in results),
        )
        for results in found
    ]


def _rows(beside: str, loads: list[Load], node: str | None, nginx: str | None) -> list[Row]:
    trivial, page, *others = loads
    names = [name for name, url in (("Node", node), ("nginx", nginx)) if url]
    rates = dict(zip(names, others))
    rows = [
        Row(f"GET /health{beside}", trivial.rate, "requests/s", other.rate, name,
            _GOAL if name == "Node" else "")
        for name, other in rates.items()
    ]  # fmt: skip
    return [
        *(rows or [Row(f"GET /health{beside}", trivial.rate, "requests/s")]),
        Row(f"GET /health{beside}, slowest of 100", trivial.slowest, "ms"),
        Row(f"page 1{beside}", page.rate, "requests/s", target=">= 8,000/s"),
        Row(f"page 1{beside}, slowest of 100", page.slowest, "ms", target="<= 20 ms"),
    ]
