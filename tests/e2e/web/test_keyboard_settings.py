# SPDX-License-Identifier: GPL-3.0-or-later
"""Without a mouse: turning the pages of lists, changing a password, setting up the details of webhooks.

The focus is checked as in test_keyboard.py.
"""

from collections.abc import Iterator

import pytest
from postrider_browser import Walker
from postrider_browser.keyboard import ROWS, go_to, remove_all, wait_live_text
from postrider_browser.mailservice import MailService
from postrider_support import Client, SmtpScript
from postrider_support.letters import letter
from postrider_support.sending import QUICK, mail
from postrider_support.service import ADMIN, ADMIN_PASSWORD
from postrider_support.waiting import wait_until
from postrider_support.webhooksink import WebhookSink, response

CONFIG = QUICK | {"webhooks.allowed_networks": "127.0.0.1", "visibility": "owner"}
OTHER_PASSWORD = "quite another one"


@pytest.fixture(autouse=True)
def nothing_left(client: Client) -> Iterator[None]:
    """Removes what a test made, so that the next test begins without it."""
    yield
    remove_all(client)


@pytest.fixture
def sink() -> Iterator[WebhookSink]:
    with WebhookSink(response(200, b"taken with thanks")) as one:
        yield one


def test_pages_of_drafts_are_turned(keys: Walker, mail_service: MailService) -> None:
    page = keys.page
    for number in range(21):
        body = {"accountId": mail_service.account["id"], "to": [], "subject": f"Draft {number}"}
        mail_service.client.post("/drafts", body | {"body": ""}).ok()
    go_to(keys, "Drafts")
    page.locator(".letter").wait_count(20)
    keys.walk_to("Older", "link")
    keys.press("Enter")
    page.locator(".letter").wait_count(1)
    keys.stands_somewhere()
    keys.walk_to("Delete the draft Draft 0", "button")
    keys.walk_to("Newer", "link", most=1)
    keys.press("Enter")
    page.locator(".letter").wait_count(20)
    keys.stands_somewhere()
    keys.walk_to("Older", "link")


def test_refused_mail_is_sent_again_and_a_state_is_shown(
    keys: Walker, mail_service: MailService, smtp: SmtpScript
) -> None:
    page = keys.page
    smtp.on("RCPT", lambda session: session.reply("550 5.1.1 no such user here"))
    mail_service.client.post("/mails/send", mail(mail_service.account, subject="Refused"))
    smtp.on("RCPT", None)
    go_to(keys, "Outbox")
    row = page.locator(".letter").filter(has_text="Refused")
    row.wait_text("no such user here")
    keys.walk_to("Send again", "button")
    keys.press("Enter")
    wait_live_text(page, "The mail is sent again now.")
    wait_until(lambda: len(smtp.mails) == 1, 20, "the mail")
    keys.stands_somewhere()
    keys.walk_back_to("Show", "combobox")
    keys.type("Cancelled")
    keys.walk_to("Show all", "button")
    keys.press("Enter")
    row.wait_for()
    keys.stands_somewhere()


def test_headers_and_secret_of_a_webhook_are_set_and_its_log_is_turned(
    keys: Walker, client: Client, sink: WebhookSink
) -> None:
    page = keys.page
    made = client.post("/webhooks", {"name": "Tickets", "url": sink.url()}).ok(201)
    for _ in range(21):
        client.post(f"/webhooks/{made['id']}/test").ok()
    go_to(keys, "Webhooks")
    keys.walk_to("Tickets", "link")
    keys.press("Enter")
    page.locator(".webhook-log li").wait_count(20)
    keys.stands_somewhere()
    keys.use("Add header", "button")
    page.locator(".header-row").wait_count(1)
    keys.walk_back_to("Header name", "textbox")
    keys.type("X-First")
    keys.walk_to("Header value", "textbox", most=1)
    keys.type("one")
    keys.use("Add header", "button")
    page.locator(".header-row").wait_count(2)
    keys.walk_back_to("Remove header", "button")
    keys.press("Enter")
    page.locator(".header-row").wait_count(1)
    keys.stands_somewhere()
    keys.walk_to("Make a new secret", "button")
    keys.press("Enter")
    page.get_by_label("Signing secret").wait_for()
    keys.stands_somewhere()
    keys.walk_to("New mail", "checkbox")
    keys.walk_to("Save", "button")
    keys.press("Enter")
    wait_live_text(page, "Saved.")
    wait_until(lambda: client.get(f"/webhooks/{made['id']}").ok()["hasSecret"], 5, "the secret")
    assert list(client.get(f"/webhooks/{made['id']}").ok()["headers"]) == ["X-First"]
    keys.stands_somewhere()
    keys.walk_to("Older", "button")
    keys.press("Enter")
    page.locator(".webhook-log li").wait_count(1)
    wait_live_text(page, "21–21 of 21")
    keys.stands_at("Newer", "button")
    keys.press("Enter")
    page.locator(".webhook-log li").wait_count(20)
    keys.stands_at("Older", "button")


@pytest.mark.console_errors("401")
def test_password_is_changed(keys: Walker, mail_service: MailService) -> None:
    page = keys.page
    client = mail_service.client
    go_to(keys, "Settings")
    keys.walk_to("Current password", "textbox")
    keys.type("wrong")
    keys.walk_to("New password", "textbox", most=1)
    keys.type(OTHER_PASSWORD)
    keys.walk_to("New password again", "textbox", most=1)
    keys.type("different one")
    keys.press("Enter")
    wait_live_text(page, "The two passwords are different.")
    keys.stands_at("New password again", "textbox")
    keys.replace(OTHER_PASSWORD)
    keys.press("Enter")
    wait_live_text(page, "The current password is wrong.")
    keys.walk_back_to("Current password", "textbox")
    keys.replace(ADMIN_PASSWORD)
    keys.press("Enter")
    wait_live_text(page, "The password is changed.")
    try:
        keys.stands_at("Current password", "textbox")
    finally:
        client.login(ADMIN, OTHER_PASSWORD)
        back = {"old": OTHER_PASSWORD, "new": ADMIN_PASSWORD}
        client.token = client.post("/auth/password", back).ok()["token"]


@pytest.mark.console_errors("401")
def test_all_devices_are_logged_out(keys: Walker, mail_service: MailService) -> None:
    go_to(keys, "Settings")
    keys.walk_to("Log out everywhere", "button")
    keys.press("Enter")
    dialog = keys.page.get_by_role("dialog").wait_for()
    keys.press("Escape")
    dialog.wait_gone()
    keys.stands_at("Log out everywhere", "button")
    keys.press("Enter")
    keys.use("Log out everywhere", "button")
    keys.stands_at("User name", "textbox")
    mail_service.client.login(ADMIN, ADMIN_PASSWORD)


def test_list_of_the_keys_is_opened_in_the_settings(keys: Walker) -> None:
    go_to(keys, "Settings")
    keys.walk_to("Keyboard short cuts", "button")
    keys.press("Enter")
    dialog = keys.page.get_by_role("dialog", name="Keyboard short cuts").wait_for()
    keys.press("Escape")
    dialog.wait_gone()
    keys.stands_at("Keyboard short cuts", "button")


def test_mails_of_a_sender_and_of_a_mailbox_are_opened_in_the_statistics(
    keys: Walker, mail_service: MailService
) -> None:
    page = keys.page
    mail_service.deliver(letter(subject="Sale", sender=("Shop", "shop@example.com")))
    page.locator(ROWS).wait_count(9)
    go_to(keys, "Statistics")
    page.get_by_role("img").wait_for()
    keys.walk_to("shop@example.com", "link")
    keys.press("Enter")
    page.get_by_role("heading", name="Search: from:shop@example.com").wait_for()
    keys.stands_somewhere()
    go_to(keys, "Statistics")
    page.get_by_role("img").wait_for()
    keys.walk_to("Period", "combobox")
    keys.walk_to("Nina", "link")
    keys.press("Enter")
    page.get_by_role("heading", name="Nina").wait_for()
    keys.stands_somewhere()


def test_statistics_show_no_mailboxes_before_the_numbers_that_would_move_them(
    keys: Walker, mail_service: MailService
) -> None:
    page = keys.page
    states = page.get_by_role("main").get_by_role("link", name="Nina")
    mail_service.service.pause()
    try:
        go_to(keys, "Statistics")
        page.get_by_label("Period").wait_for()
        states.wait_count(0)
    finally:
        mail_service.service.resume()
    page.get_by_role("img").wait_for()
    keys.walk_to("Nina", "link")
