# SPDX-License-Identifier: GPL-3.0-or-later
"""The statistics page counts mails, in charts and in tables, and is accessible."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from postrider_browser import Context, Page, accessibility
from postrider_support import Client, Dovecot, Service, User
from postrider_support.letters import letter, synced_account
from postrider_support.service import ADMIN_PASSWORD

DAY = 24 * 3600
SENDERS = (("Shop", "shop@example.com"), ("王小明", "wang@example.com"), ("", "noreply@example.com"))


@pytest.fixture
def counted(client: Client, dovecot: Dovecot, mail_user: User) -> Iterator[dict[str, Any]]:
    """An account with 45 received mails of the last 45 days, most of them from Shop, and 3 sent ones."""
    now = time.time()
    for number in range(45):
        sender = SENDERS[0 if number < 25 else 1 if number < 40 else 2]
        dovecot.deliver(mail_user, letter(sender=sender, subject=f"Mail {number}"), now - number * DAY)
    with dovecot.mailbox(mail_user) as mailbox:
        for number in range(3):
            mailbox.append(letter(subject="Mine"), "Sent", received_at=now - number * DAY)
    body = dovecot.account(mail_user, name="Nina", email="nina@example.com", folders=["INBOX", "Sent"])
    account: dict[str, Any] = synced_account(client, body)
    yield account
    client.delete(f"/accounts/{account['id']}").ok()


def opened(page: Page, service: Service, names: tuple[str, str, str] = ("User name", "Password", "Log in")) -> Page:
    """Opens the statistics and logs in."""
    page.goto(f"{service.base_url}/statistics")
    page.get_by_label(names[0]).fill("admin")
    page.get_by_label(names[1], exact=True).fill(ADMIN_PASSWORD)
    page.get_by_role("button", name=names[2]).click()
    page.get_by_role("img").wait_for()
    return page


def test_the_page_counts_what_was_received_and_sent(page: Page, service: Service, counted: dict[str, Any]) -> None:
    opened(page, service)
    page.get_by_text("45 received, 3 sent").wait_for()
    page.get_by_role("img", name="Received and sent mails from").wait_for()
    page.get_by_label("Period").select_option("30")
    page.get_by_text("30 received, 3 sent").wait_for()
    page.get_by_role("button", name="Show as table").click()
    table = page.get_by_role("table").first
    table.get_by_role("row").wait_count(31)
    assert table.get_by_role("row").nth(1).get_by_role("cell").all_text_contents() == ["1", "1"]


def test_the_senders_of_the_most_mails_lead_to_them(page: Page, service: Service, counted: dict[str, Any]) -> None:
    opened(page, service)
    first = page.get_by_role("link", name="Shop")
    first.wait_text("25 · 25 unread")
    first.click()
    assert page.evaluate("new URLSearchParams(location.search).get('q')") == "from:shop@example.com"


def test_new_mail_counts_at_once(
    page: Page, service: Service, counted: dict[str, Any], dovecot: Dovecot, mail_user: User
) -> None:
    opened(page, service)
    page.get_by_text("45 received, 3 sent").wait_for()
    dovecot.deliver(mail_user, letter(subject="One more"))
    page.get_by_text("46 received, 3 sent").wait_for()


LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "mobile": {"viewport": (390, 844), "has_touch": True, "is_mobile": True},
}


@pytest.mark.parametrize("look", LOOKS)
def test_the_statistics_can_be_read_by_everybody(
    new_context: Callable[..., Context],
    service: Service,
    counted: dict[str, Any],
    screens: Path,
    look: str,
) -> None:
    page = new_context(**LOOKS[look], locale="de-DE").new_page()
    opened(page, service, ("Benutzername", "Passwort", "Anmelden"))
    page.get_by_text("45 empfangen, 3 gesendet").wait_for()
    assert accessibility(page) == []
    boxes = "[...document.querySelectorAll('.page, .page *')]"
    assert (
        page.evaluate(
            f"{boxes}.filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'auto').length"
        )
        == 0
    )
    page.screenshot(screens / f"statistics-{look}.png")
    page.get_by_role("button", name="Als Tabelle zeigen").click()
    page.get_by_role("columnheader", name="Tag").wait_for()
    assert accessibility(page) == []
    page.screenshot(screens / f"statistics-{look}-table.png")
