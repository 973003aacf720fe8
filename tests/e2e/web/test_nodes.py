# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of mailboxes names the service that synchronises each mailbox, if several use one database."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from conftest import need
from postrider_browser import Context, Page
from postrider_browser.keyboard import log_in
from postrider_browser.looks import SIZES, Album, Look
from postrider_browser.mailservice import MailService
from postrider_support import Dovecot, Postgresql, Service, wait_until
from postrider_support.nodegroup import NodeGroup

NODES = ".account-node"


@pytest.fixture
def nodes(dovecot: Dovecot, tmp_path: Path) -> Iterator[NodeGroup]:
    """Three services with two mailboxes each."""
    need(Postgresql.available(), "postgresql")
    with Postgresql() as server:
        group = NodeGroup.made(server, dovecot, tmp_path)
        yield group
        group.kill()


def labels(service: Service) -> list[str]:
    """What the page shows for each account that has a node, by id."""
    accounts: list[dict[str, Any]] = service.admin().get("/accounts").ok()
    named = [account["node"] for account in sorted(accounts, key=lambda one: one["id"]) if account["node"]]
    return [f"Synchronised by {node['name']}:{urlsplit(node['address']).port}" for node in named]


def shown(page: Page) -> list[str]:
    """What the page shows."""
    return [str(text) for text in page.evaluate(f"[...document.querySelectorAll('{NODES}')].map((e) => e.innerText)")]


def test_each_mailbox_names_its_node_and_another_one_after_it_moved(
    page: Page, nodes: NodeGroup, screens: Path
) -> None:
    service = nodes.services[0]
    log_in(page, f"{service.base_url}/accounts")
    page.locator(NODES).wait_count(6)
    before = labels(service)
    assert sorted(shown(page)) == sorted(before)
    assert len(set(before)) == 3
    Album(page, Look("wide"), screens).take("accounts-nodes")
    nodes.services[2].stop()
    nodes.wait_idle(2)
    page.reload()
    page.locator(NODES).wait_count(6)
    wait_until(lambda: sorted(shown(page)) == sorted(labels(service)), 10, "the new nodes")
    assert len(set(shown(page))) == 2


@pytest.mark.parametrize("language", ["de", "zh"])
def test_node_is_named_in_every_language_and_fits_on_a_phone(
    new_context: Callable[..., Context], nodes: NodeGroup, screens: Path, language: str
) -> None:
    service = nodes.services[0]
    page = new_context(viewport=SIZES["narrow"], has_touch=True, is_mobile=True).new_page()
    service.admin().put("/settings", {"language": language}).ok()
    page.goto(f"{service.base_url}/accounts")
    page.locator("input[autocomplete=username]").fill("admin")
    page.locator("input[type=password]").fill(service.environment["POSTRIDER_ADMIN_PASSWORD"])
    page.locator("button[type=submit]").click()
    page.locator(NODES).wait_count(6)
    words = {"de": "Wird abgeglichen von ", "zh": "由 "}[language]
    assert all(text.startswith(words) for text in shown(page))
    Album(page, Look("narrow", language=language), screens).take("accounts-nodes")


def test_service_alone_shows_no_node(page: Page, mail_service: MailService) -> None:
    log_in(page, f"{mail_service.url}/accounts")
    page.locator(".account-card").wait_count(1)
    assert shown(page) == []
