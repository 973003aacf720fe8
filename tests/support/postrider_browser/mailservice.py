# SPDX-License-Identifier: GPL-3.0-or-later
"""The real service with synchronised mail, for tests with browsers."""

import calendar
from dataclasses import dataclass
from typing import Any

from postrider_browser.page import Page
from postrider_support import Client, Dovecot, Service, SmtpScript, User
from postrider_support.letters import letter, mails_when, synced_account
from postrider_support.service import ADMIN, ADMIN_PASSWORD

# 2026-03-02 09:00 UTC, a Monday: the time of the newest of the usual mails. Tests may set `page.clock` to it.
NEWEST = calendar.timegm((2026, 3, 2, 9, 0, 0))


@dataclass
class MailService:
    """A running service, its first user logged in, and one account whose mail is stored."""

    service: Service
    client: Client
    dovecot: Dovecot
    user: User
    account: dict[str, Any]

    @property
    def url(self) -> str:
        """The address of the service."""
        return self.service.base_url

    @property
    def token(self) -> str:
        """An access token of the first user."""
        assert self.client.token
        return self.client.token

    def log_in(self, page: Page) -> None:
        """Opens the web client and logs the first user in by its form."""
        page.goto(self.url)
        page.get_by_label("User name").fill(ADMIN)
        page.get_by_label("Password").fill(ADMIN_PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.get_by_role("button", name="Log in").wait_gone()

    def mails(self, **query: Any) -> list[dict[str, Any]]:
        """The mails of the account as the service lists them."""
        total = self.client.get("/mails", accountId=self.account["id"], pageSize=1, **query).ok()["total"]
        return mails_when(self.client, total, accountId=self.account["id"], **query)

    def deliver(self, *mails: bytes) -> None:
        """Delivers mails to the mail server, where the service finds them by itself."""
        for one in mails:
            self.dovecot.deliver(self.user, one)

    def wait_mails(self, total: int) -> list[dict[str, Any]]:
        """Waits until the account has this number of mails, and returns them."""
        return mails_when(self.client, total, accountId=self.account["id"])


def mail_account(
    client: Client, dovecot: Dovecot, user: User, smtp: SmtpScript | None, mails: tuple[bytes, ...]
) -> dict[str, Any]:
    """A new account with these mails, synchronised; it sends through `smtp`."""
    for number, one in enumerate(mails):
        dovecot.deliver(user, one, NEWEST - 3600 * (len(mails) - 1 - number))
    sends = {"smtp_host": "127.0.0.1", "smtp_port": smtp.port, "smtpSecurity": "none"} if smtp else {}
    body = dovecot.account(user, name="Nina", email="nina@example.com", **sends)
    account: dict[str, Any] = synced_account(client, body)
    return account


def usual_mails() -> tuple[bytes, ...]:
    """Eight mails, the oldest first, an hour between them: plain, HTML, a file, long and other scripts."""
    page = "<h1>Offer</h1><p>Only <b>today</b>: <a href='https://shop.example.com/'>look here</a>.</p>"
    made: list[dict[str, Any]] = [
        {"subject": "Minutes of the meeting", "text": "We met.\n\n- first\n- second\n"},
        {"subject": "Offer of the week", "html": page, "sender": ("Shop", "shop@example.com")},
        {"subject": "The contract", "files": {"contract.txt": b"Read me.\n"}},
        {
            "subject": "Donaudampfschifffahrtsgesellschaftskapitän " * 4,
            "sender": ("Jörg Müller", "joerg@example.com"),
        },
        {"subject": "会议安排", "text": "大家好，明天上午十点开会。", "sender": ("王小明", "wang@example.com")},
        {
            "subject": "موعد الاجتماع",
            "text": "نلتقي غدا صباحا.",
            "sender": ("سارة", "sara@example.com"),
        },
        {"subject": "Party 🎉", "text": "Come at eight 🥳", "sender": ("Zoë", "zoe@example.com")},
        {
            "subject": "Lunch?",
            "text": "Are you free at noon?",
            "sender": ("Ben Hill", "ben@example.com"),
        },
    ]
    count = len(made)
    return tuple(
        letter(**one, sent_at=NEWEST - 3600 * (count - 1 - at), to=("nina@example.com",)) for at, one in enumerate(made)
    )
