# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs that the service is compared with."""

import json
import os
import shutil
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from bench.box import Box

RAW = Path(__file__).parents[2] / "build" / "dev" / "bin" / "rawimap"
_MBSYNC = """IMAPAccount server
Host localhost
Port {port}
User {user}
Pass {password}
SSLType IMAPS
SystemCertificates no
CertificateFile {ca}

IMAPStore far
Account server

MaildirStore near
Path {place}/
Inbox {place}/INBOX

Channel all
Far :far:
Near :near:
Patterns INBOX
Create Near
Sync Pull
SyncState *
"""


@dataclass(frozen=True)
class Run:
    """Wall time in seconds, peak memory and disk use in bytes."""

    seconds: float
    memory: int = 0
    disk: int = 0


def disk_use(place: Path) -> int:
    """Bytes that a directory takes on disk."""
    lines = subprocess.run(["du", "-s", "-B1", str(place)], check=True, capture_output=True, text=True)
    return int(lines.stdout.split()[0])


def timed(command: list[str]) -> Run:
    """Runs the command to its end; AssertionError if it fails."""
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, f"{command[0]} failed: {process.returncode}"
    return Run(time.monotonic() - began, usage.ru_maxrss * 1024)


def mbsync(box: Box, scratch: Path) -> Run:
    """isync's first sync into an empty Maildir: files only, nothing parsed or indexed."""
    place = scratch / "mbsync"
    run = timed(_mbsync_command(box, scratch, place))
    found = sum(1 for part in ("cur", "new") for _ in (place / "INBOX" / part).iterdir())
    assert found == box.size, f"mbsync fetched {found} of {box.size} mails"
    disk = disk_use(place)
    shutil.rmtree(place)
    return Run(run.seconds, run.memory, disk)


def mbsync_again(box: Box, scratch: Path, runs: int) -> float:
    """Median seconds of a sync that finds no changes."""
    place = scratch / "mbsync"
    command = _mbsync_command(box, scratch, place)
    timed(command)
    seconds = statistics.median(timed(command).seconds for _ in range(runs))
    shutil.rmtree(place)
    return seconds


def _mbsync_command(box: Box, scratch: Path, place: Path) -> list[str]:
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    config = scratch / "mbsyncrc"
    server = box.server
    config.write_text(
        _MBSYNC.format(
            port=server.tls_port,
            user=box.user.name,
            password=box.user.password,
            ca=server.ca_file,
            place=place,
        )
    )
    return ["mbsync", "-q", "-c", str(config), "all"]


def raw(box: Box, what: str, newest: int = 0) -> dict[str, float]:
    """The raw pipelined client, see rawimap.cpp: full, list or flags of the newest mails (0: all); open."""
    command = [str(RAW), "localhost", str(box.server.tls_port), box.user.name, box.user.password]
    command += [str(box.server.ca_file), what, "500", "4", str(newest)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    outcome: dict[str, float] = json.loads(answer.stdout)
    assert outcome["mails"] == (newest or box.size), outcome
    return outcome
