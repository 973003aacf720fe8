# SPDX-License-Identifier: GPL-3.0-or-later
"""A mail with many attacks at once: no request leaves its frame and no script runs, in two browsers."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from postrider_browser import Canary, Context, Firefox, Page
from postrider_browser.mailservice import MailService
from postrider_support.letters import letter
from postrider_support.service import ADMIN, ADMIN_PASSWORD
from postrider_support.waiting import wait_until

pytestmark = pytest.mark.whole_chromium

DATA = Path(__file__).parents[2] / "data" / "html"
HOST = "evil.example.com"
SUBJECT = "Everything at once"
ROW = ".mail-row:not(.skeleton) .mail-link"


def hostile() -> bytes:
    """The mail of tests/data/html; the host that it names leads to the canary in both browsers."""
    mail = (DATA / "hostile.eml").read_bytes().replace(b"{{canary}}", HOST.encode())
    return re.sub(rb"(?m)^Subject: .*$", f"Subject: {SUBJECT}".encode(), mail, count=1)


def framed(page: Page, selector: str) -> str:
    """Text in the frame of a mail. The look-up waits, or it might find the frame's previous document."""
    return page.frame_locator("iframe").locator(selector).first.text_content(timeout=20)


@pytest.fixture
def attacked(mail_service: MailService) -> MailService:
    """The service, with the hostile mail in it."""
    mail_service.deliver(hostile())
    mail_service.wait_mails(9)
    return mail_service


@pytest.mark.console_errors()
@pytest.mark.parametrize("images", [False, True], ids=["images-off", "images-on"])
def test_nothing_leaves_the_frame_in_chromium(page: Page, attacked: MailService, canary: Canary, images: bool) -> None:
    attacked.log_in(page)
    page.locator(ROW).filter(has_text=SUBJECT).click()
    page.frame_locator("iframe").locator("body").wait_for()
    if images:
        page.get_by_role("button", name="Show images").click()
        page.get_by_role("button", name="Show images").wait_gone()
        page.wait_request("/images/")
    # Opening another mail and returning gives the attacks of the document time to run.
    page.locator(ROW).filter(has_text="Offer of the week").click()
    assert framed(page, "h1") == "Offer"
    page.locator(ROW).filter(has_text=SUBJECT).click()
    page.frame_locator("iframe").locator("body").wait_for()
    assert canary.visits == []
    assert page.context.dialogs() == []
    assert {request.url.split("/")[2] for request in page.requests() if request.url.startswith("http")} == {
        attacked.url.removeprefix("http://")
    }
    assert page.evaluate("document.title") != "owned"


@pytest.mark.parametrize("images", [False, True], ids=["images-off", "images-on"])
def test_nothing_leaves_the_frame_in_firefox(
    firefox: Firefox, attacked: MailService, canary: Canary, images: bool
) -> None:
    page = firefox.new_page()
    page.goto(attacked.url)
    page.type("input[autocomplete=username]", ADMIN)
    page.type("input[type=password]", ADMIN_PASSWORD)
    page.click("button[type=submit]")
    wait_until(lambda: page.evaluate(f"document.querySelectorAll('{ROW}').length") == 9, 20, "the list")
    page.click(ROW)
    wait_until(lambda: page.evaluate("!!document.querySelector('iframe')"), 20, "the frame")
    if images:
        wait_until(
            lambda: page.evaluate("!!document.querySelector('.banner .button')"),
            10,
            "the offer of images",
        )
        page.click(".banner .button")
        wait_until(lambda: not page.evaluate("!!document.querySelector('.banner .button')"), 10, "images")
    page.evaluate(
        "new Promise((done) => { const f = document.querySelector('iframe'); f.addEventListener('load', done); setTimeout(done, 2000); })"
    )
    assert canary.visits == []


@pytest.mark.console_errors("Failed to load resource")  # no server answers at that host
def test_remote_image_comes_through_the_service_when_asked_for(
    page: Page, mail_service: MailService, canary: Canary
) -> None:
    html = f'<p>Look</p><img src="http://{HOST}/a.png" alt="a picture">'
    mail_service.deliver(letter(subject="With a picture", html=html))
    mail_service.log_in(page)
    page.locator(ROW).filter(has_text="With a picture").click()
    page.get_by_text("1 remote image is not shown").wait_for()
    page.get_by_role("button", name="Always from anna@example.com").click()
    page.get_by_text("1 remote image is not shown").wait_gone()
    wanted: Any = lambda: mail_service.client.get("/settings").ok()["imageSenders"]  # noqa: E731
    wait_until(lambda: wanted() == ["anna@example.com"], 10, "the sender is kept")
    assert canary.visits == []


@pytest.mark.parametrize(
    "subject",
    [
        "<img src=x onerror=alert(1)>",
        "‮live ;)",
        "a" * 900,
        "{{7*7}} ${7*7}",
        "javascript:alert(1)",
    ],
    ids=["markup", "rtl-override", "long", "template", "link"],
)
def test_subject_is_only_text(page: Page, mail_service: MailService, subject: str) -> None:
    mail_service.deliver(letter(subject=subject, sender=("<b>Bold</b>", "bold@example.com")))
    mail_service.log_in(page)
    page.locator(".mail-row:not(.skeleton)").wait_count(9)
    shown = page.locator(".mail-row:not(.skeleton) .mail-subject").first.text_content() or ""
    assert shown.rstrip("…") in subject and page.locator(".mail-row img, .mail-row b").count() == 0
    page.locator(ROW).first.click()
    page.locator(".reader h1").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_huge_mail_is_shown_and_the_page_stays_usable(
    new_context: Callable[..., Context], mail_service: MailService
) -> None:
    deep = "<div>" * 100_000 + "the middle" + "</div>" * 100_000
    wide = "<p>" + "word " * 2_000_000 + "</p>"
    mail_service.deliver(letter(subject="Huge", html=wide), letter(subject="Deep", html=deep))
    page = new_context().new_page()
    mail_service.log_in(page)
    page.locator(".mail-row:not(.skeleton)").wait_count(10, timeout=30)
    for subject in ("Deep", "Huge"):
        page.locator(ROW).filter(has_text=subject).click()
        page.locator("iframe").wait_for(timeout=30)
        page.keyboard.press("u")
        page.get_by_text("Choose a mail to read it here.").wait_for()
