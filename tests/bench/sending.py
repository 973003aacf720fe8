# SPDX-License-Identifier: GPL-3.0-or-later
"""Sending to a local sink: mails a second, and the memory that a large file takes on its way."""

import hashlib
import shutil
import smtplib
import statistics
import threading
import time
from pathlib import Path
from typing import Any

from bench import ours
from bench.table import Row
from postrider_support import Client, Service, SmtpScript, SmtpSession

_MAILS = 300
_CLIENTS = 20
_FILE = 24 * 1024 * 1024
_BODY = "<p>" + "Some words of a usual mail. " * 60


def measure(store: Path, size: int, runs: int) -> tuple[str, list[Row]]:
    """Title and rows; medians over the runs. `size` has no effect."""
    data = store / "sending"
    single, one, ten, bare = [], [], [], []
    for _ in range(runs):
        single.append(_rate(data, accounts=1, clients=1))
        one.append(_rate(data, accounts=1, clients=_CLIENTS))
        ten.append(_rate(data, accounts=10, clients=_CLIENTS))
        bare.append(_bare())
    idle, begin, grown, peak = _large(data)
    reference = statistics.median(bare)
    rows = [
        Row("one account, one request at a time", statistics.median(single), "mails/s"),
        Row(
            f"one account, {_CLIENTS} clients",
            statistics.median(one),
            "mails/s",
            reference,
            "smtplib, nothing stored",
        ),
        Row(
            f"ten accounts, {_CLIENTS} clients",
            statistics.median(ten),
            "mails/s",
            reference,
            "smtplib, nothing stored",
        ),
        Row("memory before a file of 24 MiB is sent", idle, "KiB"),
        Row("memory when its first byte leaves", begin, "KiB"),
        Row("growth from there to its last byte", grown, "KiB", target="flat"),
        Row("peak of all, writing and copying the mail included", peak, "KiB"),
    ]
    return f"Sending {_MAILS} mails to a local sink", rows


def _service(data: Path) -> Service:
    shutil.rmtree(data, ignore_errors=True)
    quiet = {"sync.retry_min": "3600", "sync.retry_max": "3600", "limits.upload": "0"}
    return Service(data, binary=ours.PROGRAM, config=ours.UNLIMITED | quiet)


def _mail(account: int, **changes: Any) -> dict[str, Any]:
    return {
        "accountId": account,
        "to": ["a@example.org"],
        "subject": "Hello",
        "body": _BODY,
    } | changes


def _rate(data: Path, accounts: int, clients: int) -> float:
    """Mails a second, from the first request to the last answer."""
    with SmtpScript() as smtp, _service(data) as service:
        token = service.admin().token
        ids = [_account(service, smtp, token, number) for number in range(accounts)]
        share = _MAILS // clients

        def work(number: int) -> None:
            client = Client(service.base_url, token)
            for turn in range(share):
                client.post("/mails/send", _mail(ids[(number + turn) % accounts])).ok()

        threads = [threading.Thread(target=work, args=(number,)) for number in range(clients)]
        began = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        passed = time.monotonic() - began
        assert len(smtp.mails) == share * clients
        return share * clients / passed


def _account(service: Service, smtp: SmtpScript, token: str | None, number: int) -> int:
    client = Client(service.base_url, token)
    made: int = client.post("/accounts", smtp.account(username=f"user{number}")).ok(201)["id"]
    return made


def _bare() -> float:
    """Mails a second to the same sink from Python's own client, one after the other over one connection."""
    with SmtpScript() as smtp:
        message = f"Subject: Hello\r\n\r\n{_BODY}\r\n".encode()
        with smtplib.SMTP("127.0.0.1", smtp.port) as client:
            began = time.monotonic()
            for _ in range(_MAILS):
                client.sendmail("me@example.org", ["a@example.org"], message)
            return _MAILS / (time.monotonic() - began)


def _large(data: Path) -> tuple[float, float, float, float]:
    """Resident KiB: before sending, when the first part is sent, growth from then to the end, peak."""
    sizes: list[int] = []
    with SmtpScript() as smtp, _service(data) as service:
        client = service.admin()
        account = _account(service, smtp, client.token, 0)
        folder = data / "attachments-out" / "1"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "large.bin").write_bytes(hashlib.shake_256(b"large").digest(_FILE))
        client.post("/mails/send", _mail(account)).ok()
        idle = _resident(service)

        def look() -> None:
            sizes.append(_resident(service))
            time.sleep(0.02)  # 12 MB/s at most

        def slowly(session: SmtpSession) -> None:
            session.reply("354 go on")
            session.paced = look
            session.raw = session.read_message()
            session.paced = None
            session.accept()

        smtp.on("DATA", slowly)
        client.post("/mails/send", _mail(account, attachments=["large.bin"])).ok()
        return idle, sizes[0], max(sizes) - sizes[0], service.peak_memory() / 1024


def _resident(service: Service) -> int:
    for line in Path(f"/proc/{service.pid}/status").read_text().splitlines():
        if line.startswith("RssAnon:"):  # leaves out mapped database pages, which are in the kernel's cache
            return int(line.split()[1])
    raise AssertionError("the kernel tells no RssAnon")
