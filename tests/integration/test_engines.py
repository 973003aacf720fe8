# SPDX-License-Identifier: GPL-3.0-or-later
"""SQLite and PostgreSQL answer the same requests with the same bytes: 5,000 mails in many languages."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from corpus.writer import generate
from postrider_support import UNLIMITED, Client, Dovecot, Postgresql, Service, wait_until
from postrider_support.letters import indexed, synced_account
from postrider_support.questions import answers, differences, questions
from postrider_support.service import is_sanitized, program
from postrider_support.waiting import scaled

MADE = 1000 if is_sanitized() else 5000
# The mail server is stopped: no retry changes anything while answers are compared.
CONFIG = UNLIMITED | {"sync.retry_min": "3600", "sync.retry_max": "3600"}


@pytest.fixture(scope="module")
def pair(
    dovecot: Dovecot, postgresql: Postgresql, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Client, Client]]:
    """Two services: one synchronised on SQLite, the other has a migrated copy. The mail server is stopped."""
    user = dovecot.add_user("engines")
    generate(dovecot.maildir(user).parent, MADE, seed=23)
    dovecot.adopt(user)
    first, second = (tmp_path_factory.mktemp("engines") / name for name in ("sqlite", "postgresql"))
    with Service(first, config=CONFIG, extra_ca=dovecot.ca_file) as service:
        client = service.admin()
        synced_account(client, dovecot.account(user), 240)
        live(client)
        indexed(client)
        assert client.get("/mails", keyword="the").ok()["total"] > MADE // 10
        token = client.token
    url = postgresql.url(postgresql.new_database())
    subprocess.run(
        [str(program()), "migrate-database", "--from", str(first / "postrider.db"), "--to", url],
        check=True,
        timeout=scaled(240),
    )
    shutil.copytree(first, second, ignore=shutil.ignore_patterns("postrider.db*"))
    dovecot.stop()
    with Service(first, config=CONFIG) as sqlite, Service(
        second, config=CONFIG, environment={"POSTRIDER_DATABASE_URL": url}
    ) as other:
        clients = Client(sqlite.base_url, token), Client(other.base_url, token)
        for client in clients:
            wait_until(lambda: client.get("/health/ready").status == 200, 20, "the service to be ready")
        yield clients
    dovecot.start()


def live(client: Client) -> None:
    """Reads, stars and deletes some mails; they are chosen by size."""
    ids = [
        mail["id"]
        for page in (1, 7, 31)
        for mail in client.get("/mails", page=page, pageSize=30, sort="size").ok()["items"]
    ]
    client.post("/mails/batch-read", {"ids": ids[::2], "isRead": True}).ok()
    client.post("/mails/batch-delete", {"ids": ids[1::6]}).ok()
    for mail in ids[2::6]:
        client.put(f"/mails/{mail}/star", {"isStarred": True}).ok()


def looked_at(client: Client) -> list[int]:
    """A sample of mails over all sizes, so that all languages and odd mails are in it."""
    items = [client.get("/mails", page=page, pageSize=100, sort="size").ok()["items"][::10] for page in (1, 5, 9)]
    return [mail["id"] for page in items for mail in page]


def test_answers_are_the_same_bytes(pair: tuple[Client, Client]) -> None:
    sqlite, postgresql = pair
    asked = list(questions(MADE, looked_at(sqlite)))
    assert len(asked) > 300
    assert differences(answers(sqlite, asked), answers(postgresql, asked)) == []


def test_changes_have_the_same_outcome(pair: tuple[Client, Client]) -> None:
    """What is changed the same way on both is found the same way."""
    sqlite, postgresql = pair
    for client in pair:
        live(client)
    client_answers = [answers(client, questions(MADE, looked_at(sqlite)[:5])) for client in pair]
    assert differences(*client_answers) == []
