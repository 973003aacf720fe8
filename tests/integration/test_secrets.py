# SPDX-License-Identifier: GPL-3.0-or-later
"""Passwords sealed in the database: what a lost, wrong or changed master key does to them."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from postrider_support import Client, Dovecot, Service, User
from postrider_support.letters import account_when, synced_account
from postrider_support.waiting import wait_until

OLD = "a1" * 32
NEW = "b2" * 32


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    file = tmp_path / "key"
    write(file, OLD)
    return file


def write(file: Path, *keys: str) -> None:
    file.write_text("\n".join(keys) + "\n")
    file.chmod(0o600)


def status(client: Client, account: dict[str, Any]) -> tuple[str, str | None]:
    now = client.get(f"/accounts/{account['id']}").ok()
    return now["status"], now["errorCode"]


def test_wrong_key_stops_mailboxes_but_not_the_service(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User, key_file: Path
) -> None:
    service = fresh_service(environment={"POSTRIDER_KEY_FILE": str(key_file)})
    old_session = service.admin()
    account = synced_account(old_session, dovecot.account(mail_user))
    service.stop()
    sealed = service.sql("SELECT ref, sealed FROM secrets ORDER BY ref")

    write(key_file, NEW)
    service.start()
    client = service.admin()
    wait_until(lambda: status(client, account) == ("error", "secret_unreadable"), 20, "the account to stand still")
    assert "the stored secrets were encrypted with another master key" in service.log()
    assert client.get("/mails").ok()["total"] == 0
    assert service.sql("SELECT ref, sealed FROM secrets ORDER BY ref") == sealed
    service.stop()

    write(key_file, OLD)
    service.start()
    again = service.client()
    again.token = old_session.token
    wait_until(lambda: status(again, account) == ("active", None), 40, "the right key to help")


def test_password_given_again_works_with_a_new_key(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User, key_file: Path
) -> None:
    service = fresh_service(environment={"POSTRIDER_KEY_FILE": str(key_file)})
    account = synced_account(service.admin(), dovecot.account(mail_user))
    service.stop()
    write(key_file, NEW)
    service.start()
    client = service.admin()
    wait_until(lambda: status(client, account) == ("error", "secret_unreadable"), 20, "the account to stand still")
    client.put(f"/accounts/{account['id']}", {"password": mail_user.password}).ok()
    account_when(client, account["id"], lambda now: now["status"] == "active")


def test_key_is_changed_with_both_valid_meanwhile(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User, key_file: Path
) -> None:
    service = fresh_service(environment={"POSTRIDER_KEY_FILE": str(key_file)})
    session = service.admin()
    account = synced_account(session, dovecot.account(mail_user))
    service.stop()
    write(key_file, NEW, OLD)
    service.start()
    wait_until(lambda: "secrets were sealed with the new key" in service.log(), 20, "the new key to be used")
    service.stop()
    write(key_file, NEW)
    service.start()
    client = service.client()
    client.token = session.token  # the key that signs tokens was sealed too
    assert client.get("/auth/me").ok()["username"] == "admin"
    wait_until(lambda: status(client, account) == ("active", None), 20, "the account to go on")


def test_key_file_that_others_may_read_is_refused(fresh_service: Callable[..., Service], key_file: Path) -> None:
    os.chmod(key_file, 0o644)
    service = fresh_service(environment={"POSTRIDER_KEY_FILE": str(key_file)}, start=False)
    assert service.run_to_end() == 1
    assert str(key_file) in service.log() and "chmod 600" in service.log()
