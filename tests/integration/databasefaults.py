# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that goes on at three nodes while their database fails, and what must be true afterwards."""

import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from conftest import need
from nodework import Marker, Sender
from postrider_support import Client, Postgresql, Service, SmtpScript, wait_until
from postrider_support.imapcrowd import ImapCrowd
from postrider_support.listener import Listener
from postrider_support.nginx import Nginx
from postrider_support.nodecrowd import HEARTBEAT, NodeCrowd
from postrider_support.storelog import StoreLog
from postrider_support.waiting import scaled
from test_nodes_at_size import check_listeners, check_mails, check_sent

ACCOUNTS = 30
MAILS_PER_SECOND = 2
# Seconds that a request may take without the database. After 10 s it would end by another time limit.
REFUSED_WITHIN = min(scaled(5), 9)
MOVED_WITHIN = 15  # seconds after a node has lost the database
_LOST = 0  # instead of a status: there was no answer


@dataclass(frozen=True)
class Asked:
    """A request that has ended; `code` is the one of the error."""

    began: float  # time.monotonic()
    seconds: float
    status: int
    code: int


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Ends what a test has started, the last first."""
    with ExitStack() as one:
        yield one


@pytest.fixture
def crowd() -> Iterator[ImapCrowd]:
    """The mail server of all accounts."""
    need(Postgresql.available() and Nginx.available(), "postgresql or nginx")
    with ImapCrowd(ACCOUNTS) as server:
        yield server


class Requests(threading.Thread):
    """One request after the other at one node, from construction to `finish()`."""

    def __init__(self, service: Service, token: str, pause: float) -> None:
        super().__init__(daemon=True)
        self.asked: list[Asked] = []
        self._service, self._token, self._pause = service, token, pause
        self._is_finished = threading.Event()
        self.start()

    def request(self, client: Client, number: int) -> tuple[int, int]:
        """Sends request `number`; returns status and code of the answer."""
        raise NotImplementedError

    def run(self) -> None:
        client = Client(self._service.base_url, self._token, timeout=60)
        while not self._is_finished.wait(self._pause):
            began = time.monotonic()
            try:
                status, code = self.request(client, len(self.asked))
            except (OSError, http.client.HTTPException, json.JSONDecodeError):
                client.close()
                status = code = _LOST
            self.asked.append(Asked(began, time.monotonic() - began, status, code))

    def finish(self) -> None:
        """Waits for the end of the last request."""
        self._is_finished.set()
        self.join()

    def between(self, since: float, until: float | None = None) -> list[Asked]:
        """Those that were under way in this time and have ended."""
        return [
            one for one in list(self.asked) if since <= one.began + one.seconds and (until is None or one.began < until)
        ]

    def summary(self, since: float, until: float) -> str:
        """What they got between a fault and its end, and when the first one succeeded after it."""
        failed = [one for one in self.between(since, until) if one.status != 200]
        good = [one for one in self.between(until) if one.status == 200]
        return (
            f"{len(failed)} of {len(self.between(since, until))} failed with {sorted({one.code for one in failed})}, "
            + (f"the first after {failed[0].began + failed[0].seconds - since:.1f} s, " if failed else "")
            + f"the longest of them {max((one.seconds for one in failed), default=0):.1f} s, later ones "
            f"{max((one.seconds for one in failed[1:]), default=0):.1f} s; longest of all "
            f"{max((one.seconds for one in self.between(since)), default=0):.1f} s; good again "
            + (f"{good[0].began + good[0].seconds - until:.1f} s after the end" if good else "never")
        )


class Reads(Requests):
    """Asks for the newest mail."""

    def request(self, client: Client, number: int) -> tuple[int, int]:
        answer = client.get("/mails", pageSize=1)
        return answer.status, answer.code


class Drafts(Requests):
    """Saves drafts; `saved` has the subjects that were acknowledged, `unknown` those without a clear answer."""

    def __init__(self, service: Service, token: str, pause: float, account: int, name: str) -> None:
        self.saved: set[str] = set()
        self.unknown: set[str] = set()
        self._account, self._name = account, name
        super().__init__(service, token, pause)

    def request(self, client: Client, number: int) -> tuple[int, int]:
        subject = f"{self._name}-{number}"
        self.unknown.add(subject)
        answer = client.post("/drafts", {"accountId": self._account, "to": [], "subject": subject, "body": "x"})
        if answer.code != 50305:  # outcome_unknown
            self.unknown.discard(subject)
        if answer.code == 0:
            self.saved.add(subject)
        return answer.status, answer.code


class Watched:
    """Mails that arrive, are sent and marked, drafts, requests and listeners at each node, until `check()`."""

    def __init__(self, nodes: NodeCrowd, stack: ExitStack) -> None:
        self.nodes = nodes
        self._smtp = stack.enter_context(SmtpScript())
        nodes.start(flagSync="both", smtp_host="127.0.0.1", smtp_port=self._smtp.port, smtpSecurity="none")
        programs = {f"node{number}": service.base_url for number, service in enumerate(nodes.services)}
        self.stored = StoreLog(nodes.database, programs)
        accounts = [int(row[0]) for row in nodes.sql("SELECT id FROM accounts")]
        self.listeners = [stack.enter_context(self._listener(service)) for service in nodes.services]
        wait_until(lambda: all(one.last_id is not None for one in self.listeners), 20, "all listeners")
        self._first_id = max(one.last_id or 0 for one in self.listeners)
        self.reads = [Reads(service, nodes.token, 0.02) for service in nodes.services]
        self.drafts = [
            Drafts(service, nodes.token, 0.3, accounts[number], f"Draft {number}")
            for number, service in enumerate(nodes.services)
        ]
        self._sender = Sender(nodes, accounts, 0.5, 1)
        self._marker = Marker(nodes, 0.5, 1)
        self._logins = nodes.crowd.counts()["logins"]
        nodes.crowd.set_rate(MAILS_PER_SECOND)
        for work in (self._sender, self._marker):
            work.start()
        self.wait_working()

    def arrived(self) -> int:
        """How many mails the mail server has got."""
        return self.nodes.crowd.counts()["arrived"]

    def wait_stored(self, count: int, timeout: float = 30) -> float:
        """Waits until the first `count` mails that arrived are stored; returns the seconds that it took."""
        began = time.monotonic()
        query = f"SELECT count(DISTINCT subject) FROM store_log WHERE CAST(substr(subject, 6) AS INTEGER) <= {count}"
        query += " AND subject LIKE 'Mail %'"
        wait_until(lambda: int(self.nodes.sql(query)[0][0]) == count, timeout, f"{count} mails to be stored", every=0.1)
        return time.monotonic() - began

    def wait_working(self) -> None:
        """Waits until some mails have arrived and were stored, mails were sent, and each node has done requests."""
        since, sent, arrived = time.monotonic(), len(self._sender.answers), self.arrived()
        wait_until(lambda: len(self._sender.answers) > sent + 2, 30, "mails to be sent")
        wait_until(lambda: self.arrived() > arrived + 4, 30, "mails to arrive")
        self.wait_stored(self.arrived())
        for requests in (*self.reads, *self.drafts):
            wait_until(
                lambda one=requests: any(each.status == 200 for each in one.between(since)),  # type: ignore[misc]
                30,
                "a request to succeed",
            )

    def check(self) -> None:
        """Ends all work. Nothing was lost or repeated, no account has an error, no node wrote for another one."""
        for work in (self._sender, self._marker, *self.reads, *self.drafts):
            work.finish()
        nodes = self.nodes
        nodes.crowd.set_rate(0)
        arrived = self.arrived()
        self.wait_stored(arrived)
        check_mails(nodes, nodes.crowd, self._marker, arrived)
        check_listeners(nodes, self.listeners, self._first_id, {f"Mail {n}" for n in range(1, arrived + 1)})
        check_sent(nodes, self._smtp, [self._sender])
        self._check_drafts()
        assert self.stored.wrong() == []
        assert nodes.sql("SELECT id, error_code FROM accounts WHERE status <> 'active'") == []
        assert nodes.sql("SELECT id, failures FROM accounts WHERE failures <> 0 OR next_attempt_at_ms <> 0") == []
        assert [one.resyncs for one in self.listeners] == [[]] * len(self.listeners)
        print(f"{nodes.crowd.counts()['logins'] - self._logins} logins, stored by {dict(self.stored.counts())}")

    def _check_drafts(self) -> None:
        saved = set[str]().union(*(one.saved for one in self.drafts))
        unknown = set[str]().union(*(one.unknown for one in self.drafts))
        stored = [subject for (subject,) in self.nodes.sql("SELECT subject FROM drafts")]
        print(f"{len(saved)} drafts saved, {len(unknown)} without an answer")
        assert len(stored) == len(set(stored))
        assert saved - set(stored) == set()
        assert set(stored) - saved - unknown == set()

    def _listener(self, service: Service) -> Listener:
        return Listener(lambda: service.base_url, self.nodes.token, 3 * HEARTBEAT)


def wait_for(seconds: float) -> None:
    """The time that a fault lasts."""
    until = time.monotonic() + seconds
    wait_until(lambda: time.monotonic() >= until, seconds + 1, "the time")
