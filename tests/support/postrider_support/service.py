# SPDX-License-Identifier: GPL-3.0-or-later
"""The real service program on a data directory of its own."""

import os
import re
import signal
import sqlite3
import subprocess
import tempfile
import time
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Any

from postrider_support.client import Client
from postrider_support.openapi import OpenApi
from postrider_support.postgresql import dump, run_sql
from postrider_support.sse import EventStream
from postrider_support.waiting import scaled, wait_until

ADMIN = "admin"
ADMIN_PASSWORD = "a test's own password"
# For services of tests: tests send many requests while they wait, all from one address. Password hashes at
# their usual cost took half of the processor time of the integration tests.
UNLIMITED = {
    "limits.requests_per_second": "0",
    "limits.probes_per_minute": "0",
    "auth.logins_per_minute": "0",
    "auth.password_cost": "10",
}
_READY = re.compile(r"^postriderd: listening on (https?://\S+)", re.MULTILINE)


def program() -> Path:
    """The built service: POSTRIDER_BIN, otherwise the one that `./dev test` builds."""
    default = Path(__file__).parents[3] / "build" / "dev" / "bin" / "postriderd"
    return Path(os.environ.get("POSTRIDER_BIN") or default)


def is_sanitized() -> bool:
    """Whether it was built with AddressSanitizer, which takes several times the memory and time."""
    return b"__asan_init" in program().read_bytes()


class Service:
    """`postriderd` on 127.0.0.1, port chosen by the system. Stop, kill and start keep the data.

    `config` are keys of the configuration file ("limits.requests_per_second": "0"), `environment`
    variables in addition to our own; other POSTRIDER_ variables of the caller are not passed on.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        config: dict[str, str] | None = None,
        environment: dict[str, str] | None = None,
        extra_ca: Path | None = None,
        binary: Path | None = None,
        arguments: tuple[str, ...] = (),
    ) -> None:
        self.data_dir = data_dir
        self.config = dict(config or {})
        self.environment = {"POSTRIDER_ADMIN_PASSWORD": ADMIN_PASSWORD} | (environment or {})
        if extra_ca is not None:
            self.environment.setdefault("POSTRIDER_MAIL_EXTRA_CA", str(extra_ca))
        self.base_url = ""
        self.start_seconds = 0.0
        self._listen = "127.0.0.1:0"
        self.binary = binary or program()
        self._arguments = arguments
        self._process: subprocess.Popen[str] | None = None
        # A file, not a pipe that a thread reads, so that log() has everything at once.
        self._output = tempfile.TemporaryFile()
        self._from = 0  # where the output of the present process begins

    def __enter__(self) -> "Service":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.stop()
        else:
            self.kill()

    def start(self, timeout: float = 20, listen: str = "127.0.0.1:0") -> None:
        """Returns when it reports that it listens; AssertionError with its log otherwise."""
        self._listen = listen
        assert self._process is None, "it runs already"
        self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        began = time.monotonic()
        self._spawn()
        wait_until(self._ready, timeout, "the line 'postriderd: listening on ...'")
        self.start_seconds = time.monotonic() - began

    def run_to_end(self, timeout: float = 20) -> int:
        """Starts it when it must refuse to run; returns the exit status. `log()` has the cause."""
        self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._spawn()
        assert self._process is not None
        try:
            return self._process.wait(scaled(timeout))
        finally:
            self._finish()

    def wait_end(self, timeout: float = 20) -> int:
        """Waits until it ends by itself; returns the exit status."""
        assert self._process is not None
        status = self._process.wait(scaled(timeout))
        self._finish()
        return status

    def stop(self) -> None:
        """SIGTERM. It must end within 5 s with status 0."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            status = self._process.wait(scaled(5))
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"it did not end within 5 s of SIGTERM:\n{self.log()}") from None
        self._finish()
        assert status == 0, f"exit status {status}:\n{self.log()}"

    def kill(self) -> None:
        """Kills it with SIGKILL, as a power failure does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(scaled(10))
            self._finish()

    def pause(self) -> None:
        """Suspends the process until `resume()`."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Ends a `pause()`."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def restart(self) -> None:
        """Stops it properly and starts it again on the same data, usually on another port."""
        self.stop()
        self.start()

    @property
    def running(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.poll() is None

    @property
    def pid(self) -> int:
        """The process id, for /proc."""
        assert self._process is not None
        return self._process.pid

    def peak_memory(self) -> int:
        """The largest resident size of this process so far, in bytes."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("the kernel tells no VmHWM")

    def log(self) -> str:
        """Everything it wrote to stderr and stdout since construction."""
        return self._read_from(0)

    def variables(self) -> dict[str, str]:
        """The environment that it runs in, for other commands of the program on the same data."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("POSTRIDER_")}
        return inherited | self.environment

    def sql(self, statement: str) -> list[tuple[Any, ...]]:
        """Runs SQL on its database from outside; PostgreSQL returns all values as text."""
        url = self.environment.get("POSTRIDER_DATABASE_URL")
        if url is not None:
            return run_sql(url, statement)
        with closing(sqlite3.connect(self.data_dir / "postrider.db")) as database, database:
            return database.execute(statement).fetchall()

    def stored(self) -> bytes:
        """Everything that it has stored, to check that something is not in it."""
        files = [path.read_bytes() for path in self.data_dir.rglob("*") if path.is_file()]
        url = self.environment.get("POSTRIDER_DATABASE_URL")
        return b"\n".join(files) + (dump(url) if url is not None else b"")

    def client(self, openapi: OpenApi | None = None) -> Client:
        """A client that is not logged in."""
        return Client(self.base_url, openapi=openapi)

    def admin(self, openapi: OpenApi | None = None) -> Client:
        """A client of the first user, logged in."""
        return self.client(openapi).login(ADMIN, self.environment["POSTRIDER_ADMIN_PASSWORD"])

    def events(
        self,
        token: str | None,
        last_event_id: int | str | None = None,
        query: dict[str, str] | None = None,
    ) -> EventStream:
        """An open event stream, `connected` not yet awaited."""
        return EventStream(self.base_url, token, last_event_id, query)

    def _spawn(self) -> None:
        arguments = ["--listen", self._listen, "--data-dir", str(self.data_dir), *self._arguments]
        if self.config:
            path = self.data_dir / "test.conf"
            path.write_text(ini(self.config))
            arguments += ["--config", str(path)]
        self._from = os.fstat(self._output.fileno()).st_size
        # A session of its own, so that Ctrl-C reaches the test or demonstration, which then stops it.
        self._process = subprocess.Popen(
            [str(self.binary), *arguments],
            start_new_session=True,
            env=self.variables(),
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
        )

    def _read_from(self, position: int) -> str:
        descriptor = self._output.fileno()
        size = os.fstat(descriptor).st_size
        return os.pread(descriptor, size - position, position).decode(errors="replace")

    def _ready(self) -> bool:
        assert self._process is not None
        ended = self._process.poll() is not None
        found = _READY.search(self._read_from(self._from))
        if found:
            self.base_url = found[1]
        elif ended:
            self._finish()
            raise AssertionError(f"it did not start:\n{self.log()}")
        return found is not None

    def _finish(self) -> None:
        assert self._process is not None
        self._process = None


def ini(keys: dict[str, str]) -> str:
    """A configuration file from dotted keys: "limits.uploads" is `uploads` of section [limits]."""
    lines = [f"{name} = {value}" for name, value in keys.items() if "." not in name]
    for section in sorted({name.split(".")[0] for name in keys if "." in name}):
        lines.append(f"[{section}]")
        lines += [
            f"{name.split('.', 1)[1]} = {value}" for name, value in keys.items() if name.startswith(f"{section}.")
        ]
    return "\n".join(lines) + "\n"
