# SPDX-License-Identifier: GPL-3.0-or-later
"""After the first sync: connecting again, flags, new mail, and syncs of an unchanged mailbox."""

import imaplib
import os
import secrets
import shutil
import signal
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import ours, reference
from bench.box import Box, box
from bench.table import Row
from postrider_support import Client, Dovecot, EventStream, Mailbox, Service
from postrider_support.letters import letter


def measure(store: Path, size: int, runs: int) -> tuple[str, list[Row]]:
    """Title and rows; medians of at least ten rounds, which are short."""
    rounds = max(10, runs)
    data = store / "data"
    shutil.rmtree(data, ignore_errors=True)
    with box(store, size) as server:
        ours.first_sync(data, server, limit=60 + size / 50)
        raw = [reference.raw(server, "open") for _ in range(rounds)]
        files = reference.mbsync_again(server, store, 3)
        with ours.running(data, server) as service:
            client = service.admin()
            with service.events(client.token) as events:
                account = client.get("/accounts").ok()[0]["id"]
                _look(client, events, account)  # the first one also connects
                used = _processor_ms(service)
                unchanged = _repeated(rounds, lambda: _look(client, events, account))
                used = (_processor_ms(service) - used) / rounds
                again = _repeated(3, lambda: _reconnect(server.server, events, account))
                with server.server.mailbox(server.user) as mailbox:
                    with _idling(server) as watcher:
                        told = [_notice(events, mailbox, watcher) for _ in range(rounds)]
                    flags = [_flags(service, events, mailbox) for _ in range(6)]
    notice, server_notice = (statistics.median(times) for times in zip(*told))
    changed, busy = (statistics.median(times) for times in zip(*flags))
    connected = statistics.median(run["seconds"] for run in raw) * 1000
    opened = statistics.median(run["firstChunk"] for run in raw) * 1000
    rows = [
        Row("look, nothing changed", unchanged, "ms", opened, "raw", "<= 15 ms at 50k"),
        Row("processor time of it", used, "ms"),
        Row("connected again, nothing changed", again, "ms", connected, "raw", ""),
        Row("connected again, nothing changed", again, "ms", files * 1000, "mbsync", ""),
        Row("APPEND to event", notice, "ms", server_notice, "IDLE", "+ 10 ms"),
        Row("1,000 stars changed to events", changed, "ms", server_notice, "IDLE", "+ 20 ms"),
        Row("processor time of it", busy, "ms"),
    ]
    return f"After the first sync, {size:,} mails", rows


def _repeated(rounds: int, once: Callable[[], float]) -> float:
    return statistics.median(once() for _ in range(rounds))


def _processor_ms(service: Service) -> float:
    fields = Path(f"/proc/{service.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def _look(client: Client, events: EventStream, account: int) -> float:
    """Milliseconds that a sync on demand takes, as the service reports it."""
    client.post(f"/accounts/{account}/sync").ok()
    done = events.wait_for("mail.synced", lambda event: event.data["account_id"] == account, 60)
    return float(done.data["duration_ms"])


def _reconnect(server: Dovecot, events: EventStream, account: int) -> float:
    """Milliseconds from the beginning of a new connection to the end of its first sync. Few rounds:
    an account that loses its connection again and again waits longer each time."""
    for pid in server.sessions():
        os.kill(pid, signal.SIGKILL)
    done = events.wait_for("mail.synced", lambda event: event.data["account_id"] == account, 60)
    return float(done.data["duration_ms"])


def _notice(events: EventStream, mailbox: Mailbox, watcher: imaplib.IMAP4) -> tuple[float, float]:
    """One new mail: milliseconds from the server's OK to the event, and to a plain client in IDLE."""
    subject = secrets.token_hex(8)
    mailbox.append(letter(subject))
    stored = time.monotonic()
    while b"EXISTS" not in watcher.readline():
        pass
    told = time.monotonic()
    came = events.wait_for("mail.received", lambda event: event.data["mails"][0]["subject"] == subject, 30)
    return (came.at - stored) * 1000, (told - stored) * 1000


@contextmanager
def _idling(server: Box) -> Iterator[imaplib.IMAP4]:
    """A plain IMAP client in IDLE, which shows how long the server itself takes to report a change."""
    watcher = imaplib.IMAP4(server.server.host, server.server.plain_port, timeout=30)
    try:
        watcher.login(server.user.name, server.user.password)
        watcher.select(readonly=True)
        watcher.send(b"w IDLE\r\n")
        watcher.readline()
        yield watcher
    finally:
        watcher.shutdown()


def _flags(service: Service, events: EventStream, mailbox: Mailbox) -> tuple[float, float]:
    """Milliseconds from the server's OK for 1,000 changed stars to the last event about them, and
    processor time of the service meanwhile."""
    newest = mailbox.uids()[-1000:]
    was_starred = "\\Flagged" in mailbox.flags()[newest[0]]
    other = [uid for uid, flags in mailbox.flags().items() if ("\\Flagged" in flags) == was_starred]
    changed = [uid for uid in newest if uid in set(other)]
    used = _processor_ms(service)
    mailbox.store(newest, "-" if was_starred else "+", ["\\Flagged"])
    stored = time.monotonic()
    known, at = 0, stored
    while known < len(changed):
        event = events.wait_for("mail.updated", timeout=60)
        known, at = known + len(event.data["ids"]), event.at
    return (at - stored) * 1000, _processor_ms(service) - used
