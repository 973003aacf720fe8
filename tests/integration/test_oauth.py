# SPDX-License-Identifier: GPL-3.0-or-later
"""Mailboxes without a password: a sign-in at a provider, and what becomes of its tokens."""

import itertools
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from conftest import described, need
from postrider_support import (
    UNLIMITED,
    Client,
    Dovecot,
    ImapScript,
    OpenApi,
    Service,
    SmtpScript,
    Talk,
    User,
    npm,
    wait_until,
)
from postrider_support.letters import account_when, all_mails, letter, settled
from postrider_support.oauth import REDIRECT, OAuthProvider, sign_in, visit
from postrider_support.waiting import accepts, free_ports

from test_users import NINA_PASSWORD, added, logged_in

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
def house() -> Iterator[OAuthProvider]:
    need(npm.available(), "nodejs and npm")
    with OAuthProvider() as provider:
        yield provider


@pytest.fixture(scope="module")
def relay() -> Iterator[SmtpScript]:
    """Where the mail server gives what it was handed."""
    with SmtpScript(("PIPELINING", "SIZE 104857600", "8BITMIME", "ENHANCEDSTATUSCODES")) as server:
        yield server


@pytest.fixture(scope="module")
def post(scratch: Path, house: OAuthProvider, relay: SmtpScript) -> Iterator[Dovecot]:
    """A mail server that takes the house's tokens, for sending too."""
    need(Dovecot.available(), "dovecot-imapd")
    need(Path("/usr/lib/dovecot/submission").exists(), "dovecot-submissiond")
    (port,) = free_ports(1)
    server = Dovecot(
        scratch / "oauth",
        mechanisms=MECHANISMS,
        introspection_url=f"{house.origin}/userinfo",
        submission_port=port,
        relay_port=relay.port,
    )
    server.add_users(User(f"person{number}@example.test", "correct horse") for number in range(1, 60))
    with server:
        wait_until(lambda: accepts(port), 15, "Dovecot's submission")
        yield server


@pytest.fixture(scope="module")
def service(
    post: Dovecot,
    house: OAuthProvider,
    tmp_path_factory: pytest.TempPathFactory,
    database: Callable[[], dict[str, str]],
) -> Iterator[Service]:
    with Service(
        tmp_path_factory.mktemp("service"),
        config=UNLIMITED | QUICK | house.config,
        environment=database() | ENVIRONMENT,
        extra_ca=post.ca_file,
    ) as running:
        yield running


@pytest.fixture
def person(post: Dovecot) -> User:
    return post.add_user(f"person{next(_numbers)}@example.test")


@pytest.fixture(autouse=True)
def calm(house: OAuthProvider) -> Iterator[None]:
    """The provider as it is after a test."""
    yield
    house.set(ttl=3600, mode="up", isRotating=True, isReporting=False, isRefusing=False)


@pytest.fixture
def without_password(post: Dovecot, person: User) -> dict[str, Any]:
    """The body of POST /accounts but for the sign-in."""
    body = post.account(
        person,
        email=person.name,
        smtp_host="127.0.0.1",
        smtpSecurity="starttls",
        smtp_port=post.settings.submission_port,
    )
    del body["password"]
    return body


@pytest.fixture
def account(client: Client, post: Dovecot, person: User, without_password: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An account with a sign-in, after its first sync."""
    post.deliver(person, letter("One"))
    made = client.post("/accounts", without_password | {"oauthGrant": sign_in(client, person.name)}).ok(201)
    settled(client, made["id"])
    yield client.get(f"/accounts/{made['id']}").ok()
    client.delete(f"/accounts/{made['id']}").ok()


def reconnect(client: Client, account: dict[str, Any]) -> None:
    """The account logs in anew."""
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
    """Waits for a time that the provider has set."""
    end = time.monotonic() + seconds
    wait_until(lambda: time.monotonic() > end, seconds + 5, "that time")


# -- the way to a grant


def test_providers_are_those_of_the_configuration(client: Client, fresh_service: Any) -> None:
    assert client.get("/oauth/providers").ok() == [{"name": "house", "label": "The House", "hasDeviceFlow": True}]
    assert fresh_service().admin().get("/oauth/providers").ok() == []


def test_start_tells_where_to_go(client: Client, house: OAuthProvider) -> None:
    begun = client.post(
        "/oauth/start", {"provider": "house", "email": "a+b@example.test", "redirectUri": REDIRECT}
    ).ok()
    assert begun["expiresIn"] == 600 and len(begun["state"]) == 32
    url = begun["authorizationUrl"]
    assert url.startswith(f"{house.origin}/authorize?tenant=a+b&") and "code_challenge_method=S256" in url
    assert "login_hint=a%2Bb%40example.test" in url and "secret" not in url
    assert begun["state"] != client.post("/oauth/start", {"provider": "house", "redirectUri": REDIRECT}).ok()["state"]
    own = client.post("/oauth/start", {"provider": "house"}).ok()["authorizationUrl"]
    assert "redirect_uri=https%3A%2F%2Fmail.example.org%2Foauth%2Fcallback" in own


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:4711/x", "http://[::1]:1/", "http://localhost/", "https://mail.example.org/x"]
)
def test_browser_comes_back_here(client: Client, address: str) -> None:
    client.post("/oauth/start", {"provider": "house", "redirectUri": address}).ok()


@pytest.mark.parametrize("address", [
    "https://evil.example/", "http://127.0.0.1.evil.example/", "http://localhost.evil.example/", "http://mail.example.org/",
    "https://mail.example.org:444/", "https://mail.example.org@evil.example/", "http://127.0.0.1@evil.example/",
    "https://127.0.0.1/", "javascript:alert(1)", "http://127.0.0.1/#x", "http://127.0.0.1:99999/", "//127.0.0.1/", "",
])  # fmt: skip
def test_browser_is_sent_nowhere_else(client: Client, address: str) -> None:
    failed = client.post("/oauth/start", {"provider": "house", "redirectUri": address}).failed(400, 40001)
    assert [one["field"] for one in failed["details"]] == ["redirectUri"]


def test_unknown_provider(client: Client) -> None:
    for path in ("/oauth/start", "/oauth/device"):
        failed = client.post(path, {"provider": "google", "redirectUri": REDIRECT}).failed(400, 40001)
        assert [one["field"] for one in failed["details"]] == ["provider"]


def test_state_is_checked(service: Service, client: Client, openapi: OpenApi, house: OAuthProvider) -> None:
    def begun() -> dict[str, str]:
        wish = {"provider": "house", "email": "x@example.test", "redirectUri": REDIRECT}
        return visit(client.post("/oauth/start", wish).ok()["authorizationUrl"])

    calls = len(house.calls("authorization_code"))
    back = begun()
    client.post("/oauth/finish", {"state": "A" * 32, "code": back["code"]}).failed(400, 40012)
    client.post("/oauth/finish", {"state": back["state"]}).failed(400, 40001)
    added(service, "nina", NINA_PASSWORD)
    nina = logged_in(service, "nina", NINA_PASSWORD, openapi)
    nina.post("/oauth/finish", back).failed(400, 40012)
    assert len(house.calls("authorization_code")) == calls
    grant = client.post("/oauth/finish", back).ok()["oauthGrant"]
    client.post("/oauth/finish", back).failed(400, 40012)  # used
    # Another user's handle is none.
    body = {
        "name": "n",
        "email": "n@example.test",
        "host": "127.0.0.1",
        "port": 1,
        "username": "n",
        "oauthGrant": grant,
    }
    failed = nina.post("/accounts/test-connection", body).failed(400, 40001)
    assert [one["field"] for one in failed["details"]] == ["oauthGrant"]
    nina.post("/accounts", body).failed(400, 40001)


def test_person_who_refuses(client: Client, house: OAuthProvider) -> None:
    begun = client.post("/oauth/start", {"provider": "house", "redirectUri": REDIRECT}).ok()
    client.post("/oauth/finish", {"state": begun["state"], "error": "access_denied"}).failed(400, 40013)
    client.post("/oauth/finish", {"state": begun["state"], "code": "x"}).failed(400, 40012)  # it is over
    begun = client.post("/oauth/start", {"provider": "house", "redirectUri": REDIRECT}).ok()
    failed = client.post("/oauth/finish", {"state": begun["state"], "code": "invented"}).failed(400, 40013)
    assert "The House" in failed["message"] and "invented" not in failed["message"]


def test_provider_that_is_away_at_the_sign_in(client: Client, house: OAuthProvider) -> None:
    for mode in ("down", "500"):
        back = visit(
            client.post("/oauth/start", {"provider": "house", "email": "x", "redirectUri": REDIRECT}).ok()[
                "authorizationUrl"
            ]
        )
        house.set(mode=mode)
        client.post("/oauth/finish", back).failed(502, 50206)
        client.post("/oauth/device", {"provider": "house"}).failed(502, 50206)
        house.set(mode="up")


def test_device_flow(
    service: Service,
    client: Client,
    openapi: OpenApi,
    house: OAuthProvider,
    person: User,
    without_password: dict[str, Any],
) -> None:
    begun = client.post("/oauth/device", {"provider": "house"}).ok()
    assert begun["verificationUrl"] == f"{house.origin}/enter" and begun["interval"] == 1
    handle = {"handle": begun["handle"]}
    for _ in range(5):  # at once: the provider is not asked so often
        assert client.post("/oauth/device/poll", handle).ok() == {"status": "pending", "interval": 1}
    assert not [call for call in house.lines if "device_code" in call.get("grant", "")]
    service.admin(openapi).post("/oauth/device/poll", handle).ok()  # the same user
    client.post("/oauth/device/poll", {"handle": "A" * 32}).failed(400, 40012)
    house.set(approve=begun["userCode"], email=person.name)
    done = wait_until(
        lambda: (told := client.post("/oauth/device/poll", handle).ok())["status"] == "done" and told, 20, "the grant"
    )
    client.post("/oauth/device/poll", handle).failed(400, 40012)
    made = client.post("/accounts", without_password | {"oauthGrant": done["oauthGrant"]}).ok(201)
    when(client, made, None)
    client.delete(f"/accounts/{made['id']}").ok()


def test_device_flow_that_is_refused(client: Client, house: OAuthProvider) -> None:
    begun = client.post("/oauth/device", {"provider": "house"}).ok()
    house.set(deny=begun["userCode"])
    handle = {"handle": begun["handle"]}
    wait_until(lambda: client.post("/oauth/device/poll", handle).status == 400, 20, "the refusal")
    client.post("/oauth/device/poll", handle).failed(400, 40012)


# -- accounts


@pytest.mark.parametrize("mechanism", ["OAUTHBEARER", "XOAUTH2"])
def test_first_sync_and_sending(
    service: Service,
    client: Client,
    post: Dovecot,
    relay: SmtpScript,
    house: OAuthProvider,
    person: User,
    without_password: dict[str, Any],
    mechanism: str,
) -> None:
    for number in range(3):
        post.deliver(person, letter(f"Letter {number}"))
    grant = sign_in(client, person.name)
    calls = len(house.calls())
    body = without_password | {
        "oauthGrant": grant,
        "authMechanism": mechanism,
        "smtpAuthMechanism": mechanism,
        "appendSent": True,
    }
    tested = client.post("/accounts/test-connection", body).ok()
    assert tested["success"], tested
    assert (tested["imap"]["mechanism"], tested["smtp"]["mechanism"]) == (mechanism, mechanism)
    shown = client.post("/accounts/folders", body).ok()
    assert {folder["path"] for folder in shown["folders"]} >= {"INBOX", "Sent"}
    made = client.post("/accounts", body).ok(201)
    assert (made["authType"], made["oauthProvider"], made["hasPassword"], made["password"]) == (
        "oauth2",
        "house",
        True,
        "********",
    )
    client.post("/accounts", body | {"username": "another"}).failed(400, 40001)  # one account has it
    settled(client, made["id"])
    assert sorted(mail["subject"] for mail in all_mails(client, accountId=made["id"])) == [
        f"Letter {n}" for n in range(3)
    ]
    mail = {"accountId": made["id"], "to": ["anna@example.org"], "subject": f"By {mechanism}", "body": "<p>x</p>"}
    sent = client.post("/mails/send", mail).ok()
    assert sent["status"] == "sent"
    assert any(f"By {mechanism}".encode() in one.raw for one in relay.mails)
    wait_until(lambda: client.get(f"/outbox/{sent['id']}").ok()["copyState"] == "stored", 20, "the copy in Sent")
    assert len(house.calls()) == calls  # the token of the sign-in did for all
    assert service.sql(f"SELECT proven_mechanism, smtp_proven_mechanism FROM accounts WHERE id = {made['id']}") == [
        (mechanism, mechanism)
    ]
    client.delete(f"/accounts/{made['id']}").ok()


def test_verified_create(client: Client, post: Dovecot, person: User, without_password: dict[str, Any]) -> None:
    someone = sign_in(client, "someone.else@example.test")
    failed = client.post("/accounts?verify=true", without_password | {"oauthGrant": someone}).failed(502, 50202)
    assert "refused" in failed["message"]
    body = without_password | {"oauthGrant": sign_in(client, person.name)}
    client.post(
        "/accounts?verify=true", body | {"port": post.tls_port, "host": "localhost", "tlsPin": "ab" * 32}
    ).failed(502, 50201)
    made = client.post("/accounts?verify=true", body).ok(201)  # the handle was not used up
    client.delete(f"/accounts/{made['id']}").ok()


def test_sign_in_and_password_take_turns(
    service: Service, client: Client, house: OAuthProvider, account: dict[str, Any], person: User
) -> None:
    at = f"/accounts/{account['id']}"
    assert client.put(at, {"name": "New", "password": "********"}).ok()["authType"] == "oauth2"
    now = client.put(at, {"password": person.password, "authMechanism": "PLAIN"}).ok()
    assert (now["authType"], now["oauthProvider"], now["authMechanism"]) == ("password", None, "PLAIN")
    when(client, account, None)
    assert client.post(at + "/sync").status == 200
    now = client.put(at, {"oauthGrant": sign_in(client, person.name)}).ok()
    assert (now["authType"], now["oauthProvider"], now["authMechanism"]) == ("oauth2", "house", "auto")
    when(client, account, None)
    refs = service.sql("SELECT secret_ref FROM accounts WHERE deleting_at IS NULL")
    assert len(refs) == len(service.sql("SELECT ref FROM secrets WHERE ref IN (SELECT secret_ref FROM accounts)"))


def test_mechanisms_and_ways_that_do_not_fit(
    client: Client, account: dict[str, Any], person: User, without_password: dict[str, Any]
) -> None:
    at = f"/accounts/{account['id']}"
    password = without_password | {"username": "x", "password": "x"}
    grant = sign_in(client, person.name)
    token = without_password | {"username": "x", "oauthGrant": grant}
    for body, field in (
        (password | {"authMechanism": "XOAUTH2"}, "authMechanism"),
        (password | {"smtpAuthMechanism": "OAUTHBEARER"}, "smtpAuthMechanism"),
        (token | {"authMechanism": "PLAIN"}, "authMechanism"),
        (token | {"smtpAuthMechanism": "LOGIN"}, "smtpAuthMechanism"),
        (token | {"smtpAuthMechanism": "XOAUTH2", "smtpPassword": "x"}, "smtpAuthMechanism"),
        (token | {"host": "mail.example.org", "security": "none"}, "security"),
        (token | {"smtp_host": "mail.example.org", "smtpSecurity": "none"}, "smtpSecurity"),
        (token | {"password": "x"}, "oauthGrant"),
        (token | {"oauthGrant": "A" * 32}, "oauthGrant"),
    ):
        for path in ("/accounts", "/accounts/test-connection"):
            failed = client.post(path, body).failed(400, 40001)
            assert [one["field"] for one in failed["details"]] == [field]
    for change in (
        {"authMechanism": "PLAIN"},
        {"smtpAuthMechanism": "LOGIN"},
        {"security": "none", "host": "mail.example.org"},
    ):
        client.put(at, change).failed(400, 40001)
    without = client.post("/accounts", without_password).failed(400, 40001)
    assert [one["field"] for one in without["details"]] == ["password"]


def test_token_goes_where_it_was_signed_in_for(
    client: Client, post: Dovecot, account: dict[str, Any], person: User
) -> None:
    at = f"/accounts/{account['id']}"
    with ImapScript() as stranger:
        moved = {"host": "localhost", "port": stranger.port, "security": "none"}
        for field, change in (("oauthGrant", moved), ("oauthGrant", {"smtp_host": "localhost"})):
            failed = client.put(at, change).failed(400, 40001)
            assert [one["field"] for one in failed["details"]] == [field]
            assert "sign in again" in failed["details"][0]["reason"]
        test = post.account(person, email=person.name, id=account["id"], password="") | moved
        client.post("/accounts/test-connection", test).failed(400, 40001)
        assert stranger.connections == 0
    # The stored sign-in works for a test of the account as it is.
    tested = client.post(
        "/accounts/test-connection", post.account(person, email=person.name, id=account["id"], password="")
    ).ok()
    assert tested["success"] and tested["imap"]["mechanism"] in ("OAUTHBEARER", "XOAUTH2")
    stored = post.account(person, email=person.name, id=account["id"], password="")
    assert client.post("/accounts/folders", stored).ok()["folders"]


def test_deleted_account_leaves_no_token(
    service: Service, client: Client, person: User, without_password: dict[str, Any]
) -> None:
    before = service.sql("SELECT ref FROM secrets ORDER BY ref")
    made = client.post("/accounts", without_password | {"oauthGrant": sign_in(client, person.name)}).ok(201)
    assert len(service.sql("SELECT ref FROM secrets")) == len(before) + 1
    client.delete(f"/accounts/{made['id']}").ok()
    assert service.sql("SELECT ref FROM secrets ORDER BY ref") == before


# -- the life of tokens


def test_token_is_renewed_on_expiry(client: Client, house: OAuthProvider, account: dict[str, Any]) -> None:
    house.set(ttl=2)
    client.put(f"/accounts/{account['id']}", {"oauthGrant": sign_in(client, account["username"])}).ok()
    reconnect(client, account)
    when(client, account, None)
    before = len(house.calls())
    for number in range(1, 4):
        passed(1.1)  # half of its life
        reconnect(client, account)
        when(client, account, None)
        assert len(house.calls()) == before + number
    assert {call["status"] for call in house.calls()[before:]} == {200}


def test_ten_at_once_are_one_call(
    service: Service, client: Client, post: Dovecot, house: OAuthProvider, account: dict[str, Any], person: User
) -> None:
    before, silent = len(house.calls()), len(house.lines)
    house.set(mode="silent")
    restart(service, client)  # nothing is in memory

    def test(_: int) -> Any:
        one = service.client()
        one.token = client.token
        return one.post(
            "/accounts/test-connection", post.account(person, email=person.name, id=account["id"], password="")
        ).ok()["success"]

    with ThreadPoolExecutor(10) as pool:
        tests = [pool.submit(test, number) for number in range(10)]
        wait_until(lambda: any("silent" in line for line in house.lines[silent:]), 20, "the first call")
        passed(0.5)  # so that most have asked
        house.set(mode="up")
        assert all(one.result() for one in tests)
    when(client, account, None)
    assert len(house.calls()) == before + 1


def test_replaced_refresh_token_is_stored_before_the_access_token_is_used(
    house: OAuthProvider, fresh_service: Any
) -> None:
    """Killed at its login, the service goes on with the refresh token that replaced the old one."""
    with ImapScript([letter("One")], "IMAP4rev1 IDLE SASL-IR AUTH=XOAUTH2") as server:
        server.greeting = b"* OK [CAPABILITY IMAP4rev1 IDLE SASL-IR AUTH=XOAUTH2] ready"
        service: Service = fresh_service(QUICK | house.config)
        logins: list[str] = []

        def let_in(talk: Talk) -> None:
            logins.append(talk.rest)
            talk.ok("in")

        client = service.admin()
        server.on("AUTHENTICATE", let_in)
        body = server.account(oauthGrant=sign_in(client, "user"))
        del body["password"]
        made = client.post("/accounts", body).ok(201)
        when(client, made, None)
        before = len(house.calls())
        server.on("AUTHENTICATE", lambda talk: logins.append(talk.rest))  # and says nothing
        for number in range(1, 6):
            service.kill()
            service.start()
            wait_until(lambda number=number: len(logins) > number, 20, "its login")
            assert len(house.calls()) == before + number
        service.kill()
        server.on("AUTHENTICATE", let_in)
        service.start()
        when(service.admin(), made, None)
        assert {call["status"] for call in house.calls()[before:]} == {200}
        assert len(set(logins)) == len(logins) == 7  # each time another token


def test_revoked(
    service: Service, client: Client, post: Dovecot, house: OAuthProvider, account: dict[str, Any], person: User
) -> None:
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        house.set(ttl=1, revoke=True)
        before = len(house.calls())
        client.put(f"/accounts/{account['id']}", {"name": "again"}).ok()
        restart(service, client)  # nothing is in memory
    with service.events(client.token, 1) as stream:
        now = when(client, account, "auth_required")
        assert (
            now["status"] == "error" and "The House" in now["errorMessage"] and "sign in again" in now["errorMessage"]
        )
        assert "invalid_grant" in now["errorMessage"]
        told = stream.wait_for(
            "account.status_changed",
            lambda event: event.data["status"] == "error" and event.data["account_id"] == account["id"],
        )
        assert told.id
        wait_until(
            lambda: len(
                [event for event in stream.named("account.sync_error") if event.data["account_id"] == account["id"]]
            )
            >= 3,
            30,
            "further tries",
        )
        described(client, stream)
    assert len(house.calls()) == before + 1  # it is not asked again and again
    mail = {"accountId": account["id"], "to": ["anna@example.org"], "subject": "Waits", "body": "<p>x</p>"}
    client.post("/mails/send", mail)
    assert len(house.calls()) == before + 1
    client.put(f"/accounts/{account['id']}", {"oauthGrant": sign_in(client, person.name)}).ok()
    when(client, account, None)


@pytest.mark.parametrize(("mode", "code"), [("down", "connect_failed"), ("500", "server_error")])
def test_provider_that_is_away(
    service: Service, client: Client, house: OAuthProvider, account: dict[str, Any], mode: str, code: str
) -> None:
    house.set(mode=mode)
    restart(service, client)
    now = when(client, account, code)
    assert "The House cannot be asked" in now["errorMessage"]
    house.set(mode="up")
    when(client, account, None)


def test_silent_provider_holds_up_nothing(
    service: Service, client: Client, house: OAuthProvider, account: dict[str, Any]
) -> None:
    house.set(mode="silent")
    before = len(house.lines)
    restart(service, client)
    wait_until(lambda: any("silent" in line for line in house.lines[before:]), 20, "a call")
    assert client.get("/accounts").status == 200
    restart(service, client)  # within its 5 s
    house.set(mode="up")
    when(client, account, None)


def test_mail_server_that_refuses_a_good_token(
    client: Client, house: OAuthProvider, account: dict[str, Any], person: User
) -> None:
    before = len(house.calls())
    house.set(isRefusing=True)
    reconnect(client, account)
    now = when(client, account, "auth_required")
    assert "The mail server does not take the sign-in at The House" in now["errorMessage"]
    assert len(house.calls()) == before + 1  # one fresh token was tried
    house.set(isRefusing=False)
    client.put(f"/accounts/{account['id']}", {"oauthGrant": sign_in(client, person.name)}).ok()
    when(client, account, None)


def test_token_that_the_mail_server_forgot_is_renewed(
    client: Client, house: OAuthProvider, post: Dovecot, account: dict[str, Any], person: User
) -> None:
    """A token may end before its time: machines sleep, and people end sessions."""
    before = len(house.calls())
    house.set(forget=True)
    reconnect(client, account)
    when(client, account, None)
    assert len(house.calls()) == before + 1
    house.set(forget=True)
    mail = {"accountId": account["id"], "to": ["anna@example.org"], "subject": "Sent", "body": "<p>x</p>"}
    assert client.post("/mails/send", mail).ok()["status"] == "sent"
    assert len(house.calls()) == before + 2
    house.set(forget=True)
    test = post.account(person, email=person.name, id=account["id"], password="")
    assert client.post("/accounts/test-connection", test).ok()["success"]
    assert len(house.calls()) == before + 3


def test_mail_server_that_hangs_up_after_a_refusal(client: Client, house: OAuthProvider) -> None:
    with ImapScript([letter("One")], "IMAP4rev1 IDLE SASL-IR AUTH=OAUTHBEARER") as server:
        server.greeting = b"* OK [CAPABILITY IMAP4rev1 IDLE SASL-IR AUTH=OAUTHBEARER] ready"
        logins: list[str] = []

        def refuse_once(talk: Talk) -> None:
            logins.append(talk.rest)
            if len(logins) == 1:
                talk.no("[AUTHENTICATIONFAILED] no")
                talk.close()
            else:
                talk.ok("in")

        server.on("AUTHENTICATE", refuse_once)
        before = len(house.calls())
        body = server.account(oauthGrant=sign_in(client, "user"))
        del body["password"]
        made = client.post("/accounts", body).ok(201)
        when(client, made, None)
        assert len(logins) == len(set(logins)) == 2 and len(house.calls()) == before + 1
        client.delete(f"/accounts/{made['id']}").ok()


def test_large_part_is_fetched_with_the_token(
    client: Client, post: Dovecot, house: OAuthProvider, account: dict[str, Any], person: User
) -> None:
    film = bytes(range(256)) * (42 * 4096)  # 42 MiB: more than is stored with a mail
    post.deliver(person, letter("Holiday", files={"film.bin": film}))
    mail = wait_until(
        lambda: next((one for one in all_mails(client, accountId=account["id"]) if one["subject"] == "Holiday"), None),
        40,
        "the large mail",
    )
    files = wait_until(lambda: client.get(f"/attachments/mail/{mail['id']}").ok(), 40, "its list of files")
    house.set(forget=True)
    before = len(house.calls())
    assert client.get(f"/attachments/{files[0]['id']}/download").body == film
    assert len(house.calls()) == before + 1


def test_provider_that_is_no_longer_configured(house: OAuthProvider, fresh_service: Any) -> None:
    with ImapScript([letter("One")], "IMAP4rev1 IDLE SASL-IR AUTH=XOAUTH2") as server:
        server.greeting = b"* OK [CAPABILITY IMAP4rev1 IDLE SASL-IR AUTH=XOAUTH2] ready"
        server.on("AUTHENTICATE", lambda talk: talk.ok("in"))
        service: Service = fresh_service(QUICK | house.config)
        client = service.admin()
        body = server.account(oauthGrant=sign_in(client, "user"))
        del body["password"]
        made = client.post("/accounts", body).ok(201)
        when(client, made, None)
        with_house = service.config
        service.stop()
        service.config = {key: value for key, value in with_house.items() if not key.startswith("oauth.house")}
        service.start()
        now = when(service.admin(), made, "server_error")
        assert "[oauth.house]" in now["errorMessage"]
        service.stop()
        service.config = with_house
        service.start()
        when(service.admin(), made, None)


def test_mail_server_that_cannot_check_now(client: Client, house: OAuthProvider, account: dict[str, Any]) -> None:
    """Dovecot says [UNAVAILABLE]: it is no refusal."""
    before = len(house.calls())
    house.set(isReporting=True, isRefusing=True)
    reconnect(client, account)
    when(client, account, "server_error")
    assert len(house.calls()) == before
    house.set(isReporting=False, isRefusing=False)
    when(client, account, None)


# -- secrets, at the end: over all that happened


def test_no_token_is_anywhere(service: Service, client: Client, house: OAuthProvider, account: dict[str, Any]) -> None:
    secrets = [secret for line in house.lines for secret in line.get("secrets", [])] + ["not so secret"]
    assert len(secrets) > 20
    answers = client.get("/accounts").body + client.get(f"/accounts/{account['id']}").body
    stored = service.stored().replace(b"client_secret = not so secret", b"")
    with service.events(client.token, 1) as stream:
        stream.wait_for("connected")
        told = str(stream.received)
    for secret in secrets:
        assert secret not in service.log()
        assert secret.encode() not in stored
        assert secret.encode() not in answers
        assert secret not in told
    bearer = "auth=Bearer"
    assert bearer not in service.log()
