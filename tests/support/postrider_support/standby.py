# SPDX-License-Identifier: GPL-3.0-or-later
"""A standby of a private PostgreSQL, which can lag and become the primary."""

import shutil
import subprocess

from postrider_support.postgresql import USER, Postgresql
from postrider_support.waiting import wait_until


class Standby(Postgresql):
    """A copy that follows `primary`, which was made with `replicated`. Listens on 127.0.0.1 as well."""

    def __init__(self, primary: Postgresql) -> None:
        super().__init__(tcp=True, replicated=True)
        self._primary = primary

    def wait_until_level(self) -> None:
        """Returns when it has applied all that the primary has committed."""
        end = self._primary.sql("SELECT pg_current_wal_lsn()")
        applied = f"SELECT pg_last_wal_replay_lsn() >= '{end}'"
        wait_until(lambda: self.sql(applied) == "t", 20, "the standby to be level")

    def fall_behind(self) -> None:
        """Stops receiving data from the primary."""
        self.sql("ALTER SYSTEM SET primary_conninfo = ''")
        self.sql("SELECT pg_reload_conf()")
        wait_until(
            lambda: self.sql("SELECT count(*) FROM pg_stat_wal_receiver") == "0",
            20,
            "the standby to receive nothing",
        )

    def promote(self) -> None:
        """Makes it the primary; returns when it is."""
        assert self.sql("SELECT pg_promote(true, 30)") == "t"

    def _make(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._give_away(self.folder, 0o755)
        shutil.rmtree(self.data, ignore_errors=True)
        self.data.mkdir()
        self._give_away(self.data, 0o700)
        where = ("-h", str(self._primary.folder), "-p", str(self._primary.port), "-U", USER)
        subprocess.run(
            [
                str(self._program("pg_basebackup")),
                *(*where, "-D", str(self.data), "-R", "-X", "stream", "-c", "fast", "--no-sync"),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
            **self._identity(),
        )
        with open(self.data / "postgresql.conf", "a", encoding="ascii") as settings:
            settings.write(
                f"port = {self.port}\nunix_socket_directories = '{self.folder}'\n" "listen_addresses = '127.0.0.1'\n"
            )
