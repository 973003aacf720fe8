# SPDX-License-Identifier: GPL-3.0-or-later
"""What a page does while the connection to the service is broken, and when it is restored."""

import re
from collections.abc import Callable

import pytest
from postrider_browser import Context, Page
from postrider_browser.mailservice import MailService
from postrider_support.letters import letter

ROWS = ".mail-row:not(.skeleton)"
BROKEN = ("Failed to load resource", "net::ERR")


def has_row(page: Page, subject: str) -> None:
    page.locator(f"{ROWS} .mail-subject").filter(has_text=subject).wait_for()


def is_live(page: Page) -> None:
    page.locator(".connection.live").wait_for(timeout=30)


@pytest.fixture
def page(new_context: Callable[..., Context]) -> Page:
    """A page without a service worker, because faults do not apply to requests of a worker."""
    return new_context(service_workers="block").new_page()


@pytest.fixture
def inbox(page: Page, mail_service: MailService) -> Page:
    """A page that is logged in, with an open event stream."""
    mail_service.log_in(page)
    page.locator(ROWS).wait_count(8)
    is_live(page)
    return page


@pytest.mark.console_errors(*BROKEN)
def test_page_polls_while_the_stream_is_kept_away_and_goes_back_to_it(page: Page, mail_service: MailService) -> None:
    page.clock.install()
    mail_service.log_in(page)
    page.locator(ROWS).wait_count(8)
    rule = page.faults.abort("**/mails/stream*")
    page.evaluate("dispatchEvent(new Event('offline'))")  # ends the stream that is open
    for _ in range(40):
        page.clock.run_for(31_000)
        if page.locator(".connection.polling").count():
            break
    page.locator(".connection.polling").wait_for()
    assert 10 <= len(page.requests("/mails/stream/ticket")) <= 13
    mail_service.deliver(letter(subject="While polling", text="Hello"))
    mail_service.wait_mails(9)
    assert page.locator(ROWS).count() == 8
    page.clock.run_for(121_000)
    has_row(page, "While polling")
    rule.end()
    page.clock.run_for(121_000)
    is_live(page)
    mail_service.deliver(letter(subject="Live again", text="Hello"))
    has_row(page, "Live again")


@pytest.mark.console_errors(*BROKEN, "503")
def test_mail_that_came_while_the_service_was_away_shows_when_it_is_back(
    inbox: Page, mail_service: MailService
) -> None:
    service = mail_service.service
    address = service.base_url.removeprefix("http://")
    service.stop()
    inbox.locator(".connection.waiting").wait_for()
    inbox.get_by_text("Connection lost. Trying again").wait_for()
    mail_service.deliver(letter(subject="Meanwhile", text="Hello"))
    service.start(listen=address)
    is_live(inbox)
    has_row(inbox, "Meanwhile")


@pytest.mark.console_errors(*BROKEN)
def test_list_that_cannot_be_loaded_is_tried_again_by_a_button(page: Page, mail_service: MailService) -> None:
    page.faults.abort("**/mails/stream*")  # with an open stream, the page would load the list again by itself
    rule = page.faults.abort(re.compile(r"/api/v1/mails\?"))
    mail_service.log_in(page)
    page.get_by_text("The list cannot be shown.").wait_for()
    rule.end()
    page.get_by_role("button", name="Try again").click()
    page.locator(ROWS).wait_count(8)


def test_slow_service_shows_where_the_mails_will_be(page: Page, mail_service: MailService) -> None:
    with page.faults.hold(re.compile(r"/api/v1/mails\?")):
        mail_service.log_in(page)
        page.locator(".mail-row.skeleton").first.wait_for()
    page.locator(ROWS).wait_count(8)
    page.locator(".mail-row.skeleton").wait_count(0)


def test_two_tabs_show_the_same(new_context: Callable[..., Context], mail_service: MailService) -> None:
    one, other = new_context().new_page(), new_context().new_page()
    for page in (one, other):
        mail_service.log_in(page)
        page.locator(ROWS).wait_count(8)
        is_live(page)
    one.get_by_role("button", name="Star: Lunch?").click()
    other.get_by_role("button", name="Remove star: Lunch?").wait_for()
    one.keyboard.press("j")
    one.keyboard.press("#")
    one.get_by_role("button", name="Close").click()
    other.locator(ROWS).wait_count(7)


@pytest.mark.console_errors(
    "Blocked script execution", "SecurityError"
)  # the frame of a mail blocks scripts of the test
@pytest.mark.parametrize("years", [-30, 30])
def test_clock_that_is_wrong_changes_no_mail(page: Page, mail_service: MailService, years: int) -> None:
    page.clock.set_fixed_time(f"{2026 + years}-03-02T09:30:00Z")
    mail_service.log_in(page)
    page.locator(ROWS).wait_count(8)
    assert "2026" in (page.locator(".mail-time").first.text_content() or "")
    page.locator(f"{ROWS} .mail-link").first.click()
    page.get_by_role("heading", name="Lunch?").wait_for()
