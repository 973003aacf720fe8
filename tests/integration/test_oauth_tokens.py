# SPDX-License-Identifier: GPL-3.0-or-later
"""Access tokens of providers: renewal, storage, refusals, and no token in answers, logs or files."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from conftest import described
from oauthaccounts import (
    ENVIRONMENT,
    QUICK,
    account,
    calm,
    mail_server,
    passed,
    person,
    provider,
    reconnect,
    relay,
    restart,
    service,
    when,
    without_password,
)
from postrider_support import Client, Dovecot, ImapScript, ImapSession, Service, User, wait_until
from postrider_support.letters import all_mails, letter
from postrider_support.oauth import OAuthProvider, sign_in


def test_token_is_renewed_on_expiry(client: Client, provider: OAuthProvider, account: dict[str, Any]) -> None:
    provider.set(ttl=2)
    client.put(f"/accounts/{account['id']}", {"oauthGrant": sign_in(client, account["username"])}).ok()
    reconnect(client, account)
    when(client, account, None)
    before = len(provider.calls())
    for number in range(1, 4):
        passed(1.1)  # more than half of its lifetime
        reconnect(client, account)
        when(client, account, None)
        assert len(provider.calls()) == before + number
    assert {call["status"] for call in provider.calls()[before:]} == {200}


def test_ten_at_once_are_one_call(
    service: Service,
    client: Client,
    mail_server: Dovecot,
    provider: OAuthProvider,
    account: dict[str, Any],
    person: User,
) -> None:
    before, silent = len(provider.calls()), len(provider.lines)
    provider.set(mode="silent")
    restart(service, client)  # no token is in memory

    def test(_: int) -> Any:
        one = service.client()
        one.token = client.token
        return one.post(
            "/accounts/test-connection", mail_server.account(person, email=person.name, id=account["id"], password="")
        ).ok()["success"]

    with ThreadPoolExecutor(10) as pool:
        tests = [pool.submit(test, number) for number in range(10)]
        wait_until(lambda: any("silent" in line for line in provider.lines[silent:]), 20, "the first call")
        passed(0.5)  # so that most of them wait for the token
        provider.set(mode="up")
        assert all(one.result() for one in tests)
    when(client, account, None)
    assert len(provider.calls()) == before + 1


def test_replaced_refresh_token_is_stored_before_the_access_token_is_used(
    provider: OAuthProvider, fresh_service: Any
) -> None:
    """The service is killed at its login; it continues with the refresh token that replaced the old one."""
    with ImapScript([letter("One")], "IMAP4rev1 IDLE SASL-IR AUTH=XOAUTH2") as server:
        server.greeting = b"* OK [CAPABILITY IMAP4rev1 IDLE SASL-IR AUTH=XOAUTH2] ready"
        service: Service = fresh_service(QUICK | provider.config)
        logins: list[str] = []

        def let_in(session: ImapSession) -> None:
            logins.append(session.rest)
            session.ok("in")

        client = service.admin()
        server.on("AUTHENTICATE", let_in)
        body = server.account(oauthGrant=sign_in(client, "user"))
        del body["password"]
        made = client.post("/accounts", body).ok(201)
        when(client, made, None)
        before = len(provider.calls())
        server.on("AUTHENTICATE", lambda session: logins.append(session.rest))  # without an answer
        for number in range(1, 6):
            service.kill()
            service.start()
            wait_until(lambda number=number: len(logins) > number, 20, "its login")
            assert len(provider.calls()) == before + number
        service.kill()
        server.on("AUTHENTICATE", let_in)
        service.start()
        when(service.admin(), made, None)
        assert {call["status"] for call in provider.calls()[before:]} == {200}
        assert len(set(logins)) == len(logins) == 7  # another token each time


def test_revoked(
    service: Service,
    client: Client,
    mail_server: Dovecot,
    provider: OAuthProvider,
    account: dict[str, Any],
    person: User,
) -> None:
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        provider.set(ttl=1, revoke=True)
        before = len(provider.calls())
        client.put(f"/accounts/{account['id']}", {"name": "again"}).ok()
        renamed = stream.wait_for("account.updated", lambda event: event.data["account_id"] == account["id"])
        restart(service, client)  # no token is in memory
    with service.events(client.token, renamed.id) as stream:
        now = when(client, account, "auth_required")
        assert (
            now["status"] == "error" and "The House" in now["errorMessage"] and "sign in again" in now["errorMessage"]
        )
        assert "invalid_grant" in now["errorMessage"]
        sync_error = stream.wait_for(
            "account.status_changed",
            lambda event: event.data["status"] == "error" and event.data["account_id"] == account["id"],
        )
        assert sync_error.id
        wait_until(
            lambda: len(
                [event for event in stream.named("account.sync_error") if event.data["account_id"] == account["id"]]
            )
            >= 3,
            30,
            "further tries",
        )
        described(client, stream)
    assert len(provider.calls()) == before + 1  # further tries send it no request
    mail = {"accountId": account["id"], "to": ["anna@example.org"], "subject": "Waits", "body": "<p>x</p>"}
    client.post("/mails/send", mail)
    assert len(provider.calls()) == before + 1
    client.put(f"/accounts/{account['id']}", {"oauthGrant": sign_in(client, person.name)}).ok()
    when(client, account, None)


@pytest.mark.parametrize(("mode", "code"), [("down", "connect_failed"), ("500", "server_error")])
def test_provider_that_is_away(
    service: Service, client: Client, provider: OAuthProvider, account: dict[str, Any], mode: str, code: str
) -> None:
    provider.set(mode=mode)
    restart(service, client)
    now = when(client, account, code)
    assert "The request to The House for an access token failed" in now["errorMessage"]
    provider.set(mode="up")
    when(client, account, None)


def test_silent_provider_holds_up_nothing(
    service: Service, client: Client, provider: OAuthProvider, account: dict[str, Any]
) -> None:
    provider.set(mode="silent")
    before = len(provider.lines)
    restart(service, client)
    wait_until(lambda: any("silent" in line for line in provider.lines[before:]), 20, "a call")
    assert client.get("/accounts").status == 200
    restart(service, client)  # must stop within 5 s
    provider.set(mode="up")
    when(client, account, None)


def test_mail_server_that_refuses_a_good_token(
    client: Client, provider: OAuthProvider, account: dict[str, Any], person: User
) -> None:
    before = len(provider.calls())
    provider.set(isRefusing=True)
    reconnect(client, account)
    now = when(client, account, "auth_required")
    assert "The mail server refused the access token of The House" in now["errorMessage"]
    assert len(provider.calls()) == before + 1  # one fresh token was tried
    provider.set(isRefusing=False)
    client.put(f"/accounts/{account['id']}", {"oauthGrant": sign_in(client, person.name)}).ok()
    when(client, account, None)


def test_token_that_the_mail_server_rejects_early_is_renewed(
    client: Client, provider: OAuthProvider, mail_server: Dovecot, account: dict[str, Any], person: User
) -> None:
    """A token may become invalid early: machines sleep, and people end sessions."""
    before = len(provider.calls())
    provider.set(forget=True)
    reconnect(client, account)
    when(client, account, None)
    assert len(provider.calls()) == before + 1
    provider.set(forget=True)
    mail = {"accountId": account["id"], "to": ["anna@example.org"], "subject": "Sent", "body": "<p>x</p>"}
    assert client.post("/mails/send", mail).ok()["status"] == "sent"
    assert len(provider.calls()) == before + 2
    provider.set(forget=True)
    test = mail_server.account(person, email=person.name, id=account["id"], password="")
    assert client.post("/accounts/test-connection", test).ok()["success"]
    assert len(provider.calls()) == before + 3


def test_mail_server_that_hangs_up_after_a_refusal(client: Client, provider: OAuthProvider) -> None:
    with ImapScript([letter("One")], "IMAP4rev1 IDLE SASL-IR AUTH=OAUTHBEARER") as server:
        server.greeting = b"* OK [CAPABILITY IMAP4rev1 IDLE SASL-IR AUTH=OAUTHBEARER] ready"
        logins: list[str] = []

        def refuse_once(session: ImapSession) -> None:
            logins.append(session.rest)
            if len(logins) == 1:
                session.no("[AUTHENTICATIONFAILED] no")
                session.close()
            else:
                session.ok("in")

        server.on("AUTHENTICATE", refuse_once)
        before = len(provider.calls())
        body = server.account(oauthGrant=sign_in(client, "user"))
        del body["password"]
        made = client.post("/accounts", body).ok(201)
        when(client, made, None)
        assert len(logins) == len(set(logins)) == 2 and len(provider.calls()) == before + 1
        client.delete(f"/accounts/{made['id']}").ok()


def test_large_part_is_fetched_with_the_token(
    client: Client, mail_server: Dovecot, provider: OAuthProvider, account: dict[str, Any], person: User
) -> None:
    film = bytes(range(256)) * (42 * 4096)  # 42 MiB: more than is stored with a mail
    mail_server.deliver(person, letter("Holiday", files={"film.bin": film}))
    mail = wait_until(
        lambda: next((one for one in all_mails(client, accountId=account["id"]) if one["subject"] == "Holiday"), None),
        40,
        "the large mail",
    )
    files = wait_until(lambda: client.get(f"/attachments/mail/{mail['id']}").ok(), 40, "its list of files")
    provider.set(forget=True)
    before = len(provider.calls())
    assert client.get(f"/attachments/{files[0]['id']}/download").body == film
    assert len(provider.calls()) == before + 1


def test_provider_that_is_no_longer_configured(provider: OAuthProvider, fresh_service: Any) -> None:
    with ImapScript([letter("One")], "IMAP4rev1 IDLE SASL-IR AUTH=XOAUTH2") as server:
        server.greeting = b"* OK [CAPABILITY IMAP4rev1 IDLE SASL-IR AUTH=XOAUTH2] ready"
        server.on("AUTHENTICATE", lambda session: session.ok("in"))
        service: Service = fresh_service(QUICK | provider.config)
        client = service.admin()
        body = server.account(oauthGrant=sign_in(client, "user"))
        del body["password"]
        made = client.post("/accounts", body).ok(201)
        when(client, made, None)
        with_provider = service.config
        service.stop()
        service.config = {key: value for key, value in with_provider.items() if not key.startswith("oauth.house")}
        service.start()
        now = when(service.admin(), made, "server_error")
        assert "[oauth.house]" in now["errorMessage"]
        service.stop()
        service.config = with_provider
        service.start()
        when(service.admin(), made, None)


def test_mail_server_that_cannot_check_now(client: Client, provider: OAuthProvider, account: dict[str, Any]) -> None:
    """Dovecot answers [UNAVAILABLE], which is no refusal of the token."""
    before = len(provider.calls())
    provider.set(isReporting=True, isRefusing=True)
    reconnect(client, account)
    when(client, account, "server_error")
    assert len(provider.calls()) == before
    provider.set(isReporting=False, isRefusing=False)
    when(client, account, None)


def test_no_token_is_anywhere(
    service: Service, client: Client, provider: OAuthProvider, account: dict[str, Any]
) -> None:
    secrets = [secret for line in provider.lines for secret in line.get("secrets", [])] + ["not so secret"]
    assert len(secrets) > 20
    answers = client.get("/accounts").body + client.get(f"/accounts/{account['id']}").body
    stored = service.stored().replace(b"client_secret = not so secret", b"")
    with service.events(client.token, 1) as stream:
        stream.wait_for("connected")
        received = str(stream.received)
    for secret in secrets:
        assert secret not in service.log()
        assert secret.encode() not in stored
        assert secret.encode() not in answers
        assert secret not in received
    bearer = "auth=Bearer"
    assert bearer not in service.log()
