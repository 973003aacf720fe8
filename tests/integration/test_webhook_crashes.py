# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 at any moment of a sync or a delivery: every mail is reported under one id; the log is complete."""

import json
import os
import random
import sqlite3
import time
from collections import defaultdict
from typing import Any

import pytest
from postrider_support import Client, Dovecot, Service, User, wait_until
from postrider_support.letters import letter, settled
from postrider_support.soundness import check_database
from postrider_support.webhooksink import WebhookSink, resets, response

ROUNDS = 200 if os.environ.get("POSTRIDER_LONG") else 8
CONFIG = {
    "webhooks.allowed_networks": "127.0.0.1",
    "webhooks.retries": ", ".join(["1"] * 20),
    "sync.poll_interval": "1",
    "sync.retry_min": "1",
    "sync.retry_max": "1",
    "webhooks.disable_after": "86400",
}


@pytest.fixture(scope="module")
def chance() -> random.Random:
    """Random moments, other ones in each run; POSTRIDER_SEED repeats those of a failed run."""
    seed = int(os.environ.get("POSTRIDER_SEED") or time.time_ns())
    print(f"POSTRIDER_SEED={seed}")
    return random.Random(seed)


def killed_after(service: Service, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        time.sleep(0.001)
    service.kill()
    check_database(service.data_dir)
    service.start()


def ids_by_subject(sink: WebhookSink) -> dict[str, set[str]]:
    calls_of: dict[str, set[str]] = defaultdict(set)
    for call in list(sink.calls):
        for mail in json.loads(call.body)["data"]["mails"]:
            calls_of[mail["subject"]].add(call.id)
    return calls_of


def all_logs(client: Client, webhook: int) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    for page in range(1, 11):
        items = client.get(f"/webhooks/{webhook}/logs", page=page, pageSize=100).ok()["items"]
        entries += items
        if len(items) < 100:
            break
    return entries


def waiting(service: Service) -> int:
    """The number of stored calls that are still to be made."""
    with sqlite3.connect(f"file:{service.data_dir}/postrider.db?mode=ro", uri=True) as database:
        count: int = database.execute("SELECT COUNT(*) FROM webhook_calls").fetchone()[0]
    database.close()
    return count


def test_no_call_is_lost_or_invented(
    fresh_service: Any, dovecot: Dovecot, mail_user: User, chance: random.Random
) -> None:
    service: Service = fresh_service(CONFIG)
    client = service.admin()
    subjects: list[str] = []
    with WebhookSink() as sink, WebhookSink() as each, dovecot.mailbox(mail_user) as box:
        for mode, target in (("sync", sink), ("mail", each)):
            client.post("/webhooks", {"name": mode, "url": target.url(), "mode": mode}).ok(201)
        for number in range(100):
            box.append(letter(f"Old {number}"))
        account = client.post("/accounts", dovecot.account(mail_user)).ok(201)
        killed_after(service, chance.uniform(0.005, 0.3))
        client = service.admin()
        settled(client, account["id"])
        for turn in range(ROUNDS):
            for target in (sink, each):
                answers = chance.choices(
                    [response(200), response(500), response(503, Retry_After="1"), resets], [8, 2, 1, 1], k=6
                )
                target.script = [*answers, response(200)]
            for number in range(chance.randint(1, 6)):
                subjects.append(f"New {turn} {number}")
                box.append(letter(subjects[-1]))
            killed_after(service, chance.uniform(0.005, 1.0))
        client = service.admin()
        wait_until(lambda: set(subjects) <= ids_by_subject(sink).keys() & ids_by_subject(each).keys(), 60, "all mails")
        wait_until(lambda: waiting(service) == 0, 60, "the end of all calls")
        for webhook, target in ((1, sink), (2, each)):
            calls_of = ids_by_subject(target)
            assert set(calls_of) == set(subjects), "told of what is not new"
            assert {subject: ids for subject, ids in calls_of.items() if len(ids) != 1} == {}, "told twice"
            log = all_logs(client, webhook)
            fine = [entry["callId"] for entry in log if entry["errorMessage"] is None]
            assert len(log) == client.get(f"/webhooks/{webhook}/logs").ok()["total"]
            if len(log) < 1000:  # older entries are removed
                assert sorted(fine) == sorted(set(target.ids())), "calls and their log differ"
        service.stop()
        check_database(service.data_dir)
