# SPDX-License-Identifier: GPL-3.0-or-later
"""A real pgbouncer in front of a test's PostgreSQL."""

import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType

from postrider_support.postgresql import USER, Postgresql
from postrider_support.waiting import accepts, free_ports, scaled, wait_until

_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"
_CONFIG = """[databases]
* = host={folder} port={port} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {own}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
default_pool_size = {pool}
query_wait_timeout = 60
logfile = {log}
"""


class Pgbouncer:
    """Listens on 127.0.0.1 while the `with` block runs; accepts any password.

    `mode` is session, transaction or statement; `pool` is the most connections that it opens to a database.
    """

    def __init__(self, directory: Path, server: Postgresql, mode: str, pool: int = 20) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._port = free_ports(1)[0]
        self._config = directory / "pgbouncer.ini"
        self._log = directory / "pgbouncer.log"
        self._config.write_text(
            _CONFIG.format(
                folder=server.folder,
                port=server.port,
                user=USER,
                own=self._port,
                mode=mode,
                pool=pool,
                log=self._log,
            )
        )
        if os.geteuid() == 0:  # it refuses to run as root
            for path in (directory, self._config):
                shutil.chown(path, "postgres", "postgres")
        self._process: subprocess.Popen[bytes] | None = None

    @staticmethod
    def available() -> bool:
        """Whether it is installed."""
        return shutil.which("pgbouncer", path=_PATH) is not None

    def url(self, database: str) -> str:
        """The URL of a database, for a service."""
        return f"postgresql://{USER}:any@127.0.0.1:{self._port}/{database}"

    def __enter__(self) -> "Pgbouncer":
        program = shutil.which("pgbouncer", path=_PATH)
        assert program, "pgbouncer is not installed"
        user = {"user": "postgres", "group": "postgres", "extra_groups": []}
        self._process = subprocess.Popen(
            [program, "-q", str(self._config)],
            stdin=subprocess.DEVNULL,
            **(user if os.geteuid() == 0 else {}),
        )
        wait_until(lambda: accepts(self._port), 15, "pgbouncer")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait(scaled(10))
