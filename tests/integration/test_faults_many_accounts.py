# SPDX-License-Identifier: GPL-3.0-or-later
"""Many accounts: they do not all connect at once, and no server delays the accounts of another."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from postrider_support import Client, ImapScript, ImapSession, Service, wait_until
from postrider_support.letters import account_when, letter
from postrider_support.tlsfront import Front, send_greeting

CONFIG = {
    "sync.max_starts": "10",
    "sync.quick_retry": "1",
    "sync.retry_min": "1",
    "sync.retry_max": "1",
    "mail.open_timeout": "20",
    "mail.silence_timeout": "20",
}
PLACES = {"first syncs": 6, "logins": 4}  # of the ten of sync.max_starts; one server gets half of each
ACCOUNTS = 60


@pytest.fixture
def server() -> Iterator[ImapScript]:
    with ImapScript([letter("One")]) as one:
        one.passwords = {f"user{number}": "password" for number in range(ACCOUNTS + 1)}
        yield one


@pytest.fixture(autouse=True)
def no_accounts_left(client: Client) -> Iterator[None]:
    yield
    for account in client.get("/accounts").ok():
        client.delete(f"/accounts/{account['id']}").ok()


class Counter:
    """Counts the sessions that are in a command at the same time, and the maximum."""

    def __init__(self, hold: int = 0) -> None:
        self.now = self.most = self.came = 0
        self._hold = hold
        self._lock = threading.Condition()

    def __call__(self, session: ImapSession) -> None:
        with self._lock:
            self.now += 1
            self.came += 1
            self.most = max(self.most, self.now)
            self._lock.notify_all()
            # Waits for `hold` sessions, one more than may come, so that one too many would be counted.
            self._lock.wait_for(lambda: self.now >= self._hold, 0.5)
        session.usual()
        with self._lock:
            self.now -= 1


def add_accounts(client: Client, server: ImapScript, count: int = ACCOUNTS, **changes: Any) -> list[int]:
    return [
        client.post("/accounts", server.account(f"user{number}", **changes)).ok(201)["id"] for number in range(count)
    ]


def all_in_step(client: Client, ids: list[int]) -> None:
    wait_until(
        lambda: all(
            account["lastSyncAt"] and account["status"] == "active" and account["mode"] == "idle"
            for account in client.get("/accounts").ok()
            if account["id"] in ids
        ),
        60,
        "all accounts",
    )


def good_account_is_quick(client: Client, server: ImapScript) -> None:
    account = client.post("/accounts", server.account(f"user{ACCOUNTS}")).ok(201)
    account_when(
        client, account["id"], lambda now: now["mailCount"] == 1 and now["lastSyncAt"], 5, "the other server's account"
    )


def test_first_syncs_of_one_server_take_turns(client: Client, server: ImapScript) -> None:
    counter = Counter(PLACES["first syncs"] // 2 + 1)
    server.on("EXAMINE", counter)
    ids = add_accounts(client, server, 20)
    all_in_step(client, ids)
    assert (counter.came, counter.most) == (20, PLACES["first syncs"] // 2)


def test_all_accounts_that_are_cut_at_once_come_back_in_turns(client: Client, server: ImapScript) -> None:
    ids = add_accounts(client, server, 20)
    all_in_step(client, ids)
    counter = Counter(PLACES["logins"] // 2 + 1)
    server.on("LOGIN", counter)
    server.each(ImapSession.close)
    wait_until(lambda: counter.came == 20, 60, "all logins")
    all_in_step(client, ids)
    assert counter.most == PLACES["logins"] // 2
    assert len(server.commands("LOGIN")) == 40, "each came back once"


def test_accounts_of_a_silent_server_keep_nobody_waiting(client: Client, server: ImapScript) -> None:
    with Front(send_greeting(b"")) as black_hole:
        add_accounts(client, server, port=black_hole.port)
        good_account_is_quick(client, server)


def test_accounts_of_a_server_that_hangs_at_the_login_keep_nobody_waiting(client: Client, server: ImapScript) -> None:
    with ImapScript() as hanging:
        hanging.on("LOGIN", ImapSession.wait_for_end)
        add_accounts(client, hanging)
        hanging.wait_for("LOGIN", PLACES["first syncs"] // 2)
        good_account_is_quick(client, server)


def test_accounts_of_a_server_that_hangs_later_keep_nobody_waiting(client: Client, server: ImapScript) -> None:
    with ImapScript([letter("Never")]) as hanging:
        hanging.passwords = server.passwords
        hanging.on("UID FETCH", ImapSession.wait_for_end)
        add_accounts(client, hanging)
        hanging.wait_for("UID FETCH", PLACES["first syncs"] // 2)
        good_account_is_quick(client, server)


def test_account_that_waits_for_its_turn_can_be_stopped_and_removed(client: Client, server: ImapScript) -> None:
    with Front(send_greeting(b"")) as black_hole:
        ids = add_accounts(client, server, 12, port=black_hole.port)
        waiting = f"/accounts/{ids[-1]}"
        client.put(f"{waiting}/status", {"status": "disabled"}).ok()
        account_when(client, ids[-1], lambda now: now["mode"] == "stopped", 3)
        moved = {"port": server.port, "password": server.passwords["user10"]}
        client.put(f"/accounts/{ids[-2]}", moved).ok()
        account_when(client, ids[-2], lambda now: now["mailCount"] == 1, 5, "its new server")


def test_service_ends_quickly_while_accounts_wait(fresh_service: Any, server: ImapScript) -> None:
    service: Service = fresh_service(CONFIG)
    with Front(send_greeting(b"")) as black_hole:
        add_accounts(service.admin(), server, 30, port=black_hole.port)
        service.stop()  # within 5 s, or it fails


def test_accounts_of_one_mailbox_take_turns(fresh_service: Any) -> None:
    """As when several users added one mailbox; here one user adds it from several ports."""
    client = fresh_service({"mail.mailbox_connections": "2", "sync.poll_interval": "1", "sync.idle_check": "1"}).admin()
    doors = [ImapScript([letter("One")]) for _ in range(4)]
    inside: list[int] = []
    entries: list[int] = []

    def enters(session: ImapSession) -> None:
        inside.append(1)
        entries.append(len(inside))
        session.usual()

    def leaves(session: ImapSession) -> None:
        inside.pop()
        session.usual()

    for door in doors:
        door.on("LOGIN", enters)
        door.on("LOGOUT", leaves)
    accounts = [client.post("/accounts", door.account()).ok(201) for door in doors]
    for account in accounts:
        account_when(client, account["id"], lambda now: now["lastSyncAt"] and now["mailCount"] == 1)
    for door in doors:
        door.wait_for("LOGIN", 2)
    assert max(entries) == 2
    assert {account["status"] for account in client.get("/accounts").ok()} == {"active"}
    for door in doors:
        door.close()
