# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line of `./dev bench`."""

import argparse
from functools import partial
from pathlib import Path

from bench import (
    engines,
    httpload,
    idle,
    listing,
    mime,
    nodes,
    pushing,
    resync,
    searching,
    sending,
    streaming,
    sync,
    table,
    tray,
    webclient,
    webhooks,
)

BENCHES = {
    "sync": sync.measure,
    "list": listing.measure,
    "resync": resync.measure,
    "http": httpload.measure,
    "mime": mime.measure,
    "search": searching.measure,
    "idle": idle.measure,
    "send": sending.measure,
    "tray": tray.measure,
    "web": webclient.measure,
    "sse": streaming.measure,
    "push": pushing.measure,
    "webhooks": webhooks.measure,
    "engines": engines.measure,
    "nodes": nodes.measure,
}


def arguments() -> argparse.Namespace:
    """What to measure."""
    parser = argparse.ArgumentParser(prog="./dev bench")
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="sync, list, resync, http, mime, search, idle, send, tray, web, sse, push, webhooks, engines, nodes; none: all",
    )
    parser.add_argument("--size", type=int, default=5000, help="mails in the box (5000)")
    parser.add_argument("--runs", type=int, default=3, help="runs of each, for the median (3)")
    parser.add_argument("--cold", action="store_true", help="sync: remove the mail server's cache before each run")
    parser.add_argument("--keep", action="store_true", help="append to tests/bench/RESULTS.md")
    parser.add_argument("--store", type=Path, default=Path("/var/tmp/postrider-bench"),
                        help="made mail and scratch data (/var/tmp/postrider-bench)")  # fmt: skip
    wanted = parser.parse_args()
    unknown = set(wanted.names) - set(BENCHES)
    if unknown:
        parser.error(f"no such bench: {', '.join(sorted(unknown))}")
    return wanted


def main() -> None:
    """Runs the benches and prints a table each."""
    wanted = arguments()
    wanted.store.mkdir(parents=True, exist_ok=True)
    for name in wanted.names or BENCHES:
        bench = partial(sync.measure, is_cold=True) if name == "sync" and wanted.cold else BENCHES[name]
        title, rows = bench(wanted.store, wanted.size, wanted.runs)
        print(f"\n{title}\n{table.machine()}\n\n{table.table(rows)}\n", flush=True)
        if wanted.keep:
            table.keep(title, rows)


if __name__ == "__main__":
    main()
