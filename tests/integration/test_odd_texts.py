# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts that are difficult for databases: with U+0000, and of many megabytes."""

import base64
import random

import pytest
from postrider_support import Client, Dovecot, User
from postrider_support.letters import letter, mails_when, synced_account
from postrider_support.waiting import wait_until

MEGABYTES = 5


def with_null() -> bytes:
    body = base64.encodebytes(b"before\0after marzipan\r\n").replace(b"\n", b"\r\n")
    return (
        b"From: =?utf-8?q?An=00na?= <anna@example.com>\r\nTo: me@example.org\r\n"
        b"Subject: =?utf-8?q?nothing=00here?=\r\nMessage-ID: <null@example.com>\r\nMIME-Version: 1.0\r\n"
        b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" + body
    )


def with_many_words() -> bytes:
    chance = random.Random(7)
    lines = [" ".join(f"{chance.getrandbits(40):x}" for _ in range(7)) for _ in range(MEGABYTES * 1024 * 1024 // 76)]
    text = "quince\r\n" + "\r\n".join(lines) + "\r\n"
    assert len(text) > MEGABYTES * 1_000_000
    return letter("Many words", text)


@pytest.fixture
def odd_box(dovecot: Dovecot, mail_user: User) -> User:
    with dovecot.mailbox(mail_user) as box:
        for raw in (letter("Before"), with_null(), with_many_words(), letter("After")):
            box.append(raw)
    return mail_user


def found(client: Client, account: int, word: str) -> list[str]:
    items = client.get("/mails", accountId=account, keyword=word).ok()["items"]
    return [item["subject"] for item in items]


def test_nulls_and_megabytes_are_kept_shown_and_found(client: Client, dovecot: Dovecot, odd_box: User) -> None:
    account = synced_account(client, dovecot.account(odd_box), timeout=60)["id"]
    mails = {mail["subject"]: mail for mail in mails_when(client, 4, accountId=account)}
    null = next(subject for subject in mails if subject.startswith("nothing"))
    assert set(mails) == {"Before", "Many words", "After", null}
    assert "here" in null and "\0" not in null
    wait_until(lambda: found(client, account, "quince") == ["Many words"], 60, "the long one to be searchable")
    assert found(client, account, "marzipan") == [null]
    assert found(client, account, "here") == [null]
    detail = client.get(f"/mails/{mails[null]['id']}").ok()
    assert "marzipan" in detail["textBody"]
    whole = client.get(f"/mails/{mails['Many words']['id']}").ok()
    assert len(whole["textBody"]) > MEGABYTES * 1_000_000
