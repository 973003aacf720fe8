# SPDX-License-Identifier: GPL-3.0-or-later
"""First sync: the service beside mbsync and the raw client, interleaved, over TLS."""

import shutil
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from bench import ours, reference
from bench.box import Box, box
from bench.table import Row

T = TypeVar("T")

_FAR = 0.020  # seconds each way


def measure(store: Path, size: int, runs: int, is_cold: bool = False) -> tuple[str, list[Row]]:
    """Title and rows; every figure is the median of `runs` runs. `is_cold`: the mail server's own cache is removed before
    each of them."""
    mine: list[ours.Milestones] = []
    files: list[reference.Run] = []
    raws: list[dict[str, dict[str, float]]] = []
    far: list[float] = []
    with box(store, size) as server:
        # Fills the mail server's own cache first, so that all programs find it filled.
        reference.raw(server, "list")
        reference.raw(server, "full")
        prepare = server.make_cold if is_cold else lambda: None
        for number in range(runs):
            print(f"sync: run {number + 1} of {runs}", flush=True)
            raws.append(_raw(server, prepare))
            prepare()
            files.append(reference.mbsync(server, store))
            prepare()
            mine.append(ours.first_sync(_emptied(store), server, limit=60 + size / 50))
            prepare()
            far.append(ours.newest_seen(_emptied(store), server, _FAR))
        rows = _rows(server, mine, files, raws)
        name = "newest listed at 40 ms round trip"
        rows.insert(1, Row(name, statistics.median(far), "s", target="<= 0.5 s"))
        cold = ", the mail server's cache cold" if is_cold else ""
        return f"First sync of {size:,} mails, {server.bytes / 1e6:,.0f} MB{cold}", rows


def _raw(server: Box, prepare: Callable[[], None]) -> dict[str, dict[str, float]]:
    wanted = {"newest": ("list", min(200, server.size)), "list": ("list", 0), "full": ("full", 0)}
    outcomes = {}
    for name, (what, newest) in wanted.items():
        prepare()
        outcomes[name] = reference.raw(server, what, newest)
    return outcomes


def _emptied(store: Path) -> Path:
    data = store / "data"
    shutil.rmtree(data, ignore_errors=True)
    return data


def _median(runs: list[T], value: Callable[[T], float]) -> float:
    return statistics.median(value(run) for run in runs)


def _rows(
    server: Box,
    mine: list[ours.Milestones],
    files: list[reference.Run],
    raws: list[dict[str, dict[str, float]]],
) -> list[Row]:
    big = server.size >= 50_000
    raw_full = _median(raws, lambda run: run["full"]["seconds"])
    raw_list = _median(raws, lambda run: run["list"]["seconds"])
    raw_newest = _median(raws, lambda run: run["newest"]["seconds"])
    mbsync = _median(files, lambda run: run.seconds)
    mib = 2**20
    return [
        Row("newest mails listed", _median(mine, lambda run: run.newest), "s", raw_newest, "raw",
            "<= 0.25 s"),
        Row("all listed", _median(mine, lambda run: run.listed), "s", raw_list, "raw",
            "<= 2 s" if big else ""),
        Row("all stored", _median(mine, lambda run: run.synced), "s", mbsync, "mbsync",
            "<= 10 s" if big else "<= 1.5 s, ratio 0.33"),
        Row("all stored", _median(mine, lambda run: run.synced), "s", raw_full, "raw", ""),
        Row("all searchable", _median(mine, lambda run: run.searchable), "s", mbsync, "mbsync",
            "<= 12 s, ratio 0.40" if big else "<= 1.5 s, ratio 0.33"),
        Row("peak memory", _median(mine, lambda run: run.memory / mib), "MiB",
            _median(files, lambda run: run.memory / mib), "mbsync", "<= 80 MB" if big else ""),
        Row("disk", _median(mine, lambda run: run.disk / mib), "MiB", server.bytes / mib, "mails",
            "ratio 0.75"),
    ]  # fmt: skip
