# SPDX-License-Identifier: GPL-3.0-or-later
"""The outbox shows what became of sent mails; a mail that was not sent can be cancelled or sent again."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from postrider_browser import Context, Page, accessibility
from postrider_browser.mailservice import MailService
from postrider_support import SmtpScript
from postrider_support.sending import QUICK, mail
from postrider_support.smtpscript import SmtpSession

CONFIG = QUICK | {"outbox.retries": "600"}


def put_off(session: SmtpSession) -> None:
    session.reply("451 4.7.1 come back later")


def refuse(session: SmtpSession) -> None:
    session.reply("550 5.1.1 no such user here")


def refuse_ben(session: SmtpSession) -> None:
    refuse(session) if "ben@" in session.line else session.usual()


def say_nothing(session: SmtpSession) -> None:
    session.close()


FATES: list[tuple[str, str, Callable[[SmtpSession], None] | None]] = [
    ("Arrived", "", None),
    ("Later", "RCPT", put_off),
    ("Refused", "RCPT", refuse),
    ("Partly", "RCPT", refuse_ben),
    ("Perhaps", ".", say_nothing),
]


@pytest.fixture
def fates(mail_service: MailService, smtp: SmtpScript) -> None:
    """Sends one mail for each entry of FATES; its name is the subject."""
    for subject, verb, hook in FATES:
        if hook:
            smtp.on(verb, hook)
        to = ["anna@example.org", "ben@example.org"] if subject == "Partly" else ["anna@example.org"]
        mail_service.client.post("/mails/send", mail(mail_service.account, subject=subject, to=to))
        if hook:
            smtp.on(verb, None)


def row(page: Page, subject: str) -> Any:
    return page.locator(".letter").filter(has_text=subject)


def open_outbox(page: Page, mail_service: MailService, query: str = "") -> None:
    page.goto(f"{mail_service.url}/outbox{query}")
    page.locator(".letter, .empty").first.wait_for()


def test_each_mail_says_what_became_of_it(page: Page, mail_service: MailService, fates: None) -> None:
    mail_service.log_in(page)
    open_outbox(page, mail_service)
    row(page, "Arrived").wait_text(re.compile(r"Sent \w+ \d+, 20"))
    row(page, "Later").wait_text("Not sent yet, next try")
    row(page, "Later").wait_text("come back later")
    row(page, "Refused").wait_text("Not sent")
    row(page, "Refused").wait_text("no such user here")
    row(page, "Partly").wait_text("Sent, but not to one recipient")
    row(page, "Partly").wait_text("ben@example.org")
    row(page, "Perhaps").wait_text("it may have arrived")
    page.get_by_label("Show").select_option("failed")
    page.locator(".letter").wait_count(1).wait_text("Refused")
    page.wait_url("**/outbox?status=failed")


def test_reasons_are_in_the_language_of_the_person_with_the_words_of_the_server(
    new_context: Callable[..., Context], mail_service: MailService, fates: None
) -> None:
    page = new_context().new_page()
    mail_service.log_in(page)
    mail_service.client.put("/settings", {"language": "de"}).ok()
    page.goto(f"{mail_service.url}/outbox")
    refused = row(page, "Refused")
    refused.wait_text("Der Mailserver hat die Mail an diesen Empfänger abgelehnt.")
    refused.locator("[lang=und]").wait_text("no such user here")
    row(page, "Partly").wait_text("Der Mailserver hat die Mail an ben@example.org abgelehnt.")
    later = row(page, "Later")
    later.wait_text("Der Mailserver bittet um einen späteren Versuch.")
    later.locator("[lang=und]").wait_text("come back later")
    mail_service.client.put("/settings", {"language": "en"}).ok()


def test_waiting_mail_can_be_cancelled_or_tried_now(
    page: Page, mail_service: MailService, fates: None, smtp: SmtpScript
) -> None:
    mail_service.log_in(page)
    open_outbox(page, mail_service, "?status=queued")
    row(page, "Later").get_by_role("button", name="Cancel sending").click()
    page.get_by_role("dialog").wait_text("its text is not kept")
    page.get_by_role("dialog").get_by_role("button", name="Leave it").click()
    row(page, "Later").get_by_role("button", name="Try now").click()
    page.get_by_text("No mail is in this state.").wait_for()
    page.get_by_label("Show").select_option("")
    row(page, "Later").wait_text(re.compile(r"Sent \w+ \d+, 20"))
    assert [one for one in smtp.mails if b"Subject: Later" in one.raw]


def test_cancelled_mail_goes_nowhere(page: Page, mail_service: MailService, fates: None, smtp: SmtpScript) -> None:
    mail_service.log_in(page)
    open_outbox(page, mail_service)
    row(page, "Later").get_by_role("button", name="Cancel sending").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel sending").click()
    row(page, "Later").wait_text("Cancelled")
    assert row(page, "Later").get_by_role("button").count() == 0
    assert not [one for one in smtp.mails if b"Subject: Later" in one.raw]


def test_uncertain_mail_goes_again_only_after_a_question(
    page: Page, mail_service: MailService, fates: None, smtp: SmtpScript
) -> None:
    mail_service.log_in(page)
    open_outbox(page, mail_service)
    row(page, "Perhaps").get_by_role("button", name="Send again").click()
    page.get_by_role("dialog").wait_text("may have arrived already")
    assert not [one for one in smtp.mails if b"Subject: Perhaps" in one.raw]
    page.get_by_role("dialog").get_by_role("button", name="Send again").click()
    row(page, "Perhaps").wait_text(re.compile(r"Sent \w+ \d+, 20"))


def test_outcome_shows_without_a_reload(page: Page, mail_service: MailService, fates: None) -> None:
    mail_service.log_in(page)
    open_outbox(page, mail_service)
    page.wait_request("/mails/stream?", ended=False)
    mail_service.client.post("/mails/send", mail(mail_service.account, subject="Just now")).ok()
    row(page, "Just now").wait_text(re.compile(r"Sent \w+ \d+, 20"))


LOOKS: list[tuple[str, dict[str, Any]]] = [
    ("light", {}),
    ("dark", {"color_scheme": "dark"}),
    ("mobile", {"viewport": (390, 844), "has_touch": True, "is_mobile": True}),
]


@pytest.mark.parametrize("name, options", LOOKS, ids=[name for name, _ in LOOKS])
def test_outbox_has_no_barriers_and_no_overflow(
    new_context: Callable[..., Context],
    mail_service: MailService,
    fates: None,
    screens: Path,
    name: str,
    options: dict[str, Any],
) -> None:
    page = new_context(**options).new_page()
    mail_service.log_in(page)
    open_outbox(page, mail_service)
    page.screenshot(screens / f"outbox-{name}.png")
    assert accessibility(page) == []
    assert page.evaluate("document.querySelector('.page').scrollWidth <= innerWidth")
    row(page, "Refused").get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").wait_for()
    assert accessibility(page) == []
