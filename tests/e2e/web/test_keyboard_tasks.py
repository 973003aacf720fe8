# SPDX-License-Identifier: GPL-3.0-or-later
"""Without a mouse: writing mail, managing mailboxes, webhooks, devices and settings.

The focus is checked as in test_keyboard.py.
"""

import json
import re
from collections.abc import Iterator
from email.message import EmailMessage

import pytest
from postrider_browser import Page, Walker
from postrider_browser.keyboard import LISTEN, ROWS, choose, go_to, log_in, remove_all, wait_live_text
from postrider_browser.mailservice import MailService
from postrider_support import Client, Dovecot, SmtpScript, User
from postrider_support.letters import letter
from postrider_support.pushservice import PushService
from postrider_support.sending import QUICK, mail, parsed
from postrider_support.waiting import wait_until
from postrider_support.webhooksink import WebhookSink, response

pytestmark = pytest.mark.whole_chromium

CONFIG = QUICK | {"webhooks.allowed_networks": "127.0.0.1", "visibility": "owner"}
ENVIRONMENT = {"POSTRIDER_PUSH_ALLOWED_NETWORKS": "127.0.0.0/8, ::1"}


@pytest.fixture(autouse=True)
def nothing_left(client: Client) -> Iterator[None]:
    """Removes what a test made, so that the next test begins without it."""
    yield
    remove_all(client)


def accepted_mail(smtp: SmtpScript) -> EmailMessage:
    """The only mail that was sent."""
    wait_until(lambda: len(smtp.mails) > 0, 20, "a sent mail")
    (one,) = smtp.mails
    return parsed(one.raw)


# -- writing

# Counts and prevents openings of the desktop's window for choosing files; the harness sets the files.
CHOOSER = """document.addEventListener('click', (event) => {
    if (event.target.type === 'file') { event.preventDefault(); window.choosers = (window.choosers ?? 0) + 1; }
}, true);"""


def test_mail_with_a_file_is_written_and_sent(page: Page, mail_service: MailService, smtp: SmtpScript) -> None:
    keys = log_in(page, mail_service.url)
    page.locator(ROWS).wait_count(8)
    page.evaluate(LISTEN + CHOOSER)
    keys.press("c")
    keys.stands_at("To", "combobox")
    keys.type("ben")
    page.get_by_role("option", name="Ben Hill").wait_for()
    keys.press("Enter")
    keys.use("Cc", "button")
    keys.stands_at("Cc", "combobox")
    keys.type("cara@example.com,")
    keys.walk_to("Subject")
    keys.type("By keys")
    keys.walk_to("Bold", "button")
    keys.press("ArrowRight")
    keys.stands_at("Italic", "button")
    keys.press("Enter")
    keys.stands_at("Message", "textbox")
    keys.type("Text")
    wait_live_text(page, "Saved ")
    keys.walk_back_to("Attach files", "button")
    keys.press("Enter")
    assert page.evaluate("window.choosers") == 1
    file = {"name": "report.bin", "mimeType": "application/octet-stream", "buffer": b"abc"}
    page.locator("input[type=file]").set_input_files([file, file | {"name": "second.bin"}])
    page.locator(".file").wait_count(2)
    keys.walk_to("Remove report.bin", "button")
    keys.press("Enter")
    page.locator(".file").wait_count(1)
    keys.stands_at("Remove second.bin", "button")
    keys.walk_back_to("Send", "button")
    keys.press("Enter")
    sent = accepted_mail(smtp)
    assert (sent["To"], sent["Cc"]) == ("Ben Hill <ben@example.com>", "cara@example.com")
    assert [one.get_filename() for one in sent.iter_attachments()] == ["second.bin"]
    wait_live_text(page, "Mail sent.")
    page.locator(ROWS).first.wait_for()
    keys.stands_somewhere()


def test_question_before_sending_and_an_error_keep_the_keyboard(keys: Walker, smtp: SmtpScript) -> None:
    page = keys.page
    keys.press("c")
    keys.stands_at("To", "combobox")
    keys.press("Control+Enter")
    wait_live_text(page, "The mail has no recipient.")
    keys.stands_at("To", "combobox")
    keys.type("anna@example.org")
    keys.walk_to("Message", "textbox")
    keys.type("No subject")
    keys.press("Control+Enter")
    keys.stands_at("Send anyway", "button")
    keys.press("Escape")
    keys.stands_at("Message", "textbox")
    keys.press("Control+k")
    keys.stands_at("Address", "textbox")
    keys.press("Escape")
    keys.stands_at("Message", "textbox")
    keys.press("Control+Enter")
    keys.stands_at("Send anyway", "button")
    keys.press("Enter")
    assert accepted_mail(smtp)["To"] == "anna@example.org"
    keys.stands_somewhere()


def test_mail_is_answered_to_one_and_to_all(keys: Walker, smtp: SmtpScript) -> None:
    keys.walk_to("Lunch?", "link")
    keys.press("Enter")
    keys.stands_at("Lunch?", "h1")
    keys.walk_back_to("Reply to all", "button")
    keys.press("Enter")
    keys.stands_at("Message", "textbox")
    keys.press("Escape")
    keys.walk_back_to("Back", "button")
    keys.press("Enter")
    keys.page.get_by_role("heading", name="Lunch?").wait_for()
    keys.stands_somewhere()
    keys.press("r")
    keys.stands_at("Message", "textbox")
    keys.type("At noon.")
    keys.press("Control+Enter")
    assert accepted_mail(smtp)["Subject"] == "Re: Lunch?"
    keys.stands_somewhere()


def test_draft_is_kept_opened_again_discarded_and_deleted(keys: Walker, mail_service: MailService) -> None:
    page = keys.page
    for about in ("First", "Second", "Third"):
        body = {"accountId": mail_service.account["id"], "to": [], "subject": about, "body": ""}
        mail_service.client.post("/drafts", body).ok()
    keys.press("c")
    keys.stands_at("To", "combobox")
    keys.walk_to("Subject")
    keys.type("Newest")
    wait_live_text(page, "Saved ")
    go_to(keys, "Drafts")
    page.locator(".letter").wait_count(4)
    keys.walk_to("Delete the draft Newest", "button")
    keys.walk_back_to("(no recipient)", "link")
    keys.press("Enter")
    page.locator(".compose").wait_for()
    keys.stands_somewhere()
    keys.walk_to("Discard", "button")
    keys.press("Enter")
    wait_live_text(page, "Draft discarded.")
    page.locator(".letter").wait_count(3)
    keys.stands_somewhere()
    keys.press("z")
    page.locator(".compose").wait_for()
    go_to(keys, "Drafts")
    page.locator(".letter").wait_count(4)
    keys.walk_to("Delete the draft Third", "button")
    keys.press("Enter")
    wait_live_text(page, "Draft deleted.")
    keys.stands_at("Delete the draft Second", "button")
    keys.press("z")
    page.locator(".letter").wait_count(4)


def test_mail_that_waits_is_cancelled_in_the_outbox(keys: Walker, mail_service: MailService, smtp: SmtpScript) -> None:
    smtp.on("RCPT", lambda session: session.reply("451 4.7.1 come back later"))
    mail_service.client.post("/mails/send", mail(mail_service.account, subject="Later"))
    go_to(keys, "Outbox")
    row = keys.page.locator(".letter").filter(has_text="Later")
    row.wait_text("Not sent yet")
    choose(keys, "Show", "Wait")
    keys.use("Cancel sending", "button")
    keys.page.get_by_role("dialog").wait_for()
    keys.press("Escape")
    keys.stands_at("Cancel sending", "button")
    keys.press("Enter")
    keys.page.get_by_role("dialog").wait_for()
    keys.use("Cancel sending", "button")
    wait_live_text(keys.page, "Sending cancelled.")
    keys.stands_somewhere()


# -- mailboxes


@pytest.mark.console_errors("status of 400")
def test_mailbox_is_added_corrected_changed_paused_and_removed(
    keys: Walker, client: Client, dovecot: Dovecot, mail_service: MailService
) -> None:
    page = keys.page
    user = User("user199", "correct horse")
    dovecot.deliver(user, letter(subject="The only one"))
    go_to(keys, "Mailboxes")
    keys.walk_to("Add a mailbox", "link")
    keys.press("Enter")
    keys.stands_at("E-mail address", "textbox")
    keys.type("nina@zombo.test")
    keys.walk_to("Password")
    keys.type("wrong")
    keys.press("Enter")
    page.get_by_role("group", name="Receiving (IMAP)").wait_for(timeout=30)
    keys.stands_somewhere()
    keys.walk_to("Server", "textbox")
    keys.replace("127.0.0.1")
    keys.walk_to("Port", "textbox")
    keys.replace(str(dovecot.tls_port))
    keys.walk_to("User name", "textbox")
    keys.replace(user.name)
    keys.press("Enter")
    wait_live_text(page, "refused the user name")
    keys.stands_at("Password")
    keys.replace(user.password)
    keys.press("Enter")
    keys.stands_at("What to fetch", "h1")
    keys.walk_to("Inbox", "checkbox")
    choose(keys, "How far back", "Every")
    keys.walk_to("Name of the mailbox", "textbox")
    keys.replace("Work")
    keys.use("Add the mailbox", "button")
    page.get_by_role("heading", name="All mail has been fetched").wait_for()
    keys.stands_at("All mail has been fetched", "h1")
    keys.use("All mailboxes", "link")
    card = page.get_by_role("region", name="Work").wait_for()
    keys.stands_somewhere()
    keys.walk_to("Work", "link")
    keys.walk_to("Pause", "button")
    keys.press("Enter")
    card.get_by_text("Paused").wait_for()
    keys.stands_at("Resume", "button")
    keys.press("Enter")
    card.get_by_text("Up to date").wait_for()
    keys.walk_to("Edit", "link")
    keys.press("Enter")
    keys.walk_to("Name of the mailbox", "textbox")
    keys.replace("Office")
    keys.use("Save", "button")
    wait_live_text(page, "Saved.")
    keys.stands_somewhere()
    keys.walk_back_to("All mailboxes", "link")
    keys.press("Enter")
    page.get_by_role("region", name="Office").wait_for()
    keys.walk_to("Office", "link")
    keys.use("Remove", "button")
    dialog = page.get_by_role("dialog").wait_for()
    keys.press("Escape")
    dialog.wait_gone()
    keys.stands_at("Remove", "button")
    keys.press("Enter")
    keys.use("I know that this cannot be undone.", "checkbox", "Space")
    keys.use("Remove", "button")
    page.get_by_role("region", name="Office").wait_gone()
    keys.stands_somewhere()
    assert [one["name"] for one in client.get("/accounts").ok()] == ["Nina"]


# Records which element has the focus at the moment when the page shows another step of the set-up.
WATCH_STEPS = """() => {
    const named = (one) => `${one?.tagName} ${one?.textContent ?? ''}`;
    window.atSteps = [];
    new MutationObserver((changes) => {
        if (changes.some(({ attributeName }) => attributeName === 'aria-current'))
            window.atSteps.push(named(document.activeElement));
    }).observe(document.querySelector('.step-bar'), { attributes: true, subtree: true });
}"""


def test_keyboard_is_at_a_step_as_soon_as_it_stands_in_the_page(
    keys: Walker, mail_service: MailService, dovecot: Dovecot
) -> None:
    page = keys.page
    go_to(keys, "Mailboxes")
    keys.use("Add a mailbox", "link")
    keys.stands_at("E-mail address", "textbox")
    page.evaluate(WATCH_STEPS)
    keys.type("nina@zombo.test")
    keys.walk_to("Password")
    keys.type("wrong")
    keys.press("Enter")
    page.get_by_role("group", name="Receiving (IMAP)").wait_for(timeout=30)
    steps = page.evaluate("() => window.atSteps")
    assert steps and all(step.startswith("H1 ") for step in steps), steps


# -- webhooks, notifications, settings, statistics


@pytest.fixture
def sink() -> Iterator[WebhookSink]:
    with WebhookSink(response(200, b"taken with thanks")) as one:
        yield one


@pytest.mark.console_errors("400")
def test_webhook_is_made_with_a_template_tested_and_deleted(keys: Walker, client: Client, sink: WebhookSink) -> None:
    page = keys.page
    go_to(keys, "Webhooks")
    keys.walk_to("New webhook", "link")
    keys.press("Enter")
    page.get_by_role("heading", name="New webhook").wait_for()
    keys.stands_somewhere()
    keys.walk_to("Name")
    keys.type("Tickets")
    keys.walk_to("Address")
    keys.type(sink.url())
    keys.use("Use my own template", "checkbox", "Space")
    keys.walk_to("Template", "textbox")
    keys.replace('{"a": "{{data.subject}"}')
    wait_live_text(page, "{{ is not closed by }}.")
    keys.use("Go there", "button")
    keys.stands_at("Template", "textbox")
    keys.replace('{"a": "{{data.subject}}"}')
    page.get_by_role("region", name="Preview with sample data").wait_text('"a": "Test"')
    keys.walk_to("Insert data.subject", "button")
    keys.press("Enter")
    keys.stands_at("Template", "textbox")
    keys.replace('{"a": "{{data.subject}}"}')
    keys.walk_to("Create", "button")
    keys.press("Enter")
    page.wait_url(re.compile(r"/webhooks/\d+$"))
    page.get_by_role("heading", name="Tickets").wait_for()
    keys.stands_somewhere()
    keys.walk_to("Send a test call", "button")
    keys.press("Enter")
    wait_live_text(page, "HTTP 200")
    keys.stands_at("Send a test call", "button")
    assert json.loads(sink.calls[0].body) == {"a": "Test"}
    page.locator(".webhook-log li").wait_text("Test call")
    keys.walk_to("Answer", "region")
    keys.walk_back_to("All webhooks", "link")
    keys.press("Enter")
    keys.walk_to("Enable “Tickets”", "switch")
    keys.press("Space")
    wait_until(lambda: client.get("/webhooks").ok()[0]["enabled"] is False, 5, "switched off")
    keys.stands_at("Enable “Tickets”", "switch")
    keys.walk_back_to("Tickets", "link")
    keys.press("Enter")
    page.get_by_role("heading", name="Tickets").wait_for()
    keys.walk_to("Delete webhook", "button")
    keys.press("Enter")
    dialog = page.get_by_role("dialog").wait_for()
    keys.press("Escape")
    dialog.wait_gone()
    keys.stands_at("Delete webhook", "button")
    keys.press("Enter")
    keys.use("Delete webhook", "button")
    page.get_by_text("No webhook is set up.").wait_for()
    keys.stands_somewhere()
    assert client.get("/webhooks").ok() == []


def test_devices_are_tested_and_removed_and_a_refusal_is_said(
    keys: Walker, mail_service: MailService, client: Client
) -> None:
    page = keys.page
    page.context.grant_permissions("notifications")
    failing = "PushManager.prototype.subscribe = () => Promise.reject(new DOMException('no', 'AbortError'));"
    page.add_init_script(failing)
    page.reload()
    page.locator(ROWS).wait_count(8)
    page.evaluate(LISTEN)
    with PushService() as push:
        for agent in ("first", "second"):
            body = push.browser().subscription | {"userAgent": agent}
            client.post("/push/subscribe", body).ok(201)
        go_to(keys, "Notifications")
        keys.walk_to("Turn on here", "button")
        keys.press("Enter")
        wait_live_text(page, "The push service of this browser cannot be reached.")
        keys.stands_at("Turn on here", "button")
        keys.use("Send a test notification", "button")
        wait_live_text(page, "Sent to 2 devices.")
        keys.stands_at("Send a test notification", "button")
        keys.walk_to("Remove", "button")
        keys.press("Enter")
        page.locator(".list-line .icon-button").wait_count(1)
        keys.stands_at("Remove", "button")
        keys.press("Enter")
        page.get_by_text("No device has notifications turned on yet.").wait_for()
        keys.stands_somewhere()
        keys.use("Quiet hours", "checkbox", "Space")
        keys.walk_to("From")
        keys.use("Notifications of Nina", "switch", "Space")
        account = f"/accounts/{mail_service.account['id']}"
        wait_until(lambda: client.get(account).ok()["notify"] is False, 5, "no notifications")
        keys.stands_at("Notifications of Nina", "switch")
    client.put("/settings", {"quietHours": None}).ok()


# Replaces the browser's own push service, which does not serve Debian's Chromium.
SUBSCRIBE = """(() => {
    let own = null;
    const made = %s;
    const unsubscribe = () => ((own = null), Promise.resolve(true));
    PushManager.prototype.subscribe = async () => (own = { ...made, options: {}, toJSON: () => made, unsubscribe });
    PushManager.prototype.getSubscription = async () => own;
})()"""


def test_this_device_is_subscribed_tested_and_turned_off(page: Page, mail_service: MailService, client: Client) -> None:
    page.context.grant_permissions("notifications")
    with PushService() as push:
        browser = push.browser()
        page.add_init_script(SUBSCRIBE % json.dumps(browser.subscription))
        keys = log_in(page, f"{mail_service.url}/notifications")
        page.evaluate(LISTEN)
        keys.walk_to("Turn on here", "button")
        keys.press("Enter")
        page.locator(".push-state.on").wait_for()
        assert [one["endpoint"] for one in client.get("/push/subscriptions").ok()] == [browser.subscription["endpoint"]]
        keys.stands_somewhere()
        keys.walk_back_to("Skip to content", "link")
        keys.press("Enter")
        keys.walk_to("Turn off here", "button", most=2)
        keys.use("Send a test notification", "button")
        wait_live_text(page, "Sent to 1 device.")
        keys.walk_back_to("Turn off here", "button", most=2)
        keys.press("Enter")
        page.locator(".push-state.off").wait_for()
        keys.stands_somewhere()
        assert client.get("/push/subscriptions").ok() == []


def test_settings_are_chosen(keys: Walker, client: Client) -> None:
    page = keys.page
    go_to(keys, "Settings")
    try:
        choose(keys, "Colours", "Dark")
        page.locator(":root[data-theme=dark]").wait_for()
        keys.walk_to("Rows of lists", "combobox")
        keys.type("Comp")
        page.locator(":root[data-density=compact]").wait_for()
        keys.walk_back_to("Language", "combobox")
        keys.type("Deu")
        page.get_by_role("heading", name="Einstellungen").wait_for()
        keys.stands_at("Sprache", "combobox")
    finally:
        client.put("/settings", {"language": None, "theme": None, "density": None}).ok()


def test_figures_of_the_statistics_are_read_as_a_table(keys: Walker) -> None:
    page = keys.page
    go_to(keys, "Statistics")
    page.get_by_role("img").wait_for()
    choose(keys, "Period", "30")
    keys.walk_to("Show as table", "button")
    keys.press("Enter")
    page.get_by_role("columnheader", name="Received").first.wait_for()
    keys.stands_at("Show as chart", "button")
    keys.walk_to("", "region", most=1)
