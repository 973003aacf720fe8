# SPDX-License-Identifier: GPL-3.0-or-later
"""Answering and forwarding mail: recipients, quotation, files."""

import email.utils
import re

from composing import accepted_mail, chips, compose, no_drafts, saved, send, service, subject, to, writer
from postrider_browser import Page
from postrider_browser.mailservice import MailService
from postrider_support import SmtpScript
from postrider_support.letters import letter


def test_answer_names_the_mail_and_quotes_it(writer: Page, mail_service: MailService, smtp: SmtpScript) -> None:
    mail = next(one for one in mail_service.mails() if one["subject"] == "Lunch?")
    compose(writer, mail_service, f"?reply={mail['id']}")
    writer.locator(".editor").wait_focused()
    writer.keyboard.type("Yes, gladly.")
    send(writer)
    answer = accepted_mail(smtp)
    assert answer["In-Reply-To"] == mail["messageId"]
    assert mail["messageId"] in answer["References"]
    assert answer["To"] == "Ben Hill <ben@example.com>"
    assert answer["Subject"] == "Re: Lunch?"
    body = answer.get_body(("plain",))
    assert body
    lines = [line.rstrip() for line in body.get_content().splitlines() if line.strip()]
    assert lines[0] == "Yes, gladly."
    assert re.match(r"On Monday, March 2, 2026.*, Ben Hill <ben@example.com> wrote:", lines[1])
    assert lines[2] == "> Are you free at noon?"


def test_answer_to_all_goes_to_everybody_but_oneself(writer: Page, mail_service: MailService, smtp: SmtpScript) -> None:
    own = mail_service.account["email"]
    raw = letter(
        "Round",
        to=(own, "ben@example.com"),
        headers={"Cc": f"Cara <cara@example.com>, {own.upper()}", "Reply-To": "list@example.com"},
    )
    mail_service.deliver(raw)
    mail = next(one for one in mail_service.wait_mails(9) if one["subject"] == "Round")
    compose(writer, mail_service, f"?replyAll={mail['id']}")
    assert chips(writer) == ["list@example.com", "ben@example.com", "Cara"]
    send(writer)
    answer = accepted_mail(smtp)
    assert answer["To"] == "list@example.com"
    assert [one for _, one in email.utils.getaddresses([answer["Cc"]])] == [
        "ben@example.com",
        "cara@example.com",
    ]
    assert smtp.mails[0].recipients == ("list@example.com", "ben@example.com", "cara@example.com")


def test_forwarded_mail_takes_its_files_along(writer: Page, mail_service: MailService, smtp: SmtpScript) -> None:
    mail = next(one for one in mail_service.mails() if one["subject"] == "The contract")
    compose(writer, mail_service, f"?forward={mail['id']}")
    writer.locator(".file").wait_text("contract.txt")
    to(writer).fill("anna@example.org")
    saved(writer)
    writer.wait_url("**/drafts/*")
    writer.reload()
    writer.locator(".file").wait_text("contract.txt")  # the draft does not store this name
    send(writer)
    forwarded = accepted_mail(smtp)
    assert forwarded["Subject"] == "Fwd: The contract"
    assert forwarded["In-Reply-To"] is None
    (file,) = forwarded.iter_attachments()
    assert file.get_content() == b"Read me.\n"
    body = forwarded.get_body(("plain",))
    assert body and "From: Anna Berg <anna@example.com>" in body.get_content()


def test_link_to_write_to_somebody_fills_the_fields(writer: Page, mail_service: MailService) -> None:
    compose(
        writer,
        mail_service,
        "?to=anna@example.org&cc=Ben%20<ben@example.org>&subject=Hi%20there&body=One%0ATwo%20<b>",
    )
    assert chips(writer) == ["anna@example.org", "Ben"]
    assert subject(writer).input_value() == "Hi there"
    assert writer.locator(".editor").inner_text().split() == ["One", "Two", "<b>"]
    assert writer.locator(".editor b").count() == 0
