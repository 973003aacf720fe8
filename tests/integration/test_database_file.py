# SPDX-License-Identifier: GPL-3.0-or-later
"""The file of SQLite: what a copy of it contains, and what happens if it is cut off."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from postrider_support import UNLIMITED, Dovecot, Service, User, wait_until
from postrider_support.letters import letter, synced_account

pytestmark = pytest.mark.skipif(bool(os.environ.get("POSTRIDER_TEST_ENGINE")), reason="SQLite only")


def mails_in_a_copy(service: Service, copy: Path) -> int:
    """The number of mails in a copy of the file alone, without its write-ahead log; -1: no database."""
    shutil.copy(service.data_dir / "postrider.db", copy)
    with closing(sqlite3.connect(copy)) as database:
        try:
            count: int = database.execute("SELECT count(*) FROM mails").fetchone()[0]
        except sqlite3.DatabaseError:
            return -1
    return count


def test_copy_of_the_file_has_what_is_older_than_some_seconds(
    dovecot: Dovecot, mail_user: User, tmp_path: Path
) -> None:
    with dovecot.mailbox(mail_user) as box:
        for number in range(30):
            box.append(letter(f"Mail {number}"))
    with Service(tmp_path / "data", extra_ca=dovecot.ca_file) as service:
        synced_account(service.admin(), dovecot.account(mail_user))
        wait_until(
            lambda: mails_in_a_copy(service, tmp_path / "copy.db") == 30, 40, "the log to be written into the file"
        )
        with dovecot.mailbox(mail_user) as box:
            box.append(letter("The last"))
        wait_until(lambda: service.admin().get("/mails").ok()["total"] == 31, 20, "the last mail")
    assert mails_in_a_copy(service, tmp_path / "copy.db") == 31
    assert not (service.data_dir / "postrider.db-wal").exists()


def test_file_that_is_cut_off_is_an_error_and_no_crash(dovecot: Dovecot, mail_user: User, tmp_path: Path) -> None:
    with dovecot.mailbox(mail_user) as box:
        for number in range(30):
            box.append(letter(f"Mail {number}"))
    service = Service(tmp_path / "data", config=UNLIMITED, extra_ca=dovecot.ca_file)
    service.start()
    try:
        client = service.admin()
        synced_account(client, dovecot.account(mail_user))
        wait_until(
            lambda: mails_in_a_copy(service, tmp_path / "copy.db") == 30, 40, "the log to be written into the file"
        )
        client.get("/mails").ok()
        os.truncate(service.data_dir / "postrider.db", 8192)
        for _ in range(5):
            for query in ({}, {"keyword": "Mail"}, {"sort": "subject"}, {"page": 2, "pageSize": 10}):
                assert client.get("/mails", **query).status in (200, 500, 503)
        assert service.running
        assert client.get("/health").ok()["status"] == "ok"
    finally:
        service.kill()
