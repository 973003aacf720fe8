# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps one PostgreSQL for all unit tests of a ctest run: `start FOLDER`, `stop FOLDER`.

`start` returns when the server is ready. The server ends at `stop`, or when ctest has ended.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from postrider_support.postgresql import Postgresql  # noqa: E402
from postrider_support.waiting import wait_until  # noqa: E402


def start(folder: Path) -> int:
    """Starts a background process that runs the server."""
    if not Postgresql.available():
        print("PostgreSQL is not installed")
        return 1 if os.environ.get("POSTRIDER_REQUIRE_SERVERS") == "1" else 77
    stop(folder)
    command = [sys.executable, __file__, "keep", str(folder), str(os.getppid())]
    keeper = subprocess.Popen(
        command,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wait_until(lambda: (folder / "ready").exists() or keeper.poll() is not None, 60, "the test server")
    return 0 if (folder / "ready").exists() else 1


def keep(folder: Path, watched: int) -> int:
    """Runs the server until SIGTERM, or until the process `watched` has ended."""
    ended = False

    def end(*_: object) -> None:
        nonlocal ended
        ended = True

    signal.signal(signal.SIGTERM, end)
    folder.mkdir(parents=True)
    (folder / "keeper").write_text(str(os.getpid()))
    with Postgresql(folder / "server") as server:
        (folder / "ready").write_text(server.url("DATABASE"))
        while not ended and Path(f"/proc/{watched}").exists():
            time.sleep(0.2)
    shutil.rmtree(folder, ignore_errors=True)
    return 0


def stop(folder: Path) -> int:
    """Ends the background process of `start`, and waits for its end."""
    try:
        os.kill(int((folder / "keeper").read_text()), signal.SIGTERM)
    except (FileNotFoundError, ProcessLookupError):
        shutil.rmtree(folder, ignore_errors=True)
    wait_until(lambda: not folder.exists(), 30, "the test server to end")
    return 0


def main() -> int:
    action, folder = sys.argv[1], Path(sys.argv[2])
    if action == "keep":
        return keep(folder, int(sys.argv[3]))
    return start(folder) if action == "start" else stop(folder)


if __name__ == "__main__":
    sys.exit(main())
