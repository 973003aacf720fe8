# SPDX-License-Identifier: GPL-3.0-or-later
"""Several services on one PostgreSQL: a client that a proxy sends to another one each time does not notice."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from oauthaccounts import QUICK, calm, mail_server, person, provider, relay, when, without_password
from postrider_support import UNLIMITED, Answer, Client, Dovecot, Postgresql, Service, User, wait_until
from postrider_support.letters import all_mails, letter
from postrider_support.oauth import REDIRECT, OAuthProvider, visit


class Moved:
    """A client that is at the next service for each request, always with its first token."""

    def __init__(self, services: list[Service]) -> None:
        token = services[0].admin().token
        self._clients = itertools.cycle([Client(service.base_url, token) for service in services])

    def get(self, path: str, **query: Any) -> Answer:
        return next(self._clients).get(path, **query)

    def post(self, path: str, body: Any = None) -> Answer:
        return next(self._clients).post(path, body)

    def put(self, path: str, body: Any) -> Answer:
        return next(self._clients).put(path, body)


@pytest.fixture
def services(
    postgresql: Postgresql, mail_server: Dovecot, provider: OAuthProvider, tmp_path: Path
) -> Iterator[list[Service]]:
    shared = {"POSTRIDER_DATABASE_URL": postgresql.url(postgresql.new_database()), "POSTRIDER_KEY": "7d" * 32}
    both = [
        Service(
            tmp_path / name,
            config=UNLIMITED | QUICK | provider.config,
            environment=shared,
            extra_ca=mail_server.ca_file,
        )
        for name in ("first", "second")
    ]
    for one in both:
        one.start()
    yield both
    for one in both:
        one.kill()


@pytest.fixture
def client(services: list[Service]) -> Moved:
    return Moved(services)


def begun(client: Moved, person: User) -> dict[str, str]:
    """The parameters with which a browser comes back from the provider."""
    wish = {"provider": "house", "email": person.name, "redirectUri": REDIRECT}
    return visit(client.post("/oauth/start", wish).ok()["authorizationUrl"])


def test_sign_in_with_a_browser_ends_at_another_service(
    services: list[Service], client: Moved, person: User, without_password: dict[str, Any]
) -> None:
    back = begun(client, person)
    grant = client.post("/oauth/finish", back).ok()["oauthGrant"]
    for _ in range(2):
        client.post("/oauth/finish", back).failed(400, 40012)  # it is used up, everywhere
    for _ in range(2):
        assert client.post("/accounts/test-connection", without_password | {"oauthGrant": grant}).ok()["success"]
    made = client.post("/accounts", without_password | {"oauthGrant": grant}).ok(201)
    for _ in range(2):
        client.post("/accounts", without_password | {"oauthGrant": grant, "email": "b@example.test"}).failed(400, 40001)
    when(services[1].admin(), made, None)
    assert services[0].sql("SELECT count(*) FROM sign_ins") == [("0",)]


def test_grant_of_an_account_that_was_not_stored_can_be_used_again(
    client: Moved, person: User, without_password: dict[str, Any]
) -> None:
    first, second = (client.post("/oauth/finish", begun(client, person)).ok()["oauthGrant"] for _ in range(2))
    client.post("/accounts", without_password | {"oauthGrant": first}).ok(201)
    client.post("/accounts", without_password | {"oauthGrant": second}).failed(409, 40901)  # there is one already
    assert client.post("/accounts/test-connection", without_password | {"oauthGrant": second}).ok()["success"]


def test_sign_in_with_a_code_is_polled_at_another_service(
    services: list[Service], client: Moved, provider: OAuthProvider, person: User, without_password: dict[str, Any]
) -> None:
    handle = client.post("/oauth/device", {"provider": "house"}).ok()
    polled = {"handle": handle["handle"]}
    for _ in range(4):
        assert client.post("/oauth/device/poll", polled).ok()["status"] == "pending"
    provider.set(approve=handle["userCode"], email=person.name)

    def done() -> dict[str, Any] | None:
        answer: dict[str, Any] = client.post("/oauth/device/poll", polled).ok()
        return answer if answer["status"] == "done" else None

    grant = wait_until(done, 20, "the grant", every=0.2)["oauthGrant"]
    for _ in range(2):
        client.post("/oauth/device/poll", polled).failed(400, 40012)
    made = client.post("/accounts", without_password | {"oauthGrant": grant}).ok(201)
    when(services[0].admin(), made, None)


def test_secrets_of_a_sign_in_are_sealed(services: list[Service], client: Moved, person: User) -> None:
    back = begun(client, person)
    grant = client.post("/oauth/finish", back).ok()["oauthGrant"]
    stored = services[0].stored()
    assert grant.encode() not in stored and back["state"].encode() not in stored
    assert b"refreshToken" not in stored
    assert services[0].sql("SELECT kind FROM sign_ins") == [("done",)]


def test_tickets_settings_and_documents_of_one_service_are_valid_at_another(
    services: list[Service], client: Moved, mail_server: Dovecot, person: User, without_password: dict[str, Any]
) -> None:
    mail_server.deliver(person, letter("One"))
    grant = client.post("/oauth/finish", begun(client, person)).ok()["oauthGrant"]
    client.post("/accounts", without_password | {"oauthGrant": grant}).ok(201)
    mail = wait_until(lambda: next(iter(all_mails(services[0].admin())), None), 20, "the mail")
    for made_at, used_at in ((services[0], services[1]), (services[1], services[0])):
        words = made_at.admin().post("/mails/stream/ticket").ok()["ticket"]
        with used_at.events(None, query={"ticket": words}) as stream:
            stream.wait_for("connected")
        frame = made_at.admin().post(f"/mails/{mail['id']}/ticket").ok()
        page = Client(used_at.base_url).request("GET", frame["url"])
        assert page.status == 200
        value = "light" if made_at is services[0] else "dark"
        made_at.admin().put("/settings", {"theme": value}).ok()
        assert used_at.admin().get("/settings").ok()["theme"] == value
