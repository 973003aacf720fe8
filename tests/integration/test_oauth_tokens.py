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
    house,
    passed,
    person,
    post,
    reconnect,
    relay,
    restart,
    service,
    when,
    without_password,
)
from postrider_support import Client, Dovecot, ImapScript, Service, Talk, User, wait_until
from postrider_support.letters import all_mails, letter
from postrider_support.oauth import OAuthProvider, sign_in


def test_token_is_renewed_on_expiry(client: Client, house: OAuthProvider, account: dict[str, Any]) -> None:
    house.set(ttl=2)
    client.put(f"/accounts/{account['id']}", {"oauthGrant": sign_in(client, account["username"])}).ok()
    reconnect(client, account)
    when(client, account, None)
    before = len(house.calls())
    for number in range(1, 4):
        passed(1.1)  # more than half of its lifetime
        reconnect(client, account)
        when(client, account, None)
        assert len(house.calls()) == before + number
    assert {call["status"] for call in house.calls()[before:]} == {200}


def test_ten_at_once_are_one_call(
    service: Service, client: Client, post: Dovecot, house: OAuthProvider, account: dict[str, Any], person: User
) -> None:
    before, silent = len(house.calls()), len(house.lines)
    house.set(mode="silent")
    restart(service, client)  # no token is in memory

    def test(_: int) -> Any:
        one = service.client()
        one.token = client.token
        return one.post(
            "/accounts/test-connection", post.account(person, email=person.name, id=account["id"], password="")
        ).ok()["success"]

    with ThreadPoolExecutor(10) as pool:
        tests = [pool.submit(test, number) for number in range(10)]
        wait_until(lambda: any("silent" in line for line in house.lines[silent:]), 20, "the first call")
        passed(0.5)  # so that most of them wait for the token
        house.set(mode="up")
        assert all(one.result() for one in tests)
    when(client, account, None)
    assert len(house.calls()) == before + 1


def test_replaced_refresh_token_is_stored_before_the_access_token_is_used(
    house: OAuthProvider, fresh_service: Any
) -> None:
    """The service is killed at its login; it continues with the refresh token that replaced the old one."""
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
        server.on("AUTHENTICATE", lambda talk: logins.append(talk.rest))  # without an answer
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
        assert len(set(logins)) == len(logins) == 7  # another token each time


def test_revoked(
    service: Service, client: Client, post: Dovecot, house: OAuthProvider, account: dict[str, Any], person: User
) -> None:
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        house.set(ttl=1, revoke=True)
        before = len(house.calls())
        client.put(f"/accounts/{account['id']}", {"name": "again"}).ok()
        renamed = stream.wait_for("account.updated", lambda event: event.data["account_id"] == account["id"])
        restart(service, client)  # no token is in memory
    with service.events(client.token, renamed.id) as stream:
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
    assert len(house.calls()) == before + 1  # further tries send it no request
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
    restart(service, client)  # must stop within 5 s
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
    """A token may become invalid early: machines sleep, and people end sessions."""
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
    """Dovecot answers [UNAVAILABLE], which is no refusal of the token."""
    before = len(house.calls())
    house.set(isReporting=True, isRefusing=True)
    reconnect(client, account)
    when(client, account, "server_error")
    assert len(house.calls()) == before
    house.set(isReporting=False, isRefusing=False)
    when(client, account, None)


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
