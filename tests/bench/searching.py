# SPDX-License-Identifier: GPL-3.0-or-later
"""What storing and indexing cost the writer, and how long searches take, without a network.

The program fills a database with the steps of a first sync, one after another on one thread.
Beyond 50,000 mails the same ones are taken again, later in time.
"""

import json
import subprocess
from pathlib import Path

from bench.box import made_mails
from bench.table import Row

PROGRAM = Path(__file__).parents[2] / "build/bench/bin/bench_search"
MOST_MADE = 50_000


def measure(store: Path, size: int, _runs: int) -> tuple[str, list[Row]]:
    """Processor time of each step, and medians of 11 searches."""
    made = made_mails(store, min(size, MOST_MADE))
    database = store / "search.db"
    for file in store.glob("search.db*"):
        file.unlink()
    copies = max(1, size // MOST_MADE)
    output = subprocess.run(
        [PROGRAM, made / "Maildir", database, str(copies)],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    found = json.loads(output)
    filling = found["filling"]
    return f"Searching {filling['mails']:,} mails", [
        *_filling_rows(filling),
        *(_search_row(one, filling["mails"]) for one in found["searches"]),
    ]


def _filling_rows(filling: dict[str, float]) -> list[Row]:
    steps = {
        "pool: parse, compress, normalise": "pool",
        "writer: list rows": "rows",
        "writer: bodies": "bodies",
        "writer: full text": "texts",
        "writer, in quiet times: merging": "merging",
    }
    rows = [Row(name, filling[step], "s") for name, step in steps.items()]
    if filling["mails"] <= MOST_MADE:  # copies have no bodies
        mib = 2**20
        rows.append(Row("database", filling["fileBytes"] / mib, "MiB", filling["rawBytes"] / mib,
                        "mails", "ratio 0.80"))  # fmt: skip
    return rows


def _search_row(one: dict[str, float | str], mails: float) -> Row:
    name = f"{one['name']}: {one['hits']:,} hits"
    limit = 5 if mails <= MOST_MADE else 25
    return Row(name, float(one["ms"]), "ms", target=f"<= {limit} ms")
