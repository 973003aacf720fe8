# SPDX-License-Identifier: GPL-3.0-or-later
"""Three nodes on a PostgreSQL with a synchronous standby: it takes over, and nothing that was acknowledged is lost."""

import os
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from databasefaults import REFUSED_WITHIN, Watched, crowd, stack, wait_for
from postrider_support import wait_until
from postrider_support.cluster import Cluster
from postrider_support.imapcrowd import ImapCrowd
from postrider_support.nodecrowd import NodeCrowd
from postrider_support.waiting import scaled

PROMOTED_AFTER = 3  # seconds, as by a program that watches the servers
# Seconds from the promotion to the first request that succeeds: libpq tries the first address for 5 s, and connections
# that were begun before the promotion find no server that accepts changes.
BACK_WITHIN = {"kill": 5, "freeze": 15}
STORED_WITHIN = 20  # seconds after the promotion
ROUNDS = 20 if os.environ.get("POSTRIDER_LONG") else 1  # of each kind


@pytest.mark.parametrize("round_", range(ROUNDS))
@pytest.mark.parametrize("how", BACK_WITHIN)
def test_nodes_go_on_at_the_standby_and_lose_nothing(
    how: str, round_: int, crowd: ImapCrowd, stack: ExitStack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGCONNECT_TIMEOUT", "2")  # of psql; the nodes have a setting of their own
    cluster = stack.enter_context(Cluster())
    nodes = NodeCrowd(cluster, crowd, tmp_path)
    stack.callback(nodes.close)
    watched = Watched(nodes, stack)
    addresses = {service.base_url: nodes.leases.node_at(service.base_url) for service in nodes.services}

    since = time.monotonic()
    getattr(cluster.primary, how)()
    wait_for(PROMOTED_AFTER)
    cluster.standby.promote()
    back = time.monotonic()
    wait_until(
        lambda: all(any(one.status == 200 for one in reads.between(back)) for reads in watched.reads), 20, "the lists"
    )
    watched.wait_stored(watched.arrived())
    took = time.monotonic() - back
    cluster.primary.kill()  # so that psql need not wait for it
    watched.wait_working()
    nodes.wait_shared()

    print(f"{how} of the primary, no server for {back - since:.1f} s: all mails stored {took:.1f} s after it")
    for number in range(3):
        print(f"  node {number}: lists: {watched.reads[number].summary(since, back)}")
        print(f"  node {number}: drafts: {watched.drafts[number].summary(since, back)}")
    watched.check()
    assert took < scaled(STORED_WITHIN)
    for number in range(3):
        asked = watched.reads[number].asked
        assert {(one.status, one.code) for one in asked} == {(200, 0), (503, 50303)}
        assert max(one.seconds for one in asked) < REFUSED_WITHIN
        first = next(one for one in asked if one.began >= back and one.status == 200)
        assert first.began + first.seconds - back < scaled(BACK_WITHIN[how])
        assert {(one.status, one.code) for one in watched.drafts[number].asked} <= {
            (200, 0),
            (503, 50303),
            (503, 50305),
        }
    assert {service.base_url: nodes.leases.node_at(service.base_url) for service in nodes.services} == addresses
    assert [one.connections for one in watched.listeners] == [1, 1, 1]
