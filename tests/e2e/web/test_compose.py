# SPDX-License-Identifier: GPL-3.0-or-later
"""Writing and sending a mail: it arrives exactly once, and its faults are shown before it is sent."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from composing import (
    BYTES,
    REPORT,
    accepted_mail,
    chips,
    compose,
    draft,
    draft_when,
    drafts,
    no_drafts,
    saved,
    send,
    service,
    subject,
    to,
    write,
    writer,
)
from postrider_browser import Context, Page, accessibility
from postrider_browser.mailservice import MailService
from postrider_support import SmtpScript
from postrider_support.smtpscript import SmtpSession
from postrider_support.waiting import wait_until


def test_mail_with_a_file_arrives_byte_by_byte_and_its_draft_is_gone(
    writer: Page, mail_service: MailService, smtp: SmtpScript
) -> None:
    compose(writer, mail_service)
    write(writer, "Anna Berg <anna@example.org>", "The report", "See the ")
    writer.keyboard.press("Control+b")
    writer.keyboard.type("attached")
    writer.keyboard.press("Control+b")
    writer.keyboard.type(" file.")
    writer.locator("input[type=file]").set_input_files(REPORT)
    writer.locator(".file").wait_text("179 kB")
    send(writer)
    writer.locator(".toast").wait_text("Mail is being sent.")
    assert smtp.mails == []  # it can still be taken back
    mail = accepted_mail(smtp)
    writer.locator(".toast").wait_text("Mail sent.")
    assert smtp.mails[0].recipients == ("anna@example.org",)
    assert (mail["Subject"], mail["To"]) == ("The report", "Anna Berg <anna@example.org>")
    (file,) = mail.iter_attachments()
    assert (file.get_filename(), file.get_content()) == ("report.bin", BYTES)
    html = mail.get_body(("html",))
    text = mail.get_body(("plain",))
    assert html and re.search("See the <b>attached</b>( |&nbsp;)file.", html.get_content())
    assert text and re.search(r"See the \W?attached\W?\sfile.", text.get_content())
    assert drafts(mail_service) == []


def test_sending_can_be_taken_back(writer: Page, mail_service: MailService, smtp: SmtpScript) -> None:
    compose(writer, mail_service)
    write(writer)
    writer.keyboard.press("Control+Enter")
    writer.get_by_role("button", name="Undo").click()
    writer.wait_url("**/drafts/*")
    subject(writer).wait_value("Hello")
    assert chips(writer) == ["anna@example.org"]
    subject(writer).fill("Hello again")
    draft_when(mail_service, "Hello again")
    assert smtp.mails == []


def test_mail_goes_once_however_often_send_is_pressed(
    writer: Page, mail_service: MailService, smtp: SmtpScript
) -> None:
    compose(writer, mail_service)
    write(writer)
    writer.evaluate("() => { for (let i = 0; i < 5; ++i) document.querySelector('form.compose').requestSubmit(); }")
    accepted_mail(smtp)
    writer.locator(".toast").wait_text("Mail sent.")
    assert len(smtp.mails) == 1
    assert len([one for one in writer.requests("/send") if one.method == "POST"]) == 1


@pytest.mark.console_errors("Failed to load resource")
def test_mail_goes_once_where_the_answer_is_lost(writer: Page, mail_service: MailService, smtp: SmtpScript) -> None:
    compose(writer, mail_service)
    write(writer)
    saved(writer)
    rule = writer.faults.fulfil("**/api/v1/drafts/*/send", "gateway", status=502)
    send(writer)
    writer.locator(".toast").wait_text("Not sent yet")
    rule.end()
    accepted_mail(smtp)
    writer.locator(".toast").wait_text("Mail sent.")
    assert len(smtp.mails) == 1


def test_mail_goes_at_once_where_the_page_is_closed(
    new_context: Callable[..., Context], mail_service: MailService, smtp: SmtpScript
) -> None:
    page = new_context().new_page()
    mail_service.log_in(page)
    compose(page, mail_service)
    write(page)
    saved(page)
    send(page)
    page.locator(".toast").wait_text("Mail is being sent.")
    page.goto("about:blank")
    accepted_mail(smtp)


def test_unfinished_mail_is_asked_about(writer: Page, mail_service: MailService, smtp: SmtpScript) -> None:
    compose(writer, mail_service)
    write(writer, about="", text="Please find the file attached.")
    send(writer)
    dialog = writer.get_by_role("dialog")
    dialog.wait_text("The mail has no subject.")
    dialog.wait_text("no file is attached")
    dialog.get_by_role("button", name="Keep writing").click()
    dialog.wait_gone()
    assert writer.locator(".editor").is_visible()
    send(writer)
    writer.get_by_role("button", name="Send anyway").click()
    assert accepted_mail(smtp)["Subject"] in ("", None)


def test_wrong_address_is_said_before_anything_is_sent(
    writer: Page, mail_service: MailService, smtp: SmtpScript
) -> None:
    compose(writer, mail_service)
    send(writer)
    writer.get_by_role("alert").wait_text("The mail has no recipient.")
    write(writer, "anna@example.org, nobody")
    send(writer)
    writer.get_by_role("alert").wait_text("This is not a mail address: nobody.")
    writer.locator(".address-item.wrong .address-chip").press("Delete")
    send(writer)
    assert accepted_mail(smtp)["To"] == "anna@example.org"


@pytest.mark.console_errors("502", "404")
def test_refused_recipient_gives_the_draft_back_with_the_reason(
    writer: Page, mail_service: MailService, smtp: SmtpScript
) -> None:
    def refuse(session: SmtpSession) -> None:
        session.reply("550 5.1.1 no such user here")

    smtp.on("RCPT", refuse)
    compose(writer, mail_service)
    write(writer, "gone@example.org", "To nobody")
    writer.locator("input[type=file]").set_input_files(REPORT)
    writer.locator(".file").wait_text("179 kB")
    send(writer)
    writer.locator(".toast.failure").wait_text("no such user here", timeout=30)
    writer.get_by_role("button", name="Open draft").click()
    writer.get_by_role("alert").wait_text("no such user here")
    assert chips(writer) == ["gone@example.org"]
    assert writer.locator(".file").wait_text("report.bin").count() == 1
    smtp.on("RCPT", None)
    writer.locator(".address-chip").first.press("Backspace")
    to(writer).fill("anna@example.org")
    send(writer)
    mail = accepted_mail(smtp)
    assert (mail["To"], mail["Subject"]) == ("anna@example.org", "To nobody")
    (file,) = mail.iter_attachments()
    assert file.get_content() == BYTES
    writer.locator(".toast").wait_text("Mail sent.")
    assert drafts(mail_service) == []


def test_mail_that_is_put_off_is_in_the_outbox_and_goes_later(
    writer: Page, mail_service: MailService, smtp: SmtpScript
) -> None:
    later = [1]

    def put_off(session: SmtpSession) -> None:
        if later:
            later.pop()
            session.reply("451 4.7.1 come back later")
        else:
            session.usual()

    smtp.on("RCPT", put_off)
    compose(writer, mail_service)
    write(writer, about="Patience")
    send(writer)
    writer.locator(".toast").wait_text("tried again by itself", timeout=30)
    writer.get_by_role("button", name="Outbox").click()
    writer.locator(".letter").first.wait_text("Patience")
    writer.locator(".letter").first.wait_text(re.compile("Sent .*20"), timeout=30)
    accepted_mail(smtp)


def test_pasted_markup_is_cleaned(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    writer.locator(".editor").click()
    writer.locator(".editor").evaluate(
        """(editor) => {
            const all = new DataTransfer();
            all.setData('text/html', '<p style="color:red" onclick="x()">Hi <b>you</b><img src="https://tracker.example.com/x.gif" onerror="window.bad=1"><script>window.bad=1</script></p>');
            all.setData('text/plain', 'Hi you');
            editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: all, bubbles: true, cancelable: true }));
        }"""
    )
    subject(writer).fill("Pasted")
    body = draft_when(mail_service, "Pasted")["body"]
    assert "Hi <b>you</b>" in body
    assert not re.search("style|onclick|img|script", body)
    assert writer.evaluate("window.bad") is None


def test_formats_and_links_come_out_as_simple_html(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    subject(writer).fill("Formats")
    writer.locator(".editor").click()
    writer.get_by_role("button", name="Bulleted list").click()
    writer.keyboard.type("one")
    writer.keyboard.press("Enter")
    writer.keyboard.press("Control+i")
    writer.keyboard.type("two")
    writer.keyboard.press("Control+i")
    writer.keyboard.press("Control+k")
    writer.get_by_role("dialog").get_by_label("Address").fill("javascript:alert(1)")
    writer.keyboard.press("Enter")
    writer.get_by_role("dialog").get_by_role("alert").wait_text("Enter an address")
    writer.get_by_role("dialog").get_by_label("Address").fill("example.com")
    writer.keyboard.press("Enter")
    writer.get_by_role("dialog").wait_gone()
    wanted = '<ul><li>one</li><li><i>two</i><a href="https://example.com">example.com</a></li></ul>'

    def is_saved() -> bool:
        found = drafts(mail_service)
        return bool(found) and wanted in draft(mail_service)["body"].replace("<br>", "")

    wait_until(is_saved, 10, wanted)


def test_everything_works_by_keyboard(writer: Page, mail_service: MailService, smtp: SmtpScript) -> None:
    compose(writer, mail_service)
    to(writer).wait_focused()
    writer.keyboard.type("lun")  # no contact has this name
    writer.keyboard.press("Control+a")
    writer.keyboard.type("ben")
    writer.get_by_role("option", name="Ben Hill").wait_for()
    writer.keyboard.press("Enter")
    writer.keyboard.type("cara@example.com, dora@example.com;wrong@example.com ")
    writer.keyboard.press("Enter")
    assert chips(writer) == [
        "Ben Hill",
        "cara@example.com",
        "dora@example.com",
        "wrong@example.com",
    ]
    writer.keyboard.press("Backspace")
    writer.keyboard.press("ArrowLeft")
    writer.locator(".address-chip").nth(2).wait_focused()
    writer.keyboard.press("ArrowLeft")
    writer.locator(".address-chip").nth(1).wait_focused()
    writer.keyboard.press("Delete")
    writer.locator(".address-chip").wait_count(2)
    writer.locator(".address-chip").nth(1).wait_focused()
    writer.keyboard.press("ArrowRight")
    to(writer).wait_focused()
    writer.keyboard.press("Tab")
    writer.keyboard.press("Tab")
    writer.keyboard.press("Tab")
    subject(writer).wait_focused()
    writer.keyboard.type("By keys")
    writer.keyboard.press("Tab")
    writer.keyboard.press("ArrowRight")
    assert writer.evaluate("document.activeElement.getAttribute('aria-label')") == "Italic (Ctrl+I)"
    writer.keyboard.press("Tab")
    writer.locator(".editor").wait_focused()
    writer.keyboard.type("Text")
    writer.keyboard.press("Control+Enter")
    mail = accepted_mail(smtp)
    assert mail["To"] == "Ben Hill <ben@example.com>, dora@example.com"
    assert mail["Subject"] == "By keys"


def test_several_addresses_are_pasted_as_several(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    to(writer).evaluate(
        """(input) => {
            const all = new DataTransfer();
            all.setData('text/plain', '"Berg, Anna" <anna@example.com>; ben@example.com\\nCara <cara@example.com>');
            input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: all, bubbles: true, cancelable: true }));
        }"""
    )
    assert chips(writer) == ["Berg, Anna", "ben@example.com", "Cara"]


LOOKS: list[tuple[str, dict[str, Any]]] = [
    ("light", {}),
    ("dark", {"color_scheme": "dark"}),
    ("mobile", {"viewport": (390, 844), "has_touch": True, "is_mobile": True}),
    ("tablet", {"viewport": (1024, 768), "locale": "de-DE"}),
]


@pytest.mark.parametrize("name, options", LOOKS, ids=[name for name, _ in LOOKS])
def test_views_have_no_barriers_and_no_overflow(
    new_context: Callable[..., Context],
    mail_service: MailService,
    screens: Path,
    name: str,
    options: dict[str, Any],
) -> None:
    page = new_context(**{key: one for key, one in options.items() if key != "locale"}).new_page()
    language = options.get("locale", "en")[:2]
    mail_service.client.put("/settings", {"language": "en"}).ok()
    mail_service.log_in(page)
    mail_service.client.put("/settings", {"language": language}).ok()
    seen = 0

    def look(view: str) -> None:
        nonlocal seen
        seen += 1
        page.screenshot(screens / f"compose-{name}-{view}.png")
        assert accessibility(page) == []
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        inside = """[...document.querySelectorAll('main *')].filter((e) => e.clientWidth > 0
            && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 200))"""
        assert page.evaluate(inside) == []

    compose(
        page,
        mail_service,
        "?to=anna@example.com,Dr.%20Donaudampfschifffahrtsgesellschaftskapitaen%20<d@example.com>,wrong&subject=Hello",
    )
    page.locator(".editor").click()
    page.keyboard.type("Hello Anna")
    files = [REPORT, REPORT | {"name": "a very long name " * 6 + ".txt"}]
    page.locator("input[type=file]").set_input_files(files)
    page.wait_url("**/drafts/*")
    page.locator(".file").wait_count(2)
    page.locator("button[type=submit]").click()
    page.get_by_role("alert").wait_for()
    look("written")
    mail = next(one for one in mail_service.mails() if "Donau" in one["subject"])
    compose(page, mail_service, f"?reply={mail['id']}")
    look("reply")
    page.goto(f"{mail_service.url}/drafts")
    page.locator(".letter").first.wait_for()
    look("drafts")
    page.goto(f"{mail_service.url}/outbox")
    page.locator(".letter, .empty").first.wait_for()
    look("outbox")
    mail_service.client.put("/settings", {"language": None}).ok()
    assert seen == 4
