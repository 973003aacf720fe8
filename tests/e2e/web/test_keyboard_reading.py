# SPDX-License-Identifier: GPL-3.0-or-later
"""Without a mouse: forwarding a mail, and what else can be done with received mails.

The focus is checked as in test_keyboard.py.
"""

import re
from collections.abc import Callable, Iterator
from email.message import EmailMessage

import pytest
from postrider_browser import Walker
from postrider_browser.keyboard import ROWS, go_to, remove_all, wait_live_text
from postrider_browser.mailservice import MailService
from postrider_support import Client, SmtpScript
from postrider_support.letters import letter
from postrider_support.sending import QUICK, parsed
from postrider_support.waiting import wait_until

CONFIG = QUICK | {"visibility": "owner"}
FILES = {"first.bin": b"one", "second.bin": b"two", "third.bin": b"three"}
IMAGE = "<p>See <img src='https://shop.example.com/a.png' alt='a shop'></p>"


@pytest.fixture(autouse=True)
def nothing_left(client: Client) -> Iterator[None]:
    """Removes what a test made, so that the next test begins without it."""
    yield
    remove_all(client)
    client.put("/settings", {"imageSenders": None}).ok()


def total(mail_service: MailService, **query: str) -> int:
    account = mail_service.account["id"]
    found: int = mail_service.client.get("/mails", accountId=account, **query).ok()["total"]
    return found


def arrive(keys: Walker, mail_service: MailService, subject: str, mail: bytes) -> None:
    """Delivers a mail and opens it by keyboard; the focus is then at its title."""
    mail_service.deliver(mail)
    keys.page.locator(ROWS).wait_count(9)
    mail_service.wait_mails(9)
    keys.walk_to(subject, "link")
    keys.press("Enter")
    keys.stands_at(subject, "h1")


def accepted_mail(smtp: SmtpScript) -> EmailMessage:
    """The only mail that was sent."""
    wait_until(lambda: len(smtp.mails) > 0, 20, "a sent mail")
    (one,) = smtp.mails
    return parsed(one.raw)


# -- forwarding


def test_mail_is_forwarded_with_one_of_its_files(keys: Walker, mail_service: MailService, smtp: SmtpScript) -> None:
    page = keys.page
    arrive(keys, mail_service, "Plans", letter(subject="Plans", files=FILES))
    keys.walk_back_to("Forward", "button")
    keys.press("Enter")
    keys.stands_at("To", "combobox")
    page.locator(".file").wait_count(3)
    keys.walk_to("Remove first.bin", "button")
    keys.press("Enter")
    page.locator(".file").wait_count(2)
    keys.stands_at("Remove second.bin", "button")
    keys.walk_to("Remove third.bin", "button")
    keys.press("Space")
    page.locator(".file").wait_count(1)
    keys.stands_at("Remove second.bin", "button")
    keys.walk_back_to("To", "combobox")
    keys.type("anna@example.org,")
    wait_live_text(page, "anna@example.org added")
    keys.walk_to("Message", "textbox")
    keys.type("As we said.")
    keys.walk_back_to("Send", "button")
    keys.press("Enter")
    sent = accepted_mail(smtp)
    assert (sent["To"], sent["Subject"]) == ("anna@example.org", "Fwd: Plans")
    [file] = sent.iter_attachments()
    assert (file.get_filename(), file.get_payload(decode=True)) == ("second.bin", b"two")
    text = sent.get_body(("plain",)).get_content()
    assert "As we said." in text and "Hello, this is the text." in text
    wait_live_text(page, "Mail sent.")
    page.get_by_role("heading", name="Plans").wait_for()
    keys.stands_somewhere()


def test_short_cut_forwards_a_mail_of_the_list(keys: Walker, smtp: SmtpScript) -> None:
    page = keys.page
    keys.walk_to("Lunch?", "link")
    for _ in range(5):
        keys.press("j")
    keys.stands_at("The contract", "link")
    keys.press("f")
    keys.stands_at("To", "combobox")
    keys.type("ben")
    page.get_by_role("option", name="Ben Hill").wait_for()
    keys.press("Tab")
    wait_live_text(page, "Ben Hill added")
    keys.stands_at("To", "combobox")
    keys.walk_to("Remove contract.txt", "button")
    keys.press("Control+Enter")
    sent = accepted_mail(smtp)
    assert (sent["To"], sent["Subject"]) == ("Ben Hill <ben@example.com>", "Fwd: The contract")
    assert [one.get_filename() for one in sent.iter_attachments()] == ["contract.txt"]
    page.locator(ROWS).first.wait_for()
    keys.stands_somewhere()


def test_forwarding_is_left_and_its_draft_discarded(keys: Walker, client: Client) -> None:
    page = keys.page
    keys.walk_to("Lunch?", "link")
    keys.press("Enter")
    keys.stands_at("Lunch?", "h1")
    keys.press("f")
    keys.stands_at("To", "combobox")
    keys.type("anna@example.org,")
    wait_live_text(page, "Saved ")
    keys.walk_back_to("Discard", "button")
    keys.press("Enter")
    page.get_by_role("heading", name="Lunch?").wait_for()
    wait_live_text(page, "Draft discarded.")
    keys.stands_somewhere()
    keys.walk_to("Reply", "button")


# -- reading a mail


def test_files_of_a_mail_are_downloaded(keys: Walker, mail_service: MailService) -> None:
    page = keys.page
    arrive(keys, mail_service, "Plans", letter(subject="Plans", files=FILES))
    keys.walk_to("second.bin", "button")
    keys.press("Enter")
    assert page.context.downloaded("second.bin") == b"two"
    keys.stands_at("second.bin", "button")
    keys.walk_to("third.bin", "button", most=1)
    keys.press("Space")
    assert page.context.downloaded("third.bin") == b"three"
    keys.walk_back_to("More", "button")
    keys.press("Enter")
    keys.stands_at("Mark as unread and return", "menuitem")
    keys.press("ArrowDown")
    keys.stands_at("Download as file (.eml)", "menuitem")
    keys.press("Enter")
    number = re.search(r"\d+$", page.url)
    assert number and b"Subject: Plans" in page.context.downloaded(f"mail-{number[0]}.eml")
    keys.stands_at("More", "button")


def test_details_of_a_mail_are_shown_and_hidden(keys: Walker) -> None:
    keys.walk_to("Lunch?", "link")
    keys.press("Enter")
    keys.stands_at("Lunch?", "h1")
    keys.walk_to("Show details", "button")
    keys.press("Enter")
    keys.page.locator(".mail-details").wait_text("nina@example.com")
    keys.stands_at("Hide details", "button")
    keys.press("Space")
    keys.page.locator(".mail-details").wait_gone()
    keys.stands_at("Show details", "button")


# The service cannot fetch the image, and Chromium blocks its error answer in the frame.
@pytest.mark.console_errors("NotSameOrigin")
def test_images_are_shown_once_and_always(keys: Walker, mail_service: MailService, client: Client) -> None:
    page = keys.page
    sender = ("Shop", "shop@example.com")
    mail = letter(subject="Sale", html=IMAGE, sender=sender)
    arrive(keys, mail_service, "Sale", mail)
    wait_live_text(page, "1 remote image is not shown")
    keys.walk_to("Show images", "button")
    keys.press("Enter")
    page.wait_request("/images/")
    keys.stands_at("Show details", "button")
    keys.press("u")
    keys.stands_at("Sale", "link")
    keys.press("Enter")
    keys.stands_at("Sale", "h1")
    keys.walk_to("Always from shop@example.com", "button")
    keys.press("Space")
    keys.stands_at("Show details", "button")
    trusted = ["shop@example.com"]
    wait_until(lambda: client.get("/settings").ok()["imageSenders"] == trusted, 5, "the sender")
    go_to(keys, "Settings")
    keys.walk_to("Do not show images of shop@example.com", "button")
    keys.press("Enter")
    page.get_by_text("shop@example.com").wait_gone()
    keys.stands_somewhere()
    wait_until(lambda: not client.get("/settings").ok()["imageSenders"], 5, "no sender")


def open_long_mail(keys: Walker, mail_service: MailService) -> Callable[[], float]:
    """Shows a mail longer than the window; returns a function that measures where its text begins."""
    text = "\n".join(f"Line {number}" for number in range(400))
    arrive(keys, mail_service, "Long", letter(subject="Long", text=text))
    shown = keys.page.frame_locator("iframe").get_by_text("Line 399").wait_for()

    def top() -> float:
        box = shown.bounding_box()
        assert box
        return box["y"]

    return top


def test_long_mail_without_links_is_scrolled(keys: Walker, mail_service: MailService) -> None:
    top = open_long_mail(keys, mail_service)
    assert top() > 0
    keys.walk_to("Text of the mail", "frame")
    keys.press("End")
    wait_until(lambda: top() < -5000, 5, "the end of the mail")
    keys.walk_back_to("Show details", "button")


def test_mail_keeps_the_keyboard_on_a_page_that_is_slow(keys: Walker, mail_service: MailService) -> None:
    top = open_long_mail(keys, mail_service)
    busy = "const end = performance.now() + 700; while (performance.now() < end);"
    keys.page.evaluate(f"void addEventListener('keydown', () => {{ {busy} }})")
    keys.walk_to("Text of the mail", "frame")
    keys.press("End")
    wait_until(lambda: top() < -5000, 5, "the end of the mail")
    keys.stands_at("Text of the mail", "frame")


def test_open_menu_does_not_move_when_the_rest_of_the_mail_arrives(keys: Walker, mail_service: MailService) -> None:
    headers = {"List-Unsubscribe": "<mailto:leave@lists.example.com>"}
    mail_service.deliver(letter(subject="News", headers=headers))
    keys.page.locator(ROWS).wait_count(9)
    mail_service.wait_mails(9)
    keys.walk_to("News", "link")
    mail_service.service.pause()
    try:
        keys.press("Enter")
        keys.stands_at("News", "h1")
        keys.walk_back_to("More", "button")
        keys.press("Enter", "ArrowDown")
        keys.stands_at("Download as file (.eml)", "menuitem")
    finally:
        mail_service.service.resume()
    keys.page.get_by_role("menuitem", name="Unsubscribe").wait_for()
    keys.press("ArrowUp")
    keys.stands_at("Mark as unread and return", "menuitem")
    keys.press("ArrowUp")
    keys.stands_at("Unsubscribe", "menuitem")
    keys.press("Escape")
    keys.stands_at("More", "button")


def test_mailing_list_is_left_by_a_mail(keys: Walker, mail_service: MailService, smtp: SmtpScript) -> None:
    page = keys.page
    headers = {"List-Unsubscribe": "<mailto:leave@lists.example.com>"}
    arrive(keys, mail_service, "News", letter(subject="News", headers=headers))
    page.frame_locator("iframe").get_by_text("Hello, this is the text.").wait_for()  # with it the menu is complete
    keys.walk_back_to("More", "button")
    keys.press("Enter", "End")
    keys.stands_at("Unsubscribe", "menuitem")
    keys.press("Enter")
    dialog = page.get_by_role("dialog", name="Unsubscribe").wait_for()
    keys.press("Escape")
    dialog.wait_gone()
    keys.stands_at("More", "button")
    keys.press("Enter", "End", "Enter")
    keys.use("Unsubscribe", "button")
    page.locator(".compose").wait_for()
    keys.stands_at("Message", "textbox")
    keys.press("Control+Enter")
    assert accepted_mail(smtp)["To"] == "leave@lists.example.com"
    keys.stands_somewhere()


# -- the list


def test_list_is_filtered_and_its_order_reversed(keys: Walker, mail_service: MailService) -> None:
    page = keys.page
    keys.walk_back_to("Attachments", "button")
    keys.press("Enter")
    page.locator(ROWS).wait_count(1)
    keys.stands_at("Attachments", "button")
    keys.walk_back_to("Starred", "button", most=1)
    keys.press("Space")
    page.get_by_text("No starred mail.").wait_for()
    keys.stands_at("Starred", "button")
    keys.walk_to("Show all mail", "button")
    keys.press("Enter")
    page.locator(ROWS).wait_count(8)
    keys.stands_somewhere()
    keys.walk_to("Sort by", "button")
    keys.press("Enter")
    keys.stands_at("Date", "menuitemradio")
    keys.press("End")
    keys.stands_at("Reverse order", "menuitem")
    keys.press("Enter")
    page.locator(ROWS).first.wait_text("Minutes of the meeting")
    keys.stands_at("Sort by", "button")


def test_all_mails_are_marked_as_read(keys: Walker, mail_service: MailService) -> None:
    keys.walk_back_to("Mark all as read", "button")
    keys.press("Enter")
    keys.page.get_by_role("dialog", name="Mark all as read").wait_for()
    keys.use("Mark all as read", "button")
    wait_live_text(keys.page, "8 mails marked as read.")
    keys.stands_at("Mark all as read", "button")
    assert total(mail_service, isRead="true") == 8


def test_all_mails_are_chosen_and_starred(keys: Walker, mail_service: MailService) -> None:
    keys.walk_to("Select: Lunch?", "checkbox")
    keys.press("Space")
    keys.walk_back_to("Select all loaded mails", "button")
    keys.press("Enter")
    wait_live_text(keys.page, "8 selected")
    keys.stands_at("Select all loaded mails", "button")
    keys.walk_to("Star", "button")
    keys.press("Enter")
    wait_until(lambda: total(mail_service, isStarred="true") == 8, 10, "all have a star")
    keys.stands_at("Remove star", "button")
    keys.press("Escape")
    keys.page.get_by_role("button", name="Clear selection").wait_gone()
    keys.stands_somewhere()


def test_mails_are_marked_by_the_keys_of_the_list(keys: Walker, mail_service: MailService) -> None:
    keys.walk_to("Lunch?", "link")
    keys.press("e")
    keys.stands_at("Party 🎉", "link")
    wait_until(lambda: total(mail_service, isRead="true") == 1, 10, "one is read")
    keys.press("s")
    wait_until(lambda: total(mail_service, isStarred="true") == 1, 10, "the star")
    keys.stands_at("Party 🎉", "link")
    keys.press("k", "Shift+U")
    wait_until(lambda: total(mail_service, isRead="true") == 0, 10, "none is read")
    keys.stands_at("Lunch?", "link")
    keys.walk_to("Star: Lunch?", "button", most=1)
    keys.press("Space")
    wait_until(lambda: total(mail_service, isStarred="true") == 2, 10, "the other star")
    keys.stands_at("Remove star: Lunch?", "button")
