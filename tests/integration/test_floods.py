# SPDX-License-Identifier: GPL-3.0-or-later
"""A mail server that sends without end, and an account of another server on the same thread."""

from collections.abc import Iterator

import pytest
from following import QUICK
from postrider_support import Client, ImapScript, ImapSession
from postrider_support.letters import account_when, letter, mails_when

CONFIG = QUICK | {"sync.threads": "1"}

FLOODS = {
    "VANISHED": b"".join(b"* VANISHED %d\r\n" % uid for uid in range(1, 200_000, 2)),
    "EXISTS": b"* 1 EXISTS\r\n" * 20_000,
    "CAPABILITY": b"* CAPABILITY IMAP4rev1" + b" X-A" * 15_000 + b"\r\n",
}
ENDS = {
    "VANISHED": "too many responses",
    "EXISTS": "too many responses",
    "CAPABILITY": "with more than 134217728 bytes",
}


@pytest.fixture(autouse=True)
def no_accounts_left(client: Client) -> Iterator[None]:
    yield
    for account in client.get("/accounts").ok():
        client.delete(f"/accounts/{account['id']}").ok()


@pytest.mark.parametrize("kind", FLOODS)
def test_flood_ends_in_an_error_and_an_innocent_account_gets_its_mail(client: Client, kind: str) -> None:
    def floods(session: ImapSession) -> None:
        while True:
            session.send(FLOODS[kind])

    with ImapScript([letter("Hostile")]) as hostile, ImapScript([letter("Innocent")]) as innocent:
        hostile.on("EXAMINE", floods)
        flooded = client.post("/accounts", hostile.account()).ok(201)
        hostile.wait_for("EXAMINE")
        account = client.post("/accounts", innocent.account(email="innocent@example.test")).ok(201)
        mails_when(client, 1, accountId=account["id"])
        innocent.arrive(letter("Second"))
        mails_when(client, 2, accountId=account["id"])
        assert client.get(f"/accounts/{account['id']}").ok()["status"] == "active"
        broken = account_when(client, flooded["id"], lambda now: now["status"] == "error", 60)
        assert broken["errorCode"] == "server_error", broken
        assert ENDS[kind] in broken["errorMessage"], broken["errorMessage"]
