# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing that was typed is lost: drafts, reloads, two tabs, and a service that is away."""

from collections.abc import Callable

import pytest
from composing import (
    chips,
    compose,
    draft,
    draft_when,
    drafts,
    no_drafts,
    remove_drafts,
    saved,
    send,
    service,
    subject,
    write,
    writer,
)
from postrider_browser import Context, Page
from postrider_browser.mailservice import MailService
from postrider_support.waiting import wait_until


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
    assert draft(mail_service)["version"] == one["version"]  # opening the draft does not change it


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
