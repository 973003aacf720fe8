# SPDX-License-Identifier: GPL-3.0-or-later
"""Many accounts in one service that have nothing to do: each waits in IDLE on a TLS connection."""

import os
import shutil
import time
from pathlib import Path

from bench import ours
from bench.table import Row
from postrider_support import Dovecot, Service, User, wait_until
from postrider_support.bystander import resident
from postrider_support.letters import letter

_ACCOUNTS = 1000
_QUIET = 60  # seconds over which processor time is counted


def measure(store: Path, _size: int, _runs: int) -> tuple[str, list[Row]]:
    """Memory for each account and processor time of all accounts; one run."""
    directory = store / "idle"
    shutil.rmtree(directory, ignore_errors=True)
    with Dovecot(directory / "dovecot") as server:
        users = [User(f"idle{number}", "correct horse") for number in range(_ACCOUNTS)]
        server.add_users(users)
        server.add_user("last")  # waits until the server accepts its login, and then it accepts all
        for user in users:
            server.deliver(user, letter("The only one"))
        config = ours.UNLIMITED | {"sync.retry_min": "1"}
        with Service(directory / "data", binary=ours.PROGRAM, extra_ca=server.ca_file, config=config) as service:
            rows = _rows(service, server, users)
    shutil.rmtree(directory, ignore_errors=True)
    return f"{_ACCOUNTS:,} accounts in IDLE over TLS", rows


def _rows(service: Service, server: Dovecot, users: list[User]) -> list[Row]:
    client = service.admin()
    before = resident(service.pid)
    began = time.monotonic()
    for user in users:
        client.post("/accounts", server.account(user)).ok(201)

    def waiting() -> int:
        return sum(account["mode"] == "idle" for account in client.get("/accounts").ok())

    wait_until(lambda: waiting() == len(users), 300, "all accounts to wait for news")
    settled = time.monotonic() - began
    peak = service.peak_memory()
    used = _processor_seconds(service.pid)
    time.sleep(_QUIET)
    used = _processor_seconds(service.pid) - used
    each = (resident(service.pid) - before) / len(users) / 1000
    return [
        Row("added, synchronised, waiting", settled, "s"),
        Row("peak memory meanwhile", peak / 2**20, "MiB"),
        Row("memory of an account", each, "kB", target="<= 100 kB"),
        Row("processor, all of them idle", used / _QUIET * 100, "%", target="< 1 %"),
    ]


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
