# SPDX-License-Identifier: GPL-3.0-or-later
"""Which node stored which mail of a mail server, and which node had its account then.

A trigger writes it down in the same transaction.
"""

from collections import Counter

from postrider_support.postgresql import run_sql

_SETUP = """
CREATE TABLE store_log (account_id BIGINT NOT NULL, subject TEXT NOT NULL, program TEXT NOT NULL, holder TEXT);
CREATE FUNCTION store_log_add() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    INSERT INTO store_log
    SELECT NEW.account_id, NEW.subject, current_setting('application_name'),
           (SELECT n.address FROM account_leases l JOIN nodes n ON n.id = l.node_id
            WHERE l.account_id = NEW.account_id);
    RETURN NULL;
END $$;
CREATE TRIGGER store_log AFTER INSERT ON mails FOR EACH ROW
WHEN (NEW.uid IS NOT NULL) EXECUTE FUNCTION store_log_add();
"""


class StoreLog:
    """The log of one database whose tables exist. `programs`: the address of each node by its application_name."""

    def __init__(self, url: str, programs: dict[str, str]) -> None:
        self._url, self._programs = url, programs
        run_sql(url, _SETUP)

    def counts(self) -> Counter[str]:
        """How many mails each program has stored."""
        rows = run_sql(self._url, "SELECT program, count(*) FROM store_log GROUP BY 1")
        return Counter({program: int(count) for program, count in rows})

    def wrong(self) -> list[tuple[str, ...]]:
        """Mails that a node stored while another node, or none, had the account."""
        rows = run_sql(self._url, "SELECT account_id, subject, program, COALESCE(holder, '') FROM store_log")
        return [row for row in rows if self._programs.get(row[2]) != row[3]]
