# SPDX-License-Identifier: GPL-3.0-or-later
"""The table that a bench prints and, with --keep, appends to RESULTS.md."""

import os
import platform
import subprocess
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

RESULTS = Path(__file__).parent / "RESULTS.md"
_HEAD = ("figure", "ours", "reference", "ratio", "target")


@dataclass(frozen=True)
class Row:
    """One figure, ours and the reference's in `unit`. The ratio is ours divided by the reference's."""

    figure: str
    ours: float | None
    unit: str
    reference: float | None = None
    reference_name: str = ""
    target: str = ""

    def cells(self) -> tuple[str, ...]:
        """The row as text."""
        ratio = self.ours / self.reference if self.ours and self.reference else None
        known = f"{self.reference_name} {_shown(self.reference, self.unit)}".strip()
        return (
            self.figure,
            _shown(self.ours, self.unit),
            known if self.reference is not None else "",
            f"{ratio:.2f}" if ratio is not None else "",
            self.target,
        )


def _shown(value: float | None, unit: str) -> str:
    if value is None:
        return "-"
    digits = {"s": 3, "ms": 2, "%": 2}.get(unit, 0)
    return f"{value:,.{digits}f} {unit}"


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table, columns aligned."""
    lines = [_HEAD, *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(_HEAD))]
    text = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |" for line in lines]
    text.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(text)


def keep(title: str, rows: list[Row]) -> None:
    """Appends the table with date, machine and commit to RESULTS.md."""
    with RESULTS.open("a", encoding="utf-8") as results:
        results.write(f"\n## {title}\n\n{machine()}\n\n{table(rows)}\n")


def machine() -> str:
    """Date, commit, cores, memory and system of this run."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=RESULTS.parent
    ).stdout.strip()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    day = datetime.now(timezone.utc).strftime("%Y-%m-%d")
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    return f"{day}, commit {commit}, {os.cpu_count()} cores, {memory:.0f} GiB, {system}"
