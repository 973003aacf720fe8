# SPDX-License-Identifier: GPL-3.0-or-later
"""Push messages made, encrypted and signed for, beside npm's web-push; one thread each."""

import json
import resource
import statistics
import subprocess
from dataclasses import dataclass
from pathlib import Path

from bench.table import Row
from postrider_support import npm

_OURS = Path(__file__).parents[2] / "build" / "bench" / "bin" / "bench_push"
_SECONDS = "3"


@dataclass(frozen=True)
class Made:
    """Messages a second, and microseconds of processor time for each, which are valid on a busy
    machine, too."""

    rate: float
    work: float


def measure(_store: Path, _size: int, runs: int) -> tuple[str, list[Row]]:
    """Title and rows."""
    npm.install()
    found: tuple[list[Made], list[Made]] = ([], [])
    for number in range(runs):
        print(f"push: run {number + 1} of {runs}", flush=True)
        found[0].append(_run([str(_OURS), _SECONDS]))
        found[1].append(_run(["node", "webpush.cjs", _SECONDS]))
    ours, other = (_median(each) for each in found)
    rows = [
        Row("messages made", ours.rate, "messages/s", other.rate, "web-push", "ratio >= 10"),
        Row("processor time of each", ours.work, "us", other.work, "web-push", "ratio <= 0.1"),
    ]
    return "Push messages of 200 bytes, one thread", rows


def _run(command: list[str]) -> Made:
    before = _worked()
    done = subprocess.run(command, cwd=npm.FOLDER, check=True, capture_output=True, text=True)
    rate = float(json.loads(done.stdout)["rate"])
    return Made(rate, (_worked() - before) * 1e6 / (rate * int(_SECONDS)))


def _worked() -> float:
    """Seconds of processor time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _median(found: list[Made]) -> Made:
    return Made(statistics.median(one.rate for one in found), statistics.median(one.work for one in found))
