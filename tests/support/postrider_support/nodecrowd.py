# SPDX-License-Identifier: GPL-3.0-or-later
"""Three services on one PostgreSQL behind nginx, with very many accounts."""

import http.client
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from postrider_support.client import Answer, Client
from postrider_support.cluster import Cluster
from postrider_support.imapcrowd import ImapCrowd
from postrider_support.leaselog import LeaseLog
from postrider_support.nginx import Nginx
from postrider_support.postgresql import Postgresql, run_sql
from postrider_support.service import UNLIMITED, Service
from postrider_support.waiting import free_ports, scaled, wait_until

HEARTBEAT = 3  # seconds
CONFIG = UNLIMITED | {
    "limits.accounts_per_user": "100000",
    "limits.streams_per_user": "0",
    "mail.mailbox_connections": "0",
    "sync.max_starts": "100",
    "sync.retry_min": "1",
    "sync.retry_max": "5",
    "stream.heartbeat": str(HEARTBEAT),
    "outbox.answer_within": "5",
    "outbox.retries": ", ".join(["1"] * 20),
    "webhooks.allowed_networks": "127.0.0.1",
    "webhooks.retries": ", ".join(["1"] * 50),
    "webhooks.disable_after": "86400",
}
# A node that hangs still accepts connections, so requests wait for it as long as nginx lets them.
_FORWARDING = "proxy_connect_timeout 2s; proxy_read_timeout 10s; proxy_buffering off;"


class NodeCrowd:
    """The services, at addresses that do not change, and nginx at `url`; `start()` adds the accounts.

    In the database the connections of the services are called node0, node1 and node2.
    """

    def __init__(
        self, postgresql: Postgresql | Cluster, crowd: ImapCrowd, folder: Path, binary: Path | None = None
    ) -> None:
        self.database = postgresql.url(postgresql.new_database())
        self._listens = [f"127.0.0.1:{port}" for port in free_ports(3)]
        self.services = [
            Service(folder / f"node{n}", config=CONFIG, environment=_environment(self.database, n), binary=binary)
            for n in range(3)
        ]
        self.crowd = crowd
        self._nginx = Nginx(
            folder / "nginx", " ".join(f"http://{listen}" for listen in self._listens), forwarding=_FORWARDING
        )
        self.token = ""

    def start(self, **account: Any) -> None:
        """Starts everything; returns when all accounts wait for changes. `account` are fields of each account."""
        for index in range(3):
            self.start_node(index)
        self._nginx.__enter__()
        self.leases = LeaseLog(self.database)
        token = self.services[0].admin().token
        assert token
        self.token = token
        with ThreadPoolExecutor(6) as pool:
            list(pool.map(lambda number: self._add(number, account), range(self.crowd.users)))
        self.wait_idle()
        self.wait_shared()

    def close(self) -> None:
        """Ends all services."""
        for service in self.services:
            if service.running:
                service.resume()
            service.kill()
        self._nginx.__exit__(None, None, None)

    @property
    def url(self) -> str:
        """The address of nginx."""
        return self._nginx.base_url

    def start_node(self, index: int) -> None:
        """Starts a service where it was before."""
        self.services[index].start(timeout=60, listen=self._listens[index])

    def client(self, timeout: float = 10) -> Client:
        """An administrator, through nginx."""
        return Client(self.url, self.token, timeout=timeout)

    def sql(self, statement: str) -> list[tuple[str, ...]]:
        """Rows of the database."""
        return run_sql(self.database, statement)

    def wait_idle(self) -> None:
        """Waits until all accounts wait for changes at the mail server."""
        wait_until(lambda: self.crowd.counts()["idle"] >= self.crowd.users, 600, "all accounts to be idle", every=0.5)

    def wait_shared(self, count: int = 3, least: float = 0.6) -> None:
        """Waits until each account has a node, and each of `count` nodes this part of its share of them."""
        wanted = self.crowd.users / count * least

        def is_shared() -> bool:
            counts = self.leases.counts()
            return len(counts) == count and 0 not in counts and min(counts.values()) >= wanted

        wait_until(is_shared, 180, f"{count} nodes to share the accounts", every=0.5)

    def _add(self, number: int, fields: dict[str, Any]) -> None:
        Client(self.services[number % 3].base_url, self.token).post(
            "/accounts", self.crowd.account(number, **fields)
        ).ok(201)


def _environment(database: str, number: int) -> dict[str, str]:
    name = f"application_name=node{number}"
    return {"POSTRIDER_DATABASE_URL": f"{database}{'&' if '?' in database else '?'}{name}", "POSTRIDER_KEY": "7d" * 32}


def insist(client: Client, method: str, path: str, timeout: float = 120, **options: Any) -> Answer:
    """A request that is repeated until a node has answered it, as a patient client repeats it."""
    deadline = time.monotonic() + scaled(timeout)
    while True:
        try:
            answer = client.request(method, path, **options)
            if answer.status < 500 and answer.status != 429:
                return answer
            problem = f"{answer.status}: {answer.body!r}"
        except (OSError, http.client.HTTPException, ValueError) as error:
            client.close()
            problem = repr(error)
        assert time.monotonic() < deadline, f"{method} {path}: {problem}"
        time.sleep(0.2)
