# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the log goes and how it is written: text, JSON lines, the journal, a file that is moved away."""

import json
import os
import re
import signal
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from postrider_support import Service, wait_until
from postrider_support.service import program

ACCESS = {"POSTRIDER_LOG": "postrider.http.access.info=true"}
TEXT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (debug|info|warning|error|fatal) [\w.]+: .*")


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def accesses(path: Path) -> int:
    return sum("GET /api/v1/health 200" in line for line in lines(path))


def logged(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines(path)]


def request_health(service: Service) -> None:
    assert service.client().get("/health").status == 200


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "postrider.log"


def test_text_goes_to_standard_error(tmp_path: Path) -> None:
    with Service(tmp_path / "data", environment=ACCESS) as service:
        request_health(service)
        wait_until(lambda: "GET /api/v1/health 200" in service.log(), 5, "the line of the access")
    ours = [line for line in service.log().splitlines() if not line.startswith("postriderd: ")]
    assert ours and all(TEXT.fullmatch(line) for line in ours)


def test_json_is_an_object_a_line(tmp_path: Path, log: Path) -> None:
    config = {"log.format": "json", "log.file": str(log)}
    with Service(tmp_path / "data", config=config, environment=ACCESS) as service:
        request_health(service)
        wait_until(lambda: lines(log), 5, "the line of the access")
    found = [entry for entry in logged(log) if entry["category"] == "postrider.http.access"]
    assert found
    assert set(found[0]) == {"time", "level", "category", "message"}
    assert found[0]["level"] == "info" and "GET /api/v1/health 200" in found[0]["message"]


def test_file_is_its_owners_and_is_added_to(tmp_path: Path, log: Path) -> None:
    service = Service(tmp_path / "data", config={"log.file": str(log)}, environment=ACCESS)
    for _ in range(2):
        service.start()
        request_health(service)
        service.stop()
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert accesses(log) == 2
    assert "health" not in service.log()


def test_sighup_opens_the_file_anew(tmp_path: Path, log: Path) -> None:
    """As logrotate does it: move the file, send the signal, go on. No line is lost."""
    moved = tmp_path / "postrider.log.1"
    with Service(tmp_path / "data", config={"log.file": str(log)}, environment=ACCESS) as service:
        request_health(service)
        wait_until(lambda: accesses(log) == 1, 5, "the first line")
        log.rename(moved)
        request_health(service)
        wait_until(lambda: accesses(moved) == 2, 5, "the second line in the moved file")
        os.kill(service.pid, signal.SIGHUP)
        wait_until(log.exists, 5, "the new file")
        request_health(service)
        wait_until(lambda: accesses(log) == 1, 5, "the third line in the new file")
    assert accesses(moved) == 2


def test_a_file_that_cannot_be_written_stops_the_start(tmp_path: Path) -> None:
    service = Service(tmp_path / "data", config={"log.file": str(tmp_path / "nowhere" / "log")})
    assert service.run_to_end() == 1
    assert "nowhere/log" in service.log()


def test_the_journal_gets_levels_in_place_of_times(tmp_path: Path) -> None:
    """Standard error is the journal where JOURNAL_STREAM names its device and inode, as systemd sets it."""
    output = tmp_path / "journal"
    with output.open("wb") as stream:
        status = os.fstat(stream.fileno())
        environment = {name: value for name, value in os.environ.items() if not name.startswith("POSTRIDER_")}
        environment |= {
            "JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}",
            "POSTRIDER_LOG": "postrider.*.debug=true",
        }
        process = subprocess.Popen(
            [program(), "--listen", "127.0.0.1:0", "--data-dir", str(tmp_path / "data")],
            env=environment, stderr=stream, stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            wait_until(
                lambda: "postriderd: listening on" in output.read_text(),
                20,
                "the service to listen",
            )
        finally:
            process.terminate()
            process.wait(20)
    ours = list(own(output))
    assert ours and all(re.fullmatch(r"<[2-7]>[\w.]+: .*", line) for line in ours)


def own(output: Path) -> Iterator[str]:
    return (line for line in lines(output) if not line.startswith("postriderd: "))
