# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 at any moment of sending: every mail arrives once, or is listed as unknown, and none twice."""

import http.client
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from postrider_support import Client, Service, SmtpScript, SmtpSession, wait_until
from postrider_support.soundness import check_database
from postrider_support.waiting import scaled

ROUNDS = 200 if os.environ.get("POSTRIDER_LONG") else 10
SENDERS = 3
CONFIG = {"outbox.retries": "1", "outbox.answer_within": "20", "sync.retry_min": "3600", "sync.retry_max": "3600"}


def slowly(chance: random.Random) -> Callable[[SmtpSession], None]:
    """A server that waits at every step, so that kills hit each of them."""

    def act(session: SmtpSession) -> None:
        time.sleep(chance.choice([0, 0, 0.001, 0.005, 0.02]))  # the server is slow, not the test
        session.usual()

    return act


class Sender(threading.Thread):
    """Sends mail after mail until the service dies; keeps the answer to each."""

    def __init__(self, client: Client, account: dict[str, Any], name: str, size: int) -> None:
        super().__init__(daemon=True)
        self.submitted: list[str] = []  # subjects
        self.answers: dict[str, dict[str, Any]] = {}
        self._client, self._account, self._name, self._size = client, account, name, size

    def run(self) -> None:
        for number in range(10_000):
            subject = f"{self._name} {number}"
            self.submitted.append(subject)
            body = {
                "accountId": self._account["id"],
                "to": ["anna@example.org"],
                "subject": subject,
                "body": "<p>" + "word " * self._size,
            }
            try:
                answer = self._client.post("/mails/send", body, headers={"Idempotency-Key": subject.replace(" ", "-")})
            except (OSError, http.client.HTTPException):
                return
            if answer.status in (200, 202):
                self.answers[subject] = answer.data


def subject_of(raw: bytes) -> str:
    return next(line[9:].decode() for line in raw.split(b"\r\n") if line.startswith(b"Subject: "))


def listed(client: Client) -> dict[str, dict[str, Any]]:
    """The whole outbox by subject; each subject is there once."""
    found: list[dict[str, Any]] = []
    for page in range(1, 10_000):
        items = client.get("/outbox", page=page, pageSize=100).ok()["items"]
        found += items
        if len(items) < 100:
            break
    assert [subject for subject, n in Counter(one["subject"] for one in found).items() if n > 1] == []
    return {one["subject"]: one for one in found}


def test_mails_survive_kills_at_any_moment(fresh_service: Any) -> None:
    seed = int(os.environ.get("POSTRIDER_SEED") or time.time_ns())
    print(f"POSTRIDER_SEED={seed}")
    chance = random.Random(seed)
    service: Service = fresh_service(CONFIG)
    answers: dict[str, dict[str, Any]] = {}
    submitted: list[str] = []
    with SmtpScript() as smtp:
        for verb in ("EHLO", "MAIL", "RCPT", "DATA", "."):
            smtp.on(verb, slowly(chance))
        client = service.admin()
        account = client.post("/accounts", smtp.account()).ok(201)
        for round_number in range(ROUNDS):
            token = service.admin().token
            senders = [
                Sender(
                    Client(service.base_url, token),
                    account,
                    f"Round {round_number} sender {n}",
                    chance.choice([1, 1, 200_000]),
                )
                for n in range(SENDERS)
            ]
            for sender in senders:
                sender.start()
            deadline = time.monotonic() + chance.uniform(0.02, 0.6)
            while time.monotonic() < deadline:
                time.sleep(0.001)
            service.kill()
            for sender in senders:
                sender.join(scaled(30))
                assert not sender.is_alive()
                answers |= sender.answers
                submitted += sender.submitted
            if round_number % 20 == 0:
                check_database(service.data_dir)
            service.start()
        client = service.admin()
        ended = ("sent", "unknown")
        wait_until(lambda: all(one["status"] in ended for one in listed(client).values()), 60, "every mail's end")
        box = listed(client)
        arrived = Counter(subject_of(received.raw) for received in smtp.mails)

    assert [subject for subject, times in arrived.items() if times > 1] == []
    # A mail that the service answered or lists as sent has arrived.
    assert [subject for subject, answer in answers.items() if answer["status"] == "sent" and not arrived[subject]] == []
    assert [subject for subject, one in box.items() if one["status"] == "sent" and not arrived[subject]] == []
    # A mail that arrived is in the outbox; so is one whose request was answered.
    assert [subject for subject in arrived if subject not in box] == []
    assert [subject for subject in answers if subject not in box] == []
    # Only mails whose request was cut off may be missing in the outbox.
    assert len(set(submitted) - set(box)) <= SENDERS * ROUNDS
    # Each sent mail has its local copy, once.
    copies: list[str] = []
    for page in range(1, 10_000):
        items = client.get("/mails", folder="$sent", page=page, pageSize=100).ok()["items"]
        copies += [one["subject"] for one in items]
        if len(items) < 100:
            break
    assert Counter(copies) == Counter(subject for subject, one in box.items() if one["status"] == "sent")
    states = Counter(one["status"] for one in box.values())
    print(f"{ROUNDS} kills, {len(box)} mails: {dict(states)}, {sum(arrived.values())} arrived")
    service.stop()
    check_database(service.data_dir)


def test_mail_that_was_queued_goes_out_after_a_kill(fresh_service: Any) -> None:
    service: Service = fresh_service(CONFIG | {"outbox.retries": "2"})
    client = service.admin()
    with SmtpScript() as smtp:
        account = client.post("/accounts", smtp.account()).ok(201)
        smtp.on("MAIL", lambda session: session.reply("451 4.7.1 later"))
        body = {"accountId": account["id"], "to": ["anna@example.org"], "subject": "Queued", "body": "<p>x</p>"}
        queued = client.post("/mails/send", body).ok(202)
        service.kill()
        smtp.on("MAIL", None)
        service.start()
        client = service.admin()
        wait_until(lambda: client.get(f"/outbox/{queued['id']}").ok()["status"] == "sent", 20, "sent")
        assert [received.message_id for received in smtp.mails] == [queued["messageId"]]


def test_mail_in_flight_at_a_kill_is_unknown_after_its_end_only(fresh_service: Any) -> None:
    service: Service = fresh_service(CONFIG)
    with SmtpScript() as smtp:
        account = service.admin().post("/accounts", smtp.account()).ok(201)
        for verb, expected in (("DATA", "sent"), (".", "unknown")):
            reached = threading.Event()

            def hold(session: SmtpSession, here: threading.Event = reached) -> None:
                here.set()
                session.hold(20)

            smtp.on(verb, hold)
            client = service.admin()
            sender = Sender(client, account, f"At {verb}", 1)
            sender.start()
            assert reached.wait(scaled(20))
            service.kill()
            sender.join(scaled(20))
            smtp.on(verb, None)
            service.start()
            client = service.admin()
            wait_until(lambda: listed(client)[f"At {verb} 0"]["status"] == expected, 20, expected)
        assert [subject_of(received.raw) for received in smtp.mails] == ["At DATA 0"]


def test_stop_waits_for_the_answer_and_reports_it(fresh_service: Any) -> None:
    """SIGTERM between the final dot and the answer: waiting a moment avoids the status `unknown`."""
    service: Service = fresh_service(CONFIG)
    with SmtpScript() as smtp:
        account = service.admin().post("/accounts", smtp.account()).ok(201)
        reached, go = threading.Event(), threading.Event()

        def take(session: SmtpSession) -> None:
            reached.set()
            go.wait(scaled(20))
            session.usual()

        smtp.on(".", take)
        sender = Sender(service.admin(), account, "Late", 1)
        sender.start()
        assert reached.wait(scaled(20))
        stopper = threading.Thread(target=service.stop)
        stopper.start()
        go.set()
        stopper.join(scaled(20))
        sender.join(scaled(20))
        service.start()
        assert listed(service.admin())["Late 0"]["status"] == "sent"
        assert len(smtp.mails) == 1
