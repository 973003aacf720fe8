# SPDX-License-Identifier: GPL-3.0-or-later
"""100,000 mails with POSTRIDER_LONG, otherwise 1,000, move from SQLite to PostgreSQL and back."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from corpus import make_mail
from postrider_support import Client, Dovecot, Postgresql, Service, wait_until
from postrider_support.contents import contents, last_ids
from postrider_support.letters import synced_account
from postrider_support.questions import answers, differences, questions
from postrider_support.service import is_sanitized
from test_migrate_database import CONFIG, migrated

BASE = 100 if is_sanitized() else 250
COPIES = 400 if os.environ.get("POSTRIDER_LONG") else 4
LARGEST = 20_000  # bytes; larger mails are left out

# Each copy of the mails is a day later and has its own ids and UIDs.
MULTIPLY = """
    INSERT INTO mails ({columns}) SELECT {shifted} FROM mails WHERE id <= :base;
    INSERT INTO bodies (mail_id, raw_size, raw) SELECT mail_id + :step, raw_size, raw FROM bodies WHERE mail_id <= :base;
    INSERT INTO attachments (mail_id, part_path, filename, content_type, size, content_id, is_inline)
        SELECT mail_id + :step, part_path, filename, content_type, size, content_id, is_inline FROM attachments
        WHERE mail_id <= :base
"""
SHIFTED = {
    "id": "id + :step",
    "uid": "uid + :step",
    "created_at": "created_at + :days",
    "sent_at": "sent_at + :days",
    "sort_key": "((created_at + :days) << 30) | (id + :step)",
    "sent_key": "((sent_key >> 30) + :days) << 30 | (id + :step)",
    "search_state": "1",
    "in_index": "NULL",
    "message_id": "'<' || :step || '.' || substr(message_id, 2)",
}


def multiplied(file: Path, copies: int) -> int:
    """Adds copies of the mails to the database, not indexed yet; returns how many mails there are then."""
    with closing(sqlite3.connect(file)) as database, database:
        base = database.execute("SELECT max(id) FROM mails").fetchone()[0]
        columns = [name for (name,) in database.execute("SELECT name FROM pragma_table_info('mails')")]
        script = MULTIPLY.format(
            columns=", ".join(columns), shifted=", ".join(SHIFTED.get(name, name) for name in columns)
        )
        for copy in range(1, copies):
            values = {"base": base, "step": base * copy, "days": 86400 * copy}
            for statement in script.split(";"):
                used = {name: value for name, value in values.items() if f":{name}" in statement}
                database.execute(statement, used)
        database.execute("UPDATE counters SET n = n * ?", (copies,))
        total: int = database.execute("SELECT count(*) FROM mails").fetchone()[0]
    return total


@pytest.fixture(scope="module")
def first(dovecot: Dovecot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str, int]]:
    """Data directory, a token, and the number of mails; the service and the mail server are stopped."""
    user = dovecot.add_user("much")
    made = (make_mail(31, number, BASE * 2) for number in range(BASE * 2))
    with dovecot.mailbox(user) as box:
        for mail in [mail for mail in made if len(mail.raw) < LARGEST][:BASE]:
            box.append(mail.raw, received_at=mail.truth.createdAt)
    data = tmp_path_factory.mktemp("much") / "data"
    with Service(data, config=CONFIG, extra_ca=dovecot.ca_file) as service:
        client = service.admin()
        synced_account(client, dovecot.account(user), 120)
        token = client.token
    dovecot.stop()
    total = multiplied(data / "postrider.db", COPIES)
    with Service(data, config=CONFIG) as service:
        wait_until(lambda: service.sql("SELECT count(*) FROM mails WHERE search_state = 1") == [(0,)], 600, "the index")
    assert token
    yield data, token, total
    dovecot.start()


def collect_answers(data: Path, database: str | Path, token: str, total: int, folder: Path) -> dict[str, bytes]:
    shutil.copytree(data, folder, ignore=shutil.ignore_patterns("postrider.db*"))
    url = database if isinstance(database, str) else f"sqlite:{database}"
    with Service(folder, config=CONFIG, environment={"POSTRIDER_DATABASE_URL": url}) as service:
        return answers(Client(service.base_url, token, timeout=120), questions(total, range(1, total, total // 7)))


def test_much_mail_moves_there_and_back(
    first: tuple[Path, str, int], postgresql: Postgresql, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    data, token, total = first
    file, url, back = data / "postrider.db", postgresql.url(postgresql.new_database()), tmp_path / "back.db"
    assert total == COPIES * BASE
    for source, target in ((file, url), (url, back)):
        began = time.monotonic()
        migrated(source, target, 6000)
        record_property("seconds", time.monotonic() - began)
        print(f"{total} mails from {str(source)[:10]}: {time.monotonic() - began:.1f} s")
    whole = contents(file)
    assert contents(url) == whole and contents(back) == whole
    assert last_ids(url) == last_ids(back) == last_ids(file)
    collected = [
        collect_answers(data, database, token, total, tmp_path / f"data{number}")
        for number, database in enumerate((file, url, back))
    ]
    assert differences(collected[0], collected[1]) == []
    assert differences(collected[0], collected[2]) == []
