# SPDX-License-Identifier: GPL-3.0-or-later
"""Without a mouse: everything can be done, and the focus is visible at each step and never lost."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from postrider_browser import Context, Page, Walker
from postrider_browser.keyboard import LISTEN, ROWS, log_in, remove_all, wait_live_text
from postrider_browser.mailservice import MailService
from postrider_support import Client
from postrider_support.letters import letter
from postrider_support.sending import QUICK
from postrider_support.service import ADMIN
from postrider_support.waiting import wait_until

CONFIG = QUICK | {"webhooks.allowed_networks": "127.0.0.1", "visibility": "owner"}
ENVIRONMENT = {"POSTRIDER_PUSH_ALLOWED_NETWORKS": "127.0.0.0/8, ::1"}
NARROW: dict[str, Any] = {"viewport": (390, 844)}


@pytest.fixture(autouse=True)
def nothing_left(client: Client) -> Iterator[None]:
    """Removes what a test made, so that the next test begins without it."""
    yield
    remove_all(client)


def total(mail_service: MailService, **query: Any) -> int:
    found: int = mail_service.client.get("/mails", accountId=mail_service.account["id"], **query).ok()["total"]
    return found


# -- logging in and out, moving through the views


def test_whoever_logs_in_stands_in_the_page_and_can_log_out(page: Page, mail_service: MailService) -> None:
    keys = log_in(page, mail_service.url)
    page.locator(ROWS).wait_count(8)
    assert keys.stands_somewhere().name != ""
    keys.walk_back_to("Log out", "button")
    keys.press("Enter")
    keys.stands_at("User name")


@pytest.mark.console_errors("401")
def test_wrong_password_is_said_and_the_keyboard_stays(page: Page, mail_service: MailService) -> None:
    page.goto(mail_service.url)
    page.evaluate(LISTEN)
    keys = Walker(page)
    keys.stands_at("User name")
    keys.type(ADMIN)
    keys.walk_to("Password")
    keys.type("wrong")
    keys.use("Log in", "button")
    wait_live_text(page, "User name or password is wrong.")
    keys.stands_at("Log in", "button")


def test_skip_link_is_the_first_stop_and_leads_into_the_view(page: Page, mail_service: MailService) -> None:
    log_in(page, f"{mail_service.url}/settings")
    page.get_by_role("heading", name="Settings").wait_for()
    page.reload()
    page.get_by_role("heading", name="Settings").wait_for()
    keys = Walker(page)
    keys.walk_to("Skip to content", "link", most=1)
    keys.press("Enter")
    keys.walk_to("Language", "combobox", most=1)
    assert page.url.endswith("/settings")


@pytest.mark.parametrize("options", [{}, NARROW], ids=["wide", "narrow"])
def test_every_view_shows_where_the_keyboard_is_at_each_stop(
    new_context: Callable[..., Context], mail_service: MailService, options: dict[str, Any]
) -> None:
    """Tabs from the skip link through the whole page, until the focus leaves it."""
    page = new_context(**options).new_page()
    keys = log_in(page, mail_service.url)
    mailbox = f"accounts/{mail_service.account['id']}"
    views = ["mails", "compose", "drafts", "outbox", "accounts", "accounts/new", mailbox]
    for view in [*views, "webhooks/new", "notifications", "statistics", "settings"]:
        page.goto(f"{mail_service.url}/{view}")
        page.locator("main h1").first.wait_for()
        page.locator("main :is(a[href], button, input, select)").first.wait_for()
        keys.walk_to("Skip to content", "link")
        for _ in range(100):
            keys.press("Tab")
            stop = keys.here()
            if stop.role == "body" or stop.name == "Skip to content":
                break
            assert not stop.faults, f"/{view}: {stop} {stop.faults}: {stop.text}"
        else:
            raise AssertionError(f"/{view} has no end")


def test_menu_of_a_narrow_window_takes_the_keyboard_and_gives_it_back(
    new_context: Callable[..., Context], mail_service: MailService
) -> None:
    page = new_context(**NARROW).new_page()
    keys = log_in(page, mail_service.url)
    page.locator(ROWS).wait_count(8)
    keys.walk_back_to("Menu", "button")
    keys.press("Enter")
    keys.stands_at("New mail", "link")
    keys.press("Escape")
    keys.stands_at("Menu", "button")
    page.get_by_role("link", name="New mail").wait_for("hidden")
    keys.press("Enter")
    keys.stands_at("New mail", "link")
    keys.use("Settings", "link")
    page.get_by_role("heading", name="Settings").wait_for()
    keys.stands_somewhere()
    keys.walk_to("Language", "combobox", most=2)


def test_mail_in_a_narrow_window_is_opened_and_left_to_its_row(
    new_context: Callable[..., Context], mail_service: MailService
) -> None:
    page = new_context(**NARROW).new_page()
    keys = log_in(page, mail_service.url)
    page.locator(ROWS).wait_count(8)
    keys.press("j", "j", "Enter")
    keys.stands_at("Party 🎉", "h1")
    keys.walk_back_to("Back to the list", "button")
    keys.press("Enter")
    keys.stands_at("Party 🎉", "link")


# -- the list


def test_rows_are_one_stop_and_arrows_walk_through_them(keys: Walker) -> None:
    keys.walk_to("Select: Lunch?", "checkbox")
    keys.walk_to("Lunch?", "link", most=1)
    keys.press("ArrowDown")
    keys.stands_at("Party 🎉", "link")
    keys.press("j")
    keys.stands_at("موعد الاجتماع", "link")
    keys.press("k", "k")
    keys.stands_at("Lunch?", "link")
    keys.walk_to("Star: Lunch?", "button", most=1)


def test_mail_is_opened_read_starred_and_left_to_its_row(keys: Walker, mail_service: MailService) -> None:
    keys.walk_to("Lunch?", "link")
    keys.press("Enter")
    keys.stands_at("Lunch?", "h1")
    wait_until(lambda: total(mail_service, isRead="true") == 1, 10, "the mail is read")
    keys.walk_back_to("Star", "button")
    keys.press("Enter")
    keys.stands_at("Remove star", "button")
    wait_until(lambda: total(mail_service, isStarred="true") == 1, 10, "the star")
    keys.use("Older mail", "button")
    keys.page.get_by_role("heading", name="Party 🎉").wait_for()
    keys.stands_at("Older mail", "button")
    keys.use("More", "button")
    keys.stands_at("Mark as unread and return", "menuitem")
    keys.press("Enter")
    keys.stands_at("Party 🎉", "link")
    wait_until(lambda: total(mail_service, isRead="true") == 1, 10, "one is read")


def test_links_in_a_mail_are_reached_and_left(keys: Walker) -> None:
    keys.walk_to("Lunch?", "link")
    for _ in range(6):
        keys.press("j")
    keys.stands_at("Offer of the week", "link")
    keys.press("Enter")
    keys.stands_at("Offer of the week", "h1")
    link = keys.page.frame_locator("iframe").locator("a")
    link.wait_for()
    keys.walk_to("Text of the mail", "frame")
    for _ in range(3):
        if link.is_focused():
            break
        keys.press("Tab")
    assert link.is_focused()
    # Longer than the time after which the page takes the focus back from a mail that was clicked.
    keys.page.evaluate("new Promise((resolve) => setTimeout(resolve, 600))")
    assert keys.here().role == "frame" and link.is_focused()
    keys.walk_back_to("Show details", "button")


def test_deleted_mail_gives_the_keyboard_to_its_neighbour_and_comes_back_by_a_key(
    keys: Walker, mail_service: MailService
) -> None:
    keys.walk_to("Lunch?", "link")
    keys.press("j", "Delete")
    wait_live_text(keys.page, "Deleted here.")
    keys.stands_at("موعد الاجتماع", "link")
    keys.page.locator(ROWS).wait_count(7)
    keys.press("z")
    keys.page.locator(ROWS).wait_count(8)
    assert keys.stands_somewhere().role == "link"
    assert total(mail_service) == 8
    keys.press("#")
    keys.page.locator(ROWS).wait_count(7)
    keys.stands_somewhere()
    keys.walk_back_to("Close", "button")
    keys.walk_back_to("Undo", "button", most=1)
    keys.press("Enter")
    keys.page.locator(ROWS).wait_count(8)
    assert keys.stands_somewhere().role == "link"


def test_offer_to_take_back_stays_while_the_keyboard_is_at_it(page: Page, mail_service: MailService) -> None:
    page.clock.install()
    keys = log_in(page, mail_service.url)
    page.locator(ROWS).wait_count(8)
    keys.press("j", "#")
    page.locator(ROWS).wait_count(7)
    keys.walk_back_to("Undo", "button")
    page.clock.run_for(30_000)
    keys.stands_at("Undo", "button")
    assert total(mail_service) == 8
    keys.walk_back_to("Log out", "button")
    page.clock.run_for(10_000)
    wait_until(lambda: total(mail_service) == 7, 10, "the mail is deleted")
    keys.stands_at("Log out", "button")


def test_last_mail_of_a_list_gives_the_keyboard_to_what_is_left(keys: Walker) -> None:
    keys.press("/")
    keys.type("contr")
    keys.page.locator(ROWS).wait_count(1)
    keys.walk_to("The contract", "link")
    keys.press("#")
    keys.page.locator(ROWS).wait_count(0)
    keys.stands_somewhere()
    keys.press("z")
    keys.page.locator(ROWS).wait_count(1)


def test_opened_mail_is_deleted_by_its_button_and_the_next_one_takes_the_keyboard(
    keys: Walker,
) -> None:
    keys.walk_to("Lunch?", "link")
    keys.press("Enter")
    keys.stands_at("Lunch?", "h1")
    keys.walk_back_to("Delete", "button")
    keys.press("Enter")
    keys.page.get_by_role("heading", name="Party 🎉").wait_for()
    keys.stands_at("Delete", "button")
    keys.press("z")
    keys.page.get_by_role("heading", name="Lunch?").wait_for()
    keys.stands_somewhere()


def test_several_mails_are_chosen_marked_and_deleted(keys: Walker, mail_service: MailService) -> None:
    keys.walk_to("Select: Lunch?", "checkbox")
    keys.press("Space")
    wait_live_text(keys.page, "1 selected")
    keys.press("j", "x", "j", "x")
    wait_live_text(keys.page, "3 selected")
    keys.walk_back_to("Mark as read", "button")
    keys.press("Enter")
    wait_until(lambda: total(mail_service, isRead="true") == 3, 10, "three are read")
    keys.stands_at("Mark as unread", "button")
    keys.use("Delete", "button")
    keys.page.locator(ROWS).wait_count(5)
    wait_live_text(keys.page, "3 mails deleted here.")
    keys.stands_somewhere()
    keys.press("z")
    keys.page.locator(ROWS).wait_count(8)
    keys.press("j", "x")
    keys.walk_back_to("Clear selection", "button")
    keys.press("Enter")
    keys.page.get_by_role("button", name="Clear selection").wait_gone()
    keys.stands_somewhere()


def test_search_is_begun_and_left(keys: Walker) -> None:
    keys.press("/")
    keys.stands_at("Search mail")
    keys.type("contr")
    keys.page.locator(ROWS).wait_count(1)
    keys.press("Enter", "j", "Enter")
    keys.page.get_by_role("heading", name="The contract").wait_for()
    keys.press("/")
    keys.stands_at("Search mail")
    keys.press("Escape")
    keys.page.locator(ROWS).wait_count(8)
    keys.stands_somewhere()
    keys.press("k")
    assert keys.stands_somewhere().role == "link"


def test_conversation_is_opened_with_each_of_its_mails(keys: Walker, mail_service: MailService) -> None:
    first = {"Message-ID": "<plan-1@example.com>"}
    mail_service.deliver(letter(subject="Plans", text="Shall we?", headers=first))
    keys.page.locator(ROWS).wait_count(9)
    wait_live_text(keys.page, "1 new mail")
    answer = {"In-Reply-To": "<plan-1@example.com>"}
    mail_service.deliver(letter(subject="Re: Plans", text="Yes.", headers=answer))
    keys.page.locator(".mail-thread").wait_text("2")
    keys.walk_to("Re: Plans", "link")
    keys.press("Enter")
    keys.page.locator(".conversation li").wait_count(1)
    keys.stands_at("Re: Plans", "h1")
    keys.walk_to("Shall we?", "link")
    keys.press("Enter")
    keys.page.wait_url(re.compile(r"/mails/\d+"))
    keys.page.get_by_role("heading", name="Plans", exact=True).wait_for()
    keys.stands_somewhere()


def test_dialogs_and_menus_take_the_keyboard_and_give_it_back(keys: Walker) -> None:
    page = keys.page
    keys.walk_to("Sort by", "button")
    keys.press("Enter")
    keys.stands_at("Date", "menuitemradio")
    keys.press("ArrowDown")
    keys.stands_at("Sender", "menuitemradio")
    keys.press("Escape")
    keys.stands_at("Sort by", "button")
    keys.press("Enter")
    keys.stands_at("Date", "menuitemradio")
    keys.press("ArrowDown", "ArrowDown", "Enter")
    page.wait_url(re.compile("sort=subject"))
    keys.stands_at("Sort by", "button")
    keys.walk_back_to("Mark all as read", "button")
    keys.press("Enter")
    dialog = page.get_by_role("dialog", name="Mark all as read").wait_for()
    for _ in range(8):
        keys.press("Tab")
        inside = "!!document.activeElement.closest('dialog') || document.activeElement === document.body"
        assert page.evaluate(inside), keys.here()
    keys.press("Escape")
    dialog.wait_gone()
    keys.stands_at("Mark all as read", "button")
    keys.walk_to("Select:", "checkbox")
    keys.press("?")
    page.get_by_role("dialog", name="Keyboard short cuts").wait_for()
    keys.press("Escape")
    keys.stands_at("Select:", "checkbox")
    keys.press("o")
    keys.walk_to("More", "button")
    keys.press("Enter")
    keys.stands_at("Mark as unread and return", "menuitem")
    keys.press("End", "Enter")
    page.get_by_role("dialog", name="Header fields").wait_for()
    keys.press("Escape")
    keys.stands_at("More", "button")
