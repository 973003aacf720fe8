# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading made mails, beside GMime: fields, structure, texts and summary, in one thread."""

import json
import statistics
import subprocess
from pathlib import Path

from bench.box import made_mails
from bench.table import Row

PROGRAM = Path(__file__).parents[2] / "build/bench/bin/bench_mime"


def measure(store: Path, size: int, runs: int) -> tuple[str, list[Row]]:
    """Mails and megabytes a second, the medians of `runs` rounds."""
    made = made_mails(store, size)
    rounds = max(runs, 3)
    output = subprocess.run(
        [PROGRAM, made / "Maildir/cur", str(rounds)], check=True, capture_output=True, text=True
    ).stdout
    found = json.loads(output)
    ours, theirs = statistics.median(found["ours"]), statistics.median(found["gmime"])
    name = f"GMime {found['gmimeVersion']}"
    megabytes = found["bytes"] / 1e6
    rows = [
        Row("mails", found["mails"] / ours, "/s", found["mails"] / theirs, name, "ratio 2"),
        Row("bytes", megabytes / ours, "MB/s", megabytes / theirs, name, "ratio 2"),
    ]
    return f"Reading {found['mails']:,} mails, {megabytes:.0f} MB", rows
