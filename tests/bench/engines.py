# SPDX-License-Identifier: GPL-3.0-or-later
"""PostgreSQL beside SQLite, both behind the service: first sync, lists, deep pages, searches.

Beyond 50,000 mails nothing is synchronised: both databases are filled by the steps of a first sync
(see `search`), with the same mails again, later in time.
"""

import shutil
import statistics
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from bench import listing, load, ours, reference, searching
from bench.box import box, made_mails
from bench.table import Row
from postrider_support import Client, Postgresql, Service

_PASSWORD = "a password of the bench"
_TARGET = "ratio <= 2"


def measure(store: Path, size: int, runs: int) -> tuple[str, list[Row]]:
    """Title and rows: ours is PostgreSQL, the reference SQLite; the rates are medians of `runs`."""
    with _server(store) as server:
        name = server.new_database()
        places = {
            "sqlite": (store / "engines-sqlite", None),
            "postgresql": (store / "engines-postgresql", server.url(name)),
        }
        rows = {}
        for engine, (data, url) in places.items():
            print(f"engines: {engine}", flush=True)
            shutil.rmtree(data, ignore_errors=True)
            data.mkdir(parents=True)
            fill = _synced if size <= searching.MOST_MADE else _filled
            filled = fill(store, data, url, size)
            if url:  # as the service does when it has no other work
                server.sql("VACUUM (ANALYZE)", name)
            rows[engine] = [*filled, *_asked(data, url, size, runs)]
    beside = zip(rows["postgresql"], rows["sqlite"], strict=True)
    return f"PostgreSQL beside SQLite, {size:,} mails", [_beside(*pair) for pair in beside]


def _beside(ours_: Row, theirs: Row) -> Row:
    target = "ratio >= 0.5" if ours_.unit == "requests/s" else _TARGET
    return replace(ours_, reference=theirs.ours, reference_name="SQLite", target=target)


@contextmanager
def _server(store: Path) -> Iterator[Postgresql]:
    """A server set up as in production: commits are on disk, and it has memory for its caches."""
    place = store / "postgresql"
    shutil.rmtree(place, ignore_errors=True)
    with Postgresql(place, durable=True) as server:
        for setting in ("shared_buffers = '1GB'", "effective_cache_size = '4GB'",
                        "max_wal_size = '4GB'", "autovacuum_naptime = '1min'"):  # fmt: skip
            server.sql(f"ALTER SYSTEM SET {setting}")
        server.stop()
        server.start()
        yield server


def _synced(store: Path, data: Path, url: str | None, size: int) -> list[Row]:
    with box(store, size) as server:
        # Fills the mail server's own cache first, as in `sync`.
        reference.raw(server, "list")
        reference.raw(server, "full")
        reached = ours.first_sync(data, server, 120 + size / 10, url)
    return [
        Row("first sync: newest mails listed", reached.newest, "s"),
        Row("first sync: all listed", reached.listed, "s"),
        Row("first sync: all stored", reached.synced, "s"),
        Row("first sync: all searchable", reached.searchable, "s"),
        Row("peak memory of the service", reached.memory / 2**20, "MiB"),
    ]


def _filled(store: Path, data: Path, url: str | None, size: int) -> list[Row]:
    made = made_mails(store, searching.MOST_MADE)
    copies = str(size // searching.MOST_MADE)
    command = [searching.PROGRAM, made / "Maildir", url or data / "postrider.db", copies]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    service = Service(data, binary=ours.PROGRAM, environment=_environment(url))
    subprocess.run(
        [ours.PROGRAM, "--data-dir", data, "user", "passwd", "bench"],
        input=f"{_PASSWORD}\n", text=True, check=True, env=service.variables(),
    )  # fmt: skip
    return []


def _environment(url: str | None) -> dict[str, str]:
    return {"POSTRIDER_DATABASE_URL": url} if url else {}


def _asked(data: Path, url: str | None, size: int, runs: int) -> list[Row]:
    with Service(data, binary=ours.PROGRAM, config=ours.UNLIMITED, environment=_environment(url)) as service:
        client = service.admin() if size <= searching.MOST_MADE else _bench_user(service)
        server = load.Server(service.base_url, service.pid)
        loads = [load.wrk(server, load.FIRST_PAGE, client.token) for _ in range(runs)]
        return [
            Row("start to ready", service.start_seconds, "s"),
            Row(f"page 1, {load.CONNECTIONS} connections",
                statistics.median(one.rate for one in loads), "requests/s"),
            Row("page 1, slowest of 100", statistics.median(one.slowest for one in loads), "ms"),
            *listing.questions(client, size),
        ]  # fmt: skip


def _bench_user(service: Service) -> Client:
    return service.client().login("bench", _PASSWORD)
