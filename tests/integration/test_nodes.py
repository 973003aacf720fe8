# SPDX-License-Identifier: GPL-3.0-or-later
"""Several services on one PostgreSQL: each account is synchronised by one of them, and all of them answer for it."""

import shutil
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from postrider_support import Client, Dovecot, Postgresql, Service, User, wait_until
from postrider_support.letters import all_mails, letter
from postrider_support.nodegroup import ACCOUNTS, CONFIG, NodeGroup, own_id, subjects
from postrider_support.waiting import scaled
from postrider_support.wrongclock import wrong_clock


@pytest.fixture
def nodes(postgresql: Postgresql, dovecot: Dovecot, tmp_path: Path) -> Iterator[NodeGroup]:
    """Three nodes with six accounts."""
    group = NodeGroup.made(postgresql, dovecot, tmp_path)
    yield group
    group.kill()


# -- sharing


def test_each_account_is_at_one_node_and_all_nodes_have_a_share(nodes: NodeGroup) -> None:
    assert sorted(Counter(nodes.holders().values()).values()) == [2, 2, 2]
    listed = nodes.client(1).get("/nodes").ok()["items"]
    assert [node["accounts"] for node in listed] == [2, 2, 2]
    assert [node["status"] for node in listed] == ["running"] * 3
    assert {node["address"] for node in listed} == {service.base_url for service in nodes.services}


def test_new_node_gets_a_share_of_the_accounts(nodes: NodeGroup) -> None:
    nodes.services[2].stop()
    nodes.wait_idle(2)
    assert sorted(Counter(nodes.holders().values()).values()) == [3, 3]
    nodes.services[2].start()
    nodes.wait_idle(3)


def test_every_node_shows_what_an_account_is_doing(nodes: NodeGroup) -> None:
    for index in range(3):
        client = nodes.client(index)
        wait_until(lambda c=client: {a["mode"] for a in c.get("/accounts").ok()} == {"idle"}, 10, "idle everywhere")


def test_events_of_an_account_reach_the_listeners_of_all_nodes(nodes: NodeGroup) -> None:
    account = nodes.accounts[0]
    other = (nodes.holder_of(account) + 1) % 3
    with nodes.services[other].events(nodes.client(other).token) as stream:
        stream.wait_for("connected")
        nodes.client(other).post(f"/accounts/{account}/sync").ok()
        event = stream.wait_for("mail.synced", lambda e: e.data["account_id"] == account)
        assert event.id is None


def test_users_who_are_no_administrators_do_not_see_the_nodes(nodes: NodeGroup) -> None:
    service = nodes.services[0]
    service.sql("UPDATE users SET role = 'user'")
    wait_until(lambda: service.admin().get("/nodes").status == 403, 10, "the role to count")
    service.admin().get("/nodes").failed(403, 40301)


# -- what is asked of another node


@pytest.fixture
def elsewhere(nodes: NodeGroup) -> tuple[Client, int, User]:
    """A client of a node that does not synchronise an account, that account and its mailbox."""
    account = nodes.accounts[0]
    return nodes.client((nodes.holder_of(account) + 1) % 3), account, nodes.users[0]


def test_changes_of_marks_are_stored_at_the_server_by_the_node_of_the_account(
    nodes: NodeGroup, elsewhere: tuple[Client, int, User]
) -> None:
    client, account, user = elsewhere
    client.put(f"/accounts/{account}", {"flagSync": "both"}).ok()
    nodes.dovecot.deliver(user, letter("To be read"))
    mail = wait_until(lambda: next(iter(all_mails(client)), None), 20, "the mail", every=0.1)
    changed = time.monotonic()
    client.put(f"/mails/{mail['id']}/read", {"isRead": True}).ok()
    with nodes.dovecot.mailbox(user) as box:
        wait_until(lambda: "\\Seen" in box.flags()[1], 20, "the mark at the server", every=0.1)
    assert time.monotonic() - changed < scaled(4)


def test_text_of_a_mail_is_fetched_by_the_node_of_the_account(
    nodes: NodeGroup, elsewhere: tuple[Client, int, User]
) -> None:
    client, _, user = elsewhere
    nodes.dovecot.deliver(user, letter("Wanted", text="The text of it."))
    mail = wait_until(lambda: next(iter(all_mails(client)), None), 20, "the mail", every=0.1)
    service = nodes.services[0]
    wait_until(lambda: service.sql("SELECT body_state FROM mails") == [("1",)], 10, "its text")
    service.sql("DELETE FROM bodies; UPDATE mails SET body_state = 0")
    asked = time.monotonic()
    assert "The text of it." in client.get(f"/mails/{mail['id']}").ok()["textBody"]
    assert time.monotonic() - asked < scaled(3)


def test_account_that_is_disabled_at_another_node_stops_and_starts_again(
    nodes: NodeGroup, elsewhere: tuple[Client, int, User]
) -> None:
    client, account, user = elsewhere
    client.put(f"/accounts/{account}/status", {"status": "disabled"}).ok()
    wait_until(lambda: len(nodes.dovecot.sessions()) == ACCOUNTS - 1, 5, "its connection to end")
    assert account not in nodes.holders()
    client.put(f"/accounts/{account}/status", {"status": "active"}).ok()
    nodes.wait_idle(3)
    nodes.dovecot.deliver(user, letter("Again"))
    wait_until(lambda: subjects(client) == {"Again": 1}, 20, "new mail", every=0.1)


def test_account_that_is_deleted_at_another_node_is_gone(nodes: NodeGroup, elsewhere: tuple[Client, int, User]) -> None:
    client, account, _ = elsewhere
    client.delete(f"/accounts/{account}").ok()
    wait_until(lambda: len(nodes.dovecot.sessions()) == ACCOUNTS - 1, 5, "its connection to end")
    wait_until(lambda: nodes.services[0].sql("SELECT 1 FROM accounts WHERE id = %d" % account) == [], 20, "its rows")
    assert account not in nodes.holders()


def test_new_password_is_used_at_once_by_the_node_of_the_account(
    nodes: NodeGroup, elsewhere: tuple[Client, int, User]
) -> None:
    client, account, user = elsewhere
    before = nodes.dovecot.logins(user.name)
    client.put(f"/accounts/{account}", {"name": "Renamed", "password": user.password}).ok()
    wait_until(lambda: nodes.dovecot.logins(user.name) > before, 10, "another login")
    nodes.wait_idle(3)


# -- what a node cannot know


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE account_leases SET node_id = NULL",
        "UPDATE account_leases SET epoch = epoch + 1",
        "UPDATE account_leases SET node_id = (SELECT min(id) FROM nodes), epoch = epoch + 1",
        "DELETE FROM account_leases",
        "DELETE FROM nodes",
    ],
)
def test_table_of_leases_that_was_edited_by_hand(nodes: NodeGroup, edit: str) -> None:
    nodes.services[0].sql(edit)
    nodes.wait_idle(3)
    nodes.deliver("Later")
    wait_until(lambda: subjects(nodes.client(0)) == {"Later": ACCOUNTS}, 20, "new mail", every=0.1)


def test_node_with_another_master_key_refuses_to_start(nodes: NodeGroup, tmp_path: Path) -> None:
    first = nodes.services[0]
    environment = first.environment | {"POSTRIDER_KEY": "11" * 32}
    other = Service(tmp_path / "other", config=CONFIG, environment=environment)
    assert other.run_to_end() == 1
    last = other.log().splitlines()[-1]
    assert "uses this database with another master key" in last and "POSTRIDER_KEY_FILE" in last
    assert any(service.base_url in last for service in nodes.services)
    nodes.wait_idle(3)


def test_services_in_one_data_folder_are_two_nodes(nodes: NodeGroup) -> None:
    first = nodes.services[0]
    other = Service(first.data_dir, config=CONFIG, environment=first.environment)
    other.start()
    nodes.services.append(other)
    assert own_id(other.admin()) != own_id(first.admin())
    nodes.wait_idle(3)
    nodes.services[1].kill()
    nodes.services[2].kill()
    nodes.wait_idle(2)
    assert set(nodes.holders().values()) == {own_id(other.admin()), own_id(first.admin())}


def test_service_with_a_copied_data_folder_does_not_take_the_place_of_the_first(
    nodes: NodeGroup, tmp_path: Path
) -> None:
    first = nodes.services[0]
    folder = tmp_path / "copy"
    folder.mkdir(mode=0o700)
    shutil.copy(first.data_dir / "node", folder / "node")
    other = Service(folder, config=CONFIG, environment=first.environment)
    other.start()
    nodes.services.append(other)
    wait_until(
        lambda: {node["address"] for node in first.admin().get("/nodes").ok()["items"]}
        == {service.base_url for service in nodes.services},
        10,
        "four nodes",
        every=0.1,
    )
    nodes.wait_idle(3)
    nodes.deliver("Later")
    wait_until(lambda: subjects(nodes.client(0)) == {"Later": ACCOUNTS}, 20, "new mail", every=0.1)


def test_clock_of_a_node_does_not_matter(nodes: NodeGroup, tmp_path: Path) -> None:
    first = nodes.services[0]
    wrong = Service(
        tmp_path / "wrong",
        config=CONFIG,
        environment=first.environment | wrong_clock("+1h") | {"TZ": "Pacific/Kiritimati"},
    )
    wrong.start()
    nodes.services.append(wrong)
    wait_until(lambda: len(first.admin().get("/nodes").ok()["items"]) == 4, 10, "the fourth node")
    items: list[dict[str, Any]] = wrong.admin().get("/nodes").ok()["items"]
    assert {node["status"] for node in items} == {"running"}
    nodes.wait_idle(3)
    nodes.services[1].kill()
    wait_until(lambda: own_id(wrong.admin()) in nodes.holders().values(), 20, "it to take accounts", every=0.1)
    nodes.wait_idle(3)
