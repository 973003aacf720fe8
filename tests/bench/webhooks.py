# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls of webhooks to a local receiver, each logged, beside a caller that keeps nothing."""

import json
import shutil
import sqlite3
import statistics
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import ours
from bench.table import Row
from postrider_support import Service, wait_until

_SCRIPT = Path(__file__).parent / "webhooksink.js"
_EACH = 900  # fewer than 1,000, the most that the log keeps of a webhook
_HOSTS = [f"127.0.0.{number}" for number in range(1, 5)]  # four calls at once to each


def measure(store: Path, size: int, runs: int) -> tuple[str, list[Row]]:
    """Title and rows; medians over the runs. `size` has no effect."""
    many = [_rate(store / "webhooks", 16) for _ in range(runs)]
    one = [_rate(store / "webhooks", 1) for _ in range(runs)]
    with _sink() as port:
        plain = [float(_node("call", str(port), str(16 * _EACH))) for _ in range(runs)]
    rows = [
        Row(
            "16 webhooks at four hosts",
            statistics.median(many),
            "calls/s",
            statistics.median(plain),
            "Node, nothing logged",
            ">= 1,000/s",
        ),
        Row("one webhook, call after call", statistics.median(one), "calls/s"),
    ]
    return f"Webhooks: {_EACH} calls of each to a local receiver, each logged", rows


def _node(*arguments: str) -> str:
    command = ["node", str(_SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@contextmanager
def _sink() -> Iterator[int]:
    """The port of a running receiver."""
    with subprocess.Popen(["node", str(_SCRIPT), "sink"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield int(process.stdout.readline())
        process.kill()


def _figures(port: int) -> dict[str, int]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/figures") as answer:
        figures: dict[str, int] = json.load(answer)
    return figures


def _rate(data: Path, webhooks: int) -> float:
    """Calls a second, from the first to the last at the receiver; all were queued before."""
    shutil.rmtree(data, ignore_errors=True)
    config = ours.UNLIMITED | {"webhooks.allowed_networks": "127.0.0.0/8"}
    service = Service(data, binary=ours.PROGRAM, config=config)
    with _sink() as port:
        with service:
            client = service.admin()
            for number in range(webhooks):
                url = f"http://{_HOSTS[number % len(_HOSTS)]}:{port}/hook"
                client.post("/webhooks", {"name": str(number), "url": url}).ok(201)
            service.stop()
            _queue(data / "postrider.db", webhooks)
            service.start()
            total = webhooks * _EACH
            wait_until(lambda: _figures(port)["calls"] >= total, 120, f"{total} calls")
            client = service.admin()
            for number in range(1, webhooks + 1):
                at = f"/webhooks/{number}/logs"
                wait_until(lambda: client.get(at).ok()["total"] == _EACH, 20, "the whole log")
        figures = _figures(port)
        assert figures["calls"] == total
        return total * 1000 / (figures["last"] - figures["first"])


def _queue(file: Path, webhooks: int) -> None:
    """Queues `_EACH` calls for each webhook, as for new mails, all of them due."""
    payload = json.dumps({"event": "mail.received", "data": {"text": "x" * 700}})
    database = sqlite3.connect(file)
    with database:
        for number in range(1, _EACH + 1):
            database.execute(
                "INSERT INTO webhook_notices (id, account_id, event, payload, mail_id, mail_subject,"
                " mail_from, created_at) VALUES (?, 0, 'mail.received', ?, 0, 'Hello', 'a@example.org', ?)",
                (number, payload, int(time.time())),
            )
            for webhook in range(1, webhooks + 1):
                database.execute(
                    "INSERT INTO webhook_calls (webhook_id, notice_id, call_id, attempts, next_attempt_at_ms, lease)"
                    " VALUES (?, ?, ?, 0, 0, '')",
                    (webhook, number, f"msg_{webhook}_{number}"),
                )
    database.close()
