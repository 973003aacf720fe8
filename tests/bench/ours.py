# SPDX-License-Identifier: GPL-3.0-or-later
"""The service under measurement."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.box import Box
from bench.reference import disk_use
from corpus.languages import FREQUENT, RARE
from postrider_support import Client, Proxy, Service

PROGRAM = Path(__file__).parents[2] / "build" / "release" / "bin" / "postriderd"

# Switches off the limits that protect a public service: they would be measured instead of the service.
UNLIMITED = {
    "limits.requests_per_second": "0",
    "limits.accounts_per_user": "0",
    "limits.webhooks_per_user": "0",
    "limits.connections": "0",
    "limits.connections_per_address": "0",
    "limits.streams": "0",
    "limits.streams_per_user": "0",
    "limits.idle_timeout": "0",
    "auth.logins_per_minute": "0",
}


@dataclass(frozen=True)
class Milestones:
    """Seconds since the request POST /accounts; peak memory and disk in bytes."""

    newest: float
    listed: float
    synced: float
    searchable: float
    memory: int
    disk: int


@contextmanager
def running(data: Path, box: Box, url: str | None = None) -> Iterator[Service]:
    """The release build on an empty or filled data directory, without limits; `url`: its database."""
    environment = {"POSTRIDER_DATABASE_URL": url} if url else None
    with Service(data, binary=PROGRAM, extra_ca=box.server.ca_file, config=UNLIMITED,
                 environment=environment) as service:  # fmt: skip
        yield service


def first_sync(data: Path, box: Box, limit: float, url: str | None = None) -> Milestones:
    """Adds the account to an empty service and waits for each milestone, `limit` seconds at most."""
    with running(data, box, url) as service:
        client = service.admin()
        with service.events(client.token) as events:
            events.wait_for("connected")
            began = time.monotonic()
            account = client.post("/accounts", box.server.account(box.user)).ok(201)["id"]
            newest = _reached(began, limit, lambda: _total(client) > 0)
            listed = _reached(began, limit, lambda: _total(client) == box.size)
            synced = events.wait_for("mail.synced", lambda event: event.data["account_id"] == account, limit)
            searchable = _reached(began, limit, lambda: is_searchable(client, box))
        memory = service.peak_memory()
    return Milestones(newest, listed, synced.at - began, searchable, memory, disk_use(data))


def newest_seen(data: Path, box: Box, delay: float) -> float:
    """Seconds until the newest mails are listed, with `delay` seconds each way to the mail server."""
    with Proxy(box.server.tls_port, delay) as network, running(data, box) as service:
        client = service.admin()
        began = time.monotonic()
        client.post("/accounts", box.server.account(box.user, port=network.port)).ok(201)
        return _reached(began, 60, lambda: _total(client) > 0)


def is_searchable(client: Client, box: Box) -> bool:
    """Whether searches for the planted words find as many mails as have them."""
    return all(
        _total(client, keyword=word) == sum(word in truth.words for truth in box.truths) for word in (RARE, FREQUENT)
    )


def _total(client: Client, **query: Any) -> int:
    total: int = client.get("/mails", pageSize=1, **query).ok()["total"]
    return total


def _reached(began: float, limit: float, condition: Callable[[], bool]) -> float:
    # The pause is a hundredth of the time so far: the result is exact to 1 %, and the checks take
    # little processor time from the service.
    while not condition():
        passed = time.monotonic() - began
        assert passed < limit, f"not reached within {limit} s"
        time.sleep(max(0.002, passed / 100))
    return time.monotonic() - began
