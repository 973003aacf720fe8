# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 at any moment: nothing is missing, nothing is there twice, nothing comes back."""

import os
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from corpus.truth import Truth
from corpus.writer import generate
from postrider_support import Client, Dovecot, Mailbox, Service, User, wait_until
from postrider_support.letters import all_mails, letter, settled
from postrider_support.soundness import check_database

ROUNDS = 200 if os.environ.get("POSTRIDER_LONG") else 10
FIRST_SYNCS = ROUNDS * 2 // 5
CONFIG = {"sync.poll_interval": "1", "sync.retry_min": "1", "sync.retry_max": "1"}


@pytest.fixture(scope="module")
def chance() -> random.Random:
    """Random moments, other ones in each run; POSTRIDER_SEED repeats those of a failed run."""
    seed = int(os.environ.get("POSTRIDER_SEED") or time.time_ns())
    print(f"POSTRIDER_SEED={seed}")
    return random.Random(seed)


def killed_after(service: Service, seconds: float) -> None:
    """Kills the service after that time, checks its database, and starts it again."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        time.sleep(0.001)
    service.kill()
    check_database(service.data_dir)
    service.start()


# -- first syncs


@pytest.fixture(scope="module")
def box(dovecot: Dovecot) -> tuple[User, dict[str, Truth]]:
    user = dovecot.add_user("crashes")
    truths = generate(dovecot.maildir(user).parent, 1500, seed=5)
    dovecot.adopt(user)
    return user, {truth.messageId: truth for truth in truths}


def test_first_sync_survives_kills_at_any_moment(
    fresh_service: Any, dovecot: Dovecot, box: tuple[User, dict[str, Truth]], chance: random.Random
) -> None:
    user, truths = box
    for _ in range(FIRST_SYNCS):
        service = fresh_service(CONFIG)
        client = service.admin()
        account = client.post("/accounts", dovecot.account(user)).ok(201)
        for _ in range(chance.randint(1, 3)):
            killed_after(service, chance.uniform(0.005, 1.5))
        client = service.admin()
        settled(client, account["id"], 60)
        mails = all_mails(client)
        assert Counter(mail["messageId"] for mail in mails) == Counter(truths.keys())
        assert client.get("/mails/stats").ok()["total"] == len(truths)
        wrong = [
            mail
            for mail in mails
            if mail["subject"] != truths[mail["messageId"]].subject
            or mail["isRead"] != ("\\Seen" in truths[mail["messageId"]].flags)
        ]
        assert wrong == []
        service.stop()
        check_database(service.data_dir)


# -- changes at both ends


@dataclass
class ExpectedMail:
    """The expected state of one mail: what the server has and what the service acknowledged."""

    uid: int
    isRead: bool = False
    isStarred: bool = False


@dataclass
class MailboxModel:
    """Changes a mailbox at the server and here, and computes the expected state.

    Each mail is changed at one end only: those with even numbers at the server, the others here.
    """

    box: Mailbox
    chance: random.Random
    mails: dict[str, ExpectedMail] = field(default_factory=dict)  # by subject
    count: int = 0

    def at_server(self) -> None:
        """New mail, flags, expunges."""
        for _ in range(self.chance.randint(5, 40)):
            subject = f"Mail {self.count}"
            self.mails[subject] = ExpectedMail(self.box.append(letter(subject)))
            self.count += 1
        theirs = [subject for subject in self.mails if number(subject) % 2 == 0]
        flagged = self.chance.sample(theirs, min(len(theirs), 5))
        for subject, flag in zip(flagged, self.chance.choices(["\\Seen", "\\Flagged"], k=5)):
            self.box.store([self.mails[subject].uid], "+", [flag])
            self.mails[subject].isRead |= flag == "\\Seen"
            self.mails[subject].isStarred |= flag == "\\Flagged"
        expunged = self.chance.sample(theirs, min(len(theirs), 3))
        self.box.delete([self.mails[subject].uid for subject in expunged])
        for subject in expunged:
            del self.mails[subject]

    def here(self, client: Client) -> None:
        """Reads, stars and deletes some of our mails; a crash in between is no news to us."""
        ours = [mail for mail in all_mails(client) if number(mail["subject"]) % 2 and mail["subject"] in self.mails]
        for mail in self.chance.sample(ours, min(len(ours), 6)):
            subject, at = mail["subject"], f"/mails/{mail['id']}"
            what = self.chance.choice(["read", "star", "delete"])
            if what == "read":
                client.put(f"{at}/read", {"isRead": True}).ok()
                self.mails[subject].isRead = True
            elif what == "star":
                client.put(f"{at}/star", {"isStarred": True}).ok()
                self.mails[subject].isStarred = True
            else:
                client.delete(at).ok()
                del self.mails[subject]

    def expected(self) -> dict[str, tuple[bool, bool]]:
        return {subject: (mail.isRead, mail.isStarred) for subject, mail in self.mails.items()}


def number(subject: str) -> int:
    return int(subject.removeprefix("Mail "))


@pytest.fixture
def model(dovecot: Dovecot, mail_user: User, chance: random.Random) -> Iterator[MailboxModel]:
    with dovecot.mailbox(mail_user) as box:
        yield MailboxModel(box, chance)


def shown(client: Client) -> dict[str, tuple[bool, bool]]:
    mails = all_mails(client)
    assert max(Counter(mail["subject"] for mail in mails).values(), default=1) == 1, "a mail is there twice"
    return {mail["subject"]: (mail["isRead"], mail["isStarred"]) for mail in mails}


def caught_up(service: Service, client: Client, account: dict[str, Any]) -> None:
    """Runs one whole pass that begins after this call."""
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        settled(client, account["id"])
        while client.post(f"/accounts/{account['id']}/sync").ok()["state"] != "started":
            stream.wait_for("mail.synced")
        stream.wait_for("account.sync_done")
    settled(client, account["id"])


def test_resyncs_survive_kills_at_any_moment(
    fresh_service: Any, dovecot: Dovecot, mail_user: User, model: MailboxModel, chance: random.Random
) -> None:
    service = fresh_service(CONFIG)
    client = service.admin()
    account = client.post("/accounts", dovecot.account(mail_user, onExpunge="delete")).ok(201)
    settled(client, account["id"])
    announced: Counter[str] = Counter()
    last_event = 0
    for _ in range(ROUNDS - FIRST_SYNCS):
        model.at_server()
        model.here(client)
        killed_after(service, chance.uniform(0.005, 1.0))
        client = service.admin()
        model.here(client)
        caught_up(service, client, account)
        assert shown(client) == model.expected()
        assert client.get("/mails/stats").ok()["total"] == len(model.mails)
        news, last_event = news_after(service, client, last_event)
        announced.update(news)
    assert {subject: times for subject, times in announced.items() if times != 1} == {}, "told more than once"
    assert announced.keys() >= model.mails.keys(), "a mail came without a notice"
    service.stop()
    check_database(service.data_dir)


def news_after(service: Service, client: Client, event_id: int) -> tuple[list[str], int]:
    """The subjects in the events after that one, as a client gets them that was away; the newest event id."""
    with service.events(client.token, event_id) as stream:
        newest = stream.wait_for("connected").data["last_event_id"]
        wait_until(lambda: (stream.last_id or event_id) >= newest, what="the replay")
        events = stream.named("mail.received")
    assert all(event.data["mail_count"] == len(event.data["mails"]) for event in events)
    return [mail["subject"] for event in events for mail in event.data["mails"]], newest


# -- changes here are sent to the server too

OFFERS: dict[str, tuple[int, dict[str, bool]]] = {  # share of the rounds, what the server leaves out
    "QRESYNC": (ROUNDS * 2 // 5, {}),
    "CONDSTORE": (ROUNDS * 3 // 10, {"qresync": False}),
    "neither": (ROUNDS * 3 // 10, {"condstore": False}),
}


@dataclass
class Both(MailboxModel):
    """Like MailboxModel, but flags are also removed at both ends, and deletions are sent to the server.

    Both ends change the flags of mails whose numbers are divisible by five: which change was the last
    is unknown there, but both ends must agree in the end.
    """

    def at_server(self) -> None:
        """New mail, flags that are set and removed, expunges."""
        super().at_server()
        for subject in self.chance.sample(list(self.mails), min(len(self.mails), 8)):
            if number(subject) % 5 and number(subject) % 2:
                continue
            sign = self.chance.choice("+-")
            self.box.store([self.mails[subject].uid], sign, ["\\Seen"])
            self.mails[subject].isRead = sign == "+"

    def here(self, client: Client) -> None:
        """Reads, stars and deletes mails, and takes some of the marks back."""
        known = [mail for mail in all_mails(client) if mail["subject"] in self.mails]
        ours = [mail for mail in known if number(mail["subject"]) % 2 or number(mail["subject"]) % 5 == 0]
        for mail in self.chance.sample(ours, min(len(ours), 8)):
            subject, at = mail["subject"], f"/mails/{mail['id']}"
            what = self.chance.choice(["read", "unread", "read, unread, read", "star", "unstar", "delete"])
            if what == "delete" and number(subject) % 5:
                client.delete(at).ok()
                del self.mails[subject]
            for step in what.split(", "):
                if step.endswith("read"):
                    self.mails[subject].isRead = step == "read"
                    client.put(f"{at}/read", {"isRead": step == "read"}).ok()
                elif step.endswith("star"):
                    self.mails[subject].isStarred = step == "star"
                    client.put(f"{at}/star", {"isStarred": step == "star"}).ok()

    def flags_at_server(self) -> dict[str, tuple[bool, bool]]:
        """Read and starred by subject; an unknown mail is in it by its UID."""
        subjects = {mail.uid: subject for subject, mail in self.mails.items()}
        found = {subjects.get(uid, f"uid {uid}"): flags for uid, flags in self.box.flags().items()}
        assert not [flags for flags in found.values() if "\\Deleted" in flags], "half deleted"
        return {subject: ("\\Seen" in flags, "\\Flagged" in flags) for subject, flags in found.items()}

    def certain(self, flags: dict[str, tuple[bool, bool]]) -> dict[str, tuple[bool, bool]]:
        """Without the mails whose flags both ends change."""
        return {subject: value for subject, value in flags.items() if number(subject) % 5}


@pytest.mark.parametrize("offer", list(OFFERS))
def test_both_ends_agree_over_kills_at_any_moment(
    fresh_service: Any, scratch: Path, chance: random.Random, offer: str
) -> None:
    rounds, less = OFFERS[offer]
    with Dovecot(scratch / f"crashes-{offer}", **less) as server:
        user = server.add_user("both")
        service = fresh_service(CONFIG, {"POSTRIDER_MAIL_EXTRA_CA": str(server.ca_file)})
        client = service.admin()
        body = server.account(user, onExpunge="delete", flagSync="both", deleteOnServer=True)
        account = client.post("/accounts", body).ok(201)
        settled(client, account["id"])
        with server.mailbox(user) as box:
            model = Both(box, chance)
            for _ in range(rounds):
                model.at_server()
                model.here(client)
                killed_after(service, chance.uniform(0.005, 1.0))
                client = service.admin()
                model.here(client)
                caught_up(service, client, account)
                wait_until(lambda: shown(client) == model.flags_at_server(), 20, "agreement of both ends")
                assert shown(client).keys() == model.mails.keys()
                assert model.certain(shown(client)) == model.certain(model.expected())
                for subject, flags in shown(client).items():
                    model.mails[subject].isRead, model.mails[subject].isStarred = flags
        service.stop()
        check_database(service.data_dir)


def test_signals_to_stop_that_come_together_are_one(fresh_service: Any) -> None:
    """Linux sends a child one for each thread of a killed parent: the service must still stop normally."""
    service: Service = fresh_service({})
    status = Path(f"/proc/{service.pid}/status")

    def is_taken() -> bool:  # the kernel merges a signal with an equal pending one
        waiting = int(re.findall(r"ShdPnd:\s*(\w+)", status.read_text())[0], 16)
        return not waiting & 1 << signal.SIGTERM - 1

    os.kill(service.pid, signal.SIGTERM)
    wait_until(is_taken, 5, "the first signal to be taken")
    os.kill(service.pid, signal.SIGTERM)
    service.stop()
