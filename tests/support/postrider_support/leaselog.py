# SPDX-License-Identifier: GPL-3.0-or-later
"""Who held which account when, by the database's clock: a trigger writes down each new holder."""

from postrider_support.postgresql import run_sql

_SETUP = """
CREATE TABLE lease_log (account_id BIGINT NOT NULL, node_id BIGINT NOT NULL, at TIMESTAMPTZ NOT NULL);
CREATE TABLE lease_log_lost (account_id BIGINT NOT NULL);
CREATE FUNCTION lease_log_add() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    INSERT INTO lease_log VALUES (NEW.account_id, NEW.node_id, clock_timestamp());
    RETURN NULL;
END $$;
CREATE TRIGGER lease_log AFTER UPDATE ON account_leases FOR EACH ROW
WHEN (NEW.node_id IS NOT NULL AND NEW.epoch <> OLD.epoch) EXECUTE FUNCTION lease_log_add();
"""


class LeaseLog:
    """The log of one database whose tables exist; nodes do not know of it."""

    def __init__(self, url: str) -> None:
        self._url = url
        run_sql(url, _SETUP)

    def counts(self) -> dict[int, int]:
        """How many accounts each node has; 0 stands for none."""
        rows = run_sql(self._url, "SELECT COALESCE(node_id, 0), count(*) FROM account_leases GROUP BY 1")
        return {int(node): int(count) for node, count in rows}

    def node_at(self, address: str) -> int:
        """The node that listens there."""
        rows = run_sql(self._url, f"SELECT id FROM nodes WHERE address = '{address}' ORDER BY id DESC LIMIT 1")
        return int(rows[0][0]) if rows else -1

    def note_holder(self, node: int) -> int:
        """Remembers the accounts of a node that is going to lose them; returns their number."""
        run_sql(self._url, "DELETE FROM lease_log; DELETE FROM lease_log_lost")
        rows = run_sql(
            self._url,
            f"INSERT INTO lease_log_lost SELECT account_id FROM account_leases WHERE node_id = {node} RETURNING 1",
        )
        return len(rows)

    def seconds_until_moved(self, node: int, since: float) -> list[float]:
        """For each remembered account that another node has taken: seconds from `since`, a time of the system."""
        rows = run_sql(
            self._url,
            f"SELECT extract(epoch FROM min(at)) - {since} FROM lease_log JOIN lease_log_lost USING (account_id)"
            f" WHERE node_id <> {node} GROUP BY account_id",
        )
        return [float(seconds) for (seconds,) in rows]
