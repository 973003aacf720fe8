# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the container that need none: its health check, and whether its files match the installed ones."""

import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import BUILD, TOP, Staged

sys.path.insert(0, str(TOP / "tests" / "support"))
os.environ.setdefault("POSTRIDER_BIN", str(BUILD / "bin" / "postriderd"))

from postrider_support import Service  # noqa: E402
from postrider_support.waiting import free_ports  # noqa: E402

CONTAINER = TOP / "installers" / "container"


def is_healthy(port: int | str) -> bool:
    done = subprocess.run([str(CONTAINER / "healthcheck"), str(port)], capture_output=True, timeout=60)
    return done.returncode == 0


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with Service(tmp_path) as one:
        yield one


def test_running_service_is_healthy(service: Service) -> None:
    assert is_healthy(service.base_url.rpartition(":")[2])


def test_stopped_service_is_not_healthy() -> None:
    assert not is_healthy(free_ports(1)[0])


@pytest.mark.parametrize("answer", [b"HTTP/1.1 503 Service Unavailable\r\n\r\n", b""])
def test_service_that_cannot_answer_is_not_healthy(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def reply() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(answer)

        threading.Thread(target=reply, daemon=True).start()
        assert not is_healthy(server.getsockname()[1])


def test_container_runs_the_installed_program_without_root(staged: Staged) -> None:
    lines = (CONTAINER / "Containerfile").read_text()
    last = lines.rpartition("\nFROM ")[2]
    assert "\nUSER postrider\n" in last and "rm -rf /etc/postrider/master.key" in last
    assert re.findall(r"^VOLUME (.*)$", last, re.MULTILINE) == ["/var/lib/postrider"]
    for program in re.findall(r"/usr/(bin/[\w-]+)", last):
        assert staged.path(program).exists()
