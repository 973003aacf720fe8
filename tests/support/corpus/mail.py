# SPDX-License-Identifier: GPL-3.0-or-later
"""One mail from its number: identity, headers, body and the truth about them."""

from dataclasses import dataclass
from email.utils import formatdate
from random import Random

from corpus.body import Body, make_body
from corpus.encode import base64_lines, encoded_words, mailbox
from corpus.languages import Language, pick_language
from corpus.people import Person, pick_people
from corpus.text import make_subject
from corpus.truth import Truth

_FIRST_DAY = 1_700_000_000
_SPAN = 3 * 365 * 86_400
_FLAGS = (("\\Flagged", "F", 0.05), ("\\Answered", "R", 0.10), ("\\Seen", "S", 0.70))


@dataclass(frozen=True)
class Mail:
    """The message with CRLF line ends, and what is in it. `maildir_flags` as in a file name."""

    raw: bytes
    truth: Truth
    maildir_flags: str


@dataclass(frozen=True)
class _Identity:
    """The data of an earlier mail that replies need, so that they need not generate the whole mail."""

    language: Language
    sender: Person
    subject: str
    message_id: str


def _identity(seed: int, number: int) -> _Identity:
    random = Random(f"{seed}/{number}/identity")
    language, sender = pick_language(random), pick_people(random, 1)[0]
    domain = sender.address.split("@")[1]
    message_id = f"<{random.getrandbits(64):016x}.{number}.{seed}@{domain}>"
    return _Identity(language, sender, make_subject(random, language), message_id)


def make_mail(seed: int, number: int, count: int) -> Mail:
    """Mail `number` (0 is the oldest) of a mailbox of `count`; depends only on the arguments."""
    random = Random(f"{seed}/{number}")
    own = _identity(seed, number)
    step = _SPAN / count
    created_at = _FIRST_DAY + int(step * (number + random.random()))
    subject, reply = own.subject, ""
    if number and random.random() < 0.38:
        earlier = _identity(seed, random.randrange(max(0, number - 400), number))
        subject = f"Re: {earlier.subject}"
        reply = f"In-Reply-To: {earlier.message_id}\r\nReferences: {earlier.message_id}\r\n"
    receivers = pick_people(random, 1 + (random.random() < 0.25) * random.randint(1, 4))
    body = make_body(random, own.language, number)
    sent_at = created_at - random.randrange(60)
    head = _transport(random, own.sender, created_at) + _addresses(random, body, own, receivers)
    head += f"Subject: {encoded_words(random, subject, body.header_charset)}\r\n"
    head += f"Date: {formatdate(sent_at)}\r\nMessage-ID: {own.message_id}\r\n{reply}"
    head += "MIME-Version: 1.0\r\n"
    if body.kind == "newsletter":
        head += f"List-Unsubscribe: <https://news.example/u/{random.getrandbits(64):x}>\r\n"
        head += "Precedence: bulk\r\n"
    raw = head.encode() + body.content
    chosen = [(flag, letter) for flag, letter, share in _FLAGS if random.random() < share]
    truth = Truth(
        messageId=own.message_id,
        subject=subject,
        from_=own.sender.address,
        fromName=own.sender.name,
        to=[receiver.address for receiver in receivers],
        sentAt=sent_at,
        createdAt=created_at,
        flags=[flag for flag, _ in chosen],
        isHtml=body.is_html,
        hasAttachment=bool(body.attachments),
        attachments=body.attachments,
        language=own.language.name,
        kind=body.kind,
        size=len(raw),
        words=body.words,
    )
    return Mail(raw, truth, "".join(letter for _, letter in chosen))


def _transport(random: Random, sender: Person, at: int) -> str:
    """The header fields that mail servers on the way add."""
    lines = [f"Return-Path: <{sender.address}>\r\nDelivered-To: box@example.com\r\n"]
    for hop in range(random.randint(2, 4)):
        lines.append(
            f"Received: from mx{hop}.example.net (mx{hop}.example.net [192.0.2.{random.randrange(255)}])"
            f"\r\n\tby mail{hop}.example.com with ESMTPS id {random.getrandbits(40):X}"
            f"\r\n\tfor <box@example.com>; {formatdate(at - hop)}\r\n"
        )
    if random.random() < 0.7:
        mark = base64_lines(random.randbytes(120)).decode().strip().replace("\r\n", "\r\n\t ")
        domain = sender.address.split("@")[1]
        lines.append(f"DKIM-Signature: v=1; a=rsa-sha256; d={domain}; s=s1;\r\n\tb={mark}\r\n")
    return "".join(lines)


def _addresses(random: Random, body: Body, own: _Identity, receivers: list[Person]) -> str:
    def shown(person: Person) -> str:
        return mailbox(random, person.name, person.address, body.header_charset)

    head = f"From: {shown(own.sender)}\r\nTo: " + ",\r\n ".join(map(shown, receivers)) + "\r\n"
    if random.random() < 0.15:
        head += f"Cc: {shown(pick_people(random, 1)[0])}\r\n"
    return head
