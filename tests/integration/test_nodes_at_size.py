# SPDX-License-Identifier: GPL-3.0-or-later
"""Very many accounts on three nodes, of which one after the other fails: each mail, event and call is there once."""

import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from nodework import Calls, Marker, Sender, warnings
from postrider_support import Postgresql, SmtpScript, wait_until
from postrider_support.imapcrowd import ImapCrowd, message_id
from postrider_support.listener import Listener
from postrider_support.nodecrowd import HEARTBEAT, NodeCrowd
from postrider_support.waiting import scaled
from postrider_support.webhooksink import WebhookSink, resets, response

IS_LONG = bool(os.environ.get("POSTRIDER_LONG"))
ACCOUNTS = 3000 if IS_LONG else 300
MAILS_PER_SECOND = 50 if IS_LONG else 10
ROUNDS = 100 if IS_LONG else 10
MOST_SECONDS = 5400 if IS_LONG else 450  # no round begins later
FROZEN_FOR = (15, 40) if IS_LONG else (15, 17)  # seconds
MOVED_WITHIN = 15  # seconds after a node was killed or frozen, 99 of 100 accounts
HANDED_OVER_WITHIN = 1  # seconds after SIGTERM
FAULTS = ("kill", "freeze", "stop", "restart")


@pytest.fixture
def crowd() -> Iterator[ImapCrowd]:
    with ImapCrowd(ACCOUNTS) as server:
        yield server


@pytest.fixture
def nodes(postgresql: Postgresql, crowd: ImapCrowd, tmp_path: Path) -> Iterator[NodeCrowd]:
    group = NodeCrowd(postgresql, crowd, tmp_path)
    yield group
    group.close()


@dataclass
class Moves:
    """Seconds until accounts had another node, for each kind of fault."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: {fault: [] for fault in FAULTS})

    def percentile(self, part: float, *faults: str) -> float:
        """The time within which this part of the accounts moved."""
        times = sorted(second for fault in faults for second in self.seconds[fault])
        return times[min(len(times) - 1, int(len(times) * part))] if times else 0.0

    def summary(self) -> str:
        """p50, p99 and the longest of each fault."""
        return "; ".join(
            f"{fault}: {len(times)} accounts, p50 {self.percentile(0.5, fault):.2f} s, "
            f"p99 {self.percentile(0.99, fault):.2f} s, max {max(times):.2f} s"
            for fault, times in self.seconds.items()
            if times
        )


def one_round(nodes: NodeCrowd, fault: str, victim: int, chance: random.Random, problems: list[str]) -> list[float]:
    """A node fails and comes back; returns the seconds until its accounts were at other nodes.

    `problems` gets the log of a node that did not end properly.
    """
    service = nodes.services[victim]
    node = nodes.leases.node_at(service.base_url)
    nodes.leases.note_holder(node)
    stopping: Future[None] | None = None
    began = time.time()
    if fault == "freeze":
        service.pause()
    elif fault == "stop":
        stopping = ThreadPoolExecutor(1).submit(service.stop)
    else:
        service.kill()
    if fault != "restart":
        wait_until(
            lambda: not {0, node} & nodes.leases.counts().keys(), 90, f"accounts to leave node {node}", every=0.5
        )
    moved = nodes.leases.seconds_until_moved(node, began) if fault != "restart" else []
    if fault == "freeze":
        until = began + chance.uniform(*FROZEN_FOR)
        wait_until(lambda: time.time() >= until, 60, "the end of the freeze", every=0.1)
        service.resume()
    else:
        problem = stopping.exception() if stopping is not None else None
        if problem is not None:
            problems.append(f"{str(problem)[:40]} .. {str(problem)[-600:]}")
            print(f"node {victim}: {problems[-1]}", flush=True)
        nodes.start_node(victim)
    nodes.wait_shared()
    return moved


def test_nothing_is_lost_or_repeated_while_nodes_fail(nodes: NodeCrowd, crowd: ImapCrowd) -> None:
    seed = int(os.environ.get("POSTRIDER_SEED") or time.time_ns())
    print(f"POSTRIDER_SEED={seed}")
    chance = random.Random(seed)
    moves, began = Moves(), time.monotonic()
    with SmtpScript() as smtp, WebhookSink() as sink, ExitStack() as stack:
        nodes.start(flagSync="both", smtp_host="127.0.0.1", smtp_port=smtp.port, smtpSecurity="none")
        nodes.client().post("/webhooks", {"name": "each", "url": sink.url(), "events": ["mail.received"]}).ok(201)
        accounts = [int(row[0]) for row in nodes.sql("SELECT id FROM accounts")]
        nodes.sql(f"UPDATE accounts SET delete_on_server = 1 WHERE id IN ({','.join(map(str, accounts[::2]))})")
        urls = [*(service.base_url for service in nodes.services), nodes.url]
        listeners = [
            stack.enter_context(Listener(lambda at=url: at, nodes.token, 3 * HEARTBEAT))  # type: ignore[misc]
            for url in urls
        ]
        wait_until(lambda: all(listener.last_id is not None for listener in listeners), 20, "all listeners")
        first_id = max(listener.last_id or 0 for listener in listeners)
        print(f"{ACCOUNTS} accounts are idle after {time.monotonic() - began:.0f} s", flush=True)
        crowd.set_rate(MAILS_PER_SECOND)
        senders = [Sender(nodes, accounts, 0.5, number) for number in range(2)]
        marker = Marker(nodes, 0.5, seed)
        for work in (*senders, marker):
            work.start()
        calls = Calls(sink)
        problems: list[str] = []
        faults = [FAULTS[number % len(FAULTS)] for number in range(ROUNDS)]
        chance.shuffle(faults)
        for number, fault in enumerate(faults):
            if time.monotonic() - began > MOST_SECONDS:
                print(f"only {number} of {ROUNDS} rounds: the machine is slow")
                break
            victim = chance.randrange(3)
            sink.script = [*chance.choices([response(200), response(500), resets], [6, 1, 1], k=10), response(200)]
            moved = one_round(nodes, fault, victim, chance, problems)
            moves.seconds[fault] += moved
            calls.read()
            print(
                f"round {number}: {fault} of {victim}, {len(moved)} accounts moved, max {max(moved, default=0):.2f} s, "
                f"{crowd.counts()}, {calls.count} calls, {time.monotonic() - began:.0f} s",
                flush=True,
            )
        for work in (*senders, marker):
            work.finish()
        crowd.set_rate(0)
        print(moves.summary(), flush=True)

        arrived = crowd.counts()["arrived"]
        subjects = {f"Mail {number}" for number in range(1, arrived + 1)}
        check_mails(nodes, crowd, marker, arrived)
        check_listeners(nodes, listeners, first_id, subjects)
        check_calls(nodes, calls, subjects)
        check_sent(nodes, smtp, senders)
        check_marks(nodes, crowd, marker)
    for service in nodes.services:
        print(dict(warnings(service.log()).most_common(12)), flush=True)
    assert problems == []
    lost = ("kill", "freeze")
    assert moves.percentile(0.99, *lost) < scaled(MOVED_WITHIN), moves.summary()
    assert moves.percentile(1, "stop") < scaled(HANDED_OVER_WITHIN), moves.summary()


def check_mails(nodes: NodeCrowd, crowd: ImapCrowd, marker: Marker, arrived: int) -> None:
    """Each mail that arrived is stored once, in its account; those that were deleted are not there."""
    count = (
        "SELECT count(DISTINCT message_id) FROM mails WHERE message_id LIKE '%@arriving.example.com>' AND listing > 0"
    )
    wanted = arrived - len(marker.deleted)
    wait_until(lambda: int(nodes.sql(count)[0][0]) >= wanted, 180, f"{wanted} mails to be stored", every=1)
    rows = nodes.sql(
        "SELECT m.message_id, a.name FROM mails m JOIN accounts a ON a.id = m.account_id"
        " WHERE m.message_id LIKE '%@arriving.example.com>' AND m.listing > 0"
    )
    stored = Counter(identity for identity, _ in rows)
    deleted = {message_id(number_of(subject)) for subject in marker.deleted}
    assert stored == Counter({message_id(n): 1 for n in range(1, arrived + 1) if message_id(n) not in deleted})
    place = {message_id(mail.number): mail.user for mail in crowd.mails()}
    assert [row for row in rows if place.get(row[0]) != row[1]] == []
    assert marker.refusals == []
    print(f"{arrived} mails arrived, {len(deleted)} deleted", flush=True)


def check_listeners(nodes: NodeCrowd, listeners: list[Listener], first_id: int, subjects: set[str]) -> None:
    """Each durable event came once, in order, to each listener."""
    rows = nodes.sql(f"SELECT id FROM events WHERE id > {first_id}")
    durable = {int(number) for (number,) in rows}
    for place, listener in enumerate(listeners):
        wait_until(lambda: durable <= set(listener.ids), 60, f"all events at listener {place}", every=0.2)  # noqa: B023
        print(f"listener {place}: {len(listener.ids)} events, {listener.connections} connections, "
              f"resyncs {listener.resyncs}", flush=True)  # fmt: skip
    for listener in listeners:
        assert listener.is_ordered
        assert {number: n for number, n in listener.ids.items() if n != 1} == {}
        assert {number for number in listener.ids if number > first_id} - {
            int(row[0]) for row in nodes.sql(f"SELECT id FROM events WHERE id > {first_id}")
        } == set()
        assert listener.resyncs == []
        assert listener.announced == Counter(subjects)


def check_calls(nodes: NodeCrowd, calls: Calls, subjects: set[str]) -> None:
    """The webhook was called for each mail, under one id."""
    wait_until(
        lambda: nodes.sql("SELECT count(*) FROM webhook_calls") == [("0",)], 180, "the end of all calls", every=1
    )
    calls.read()
    print(f"{calls.count} webhook calls, {len(set().union(*calls.ids.values()))} ids", flush=True)
    assert set(calls.ids) == subjects
    assert {subject: ids for subject, ids in calls.ids.items() if len(ids) != 1} == {}


def check_sent(nodes: NodeCrowd, smtp: SmtpScript, senders: list[Sender]) -> None:
    """Each mail was sent once at most, and each that is said to be sent arrived."""
    open_mails = "SELECT count(*) FROM outbox WHERE status IN ('queued', 'sending')"
    wait_until(lambda: nodes.sql(open_mails) == [("0",)], 180, "the end of all sending", every=1)
    status = dict(nodes.sql("SELECT message_id, status FROM outbox"))
    outbox = Counter(subject for (subject,) in nodes.sql("SELECT subject FROM outbox"))
    arrived = Counter(mail.message_id for mail in smtp.mails)
    answers = {subject: answer for sender in senders for subject, answer in sender.answers.items()}
    print(f"{len(answers)} mails sent: {dict(Counter(status.values()))}, {len(smtp.mails)} arrived", flush=True)
    assert [refusal for sender in senders for refusal in sender.refusals] == []
    assert {identity: n for identity, n in arrived.items() if n != 1} == {}
    assert outbox == Counter(answers.keys())
    assert [one for one, state in status.items() if state == "sent" and not arrived[one]] == []
    assert [a for a in answers.values() if a["status"] == "sent" and not arrived[a["messageId"]]] == []
    assert set(status.values()) <= {"sent", "unknown"}


def check_marks(nodes: NodeCrowd, crowd: ImapCrowd, marker: Marker) -> None:
    """The server has the marks that were set here and no other ones, and no mail that was to be deleted there."""
    deleting = {name for (name,) in nodes.sql("SELECT name FROM accounts WHERE delete_on_server = 1")}

    def wrong() -> list[str]:
        found = []
        for mail in crowd.mails():
            subject = f"Mail {mail.number}"
            expected = {"\\Flagged"} if subject in marker.starred else {"\\Seen"} if subject in marker.read else set()
            if mail.flags != expected or (mail.user in deleting and subject in marker.deleted):
                found.append(f"{subject} of {mail.user}: {sorted(mail.flags)}, not {sorted(expected)}")
        return found

    wait_until(lambda: wrong() == [], 60, "the marks at the server", every=0.5)
    print(f"{len(marker.starred)} starred, {len(marker.read)} read, {len(marker.deleted)} deleted", flush=True)


def number_of(subject: str) -> int:
    """The number of a mail with this subject."""
    return int(subject.removeprefix("Mail "))
