# SPDX-License-Identifier: GPL-3.0-or-later
"""Mailboxes without a password: the sign-in at a provider, and accounts that use it."""

from typing import Any

import pytest
from oauthaccounts import (
    ENVIRONMENT,
    account,
    calm,
    mail_server,
    person,
    provider,
    relay,
    service,
    when,
    without_password,
)
from postrider_support import Client, Dovecot, ImapScript, OpenApi, Service, SmtpScript, User, wait_until
from postrider_support.letters import all_mails, letter, settled
from postrider_support.oauth import REDIRECT, OAuthProvider, sign_in, visit
from test_users import NINA_PASSWORD, added, logged_in


def test_providers_are_those_of_the_configuration(client: Client, fresh_service: Any) -> None:
    assert client.get("/oauth/providers").ok() == [{"name": "house", "label": "The House", "hasDeviceFlow": True}]
    assert fresh_service().admin().get("/oauth/providers").ok() == []


def test_start_returns_the_authorization_url(client: Client, provider: OAuthProvider) -> None:
    begun = client.post(
        "/oauth/start", {"provider": "house", "email": "a+b@example.test", "redirectUri": REDIRECT}
    ).ok()
    assert begun["expiresIn"] == 600 and len(begun["state"]) == 32
    url = begun["authorizationUrl"]
    assert url.startswith(f"{provider.origin}/authorize?tenant=a+b&") and "code_challenge_method=S256" in url
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


def test_state_is_checked(service: Service, client: Client, openapi: OpenApi, provider: OAuthProvider) -> None:
    def begun() -> dict[str, str]:
        wish = {"provider": "house", "email": "x@example.test", "redirectUri": REDIRECT}
        return visit(client.post("/oauth/start", wish).ok()["authorizationUrl"])

    calls = len(provider.calls("authorization_code"))
    back = begun()
    client.post("/oauth/finish", {"state": "A" * 32, "code": back["code"]}).failed(400, 40012)
    client.post("/oauth/finish", {"state": back["state"]}).failed(400, 40001)
    added(service, "nina", NINA_PASSWORD)
    nina = logged_in(service, "nina", NINA_PASSWORD, openapi)
    nina.post("/oauth/finish", back).failed(400, 40012)
    assert len(provider.calls("authorization_code")) == calls
    grant = client.post("/oauth/finish", back).ok()["oauthGrant"]
    client.post("/oauth/finish", back).failed(400, 40012)  # it is used up
    # A handle is valid only for the user who got it.
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


def test_person_who_refuses(client: Client, provider: OAuthProvider) -> None:
    begun = client.post("/oauth/start", {"provider": "house", "redirectUri": REDIRECT}).ok()
    client.post("/oauth/finish", {"state": begun["state"], "error": "access_denied"}).failed(400, 40013)
    client.post("/oauth/finish", {"state": begun["state"], "code": "x"}).failed(400, 40012)  # it has ended
    begun = client.post("/oauth/start", {"provider": "house", "redirectUri": REDIRECT}).ok()
    failed = client.post("/oauth/finish", {"state": begun["state"], "code": "invented"}).failed(400, 40013)
    assert "The House" in failed["message"] and "invented" not in failed["message"]


def test_provider_that_is_away_at_the_sign_in(client: Client, provider: OAuthProvider) -> None:
    for mode in ("down", "500"):
        back = visit(
            client.post("/oauth/start", {"provider": "house", "email": "x", "redirectUri": REDIRECT}).ok()[
                "authorizationUrl"
            ]
        )
        provider.set(mode=mode)
        client.post("/oauth/finish", back).failed(502, 50206)
        client.post("/oauth/device", {"provider": "house"}).failed(502, 50206)
        provider.set(mode="up")


def test_device_flow(
    service: Service,
    client: Client,
    openapi: OpenApi,
    provider: OAuthProvider,
    person: User,
    without_password: dict[str, Any],
) -> None:
    begun = client.post("/oauth/device", {"provider": "house"}).ok()
    assert begun["verificationUrl"] == f"{provider.origin}/enter" and begun["interval"] == 1
    handle = {"handle": begun["handle"]}
    for _ in range(5):  # faster than the interval: the provider gets no request
        assert client.post("/oauth/device/poll", handle).ok() == {"status": "pending", "interval": 1}
    assert not [call for call in provider.lines if "device_code" in call.get("grant", "")]
    service.admin(openapi).post("/oauth/device/poll", handle).ok()  # the same user
    client.post("/oauth/device/poll", {"handle": "A" * 32}).failed(400, 40012)
    provider.set(approve=begun["userCode"], email=person.name)
    done = wait_until(
        lambda: (polled := client.post("/oauth/device/poll", handle).ok())["status"] == "done" and polled,
        20,
        "the grant",
    )
    client.post("/oauth/device/poll", handle).failed(400, 40012)
    made = client.post("/accounts", without_password | {"oauthGrant": done["oauthGrant"]}).ok(201)
    when(client, made, None)
    client.delete(f"/accounts/{made['id']}").ok()


def test_device_flow_that_is_refused(client: Client, provider: OAuthProvider) -> None:
    begun = client.post("/oauth/device", {"provider": "house"}).ok()
    provider.set(deny=begun["userCode"])
    handle = {"handle": begun["handle"]}
    wait_until(lambda: client.post("/oauth/device/poll", handle).status == 400, 20, "the refusal")
    client.post("/oauth/device/poll", handle).failed(400, 40012)


@pytest.mark.parametrize("mechanism", ["OAUTHBEARER", "XOAUTH2"])
def test_first_sync_and_sending(
    service: Service,
    client: Client,
    mail_server: Dovecot,
    relay: SmtpScript,
    provider: OAuthProvider,
    person: User,
    without_password: dict[str, Any],
    mechanism: str,
) -> None:
    for number in range(3):
        mail_server.deliver(person, letter(f"Letter {number}"))
    grant = sign_in(client, person.name)
    calls = len(provider.calls())
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
    client.post("/accounts", body | {"username": "another"}).failed(400, 40001)  # the grant is used
    settled(client, made["id"])
    assert sorted(mail["subject"] for mail in all_mails(client, accountId=made["id"])) == [
        f"Letter {n}" for n in range(3)
    ]
    mail = {"accountId": made["id"], "to": ["anna@example.org"], "subject": f"By {mechanism}", "body": "<p>x</p>"}
    sent = client.post("/mails/send", mail).ok()
    assert sent["status"] == "sent"
    assert any(f"By {mechanism}".encode() in one.raw for one in relay.mails)
    wait_until(lambda: client.get(f"/outbox/{sent['id']}").ok()["copyState"] == "stored", 20, "the copy in Sent")
    assert len(provider.calls()) == calls  # the token of the sign-in was enough for all
    assert service.sql(f"SELECT proven_mechanism, smtp_proven_mechanism FROM accounts WHERE id = {made['id']}") == [
        (mechanism, mechanism)
    ]
    client.delete(f"/accounts/{made['id']}").ok()


def test_verified_create(client: Client, mail_server: Dovecot, person: User, without_password: dict[str, Any]) -> None:
    someone = sign_in(client, "someone.else@example.test")
    failed = client.post("/accounts?verify=true", without_password | {"oauthGrant": someone}).failed(502, 50202)
    assert "refused" in failed["message"]
    body = without_password | {"oauthGrant": sign_in(client, person.name)}
    client.post(
        "/accounts?verify=true", body | {"port": mail_server.tls_port, "host": "localhost", "tlsPin": "ab" * 32}
    ).failed(502, 50201)
    made = client.post("/accounts?verify=true", body).ok(201)  # the failed tries did not use the handle up
    client.delete(f"/accounts/{made['id']}").ok()


def test_sign_in_and_password_take_turns(
    service: Service, client: Client, provider: OAuthProvider, account: dict[str, Any], person: User
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
    client: Client, mail_server: Dovecot, account: dict[str, Any], person: User
) -> None:
    at = f"/accounts/{account['id']}"
    with ImapScript() as other_server:
        moved = {"host": "localhost", "port": other_server.port, "security": "none"}
        for field, change in (("oauthGrant", moved), ("oauthGrant", {"smtp_host": "localhost"})):
            failed = client.put(at, change).failed(400, 40001)
            assert [one["field"] for one in failed["details"]] == [field]
            assert "sign in again" in failed["details"][0]["reason"]
        test = mail_server.account(person, email=person.name, id=account["id"], password="") | moved
        client.post("/accounts/test-connection", test).failed(400, 40001)
        assert other_server.connections == 0
    # The stored sign-in works for a test of the account as it is.
    tested = client.post(
        "/accounts/test-connection", mail_server.account(person, email=person.name, id=account["id"], password="")
    ).ok()
    assert tested["success"] and tested["imap"]["mechanism"] in ("OAUTHBEARER", "XOAUTH2")
    stored = mail_server.account(person, email=person.name, id=account["id"], password="")
    assert client.post("/accounts/folders", stored).ok()["folders"]


def test_deleted_account_leaves_no_token(
    service: Service, client: Client, person: User, without_password: dict[str, Any]
) -> None:
    before = service.sql("SELECT ref FROM secrets ORDER BY ref")
    made = client.post("/accounts", without_password | {"oauthGrant": sign_in(client, person.name)}).ok(201)
    assert len(service.sql("SELECT ref FROM secrets")) == len(before) + 1
    client.delete(f"/accounts/{made['id']}").ok()
    assert service.sql("SELECT ref FROM secrets ORDER BY ref") == before
