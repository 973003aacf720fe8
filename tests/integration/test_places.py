# SPDX-License-Identifier: GPL-3.0-or-later
"""mail.mailbox_connections limits the connections of a mailbox, whatever they are for."""

import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from postrider_support import Client, Dovecot, Service, SmtpScript, User, wait_until
from postrider_support.letters import mails_when, synced_account
from postrider_support.proxy import Proxy
from test_large_mails import MOVIE, RAW, digest
from postrider_support.sending import mail

# An account gives its place after a second to one that waits for it.
TURNS = {"sync.poll_interval": "1", "sync.idle_check": "1"}


class Most:
    """The largest value that was read twice in a row within `with`. One reading is not enough: the kernel's
    table can contain both a connection that ended and one that began during the reading."""

    def __init__(self, value: Callable[[], int]) -> None:
        self.seen = 0
        self._value = value
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Most":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(0.002):
            self.seen = max(self.seen, min(self._value(), self._value()))


def established(*doors: Proxy) -> int:
    """Connections to these proxies that the client has open. The proxy's own count is updated later."""
    ports = {f"{door.port:04X}" for door in doors}
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(1 for row in rows if row[3] == "01" and row[2].split(":")[1] in ports)


def admin(fresh_service: Any, places: int) -> Client:
    service: Service = fresh_service(TURNS | {"mail.mailbox_connections": str(places)})
    return service.admin()


def test_part_that_is_fetched_takes_a_place(fresh_service: Any, dovecot: Dovecot, mail_user: User) -> None:
    """Two accounts of one mailbox hold both places; a download waits until one of them gives its place."""
    client = admin(fresh_service, 2)
    dovecot.deliver(mail_user, RAW)
    with Proxy(dovecot.tls_port) as one, Proxy(dovecot.tls_port) as two:
        accounts = [synced_account(client, dovecot.account(mail_user, port=door.port), 60) for door in (one, two)]
        identifier = mails_when(client, 1, accountId=accounts[0]["id"])[0]["id"]
        files = {file["filename"]: file["id"] for file in client.get(f"/attachments/mail/{identifier}").ok()}
        before = one.connections
        with Most(lambda: established(one, two)) as most:
            answer = client.get(f"/attachments/{files['holiday.mp4']}/download")
        assert digest(answer.body) == digest(MOVIE)
        assert one.connections > before and most.seen == 2


def test_mail_that_is_put_away_takes_a_place(fresh_service: Any, dovecot: Dovecot, mail_user: User) -> None:
    client = admin(fresh_service, 1)
    with Proxy(dovecot.tls_port) as door, SmtpScript() as smtp:
        body = dovecot.account(
            mail_user, port=door.port, smtp_host="127.0.0.1", smtp_port=smtp.port, smtpSecurity="none", appendSent=True
        )
        account = synced_account(client, body)
        with Most(lambda: established(door)) as most, dovecot.mailbox(mail_user) as box:
            client.post("/mails/send", mail(account)).ok()
            wait_until(lambda: box.uids("Sent"), 60, "the mail in the folder Sent")
        assert most.seen == 1
