# SPDX-License-Identifier: GPL-3.0-or-later
"""The contents of a database, of either engine: a count and a checksum of each table.

Reads them with the engines' own tools, and shares no code with the program.
"""

import hashlib
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from postrider_support.postgresql import copied_lines, run_sql

Row = tuple[str | None, ...]
Contents = dict[str, tuple[int, str]]

# Tables that each database fills for itself: full text index, own history, marks that decide a COMMIT.
_OWN_TABLES = re.compile(
    r"search_.*|schema_versions|copied_tables|commit_marks|nodes|account_leases|account_requests|rate_counts|sign_ins|sqlite_.*"
)
_OWN_COLUMNS = {"in_index", "search_state"}
_ESCAPED = re.compile(r"\\(.)")
_SIGNS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def contents(where: str | Path) -> Contents:
    """For each table: how many rows, and a checksum that does not depend on their order."""
    look = _in_postgresql if isinstance(where, str) else _in_sqlite
    found = {}
    for name, rows in look(where):
        count, total = 0, 0
        for row in rows:
            digest = hashlib.sha256(repr(row).encode("utf-8", "surrogatepass")).digest()
            total = (total + int.from_bytes(digest, "big")) % 2**256
            count += 1
        found[name] = (count, f"{total:064x}")
    return found


def last_ids(where: str | Path) -> dict[str, int]:
    """For each table that is copied: the last id that was ever assigned, if there was one."""
    if isinstance(where, Path):
        with closing(sqlite3.connect(where)) as database:
            pairs = database.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
    else:
        pairs = run_sql(where, "SELECT sequencename, last_value FROM pg_sequences WHERE last_value IS NOT NULL")
    found = {name.removesuffix("_id_seq"): int(last) for name, last in pairs if last}
    return {table: last for table, last in found.items() if not _OWN_TABLES.fullmatch(table)}


def _in_sqlite(file: str | Path) -> Iterator[tuple[str, Iterator[Row]]]:
    with closing(sqlite3.connect(file)) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in sorted(tables):
            if _OWN_TABLES.fullmatch(table):
                continue
            described = database.execute(f"SELECT name FROM pragma_table_info('{table}')").fetchall()
            rows = database.execute(f"SELECT {_listed(name for name, in described)} FROM {table}")
            yield table, (tuple(map(_text, row)) for row in rows)


def _in_postgresql(url: str | Path) -> Iterator[tuple[str, Iterator[Row]]]:
    url = str(url)
    for (table,) in sorted(run_sql(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")):
        if _OWN_TABLES.fullmatch(table):
            continue
        described = run_sql(
            url,
            f"SELECT column_name FROM information_schema.columns WHERE table_name = '{table}'",
        )
        lines = copied_lines(url, f"SELECT {_listed(name for name, in described)} FROM {table}")
        yield table, (tuple(map(_unescaped, line.split("\t"))) for line in lines)


def _listed(columns: Iterator[str]) -> str:
    return ", ".join(sorted(set(columns) - _OWN_COLUMNS))


def _text(value: object) -> str | None:
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    return None if value is None else str(value)


def _unescaped(field: str) -> str | None:
    if field == "\\N":
        return None
    return _ESCAPED.sub(lambda found: _SIGNS.get(found[1], found[1]), field)
