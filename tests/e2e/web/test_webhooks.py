# SPDX-License-Identifier: GPL-3.0-or-later
"""Making a webhook in the web client, testing it, and viewing its calls."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from postrider_browser import Page, accessibility
from postrider_browser.mailservice import MailService
from postrider_support import Client
from postrider_support.letters import letter
from postrider_support.waiting import wait_until
from postrider_support.webhooksink import WebhookSink, resets, response

CONFIG = {
    "webhooks.allowed_networks": "127.0.0.1",
    "webhooks.retries": "1, 1",
    "webhooks.timeout": "2",
}
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
TEMPLATE = '{\n  "text": "{{data.subject}}"\n}'


@pytest.fixture
def sink() -> Iterator[WebhookSink]:
    with WebhookSink(response(200, b"taken with thanks")) as one:
        yield one


@pytest.fixture(autouse=True)
def no_webhooks(client: Client) -> Iterator[None]:
    yield
    for webhook in client.get("/webhooks").ok():
        client.delete(f"/webhooks/{webhook['id']}").ok()


@pytest.fixture
def made(client: Client, sink: WebhookSink) -> dict[str, Any]:
    """A webhook with headers, a template and a secret."""
    webhook: dict[str, Any] = client.post(
        "/webhooks",
        {
            "name": "Tickets",
            "url": sink.url(),
            "headers": {"Authorization": "Bearer 6fe1", "X-Plain": "seen"},
            "bodyTemplate": TEMPLATE,
            "secret": SECRET,
        },
    ).ok(201)
    return webhook


def at(page: Page, mail_service: MailService, path: str) -> Page:
    """Logs in and opens that path."""
    mail_service.log_in(page)
    page.goto(f"{mail_service.url}{path}")
    return page


def editor(page: Page) -> Any:
    return page.get_by_label("Template", exact=True)


def preview(page: Page) -> Any:
    return page.get_by_role("region", name="Preview with sample data")


def line(page: Page, kind: str) -> Any:
    """The numbers of the lines of the template that have this mark."""
    return page.locator(f".template-lines .{kind}")


def test_webhook_is_made_by_keyboard_alone_and_called_for_new_mail(
    page: Page, mail_service: MailService, client: Client, sink: WebhookSink
) -> None:
    at(page, mail_service, "/webhooks")
    page.get_by_text("No webhook is set up.").wait_for()
    page.get_by_role("link", name="New webhook").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.type("Tickets")
    page.keyboard.press("Tab")
    page.keyboard.type(sink.url())
    page.get_by_label("Use my own template").focus()
    page.keyboard.press("Space")
    preview(page).wait_text('"text": "Anna: Test"')
    page.keyboard.press("Tab")
    editor(page).wait_focused()
    page.get_by_label("Name", exact=True).press("Enter")
    page.wait_url(re.compile(r"/webhooks/\d+$"))
    page.get_by_role("heading", name="Tickets").wait_for()
    (webhook,) = client.get("/webhooks").ok()
    assert (webhook["url"], webhook["events"]) == (sink.url(), ["mail.received"])
    mail_service.deliver(letter("Printer on fire", sender=("Ben Hill", "ben@example.com")))
    # The log shows the call without a reload.
    page.locator(".webhook-log li").wait_text("Printer on fire")
    page.locator(".status.success").first.wait_text("Delivered")
    assert json.loads(sink.calls[0].body) == {"text": "Ben Hill: Printer on fire"}


@pytest.mark.console_errors("400")
def test_error_is_marked_at_its_line_and_the_caret_goes_there(
    page: Page, mail_service: MailService, made: dict[str, Any]
) -> None:
    at(page, mail_service, f"/webhooks/{made['id']}")
    preview(page).wait_text('"text": "Test"')
    editor(page).fill('{\n  "a": 1,\n  "text": "{{data.subject}"\n}')
    page.get_by_text("Line 3, column 12: {{ is not closed by }}.").wait_for()
    assert line(page, "fault").all_text_contents() == ["3"]
    assert page.locator(".template-marks .fault").text_content() == '{{data.subject}"'
    preview(page).wait_text('"text": "Test"')  # the preview of the last valid template stays
    page.get_by_label("Name", exact=True).focus()
    page.get_by_role("button", name="Go there").click()
    editor(page).wait_focused()
    assert editor(page).evaluate("(area) => [area.selectionStart, area.selectionEnd]") == [23, 23]
    editor(page).fill(TEMPLATE)
    page.get_by_text("is not closed by").wait_gone()
    assert line(page, "fault").count() == 0


@pytest.mark.console_errors("400")
def test_saving_a_wrong_template_changes_nothing_and_jumps_to_the_error(
    page: Page, mail_service: MailService, client: Client, made: dict[str, Any]
) -> None:
    at(page, mail_service, f"/webhooks/{made['id']}")
    editor(page).fill('{"a":\n {{wrong path}}}')
    page.get_by_role("button", name="Save").click()
    editor(page).wait_focused()
    assert editor(page).evaluate("(area) => area.selectionStart") == 7
    page.get_by_role("alert").wait_text("there must be a path such as")
    assert client.get(f"/webhooks/{made['id']}").ok()["bodyTemplate"] == TEMPLATE
    # The typed text is still there, and leaving the page asks for confirmation.
    page.get_by_role("link", name="All webhooks").click()
    assert [one.type for one in page.context.dialogs()] == ["confirm"]
    editor(page).wait_value('{"a":\n {{wrong path}}}')
    page.context.answer_dialogs(accept=True, text="")
    page.get_by_role("link", name="All webhooks").click()
    page.get_by_role("heading", name="Webhooks").wait_for()


def test_back_button_asks_about_what_is_not_saved_and_stays(
    page: Page, mail_service: MailService, made: dict[str, Any]
) -> None:
    at(page, mail_service, "/webhooks")
    page.get_by_role("link", name=made["name"]).click()
    editor(page).fill("{}")
    page.go_back()
    editor(page).wait_value("{}")
    page.wait_url(f"**/webhooks/{made['id']}")
    assert [one.type for one in page.context.dialogs()] == ["confirm"]
    page.context.answer_dialogs(accept=True)
    page.go_back()
    page.get_by_role("heading", name="Webhooks").wait_for()
    page.go_forward()
    editor(page).wait_value(TEMPLATE)


def test_unknown_variable_is_named_and_one_from_the_list_is_inserted(
    page: Page, mail_service: MailService, made: dict[str, Any]
) -> None:
    at(page, mail_service, f"/webhooks/{made['id']}")
    editor(page).fill('{"a": "{{data.nothing}}",\n"b": ""}')
    page.get_by_text("Line 1: {{data.nothing}} does not exist in these events").wait_for()
    assert line(page, "warned").all_text_contents() == ["1"]
    editor(page).evaluate("(area) => { area.focus(); area.setSelectionRange(32, 32); }")
    page.get_by_role("button", name="Insert data.from_name").click()
    editor(page).wait_value('{"a": "{{data.nothing}}",\n"b": "{{data.from_name}}"}')
    editor(page).wait_focused()
    preview(page).wait_text('"b": "Anna"')
    page.keyboard.press("Control+z")
    editor(page).wait_value('{"a": "{{data.nothing}}",\n"b": ""}')


def test_no_offered_variable_is_unknown_to_the_service(page: Page, mail_service: MailService, client: Client) -> None:
    at(page, mail_service, "/webhooks/new")
    page.get_by_label("Use my own template").check()
    known = page.get_by_role("group", name="Events").locator("input")
    for number in range(1, known.count()):
        known.nth(number).check()
    page.get_by_role("button", name="Insert data.error").wait_for()
    paths = page.locator(".variable-button").all_text_contents()
    events = [
        *("mail.received", "mail.updated", "mail.deleted", "mail.sent", "mail.failed"),
        *("account.created", "account.updated", "account.deleted", "account.status_changed"),
    ]
    text = " ".join(f"{{{{{path}}}}}" for path in paths)
    shown = client.post("/webhooks/preview", {"events": events, "bodyTemplate": text}).ok()
    assert len(paths) > 30 and shown["warnings"] == []


def test_older_answer_of_the_preview_is_dropped(page: Page, mail_service: MailService, made: dict[str, Any]) -> None:
    at(page, mail_service, f"/webhooks/{made['id']}")
    preview(page).wait_text("Test")
    with page.context.faults.hold("**/webhooks/preview"):
        editor(page).fill('"older {{data.subject}}"')
        wait_until(
            lambda: [one for one in page.requests("/webhooks/preview") if one.body and "older" in one.body],
            10,
            "the first question",
        )
        editor(page).fill('"newer {{data.subject}}"')
        wait_until(
            lambda: [one for one in page.requests("/webhooks/preview") if one.body and "newer" in one.body],
            10,
            "the second question",
        )
    preview(page).wait_text("newer Test")
    first = next(one for one in page.requests("/webhooks/preview") if one.body and "older" in one.body)
    assert first.status is None and first.failure


def test_secret_values_stay_and_are_never_in_the_page(
    page: Page, mail_service: MailService, made: dict[str, Any], sink: WebhookSink, client: Client
) -> None:
    at(page, mail_service, f"/webhooks/{made['id']}")
    page.get_by_label("Header value").first.wait_value("********")
    page.get_by_text("A secret is set.").wait_for()
    page.get_by_label("Name", exact=True).fill("Renamed")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Renamed").wait_for()
    html = page.evaluate("document.documentElement.outerHTML")
    assert SECRET not in html and "6fe1" not in html
    page.get_by_role("button", name="Send a test call").click()
    page.locator(".webhook-answer").wait_text("taken with thanks")
    assert sink.calls[0].headers["authorization"] == "Bearer 6fe1"
    assert "webhook-signature" in sink.calls[0].headers


def test_new_secret_and_new_headers_are_sent(
    page: Page, mail_service: MailService, made: dict[str, Any], sink: WebhookSink, client: Client
) -> None:
    at(page, mail_service, f"/webhooks/{made['id']}")
    page.get_by_role("button", name="Make a new secret").click()
    secret = page.get_by_label("Signing secret").input_value()
    assert secret.startswith("whsec_") and secret != SECRET
    page.get_by_role("button", name="Remove header X-Plain").click()
    page.get_by_role("button", name="Add header").click()
    page.get_by_label("Header name").last.fill("X-Own")
    page.get_by_label("Header value").last.fill("told")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("A secret is set.").wait_for()
    page.get_by_role("button", name="Send a test call").click()
    page.locator(".webhook-answer .banner.success").wait_text("HTTP 200")
    headers = sink.calls[0].headers
    assert headers["x-own"] == "told" and "x-plain" not in headers


def test_test_shows_the_answer_of_the_receiver_and_what_went_wrong(
    page: Page, mail_service: MailService, made: dict[str, Any], sink: WebhookSink
) -> None:
    sink.script = [response(503, b"<b>out of order</b>")]
    at(page, mail_service, f"/webhooks/{made['id']}")
    page.get_by_role("button", name="Send a test call").click()
    page.locator(".webhook-answer .banner.danger").wait_text("HTTP 503")
    page.get_by_role("region", name="Answer of the receiver").wait_text("<b>out of order</b>")
    page.locator(".webhook-log li").wait_text("Test call")
    sink.script = [resets]
    page.get_by_role("button", name="Send a test call").click()
    page.locator(".webhook-answer .banner.danger").wait_text("No answer")


def test_failing_webhook_says_so_and_is_enabled_again(
    page: Page, mail_service: MailService, made: dict[str, Any], sink: WebhookSink, client: Client
) -> None:
    sink.script = [response(410, b"gone")]
    at(page, mail_service, "/webhooks")
    page.get_by_role("switch", name="Enable “Tickets”").wait_for()
    mail_service.deliver(letter("Nobody is there"))
    page.get_by_text("Switched off: the receiver answered that it is gone (410).").wait_for()
    sink.script = [response(200, b"back")]
    page.get_by_role("button", name="Enable again").click()
    switch = page.get_by_role("switch", name="Enable “Tickets”")
    switch.wait_for()
    assert client.get(f"/webhooks/{made['id']}").ok()["enabled"] is True
    switch.press("Space")
    wait_until(lambda: client.get(f"/webhooks/{made['id']}").ok()["enabled"] is False, 5, "switched off")


def test_log_comes_in_pages(page: Page, mail_service: MailService, made: dict[str, Any], client: Client) -> None:
    for _ in range(21):
        client.post(f"/webhooks/{made['id']}/test").ok()
    at(page, mail_service, f"/webhooks/{made['id']}")
    page.locator(".webhook-log li").wait_count(20)
    page.get_by_text("1–20 of 21").wait_for()
    page.get_by_role("button", name="Older", exact=True).click()
    page.locator(".webhook-log li").wait_count(1)
    page.get_by_text("21–21 of 21").wait_for()
    assert page.get_by_role("button", name="Older", exact=True).is_enabled() is False


def test_webhook_is_deleted_after_a_question(
    page: Page, mail_service: MailService, made: dict[str, Any], client: Client
) -> None:
    at(page, mail_service, f"/webhooks/{made['id']}")
    page.get_by_role("button", name="Delete webhook").click()
    dialog = page.get_by_role("dialog", name="Delete this webhook?").wait_for()
    page.keyboard.press("Escape")
    dialog.wait_gone()
    assert len(client.get("/webhooks").ok()) == 1
    page.get_by_role("button", name="Delete webhook").click()
    dialog.get_by_role("button", name="Delete webhook").click()
    page.get_by_text("No webhook is set up.").wait_for()
    assert client.get("/webhooks").ok() == []


@pytest.mark.console_errors("404")
def test_webhook_that_is_gone_is_said_so(page: Page, mail_service: MailService) -> None:
    at(page, mail_service, "/webhooks/4711")
    page.get_by_text("This webhook does not exist any more.").wait_for()


@pytest.mark.parametrize("place", ["/webhooks", "/webhooks/new", "/webhooks/"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_have_no_accessibility_findings(
    new_context: Any,
    mail_service: MailService,
    made: dict[str, Any],
    client: Client,
    screens: Path,
    place: str,
    scheme: str,
) -> None:
    client.post(f"/webhooks/{made['id']}/test").ok()
    page = new_context(color_scheme=scheme).new_page()
    at(page, mail_service, place + (str(made["id"]) if place.endswith("/") else ""))
    page.get_by_role("heading", level=1).wait_for()
    if place != "/webhooks":
        preview(page).wait_text("Test")
    assert accessibility(page, impacts=("minor", "moderate", "serious", "critical")) == []
