# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 at any moment between the arrival of a mail and its notice: listeners of the stream get every event
once; browsers get every notice, and hardly one of them twice."""

import os
import random
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from postrider_support import Client, Dovecot, Event, EventStream, Service, User, wait_until
from postrider_support.letters import all_mails, letter, mails_when, synced_account
from postrider_support.pushservice import PushService
from postrider_support.soundness import check_database

ROUNDS = 200 if os.environ.get("POSTRIDER_LONG") else 10
ENVIRONMENT = {"POSTRIDER_PUSH_ALLOWED_NETWORKS": "127.0.0.0/8"}
CONFIG = {"push.retries": "1", "sync.poll_interval": "1", "sync.retry_min": "1", "sync.retry_max": "1"}


class Follower:
    """A client of the stream that reconnects with its last id after each start of the service."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._stream: EventStream | None = None
        self._last: int | None = None

    def follow(self, service: Service, client: Client) -> None:
        self.collect()
        self._stream = service.events(client.token, 0 if self._last is None else self._last)

    def collect(self) -> None:
        """Adds the events of the stream that ended."""
        if self._stream is None:
            return
        self.events += [event for event in self._stream.received if event.id is not None and event.name != "connected"]
        assert self._stream.named("resync") == []
        self._last = self._stream.last_id if self._stream.last_id is not None else self._last
        self._stream.close()
        self._stream = None

    def so_far(self) -> list[Event]:
        assert self._stream is not None
        return self.events + [
            event for event in self._stream.received if event.id is not None and event.name != "connected"
        ]


def newest_and_count(shown: dict[str, Any]) -> tuple[int, int]:
    return shown["data"]["mail_id"], shown["data"]["mail_count"]


def happened(events: list[Event]) -> list[tuple[int, int]]:
    """Newest mail and number of mails of each mail.received."""
    return [
        (event.data["mails"][0]["id"], event.data["mail_count"]) for event in events if event.name == "mail.received"
    ]


def test_every_event_comes_once_and_every_notice_at_least_once(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User
) -> None:
    seed = int(os.environ.get("POSTRIDER_SEED") or time.time_ns())
    print(f"POSTRIDER_SEED={seed}")
    chance = random.Random(seed)
    service = fresh_service(CONFIG, ENVIRONMENT)
    client = service.admin()
    synced_account(client, dovecot.account(mail_user))
    follower = Follower()
    with PushService() as push:
        push.on_message = lambda _: time.sleep(chance.choice([0, 0, 0.01, 0.1]))  # a slow push service
        browsers = [push.browser() for _ in range(3)]
        for browser in browsers:
            client.post("/push/subscribe", browser.subscription).ok(201)
        count = 0
        for _ in range(ROUNDS):
            follower.follow(service, client)
            end = time.monotonic() + chance.uniform(0.05, 1.5)
            while time.monotonic() < end:
                dovecot.deliver(mail_user, letter(f"Mail {count}"))
                count += 1
                time.sleep(chance.uniform(0.001, 0.1))  # between two arrivals
            service.kill()
            check_database(service.data_dir)
            service.start()
            client = service.admin()
        follower.follow(service, client)
        mails_when(client, count, 60)
        wait_until(lambda: sum(n for _, n in happened(follower.so_far())) == count, 30, f"events of {count} mails")
        events = happened(follower.so_far())
        for browser in browsers:
            wait_until(
                lambda browser=browser: set(events) <= {newest_and_count(shown) for shown in browser.shown()},
                60,
                "every notice",
            )
        ids = [event.id for event in follower.so_far()]
        assert ids == sorted(set(ids)), "each event once, in order"
        assert len(set(events)) == len(events) and {mail for mail, _ in events} <= {
            mail["id"] for mail in all_mails(client)
        }
        for browser in browsers:
            shown = Counter(newest_and_count(one) for one in browser.shown())
            assert set(shown) == set(events)
            assert sum(shown.values()) - len(shown) <= ROUNDS, "one notice twice for each kill at most"


def test_notice_that_was_under_way_is_sent_again(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User
) -> None:
    service = fresh_service(CONFIG, ENVIRONMENT)
    client = service.admin()
    synced_account(client, dovecot.account(mail_user))
    with PushService() as push:
        browser = push.browser()
        client.post("/push/subscribe", browser.subscription).ok(201)
        browser.will_answer(500, 500, 500)
        dovecot.deliver(mail_user, letter("Persistent"))
        wait_until(lambda: browser.messages, 15, "the first try")
        service.kill()
        service.start()
        wait_until(lambda: len(browser.messages) >= 2, 15, "another try after the crash")
        service.restart()
        assert browser.wait_for(1)[0]["body"] == "Persistent"
        check_database(service.data_dir)


def test_private_key_is_nowhere_in_plain_text(fresh_service: Callable[..., Service]) -> None:
    service = fresh_service()
    public = service.client().get("/push/vapid-public-key").ok()["publicKey"]
    database = sqlite3.connect(service.data_dir / "postrider.db")
    (sealed,) = database.execute("SELECT sealed FROM secrets WHERE ref = 'vapid-key'").fetchone()
    assert len(sealed) == 32 + 37
    assert public not in service.log() and not re.search(r"vapid.key", service.log())
