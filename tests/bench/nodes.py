# SPDX-License-Identifier: GPL-3.0-or-later
"""The same accounts on one, two and three nodes: what a stored mail, a list and an idle account cost.

Processor time is that of all nodes and of all processes of PostgreSQL, so it is valid on a busy machine, too.
"""

import os
import re
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench import load, ours
from bench.table import Row
from postrider_support import Postgresql, wait_until
from postrider_support.imapcrowd import ImapCrowd
from postrider_support.nodecrowd import NodeCrowd

ACCOUNTS = 300
_STEADY = 50  # mails a second
_SECONDS = 60
_BURST = 5000  # mails
_LISTS = 10  # seconds of requests


@dataclass(frozen=True)
class Cost:
    """What nodes and database did in some time."""

    nodes: float  # seconds of processor time
    database: float
    statements: int
    commits: int
    wal: int  # bytes
    seconds: float
    items: int  # mails, or requests

    def work(self) -> float:
        """Processor time of an item in ms."""
        return (self.nodes + self.database) * 1000 / self.items


def measure(store: Path, _size: int, runs: int) -> tuple[str, list[Row]]:
    """Title and rows: ours is with two and three nodes, the reference with one; medians of `runs`."""
    directory = store / "nodes"
    shutil.rmtree(directory, ignore_errors=True)
    costs: dict[tuple[str, int], list[Cost]] = {}
    with Postgresql(directory / "postgresql", durable=True) as server, ImapCrowd(ACCOUNTS) as crowd:
        _count_statements(server)
        nodes = NodeCrowd(server, crowd, directory, ours.PROGRAM)
        try:
            nodes.start()
            nodes.sql("CREATE EXTENSION pg_stat_statements")
            for run in range(runs):
                for count in (1, 2, 3) if run % 2 == 0 else (3, 2, 1):
                    _use(nodes, count)
                    for name, cost in _costs(nodes, server, crowd).items():
                        costs.setdefault((name, count), []).append(cost)
                        print(f"nodes: {count}: {name}: {cost}", flush=True)
        finally:
            nodes.close()
    return f"{ACCOUNTS} accounts on one, two and three nodes", list(_rows(costs))


def _rows(costs: dict[tuple[str, int], list[Cost]]) -> list[Row]:
    def row(name: str, count: int, figure: str, value: Callable[[Cost], float], unit: str, target: str = "") -> Row:
        [one, several] = [statistics.median(value(cost) for cost in costs[name, n]) for n in (1, count)]
        return Row(f"{count} nodes: {figure}", several, unit, one, "one node", target)

    rows = []
    for count in (2, 3):
        rows += [
            row("steady", count, f"processor time of a mail, {_STEADY}/s", Cost.work, "ms", "ratio <= 1.1"),
            row("steady", count, "of it PostgreSQL", lambda c: c.database * 1000 / c.items, "ms"),
            row("steady", count, "statements of a mail", lambda c: c.statements / c.items, ""),
            row("steady", count, "WAL of a mail", lambda c: c.wal / c.items, "bytes"),
            row("burst", count, f"processor time of a mail, {_BURST} at once", Cost.work, "ms", "ratio <= 1.1"),
            row("burst", count, f"{_BURST} at once", lambda c: c.items / c.seconds, "mails/s"),
            row("lists", count, "processor time of a list", Cost.work, "ms", "ratio <= 1.1"),
            row("lists", count, "lists", lambda c: c.items / c.seconds, "requests/s"),
            row("idle", count, "idle: processor time", lambda c: (c.nodes + c.database) / c.seconds * 100, "%"),
            row("idle", count, "idle: statements", lambda c: c.statements / c.seconds, "/s"),
            row("idle", count, "idle: WAL", lambda c: c.wal / c.seconds, "bytes/s"),
        ]
    return rows


def _count_statements(server: Postgresql) -> None:
    server.sql("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'")
    server.sql("ALTER SYSTEM SET max_wal_size = '4GB'")
    server.stop()
    server.start()


def _use(nodes: NodeCrowd, count: int) -> None:
    """Stops or starts services, so that this number runs."""
    for index, service in enumerate(nodes.services):
        if index < count and not service.running:
            nodes.start_node(index)
        elif index >= count:
            service.stop()
    nodes.wait_shared(count, least=0.9)
    nodes.wait_idle()


def _costs(nodes: NodeCrowd, server: Postgresql, crowd: ImapCrowd) -> dict[str, Cost]:
    return {
        "idle": _cost(nodes, server, lambda: _rest(_SECONDS)),
        "steady": _cost(nodes, server, lambda: _deliver(nodes, crowd, _STEADY, _SECONDS)),
        "burst": _cost(nodes, server, lambda: _deliver(nodes, crowd, _BURST, 1)),
        "lists": _cost(nodes, server, lambda: _list(nodes)),
    }


def _cost(nodes: NodeCrowd, server: Postgresql, work: Callable[[], int]) -> Cost:
    """The cost of `work`, which returns the number of items."""
    before, began = _used(nodes, server), time.monotonic()
    items = work()
    seconds = time.monotonic() - began
    own, database, statements, commits, wal = (b - a for a, b in zip(before, _used(nodes, server), strict=True))
    return Cost(own, database, int(statements), int(commits), int(wal), seconds, items)


def _used(nodes: NodeCrowd, server: Postgresql) -> tuple[float, float, float, float, float]:
    own = sum(_processor_seconds(service.pid)[0] for service in nodes.services if service.running)
    [(statements, commits, wal)] = nodes.sql(
        "SELECT (SELECT sum(calls) FROM pg_stat_statements),"
        " (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()),"
        " pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
    )
    return own, _database_seconds(server.pid), float(statements), float(commits), float(wal)


def _processor_seconds(pid: int) -> tuple[float, float]:
    """Processor time of a process, and of its children that have ended."""
    fields = [int(one) for one in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]]
    tick = os.sysconf("SC_CLK_TCK")
    return (fields[0] + fields[1]) / tick, (fields[2] + fields[3]) / tick


def _database_seconds(pid: int) -> float:
    """Processor time of the server and of all its processes so far."""
    total = sum(_processor_seconds(pid))
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        try:
            total += _processor_seconds(int(child))[0]
        except (FileNotFoundError, ProcessLookupError):  # ended meanwhile
            pass
    return total


def _rest(seconds: float) -> int:
    time.sleep(seconds)
    return 1


def _deliver(nodes: NodeCrowd, crowd: ImapCrowd, rate: int, seconds: float) -> int:
    """Mails arrive; returns when all are stored with their text and indexed."""
    before = crowd.counts()["arrived"]
    crowd.set_rate(rate)
    time.sleep(seconds)
    crowd.set_rate(0)
    arrived = crowd.counts()["arrived"]
    done = "SELECT count(*) FROM mails WHERE body_state = 1 AND search_state = 2"
    wait_until(lambda: int(nodes.sql(done)[0][0]) == arrived, 600, f"{arrived} mails to be stored", every=2)
    return arrived - before


def _list(nodes: NodeCrowd) -> int:
    """Requests at all nodes at once over 60 connections; returns their number."""
    urls = [service.base_url for service in nodes.services if service.running]
    command = ["wrk", "-t1", f"-c{60 // len(urls)}", f"-d{_LISTS}s", "-H", f"Authorization: Bearer {nodes.token}"]
    each = [subprocess.Popen([*command, url + load.FIRST_PAGE], stdout=subprocess.PIPE, text=True) for url in urls]
    total = 0
    for one in each:
        text = one.communicate()[0]
        found = re.search(r"(\d+) requests in", text)
        assert found and "Non-2xx" not in text, text
        total += int(found[1])
    return total
