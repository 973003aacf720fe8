# SPDX-License-Identifier: GPL-3.0-or-later
"""Several services on one PostgreSQL database, and the mailboxes of the accounts that they share."""

import itertools
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from postrider_support.client import Client
from postrider_support.dovecot import Dovecot, User
from postrider_support.letters import all_mails, letter
from postrider_support.postgresql import Postgresql
from postrider_support.service import UNLIMITED, Service
from postrider_support.sse import EventStream
from postrider_support.waiting import wait_until

ACCOUNTS = 6
CONFIG = UNLIMITED | {
    "sync.retry_min": "1",
    "sync.retry_max": "1",
    "sync.poll_interval": "5",
    "sync.quick_retry": "1",
}
_numbers = itertools.count(1)


@dataclass
class NodeGroup:
    """Nodes with six accounts, when `made` (three nodes) or `started` has returned."""

    services: list[Service]
    dovecot: Dovecot
    users: list[User]
    accounts: list[int]

    @staticmethod
    def made(postgresql: Postgresql, dovecot: Dovecot, folder: Path) -> "NodeGroup":
        """Starts them; the accounts wait for changes. Users of the mail server: user1 and so on, six each time."""
        shared = {"POSTRIDER_DATABASE_URL": postgresql.url(postgresql.new_database()), "POSTRIDER_KEY": "7d" * 32}
        services = [
            Service(folder / f"node{number}", config=CONFIG, environment=shared, extra_ca=dovecot.ca_file)
            for number in range(3)
        ]
        return NodeGroup.started(services, dovecot)

    @staticmethod
    def started(services: list[Service], dovecot: Dovecot) -> "NodeGroup":
        """The same with these services, which are on one database."""
        users = [dovecot.add_user(f"user{next(_numbers)}") for _ in range(ACCOUNTS)]
        group = NodeGroup(services, dovecot, users, [])
        try:
            for service in services:
                service.start()
            client = group.client(0)
            group.accounts = [int(client.post("/accounts", dovecot.account(user)).ok(201)["id"]) for user in users]
            group.wait_idle(len(services))
        except BaseException:
            group.kill()
            raise
        return group

    def kill(self) -> None:
        """Ends all services."""
        for service in self.services:
            service.kill()

    def client(self, index: int) -> Client:
        """An administrator at that service."""
        return self.services[index].admin()

    def holders(self) -> dict[int, int]:
        """The node of each account that has one, as the database has it."""
        rows = self.services[0].sql("SELECT account_id, node_id FROM account_leases WHERE node_id IS NOT NULL")
        return {int(account): int(node) for account, node in rows}

    def holder_of(self, account: int) -> int:
        """The service that synchronises the account."""
        node = self.holders()[account]
        for index, service in enumerate(self.services):
            if service.running and node == own_id(service.admin()):
                return index
        raise AssertionError(f"no service is node {node}")

    def wait_idle(self, count: int, timeout: float = 60) -> None:
        """Waits until all accounts wait for changes, at `count` nodes, each over one connection."""
        wait_until(lambda: self._are_idle(count), timeout, f"all accounts to be idle at {count} nodes", every=0.1)

    def deliver(self, subject: str) -> None:
        """A mail for each account."""
        for user in self.users:
            self.dovecot.deliver(user, letter(subject))

    def _are_idle(self, count: int) -> bool:
        states = self.services[0].sql("SELECT state FROM account_leases")
        holders = self.holders()
        return (
            all('"idle"' in state for (state,) in states)
            and len(holders) == len(self.accounts)
            and len(set(holders.values())) == count
            and len(self.dovecot.sessions()) == len(self.accounts)
        )


def own_id(client: Client) -> int:
    """The id of the node that answers."""
    return next(int(one["id"]) for one in client.get("/nodes").ok()["items"] if one["isThis"])


def subjects(client: Client) -> Counter[str]:
    """How many mails have each subject."""
    return Counter(str(mail["subject"]) for mail in all_mails(client))


def announced(stream: EventStream) -> Counter[str]:
    """How often each subject was announced."""
    return Counter(mail["subject"] for event in stream.named("mail.received") for mail in event.data["mails"])
