# SPDX-License-Identifier: GPL-3.0-or-later
"""Mails for tests, and waiting until the service has them."""

import itertools
from collections.abc import Callable, Iterator
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from typing import Any

from postrider_support.client import Client
from postrider_support.exposition import Page
from postrider_support.waiting import wait_until

_numbers = itertools.count(1)


def letter(
    subject: str = "Hello",
    text: str = "Hello, this is the text.",
    *,
    sender: tuple[str, str] = ("Anna Berg", "anna@example.com"),
    to: tuple[str, ...] = ("box@example.com",),
    html: str | None = None,
    sent_at: float | None = None,
    files: dict[str, bytes] | None = None,
    headers: dict[str, str] | None = None,
) -> bytes:
    """A mail with CRLF lines. `files` are attachments by name; `headers` replace or (as "") remove some."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = Address(sender[0], addr_spec=sender[1])
    mail["To"] = [Address(addr_spec=one) for one in to]
    mail["Subject"] = subject
    mail["Date"] = formatdate(sent_at)
    mail["Message-ID"] = f"<{next(_numbers)}.letter@example.com>"
    mail.set_content(text)
    if html is not None:
        mail.add_alternative(html, subtype="html")
    for name, content in (files or {}).items():
        mail.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    for name, value in (headers or {}).items():
        del mail[name]
        if value:
            mail[name] = value
    return mail.as_bytes()


def account_when(
    client: Client,
    account_id: int,
    fits: Callable[[dict[str, Any]], Any],
    timeout: float = 20,
    what: str = "the account's state",
) -> dict[str, Any]:
    """Waits until the account fulfils the condition; returns it."""

    def look() -> dict[str, Any] | None:
        account = client.get(f"/accounts/{account_id}").ok()
        last.append(account)
        return account if fits(account) else None

    last: list[dict[str, Any]] = []
    try:
        return wait_until(look, timeout, what)
    except AssertionError as error:
        raise AssertionError(f"{error}: {last[-1:]}") from None


def synced_account(client: Client, body: dict[str, Any], timeout: float = 30) -> dict[str, Any]:
    """Adds an account, and returns it after its first synchronisation, when all bodies are stored."""
    account = client.post("/accounts", body).ok(201)
    settled(client, account["id"], timeout)
    return client.get(f"/accounts/{account['id']}").ok()


def settled(client: Client, account_id: int, timeout: float = 30) -> None:
    """Waits until the account has been synchronised and the bodies of all its mails are stored."""
    account_when(
        client,
        account_id,
        lambda now: now["lastSyncAt"] and not now["syncProgress"] and now["mode"] in ("idle", "polling"),
        timeout,
        "the end of the first sync",
    )
    wait_until(
        lambda: not any(mail["bodyState"] == "pending" for mail in each_mail(client, accountId=account_id)),
        timeout,
        "the bodies of all mails",
    )


def indexed(client: Client, timeout: float = 60) -> None:
    """Waits until no stored mail waits to be indexed, so that each search finds all mails."""
    wait_until(
        lambda: Page(client.get("/metrics").body.decode()).value("postrider_queue_entries", queue="search_index") == 0,
        timeout,
        "all mails to be in the full text index",
        every=0.1,
    )


def each_mail(client: Client, **query: Any) -> Iterator[dict[str, Any]]:
    """The mails of all pages; each page is requested when it is needed."""
    for page in itertools.count(1):
        items = client.get("/mails", page=page, pageSize=100, **query).ok()["items"]
        yield from items
        if len(items) < 100:
            return


def all_mails(client: Client, **query: Any) -> list[dict[str, Any]]:
    """The mails of all pages."""
    return list(each_mail(client, **query))


def mails_when(client: Client, total: int, timeout: float = 20, **query: Any) -> list[dict[str, Any]]:
    """The mails of the query, as soon as there are `total` of them."""
    wait_until(
        lambda: client.get("/mails", pageSize=1, **query).ok()["total"] == total, timeout, f"{total} mails with {query}"
    )
    return all_mails(client, **query)
