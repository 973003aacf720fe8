# SPDX-License-Identifier: GPL-3.0-or-later
"""A provider of sign-ins, a mail server that takes its tokens, and accounts there: what tests of OAuth2 share.

A test file imports the fixtures, and ENVIRONMENT for its service.
"""

import itertools
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import need
from postrider_support import UNLIMITED, Client, Dovecot, Service, SmtpScript, User, npm, wait_until
from postrider_support.letters import account_when, letter, settled
from postrider_support.oauth import OAuthProvider, sign_in
from postrider_support.waiting import accepts, free_ports

QUICK = {
    "sync.poll_interval": "1",
    "sync.idle_check": "1",
    "sync.quick_retry": "1",
    "sync.retry_min": "1",
    "sync.retry_max": "1",
    "sync.auth_retry_min": "1",
    "visibility": "shared",
    "public_url": "https://mail.example.org",
}
ENVIRONMENT = {"POSTRIDER_LOG": "*.debug=true"}
MECHANISMS = "plain login oauthbearer xoauth2"
_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def provider() -> Iterator[OAuthProvider]:
    need(npm.available(), "nodejs and npm")
    with OAuthProvider() as provider:
        yield provider


@pytest.fixture(scope="module")
def relay() -> Iterator[SmtpScript]:
    """The server to which the mail server relays submitted mails."""
    with SmtpScript(("PIPELINING", "SIZE 104857600", "8BITMIME", "ENHANCEDSTATUSCODES")) as server:
        yield server


@pytest.fixture(scope="module")
def mail_server(scratch: Path, provider: OAuthProvider, relay: SmtpScript) -> Iterator[Dovecot]:
    """A mail server that accepts the tokens of the fixture `provider`, for IMAP and for submission."""
    need(Dovecot.available(), "dovecot-imapd")
    need(Path("/usr/lib/dovecot/submission").exists(), "dovecot-submissiond")
    (port,) = free_ports(1)
    server = Dovecot(
        scratch / "oauth",
        mechanisms=MECHANISMS,
        introspection_url=f"{provider.origin}/userinfo",
        submission_port=port,
        relay_port=relay.port,
    )
    server.add_users(User(f"person{number}@example.test", "correct horse") for number in range(1, 60))
    with server:
        wait_until(lambda: accepts(port), 15, "Dovecot's submission")
        yield server


@pytest.fixture(scope="module")
def service(
    mail_server: Dovecot,
    provider: OAuthProvider,
    tmp_path_factory: pytest.TempPathFactory,
    database: Callable[[], dict[str, str]],
) -> Iterator[Service]:
    with Service(
        tmp_path_factory.mktemp("service"),
        config=UNLIMITED | QUICK | provider.config,
        environment=database() | ENVIRONMENT,
        extra_ca=mail_server.ca_file,
    ) as running:
        yield running


@pytest.fixture
def person(mail_server: Dovecot) -> User:
    return mail_server.add_user(f"person{next(_numbers)}@example.test")


@pytest.fixture(autouse=True)
def calm(provider: OAuthProvider) -> Iterator[None]:
    """Resets the provider after each test."""
    yield
    provider.set(ttl=3600, mode="up", isRotating=True, isReporting=False, isRefusing=False)


@pytest.fixture
def without_password(mail_server: Dovecot, person: User) -> dict[str, Any]:
    """The body of POST /accounts without the sign-in."""
    body = mail_server.account(
        person,
        email=person.name,
        smtp_host="127.0.0.1",
        smtpSecurity="starttls",
        smtp_port=mail_server.settings.submission_port,
    )
    del body["password"]
    return body


@pytest.fixture
def account(
    client: Client, mail_server: Dovecot, person: User, without_password: dict[str, Any]
) -> Iterator[dict[str, Any]]:
    """An account with a sign-in, after its first sync."""
    mail_server.deliver(person, letter("One"))
    made = client.post("/accounts", without_password | {"oauthGrant": sign_in(client, person.name)}).ok(201)
    settled(client, made["id"])
    yield client.get(f"/accounts/{made['id']}").ok()
    client.delete(f"/accounts/{made['id']}").ok()


def reconnect(client: Client, account: dict[str, Any]) -> None:
    """Makes the account log in again."""
    client.put(f"/accounts/{account['id']}/status", {"status": "disabled"}).ok()
    account_when(client, account["id"], lambda now: now["mode"] == "stopped", 20, "the end of its connection")
    client.put(f"/accounts/{account['id']}/status", {"status": "active"}).ok()


def restart(service: Service, client: Client) -> None:
    service.restart()
    client.close()
    client.base_url = service.base_url


def when(client: Client, account: dict[str, Any], code: str | None, timeout: float = 30) -> dict[str, Any]:
    """The account once it has that errorCode, or (None) is synchronised."""

    def fits(now: dict[str, Any]) -> bool:
        if code is not None:
            return bool(now["errorCode"] == code)
        return now["status"] == "active" and now["mode"] in ("idle", "polling")

    return account_when(client, account["id"], fits, timeout, f"the state {code}")


def passed(seconds: float) -> None:
    """Waits that many seconds."""
    end = time.monotonic() + seconds
    wait_until(lambda: time.monotonic() > end, seconds + 5, "that time")
