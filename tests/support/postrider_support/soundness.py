# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the database of a service that does not run: its integrity, its full text index and its counters."""

import sqlite3
import struct
from collections import Counter
from pathlib import Path

_COUNTED = """
    SELECT account_id, folder_id, listing, is_read, is_starred, has_attachment, count(*)
    FROM mails GROUP BY 1, 2, 3, 4, 5, 6
"""
_COUNTERS = """
    SELECT account_id, folder_id, listing, is_read, is_starred, has_attachment, n
    FROM counters WHERE n != 0
"""


def check_database(data_dir: Path) -> None:
    """AssertionError if SQLite finds damage, a foreign key has no target or a counter is wrong."""
    connection = sqlite3.connect(data_dir / "postrider.db")
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        check_index(connection)
        counted = set(connection.execute(_COUNTED))
        assert set(connection.execute(_COUNTERS)) == counted
    finally:
        connection.close()


def check_index(connection: sqlite3.Connection) -> None:
    """AssertionError if the full text index does not have each indexed mail exactly once."""
    found: Counter[int] = Counter()
    for segment, documents in connection.execute(
        "SELECT id, documents FROM search_segments WHERE state = 1"
    ).fetchall():
        keys = _keys(connection, segment)
        deleted = {
            document
            for (document,) in connection.execute("SELECT document FROM search_gone WHERE segment = ?", (segment,))
        }
        assert len(keys) == documents and all(document < documents for document in deleted), f"segment {segment}"
        found.update(key for document, key in enumerate(keys) if document not in deleted)
    indexed = {key for (key,) in connection.execute("SELECT sort_key FROM mails WHERE in_index IS NOT NULL")}
    assert set(found) == indexed, f"{len(set(found) ^ indexed)} mails"
    assert all(times == 1 for times in found.values())


def _keys(connection: sqlite3.Connection, segment: int) -> list[int]:
    """Sort keys of the segment's documents; the first four bytes of a row are its checksum."""
    keys: list[int] = []
    for (row,) in connection.execute("SELECT data FROM search_keys WHERE segment = ? ORDER BY first", (segment,)):
        keys += struct.unpack(f"<{(len(row) - 4) // 8}q", row[4:])
    return keys
