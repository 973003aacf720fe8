# SPDX-License-Identifier: GPL-3.0-or-later
"""Nodes of one database that are killed, hang or are stopped: their accounts move, and each mail is announced once."""

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from postrider_support import Dovecot, EventStream, Postgresql, wait_until
from postrider_support.nodegroup import ACCOUNTS, NodeGroup, announced, own_id, subjects
from postrider_support.waiting import scaled

ROUNDS = 100 if os.environ.get("POSTRIDER_LONG") else 4
MOVED_WITHIN = 15  # seconds after a node was killed or hangs


@pytest.fixture
def nodes(postgresql: Postgresql, dovecot: Dovecot, tmp_path: Path) -> Iterator[NodeGroup]:
    """Three nodes with six accounts."""
    group = NodeGroup.made(postgresql, dovecot, tmp_path)
    yield group
    group.kill()


def check_once(nodes: NodeGroup, stream: EventStream, subject: str, timeout: float = 30) -> None:
    """Each account has one mail of that subject, and each was announced once."""
    wait_until(lambda: announced(stream)[subject] >= ACCOUNTS, timeout, f"{subject}: all announced", every=0.05)
    assert announced(stream)[subject] == ACCOUNTS
    assert subjects(nodes.client(0))[subject] == ACCOUNTS


def test_accounts_of_a_killed_node_move_and_each_mail_is_announced_once(nodes: NodeGroup) -> None:
    with nodes.services[0].events(nodes.client(0).token) as stream:
        stream.wait_for("connected")
        nodes.services[1].kill()
        killed = time.monotonic()
        nodes.deliver("After the kill")
        check_once(nodes, stream, "After the kill")
        assert time.monotonic() - killed < scaled(MOVED_WITHIN)
    nodes.wait_idle(2)


def test_stopped_node_hands_its_accounts_over_within_a_second(nodes: NodeGroup) -> None:
    ending = own_id(nodes.client(1))

    def is_handed_over() -> bool:
        holders = nodes.holders()
        return len(holders) == ACCOUNTS and ending not in holders.values()

    process = nodes.services[1]
    begun = time.monotonic()
    os.kill(process.pid, signal.SIGTERM)
    wait_until(is_handed_over, 5, "the accounts to be at other nodes")
    assert time.monotonic() - begun < scaled(1)
    nodes.wait_idle(2)
    nodes.services[1].stop()


def test_node_that_hangs_loses_its_accounts_and_writes_nothing_afterwards(nodes: NodeGroup) -> None:
    with nodes.services[0].events(nodes.client(0).token) as stream:
        stream.wait_for("connected")
        nodes.services[1].pause()
        paused = time.monotonic()
        nodes.deliver("While it hangs")
        check_once(nodes, stream, "While it hangs", timeout=40)
        assert time.monotonic() - paused < scaled(MOVED_WITHIN)
        nodes.services[1].resume()
        nodes.deliver("After it woke")
        check_once(nodes, stream, "After it woke")
        nodes.wait_idle(3)
        assert announced(stream)["While it hangs"] == ACCOUNTS
    assert subjects(nodes.client(1)) == {"While it hangs": ACCOUNTS, "After it woke": ACCOUNTS}


def test_all_nodes_die_and_come_back(nodes: NodeGroup) -> None:
    for service in nodes.services:
        service.kill()
    nodes.deliver("While nobody ran")
    for service in nodes.services:
        service.start()
    nodes.wait_idle(3)
    wait_until(
        lambda: subjects(nodes.client(2)) == {"While nobody ran": ACCOUNTS}, 20, "the mails of that time", every=0.1
    )


def test_random_nodes_are_killed_frozen_and_restarted_under_new_mail(nodes: NodeGroup) -> None:
    chance = random.Random(21)
    sent: list[str] = []
    seen: Counter[str] = Counter()
    ids: Counter[int] = Counter()
    last_id: int | None = None
    for number in range(ROUNDS):
        victim = chance.choice([1, 2])
        service = nodes.services[victim]
        fault = chance.choice(["kill", "freeze", "stop"])
        with nodes.services[0].events(nodes.client(0).token, last_id) as stream:
            stream.wait_for("connected")
            if fault == "freeze":
                service.pause()
            elif fault == "kill":
                service.kill()
            else:
                service.stop()
            subject = f"Round {number}: {fault}"
            sent.append(subject)
            nodes.deliver(subject)
            wait_until(lambda: announced(stream)[subject] >= ACCOUNTS, 60, subject, every=0.05)
            if fault == "freeze":
                service.resume()
            else:
                service.start()
            seen += announced(stream)
            ids.update(event.id for event in stream.named("mail.received") if event.id is not None)
            last_id = max([last_id or 0, *ids])
    nodes.wait_idle(3)
    assert subjects(nodes.client(0)) == {subject: ACCOUNTS for subject in sent}
    assert seen == {subject: ACCOUNTS for subject in sent}
    assert set(ids.values()) == {1}
