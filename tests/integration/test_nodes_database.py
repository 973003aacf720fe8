# SPDX-License-Identifier: GPL-3.0-or-later
"""Three nodes, and a network or a PostgreSQL that fails: what requests, accounts and event streams do meanwhile."""

import os
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
from databasefaults import MAILS_PER_SECOND, MOVED_WITHIN, REFUSED_WITHIN, Watched, crowd, stack, wait_for
from postrider_support import Postgresql, Proxy, wait_until
from postrider_support.imapcrowd import ImapCrowd
from postrider_support.nodecrowd import NodeCrowd
from postrider_support.otherprogram import OtherProgram
from postrider_support.waiting import scaled

IS_LONG = bool(os.environ.get("POSTRIDER_LONG"))
DELAYED_BY = 9  # seconds that other nodes may wait for what a lost node has locked, usually 5 (timelimits.h)
BACK_WITHIN = 5  # seconds from the end of a fault to the first request that succeeds
CUT = 1  # the number of the node that has the fault


# -- the network between one node and the database swallows everything

# seconds; two minutes are longer than all time limits of connections
DIRECTIONS = {"both": 120 if IS_LONG else 30, "to_server": 120 if IS_LONG else 17, "to_client": 120 if IS_LONG else 17}


def nodes_with_a_proxy(crowd: ImapCrowd, stack: ExitStack, tmp_path: Path) -> tuple[NodeCrowd, Proxy]:
    """Three nodes, of which one reaches the database through the proxy."""
    server = stack.enter_context(Postgresql(tcp=True))
    proxy = stack.enter_context(Proxy(server.port))
    nodes = NodeCrowd(server, crowd, tmp_path)
    stack.callback(nodes.close)
    url = server.tcp_url(urlsplit(nodes.database).path[1:]).replace(f":{server.port}/", f":{proxy.port}/")
    nodes.services[CUT].environment["POSTRIDER_DATABASE_URL"] = f"{url}?application_name=node{CUT}"
    return nodes, proxy


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_node_that_is_cut_off_loses_its_accounts_and_writes_nothing_late(
    direction: str, crowd: ImapCrowd, stack: ExitStack, tmp_path: Path
) -> None:
    nodes, proxy = nodes_with_a_proxy(crowd, stack, tmp_path)
    watched = Watched(nodes, stack)
    node = nodes.leases.node_at(nodes.services[CUT].base_url)
    lost = nodes.leases.note_holder(node)
    assert lost > 0

    began, since = time.time(), time.monotonic()
    proxy.hold(to_client=direction != "to_server", to_server=direction != "to_client")
    wait_until(lambda: not {0, node} & nodes.leases.counts().keys(), 30, "its accounts to be elsewhere", every=0.2)
    moved = nodes.leases.seconds_until_moved(node, began)
    watched.wait_stored(watched.arrived())
    wait_for(DIRECTIONS[direction] - (time.monotonic() - since))
    proxy.release()
    back = time.monotonic()
    again = wait_until(
        lambda: [one for one in watched.reads[CUT].between(back) if one.status == 200], BACK_WITHIN, "the list"
    )
    nodes.wait_shared()
    shared = time.monotonic() - back
    took = watched.wait_stored(watched.arrived())

    print(f"{direction}: {lost} accounts, moved within {max(moved):.1f} s; has accounts again {shared:.1f} s after the"
          f" end, all mails stored {took:.1f} s later")  # fmt: skip
    for number in range(3):
        print(f"  node {number}: lists: {watched.reads[number].summary(since, back)}")
        print(f"  node {number}: drafts: {watched.drafts[number].summary(since, back)}")
    watched.check()
    assert len(moved) == lost and max(moved) < scaled(MOVED_WITHIN)
    cut = [*watched.reads[CUT].between(since, back), *watched.drafts[CUT].between(since, back)]
    assert max(one.seconds for one in cut) < REFUSED_WITHIN
    assert {one.status for one in cut if one.status != 503} <= {200}
    assert [one for one in cut if one.status == 503] != []
    assert again[0].began + again[0].seconds - back < scaled(BACK_WITHIN)
    for number in {0, 1, 2} - {CUT}:
        assert {one.status for one in watched.reads[number].asked} == {200}
        assert {one.status for one in watched.drafts[number].asked} == {200}
    assert [one.connections for one in watched.listeners] == [1, 1, 1]


# Gives time to cut the node off while it ends a merge, and holds the lock that all wait for who change the index.
SLOW_MERGES = f"""
CREATE FUNCTION slow_merge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('application_name') = 'node{CUT}' THEN PERFORM pg_sleep(0.3); END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER slow_merge BEFORE UPDATE ON search_segments FOR EACH ROW WHEN (NEW.state = 1)
EXECUTE FUNCTION slow_merge()"""
# The node's writer, if it waits for that merge.
WRITER_WAITS = f"""
WITH own AS (SELECT pid, wait_event FROM pg_stat_activity WHERE application_name = 'node{CUT}')
SELECT pid FROM own WHERE pg_blocking_pids(pid) && ARRAY(SELECT pid FROM own WHERE wait_event = 'PgSleep')"""


def test_node_that_is_cut_off_while_its_writer_waits_for_its_merge_delays_the_others_only_shortly(
    crowd: ImapCrowd, stack: ExitStack, tmp_path: Path
) -> None:
    nodes, proxy = nodes_with_a_proxy(crowd, stack, tmp_path)
    watched = Watched(nodes, stack)
    node = nodes.leases.node_at(nodes.services[CUT].base_url)
    nodes.leases.note_holder(node)
    crowd.set_rate(40)  # so that there is much to merge

    nodes.sql(SLOW_MERGES)
    wait_until(lambda: nodes.sql(WRITER_WAITS), 60, "the node's writer to wait for its merge", every=0)
    proxy.hold(to_client=False)
    began, since = time.time(), time.monotonic()
    wait_until(lambda: not {0, node} & nodes.leases.counts().keys(), 30, "its accounts to be elsewhere", every=0.2)
    moved = nodes.leases.seconds_until_moved(node, began)
    proxy.release()
    back = time.monotonic()
    crowd.set_rate(MAILS_PER_SECOND)
    nodes.wait_shared()
    watched.wait_stored(watched.arrived())

    others = {0, 1, 2} - {CUT}
    print(f"moved within {max(moved):.1f} s")
    for number in others:
        print(f"  node {number}: drafts: {watched.drafts[number].summary(since, back)}")
    watched.check()
    assert max(moved) < scaled(MOVED_WITHIN)
    for number in others:
        assert {one.status for one in watched.reads[number].asked} == {200}
        assert {one.status for one in watched.drafts[number].asked} == {200}
        assert max(one.seconds for one in watched.drafts[number].between(since)) < DELAYED_BY


# -- no connection left


class SmallServer(Postgresql):
    """A server with few connections, and with a role for the nodes that may not use the reserved ones."""

    def start(self) -> None:
        super().start()
        if self.sql("SHOW max_connections") != "40":
            self.sql("ALTER SYSTEM SET max_connections = 40")
            self.sql("CREATE ROLE nodes LOGIN")
            self.stop()
            super().start()

    def new_database(self, clauses: str = "") -> str:
        return super().new_database(f"OWNER nodes {clauses}")

    def nodes_url(self, database: str) -> str:
        return f"postgresql://nodes@/{database}?host={quote(str(self.folder))}&port={self.port}"


def test_node_that_starts_without_a_free_connection_waits_while_the_others_work(
    crowd: ImapCrowd, stack: ExitStack, tmp_path: Path
) -> None:
    server = stack.enter_context(SmallServer())
    nodes = NodeCrowd(server, crowd, tmp_path)
    stack.callback(nodes.close)
    name = urlsplit(nodes.database).path[1:]
    for number, service in enumerate(nodes.services):
        service.config["database_wait"] = "120"
        service.environment["POSTRIDER_DATABASE_URL"] = f"{server.nodes_url(name)}&application_name=node{number}"
    watched = Watched(nodes, stack)
    restarted = nodes.services[CUT]
    node = nodes.leases.node_at(restarted.base_url)
    lost = nodes.leases.note_holder(node)
    lines = len(restarted.log().splitlines())

    since = time.monotonic()
    starting = threading.Thread(target=nodes.start_node, args=(CUT,))
    with OtherProgram(f"{server.folder}/.s.PGSQL.{server.port}", "nodes", name) as other:
        wait_until(lambda: other.refused, 10, "all connections to be taken")
        taken = other.count
        restarted.kill()
        killed = time.time()
        wait_until(lambda: other.count == taken + 6, 10, "the connections of the node to be taken")
        starting.start()
        wait_until(lambda: "Waiting for the database" in restarted.log(), 20, "the line that says so")
        wait_until(lambda: not {0, node} & nodes.leases.counts().keys(), 30, "its accounts to be elsewhere", every=0.2)
        moved = nodes.leases.seconds_until_moved(node, killed)
        watched.wait_stored(watched.arrived())
        back = time.monotonic()
    starting.join()
    started = time.monotonic() - back
    nodes.wait_shared()
    shared = time.monotonic() - back
    said = [line for line in restarted.log().splitlines()[lines:] if "Waiting for the database" in line]

    print(f"no connection left: {lost} accounts, moved within {max(moved):.1f} s; starts {started:.1f} s after the end, "
          f"has accounts {shared:.1f} s after it; {said}")  # fmt: skip
    for number in {0, 1, 2} - {CUT}:
        print(f"  node {number}: lists: {watched.reads[number].summary(since, back)}")
        print(f"  node {number}: drafts: {watched.drafts[number].summary(since, back)}")
    watched.check()
    assert len(said) == 1 and "remaining connection slots are reserved" in said[0]
    assert len(moved) == lost and max(moved) < scaled(MOVED_WITHIN)
    assert started < scaled(BACK_WITHIN)
    for number in {0, 1, 2} - {CUT}:
        assert {one.status for one in watched.reads[number].asked} == {200}
        assert {one.status for one in watched.drafts[number].asked} == {200}
        assert watched.listeners[number].connections == 1


# -- somebody edits the tables of nodes and leases

EDITS = (
    "UPDATE account_leases SET node_id = (SELECT max(id) FROM nodes), epoch = epoch + 1",
    "UPDATE nodes SET beat_at = beat_at - interval '1 hour'",
    "UPDATE account_leases SET node_id = (SELECT min(id) FROM nodes), epoch = epoch + 1",
    "UPDATE account_leases SET node_id = NULL, epoch = epoch - 1",
    "UPDATE nodes SET beat_at = beat_at + interval '1 hour'",
    "UPDATE account_leases l SET node_id = (SELECT min(id) FROM nodes n WHERE n.id <> l.node_id), epoch = epoch + 1",
)


def test_nodes_write_nothing_for_accounts_that_an_edit_gave_to_other_nodes(
    postgresql: Postgresql, crowd: ImapCrowd, stack: ExitStack, tmp_path: Path
) -> None:
    nodes = NodeCrowd(postgresql, crowd, tmp_path)
    stack.callback(nodes.close)
    watched = Watched(nodes, stack)
    crowd.set_rate(10)  # so that mails arrive before the nodes notice an edit
    for edit in EDITS:
        nodes.sql(edit)
        arrived = watched.arrived()
        wait_until(lambda: watched.arrived() > arrived + 10, 20, "mails to arrive")  # noqa: B023
        print(f"{edit}: all mails stored {watched.wait_stored(watched.arrived()):.1f} s later")
    nodes.wait_shared()
    watched.check()
    for number in range(3):
        assert {one.status for one in watched.reads[number].asked} == {200}
        assert {one.status for one in watched.drafts[number].asked} == {200}
    assert [one.connections for one in watched.listeners] == [1, 1, 1]
