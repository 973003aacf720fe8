# SPDX-License-Identifier: GPL-3.0-or-later
"""A stored secret is sent only to the server it was entered for, and only for users who may change it."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from postrider_support import Client, OpenApi, Service, wait_until
from postrider_support.imapscript import ImapScript
from postrider_support.letters import account_when, letter
from postrider_support.smtpscript import SmtpScript
from postrider_support.webhooksink import WebhookSink

from test_users import NINA_PASSWORD, added, logged_in

CONFIG = {
    "webhooks.allowed_networks": "127.0.0.1",
    "visibility": "shared",
    "sync.retry_min": "1",
    "sync.quick_retry": "1",
    "sync.poll_interval": "1",
}
MASK = "********"
PASSWORD = "correct horse"
SIGNING_KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
PIN = "ab" * 32
AGAIN = "enter the password again, because it would be sent to another server"


@pytest.fixture
def first_server() -> Iterator[ImapScript]:
    """The server for which the password was entered."""
    with ImapScript([letter("At home")]) as server:
        yield server


@pytest.fixture
def other_server() -> Iterator[ImapScript]:
    """Another server, which would accept any password."""
    with ImapScript() as server:
        yield server


@pytest.fixture
def mailbox(client: Client, first_server: ImapScript) -> Iterator[dict[str, Any]]:
    """An account at home that has been synchronised."""
    made = client.post("/accounts", first_server.account()).ok(201)
    yield account_when(client, made["id"], lambda now: now["mailCount"] == 1)
    client.delete(f"/accounts/{made['id']}").ok()


def fields(failed: dict[str, Any]) -> list[str]:
    return [detail["field"] for detail in failed["details"]]


def received_nothing(other_server: ImapScript) -> bool:
    return other_server.connections == 0 and other_server.received == []


def check_unchanged(client: Client, first_server: ImapScript, mailbox: dict[str, Any]) -> None:
    """The account is unchanged, and its next pass connects to the same server as before."""
    at = f"/accounts/{mailbox['id']}"
    names = (
        "host",
        "port",
        "security",
        "tlsPin",
        "proxyUrl",
        "smtp_host",
        "smtp_port",
        "smtpSecurity",
        "email",
        "authMechanism",
    )
    now = client.get(at).ok()
    assert {name: now[name] for name in names} == {name: mailbox[name] for name in names}
    first_server.arrive(letter("Later"))
    client.post(f"{at}/sync").ok()
    account_when(client, mailbox["id"], lambda shown: shown["mailCount"] == len(first_server.mails))


# -- mail accounts


def moves(other_server: ImapScript) -> list[dict[str, Any]]:
    """Changes of the account that would send its password to the other server, or in the clear."""
    return [
        {"port": other_server.port},
        {"host": "localhost", "port": other_server.port},
        {"host": "localhost"},
        {"proxyUrl": f"http://127.0.0.1:{other_server.port}"},
        {"proxyUrl": f"socks5://127.0.0.1:{other_server.port}"},
        {"tlsPin": PIN},
        {"smtp_host": "127.0.0.1", "smtp_port": other_server.port, "smtpSecurity": "none"},
        {"authMechanism": "PLAIN"},
        {"email": "user@gmail.com"},  # its SMTP server is built in
    ]


@pytest.mark.parametrize("number", range(9))
@pytest.mark.parametrize("password", [MASK, "", None])
def test_changed_place_needs_the_password_again(
    client: Client,
    first_server: ImapScript,
    other_server: ImapScript,
    mailbox: dict[str, Any],
    number: int,
    password: str | None,
) -> None:
    change = moves(other_server)[number] | ({} if password is None else {"password": password})
    failed = client.put(f"/accounts/{mailbox['id']}", change).failed(400, 40001)
    assert failed["details"] == [{"field": "password", "reason": AGAIN}]
    check_unchanged(client, first_server, mailbox)
    assert received_nothing(other_server)


def test_password_that_is_entered_again_goes_to_the_new_place(
    client: Client, other_server: ImapScript, mailbox: dict[str, Any]
) -> None:
    other_server.passwords["user"] = "another"
    client.put(f"/accounts/{mailbox['id']}", {"port": other_server.port, "password": "another"}).ok()
    other_server.wait_for("LOGIN")
    assert all(PASSWORD not in command.text for command in other_server.received)


def test_other_user_name_or_name_needs_no_password(
    client: Client, first_server: ImapScript, mailbox: dict[str, Any]
) -> None:
    first_server.passwords["other"] = PASSWORD
    client.put(f"/accounts/{mailbox['id']}", {"username": "other", "name": "Other", "folders": ["INBOX"]}).ok()
    wait_until(
        lambda: any('"other"' in command.text for command in first_server.commands("LOGIN")), 20, "the other login"
    )


def test_connection_test_sends_no_stored_password_elsewhere(
    client: Client, first_server: ImapScript, other_server: ImapScript, mailbox: dict[str, Any]
) -> None:
    body = first_server.account(id=mailbox["id"], password=MASK)
    assert client.post("/accounts/test-connection", body).ok()["success"] is True
    for change in moves(other_server)[:-1]:
        failed = client.post("/accounts/test-connection", body | change).failed(400, 40001)
        assert failed["details"] == [{"field": "password", "reason": AGAIN}]
    assert received_nothing(other_server)
    assert (
        client.post("/accounts/test-connection", body | {"port": other_server.port, "password": PASSWORD}).ok()[
            "success"
        ]
        is True
    )
    assert other_server.commands("LOGIN")


def test_smtp_password_stays_where_it_was_entered_for(
    client: Client, first_server: ImapScript, other_server: ImapScript, smtp: SmtpScript
) -> None:
    own = {"smtp_host": "127.0.0.1", "smtp_port": smtp.port, "smtpSecurity": "none", "smtpPassword": "smtp secret"}
    account = client.post("/accounts", first_server.account() | own).ok(201)
    at = f"/accounts/{account['id']}"
    elsewhere = {"smtp_port": other_server.port}
    assert fields(client.put(at, elsewhere).failed(400, 40001)) == ["smtpPassword"]
    assert fields(client.put(at, elsewhere | {"password": PASSWORD}).failed(400, 40001)) == ["smtpPassword"]
    # Without an SMTP password the IMAP password would be sent to the SMTP server.
    assert fields(client.put(at, {"smtpPassword": None}).failed(400, 40001)) == ["password"]
    test = first_server.account(id=account["id"], password=MASK) | own | {"smtpPassword": MASK}
    assert fields(client.post("/accounts/test-connection", test | elsewhere).failed(400, 40001)) == ["smtpPassword"]
    assert received_nothing(other_server)
    client.put(at, elsewhere | {"smtpPassword": "for the new one"}).ok()
    client.delete(at).ok()


def test_proxy_login_stays_where_it_was_entered_for(
    client: Client, first_server: ImapScript, other_server: ImapScript, mailbox: dict[str, Any]
) -> None:
    with ImapScript() as proxy:
        proxied = {"proxyUrl": f"http://anna:proxysecret@127.0.0.1:{proxy.port}", "password": PASSWORD}
        at = f"/accounts/{mailbox['id']}"
        masked = client.put(at, proxied).ok()["proxyUrl"]
        assert MASK in masked
        elsewhere = {"proxyUrl": masked.replace(str(proxy.port), str(other_server.port)), "password": PASSWORD}
        assert fields(client.put(at, elsewhere).failed(400, 40001)) == ["proxyUrl"]
        test = first_server.account(id=mailbox["id"]) | elsewhere
        assert fields(client.post("/accounts/test-connection", test).failed(400, 40001)) == ["proxyUrl"]
        assert fields(client.put(at, {"proxyUrl": None}).failed(400, 40001)) == ["password"]
        assert received_nothing(other_server)


def test_two_changes_at_once_bring_no_password_elsewhere(
    service: Service, client: Client, first_server: ImapScript, other_server: ImapScript, mailbox: dict[str, Any]
) -> None:
    # Each change is allowed by itself: one sets the port of `first_server` and its password, the other the port that
    # the account has already. The password must not be combined with that port.
    at = f"/accounts/{mailbox['id']}"
    both = threading.Barrier(2)

    def put(body: dict[str, Any]) -> int:
        one = service.client()
        one.token = client.token
        one.get(at).ok()  # opens the connection
        both.wait()
        status = one.put(at, body).status
        one.close()
        return status

    for _ in range(20):
        client.put(at, {"port": other_server.port, "password": "worthless"}).ok()
        with ThreadPoolExecutor(2) as pool:
            home_again = pool.submit(put, {"port": first_server.port, "password": PASSWORD})
            there = pool.submit(put, {"port": other_server.port, "smtpPassword": "x"})
        assert home_again.result() == 200
        assert there.result() in (200, 400)
    client.put(at, {"port": first_server.port, "password": PASSWORD}).ok()
    first_server.arrive(letter("Later"))
    account_when(client, mailbox["id"], lambda now: now["mailCount"] == len(first_server.mails))
    assert all(PASSWORD not in command.text for command in other_server.received)


# -- whose account it is


@pytest.fixture(scope="module")
def nina(service: Service, openapi: OpenApi) -> Client:
    """Another user, who sees all accounts and is not an administrator."""
    added(service, "nina", NINA_PASSWORD)
    return logged_in(service, "nina", NINA_PASSWORD, openapi)


def test_only_owner_and_administrators_change_an_account(
    client: Client, nina: Client, first_server: ImapScript, other_server: ImapScript, mailbox: dict[str, Any]
) -> None:
    at = f"/accounts/{mailbox['id']}"
    for answer in (
        nina.put(at, {"name": "Mine"}),
        nina.put(at, {"deleteOnServer": True}),
        nina.put(at, {}),
        nina.put(at, {"port": other_server.port, "password": "x"}),
        nina.delete(at),
        nina.put(f"{at}/status", {"status": "disabled"}),
        nina.post("/accounts/test-connection", first_server.account(id=mailbox["id"], password=MASK)),
    ):
        assert "owner" in answer.failed(403, 40301)["message"]
    assert nina.get(at).ok()["name"] == mailbox["name"]
    nina.post(f"{at}/sync").ok()
    # A connection test without a stored secret is allowed for every user.
    assert nina.post("/accounts/test-connection", first_server.account(id=mailbox["id"])).ok()["success"] is True
    check_unchanged(client, first_server, mailbox)
    assert received_nothing(other_server)


def test_owner_and_administrator_change_an_account(client: Client, nina: Client, first_server: ImapScript) -> None:
    made = nina.post("/accounts", first_server.account()).ok(201)
    at = f"/accounts/{made['id']}"
    assert nina.put(at, {"name": "Hers"}).ok()["name"] == "Hers"
    assert client.put(at, {"name": "As the administrator says"}).ok()["name"] == "As the administrator says"
    test = first_server.account(id=made["id"], password=MASK)
    assert all(one.post("/accounts/test-connection", test).ok()["success"] for one in (client, nina))
    client.put(f"{at}/status", {"status": "disabled"}).ok()
    nina.put(f"{at}/status", {"status": "active"}).ok()
    nina.delete(at).ok()


# -- webhooks


@pytest.fixture
def receivers() -> Iterator[tuple[WebhookSink, WebhookSink]]:
    """The receiver for which the secrets were entered, and another one."""
    with WebhookSink() as first, WebhookSink() as second:
        yield first, second


def hook(client: Client, sink: WebhookSink, **more: Any) -> str:
    made = client.post("/webhooks", {"name": "Sink", "url": sink.url()} | more).ok(201)
    return f"/webhooks/{made['id']}"


def test_secret_headers_stay_with_their_receiver(client: Client, receivers: tuple[WebhookSink, WebhookSink]) -> None:
    first, second = receivers
    at = hook(client, first, headers={"Authorization": "Bearer hidden", "X-Plain": "a"})
    masked = {"Authorization": MASK, "X-Plain": "a"}
    for change in (
        {"url": second.url()},
        {"url": second.url(), "headers": masked},
        {"url": first.url().replace("127.0.0.1", "localhost")},
    ):
        assert fields(client.put(at, change).failed(400, 40001)) == ["headers.Authorization"]
    client.post(f"{at}/test").ok()
    assert len(first.calls) == 1 and second.connections == 0
    assert client.put(at, {"url": first.url() + "/other", "headers": masked}).ok()["url"].endswith("/other")
    given = {"Authorization": "Bearer new"}
    client.put(at, {"url": second.url(), "headers": given}).ok()
    client.post(f"{at}/test").ok()
    assert second.calls[0].headers["authorization"] == "Bearer new"
    client.put(at, {"url": first.url(), "headers": None}).ok()
    client.delete(at).ok()


def test_signing_key_stays_with_its_receiver(client: Client, receivers: tuple[WebhookSink, WebhookSink]) -> None:
    first, second = receivers
    at = hook(client, first, secret=SIGNING_KEY, headers={"X-Token": "hidden"})
    assert sorted(fields(client.put(at, {"url": second.url()}).failed(400, 40001))) == ["headers.X-Token", "secret"]
    assert fields(client.put(at, {"url": second.url(), "headers": {}}).failed(400, 40001)) == ["secret"]
    assert second.connections == 0
    assert client.put(at, {"url": second.url(), "headers": {}, "secret": None}).ok()["hasSecret"] is False
    client.post(f"{at}/test").ok()
    assert "webhook-signature" not in second.calls[0].headers
    client.delete(at).ok()


def test_webhook_without_secrets_moves_freely(client: Client, receivers: tuple[WebhookSink, WebhookSink]) -> None:
    first, second = receivers
    at = hook(client, first, headers={"X-Plain": "a"})
    assert client.put(at, {"url": second.url()}).ok()["url"].rstrip("/") == second.url().rstrip("/")
    client.delete(at).ok()


# -- secrets that no row refers to


def test_secrets_of_nothing_are_removed_at_the_start(fresh_service: Callable[..., Service]) -> None:
    """A service leaves them if it is killed between a password and its account, or a key and its webhook."""
    service = fresh_service()
    client = service.admin()
    client.post(
        "/accounts",
        {
            "name": "A",
            "email": "a@example.org",
            "host": "127.0.0.1",
            "port": 1,
            "username": "a",
            "password": "one",
            "smtpPassword": "two",
            "proxyUrl": "socks5://a:three@127.0.0.1:1",
        },
    ).ok(201)
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    client.post("/webhooks", {"name": "W", "url": "https://example.com/hook", "secret": secret}).ok(201)
    before = sorted(service.sql("SELECT ref FROM secrets"))
    assert len(before) >= 5, "of the account, the webhook and the service itself"
    service.stop()
    service.sql(
        "INSERT INTO secrets (ref, sealed) SELECT 'deadbeef-0000-4000-8000-00000000000' || n, sealed FROM secrets,"
        " (SELECT 1 AS n UNION SELECT 2) AS numbers WHERE ref = 'token-keys'"
    )
    assert len(service.sql("SELECT ref FROM secrets")) == len(before) + 2
    service.start()
    assert sorted(service.sql("SELECT ref FROM secrets")) == before
    assert "2 stored secrets" in service.log()


def test_password_that_was_swept_meanwhile_is_no_account(fresh_service: Callable[..., Service]) -> None:
    """A service that starts may remove a secret whose account another service is about to store."""
    service = fresh_service()
    client = service.admin()
    drop = (
        "CREATE TRIGGER sweep AFTER INSERT ON secrets BEGIN DELETE FROM secrets WHERE ref = NEW.ref; END"
        if not os.environ.get("POSTRIDER_TEST_ENGINE")
        else "CREATE FUNCTION sweep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;"
        "CREATE TRIGGER sweep BEFORE INSERT ON secrets FOR EACH ROW EXECUTE FUNCTION sweep()"
    )
    service.sql(drop)
    body = {"name": "A", "email": "a@example.org", "host": "127.0.0.1", "port": 1, "username": "a", "password": "one"}
    client.post("/accounts", body).failed(503, 50303)
    assert client.get("/accounts").ok() == []
