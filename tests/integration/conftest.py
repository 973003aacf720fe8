# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixtures: one mail server a run, one service a file, one mailbox a test."""

import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from postrider_support import Client, Dovecot, EventStream, OpenApi, Service, User  # noqa: E402

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
    """A directory for servers. Not pytest's: that one is closed to the mail user."""
    path = Path(tempfile.mkdtemp(prefix="postrider-test-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="session")
def dovecot(scratch: Path) -> Iterator[Dovecot]:
    """The mail server with everything switched on. Tests that stop it must start it again."""
    need(Dovecot.available(), "dovecot-imapd")
    with Dovecot(scratch / "dovecot") as server:
        yield server


@pytest.fixture(scope="module")
def service(dovecot: Dovecot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service, trusting the test mail server's authority."""
    with Service(tmp_path_factory.mktemp("service"), extra_ca=dovecot.ca_file) as running:
        yield running


@pytest.fixture(scope="module")
def openapi(service: Service) -> OpenApi:
    """The description that the running service serves."""
    return OpenApi(service.client().get("/openapi.json").json)


@pytest.fixture
def client(service: Service, openapi: OpenApi) -> Client:
    """The first user, logged in; every answer is checked against the description."""
    return service.admin(openapi)


@pytest.fixture
def events(service: Service, client: Client) -> Iterator[EventStream]:
    """The event stream of that user, connected."""
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        yield stream


@pytest.fixture
def mail_user(dovecot: Dovecot) -> User:
    """A fresh, empty mailbox."""
    return dovecot.add_user(f"user{next(_user_numbers)}")
