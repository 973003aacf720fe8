# SPDX-License-Identifier: GPL-3.0-or-later
"""Mailboxes of generated mails (`corpus`), and checks that the service lists each of them as it was sent."""

import itertools
import time
from collections import Counter
from typing import Any

from corpus.truth import Truth
from corpus.writer import generate
from postrider_support import Dovecot, User

_numbers = itertools.count(1)


def made_box(server: Dovecot, count: int, seed: int) -> tuple[User, list[Truth]]:
    """A user whose INBOX has `count` generated mails."""
    user = server.add_user(f"made{next(_numbers)}")
    truths = generate(server.maildir(user).parent, count, seed)
    server.adopt(user)
    return user, truths


def shown(mail: dict[str, Any]) -> tuple[Any, ...]:
    """The fields of a list row that `expected` computes from a Truth, in the same order."""
    return (
        mail["subject"],
        mail["from"],
        mail["fromName"],
        mail["to"],
        mail["sentAt"],
        mail["createdAt"],
        mail["isRead"],
        mail["isStarred"],
        mail["hasAttachment"],
        mail["isHtml"],
        mail["size"],
        mail["folder"],
    )


def expected(truth: Truth) -> tuple[Any, ...]:
    return (
        truth.subject,
        truth.from_,
        truth.fromName,
        truth.to,
        iso(truth.sentAt),
        iso(truth.createdAt),
        "\\Seen" in truth.flags,
        "\\Flagged" in truth.flags,
        truth.hasAttachment,
        truth.isHtml,
        truth.size,
        "INBOX",
    )


def iso(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def check_against(truths: list[Truth], mails: list[dict[str, Any]]) -> None:
    """Checks that each mail is listed once, as it was sent."""
    twice = [identity for identity, count in Counter(mail["messageId"] for mail in mails).items() if count > 1]
    assert twice == []
    found = {mail["messageId"]: shown(mail) for mail in mails}
    wanted = {truth.messageId: expected(truth) for truth in truths}
    assert found.keys() == wanted.keys()
    wrong = [(found[identity], wanted[identity]) for identity in wanted if found[identity] != wanted[identity]]
    assert wrong == [], f"{len(wrong)} differ; found, wanted: {wrong[:3]}"
