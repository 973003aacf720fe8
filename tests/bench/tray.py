# SPDX-License-Identifier: GPL-3.0-or-later
"""The tray: time from an event on the network to the notice on the bus, memory and processor time."""

import shutil
import statistics
import threading
import time
from pathlib import Path

from bench import ours
from bench.table import Row
from postrider_desktop import DesktopSession, FakeService, Tray
from postrider_desktop.fakeservice import TIME, mail
from postrider_support import wait_until
from postrider_support.bystander import resident

_NOTICES = 200
_QUIET = 120  # seconds over which wake-ups are counted
_HEARTBEAT = 15


def measure(store: Path, _size: int, _runs: int) -> tuple[str, list[Row]]:
    """One run on a desktop without a screen."""
    directory = store / "tray"
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    with DesktopSession(directory / "desktop") as session:
        daemon, panel = session.notifications(), session.panel()
        session.keyring()
        fake = FakeService()
        fake.write_pair_file(directory / "desktop" / "run")
        began = time.monotonic()
        with Tray(session, binary=ours.PROGRAM.with_name("postrider-tray")) as tray:
            panel.wait("registered")
            icon = time.monotonic() - began
            wait_until(lambda: fake.streams == 1, 20, "a connection")
            waits = []
            for number in range(1, _NOTICES + 1):
                since = daemon.mark()
                sent = time.clock_gettime(time.CLOCK_MONOTONIC)
                fake.receive(mail(number, account=number), account=number)
                told = daemon.wait(
                    "notify",
                    lambda one: one["body"].startswith(f"Mail {number}\n"),
                    since,  # noqa: B023
                )
                waits.append(told["clock"] - sent)
            rows = _idle(tray, fake)
        fake.close()
    shutil.rmtree(directory, ignore_errors=True)
    ordered = sorted(waits)
    return "The tray", [
        Row("event on the wire to notice on the bus, p50", statistics.median(waits) * 1000, "ms",
            target="< 50 ms"),
        Row("the same, p99", ordered[int(len(ordered) * 0.99)] * 1000, "ms"),
        Row("start to icon in the panel", icon, "s"),
        *rows,
    ]  # fmt: skip


def _idle(tray: Tray, fake: FakeService) -> list[Row]:
    done = threading.Event()

    def beat() -> None:
        while not done.wait(_HEARTBEAT):
            fake.send_event("heartbeat", {"time": TIME}, durable=False)

    threading.Thread(target=beat, daemon=True).start()
    time.sleep(5)  # until the work that the last notices caused is done
    before, used = _switches(tray.pid), _processor(tray.pid)
    time.sleep(_QUIET)
    used = _processor(tray.pid) - used
    # The switches of a thread that ended meanwhile are not counted.
    woken = sum(count - before.get(task, 0) for task, count in _switches(tray.pid).items())
    done.set()
    return [
        Row("resident memory", resident(tray.pid) / 2**20, "MiB"),
        Row("of which its own", _private(tray.pid) / 2**20, "MiB"),
        Row("wake-ups of all threads a minute, idle", woken * 60 / _QUIET, ""),
        Row("processor, idle", used / _QUIET * 100, "%"),
    ]


def _switches(pid: int) -> dict[str, int]:
    """Context switches of each thread so far."""
    return {
        status.parent.name: sum(
            int(line.split()[1]) for line in status.read_text().splitlines() if "ctxt_switches" in line
        )
        for status in Path(f"/proc/{pid}/task").glob("*/status")
    }


def _processor(pid: int) -> float:
    """Seconds of processor time so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def _private(pid: int) -> int:
    """Bytes that no other process shares."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))
