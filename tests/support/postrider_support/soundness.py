# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks into the database of a service that does not run: is it whole, and does it count right?"""

import sqlite3
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
    """AssertionError where SQLite finds damage, a row points nowhere or a counter is wrong."""
    connection = sqlite3.connect(data_dir / "postrider.db")
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        connection.execute("INSERT INTO search_index (search_index) VALUES ('integrity-check')")
        counted = set(connection.execute(_COUNTED))
        assert set(connection.execute(_COUNTERS)) == counted
    finally:
        connection.close()
