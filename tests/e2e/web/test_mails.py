# SPDX-License-Identifier: GPL-3.0-or-later
"""Logging in, and reading, finding, starring and deleting mail."""

from collections.abc import Callable
from typing import Any

import pytest
from postrider_browser import Context, Page, accessibility
from postrider_browser.mailservice import MailService
from postrider_support.letters import letter
from postrider_support.service import ADMIN, ADMIN_PASSWORD
from postrider_support.waiting import wait_until

ROWS = ".mail-row:not(.skeleton)"


def rows(page: Page) -> Any:
    return page.locator(ROWS)


def total(mail_service: MailService, **query: Any) -> int:
    """How many mails the service lists."""
    found: int = mail_service.client.get("/mails", accountId=mail_service.account["id"], **query).ok()["total"]
    return found


def subjects(page: Page) -> list[str]:
    return page.evaluate(f"[...document.querySelectorAll('{ROWS} .mail-subject')].map((e) => e.textContent)")


def framed(page: Page, selector: str) -> str:
    """Text in the frame of a mail. The look-up waits, or it might find the frame's previous document."""
    return page.frame_locator("iframe").locator(selector).first.text_content(timeout=20)


def open_mail(page: Page, subject: str) -> None:
    page.locator(f"{ROWS} .mail-link").filter(has_text=subject).click()
    page.get_by_role("heading", name=subject).wait_for()


def log_in(page: Page) -> None:
    page.get_by_label("User name").fill(ADMIN)
    page.get_by_label("Password").fill(ADMIN_PASSWORD)
    page.get_by_role("button", name="Log in").click()


@pytest.fixture
def inbox(page: Page, mail_service: MailService) -> Page:
    """A page that is logged in, with eight mails in the list."""
    mail_service.log_in(page)
    rows(page).wait_count(8)
    return page


# -- logging in


@pytest.mark.console_errors("401")
def test_wrong_password_is_said_and_the_right_one_opens_the_mail(page: Page, mail_service: MailService) -> None:
    page.goto(f"{mail_service.url}/mails")
    page.get_by_label("User name").fill(ADMIN)
    page.get_by_label("Password").fill("wrong")
    page.keyboard.press("Enter")
    page.get_by_role("alert").wait_text("User name or password is wrong.")
    mail_service.log_in(page)
    rows(page).wait_count(8)


# A request that is under way in a tab during the log-out is refused.
@pytest.mark.console_errors("401")
def test_session_lasts_over_a_reload_and_ends_with_the_log_out_in_all_tabs(
    new_context: Callable[..., Context], mail_service: MailService
) -> None:
    context = new_context()
    page = context.new_page()
    page.goto(mail_service.url)
    page.get_by_label("Stay logged in on this device").check()
    log_in(page)
    rows(page).wait_count(8)
    other = context.new_page()
    other.goto(f"{mail_service.url}/mails")
    rows(other).wait_count(8)
    page.reload()
    rows(page).wait_count(8)
    page.get_by_role("button", name="Log out").click()
    page.get_by_label("Password").wait_for()
    other.get_by_label("Password").wait_for()
    assert page.evaluate("JSON.stringify([localStorage, sessionStorage])").count("eyJ") == 0


@pytest.mark.console_errors("401")
def test_token_that_is_refused_asks_for_the_password_once(inbox: Page, mail_service: MailService) -> None:
    mail_service.client.post("/auth/logout-all").ok()  # ends the page's event stream, so it connects again
    inbox.get_by_text("Your session has ended. Log in again.").wait_for()
    mail_service.client.login(ADMIN, ADMIN_PASSWORD)


# -- the list


def test_newest_mail_comes_first_and_unread_ones_are_marked(inbox: Page) -> None:
    assert subjects(inbox)[0] == "Lunch?" and subjects(inbox)[-1] == "Minutes of the meeting"
    assert inbox.locator(".mail-row.unread").count() == 8
    inbox.get_by_role("link", name="Unread 8").wait_for()


def test_address_names_what_is_shown_and_the_back_button_goes_there(inbox: Page) -> None:
    inbox.get_by_role("button", name="Unread").click()
    inbox.wait_url("**/mails?filter=unread")
    open_mail(inbox, "Lunch?")
    inbox.go_back()
    inbox.wait_url("**/mails?filter=unread")
    inbox.go_back()
    inbox.wait_url("**/mails")


def test_opened_mail_stays_under_the_unread_filter(inbox: Page, mail_service: MailService) -> None:
    inbox.get_by_role("button", name="Unread").click()
    rows(inbox).wait_count(8)
    open_mail(inbox, "Party")
    wait_until(lambda: total(mail_service, isRead="true") == 1, 10, "the mail is read")
    inbox.locator(".mail-row.unread").wait_count(7)
    rows(inbox).wait_count(8)
    mail_service.deliver(letter(subject="A new one", text="Hello"))
    rows(inbox).wait_count(9)
    assert subjects(inbox)[:3] == ["A new one", "Lunch?", "Party 🎉"]
    inbox.get_by_role("button", name="All", exact=True).click()
    inbox.get_by_role("button", name="Unread").click()
    rows(inbox).wait_count(8)


def test_star_is_shown_at_once_and_kept(inbox: Page, mail_service: MailService) -> None:
    inbox.get_by_role("button", name="Star: Lunch?").click()
    inbox.get_by_role("button", name="Remove star: Lunch?").wait_for()
    wait_until(lambda: total(mail_service, isStarred="true") == 1, 10, "the star")
    inbox.get_by_role("button", name="Starred").click()
    rows(inbox).wait_count(1)


@pytest.mark.console_errors("Failed to load resource")
def test_star_that_the_service_does_not_take_goes_back_and_is_said(inbox: Page) -> None:
    with inbox.faults.abort("**/batch-star"):
        inbox.get_by_role("button", name="Star: Lunch?").click()
        inbox.get_by_role("alert").wait_text("does not answer")
    inbox.get_by_role("button", name="Star: Lunch?").wait_for()


def test_several_mails_are_marked_and_deleted_together(inbox: Page, mail_service: MailService) -> None:
    for subject in ("Lunch?", "Party", "The contract"):
        inbox.get_by_role("checkbox", name=f"Select: {subject}").check(force=True)
    inbox.get_by_role("status").filter(has_text="3 selected").wait_for()
    inbox.get_by_role("button", name="Mark as read").click()
    wait_until(lambda: total(mail_service, isRead="true") == 3, 10, "three are read")
    inbox.get_by_role("button", name="Delete").click()
    rows(inbox).wait_count(5)
    inbox.get_by_role("button", name="Undo").click()
    rows(inbox).wait_count(8)
    assert total(mail_service) == 8


# -- deleting


def test_deleted_mail_can_be_taken_back(inbox: Page, mail_service: MailService) -> None:
    open_mail(inbox, "Lunch?")
    inbox.get_by_role("toolbar").get_by_role("button", name="Delete").click()
    rows(inbox).wait_count(7)
    inbox.get_by_role("button", name="Undo").click()
    rows(inbox).wait_count(8)
    inbox.get_by_role("heading", name="Lunch?").wait_for()
    assert total(mail_service) == 8


def test_deleted_mail_is_gone_after_the_time_to_take_it_back(inbox: Page, mail_service: MailService) -> None:
    inbox.locator(ROWS).first.hover()
    inbox.keyboard.press("j")
    inbox.keyboard.press("#")
    rows(inbox).wait_count(7)
    wait_until(lambda: total(mail_service) == 7, 15, "the mail is deleted")
    inbox.reload()
    rows(inbox).wait_count(7)


def test_deletion_is_carried_out_when_the_page_is_left(inbox: Page, mail_service: MailService) -> None:
    inbox.keyboard.press("j")
    inbox.keyboard.press("#")
    rows(inbox).wait_count(7)
    inbox.goto("about:blank")
    wait_until(lambda: total(mail_service) == 7, 5, "the mail is deleted")


def test_deletion_is_carried_out_before_a_log_out(inbox: Page, mail_service: MailService) -> None:
    inbox.keyboard.press("j")
    inbox.keyboard.press("#")
    rows(inbox).wait_count(7)
    inbox.get_by_role("button", name="Log out").click()
    inbox.get_by_label("Password").wait_for()
    assert total(mail_service) == 7
    assert inbox.get_by_role("button", name="Undo").count() == 0


# -- searching


def test_results_come_while_typing(inbox: Page) -> None:
    inbox.keyboard.press("/")
    inbox.keyboard.type("contr")
    rows(inbox).wait_count(1)
    assert subjects(inbox) == ["The contract"]
    inbox.wait_url("**/search?q=contr")
    inbox.keyboard.press("Escape")
    rows(inbox).wait_count(8)


def test_search_understands_operators_and_scripts(inbox: Page) -> None:
    field = inbox.get_by_role("searchbox", name="Search mail")
    for asked, found in [("会议", 1), ("from:zoe", 1), ("has:attachment", 1), ("🎉", 1), ("🦊", 0), ("joerg", 1)]:
        field.fill(asked)
        inbox.locator(".list-title h1").wait_text(asked)
        rows(inbox).wait_count(found)


def test_results_show_the_part_of_the_text_with_the_words(inbox: Page) -> None:
    field = inbox.get_by_role("searchbox", name="Search mail")
    for asked, marked, part in [
        ("subject:contr", ["contract"], "The contract"),
        ("zoe", ["Zoë"], "Party 🎉"),
        ("upload OR noon", ["noon"], "Are you free at noon?"),
        ("filename:contract", ["contract"], "Attachments: contract.txt"),
    ]:
        field.fill(asked)
        inbox.locator(".list-title h1").wait_text(asked)
        inbox.locator(f"{ROWS} mark").wait_count(len(marked))
        row = inbox.locator(ROWS).filter(has_text=part)
        assert row.locator("mark").all_text_contents() == marked


def test_nothing_found_is_said_with_a_way_out(inbox: Page) -> None:
    inbox.get_by_role("searchbox", name="Search mail").fill("qqqqqq")
    inbox.get_by_text("Nothing found. Try fewer or shorter words.").wait_for()
    inbox.get_by_role("button", name="Show all mail").click()
    rows(inbox).wait_count(8)


# -- reading


def test_mail_is_read_in_a_frame_of_its_own(inbox: Page, mail_service: MailService) -> None:
    open_mail(inbox, "Offer of the week")
    assert framed(inbox, "h1") == "Offer"
    link = inbox.frame_locator("iframe").locator("a")
    assert link.get_attribute("target") == "_blank" and "noopener" in link.get_attribute("rel")
    wait_until(lambda: total(mail_service, isRead="true") == 1, 10, "the mail is read")
    assert inbox.locator("iframe").get_attribute("sandbox") == "allow-popups allow-popups-to-escape-sandbox"


def test_attachment_is_downloaded(inbox: Page) -> None:
    open_mail(inbox, "The contract")
    inbox.get_by_role("button", name="contract.txt").click()
    assert inbox.context.downloaded("contract.txt") == b"Read me.\n"


def test_short_cuts_work_after_a_click_into_the_mail(inbox: Page) -> None:
    open_mail(inbox, "Offer of the week")
    inbox.frame_locator("iframe").locator("h1").click()
    wait_until(lambda: inbox.evaluate("document.activeElement.tagName") != "IFRAME", 5, "the focus")
    inbox.keyboard.press("j")
    inbox.get_by_role("heading", name="Minutes of the meeting").wait_for()


def test_mail_is_marked_unread_and_left(inbox: Page, mail_service: MailService) -> None:
    open_mail(inbox, "Lunch?")
    wait_until(lambda: total(mail_service, isRead="true") == 1, 10, "the mail is read")
    inbox.keyboard.press("Shift+U")
    inbox.get_by_text("Choose a mail to read it here.").wait_for()
    wait_until(lambda: total(mail_service, isRead="true") == 0, 10, "the mail is unread")


@pytest.mark.console_errors("404")
def test_mail_that_is_gone_is_said(page: Page, mail_service: MailService) -> None:
    mail_service.log_in(page)
    page.goto(f"{mail_service.url}/mails/99999999")
    page.get_by_text("This mail is not here any more.").wait_for()
    page.get_by_role("button", name="Back to the list").click()
    rows(page).wait_count(8)


def test_all_header_fields_are_shown(inbox: Page) -> None:
    open_mail(inbox, "Lunch?")
    inbox.get_by_role("button", name="More").click()
    inbox.get_by_role("menuitem", name="Show all header fields").click()
    inbox.get_by_role("dialog").get_by_text("Message-ID").wait_for()
    inbox.keyboard.press("Escape")
    inbox.get_by_role("dialog").wait_gone()


# -- conversations


def test_conversation_is_one_row_and_opens_whole(inbox: Page, mail_service: MailService) -> None:
    first = letter(subject="Plans", text="Shall we?", headers={"Message-ID": "<plan-1@example.com>"})
    second = letter(subject="Re: Plans", text="Yes.", headers={"In-Reply-To": "<plan-1@example.com>"})
    mail_service.deliver(first)
    rows(inbox).wait_count(9)
    mail_service.deliver(second)
    inbox.locator(".mail-thread").wait_text("2")
    rows(inbox).wait_count(9)
    open_mail(inbox, "Re: Plans")
    inbox.locator(".conversation li").wait_count(1)
    inbox.locator(".conversation a").click()
    wait_until(lambda: "Shall we?" in framed(inbox, ".postrider-text"), 10, "the first mail")


# -- live updates


def test_new_mail_shows_by_itself(inbox: Page, mail_service: MailService) -> None:
    mail_service.deliver(letter(subject="Just now", text="Hello"))
    inbox.locator(f"{ROWS} .mail-subject").filter(has_text="Just now").wait_for()
    inbox.get_by_role("link", name="Unread 9").wait_for()


def test_change_in_another_client_shows_by_itself(inbox: Page, mail_service: MailService) -> None:
    newest = mail_service.mails()[0]
    mail_service.client.put(f"/mails/{newest['id']}/star", {"isStarred": True}).ok()
    inbox.get_by_role("button", name=f"Remove star: {newest['subject']}").wait_for()
    mail_service.client.delete(f"/mails/{newest['id']}").ok()
    rows(inbox).wait_count(7)


# -- accessibility


def test_keyboard_alone_does_it(inbox: Page, mail_service: MailService) -> None:
    press = inbox.keyboard.press
    for key in ("j", "j", "Enter"):
        press(key)
    inbox.get_by_role("heading", name="Party 🎉").wait_for()
    press("s")
    wait_until(lambda: total(mail_service, isStarred="true") == 1, 10, "the star")
    press("k")
    inbox.get_by_role("heading", name="Lunch?").wait_for()
    press("u")
    inbox.get_by_text("Choose a mail to read it here.").wait_for()
    press("x")
    inbox.get_by_role("status").filter(has_text="1 selected").wait_for()
    press("Escape")
    press("?")
    inbox.get_by_role("dialog", name="Keyboard short cuts").wait_for()
    press("Escape")
    press("c")
    inbox.wait_url("**/compose")


def test_nothing_stands_in_the_way_of_a_screen_reader(inbox: Page) -> None:
    assert accessibility(inbox) == []
    open_mail(inbox, "The contract")
    assert accessibility(inbox) == []
    inbox.keyboard.press("x")
    inbox.keyboard.press("?")
    inbox.get_by_role("dialog").wait_for()
    assert accessibility(inbox) == []


def test_narrow_window_shows_list_or_mail(new_context: Callable[..., Context], mail_service: MailService) -> None:
    page = new_context(viewport=(390, 844), is_mobile=True, has_touch=True).new_page()
    mail_service.log_in(page)
    rows(page).wait_count(8)
    open_mail(page, "Lunch?")
    rows(page).first.wait_for("hidden")
    page.get_by_role("button", name="Back to the list").click()
    rows(page).wait_count(8)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Settings").wait_for()
    assert accessibility(page) == []
