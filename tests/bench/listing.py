# SPDX-License-Identifier: GPL-3.0-or-later
"""GET /mails on a filled service: many clients on page 1, and single questions one after another."""

import shutil
import statistics
import time
from pathlib import Path
from typing import Any

from bench import load, ours
from bench.box import box
from bench.table import Row
from corpus.languages import CHINESE, FREQUENT, RARE
from postrider_support import Client, Service


def measure(store: Path, size: int, runs: int) -> tuple[str, list[Row]]:
    """Title and rows: throughput of page 1, median times of the other questions."""
    data = store / "data"
    shutil.rmtree(data, ignore_errors=True)
    with box(store, size) as server:
        ours.first_sync(data, server, limit=60 + size / 50)
        with ours.running(data, server) as service:
            client = service.admin()
            rows = [*_throughput(service, client, runs), *questions(client, size)]
            rows.append(Row("start to ready", service.start_seconds, "s", target="<= 0.3 s"))
    return f"GET /mails with {size:,} mails", rows


def _throughput(service: Service, client: Client, runs: int) -> list[Row]:
    server = load.Server(service.base_url, service.pid)
    mine, other = [], []
    with load.node() as reference:
        for number in range(runs):
            print(f"list: run {number + 1} of {runs}", flush=True)
            mine.append(load.wrk(server, load.FIRST_PAGE, client.token))
            if reference:
                other.append(load.wrk(reference).rate)
    rate = statistics.median(one.rate for one in mine)
    slowest = statistics.median(one.slowest for one in mine)
    node = statistics.median(other) if other else None
    return [
        Row(f"page 1, {load.CONNECTIONS} connections", rate, "requests/s", node,
            "Node, empty answer,", ">= 8,000/s"),
        Row("page 1, slowest of 100", slowest, "ms", target="<= 20 ms"),
    ]  # fmt: skip


def questions(client: Client, size: int) -> list[Row]:
    """Pages and searches of a box of that size, one at a time."""
    deep = max(1, size * 68 // 100 // 20)
    asked: list[tuple[str, dict[str, Any], str]] = [
        ("page 1", {}, ""),
        (f"page {deep}", {"page": deep}, "<= 25 ms at 500k"),
        (f"page {deep}, by subject", {"page": deep, "sort": "subject"}, "<= 25 ms at 500k"),
        (f"page {deep // 4}, unread", {"page": deep // 4, "isRead": False}, "<= 25 ms at 500k"),
        ("keyword, common", {"keyword": "meeting"}, "<= 5 ms at 50k"),
        ("keyword, frequent", {"keyword": FREQUENT}, "<= 5 ms at 50k"),
        ("keyword, rare", {"keyword": RARE}, "<= 5 ms at 50k"),
        ("two words", {"keyword": "invoice quarterly"}, "<= 5 ms at 50k"),
        ("Chinese, 2 characters", {"keyword": CHINESE[:2]}, "<= 5 ms at 50k"),
        ("keyword, unread", {"keyword": "meeting", "isRead": False}, "<= 25 ms at 500k"),
        ("keyword, by subject", {"keyword": "meeting", "sort": "subject"}, "<= 50 ms at 500k"),
    ]
    return [Row(name, _median_ms(client, query), "ms", target=goal) for name, query, goal in asked]


def _median_ms(client: Client, query: dict[str, Any]) -> float:
    times = []
    for _ in range(51):
        began = time.perf_counter()
        client.get("/mails", **query).ok()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times)
