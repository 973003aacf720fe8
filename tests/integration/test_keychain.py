# SPDX-License-Identifier: GPL-3.0-or-later
"""Passwords in the OS keychain of a desktop session: a real keyring that is locked, hangs, dies and comes back."""

import itertools
import json
import os
import random
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import need
from postrider_support import UNLIMITED, Client, Dovecot, Service, User
from postrider_support.keyring import KeyringSession
from postrider_support.letters import letter
from postrider_support.waiting import scaled, wait_until

CONFIG = UNLIMITED | {"keychain.patience": "2", "sync.retry_min": "600", "sync.quick_retry": "1"}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[KeyringSession]:
    need(KeyringSession.available(), "gnome-keyring and dbus-daemon")
    with KeyringSession(tmp_path / "session") as one:
        yield one


@pytest.fixture
def desktop(dovecot: Dovecot, session: KeyringSession, tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Makes the service of a desktop, always on the same data."""
    made: list[Service] = []

    def make(*arguments: str, start: bool = True, **environment: str) -> Service:
        one = Service(
            tmp_path / "data",
            config=CONFIG,
            extra_ca=dovecot.ca_file,
            environment=session.variables | environment,
            arguments=("--desktop", *arguments),
        )
        made.append(one)
        if start:
            one.start()
        return one

    yield make
    for one in made:
        one.stop()


_numbers = itertools.count(1)


def new_user(dovecot: Dovecot) -> User:
    number = next(_numbers)
    user = dovecot.add_user(f"keychain{number}", f"known to the keychain only {number}")
    with dovecot.mailbox(user) as box:
        box.append(letter("Hello"))
    return user


def add(client: Client, dovecot: Dovecot, user: User) -> dict[str, Any]:
    return client.post("/accounts", dovecot.account(user)).ok(201)


def account(client: Client, number: int) -> dict[str, Any]:
    return client.get(f"/accounts/{number}").ok()


def wait_for(client: Client, number: int, status: str, code: str | None) -> dict[str, Any]:
    def settled() -> dict[str, Any] | None:
        now = account(client, number)
        synced = code is not None or now["lastSyncAt"] is not None
        return now if (now["status"], now["errorCode"]) == (status, code) and synced else None

    return wait_until(settled, 30, f"account {status} {code}")


def test_password_is_in_the_keychain_and_nowhere_else(
    desktop: Callable[..., Service], session: KeyringSession, dovecot: Dovecot
) -> None:
    user = new_user(dovecot)
    service = desktop()
    client = service.admin()
    made = add(client, dovecot, user)
    wait_for(client, made["id"], "active", None)
    assert account(client, made["id"])["secretStore"] == "keychain"
    assert client.get("/accounts").ok()[0]["secretStore"] == "keychain"
    assert list(session.secrets().values()) == [user.password]
    service.stop()
    kept = [path.read_bytes() for path in service.data_dir.rglob("*") if path.is_file()]
    assert kept and not any(user.password.encode() in content for content in kept)
    assert user.password not in service.log()


def test_deleted_account_leaves_the_keychain(
    desktop: Callable[..., Service], session: KeyringSession, dovecot: Dovecot
) -> None:
    client = desktop().admin()
    made = add(client, dovecot, new_user(dovecot))
    client.delete(f"/accounts/{made['id']}").ok()
    wait_until(lambda: not session.secrets(), 20, "the entry to go")


def test_changed_password_replaces_the_old_entry(
    desktop: Callable[..., Service], session: KeyringSession, dovecot: Dovecot
) -> None:
    client = desktop().admin()
    made = add(client, dovecot, new_user(dovecot))
    client.put(f"/accounts/{made['id']}", {"password": "another one"}).ok()
    wait_until(lambda: list(session.secrets().values()) == ["another one"], 20, "only the new entry")
    client.put(f"/accounts/{made['id']}", {"password": "********"}).ok()
    assert list(session.secrets().values()) == ["another one"]


def test_account_deleted_while_the_keychain_is_locked_leaves_it_later(
    desktop: Callable[..., Service], session: KeyringSession, dovecot: Dovecot
) -> None:
    service = desktop()
    client = service.admin()
    made = add(client, dovecot, new_user(dovecot))
    session.lock()
    client.delete(f"/accounts/{made['id']}").ok()
    service.kill()
    session.unlock()
    assert len(session.secrets()) == 1
    service.start()
    wait_until(lambda: not session.secrets(), 20, "the entry to go")


def test_locked_keychain_pauses_an_account_until_it_is_unlocked(
    desktop: Callable[..., Service], session: KeyringSession, dovecot: Dovecot
) -> None:
    user = new_user(dovecot)
    service = desktop()
    made = add(service.admin(), dovecot, user)
    wait_for(service.admin(), made["id"], "active", None)
    service.stop()
    session.lock()
    logins = dovecot.log().count(f"user=<{user.name}>")
    service.start()
    client = service.admin()
    now = wait_for(client, made["id"], "error", "secret_locked")
    assert "unlock" in now["errorMessage"]
    refused = client.post("/accounts", dovecot.account(new_user(dovecot)))
    assert (refused.status, refused.json["code"]) == (503, 50303)
    assert "locked" in refused.json["message"]
    assert dovecot.log().count(f"user=<{user.name}>") == logins
    session.unlock()
    wait_for(client, made["id"], "active", None)


def test_entry_removed_by_hand_asks_for_the_password_again(
    desktop: Callable[..., Service], session: KeyringSession, dovecot: Dovecot
) -> None:
    user = new_user(dovecot)
    service = desktop()
    made = add(service.admin(), dovecot, user)
    wait_for(service.admin(), made["id"], "active", None)
    service.stop()
    session.forget()
    service.start()
    client = service.admin()
    wait_for(client, made["id"], "error", "auth_required")
    client.put(f"/accounts/{made['id']}", {"password": user.password}).ok()
    wait_for(client, made["id"], "active", None)


def test_hanging_keychain_ends_the_call_and_holds_nobody_else_up(
    desktop: Callable[..., Service], session: KeyringSession, dovecot: Dovecot
) -> None:
    service = desktop("--secrets", "keychain")
    client = service.admin()
    made = add(client, dovecot, new_user(dovecot))
    wait_for(client, made["id"], "active", None)
    session.hang()
    try:
        answer = start_adding(service, dovecot)
        slowest = 0.0
        while answer.poll() is None:
            began = time.monotonic()
            client.get("/mails").ok()
            slowest = max(slowest, time.monotonic() - began)
        assert slowest < scaled(
            1
        ), f"a list took {slowest:.3f} s beside it"  # it takes milliseconds; keychain.patience is 2 s
        assert answer.stdout is not None
        assert json.loads(answer.stdout.read())["code"] == 50303
        assert account(client, made["id"])["status"] == "active"  # it is connected and needs no password
    finally:
        session.go_on()
    wait_until(lambda: client.post("/accounts", dovecot.account(new_user(dovecot))).status == 201, 30, "it goes on")


def start_adding(service: Service, dovecot: Dovecot) -> "subprocess.Popen[str]":
    body = json.dumps(dovecot.account(new_user(dovecot)))
    return subprocess.Popen(
        [
            "curl",
            "-s",
            "-m",
            "60",
            "-X",
            "POST",
            "-H",
            "Content-Type: application/json",
            "-H",
            f"Authorization: Bearer {service.admin().token}",
            "-d",
            body,
            f"{service.base_url}/api/v1/accounts",
        ],
        stdout=subprocess.PIPE,
        text=True,
    )


def test_keychain_that_dies_and_comes_back(
    desktop: Callable[..., Service], session: KeyringSession, dovecot: Dovecot
) -> None:
    user = new_user(dovecot)
    service = desktop()
    made = add(service.admin(), dovecot, user)
    wait_for(service.admin(), made["id"], "active", None)
    service.stop()
    session.kill_keyring()
    service.start()
    client = service.admin()
    wait_for(client, made["id"], "error", "secret_locked")
    session.start_keyring()
    wait_for(client, made["id"], "active", None)


def test_end_of_the_bus_is_not_the_end_of_the_service(
    desktop: Callable[..., Service], session: KeyringSession, dovecot: Dovecot
) -> None:
    user = new_user(dovecot)
    service = desktop("--secrets", "keychain")
    client = service.admin()
    made = add(client, dovecot, user)
    wait_for(client, made["id"], "active", None)
    session.kill_bus()
    refused = client.post("/accounts", dovecot.account(new_user(dovecot)))
    assert (refused.status, refused.json["code"]) == (503, 50303)
    assert "No keychain answers" in refused.json["message"]
    assert account(client, made["id"])["status"] == "active"


def test_session_without_a_keychain_seals_and_says_so(
    desktop: Callable[..., Service], session: KeyringSession, dovecot: Dovecot
) -> None:
    session.kill_keyring()
    service = desktop(DBUS_SESSION_BUS_ADDRESS="unix:path=/nonexistent")
    client = service.admin()
    made = add(client, dovecot, new_user(dovecot))
    wait_for(client, made["id"], "active", None)
    assert account(client, made["id"])["secretStore"] == "sealed"
    assert "no keychain answers in this session" in service.log()
    key = service.data_dir / "master.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_keychain_wanted_and_not_there_is_refused_not_replaced(
    desktop: Callable[..., Service], session: KeyringSession, dovecot: Dovecot
) -> None:
    session.kill_keyring()
    client = desktop("--secrets", "keychain").admin()
    refused = client.post("/accounts", dovecot.account(new_user(dovecot)))
    assert (refused.status, refused.json["code"]) == (503, 50303)
    assert "No keychain answers" in refused.json["message"]


def test_event_loop_that_keychains_cannot_use_is_refused_at_the_start(desktop: Callable[..., Service]) -> None:
    service = desktop(start=False, QT_NO_GLIB="1")
    assert service.run_to_end() == 1
    assert "unset QT_NO_GLIB" in service.log()


def test_server_never_opens_the_bus(session: KeyringSession, dovecot: Dovecot, tmp_path: Path) -> None:
    service = Service(tmp_path / "server", config=CONFIG, extra_ca=dovecot.ca_file, environment=session.variables)
    with service:
        client = service.admin()
        made = add(client, dovecot, new_user(dovecot))
        wait_for(client, made["id"], "active", None)
        opened = [os.readlink(link) for link in Path(f"/proc/{service.pid}/fd").iterdir() if link.exists()]
        sockets = Path(f"/proc/{service.pid}/net/unix").read_text()
        assert opened
        inodes = {line.split()[6] for line in sockets.splitlines()[1:] if str(session.runtime) in line}
        assert not any(f"socket:[{inode}]" in opened for inode in inodes)
    assert not session.secrets()


def migrate(service: Service, place: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(service.binary), "--data-dir", str(service.data_dir), "migrate-secrets", "--to", place],
        env=os.environ | service.environment,
        capture_output=True,
        text=True,
        timeout=scaled(60),
    )


def test_secrets_move_into_the_keychain_and_back(
    desktop: Callable[..., Service], session: KeyringSession, dovecot: Dovecot
) -> None:
    users = [new_user(dovecot), new_user(dovecot)]
    service = desktop("--secrets", "sealed")
    made = [add(service.admin(), dovecot, user) for user in users]
    busy = migrate(service, "keychain")
    assert busy.returncode == 1 and busy.stderr.startswith("postriderd: ")
    service.stop()
    assert not session.secrets()
    done = migrate(service, "keychain")
    assert (done.returncode, done.stdout) == (0, "2 secrets moved into the keychain\n"), done.stderr
    assert sorted(session.secrets().values()) == sorted(user.password for user in users)
    service.start()
    for one in made:
        wait_for(service.admin(), one["id"], "active", None)
    service.stop()
    done = migrate(service, "sealed")
    assert (done.returncode, done.stdout) == (0, "2 secrets moved into the database, encrypted\n"), done.stderr
    assert not session.secrets()
    service.start()
    for one in made:
        wait_for(service.admin(), one["id"], "active", None)


def test_move_that_is_killed_anywhere_loses_no_password(
    desktop: Callable[..., Service], session: KeyringSession, dovecot: Dovecot
) -> None:
    seed = int(os.environ.get("POSTRIDER_SEED", time.time_ns()))
    print(f"POSTRIDER_SEED={seed}")
    chance = random.Random(seed)
    users = [new_user(dovecot) for _ in range(6)]
    service = desktop("--secrets", "sealed")
    made = [add(service.admin(), dovecot, user) for user in users]
    service.stop()
    place = "keychain"
    for _ in range(100 if os.environ.get("POSTRIDER_LONG") else 8):
        running = start_migrating(service, place)
        try:
            running.wait(chance.uniform(0.02, 0.4))
            place = "sealed" if place == "keychain" else "keychain"
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait(scaled(10))
    assert migrate(service, "keychain").returncode == 0
    assert sorted(session.secrets().values()) == sorted(user.password for user in users)
    assert service.sql("SELECT COUNT(*) FROM keychain_items WHERE state = 'kept'") == [(len(users),)]
    service.start()
    for one in made:
        wait_for(service.admin(), one["id"], "active", None)
    wait_until(lambda: service.sql("SELECT COUNT(*) FROM keychain_items") == [(len(users),)], 20, "nothing else listed")


def start_migrating(service: Service, place: str) -> "subprocess.Popen[bytes]":
    command = [str(service.binary), "--data-dir", str(service.data_dir), "migrate-secrets", "--to", place]
    return subprocess.Popen(
        command, env=os.environ | service.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
