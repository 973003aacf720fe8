# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixtures: one mail server per run, one service per test file, one mailbox per test.

With POSTRIDER_TEST_ENGINE=postgresql the services keep their data in a private PostgreSQL, and with POSTRIDER_TEST_POOL
their readers use a pooler in transaction mode.
"""

import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from mailmodel import Box, known_box  # noqa: E402
from postrider_support import (
    UNLIMITED,
    Client,
    Dovecot,
    EventStream,
    OpenApi,
    Postgresql,  # noqa: E402
    Service,
    SmtpScript,
    User,
)
from postrider_support.pgbouncer import Pgbouncer  # noqa: E402

_user_numbers = itertools.count(1)


def need(available: bool, what: str) -> None:
    """Skips the test where a server is missing; fails it where the run requires them all."""
    if available:
        return
    if os.environ.get("POSTRIDER_REQUIRE_SERVERS") == "1":
        pytest.fail(f"{what} is not installed")
    pytest.skip(f"{what} is not installed")


@pytest.fixture(scope="session")
def scratch() -> Iterator[Path]:
    """A directory for servers. pytest's own is not used, because the system's mail user cannot enter it."""
    path = Path(tempfile.mkdtemp(prefix="postrider-test-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="session")
def dovecot(scratch: Path) -> Iterator[Dovecot]:
    """The mail server with everything switched on. Tests that stop it must start it again."""
    need(Dovecot.available(), "dovecot-imapd")
    server = Dovecot(scratch / "dovecot")
    server.add_users(User(f"user{number}", "correct horse") for number in range(1, 400))
    with server:
        yield server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Postgresql]:
    """One server for all tests. A test that stops a server makes its own one."""
    need(Postgresql.available(), "postgresql")
    with Postgresql() as server:
        yield server


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest) -> Callable[[], dict[str, str]]:
    """Each call makes a new database and returns the variables that name it; none for SQLite."""
    if os.environ.get("POSTRIDER_TEST_ENGINE") != "postgresql":
        return dict
    server: Postgresql = request.getfixturevalue("postgresql")
    pooler = request.getfixturevalue("reading_pooler") if os.environ.get("POSTRIDER_TEST_POOL") else None

    def made() -> dict[str, str]:
        name = server.new_database()
        pool = {"POSTRIDER_DATABASE_POOL_URL": pooler.url(name)} if pooler else {}
        return {"POSTRIDER_DATABASE_URL": server.url(name)} | pool

    return made


@pytest.fixture(scope="session")
def reading_pooler(postgresql: Postgresql, scratch: Path) -> Iterator[Pgbouncer]:
    """In transaction mode, for the readers of all services. With two connections, which they share."""
    need(Pgbouncer.available(), "pgbouncer")
    with Pgbouncer(scratch / "reading-pooler", postgresql, "transaction", 2) as pooler:
        yield pooler


@pytest.fixture(scope="module")
def service(
    request: pytest.FixtureRequest,
    dovecot: Dovecot,
    tmp_path_factory: pytest.TempPathFactory,
    database: Callable[[], dict[str, str]],
) -> Iterator[Service]:
    """The service, trusting the test mail server's authority.

    A test file may set CONFIG (keys of the configuration file) and ENVIRONMENT for its service.
    """
    config = UNLIMITED | getattr(request.module, "CONFIG", {})
    environment = database() | getattr(request.module, "ENVIRONMENT", {})
    with Service(
        tmp_path_factory.mktemp("service"), config=config, environment=environment, extra_ca=dovecot.ca_file
    ) as running:
        yield running


@pytest.fixture
def fresh_service(
    dovecot: Dovecot, tmp_path: Path, database: Callable[[], dict[str, str]]
) -> Iterator[Callable[..., Service]]:
    """Makes services for one test: `fresh_service({"stream.heartbeat": "1"}, {"POSTRIDER_X": "y"})`."""
    made: list[Service] = []

    def make(
        config: dict[str, str] | None = None, environment: dict[str, str] | None = None, start: bool = True
    ) -> Service:
        one = Service(
            tmp_path / f"service{len(made)}",
            config=UNLIMITED | (config or {}),
            environment=database() | (environment or {}),
            extra_ca=dovecot.ca_file,
        )
        made.append(one)
        if start:
            one.start()
        return one

    yield make
    for one in made:
        one.kill()


@pytest.fixture(scope="module")
def openapi(service: Service) -> OpenApi:
    """The description that the running service serves."""
    return OpenApi(service.client().get("/openapi.json").json)


@pytest.fixture(scope="module")
def token(service: Service) -> str:
    """A token of the first user, for all tests of a file: a login takes a third of a second on purpose."""
    value = service.admin().token
    assert value
    return value


@pytest.fixture
def client(service: Service, openapi: OpenApi, token: str) -> Iterator[Client]:
    """The first user, logged in; every answer is checked against the description."""
    one = service.client(openapi)
    one.token = token
    yield one
    one.close()


@pytest.fixture
def events(service: Service, client: Client) -> Iterator[EventStream]:
    """The event stream of that user, connected."""
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        yield stream
        described(client, stream)


def described(client: Client, stream: EventStream) -> None:
    """Checks every event received so far against the description."""
    assert client.openapi is not None
    for event in list(stream.received):
        client.openapi.check_event(event.name, event.data, event.id)


@pytest.fixture
def mail_user(dovecot: Dovecot) -> User:
    """A fresh, empty mailbox."""
    return dovecot.add_user(f"user{next(_user_numbers)}")


@pytest.fixture(scope="module")
def box(service: Service, token: str, dovecot: Dovecot) -> Box:
    """The mailbox of mailmodel, synchronised. The tests of a file share it and must not change it."""
    client = service.client()
    client.token = token
    return known_box(client, dovecot, dovecot.add_user(f"listed{next(_user_numbers)}"))


@pytest.fixture
def smtp() -> Iterator[SmtpScript]:
    """A submission server that accepts everything until the test sets other answers."""
    with SmtpScript() as server:
        yield server


@pytest.fixture
def account(client: Client, smtp: SmtpScript) -> Iterator[dict[str, Any]]:
    """An account that sends through `smtp` and has no mailbox."""
    made = client.post("/accounts", smtp.account()).ok(201)
    yield made
    client.delete(f"/accounts/{made['id']}").ok()
