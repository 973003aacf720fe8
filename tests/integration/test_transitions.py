# SPDX-License-Identifier: GPL-3.0-or-later
"""The status of an account: every transition, and its events."""

from collections.abc import Iterator
from typing import Any

import pytest
from postrider_support import Client, Dovecot, EventStream, ImapScript, ImapSession, Proxy, Service, User, wait_until
from postrider_support.certificates import CertificateAuthority
from postrider_support.faults import flip_after, silence_after
from postrider_support.letters import account_when, letter, mails_when
from postrider_support.tlsfront import Front, tls_to
from postrider_support.waiting import free_ports, setting

CONFIG = {
    "sync.poll_interval": "1",
    "sync.quick_retry": "1",
    "sync.retry_min": "1",
    "sync.retry_max": "1",
    "sync.auth_retry_min": "3600",
    "mail.open_timeout": setting(1),
    "mail.silence_timeout": setting(1),
}
PATIENT = {"sync.retry_min": "3600", "sync.retry_max": "3600"}  # the next try after an error is in an hour


def of(account: dict[str, Any]) -> Any:
    return lambda event: event.data["account_id"] == account["id"]


def in_status(client: Client, account: dict[str, Any], status: str, timeout: float = 20) -> dict[str, Any]:
    return account_when(client, account["id"], lambda now: now["status"] == status, timeout, f"status {status}")


def in_step(client: Client, account: dict[str, Any]) -> dict[str, Any]:
    """The account, as soon as it is active and synchronised, without an error."""
    now = account_when(
        client,
        account["id"],
        lambda now: now["status"] == "active" and now["lastSyncAt"] and now["mode"] in ("idle", "polling"),
    )
    assert (now["errorCode"], now["errorMessage"]) == (None, None)
    return now


def created(client: Client, body: dict[str, Any]) -> dict[str, Any]:
    return client.post("/accounts", body).ok(201)


def health_events(stream: EventStream, account: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [
        (event.data["status"], event.data["error_code"])
        for event in stream.named("account.health")
        if event.data["account_id"] == account["id"]
    ]


def status_events(stream: EventStream, account: dict[str, Any]) -> list[str]:
    return [
        event.data["status"]
        for event in stream.named("account.status_changed")
        if event.data["account_id"] == account["id"]
    ]


def another(service: Service, client: Client) -> Client:
    """A second client, for the thread of the scripted mail server."""
    one = service.client(client.openapi)
    one.token = client.token
    return one


@pytest.fixture
def server() -> Iterator[ImapScript]:
    with ImapScript([letter("One"), letter("Two")]) as one:
        yield one


@pytest.fixture(autouse=True)
def no_accounts_left(client: Client) -> Iterator[None]:
    yield
    for account in client.get("/accounts").ok():
        client.delete(f"/accounts/{account['id']}").ok()


# -- create


def test_created_account_is_active_and_connecting(client: Client, events: EventStream) -> None:
    with ImapScript() as server:
        server.greeting = b""  # the server sends nothing
        account = created(client, server.account())
        assert (account["status"], account["mode"]) == ("active", "connecting")
        assert events.wait_for("account.created", of(account)).id is not None


def test_healthy_account_changes_its_status_never(client: Client, events: EventStream, server: ImapScript) -> None:
    account = created(client, server.account())
    in_step(client, account)
    events.wait_for("mail.synced", of(account))
    assert health_events(events, account) == status_events(events, account) == []


# -- active to error


def test_refused_login_is_an_error_at_once(client: Client, events: EventStream, server: ImapScript) -> None:
    account = created(client, server.account(password="wrong"))
    in_status(client, account, "error")
    # The status is stored, the mode is in memory and changes later.
    broken = account_when(client, account["id"], lambda now: now["mode"] == "stopped")
    assert (broken["status"], broken["errorCode"]) == ("error", "auth_failed")
    assert "Authentication failed" in broken["errorMessage"]
    assert events.wait_for("account.sync_error", of(account)).data["error_code"] == "auth_failed"
    health = events.wait_for("account.health", of(account))
    assert (health.data["status"], health.data["error"], health.data["error_code"]) == (
        "error",
        broken["errorMessage"],
        "auth_failed",
    )
    assert health.id is None
    changed = events.wait_for("account.status_changed", of(account))
    assert changed.data["status"] == "error" and changed.id is not None
    assert len(server.commands("LOGIN")) == 1


def refusing(session: ImapSession) -> None:
    session.no("[UNAVAILABLE] come back later")


def test_two_failures_do_not_flicker_and_the_third_is_an_error(
    service: Service, client: Client, events: EventStream, server: ImapScript
) -> None:
    seen = []
    onlooker = another(service, client)

    def fails(session: ImapSession) -> None:
        seen.append(onlooker.get(f"/accounts/{account['id']}").ok()["status"])
        refusing(session)

    account = created(client, server.account())
    in_step(client, account)
    server.on("LOGIN", fails)
    server.each(ImapSession.close)
    broken = in_status(client, account, "error")
    assert broken["errorCode"] == "server_error"
    assert seen[:2] == ["active", "active"]
    events.wait_for("account.health", of(account))
    assert health_events(events, account) == [("error", "server_error")]
    assert status_events(events, account) == ["error"]


def test_a_success_between_failures_begins_the_count_anew(
    client: Client, events: EventStream, server: ImapScript
) -> None:
    account = created(client, server.account())
    for attempt in range(4):
        in_step(client, account)
        server.wait_for("IDLE", attempt + 1)
        server.each(ImapSession.close)
    in_step(client, account)
    assert status_events(events, account) == []


def test_long_failure_is_an_error_before_the_third(fresh_service: Any, server: ImapScript) -> None:
    client = fresh_service(
        CONFIG | {"sync.quick_retry": "2", "sync.error_after": "1", "sync.retry_min": "3600", "sync.retry_max": "3600"}
    ).admin()
    server.on("LOGIN", refusing)
    account = created(client, server.account())
    in_status(client, account, "error")
    assert len(server.commands("LOGIN")) == 2


# -- error codes


def broken_code(client: Client, body: dict[str, Any]) -> tuple[str, str]:
    now = in_status(client, created(client, body), "error")
    return now["errorCode"], now["errorMessage"]


def test_nobody_listens_is_connect_failed(client: Client, server: ImapScript) -> None:
    code, message = broken_code(client, server.account(port=free_ports(1)[0]))
    assert code == "connect_failed" and "127.0.0.1" in message


def test_reset_is_connect_failed(client: Client, server: ImapScript) -> None:
    with Proxy(server.port) as proxy:
        proxy.refuse()
        assert broken_code(client, server.account(port=proxy.port))[0] == "connect_failed"


def test_unknown_host_is_connect_failed(client: Client, server: ImapScript) -> None:
    assert broken_code(client, server.account(host="no-such-host.invalid"))[0] == "connect_failed"


def test_missing_starttls_is_tls_failed(client: Client, server: ImapScript) -> None:
    assert broken_code(client, server.account(security="starttls"))[0] == "tls_failed"
    assert server.commands("LOGIN") == [], "no password in plain text"


@pytest.mark.parametrize("after", [100, 2000, 5000])
def test_changed_byte_is_tls_failed(client: Client, dovecot: Dovecot, mail_user: User, after: int) -> None:
    """A byte of the handshake, and one of the session."""
    with Proxy(dovecot.tls_port, to_client=flip_after(after)) as proxy:
        for number in range(20):
            dovecot.deliver(mail_user, letter(f"Number {number}", "text " * 200))
        assert broken_code(client, dovecot.account(mail_user, port=proxy.port))[0] == "tls_failed"


def test_foreign_certificate_is_certificate_invalid(
    client: Client, scratch: Any, dovecot: Dovecot, mail_user: User
) -> None:
    certificate = CertificateAuthority(scratch / f"stranger-{mail_user.name}").issue("home")
    with Front(tls_to(dovecot.plain_port, certificate)) as front:
        code, message = broken_code(client, dovecot.account(mail_user, port=front.port))
    assert code == "certificate_invalid" and "SHA-256" in message


@pytest.mark.parametrize("after", [0, 300], ids=["before the greeting", "in the handshake"])
def test_silence_is_timeout(client: Client, dovecot: Dovecot, mail_user: User, after: int) -> None:
    with Proxy(dovecot.tls_port, to_client=silence_after(after)) as proxy:
        assert broken_code(client, dovecot.account(mail_user, port=proxy.port))[0] == "timeout"


@pytest.mark.parametrize("greeting", [b"* BYE too many connections", b"220 mail.example ESMTP", b"A1 OK hello"])
def test_wrong_greeting_is_server_error(client: Client, server: ImapScript, greeting: bytes) -> None:
    server.greeting = greeting
    assert broken_code(client, server.account())[0] == "server_error"


# -- error to active


def test_error_ends_after_a_retry(client: Client, events: EventStream, server: ImapScript) -> None:
    server.on("LOGIN", refusing)
    account = created(client, server.account())
    in_status(client, account, "error")
    server.on("LOGIN", None)
    in_step(client, account)
    events.wait_for("account.health", lambda event: event.data["status"] == "active")
    assert health_events(events, account) == [("error", "server_error"), ("active", None)]
    assert status_events(events, account) == ["error", "active"]
    mails_when(client, 2, accountId=account["id"])


def test_repeated_failures_are_each_published_and_change_health_once(
    client: Client, events: EventStream, server: ImapScript
) -> None:
    server.on("LOGIN", refusing)
    account = created(client, server.account())
    for _ in range(5):
        events.wait_for("account.sync_error", of(account))
    assert health_events(events, account) == [("error", "server_error")]


def test_error_ends_after_a_manual_sync(fresh_service: Any, server: ImapScript) -> None:
    client = fresh_service(CONFIG | PATIENT).admin()
    account = created(client, server.account(password="wrong"))
    in_status(client, account, "error")
    server.passwords["user"] = "wrong"
    wait_until(lambda: client.post(f"/accounts/{account['id']}/sync").ok()["state"] == "started")
    in_step(client, account)


def test_manual_sync_of_a_network_error(fresh_service: Any, server: ImapScript) -> None:
    client = fresh_service(CONFIG | PATIENT).admin()
    with Proxy(server.port) as proxy:
        proxy.refuse()
        account = created(client, server.account(port=proxy.port))
        in_status(client, account, "error")
        proxy.heal()
        wait_until(lambda: client.post(f"/accounts/{account['id']}/sync").ok()["state"] == "started")
        in_step(client, account)


def test_error_ends_after_changed_data(client: Client, events: EventStream, server: ImapScript) -> None:
    account = created(client, server.account(password="wrong"))
    in_status(client, account, "error")
    changed = client.put(f"/accounts/{account['id']}", {"password": "correct horse"}).ok()
    assert changed["status"] in ("error", "active"), "an error until a sync succeeds"
    in_step(client, account)
    events.wait_for("account.health", lambda event: event.data["status"] == "active")
    assert status_events(events, account) == ["error", "active"]


def test_changed_data_begin_the_back_off_anew(client: Client, server: ImapScript) -> None:
    account = created(client, server.account(password="wrong"))
    in_status(client, account, "error")
    for number in range(2, 5):
        client.put(f"/accounts/{account['id']}", {"password": f"wrong {number}"}).ok()
        server.wait_for("LOGIN", number, timeout=5)
    in_status(client, account, "error")


# -- disabled, enabled, deleted


@pytest.mark.parametrize("is_broken", [False, True], ids=["active", "error"])
def test_disabled_and_enabled(client: Client, events: EventStream, server: ImapScript, is_broken: bool) -> None:
    account = created(client, server.account(**({"password": "wrong"} if is_broken else {})))
    at = f"/accounts/{account['id']}"
    in_status(client, account, "error") if is_broken else in_step(client, account)
    disabled = client.put(f"{at}/status", {"status": "disabled"}).ok()
    assert (disabled["status"], disabled["errorCode"], disabled["errorMessage"]) == ("disabled", None, None)
    account_when(client, account["id"], lambda now: now["mode"] == "stopped")
    connections = server.connections
    client.post(f"{at}/sync").failed(409, 40903)
    server.passwords["user"] = "wrong" if is_broken else "correct horse"
    assert server.connections == connections
    enabled = client.put(f"{at}/status", {"status": "active"}).ok()
    assert enabled["status"] == "active"
    in_step(client, account)
    wait_until(lambda: status_events(events, account)[-2:] == ["disabled", "active"])


def test_disabled_in_the_middle_of_a_failing_login_stays_disabled(
    service: Service, client: Client, server: ImapScript
) -> None:
    """The result of the login, which comes last, does not undo the change by a person."""
    person = another(service, client)
    made: list[dict[str, Any]] = []

    def slow(session: ImapSession) -> None:
        known = wait_until(lambda: made, 10, "the answer that names the account")  # the login may be earlier
        person.put(f"/accounts/{known[0]['id']}/status", {"status": "disabled"}).ok()
        session.no("[AUTHENTICATIONFAILED] no")

    server.on("LOGIN", slow)
    account = created(client, server.account())
    made.append(account)
    server.wait_for("LOGIN")
    account_when(client, account["id"], lambda now: now["mode"] == "stopped")
    now = client.get(f"/accounts/{account['id']}").ok()
    assert (now["status"], now["errorCode"]) == ("disabled", None)


def test_deleted_account_connects_no_more(client: Client, events: EventStream, server: ImapScript) -> None:
    account = created(client, server.account())
    in_step(client, account)
    client.put(f"/accounts/{account['id']}", {"password": "correct horse"}).ok()  # its worker restarts
    client.delete(f"/accounts/{account['id']}").ok()
    events.wait_for("account.deleted", of(account))
    other = created(client, server.account())
    in_step(client, other)
    logins = len(server.commands("LOGIN"))
    server.each(ImapSession.close)
    server.wait_for("LOGIN", logins + 1)
    in_step(client, other)
    assert len(server.commands("LOGIN")) == logins + 1, "only the other one came back"
    errors = [event for event in events.named("account.sync_error") if event.data["account_id"] == account["id"]]
    assert errors == []


def test_accounts_changed_and_deleted_at_once_report_no_missing_password(
    client: Client, events: EventStream, server: ImapScript
) -> None:
    """The old secret is removed while the worker, which restarts, may be about to read it."""
    gone = []
    for round_ in range(25):
        account = created(client, server.account())
        in_step(client, account)
        client.put(f"/accounts/{account['id']}", {"password": "correct horse"}).ok()
        for _ in range(round_ % 5):  # so that the restart is at different points
            client.get(f"/accounts/{account['id']}").ok()
        client.delete(f"/accounts/{account['id']}").ok()
        gone.append(account["id"])
    events.wait_for("account.deleted", lambda event: event.data["account_id"] == gone[-1])
    errors = [event for event in events.named("account.sync_error") if event.data["account_id"] in gone]
    assert errors == []


# -- over a restart


def test_account_in_error_is_tried_again_at_the_next_start(fresh_service: Any, server: ImapScript) -> None:
    service: Service = fresh_service(CONFIG | PATIENT)
    client = service.admin()
    server.on("LOGIN", refusing)
    account = created(client, server.account())
    in_status(client, account, "error")
    server.on("LOGIN", None)
    service.restart()
    in_step(service.admin(), account)


def test_refused_login_is_tried_again_a_little_after_a_start(fresh_service: Any, server: ImapScript) -> None:
    service: Service = fresh_service(CONFIG)  # a refused login waits an hour, or a second after a start
    client = service.admin()
    account = created(client, server.account(password="new"))
    in_status(client, account, "error")
    server.passwords["user"] = "new"
    service.restart()
    in_step(service.admin(), account)


def test_refused_logins_come_to_an_end(fresh_service: Any, server: ImapScript) -> None:
    service: Service = fresh_service(
        CONFIG | {"sync.auth_retry_min": "2", "sync.auth_give_up": "1", "stream.heartbeat": "1"}
    )
    client = service.admin()
    account = created(client, server.account(password="wrong"))
    server.wait_for("LOGIN", 2)
    with service.events(client.token) as stream:
        for _ in range(8):  # a third login would come after six seconds
            stream.wait_for("heartbeat")
    assert len(server.commands("LOGIN")) == 2
    server.passwords["user"] = "right"
    client.put(f"/accounts/{account['id']}", {"password": "right"}).ok()
    in_step(client, account)
