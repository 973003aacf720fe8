# SPDX-License-Identifier: GPL-3.0-or-later
"""Somebody writes, answers and forwards mail, and nothing that was typed is lost on the way."""

import email.utils
import re
import socket
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from postrider_browser import Context, Page, accessibility
from postrider_browser.mailservice import MailService
from postrider_support import UNLIMITED, Dovecot, Service, SmtpScript
from postrider_support.letters import letter
from postrider_support.sending import QUICK, parsed
from postrider_support.smtpscript import SmtpTalk
from postrider_support.waiting import wait_until

CONFIG = QUICK

BYTES = bytes(range(256)) * 700
REPORT = {"name": "report.bin", "mimeType": "application/octet-stream", "buffer": BYTES}


@pytest.fixture(scope="module")
def service(dovecot: Dovecot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service for this file, at one address also after a restart."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    with Service(
        tmp_path_factory.mktemp("service"),
        config=UNLIMITED | CONFIG,
        arguments=("--listen", address),
        extra_ca=dovecot.ca_file,
    ) as running:
        yield running


@pytest.fixture
def writer(page: Page, mail_service: MailService) -> Page:
    """Logged in."""
    mail_service.log_in(page)
    return page


@pytest.fixture(autouse=True)
def no_drafts(mail_service: MailService) -> Iterator[None]:
    """Each test begins without drafts."""
    remove_drafts(mail_service)
    yield


def remove_drafts(mail_service: MailService) -> None:
    ids = [one["id"] for one in drafts(mail_service)]
    if ids:
        mail_service.client.post("/drafts/batch-delete", {"ids": ids}).ok()


def drafts(mail_service: MailService) -> list[dict[str, Any]]:
    """The drafts of the user as the service lists them."""
    items: list[dict[str, Any]] = mail_service.client.get("/drafts", pageSize=100).ok()["items"]
    return items


def draft(mail_service: MailService) -> dict[str, Any]:
    """The only draft, whole."""
    (one,) = drafts(mail_service)
    found: dict[str, Any] = mail_service.client.get(f"/drafts/{one['id']}").ok()
    return found


def draft_when(mail_service: MailService, subject: str) -> dict[str, Any]:
    """The only draft, once it has that subject."""

    def look() -> dict[str, Any] | None:
        found = drafts(mail_service)
        if len(found) == 1 and found[0]["subject"] == subject:
            return draft(mail_service)
        return None

    one: dict[str, Any] = wait_until(look, 20, f"one draft {subject!r}")
    return one


def compose(page: Page, mail_service: MailService, query: str = "") -> None:
    page.goto(f"{mail_service.url}/compose{query}")
    page.locator(".editor").wait_for()


def to(page: Page) -> Any:
    return page.get_by_role("combobox", name="To")


def subject(page: Page) -> Any:
    return page.get_by_label("Subject")


def write(page: Page, who: str = "anna@example.org", about: str = "Hello", text: str = "Hello Anna") -> None:
    to(page).fill(who)
    to(page).press("Enter")
    subject(page).fill(about)
    page.locator(".editor").click()
    page.keyboard.type(text)


def send(page: Page) -> None:
    page.locator(".compose").get_by_role("button", name="Send").click()


def saved(page: Page) -> None:
    page.locator(".keeping").wait_text(re.compile("^Saved "))


def taken(smtp: SmtpScript, count: int = 1) -> EmailMessage:
    """The last mail that the server took, once there are so many."""
    wait_until(lambda: len(smtp.mails) >= count, 30, f"{count} mails")
    assert len(smtp.mails) == count
    return parsed(smtp.mails[-1].raw)


def chips(page: Page) -> list[str]:
    return page.locator(".address-chip").all_text_contents()


# -- send


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
    mail = taken(smtp)
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
    taken(smtp)
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
    taken(smtp)
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
    taken(smtp)


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
    assert taken(smtp)["Subject"] in ("", None)


def test_wrong_address_is_said_before_anything_is_sent(
    writer: Page, mail_service: MailService, smtp: SmtpScript
) -> None:
    compose(writer, mail_service)
    send(writer)
    writer.get_by_role("alert").wait_text("Who is to get the mail?")
    write(writer, "anna@example.org, nobody")
    send(writer)
    writer.get_by_role("alert").wait_text("This is not a mail address: nobody.")
    writer.locator(".address-item.wrong .address-chip").press("Delete")
    send(writer)
    assert taken(smtp)["To"] == "anna@example.org"


@pytest.mark.console_errors("502", "404")
def test_refused_recipient_gives_the_draft_back_with_the_reason(
    writer: Page, mail_service: MailService, smtp: SmtpScript
) -> None:
    def refuse(talk: SmtpTalk) -> None:
        talk.say("550 5.1.1 no such user here")

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
    mail = taken(smtp)
    assert (mail["To"], mail["Subject"]) == ("anna@example.org", "To nobody")
    (file,) = mail.iter_attachments()
    assert file.get_content() == BYTES
    writer.locator(".toast").wait_text("Mail sent.")
    assert drafts(mail_service) == []


def test_mail_that_is_put_off_is_in_the_outbox_and_goes_later(
    writer: Page, mail_service: MailService, smtp: SmtpScript
) -> None:
    later = [1]

    def put_off(talk: SmtpTalk) -> None:
        if later:
            later.pop()
            talk.say("451 4.7.1 come back later")
        else:
            talk.usual()

    smtp.on("RCPT", put_off)
    compose(writer, mail_service)
    write(writer, about="Patience")
    send(writer)
    writer.locator(".toast").wait_text("tried again by itself", timeout=30)
    writer.get_by_role("button", name="Outbox").click()
    writer.locator(".letter").first.wait_text("Patience")
    writer.locator(".letter").first.wait_text(re.compile("Sent .*20"), timeout=30)
    taken(smtp)


# -- answer and forward


def test_answer_names_the_mail_and_quotes_it(writer: Page, mail_service: MailService, smtp: SmtpScript) -> None:
    mail = next(one for one in mail_service.mails() if one["subject"] == "Lunch?")
    compose(writer, mail_service, f"?reply={mail['id']}")
    writer.locator(".editor").wait_focused()
    writer.keyboard.type("Yes, gladly.")
    send(writer)
    answer = taken(smtp)
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
    answer = taken(smtp)
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
    writer.locator(".file").wait_text("contract.txt")  # of its name the draft knows nothing
    send(writer)
    forwarded = taken(smtp)
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


# -- drafts


def test_draft_is_saved_by_itself_and_comes_back_whole(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    write(writer, "Anna <anna@example.org>", "Half")
    writer.get_by_role("button", name="Bcc").click()
    writer.get_by_role("combobox", name="Bcc").wait_focused()
    writer.keyboard.type("half-typed")
    saved(writer)
    one = draft_when(mail_service, "Half")
    assert (one["to"], one["bcc"], one["body"]) == (
        ["Anna <anna@example.org>"],
        ["half-typed"],
        "Hello Anna",
    )
    writer.wait_url(f"**/drafts/{one['id']}")
    writer.reload()
    subject(writer).wait_value("Half")
    assert chips(writer) == ["Anna", "half-typed"]
    assert writer.locator(".editor").inner_text() == "Hello Anna"
    assert draft(mail_service)["version"] == one["version"]  # looking at it changes nothing


def test_what_was_typed_right_before_a_reload_is_there_after_it(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    write(writer, about="Just now", text="The last word")
    writer.reload()
    subject(writer).wait_value("Just now")
    assert writer.locator(".editor").inner_text() == "The last word"
    draft_when(mail_service, "Just now")


@pytest.mark.console_errors("ERR_CONNECTION", "Failed to load resource")
def test_nothing_is_lost_where_the_service_is_away_while_somebody_types(
    writer: Page, mail_service: MailService
) -> None:
    compose(writer, mail_service)
    write(writer, about="Before")
    saved(writer)
    mail_service.service.stop()
    subject(writer).fill("While it is away")
    writer.locator(".banner").wait_text("Not saved: the service does not answer.")
    send(writer)
    writer.get_by_role("alert").wait_text("Not sent: the service does not answer.")
    mail_service.service.start()
    saved(writer)
    assert draft_when(mail_service, "While it is away")["to"] == ["anna@example.org"]


@pytest.mark.console_errors("ERR_CONNECTION", "Failed to load resource")
def test_draft_that_only_the_browser_has_survives_reload_and_restart(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    writer.context.faults.abort("**/api/v1/drafts**")
    write(writer, about="Only here")
    writer.locator(".banner").wait_text("Kept in this browser")
    mail_service.service.restart()
    writer.reload()
    subject(writer).wait_value("Only here")
    assert writer.locator(".editor").inner_text() == "Hello Anna"
    assert drafts(mail_service) == []


@pytest.mark.console_errors("ERR_", "Failed to load resource")
def test_draft_of_the_browser_is_in_the_list_and_can_be_opened(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    rule = writer.faults.abort("**/api/v1/drafts")
    write(writer, about="Only here")
    writer.locator(".banner").wait_text("Kept in this browser")
    writer.goto(f"{mail_service.url}/drafts")
    writer.locator(".letter").wait_text("Only in this browser")
    rule.end()
    writer.get_by_role("link", name="anna@example.org").click()
    subject(writer).wait_value("Only here")
    draft_when(mail_service, "Only here")


@pytest.mark.console_errors("409")
@pytest.mark.parametrize("choice, subject_after", [("Keep mine", "Mine"), ("Take the other one", "Theirs")])
def test_two_tabs_with_one_draft_are_asked_which_stays(
    new_context: Callable[..., Context], mail_service: MailService, choice: str, subject_after: str
) -> None:
    context = new_context()
    mine = context.new_page()
    mail_service.log_in(mine)
    compose(mine, mail_service)
    write(mine, about="First")
    saved(mine)
    mine.wait_url("**/drafts/*")
    theirs = new_context().new_page()
    mail_service.log_in(theirs)
    theirs.goto(mine.url)
    subject(theirs).wait_value("First")
    subject(theirs).fill("Theirs")
    saved(theirs)
    subject(mine).fill("Mine")
    mine.locator(".banner").wait_text("changed somewhere else")
    mine.locator(".banner").wait_text("Theirs")
    assert draft(mail_service)["subject"] == "Theirs"
    mine.get_by_role("button", name=choice).click()
    saved(mine)
    subject(mine).wait_value(subject_after)
    assert draft_when(mail_service, subject_after)["to"] == ["anna@example.org"]
    mine.locator(".editor").click()
    mine.keyboard.press("Control+End")
    mine.keyboard.type("!")
    wait_until(lambda: draft(mail_service)["body"] == "Hello Anna!", 10, "the next change")


@pytest.mark.console_errors("404")
def test_draft_that_was_deleted_elsewhere_can_be_kept(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    write(writer, about="Doomed")
    saved(writer)
    remove_drafts(mail_service)
    writer.locator(".banner").wait_text("sent or deleted somewhere else")
    writer.get_by_role("button", name="Keep it as a new draft").click()
    saved(writer)
    one = draft_when(mail_service, "Doomed")
    writer.wait_url(f"**/drafts/{one['id']}")


def test_discarded_and_deleted_drafts_can_be_taken_back(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    write(writer, about="Nothing")
    saved(writer)
    writer.get_by_role("button", name="Discard").click()
    writer.get_by_role("button", name="Undo").click()
    subject(writer).wait_value("Nothing")
    writer.get_by_role("link", name="Drafts").click()
    writer.get_by_role("button", name="Delete the draft Nothing").click()
    writer.locator(".letter").wait_gone()
    writer.get_by_role("button", name="Undo").click()
    writer.locator(".letter").wait_text("Nothing")
    writer.get_by_role("button", name="Delete the draft Nothing").click()
    wait_until(lambda: drafts(mail_service) == [], 20, "no drafts")
    writer.get_by_text("No drafts.").wait_for()


def test_list_of_drafts_shows_what_others_delete_at_once(writer: Page, mail_service: MailService) -> None:
    body = {"accountId": mail_service.account["id"], "to": [], "subject": "One", "body": ""}
    mail_service.client.post("/drafts", body).ok()
    writer.goto(f"{mail_service.url}/drafts")
    writer.locator(".letter").wait_text("One")
    writer.wait_request("/mails/stream?", ended=False)
    remove_drafts(mail_service)
    writer.locator(".letter").wait_gone()


# -- files


@pytest.mark.console_errors("413")
def test_file_that_is_too_large_is_refused_before_and_after(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    writer.locator("input[type=file]").evaluate(
        """(input) => {
            const all = new DataTransfer();
            all.items.add(new File([new Uint8Array(26 * 1024 * 1024)], 'huge.bin'));
            input.files = all.files;
            input.dispatchEvent(new Event('change'));
        }"""
    )
    writer.get_by_role("alert").wait_text("Too large: huge.bin.")
    assert writer.locator(".file").count() == 0
    answer = {
        "code": 41302,
        "message": "x",
        "error": "attachments_too_large",
        "data": None,
        "requestId": "1",
    }
    with writer.faults.fulfil("**/api/v1/attachments?*", answer, status=413):
        writer.locator("input[type=file]").set_input_files(REPORT)
        writer.locator(".file").wait_text("Too large for the service.")
    writer.get_by_role("button", name="Remove report.bin").click()
    assert writer.locator(".file").count() == 0


@pytest.mark.console_errors("ERR_")
def test_upload_can_be_cancelled_and_repeated(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    rule = writer.faults.hold("**/api/v1/attachments?*")
    writer.locator("input[type=file]").set_input_files(REPORT)
    writer.locator(".file progress").wait_for()
    writer.get_by_role("button", name="Cancel the upload of report.bin").click()
    assert writer.locator(".file").count() == 0
    rule.end()
    with writer.faults.abort("**/api/v1/attachments?*"):
        writer.locator("input[type=file]").set_input_files(REPORT)
        writer.locator(".file").wait_text("Not uploaded: the service does not answer.")
    writer.get_by_role("button", name="Upload report.bin again").click()
    writer.locator(".file").wait_text("179 kB")
    wait_until(lambda: len(drafts(mail_service)) == 1, 10, "a draft")
    assert len(draft(mail_service)["attachments"]) == 1


def test_dropped_and_pasted_files_are_attached(writer: Page, mail_service: MailService) -> None:
    compose(writer, mail_service)
    made = "const all = new DataTransfer(); all.items.add(new File(['x'], name, { type: 'image/png' }));"
    writer.locator(".compose").evaluate(
        f"""(form) => {{ const name = 'dropped.png'; {made}
            form.dispatchEvent(new DragEvent('dragenter', {{ dataTransfer: all, bubbles: true }}));
            form.dispatchEvent(new DragEvent('drop', {{ dataTransfer: all, bubbles: true }})); }}"""
    )
    writer.locator(".editor").evaluate(
        f"""(editor) => {{ const name = 'image.png'; {made}
            editor.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: all, bubbles: true, cancelable: true }})); }}"""
    )
    writer.locator(".file").wait_count(2)
    assert writer.locator(".file bdi").all_text_contents()[0] == "dropped.png"
    assert re.match(r"image-20.*\.png", writer.locator(".file bdi").all_text_contents()[1])


# -- the text


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


# -- keyboard, screen readers, looks


def test_everything_works_by_keyboard(writer: Page, mail_service: MailService, smtp: SmtpScript) -> None:
    compose(writer, mail_service)
    to(writer).wait_focused()
    writer.keyboard.type("lun")  # nobody is called so
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
    mail = taken(smtp)
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
