# SPDX-License-Identifier: GPL-3.0-or-later
"""A lost database that comes back: nothing is lost, and no event is repeated or late."""

import os
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from conftest import need
from postrider_support import UNLIMITED, Client, Dovecot, EventStream, Postgresql, Service, SmtpScript, User, wait_until
from postrider_support.letters import account_when, all_mails, letter, synced_account
from postrider_support.pgswitch import PgSwitch
from postrider_support.sending import mail, outbox, settled
from postrider_support.waiting import scaled
from postrider_support.webhooksink import WebhookSink
from test_uploads import files, upload

ROUNDS = 5 if os.environ.get("POSTRIDER_LONG") else 1  # of eight lost answers each
ANNOUNCED_WITHIN = 5  # seconds after the return
CONFIG = UNLIMITED | {"outbox.answer_within": "10", "webhooks.allowed_networks": "127.0.0.0/8"}


@pytest.fixture
def server() -> Iterator[Postgresql]:
    need(Postgresql.available(), "postgresql")
    with Postgresql(tcp=True) as one:
        yield one


@pytest.fixture
def switch(server: Postgresql) -> Iterator[PgSwitch]:
    with PgSwitch(server.port) as one:
        yield one


@pytest.fixture
def service(server: Postgresql, switch: PgSwitch, dovecot: Dovecot, tmp_path: Path) -> Iterator[Service]:
    url = switch.url(server.tcp_url(server.new_database()), server.port)
    one = Service(
        tmp_path / "service",
        config=CONFIG,
        extra_ca=dovecot.ca_file,
        environment={"POSTRIDER_DATABASE_URL": url, "POSTRIDER_KEY": "5e" * 32},
    )
    one.start()
    yield one
    one.kill()


def announced(stream: EventStream) -> Counter[str]:
    """How many notices each mail has, by its subject."""
    return Counter(one["subject"] for event in stream.named("mail.received") for one in event.data["mails"])


def wait_announced(stream: EventStream, subject: str, timeout: float = ANNOUNCED_WITHIN) -> None:
    wait_until(lambda: announced(stream)[subject], timeout, f"the notice of {subject}")


def followed(client: Client, dovecot: Dovecot, user: User, **changes: Any) -> dict[str, Any]:
    """An account that is synchronised and in IDLE."""
    account = synced_account(client, dovecot.account(user) | changes)
    account_when(client, account["id"], lambda now: now["mode"] == "idle")
    return account


# -- the answer to a COMMIT is lost

# Transactions whose answer to the COMMIT is lost, each with a statement that it contains.
STATEMENTS = {
    "new mail": "INSERT INTO mails",
    "request to send": "INSERT INTO outbox ",
    "claim of the outbox": "SET status = 'sending'",
    "mark before the final dot": "SET handed_over = 1",
    "outcome of the outbox": "UPDATE outbox SET status = ",
    "claim of a webhook": "UPDATE webhooks SET claims",
    "outcome of a webhook": "INSERT INTO webhook_logs",
    "flag": "UPDATE mails SET is_read",
}


def test_lost_answers_to_commit_lose_and_repeat_nothing(
    service: Service, switch: PgSwitch, dovecot: Dovecot, mail_user: User
) -> None:
    client = service.admin()
    with SmtpScript() as smtp, WebhookSink() as sink:
        sender = client.post("/accounts", smtp.account()).ok(201)
        followed(client, dovecot, mail_user)
        client.post("/webhooks", {"name": "all", "url": sink.url(), "events": ["mail.received"]}).ok(201)
        subjects, sent = [], []
        slowest = 0.0
        with service.events(client.token) as stream:
            stream.wait_for("connected")
            for round_ in range(ROUNDS):
                for number, (what, statement) in enumerate(STATEMENTS.items()):
                    print(f"round {round_}: {what}")
                    lost = switch.lost
                    switch.lose_answer(statement)
                    subjects.append(f"In {round_} {number}")
                    dovecot.deliver(mail_user, letter(subjects[-1]))
                    if "outbox" in what or "send" in what or "dot" in what:
                        sent.append(f"Out {round_} {number}")
                        answer = client.post(
                            "/mails/send",
                            mail(sender, subject=sent[-1]),
                            headers={"Idempotency-Key": sent[-1].replace(" ", "-")},
                        )
                        assert answer.status == 200, answer.json
                    wait_announced(stream, subjects[-1], 15)
                    if what == "flag":
                        client.put(f"/mails/{all_mails(client)[0]['id']}/star", {"isStarred": True}).ok()
                    wait_until(lambda: switch.lost > lost, 15, f"the loss: {what}")
                    began = time.monotonic()
                    wait_until(lambda: client.get("/mails").status == 200, 20, "the list")
                    last = subjects[-1]
                    wait_until(lambda: any(last.encode() in call.body for call in sink.calls), 15, "the webhook call")
                    slowest = max(slowest, time.monotonic() - began)
            wait_until(
                lambda: all(one["status"] == "sent" for one in client.get("/outbox", pageSize=100).ok()["items"]),
                ANNOUNCED_WITHIN,
                "the outbox to be done",
            )
            assert announced(stream) == Counter(subjects)
            assert not stream.named("resync")
        arrived = Counter(subject_of(one.raw) for one in smtp.mails)
        assert arrived == Counter(sent)
        listed = all_mails(client, folder="INBOX") or all_mails(client)
        assert {one["subject"] for one in listed} >= set(subjects)
    print(f"{switch.lost} answers lost, {slowest:.2f} s until all was there")


def subject_of(raw: bytes) -> str:
    return next(line[9:].decode() for line in raw.split(b"\r\n") if line.startswith(b"Subject: "))


def test_requests_behind_a_commit_end_while_the_server_is_silent(
    service: Service, switch: PgSwitch, dovecot: Dovecot, mail_user: User
) -> None:
    client = service.admin()
    followed(client, dovecot, mail_user)
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        switch.lose_answer(STATEMENTS["new mail"], then_silent=True)
        dovecot.deliver(mail_user, letter("Under way"))
        wait_until(lambda: switch.lost, 10, "the loss")
        began = time.monotonic()
        client.put("/settings", {"theme": "dark"}).failed(503, 50303)
        took = time.monotonic() - began
        switch.speak()
        wait_announced(stream, "Under way", 15)
        assert announced(stream) == Counter(["Under way"]) and not stream.named("resync")
    wait_until(lambda: client.get("/mails").status == 200, 20, "the list")
    assert [one["subject"] for one in all_mails(client)] == ["Under way"]
    print(f"refused after {took:.1f} s")
    assert took < min(scaled(5), 7)  # looking for the outcome of the commit would take 5 s more


@pytest.mark.parametrize("what", ["claim of the outbox", "mark before the final dot", "outcome of the outbox"])
def test_mail_whose_commit_stays_unknown_is_sent_once_after_the_return(
    what: str, service: Service, switch: PgSwitch
) -> None:
    client = service.admin()
    with SmtpScript() as smtp:
        account = client.post("/accounts", smtp.account()).ok(201)
        switch.lose_answer(STATEMENTS[what], then_refuse=True)
        answer = client.post("/mails/send", mail(account))
        assert answer.status in (202, 503)
        time_away(switch, 8)

        def ended() -> list[str]:
            answer = client.get("/outbox")
            states = [one["status"] for one in answer.data["items"]] if answer.status == 200 else []
            return [state for state in states if state not in ("queued", "sending")]

        assert wait_until(ended, ANNOUNCED_WITHIN, "the end of the mail") == ["sent"] and len(smtp.mails) == 1


def time_away(switch: PgSwitch, seconds: float) -> None:
    """Brings the server back that long after the answer was lost."""
    wait_until(lambda: switch.lost, 10, "the loss")
    began = time.monotonic()
    wait_until(lambda: time.monotonic() - began >= seconds, seconds + 1, "the time")
    switch.refuse(False)


def test_send_whose_commit_stays_unknown_says_where_to_look(service: Service, switch: PgSwitch) -> None:
    client = service.admin()
    with SmtpScript() as smtp:
        account = client.post("/accounts", smtp.account()).ok(201)
        headers = {"Idempotency-Key": "the-key"}
        switch.lose_answer(STATEMENTS["request to send"], then_refuse=True)
        began = time.monotonic()
        refused = client.post("/mails/send", mail(account), headers=headers).failed(503, 50305)
        assert time.monotonic() - began < 20
        details = {one["field"]: one["reason"] for one in refused["details"]}
        assert details["Idempotency-Key"] == "the-key" and "Idempotency-Key" in refused["message"]
        switch.refuse(False)
        wait_until(lambda: client.get("/mails").status == 200, 20, "the database")
        again = client.post("/mails/send", mail(account), headers=headers)
        assert again.status == 200 and again.data["messageId"] == details["messageId"]
        assert len(smtp.mails) == 1

        switch.lose_answer(STATEMENTS["request to send"], then_refuse=True)
        refused = client.post("/mails/send", mail(account)).failed(503, 50305)
        identifier = next(one["reason"] for one in refused["details"] if one["field"] == "messageId")
        switch.refuse(False)
        found = wait_until(
            lambda: [one for one in client.get("/outbox").json["data"]["items"] if one["messageId"] == identifier]
            if client.get("/mails").status == 200
            else [],
            20,
            "the mail in the outbox",
        )
        assert settled(client, found[0]["id"], "sent") and len(smtp.mails) == 2


@pytest.mark.parametrize(
    "path, body, statement",
    [
        ("/accounts", None, "INSERT INTO accounts"),
        ("/drafts", {"accountId": 0, "to": [], "subject": "Draft", "body": ""}, "INSERT INTO drafts"),
        (
            "/webhooks",
            {"name": "one", "url": "http://127.0.0.1:8099/", "events": ["mail.received"]},
            "INSERT INTO webhooks",
        ),
    ],
)
def test_request_whose_commit_answer_is_lost_is_answered_as_stored(
    path: str, body: dict[str, Any] | None, statement: str, service: Service, switch: PgSwitch, smtp: SmtpScript
) -> None:
    client = service.admin()
    request_body = body or smtp.account()
    if "accountId" in request_body:
        request_body["accountId"] = client.post("/accounts", smtp.account()).ok(201)["id"]
    switch.lose_answer(statement)
    assert client.post(path, request_body).status in (200, 201)
    assert switch.lost == 1
    wait_until(lambda: client.get(path).status == 200, 10, "the list")
    listed = client.get(path).ok()
    assert len(listed["items"] if isinstance(listed, dict) else listed) == 1


@pytest.mark.parametrize(
    "path, body, statement",
    [
        ("/accounts", None, "INSERT INTO accounts"),
        ("/drafts", {"accountId": 0, "to": [], "subject": "Draft", "body": ""}, "INSERT INTO drafts"),
        (
            "/webhooks",
            {"name": "one", "url": "http://127.0.0.1:8099/", "events": ["mail.received"]},
            "INSERT INTO webhooks",
        ),
    ],
)
def test_request_whose_commit_stays_unknown_gets_that_error(
    path: str, body: dict[str, Any] | None, statement: str, service: Service, switch: PgSwitch, smtp: SmtpScript
) -> None:
    client = service.admin()
    request_body = body or smtp.account()
    if "accountId" in request_body:
        request_body["accountId"] = client.post("/accounts", smtp.account()).ok(201)["id"]
    switch.lose_answer(statement, then_refuse=True)
    began = time.monotonic()
    refused = client.post(path, request_body)
    assert (refused.status, refused.json["code"]) == (503, 50305)
    assert "retry-after" not in refused.headers and time.monotonic() - began < 20
    switch.refuse(False)


def test_upload_whose_commit_stays_unknown_keeps_its_file(
    service: Service, server: Postgresql, switch: PgSwitch
) -> None:
    client = service.admin()
    database = server.sql("SELECT datname FROM pg_database WHERE datname LIKE 'd%'")
    # The lock of the transactions that write: the service cannot find out in time what became of the commit.
    lock = "DO $$ BEGIN PERFORM pg_advisory_xact_lock(hashtextextended(current_schema(), 8725)); END $$"
    switch.lose_answer("UPDATE uploads SET is_complete = 1", then_refuse=True)
    with ThreadPoolExecutor(1) as pool:
        uploading = pool.submit(upload, client, b"kept", "a.txt")
        wait_until(lambda: switch.lost, 10, "the loss")
        with server.holding(lock, database):
            switch.refuse(False)
            uploading.result().failed(503, 50305)
    wait_until(lambda: upload(client, b"later", "b.txt").status == 201, 20, "the database")
    listed = client.get("/attachments").ok()["items"]
    assert "a.txt" in [one["filename"] for one in listed]
    assert {one["id"].removeprefix("upload:") for one in listed} <= set(files(service))


# -- faults of the database do not count as faults of the mail server


def test_new_mail_during_seven_restarts_is_announced_soon_after_the_last(
    service: Service, server: Postgresql, dovecot: Dovecot, mail_user: User
) -> None:
    client = service.admin()
    account = followed(client, dovecot, mail_user)
    waits = []
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        for round_ in range(7):
            server.crash()
            dovecot.deliver(mail_user, letter(f"Number {round_}"))
            stream.wait_for("account.mode_changed", timeout=10)
            down = time.monotonic()
            wait_until(lambda: time.monotonic() - down > 2, 3, "two seconds")
            server.start()
            began = time.monotonic()
            wait_announced(stream, f"Number {round_}")
            waits.append(time.monotonic() - began)
            account_when(client, account["id"], lambda now: now["mode"] == "idle")
        print("told after", [f"{one:.2f}" for one in waits])
        assert announced(stream) == Counter(f"Number {number}" for number in range(7))
        assert not stream.named("account.status_changed") and not stream.named("account.sync_error")
    now = client.get(f"/accounts/{account['id']}").ok()
    assert (now["status"], now["errorCode"]) == ("active", None)


def test_database_that_is_locked_is_no_fault_of_the_mail_server(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User
) -> None:
    if os.environ.get("POSTRIDER_TEST_ENGINE") == "postgresql":
        pytest.skip("about SQLite")
    service = fresh_service()
    client = service.admin()
    account = followed(client, dovecot, mail_user)
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        with closing(sqlite3.connect(service.data_dir / "postrider.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            dovecot.deliver(mail_user, letter("Later"))
            wait_until(lambda: "waits for the database" in service.log(), 30, "the line that says so")
            assert client.get(f"/accounts/{account['id']}").ok()["status"] == "active"
            other.execute("ROLLBACK")
        wait_announced(stream, "Later")
        assert not stream.named("account.sync_error") and not stream.named("account.status_changed")
