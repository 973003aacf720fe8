# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of all views except lists of mail: writing, mailboxes, numbers, webhooks, settings.

As in test_screens.py. All looks share one service with all data, so that no test waits for data.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from conftest import need
from postrider_browser import Page
from postrider_browser.busyuser import CONFIG, ENVIRONMENT, LONG, BusyUser, busy_user
from postrider_browser.looks import LOOKS, Album
from postrider_browser.mailservice import NEWEST, usual_mails
from postrider_support import UNLIMITED, Dovecot, Service, User
from postrider_support.maildomain import DOMAIN, FILE, MailDomain
from postrider_support.mailhost import config, incoming, outgoing, response
from postrider_support.service import ADMIN, ADMIN_PASSWORD

BROKEN = ("Failed to load resource", "net::ERR", "SecurityError")
pytestmark = pytest.mark.console_errors(*BROKEN)
BYTES = bytes(range(256)) * 700
REPORT = {"name": "报告 تقرير.pdf", "mimeType": "application/pdf", "buffer": BYTES}
LETTER = {
    "name": "Rechtsschutzversicherungsgesellschaftsunterlagen " * 3 + ".odt",
    "mimeType": "application/x",
    "buffer": BYTES,
}


@pytest.fixture(scope="module")
def dovecot() -> Iterator[Dovecot]:
    """A mail server with the mailboxes of the fixture `domain`."""
    need(Dovecot.available(), "dovecot-imapd")
    scratch = Path(tempfile.mkdtemp(prefix="postrider-test-"))
    scratch.chmod(0o755)
    server = Dovecot(scratch / "dovecot")
    server.add_users(User(f"nina{number}@{DOMAIN}", "correct horse") for number in range(20))
    with server:
        yield server
    shutil.rmtree(scratch, ignore_errors=True)


@pytest.fixture(scope="module")
def domain(dovecot: Dovecot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MailDomain]:
    """A mail domain that publishes a file with the names of its servers; the IMAP server is a real one."""
    with ExitStack() as stack:
        made = MailDomain(stack, dovecot, tmp_path_factory.mktemp("domain"))
        made.has_web(f"autoconfig.{DOMAIN}")
        made.web.files[FILE] = response(config(incoming(f"imap.{DOMAIN}"), outgoing(f"smtp.{DOMAIN}")))
        yield made


@pytest.fixture(scope="module")
def service(domain: MailDomain, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service; it resolves the names of that domain."""
    with Service(
        tmp_path_factory.mktemp("service"),
        config=UNLIMITED | CONFIG | {"mail.nameserver": domain.dns.address},
        environment=domain.names.environment | ENVIRONMENT,
        extra_ca=domain.dovecot.ca_file,
    ) as running:
        yield running


@pytest.fixture(scope="module")
def everything(service: Service, domain: MailDomain) -> Iterator[BusyUser]:
    """The first user of the service, who has data in every view."""
    users = [User(f"nina{number + 12}@{DOMAIN}", "correct horse") for number in range(4)]
    with ExitStack() as stack:
        yield busy_user(stack, service, domain, users)


@pytest.fixture
def busy(everything: BusyUser) -> Iterator[BusyUser]:
    """As `everything`. Removes what a test added at its end, and what its page saved late before the next."""
    everything.forget_others()
    yield everything
    everything.forget_others()


def log_in(page: Page, busy: BusyUser) -> None:
    """Logs in, whatever the language of the page is."""
    page.goto(busy.service.base_url)
    page.locator("input[autocomplete=username]").fill(ADMIN)
    page.locator("input[type=password]").fill(ADMIN_PASSWORD)
    page.keyboard.press("Enter")
    page.locator(".shell").wait_for()


def at(album: Album, busy: BusyUser, path: str, ready: str) -> None:
    """Opens that address and waits until `ready` is shown."""
    album.page.goto(f"{busy.service.base_url}{path}")
    album.page.locator(ready).first.wait_for()


def test_writing(album: Album, busy: BusyUser) -> None:
    page = album.page
    log_in(page, busy)
    at(album, busy, "/drafts", ".letter")
    album.take("drafts")
    with page.faults.fulfil("**/api/v1/outbox?*", answer(busy.outbox())):
        at(album, busy, "/outbox", ".letter")
        album.take("outbox", whole=True)
        page.locator(".outbox-failed .outbox-actions .plain").click()
        page.locator("dialog").wait_for()
        album.take("outbox-ask")
    at(album, busy, "/outbox?status=cancelled", ".empty")
    album.take("outbox-empty")
    at(album, busy, "/compose", ".editor")
    album.take("compose")
    at(album, busy, f"/compose?replyAll={busy.mail('Rückfrage')}", ".editor")
    to = page.locator(".recipients input").first
    to.fill("nobody")
    to.press("Enter")
    page.locator("input[type=file]").set_input_files(REPORT)
    page.locator(".file").wait_text("k")
    with page.faults.abort("**/api/v1/attachments?*"):
        page.locator("input[type=file]").set_input_files(LETTER)
        page.locator(".file.trouble").wait_for()
    page.locator("button[type=submit]").click()
    page.locator(".banner.danger").wait_for()
    album.take("compose-reply")
    to.fill("z")
    page.locator(".suggestion").first.wait_for()
    album.take("compose-suggestions")


def test_mailboxes(album: Album, busy: BusyUser) -> None:
    page = album.page
    log_in(page, busy)
    at(album, busy, "/accounts", ".state-sign.error")
    album.take("accounts", whole=True)
    page.locator(".account-card .button.danger").first.click()
    page.locator("dialog").wait_for()
    album.take("accounts-remove")
    at(album, busy, f"/accounts/{busy.accounts[1]['id']}?fix=password", ".server-fields")
    album.take("account-edit")
    page.locator(".account-edit input").first.fill(f"{LONG} 工作")
    page.locator("#servers .row-of-buttons button, .save-bar button:not([type=submit])").first.click()
    page.locator(".test-state.fails").first.wait_for(timeout=30)
    album.take("account-edit-whole", whole=True)


def test_new_mailbox(album: Album, busy: BusyUser) -> None:
    page = album.page
    page.context.answer_dialogs(True)
    log_in(page, busy)
    at(album, busy, "/accounts/new", ".setup")
    album.take("setup-address")
    nina = User(f"nina{LOOKS.index(album.look)}@{DOMAIN}", "correct horse")
    for number, one in enumerate(usual_mails()):
        busy.domain.dovecot.deliver(nina, one, NEWEST - 3600 * number)
    page.locator("input[type=email]").fill(nina.name)
    page.locator("input[type=password]").fill("wrong")
    page.locator("button[type=submit]").click()
    page.locator(".found").wait_for(timeout=30)
    page.locator(".field .problem").wait_for(timeout=30)
    album.take("setup-wrong-password")
    page.locator(".found button").click()
    page.locator(".server-fields").first.wait_for()
    album.take("setup-servers", whole=True)
    page.locator("input[type=password]").first.fill(nina.password)
    page.locator("button[type=submit]").click()
    page.locator(".folder-picker").wait_for(timeout=30)
    album.take("setup-folders")
    page.locator("button[type=submit]").click()
    page.locator(".test-state.works").wait_for(timeout=30)
    page.locator(".newest li").wait_count(5)
    album.take("setup-result")


def test_numbers(album: Album, busy: BusyUser) -> None:
    page = album.page
    log_in(page, busy)
    with page.faults.fulfil("**/stats/history?*", history()), page.faults.fulfil("**/stats/senders?*", senders()):
        at(album, busy, "/statistics", ".history rect")
        album.take("statistics", whole=True)
        page.locator(".card-head button").first.click()
        page.locator(".numbers td").first.wait_for()
        album.take("statistics-table")


def history() -> dict[str, Any]:
    """An answer with ninety days; the last one is today by the test's clock."""
    last = date(2026, 3, 2)
    days = [last - timedelta(days=89 - number) for number in range(90)]
    items = [
        {"date": day.isoformat(), "received": 3 + (number * 7) % 19, "sent": (number * 5) % 7}
        for number, day in enumerate(days)
    ]
    return answer({"items": items, "from": items[0]["date"], "to": items[-1]["date"]})


def senders() -> dict[str, Any]:
    """An answer with names in several scripts, also long ones."""
    names = ["Shop", f"{LONG} – Mitgliederbetreuung", "王小明", "سارة الأحمد", ""]
    items = [
        {
            "address": f"sender{number}@abteilung-fuer-oeffentlichkeitsarbeit.example.org",
            "name": name,
            "total": 1234 // (number + 1),
            "unread": 25 - 5 * number,
        }
        for number, name in enumerate(names)
    ]
    return answer({"items": items})


def answer(data: Any) -> dict[str, Any]:
    """The envelope in which the service returns data."""
    return {"code": 0, "data": data, "message": "ok"}


def test_webhooks(album: Album, busy: BusyUser) -> None:
    page = album.page
    log_in(page, busy)
    at(album, busy, "/webhooks", ".webhook-item")
    album.take("webhooks")
    at(album, busy, f"/webhooks/{busy.webhooks[0]['id']}", ".webhook-log li")
    page.locator(".template-note.warning").wait_for()
    page.locator(".code-box").wait_text("text")
    album.take("webhook", whole=True)
    page.locator("textarea").fill('{\n  "text": "{{data.subject}",\n  "von": "消息 رسالة"\n}')
    page.locator(".template-lines .fault").wait_for()
    page.locator(".template-editor").evaluate("(editor) => editor.scrollIntoView()")
    album.take("webhook-fault")
    page.context.answer_dialogs(True)
    at(album, busy, "/webhooks/new", ".webhook-form")
    page.locator("button[type=submit]").click()
    page.locator("[aria-invalid=true]").first.wait_for()
    album.take("webhook-new")


def test_choices(album: Album, busy: BusyUser) -> None:
    page = album.page
    log_in(page, busy)
    at(album, busy, "/notifications", ".list-line")
    page.locator(".toggle").first.wait_for()
    album.take("notifications", whole=True)
    at(album, busy, "/settings", ".sender-list li")
    fields = page.locator(".password-form input[type=password]")
    for number, text in enumerate(("old one", "short", "other")):
        fields.nth(number).fill(text)
    page.locator(".password-form button").click()
    page.locator(".password-form .problem").first.wait_for()
    album.take("settings", whole=True)
