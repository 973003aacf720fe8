# SPDX-License-Identifier: GPL-3.0-or-later
"""The page that writes a mail: what its tests share.

A test file imports `service`, `writer` and `no_drafts` too: they are its fixtures.
"""

import re
import socket
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import pytest
from postrider_browser import Page
from postrider_browser.mailservice import MailService
from postrider_support import UNLIMITED, Dovecot, Service, SmtpScript
from postrider_support.sending import QUICK, parsed
from postrider_support.waiting import wait_until

CONFIG = QUICK

BYTES = bytes(range(256)) * 700
REPORT = {"name": "report.bin", "mimeType": "application/octet-stream", "buffer": BYTES}


@pytest.fixture(scope="module")
def service(dovecot: Dovecot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service for this file; it keeps its address after a restart."""
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
    """A page that is logged in."""
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
    """The only draft, with all its fields."""
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


def accepted_mail(smtp: SmtpScript, count: int = 1) -> EmailMessage:
    """Waits until the server has accepted this number of mails; returns the last one."""
    wait_until(lambda: len(smtp.mails) >= count, 30, f"{count} mails")
    assert len(smtp.mails) == count
    return parsed(smtp.mails[-1].raw)


def chips(page: Page) -> list[str]:
    return page.locator(".address-chip").all_text_contents()
