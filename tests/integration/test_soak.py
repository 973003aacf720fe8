# SPDX-License-Identifier: GPL-3.0-or-later
"""Days of use in a short time: twenty accounts on a bad network, two hundred listeners, a mail a second,
reading and deleting.

`./dev test --long` runs it for 20 minutes and checks the growth of the live heap; otherwise a few seconds
show that all of it runs. Resident memory is no measure: the C library keeps freed memory until the service
is quiet.
"""

import itertools
import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import pytest
from postrider_support import UNLIMITED, Client, Dovecot, Proxy, Service, User, wait_until
from postrider_support.bystander import resident
from postrider_support.faults import chop, drip, flip_after, reset_after
from postrider_support.letters import account_when, all_mails, letter
from postrider_support.service import is_sanitized
from postrider_support.soundness import check_database
from postrider_support.streamclients import StreamClients

IS_LONG = bool(os.environ.get("POSTRIDER_LONG"))
SECONDS = 1200 if IS_LONG else 12
TROUBLE_EVERY = 60 if IS_LONG else 2
ACCOUNTS = 20
LISTENERS = 200
KEPT = 50  # mails; older ones are deleted, so that the database does not grow
MIB = 2**20
CONFIG = UNLIMITED | {
    "sync.retry_min": "1",
    "sync.retry_max": "2",
    "sync.quick_retry": "1",
    "sync.poll_interval": "2",
    "mail.open_timeout": "3",
    "mail.silence_timeout": "3",
    "limits.streams_per_user": "0",
}


@dataclass
class Log:
    """The measurements of a run."""

    delivered: int = 0
    deleted: set[str] = field(default_factory=set)
    slowest: float = 0


@dataclass
class Heap:
    """The size of the heap without SQLite's page caches, which the service writes into its log every ten seconds.

    The caches have limits, 20 MiB together, which this test would reach after some hours.
    """

    service: Service

    def live(self) -> list[tuple[float, int]]:
        """Times in seconds, and the bytes in use then."""
        line = r"^(\S+)Z debug postrider.memory: live=(\d+) free=\d+ sqlite=(\d+)$"
        found = re.findall(line, self.service.log(), re.MULTILINE)
        return [
            (datetime.fromisoformat(f"{at}+00:00").timestamp(), int(size) - int(caches)) for at, size, caches in found
        ]

    def next(self) -> int:
        """Bytes in use, from the next line in the log."""
        looks = len(self.live())
        wait_until(lambda: len(self.live()) > looks, 40, "a look at the heap")
        return self.live()[looks][1]

    def growth(self, since: float) -> float:
        """Growth in bytes per hour over the second half, when caches are full."""
        looks = [look for look in self.live() if look[0] >= since]
        later = looks[len(looks) // 2 :]
        mean_time = sum(at for at, _ in later) / len(later)
        mean = sum(size for _, size in later) / len(later)
        spread = sum((at - mean_time) ** 2 for at, _ in later)
        return 3600 * sum((at - mean_time) * (size - mean) for at, size in later) / spread

    def course(self) -> str:
        """The size every minute, in MiB, to see when it grew."""
        return " ".join(f"{size / MIB:.1f}" for _, size in self.live()[::6])


def descriptors(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def troubles(network: Proxy) -> Iterator[Callable[[], None]]:
    """Faults of the network, one after the other, without end."""

    def to_client(fault: object) -> Callable[[], None]:
        return lambda: setattr(network, "to_client", fault)

    every = [
        network.cut,
        network.hold,
        to_client(drip(2000)),
        to_client(chop(7)),
        to_client(flip_after(900)),
        to_client(reset_after(4000)),
        network.refuse,
    ]
    return itertools.cycle(every)


def live(client: Client, dovecot: Dovecot, users: list[User], network: Proxy) -> Log:
    """Runs the load: a mail each second, requests for lists, and faults that begin and end."""
    log, chance, began = Log(), random.Random(1), time.monotonic()
    trouble, next_trouble, is_well = troubles(network), TROUBLE_EVERY / 2, True
    for number in itertools.count():
        passed = time.monotonic() - began
        if passed >= SECONDS:
            break
        subject = f"Soak {number}"
        dovecot.deliver(chance.choice(users), letter(subject, "words to be found " * 20))
        log.delivered += 1
        asked = time.monotonic()
        page = client.get("/mails", pageSize=KEPT, keyword=chance.choice(["", "found", "Soak"])).ok()["items"]
        if page:
            client.put(f"/mails/{chance.choice(page)['id']}/read", {"isRead": chance.random() < 0.5})
        if len(page) == KEPT:
            client.delete(f"/mails/{page[-1]['id']}").ok()
            log.deleted.add(page[-1]["subject"])
        log.slowest = max(log.slowest, time.monotonic() - asked)
        if passed >= next_trouble:
            next_trouble += TROUBLE_EVERY / 2
            network.heal() if not is_well else next(trouble)()
            is_well = not is_well
        time.sleep(max(0.0, began + number + 1 - time.monotonic()) if IS_LONG else 0.1)
    network.heal()
    return log


@pytest.mark.skipif(is_sanitized(), reason="sanitizers take memory")
def test_stays_the_same_over_a_long_time(dovecot: Dovecot, tmp_path: Path) -> None:
    users = [User(f"user{number}", "correct horse") for number in range(399, 399 - ACCOUNTS, -1)]  # of Dovecot
    with (
        Proxy(dovecot.tls_port) as network,
        Service(
            tmp_path / "soak",
            config=CONFIG,
            extra_ca=dovecot.ca_file,
            environment={"POSTRIDER_LOG": "postrider.memory.debug=true"},
        ) as service,
    ):
        client = service.admin()
        ids = [client.post("/accounts", dovecot.account(user, port=network.port)).ok(201)["id"] for user in users]

        def settle() -> None:
            for account in ids:
                account_when(client, account, lambda now: now["mode"] == "idle" and now["status"] == "active", 120)

        settle()
        with StreamClients(service.base_url, client.token, LISTENERS) as clients:
            wait_until(lambda: client.get("/mails/stream/health").ok()["online"] == LISTENERS, 20, "all listeners")
            before = descriptors(service.pid)
            heap, began = Heap(service), time.time()
            first, resident_first = heap.next(), resident(service.pid)
            log = live(client, dovecot, users, network)
            left = Counter({f"Soak {number}" for number in range(log.delivered)} - log.deleted)
            wait_until(lambda: client.get("/mails", pageSize=1).ok()["total"] == left.total(), 120, "all mails")
            settle()
            assert Counter(mail["subject"] for mail in all_mails(client)) == left
            newest = wait_until(lambda: clients.ids(0)[-1:], 10, "an event")
            wait_until(
                lambda: all(clients.ids(n)[-1:] == clients.ids(0)[-1:] for n in range(LISTENERS)), 20, "all events"
            )
            assert newest and clients.ended == 0
            assert all(clients.ids(n) == clients.ids(0) for n in range(LISTENERS)), "each got the same, in order"
            wait_until(lambda: descriptors(service.pid) <= before + 2, 30, "the connections of the bad times to end")
            last = heap.next()
            print(
                f"{log.delivered} mails, {len(log.deleted)} deleted, slowest answer {log.slowest * 1000:.0f} ms, heap "
                f"{first / MIB:.1f} to {last / MIB:.1f} MiB, memory {resident_first / MIB:.0f} to "
                f"{resident(service.pid) / MIB:.0f} MiB"
            )
            assert last - first < 16 * MIB
            if IS_LONG:
                assert heap.growth(began) < MIB, f"{heap.growth(began) / MIB:.2f} MiB an hour: {heap.course()}"
        service.stop()
        check_database(tmp_path / "soak")
