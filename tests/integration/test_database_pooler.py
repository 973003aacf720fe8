# SPDX-License-Identifier: GPL-3.0-or-later
"""PostgreSQL behind pgbouncer, and PostgreSQL that has no connection left."""

import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote

import pytest
from conftest import need
from postrider_support import UNLIMITED, Dovecot, Postgresql, Service, User, wait_until
from postrider_support.letters import all_mails, letter, synced_account
from postrider_support.pgbouncer import Pgbouncer
from postrider_support.postgresql import run_sql

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

    def make(url: str, config: dict[str, str] | None = None) -> Service:
        made.append(
            Service(
                tmp_path / f"service{len(made)}",
                config=CONFIG | (config or {}),
                environment={"POSTRIDER_DATABASE_URL": url, "POSTRIDER_KEY": "5e" * 32},
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
