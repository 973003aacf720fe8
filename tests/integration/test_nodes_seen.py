# SPDX-License-Identifier: GPL-3.0-or-later
"""What people and load balancers see of the nodes of one database: readiness, metrics, the node of an account."""

import os
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import need
from postrider_support import Client, Dovecot, OpenApi, Postgresql, Service, wait_until
from postrider_support.exposition import Page
from postrider_support.haproxy import Haproxy
from postrider_support.nodegroup import ACCOUNTS, CONFIG, NodeGroup, own_id, subjects
from postrider_support.pgswitch import PgSwitch
from postrider_support.service import ADMIN, ADMIN_PASSWORD
from postrider_support.waiting import scaled

DRAIN = 8  # seconds


@pytest.fixture(scope="module")
def server() -> Iterator[Postgresql]:
    """A database server that can be reached over TCP."""
    need(Postgresql.available(), "postgresql")
    with Postgresql(tcp=True) as one:
        yield one


@pytest.fixture
def shared(server: Postgresql) -> str:
    """The name of a new database."""
    return server.new_database()


@pytest.fixture
def switch(server: Postgresql) -> Iterator[PgSwitch]:
    """Between the second node and the database."""
    with PgSwitch(server.port) as one:
        yield one


@pytest.fixture
def nodes(server: Postgresql, shared: str, switch: PgSwitch, dovecot: Dovecot, tmp_path: Path) -> Iterator[NodeGroup]:
    """Two nodes with three accounts each."""
    direct = server.tcp_url(shared)
    key = {"POSTRIDER_KEY": "7d" * 32}
    services = [
        Service(
            tmp_path / f"node{number}",
            config=CONFIG | {"drain_time": str(DRAIN)},
            environment=key | {"POSTRIDER_DATABASE_URL": url},
            extra_ca=dovecot.ca_file,
        )
        for number, url in enumerate((direct, switch.url(direct, server.port)))
    ]
    group = NodeGroup.started(services, dovecot)
    wait_until(lambda: sorted(Counter(group.holders().values()).values()) == [3, 3], 20, "three accounts each")
    group.wait_idle(2)
    yield group
    group.kill()


@pytest.fixture
def openapi(nodes: NodeGroup) -> OpenApi:
    return OpenApi(nodes.services[0].client().get("/openapi.json").json)


# -- readiness


def failing(service: Service, openapi: OpenApi | None = None) -> list[str]:
    """The checks of /health/ready that fail; it answers within a second in any case."""
    began = time.monotonic()
    answer = service.client(openapi).get("/health/ready")
    assert time.monotonic() - began < scaled(1)
    return [] if answer.status == 200 else [detail["field"] for detail in answer.failed(503, 50301)["details"]]


def test_node_that_is_cut_off_from_the_database_is_not_ready_until_it_is_back(
    nodes: NodeGroup, switch: PgSwitch, openapi: OpenApi
) -> None:
    first, second = nodes.services
    assert (failing(first), failing(second)) == ([], [])
    switch.refuse()
    switch.cut()
    wait_until(lambda: "database_connection" in failing(second, openapi), 10, "the connection to be missed")
    wait_until(lambda: "node_heartbeat" in failing(second, openapi), 20, "the heartbeat to be missed")
    assert failing(first, openapi) == []
    switch.refuse(False)
    wait_until(lambda: failing(second, openapi) == [], 20, "the second node to be ready")
    nodes.wait_idle(2)


def test_node_whose_row_is_locked_is_not_ready_although_the_database_answers(
    nodes: NodeGroup, server: Postgresql, shared: str, openapi: OpenApi
) -> None:
    first, second = nodes.services
    row = f"SELECT id FROM nodes WHERE id = {own_id(nodes.client(1))} FOR UPDATE"
    with server.holding(f"CREATE TEMP TABLE held AS {row}", shared):
        wait_until(lambda: failing(second, openapi) == ["node_heartbeat"], 20, "the heartbeat to be missed")
        assert failing(first) == []
    wait_until(lambda: failing(second, openapi) == [], 20, "the second node to be ready")


# -- draining


def end(service: Service) -> float:
    """Sends SIGTERM; returns the time."""
    os.kill(service.pid, signal.SIGTERM)
    return time.monotonic()


def holds_nothing(nodes: NodeGroup, node: int) -> bool:
    holders = nodes.holders()
    return len(holders) == ACCOUNTS and node not in holders.values()


def test_node_that_drains_is_not_ready_but_answers_while_its_accounts_are_at_the_other_one(
    nodes: NodeGroup, openapi: OpenApi
) -> None:
    leaving = nodes.services[1]
    client = leaving.admin(openapi)
    node = own_id(client)
    moved = next(account for account, holder in nodes.holders().items() if holder == node)
    with leaving.events(client.token) as stream:
        stream.wait_for("connected")
        ended = end(leaving)
        wait_until(lambda: holds_nothing(nodes, node), 5, "the accounts to be at the other node", every=0.02)
        assert time.monotonic() - ended < scaled(1)
        assert failing(leaving, openapi) == ["stopping"]
        assert {one["id"]: one["status"] for one in client.get("/nodes").ok()["items"]}[node] == "stopping"
        client.post(f"/accounts/{moved}/sync").ok()
        nodes.deliver("While it drains")
        wait_until(lambda: subjects(client) == {"While it drains": ACCOUNTS}, 20, "new mail", every=0.1)
        received = stream.wait_for("mail.received", lambda event: event.data["account_id"] == moved)
        assert [mail["subject"] for mail in received.data["mails"]] == ["While it drains"]
        wait_until(
            lambda: {account["mode"] for account in client.get("/accounts").ok()} == {"idle"}, 10, "the new states"
        )
        assert time.monotonic() - ended < DRAIN, "the machine is too slow for this test"
    wait_until(lambda: not leaving.running, DRAIN + 6, "the end of the node")
    assert time.monotonic() - ended >= DRAIN
    leaving.stop()  # checks the exit status
    nodes.wait_idle(1)
    assert [one["id"] for one in nodes.client(0).get("/nodes").ok()["items"]] == [own_id(nodes.client(0))]


def test_no_request_fails_behind_a_load_balancer_while_a_node_is_stopped(nodes: NodeGroup, tmp_path: Path) -> None:
    need(Haproxy.available(), "haproxy")
    first, second = nodes.services
    staying, leaving = (own_id(service.admin()) for service in nodes.services)
    with Haproxy(tmp_path / "haproxy", first.base_url, others=(second.base_url,)) as proxy:
        client = Client(proxy.base_url).login(ADMIN, ADMIN_PASSWORD)
        assert {own_id(client) for _ in range(4)} == {staying, leaving}
        ended = end(second)
        answering = {}  # by node: when it answered last
        while second.running:
            answering[own_id(client)] = time.monotonic()
        assert time.monotonic() - ended >= DRAIN
        assert answering[leaving] - ended < DRAIN, "HAProxy still used it when it ended"
        assert {own_id(client) for _ in range(4)} == {staying}


def test_second_signal_ends_a_node_that_drains_at_once(nodes: NodeGroup) -> None:
    leaving = nodes.services[1]
    ended = end(leaving)
    wait_until(lambda: failing(leaving) == ["stopping"], 5, "it to drain", every=0.02)

    def is_gone() -> bool:
        if leaving.running:
            os.kill(leaving.pid, signal.SIGTERM)  # ignored for a second after the first one
        return not leaving.running

    wait_until(is_gone, 5, "its end")
    assert time.monotonic() - ended < DRAIN


def test_service_alone_drains_too(fresh_service: Callable[..., Service]) -> None:
    service = fresh_service({"drain_time": "3"})
    client = service.admin()
    ended = end(service)
    wait_until(lambda: failing(service) == ["stopping"], 5, "it to drain", every=0.02)
    client.get("/mails").ok()
    wait_until(lambda: not service.running, 10, "its end", every=0.05)
    assert time.monotonic() - ended >= 3


def test_systemd_is_asked_to_wait_for_the_drain_time(fresh_service: Callable[..., Service], tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(scaled(5))
        service = fresh_service({"drain_time": "1"}, {"NOTIFY_SOCKET": str(tmp_path / "notify")})
        assert manager.recv(100) == b"READY=1"
        end(service)
        assert manager.recv(100) == b"STOPPING=1"
        assert manager.recv(100) == b"EXTEND_TIMEOUT_USEC=21000000"


# -- metrics


def metrics(service: Service) -> Page:
    answer = service.client().get("/metrics")
    assert answer.status == 200, answer.body
    page = Page(answer.body.decode())
    assert page.problems() == []
    return page


def figure(service: Service, name: str) -> float:
    return metrics(service).value(f"postrider_node_{name}")


def test_metrics_of_the_nodes_add_up_to_all_accounts(nodes: NodeGroup) -> None:
    wait_until(lambda: [figure(one, "leases") for one in nodes.services] == [3, 3], 5, "three accounts each")
    for service in nodes.services:
        page = metrics(service)
        assert page.value("postrider_node_accounts") == ACCOUNTS
        assert 3 <= page.value("postrider_node_share") <= 3 * 16
        assert 3 <= page.value("postrider_node_weight") <= 3 * 16
        assert page.value("postrider_node_known_nodes") == page.value("postrider_node_alive_nodes") == 2
        assert page.value("postrider_node_heartbeat_age_seconds") < scaled(6)
        assert page.value("postrider_node_look_duration_seconds_count") > 0
        taken = page.value("postrider_node_leases_taken_total")
        assert taken - page.value("postrider_node_leases_given_back_total") == 3


def test_metrics_show_that_accounts_move(nodes: NodeGroup) -> None:
    first, second = nodes.services
    taken = figure(first, "leases_taken_total")
    given = figure(second, "leases_given_back_total")
    end(second)
    wait_until(lambda: figure(first, "leases") == ACCOUNTS, 5, "all accounts at the first node")
    assert figure(first, "leases_taken_total") == taken + 3
    assert figure(second, "leases_given_back_total") == given + 3
    wait_until(lambda: (figure(second, "leases"), figure(second, "share")) == (0, 0), 5, "none at the second")
    wait_until(lambda: figure(first, "alive_nodes") == 1, 5, "the second node to be left out")


def test_metrics_count_requests_for_other_nodes(nodes: NodeGroup) -> None:
    account = nodes.accounts[0]
    holder = nodes.services[nodes.holder_of(account)]
    other = nodes.services[1 - nodes.holder_of(account)]
    other.admin().post(f"/accounts/{account}/sync").ok()
    wait_until(lambda: figure(holder, "requests_served_total") == 1, 5, "the request to be served")
    assert figure(other, "requests_sent_total") == 1
    assert (figure(holder, "requests_sent_total"), figure(other, "requests_served_total")) == (0, 0)


def test_service_with_its_own_database_has_no_metrics_of_a_node(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        page = metrics(service)
    assert [name for name in page.families if "node" in name] == []
    assert {"check": "node_heartbeat"} not in page.labels("postrider_health_problem")


# -- the node of an account


def shown(client: Client) -> dict[int, dict[str, Any]]:
    """The node of each account that has one."""
    return {one["id"]: one["node"] for one in client.get("/accounts").ok() if one["node"] is not None}


def test_account_names_its_node_also_after_it_moved(nodes: NodeGroup, openapi: OpenApi) -> None:
    client = nodes.services[0].admin(openapi)
    listed = {one["id"]: one for one in client.get("/nodes").ok()["items"]}
    named = shown(client)
    assert {account: node["id"] for account, node in named.items()} == nodes.holders()
    assert Counter(node["id"] for node in named.values()) == dict.fromkeys(listed, 3)
    for account, node in named.items():
        assert node == {key: listed[node["id"]][key] for key in ("id", "name", "address")}
        assert client.get(f"/accounts/{account}").ok()["node"] == node
        assert client.put(f"/accounts/{account}", {"notify": True}).ok()["node"] == node
    end(nodes.services[1])
    left = own_id(client)
    wait_until(
        lambda: [node["id"] for node in shown(client).values()] == [left] * ACCOUNTS, 5, "the accounts at the first"
    )


def test_disabled_account_has_no_node(nodes: NodeGroup, openapi: OpenApi) -> None:
    client = nodes.services[0].admin(openapi)
    account = nodes.accounts[0]
    client.put(f"/accounts/{account}/status", {"status": "disabled"}).ok()
    wait_until(lambda: client.get(f"/accounts/{account}").ok()["node"] is None, 5, "it to have none")
    assert len(shown(client)) == ACCOUNTS - 1


def test_users_who_are_no_administrators_see_no_node(nodes: NodeGroup, openapi: OpenApi) -> None:
    service = nodes.services[0]
    service.sql("UPDATE users SET role = 'user'")
    wait_until(lambda: service.admin().get("/nodes").status == 403, 10, "the role to count")
    client = service.admin(openapi)
    account = nodes.accounts[0]
    assert len(client.get("/accounts").ok()) == ACCOUNTS
    assert shown(client) == {}
    assert client.get(f"/accounts/{account}").ok()["node"] is None
    assert client.put(f"/accounts/{account}", {"notify": True}).ok()["node"] is None
