# SPDX-License-Identifier: GPL-3.0-or-later
"""Three nodes on a PostgreSQL server whose disk is full: reading goes on, and all goes on when there is space."""

import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from databasefaults import REFUSED_WITHIN, Watched, crowd, stack, wait_for
from postrider_support import Answer, Client, Postgresql, wait_until
from postrider_support.imapcrowd import ImapCrowd
from postrider_support.nodecrowd import NodeCrowd
from postrider_support.smalldisk import SmallDisk
from postrider_support.waiting import scaled

FULL_FOR = 15  # seconds; longer than a node may be without a heartbeat
STORED_WITHIN = 15  # seconds after there is space: an account tries again after 10 s at most


@pytest.fixture
def disk(scratch: Path, stack: ExitStack) -> SmallDisk:
    if not SmallDisk.available():
        pytest.skip("only root makes a small file system")
    return stack.enter_context(SmallDisk(scratch / "full" / "data", "250m"))


@pytest.fixture
def server(disk: SmallDisk, scratch: Path, stack: ExitStack) -> Postgresql:
    """Its data are on the small disk, its log is not."""
    one = stack.enter_context(Postgresql(scratch / "full", durable=True))
    one.sql("ALTER SYSTEM SET max_wal_size = '48MB'")
    one.sql("ALTER SYSTEM SET min_wal_size = '32MB'")
    one.sql("SELECT pg_reload_conf()")
    return one


@pytest.fixture
def nodes(server: Postgresql, crowd: ImapCrowd, stack: ExitStack, tmp_path: Path) -> NodeCrowd:
    one = NodeCrowd(server, crowd, tmp_path)
    stack.callback(one.close)
    return one


def large_draft(client: Client, account: int) -> Answer:
    """A draft that needs new pages in the database."""
    body = "".join(f"{number:x}" for number in range(100_000))
    return client.post("/drafts", {"accountId": account, "to": [], "subject": "Large", "body": body})


def check_refused(disk: SmallDisk, client: Client, account: int) -> None:
    """The draft is not stored; the server may have given space back since the disk was filled."""
    disk.fill()
    answer = large_draft(client, account)
    assert (answer.status, answer.code) == (507, 50700)


def clients(nodes: NodeCrowd) -> list[Client]:
    return [Client(service.base_url, nodes.token, timeout=60) for service in nodes.services]


def has_no_back_off(client: Client) -> bool:
    """Whether each account is shown as active, without an error, at this node."""
    shown: list[dict[str, Any]] = client.get("/accounts").ok()
    return {(one["status"], one["errorCode"]) for one in shown} == {("active", None)}


def test_requests_read_and_writes_are_refused_while_the_disk_is_full(
    nodes: NodeCrowd, server: Postgresql, disk: SmallDisk, stack: ExitStack
) -> None:
    watched = Watched(nodes, stack)
    account = int(nodes.sql("SELECT min(id) FROM accounts")[0][0])
    server.sql("CHECKPOINT")
    server.sql("SELECT pg_switch_wal()")  # so that the log of transactions has room for a while
    nodes.sql("CREATE TABLE first_of_the_segment ()")

    since = time.monotonic()
    for client in clients(nodes):
        check_refused(disk, client, account)
        client.get("/mails", pageSize=1).ok()
    wait_until(lambda: any(not has_no_back_off(client) for client in clients(nodes)), 30, "an account without space")
    wait_for(FULL_FOR - (time.monotonic() - since))
    for client in clients(nodes):
        check_refused(disk, client, account)
    disk.free()
    back = time.monotonic()
    took = watched.wait_stored(watched.arrived())
    watched.wait_working()
    for client in clients(nodes):
        wait_until(lambda one=client: has_no_back_off(one), 20, "no account to have an error")  # type: ignore[misc]
        assert large_draft(client, account).status == 200

    print(f"disk full for {back - since:.1f} s: all mails stored {took:.1f} s after it")
    for number in range(3):
        print(f"  node {number}: lists: {watched.reads[number].summary(since, back)}")
        print(f"  node {number}: drafts: {watched.drafts[number].summary(since, back)}")
    nodes.sql("DELETE FROM drafts WHERE subject = 'Large'")
    watched.check()
    assert took < scaled(STORED_WITHIN)
    for number in range(3):
        assert {one.status for one in watched.reads[number].asked} == {200}
        assert {(one.status, one.code) for one in watched.drafts[number].asked} <= {(200, 0), (507, 50700)}
    assert [one.connections for one in watched.listeners] == [1, 1, 1]


def test_nodes_go_on_after_the_server_ended_for_lack_of_space(
    nodes: NodeCrowd, server: Postgresql, disk: SmallDisk, stack: ExitStack
) -> None:
    watched = Watched(nodes, stack)
    server.sql("ALTER SYSTEM SET wal_recycle = off")  # else the log may go on in its old segments
    server.sql("SELECT pg_reload_conf()")

    def has_ended() -> bool:
        """Writes to the log of transactions without changing a table, until that has no space."""
        disk.fill()
        try:
            server.sql("SELECT pg_logical_emit_message(false, 'test', repeat('x', 2000000))")
        except AssertionError:
            pass
        return "PANIC:  could not write to file" in server.log()

    since = time.monotonic()
    wait_until(has_ended, 60, "the server to end")
    down = time.monotonic()
    wait_until(
        lambda: all(any(one.status == 503 for one in reads.between(down)) for reads in watched.reads),
        20,
        "the nodes to miss it",
    )
    wait_for(FULL_FOR - (time.monotonic() - since))
    disk.free()
    server.crash()  # it may have started again by itself, which it cannot do without space
    server.start()
    back = time.monotonic()
    took = watched.wait_stored(watched.arrived())
    watched.wait_working()

    print(f"server ended after {down - since:.1f} s, and ran again after {back - since:.1f} s: all mails stored "
          f"{took:.1f} s after it")  # fmt: skip
    for number in range(3):
        print(f"  node {number}: lists: {watched.reads[number].summary(since, back)}")
        print(f"  node {number}: drafts: {watched.drafts[number].summary(since, back)}")
    watched.check()
    assert took < scaled(STORED_WITHIN)
    for number in range(3):
        assert {(one.status, one.code) for one in watched.reads[number].asked} == {(200, 0), (503, 50303)}
        answers = {(one.status, one.code) for one in watched.drafts[number].asked}
        assert answers <= {(200, 0), (503, 50303), (503, 50305), (507, 50700)}
        assert max(one.seconds for one in watched.reads[number].asked) < REFUSED_WITHIN
    assert [one.connections for one in watched.listeners] == [1, 1, 1]
