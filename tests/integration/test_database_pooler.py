# SPDX-License-Identifier: GPL-3.0-or-later
"""PostgreSQL behind pgbouncer, and PostgreSQL that has no connection left."""

import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from conftest import need
from postrider_support import UNLIMITED, Client, Dovecot, Postgresql, Service, User, wait_until
from postrider_support.letters import all_mails, letter, synced_account
from postrider_support.pgbouncer import Pgbouncer
from postrider_support.postgresql import run_sql
from test_doctor import doctor

CONFIG = UNLIMITED | {"sync.retry_min": "1", "sync.retry_max": "1", "database_wait": "1"}
CONNECTIONS = 6  # the smallest pool, as in the README


@pytest.fixture(scope="module")
def server() -> Iterator[Postgresql]:
    need(Postgresql.available(), "postgresql")
    with Postgresql() as one:
        yield one


@pytest.fixture
def on(dovecot: Dovecot, tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Makes services on the database of a URL."""
    made: list[Service] = []

    def make(url: str, config: dict[str, str] | None = None, pool_url: str = "") -> Service:
        pool = {"POSTRIDER_DATABASE_POOL_URL": pool_url} if pool_url else {}
        made.append(
            Service(
                tmp_path / f"service{len(made)}",
                config=CONFIG | (config or {}),
                environment={"POSTRIDER_DATABASE_URL": url, "POSTRIDER_KEY": "5e" * 32} | pool,
                extra_ca=dovecot.ca_file,
            )
        )
        return made[-1]

    yield make
    for one in made:
        one.kill()


@pytest.fixture
def pooler(server: Postgresql, scratch: Path) -> Iterator[Callable[..., Pgbouncer]]:
    """Starts poolers: `pooler("session", 5)`."""
    need(Pgbouncer.available(), "pgbouncer")
    with ExitStack() as running:
        yield lambda mode, pool=20: running.enter_context(
            Pgbouncer(Path(tempfile.mkdtemp(dir=scratch)), server, mode, pool)
        )


@pytest.mark.parametrize("pool", [1, 20])
@pytest.mark.parametrize("mode", ["transaction", "statement"])
def test_pooler_that_shares_connections_is_refused(
    mode: str, pool: int, server: Postgresql, pooler: Callable[..., Pgbouncer], on: Callable[..., Service]
) -> None:
    name = server.new_database()
    service = on(pooler(mode, pool).url(name), {"database_wait": "300"})
    assert service.run_to_end(60) == 1
    line = service.log().splitlines()[-1]
    assert "set pool_mode = session in pgbouncer" in line and "any" not in line.split("postgresql://")[1].split("@")[0]
    assert server.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name) == "0"


def test_pooler_is_refused_while_others_use_it(
    server: Postgresql, pooler: Callable[..., Pgbouncer], on: Callable[..., Service]
) -> None:
    """The pooler assigns its connections to other clients all the time then."""
    one = pooler("transaction", 3)
    ended = threading.Event()

    def use(name: str) -> None:
        while not ended.is_set():
            run_sql(one.url(name), "BEGIN; SELECT pg_sleep(0.01); COMMIT")

    name = server.new_database()
    others = [threading.Thread(target=use, args=(name,)) for _ in range(2)]
    for other in others:
        other.start()
    try:
        for _ in range(5):
            service = on(one.url(name), {"database_wait": "300"})
            assert service.run_to_end(60) == 1
            assert "set pool_mode = session in pgbouncer" in service.log().splitlines()[-1]
    finally:
        ended.set()
        for other in others:
            other.join()


def test_pooler_in_session_mode_serves_with_the_pool_that_is_documented(
    server: Postgresql, pooler: Callable[..., Pgbouncer], on: Callable[..., Service], dovecot: Dovecot, mail_user: User
) -> None:
    name = server.new_database()
    dovecot.deliver(mail_user, letter("Through a pool"))
    service = on(pooler("session", CONNECTIONS).url(name), {"database_wait": "30"})
    service.start(40)
    client = service.admin()
    synced_account(client, dovecot.account(mail_user))
    mail = all_mails(client)[0]
    held = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()"
    assert server.sql(held) == str(CONNECTIONS)
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        for _ in range(2):
            server.sql(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                f" WHERE datname = '{name}' AND pid <> pg_backend_pid()"
            )
            wait_until(
                lambda: client.put(f"/mails/{mail['id']}/star", {"isStarred": True}).status == 200, 20, "the change"
            )
            stream.wait_for("mail.updated")
            client.put(f"/mails/{mail['id']}/star", {"isStarred": False}).ok()
            stream.wait_for("mail.updated")
    service.stop()


def test_pool_that_is_too_small_is_said_at_the_start(
    server: Postgresql, pooler: Callable[..., Pgbouncer], on: Callable[..., Service]
) -> None:
    service = on(pooler("session", CONNECTIONS - 2).url(server.new_database()))
    assert service.run_to_end(60) == 1
    assert "it has not answered for" in service.log().splitlines()[-1]


# -- readers through a pooler in transaction mode


def ask_everything(client: Client, mail: dict[str, Any]) -> None:
    """Reads in every way that the interface has; the mail is among what is found."""
    for query in ({}, {"q": "through"}, {"q": '"through a pool"'}, {"q": "is:unread OR is:starred"},
                  {"q": "from:nobody@example.org OR through"}, {"sort": "subject", "order": "asc"},
                  {"accountId": mail["accountId"]}):  # fmt: skip
        assert client.get("/mails", **query, highlight="1").ok()["total"] == 1, query
    assert client.get("/mails", q="it's: \\ :id -- '").ok()["total"] == 0
    assert client.get(f"/mails/{mail['id']}").ok()["subject"] == mail["subject"]
    for path in ("/accounts", "/webhooks", "/drafts", "/attachments"):
        client.get(path).ok()


@pytest.mark.parametrize("pool", [1, 5])
def test_readers_work_through_a_pooler_in_transaction_mode(
    pool: int,
    server: Postgresql,
    pooler: Callable[..., Pgbouncer],
    on: Callable[..., Service],
    dovecot: Dovecot,
    mail_user: User,
) -> None:
    """Two nodes share the pool; each has only four connections of its own."""
    name = server.new_database()
    front = pooler("transaction", pool)
    dovecot.deliver(mail_user, letter("Through a pool"))
    nodes = [on(server.url(name), pool_url=front.url(name)) for _ in range(2)]
    for node in nodes:
        node.start(40)
    client = nodes[0].admin()
    synced_account(client, dovecot.account(mail_user))
    mail = all_mails(client)[0]
    wait_until(lambda: client.get("/mails", q="through").ok()["total"] == 1, 20, "the full text of the mail")
    clients = [client, nodes[1].admin()]
    for one in clients:
        ask_everything(one, mail)
    for is_starred in (True, False) * 5:
        clients[0].put(f"/mails/{mail['id']}/star", {"isStarred": is_starred}).ok()
        assert [one.get(f"/mails/{mail['id']}").ok()["isStarred"] for one in clients] == [is_starred] * 2
    held = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}' AND pid <> pg_backend_pid()"
    assert 8 < int(server.sql(held)) <= 8 + pool


def test_readers_leave_nothing_in_the_sessions_of_the_pool(
    server: Postgresql, pooler: Callable[..., Pgbouncer], on: Callable[..., Service]
) -> None:
    """Neither settings nor statements: other clients get the session next."""
    name = server.new_database()
    front = pooler("transaction", 1)
    settings = "SELECT name || '=' || setting FROM pg_settings WHERE name NOT IN ('bytea_output') ORDER BY name"
    before = run_sql(front.url(name), settings)
    service = on(server.url(name), pool_url=front.url(name))
    service.start(40)
    client = service.admin()
    assert client.get("/mails", q="a").ok()["total"] == 0
    client.get("/mails", q="nothing:known").failed(400, 40001)
    assert run_sql(front.url(name), settings) == before
    assert run_sql(front.url(name), "SELECT count(*) FROM pg_prepared_statements") == [("0",)]


def test_pooler_that_ends_is_missed_by_readers_until_it_is_back(
    server: Postgresql, scratch: Path, on: Callable[..., Service]
) -> None:
    need(Pgbouncer.available(), "pgbouncer")
    name = server.new_database()
    front = Pgbouncer(Path(tempfile.mkdtemp(dir=scratch)), server, "transaction")
    with front:
        service = on(server.url(name), pool_url=front.url(name))
        service.start(40)
        client = service.admin()
        client.get("/mails").ok()
    client.get("/mails").failed(503, 50303)
    with front:
        wait_until(lambda: client.get("/mails").status == 200, 10, "the list")
        server.sql(f"SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{name}'"
                   " AND pid <> pg_backend_pid()")  # fmt: skip
        wait_until(lambda: client.get("/mails").status == 200, 10, "the list")


@pytest.mark.parametrize(
    ("mode", "is_other", "reason"),
    [
        ("transaction", True, "database_pool_url leads to another database than database_url"),
        ("statement", False, "transaction blocks not allowed in statement pooling mode"),
    ],
    ids=["another database", "statement mode"],
)
def test_pooler_that_readers_cannot_use_is_refused(
    mode: str,
    is_other: bool,
    reason: str,
    server: Postgresql,
    pooler: Callable[..., Pgbouncer],
    on: Callable[..., Service],
) -> None:
    own, other = server.new_database(), server.new_database()
    service = on(server.url(own), pool_url=pooler(mode).url(other if is_other else own))
    assert service.run_to_end(60) == 1
    assert reason in service.log().splitlines()[-1]


def test_doctor_checks_the_pooler(
    server: Postgresql, pooler: Callable[..., Pgbouncer], on: Callable[..., Service]
) -> None:
    name = server.new_database()
    front = pooler("transaction")
    service = on(server.url(name), pool_url=front.url(name))
    service.start(40)
    assert "Readers reach the database through the pooler." in doctor(service).stdout
    other = {"POSTRIDER_DATABASE_POOL_URL": front.url(server.new_database())}
    assert "database_pool_url leads to another database" in doctor(service, variables=other).stdout


def test_doctor_reports_a_pooler_for_sqlite(
    server: Postgresql, pooler: Callable[..., Pgbouncer], tmp_path: Path
) -> None:
    with Service(tmp_path / "sqlite") as service:
        front = {"POSTRIDER_DATABASE_POOL_URL": pooler("transaction").url(server.new_database())}
        done = doctor(service, variables=front)
    assert done.returncode == 2, done.stderr
    assert "database_pool_url needs a database_url that begins with postgresql://" in done.stdout


# -- no connection left


def limited(server: Postgresql, what: str, limit: int) -> tuple[str, str]:
    """A URL whose user is no superuser, and the statement that sets the connection limit of `what`."""
    name = server.new_database()
    server.sql(f"CREATE ROLE {name} LOGIN")
    server.sql(f"ALTER DATABASE {name} OWNER TO {name}")
    server.sql(f"GRANT ALL ON SCHEMA public TO {name}", name)
    statement = f"ALTER {what} {name} CONNECTION LIMIT"
    server.sql(f"{statement} {limit}")
    return f"postgresql://{name}@/{name}?host={quote(str(server.folder))}&port={server.port}", statement


@pytest.mark.parametrize("limit", [0, 3])
@pytest.mark.parametrize("what", ["ROLE", "DATABASE"])
def test_start_waits_for_a_connection_to_become_free(
    what: str, limit: int, server: Postgresql, on: Callable[..., Service]
) -> None:
    url, statement = limited(server, what, limit)
    service = on(url, {"database_wait": "60"})
    starting = threading.Thread(target=service.start, args=(60,))
    starting.start()
    wait_until(lambda: "Waiting for the database" in service.log(), 20, "the line that says so")
    assert f"too many connections for {what.lower()}" in service.log()
    server.sql(f"{statement} 20")
    starting.join()
    assert service.running and service.admin().get("/mails").ok()["total"] == 0


@pytest.mark.parametrize("what", ["ROLE", "DATABASE"])
def test_running_service_waits_for_a_connection_too(what: str, server: Postgresql, on: Callable[..., Service]) -> None:
    url, statement = limited(server, what, 20)
    service = on(url)
    service.start()
    client = service.admin()
    name = url.split("@")[0].split("//")[1]
    server.sql(f"{statement} 0")
    server.sql(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
        f" WHERE usename = '{name}' AND pid <> pg_backend_pid()"
    )
    client.get("/mails").failed(503, 50303)
    wait_until(lambda: "too many connections" in service.log(), 10, "the line that says so")
    server.sql(f"{statement} 20")
    wait_until(lambda: client.get("/mails").status == 200, 5, "the list")
    wait_until(lambda: "The database is available again" in service.log(), 5, "the line that says so")
    assert service.log().count("The connection to the database is lost") == 1
