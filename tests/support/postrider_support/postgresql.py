# SPDX-License-Identifier: GPL-3.0-or-later
"""A private PostgreSQL in a folder of its own, with a socket there."""

import ctypes
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from urllib.parse import quote

from postrider_support.certificates import Certificate
from postrider_support.waiting import accepts, scaled, wait_until

USER = "postrider"
_MEMORY = Path("/dev/shm")
PASSWORD = "pass word/with@signs:'"


def run_sql(url: str, statement: str) -> list[tuple[str, ...]]:
    """Runs SQL on the database of this URL; every value as text."""
    options = ["-X", "-q", "-A", "-t", "-F", "\x1f", "-R", "\x1e", "-v", "ON_ERROR_STOP=1"]
    text = _run("psql", *options, "-c", statement, url).decode().removesuffix("\n")
    return [tuple(row.split("\x1f")) for row in text.split("\x1e")] if text else []


def dump(url: str) -> bytes:
    """Everything in the database of this URL: as SQL, and binary values once more as bytes."""
    text = _run("pg_dump", "--inserts", url)
    return text + b"\n".join(bytes.fromhex(m.decode()) for m in re.findall(rb"'\\x([0-9a-f]*)'", text))


def copied_lines(url: str, select: str) -> Iterator[str]:
    """The rows of a query one by one, in the text format of COPY."""
    folder = _programs()
    assert folder is not None
    command = [str(folder / "psql"), "-X", "-q", "-c", f"COPY ({select}) TO STDOUT", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as psql:
        assert psql.stdout is not None
        for line in psql.stdout:
            yield line.decode().removesuffix("\n")
    assert psql.returncode == 0


def _run(name: str, *arguments: str) -> bytes:
    folder = _programs()
    assert folder is not None
    done = subprocess.run([str(folder / name), *arguments], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def _programs() -> Path | None:
    """The folder of the newest server's programs. Debian has a folder for each version, outside PATH."""
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda path: int(path.parts[-3]),
    )
    found = shutil.which("initdb")
    if versions or not found:
        return versions[-1].parent if versions else None
    return Path(found).resolve().parent


def _die_with_us() -> None:
    """Ends the server together with the test run, even if that crashes."""
    ctypes.CDLL(None).prctl(1, signal.SIGQUIT)  # PR_SET_PDEATHSIG


class Postgresql:
    """A server for tests. Stop, kill and start keep its data.

    `durable` leaves fsync on and keeps the data on disk; without it a crash of the machine would lose data,
    but a killed server does not.
    With `tcp` it also listens on 127.0.0.1, and requires the password there.
    With `replicated` it may have a Standby.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        durable: bool = False,
        tcp: bool = False,
        replicated: bool = False,
    ) -> None:
        self.folder = folder or Path(tempfile.mkdtemp(prefix="postrider-pg-"))
        self._owned = folder is None
        self.data = self.folder / "data" if durable or not _memory_is_free() else _in_memory()
        self.durable = durable
        self.port = _free_port() if tcp else 5432
        self._tcp = tcp
        self._replicated = replicated
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0

    def __enter__(self) -> "Postgresql":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.crash()
        shutil.rmtree(self.data, ignore_errors=True)
        if self._owned:
            shutil.rmtree(self.folder, ignore_errors=True)

    @staticmethod
    def available() -> bool:
        """Whether it is installed."""
        return _programs() is not None

    def start(self) -> None:
        """Returns when it accepts connections."""
        assert self._process is None
        if not (self.data / "PG_VERSION").exists():
            self._make()
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(
                [str(self._program("postgres")), "-D", str(self.data)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=_die_with_us,
                **self._identity(),
            )
        wait_until(self._answers, 30, "PostgreSQL to take connections")

    def stop(self) -> None:
        """Shuts it down properly, and closes all connections."""
        self._end(signal.SIGINT)

    def crash(self) -> None:
        """Ends it at once, without writing anything to disk, as after a failure of its own."""
        self._end(signal.SIGQUIT)

    def kill(self) -> None:
        """Kills all its processes with SIGKILL."""
        if self._process is None:
            return
        children = self._children()
        for pid in [self._process.pid, *children]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self._process.wait(scaled(10))
        self._process = None
        wait_until(lambda: not any(map(_lives, children)), 10, "its processes to end")

    def freeze(self) -> None:
        """Suspends all its processes, so that nothing answers, until `thaw()`."""
        assert self._process is not None
        for pid in [*self._children(), self._process.pid]:
            os.kill(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Ends a `freeze()`."""
        assert self._process is not None
        for pid in [self._process.pid, *self._children()]:
            try:
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                pass  # it has ended by itself

    @property
    def pid(self) -> int:
        """The process id of the server."""
        assert self._process is not None
        return self._process.pid

    def url(self, database: str = "postgres") -> str:
        """The URL for the socket, which needs no password."""
        return f"postgresql://{USER}@/{database}?host={quote(str(self.folder))}&port={self.port}"

    def tcp_url(self, database: str = "postgres", password: str = PASSWORD, query: str = "") -> str:
        """The URL for the TCP port, if there is one."""
        login = f"{USER}:{quote(password, safe='')}"
        return f"postgresql://{login}@127.0.0.1:{self.port}/{database}{query}"

    def new_database(self, clauses: str = "") -> str:
        """Creates a new, empty database; returns its name."""
        self._databases += 1
        name = f"d{os.getpid()}_{self._databases}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE template0 {clauses}")
        return name

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Runs SQL from outside; columns separated by |."""
        rows = run_sql(self.url(database), statement)
        return "\n".join("|".join(row) for row in rows)

    @contextmanager
    def holding(self, statement: str, database: str, end: str = "ROLLBACK") -> Iterator[None]:
        """Runs the statement in a transaction that stays open during the block, and so holds its locks."""
        command = [str(self._program("psql")), "-X", "-q", "-A", "-t", self.url(database)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
            assert other.stdin and other.stdout
            other.stdin.write(f"BEGIN; {statement}; SELECT 'held';\n")
            other.stdin.flush()
            assert other.stdout.readline() == "held\n"
            yield
            other.stdin.write(f"{end};\n")

    def use_tls(self, certificate: Certificate) -> None:
        """From the next start on, TCP connections may use TLS."""
        for source, name in (
            (certificate.certificate, "server.crt"),
            (certificate.key, "server.key"),
        ):
            shutil.copy(source, self.data / name)
            self._give_away(self.data / name, 0o600)
        with open(self.data / "postgresql.conf", "a", encoding="ascii") as settings:
            settings.write("ssl = on\n")

    def log(self) -> str:
        """What it wrote."""
        return (self.folder / "log").read_text(errors="replace")

    def _make(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._give_away(self.folder, 0o755)
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        self._give_away(secret, 0o600)
        if self.data.exists():
            self._give_away(self.data, 0o700)
        subprocess.run(
            [
                str(self._program("initdb")),
                *("-D", str(self.data), "-U", USER, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"),
                *("--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={secret}"),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
            **self._identity(),
        )
        with open(self.data / "postgresql.conf", "a", encoding="ascii") as settings:
            settings.write(
                f"listen_addresses = '{'127.0.0.1' if self._tcp else ''}'\nport = {self.port}\n"
                f"unix_socket_directories = '{self.folder}'\nmax_connections = 200\n"
                "shared_buffers = 64MB\nautovacuum_naptime = 5\nmax_wal_size = 256MB\n"
                f"wal_level = {'replica' if self._replicated else 'minimal'}\n"
                f"max_wal_senders = {4 if self._replicated else 0}\n"
                f"fsync = {'on' if self.durable else 'off'}\n"
            )

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.log()
        ready = [str(self._program("pg_isready")), "-q", "-h", str(self.folder)]
        done = subprocess.run([*ready, "-p", str(self.port)], check=False)
        return done.returncode == 0

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait(scaled(30))
        self._process = None

    def _children(self) -> list[int]:
        assert self._process is not None
        listed = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text()
        return [int(pid) for pid in listed.split()]

    @staticmethod
    def _program(name: str) -> Path:
        folder = _programs()
        assert folder is not None
        return folder / name

    @staticmethod
    def _identity() -> dict[str, object]:
        """The user of its processes, because it refuses to run as root."""
        if os.geteuid() != 0:
            return {}
        return {"user": "postgres", "group": "postgres", "extra_groups": []}

    @staticmethod
    def _give_away(path: Path, mode: int) -> None:
        path.chmod(mode)
        if os.geteuid() == 0:
            shutil.chown(path, "postgres", "postgres")


def _memory_is_free() -> bool:
    """Whether there is a file system in memory with space for tests, and enough free memory."""
    try:
        room = os.statvfs(_MEMORY)
        memory = re.search(r"MemAvailable: +(\d+)", Path("/proc/meminfo").read_text())
    except FileNotFoundError:
        return False
    enough = 4 << 30
    return room.f_bavail * room.f_frsize > enough and memory is not None and int(memory[1]) << 10 > enough


def _in_memory() -> Path:
    """A new folder in memory. Removes folders that killed test runs have left."""
    for left in _MEMORY.glob("postrider-pg-*-*"):
        if not Path(f"/proc/{left.name.split('-')[2]}").exists():
            shutil.rmtree(left, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"postrider-pg-{os.getpid()}-", dir=_MEMORY))


def _free_port() -> int:
    """A port below those that the system assigns, so that it stays free while the server is down."""
    while accepts(port := random.randrange(20000, 30000)):
        pass
    return port


def _lives(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rsplit(")", 1)[1].split()[0] != "Z"  # Z: ended, but not waited for
