# SPDX-License-Identifier: GPL-3.0-or-later
"""Places that all users share: one user, or one host that hangs, does not take all of them."""

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from postrider_support import (
    Client,
    Dovecot,
    ImapScript,
    ImapSession,
    Service,
    SmtpScript,
    User,
    wait_until,
)
from postrider_support.letters import account_when, letter, mails_when, synced_account
from postrider_support.pushservice import PushService
from postrider_support.sending import mail, outbox
from postrider_support.smtpscript import SmtpSession
from postrider_support.tlsfront import Front, send_greeting
from postrider_support.webhooksink import WebhookSink, hangs
from test_users import added, logged_in

PASSWORD = "correct horse battery"
# Timeouts that are longer than any test: a server that hangs does so until the end.
CONFIG = {
    "outbox.answer_within": "1",
    "mail.open_timeout": "300",
    "mail.silence_timeout": "300",
    "outbox.command_timeout": "300",
    "outbox.final_timeout": "600",
    "sync.retry_min": "3600",
    "sync.retry_max": "3600",
    "sync.max_starts": "10",
    "webhooks.timeout": "20",
    "webhooks.allowed_networks": "127.0.0.0/8",
    "push.timeout": "120",
    "visibility": "shared",
}
ENVIRONMENT = {"POSTRIDER_PUSH_ALLOWED_NETWORKS": "127.0.0.0/8"}
SHARE = 10  # of the 20 connections: the most for one host or one user
USERS = ["nina", "olaf", "pia", "rosa"]


@pytest.fixture(scope="module")
def users(service: Service) -> list[Client]:
    """Four users whose servers hang, on purpose or because their providers are down."""
    for name in USERS:
        added(service, name, PASSWORD)
    return [logged_in(service, name, PASSWORD) for name in USERS]


@pytest.fixture(autouse=True)
def nothing_left(client: Client, users: list[Client]) -> Iterator[None]:
    yield
    for account in client.get("/accounts").ok():
        client.delete(f"/accounts/{account['id']}").ok()
    for user in [client, *users]:
        for webhook in user.get("/webhooks").ok():
            user.delete(f"/webhooks/{webhook['id']}").ok()


@pytest.fixture
def stack() -> Iterator[contextlib.ExitStack]:
    """Closes the servers of a test at its end."""
    with contextlib.ExitStack() as servers:
        yield servers


# -- sending


def silent_at_the_greeting(server: SmtpScript) -> None:
    server.on("", lambda session: session.hold(600))


def silent_after_the_dot(server: SmtpScript) -> None:
    server.on(".", lambda session: session.hold(600))


def dripping(server: SmtpScript) -> None:
    """Sends an answer that never ends, byte by byte."""

    def drip(session: SmtpSession) -> None:
        session.connection.settimeout(1)
        while not session.is_ended:
            session.connection.sendall(b"-")
            with contextlib.suppress(TimeoutError):
                session.is_ended = not session.connection.recv(1)

    def act(session: SmtpSession) -> None:
        session.connection.sendall(b"250-")
        drip(session)

    server.on("EHLO", act)


def silent_server(stack: contextlib.ExitStack, silence: Callable[[SmtpScript], None]) -> SmtpScript:
    server = stack.enter_context(SmtpScript())
    silence(server)
    return server


def sender(user: Client, server: SmtpScript, number: int = 0) -> dict[str, Any]:
    """An account of the user that sends through this server."""
    body = server.account(username=f"user{server.port}-{number}", email=f"me{server.port}-{number}@example.org")
    made: dict[str, Any] = user.post("/accounts", body).ok(201)
    return made


def send_all(service: Service, user: Client, accounts: list[dict[str, Any]]) -> None:
    """One mail from each, all at once; none of them is sent before the answer."""

    def send(account: dict[str, Any]) -> None:
        one = service.client()
        one.token = user.token
        one.post("/mails/send", mail(account)).ok(202)
        one.close()

    with ThreadPoolExecutor(len(accounts)) as pool:
        list(pool.map(send, accounts))


def connections(servers: list[SmtpScript]) -> int:
    return sum(server.connections for server in servers)


def goes_out(client: Client, smtp: SmtpScript) -> None:
    account = sender(client, smtp)
    client.post("/mails/send", mail(account))
    wait_until(lambda: len(smtp.mails) == 1, 60, "the mail of another user, at another host")


@pytest.mark.parametrize("silence", [silent_at_the_greeting, silent_after_the_dot, dripping])
def test_one_users_silent_servers_do_not_keep_others_from_sending(
    service: Service,
    client: Client,
    users: list[Client],
    smtp: SmtpScript,
    stack: contextlib.ExitStack,
    silence: Callable[[SmtpScript], None],
) -> None:
    """Each account has its own host."""
    servers = [silent_server(stack, silence) for _ in range(24)]
    send_all(service, users[0], [sender(users[0], server) for server in servers])
    wait_until(lambda: connections(servers) == SHARE, 30, "the user's share")
    goes_out(client, smtp)
    assert connections(servers) == SHARE


@pytest.mark.parametrize("silence", [silent_at_the_greeting, silent_after_the_dot])
def test_one_silent_host_of_many_users_does_not_keep_others_from_sending(
    service: Service,
    client: Client,
    users: list[Client],
    smtp: SmtpScript,
    stack: contextlib.ExitStack,
    silence: Callable[[SmtpScript], None],
) -> None:
    server = silent_server(stack, silence)
    for user in users:
        send_all(service, user, [sender(user, server, number) for number in range(7)])
    wait_until(lambda: server.connections == SHARE, 30, "the host's share")
    goes_out(client, smtp)
    assert server.connections == SHARE


def test_silent_servers_of_many_users_give_their_places_back(
    service: Service,
    client: Client,
    users: list[Client],
    smtp: SmtpScript,
    stack: contextlib.ExitStack,
) -> None:
    servers = []
    for user in users:
        own = [silent_server(stack, silent_after_the_dot) for _ in range(12)]
        send_all(service, user, [sender(user, server) for server in own])
        servers += own
    goes_out(client, smtp)
    wait_until(lambda: connections(servers) == SHARE * len(users), 60, "all that may be there")
    assert all(len(server.mails) == 0 and server.connections <= 1 for server in servers)


def test_mail_that_waits_for_a_place_is_queued_and_can_be_cancelled(
    service: Service, users: list[Client], stack: contextlib.ExitStack
) -> None:
    servers = [silent_server(stack, silent_after_the_dot) for _ in range(SHARE)]
    send_all(service, users[0], [sender(users[0], server) for server in servers])
    wait_until(lambda: connections(servers) == SHARE, 30, "the user's share")
    waiting = stack.enter_context(SmtpScript())
    queued = users[0].post("/mails/send", mail(sender(users[0], waiting))).ok(202)
    assert outbox(users[0], queued["id"])["status"] == "queued"
    users[0].delete(f"/outbox/{queued['id']}").ok()
    for server in servers:
        server.close()
    again = users[0].post("/mails/send", mail(sender(users[0], waiting, 1)))
    wait_until(lambda: len(waiting.mails) == 1, 60, "the mail after it")
    assert again.status in (200, 202)


def test_account_that_waits_for_a_place_can_be_deleted(
    service: Service, users: list[Client], stack: contextlib.ExitStack
) -> None:
    servers = [silent_server(stack, silent_after_the_dot) for _ in range(SHARE + 2)]
    accounts = [sender(users[0], server) for server in servers]
    send_all(service, users[0], accounts)
    wait_until(lambda: connections(servers) == SHARE, 30, "the user's share")
    for account, server in zip(accounts, servers):
        if server.connections == 0:
            users[0].delete(f"/accounts/{account['id']}").ok()


def test_mail_of_one_user_is_put_away_while_anothers_server_is_silent(
    client: Client, users: list[Client], dovecot: Dovecot, mail_user: User, smtp: SmtpScript
) -> None:
    with Front(send_greeting(b"")) as black_hole:
        body = smtp.account(port=black_hole.port, username="silent", appendSent=True)
        silent = users[0].post("/accounts", body).ok(201)
        users[0].post("/mails/send", mail(silent)).ok()
        body = dovecot.account(
            mail_user,
            smtp_host="127.0.0.1",
            smtp_port=smtp.port,
            smtpSecurity="none",
            appendSent=True,
        )
        account = synced_account(client, body)
        client.post("/mails/send", mail(account)).ok()
        with dovecot.mailbox(mail_user) as box:
            wait_until(lambda: box.uids("Sent"), 60, "the mail in the folder Sent")


# -- synchronisation


def first_sync_hangs(client: Client, users: list[Client], stack: contextlib.ExitStack, verb: str) -> None:
    for user in users:
        for number in range(4):
            server = stack.enter_context(ImapScript([letter("Never")]))
            server.on(verb, ImapSession.wait_for_end)
            for name in ("user1", "user2"):
                server.passwords[name] = "password"
                user.post("/accounts", server.account(name, email=f"{name}-{number}@example.org")).ok(201)
    good = stack.enter_context(ImapScript([letter("One")]))
    good.passwords["user1"] = "password"
    account = client.post("/accounts", good.account("user1")).ok(201)
    account_when(client, account["id"], lambda now: now["mailCount"] == 1, 60, "the other user's account")


def test_one_users_servers_do_not_keep_others_from_their_first_sync(
    client: Client, users: list[Client], stack: contextlib.ExitStack
) -> None:
    first_sync_hangs(client, users[:1], stack, "UID FETCH")


def test_servers_that_hang_at_the_login_give_their_places_back(
    client: Client, users: list[Client], stack: contextlib.ExitStack
) -> None:
    first_sync_hangs(client, users[:3], stack, "LOGIN")


# -- calls to others


@pytest.mark.parametrize("count", [1, 2])
def test_hanging_receivers_do_not_keep_other_users_calls_waiting(
    client: Client,
    users: list[Client],
    smtp: SmtpScript,
    stack: contextlib.ExitStack,
    count: int,
) -> None:
    """Each receiver has its own host, and a user has as many receivers as there are calls at once."""
    account = client.post("/accounts", smtp.account()).ok(201)
    for user in range(count):
        for number in range(16):
            sink = stack.enter_context(WebhookSink(hangs, host=f"127.0.{user + 1}.{number + 1}"))
            body = {
                "name": "Hangs",
                "url": sink.url(f"127.0.{user + 1}.{number + 1}"),
                "events": ["account.updated"],
            }
            users[user].post("/webhooks", body).ok(201)
    good = stack.enter_context(WebhookSink())
    client.post("/webhooks", {"name": "Good", "url": good.url(), "events": ["account.updated"]}).ok(201)
    client.put(f"/accounts/{account['id']}", {"name": "Renamed"}).ok()
    wait_until(lambda: good.calls, 15, "the call to the other user's receiver")


def test_hanging_push_services_do_not_keep_other_users_notices_waiting(
    client: Client,
    users: list[Client],
    dovecot: Dovecot,
    mail_user: User,
    stack: contextlib.ExitStack,
) -> None:
    hanging = []
    for user in users:
        for _ in range(10):
            service = stack.enter_context(PushService())
            service.delay = 100
            hanging.append(service.browser())
            user.post("/push/subscribe", hanging[-1].subscription).ok(201)
    browser = stack.enter_context(PushService()).browser()
    client.post("/push/subscribe", browser.subscription).ok(201)
    account = synced_account(client, dovecot.account(mail_user))
    dovecot.deliver(mail_user, letter("For whom?"))
    mails_when(client, 1, accountId=account["id"])
    browser.wait_for(1, 60)
    for user in users:
        for one in user.get("/push/subscriptions").ok():
            user.post("/push/unsubscribe", {"endpoint": one["endpoint"]}).ok()
    client.post("/push/unsubscribe", {"endpoint": browser.endpoint}).ok()
