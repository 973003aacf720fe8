# SPDX-License-Identifier: GPL-3.0-or-later
"""A PostgreSQL server and a standby that has each commit before it is answered; programs know both addresses."""

from types import TracebackType
from urllib.parse import quote

from postrider_support.postgresql import PASSWORD, USER, Postgresql
from postrider_support.standby import Standby
from postrider_support.waiting import wait_until


class Cluster:
    """Both run during the `with` block. With `url()` and `new_database()` it takes the place of a `Postgresql`."""

    def __init__(self) -> None:
        self.primary = Postgresql(tcp=True, replicated=True)
        self.standby = Standby(self.primary)

    def __enter__(self) -> "Cluster":
        self.primary.start()
        self.standby.start()
        self.primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self.primary.sql("SELECT pg_reload_conf()")
        state = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
        wait_until(lambda: self.primary.sql(state) == "1", 20, "the standby to be synchronous")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.primary.kill()  # it may be frozen
        for one in (self.standby, self.primary):
            one.__exit__(kind, error, trace)

    def new_database(self) -> str:
        """Creates a new, empty database; returns its name."""
        return self.primary.new_database()

    def url(self, database: str) -> str:
        """Both addresses; of these, programs use the server that accepts changes."""
        login = f"{USER}:{quote(PASSWORD, safe='')}"
        hosts = f"127.0.0.1:{self.primary.port},127.0.0.1:{self.standby.port}"
        return f"postgresql://{login}@{hosts}/{database}?target_session_attrs=read-write&sslmode=disable"
