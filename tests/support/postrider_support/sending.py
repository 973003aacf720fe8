# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of sending share: a mail, and its state in the outbox."""

import email
import email.policy
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

from postrider_support.client import Client
from postrider_support.smtpscript import SmtpSession
from postrider_support.waiting import wait_until

Hook = Callable[[SmtpSession], None]

# So that tests need not wait: retries of sending come after a second, synchronisation is not retried.
QUICK = {
    "outbox.retries": "1, 1, 1, 1",
    "outbox.answer_within": "8",
    "outbox.command_timeout": "3",
    "outbox.final_timeout": "3",
    "mail.open_timeout": "3",
    "sync.retry_min": "3600",
    "sync.retry_max": "3600",
}


def mail(account: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The body of POST /mails/send."""
    usual = {
        "accountId": account["id"],
        "to": ["anna@example.org"],
        "subject": "Hello",
        "body": "<p>Hello Anna</p>",
    }
    return usual | changes


def parsed(raw: bytes) -> EmailMessage:
    """The mail, parsed by Python's own reader."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def outbox(client: Client, identifier: int) -> dict[str, Any]:
    """The mail of the outbox as it is now."""
    item: dict[str, Any] = client.get(f"/outbox/{identifier}").ok()
    return item


def settled(client: Client, identifier: int, *statuses: str) -> dict[str, Any]:
    """Waits until the mail of the outbox has one of these statuses; returns it."""

    def look() -> dict[str, Any] | None:
        now = outbox(client, identifier)
        return now if now["status"] in statuses else None

    found: dict[str, Any] = wait_until(look, 20, f"{statuses}")
    return found


def reply(*lines: str) -> Hook:
    """A hook that answers with these lines."""
    return lambda session: session.reply(*lines)


def once(hook: Hook) -> Hook:
    """A hook that calls `hook` the first time, and then gives the usual answer."""
    done: list[bool] = []

    def act(session: SmtpSession) -> None:
        first = not done
        done.append(True)
        hook(session) if first else session.usual()

    return act
