# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a mail from standard input with Python's email package and prints what it found, in the
form of readmail.h."""

import hashlib
import json
import sys
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default


def addresses(mail: EmailMessage, name: str) -> list[list[str]]:
    """Name and address of each person in a header field."""
    field = mail[name]
    return [[one.display_name, one.addr_spec] for one in field.addresses] if field else []


def leaf(part: EmailMessage) -> dict[str, object]:
    """What is found in a part that has no subparts."""
    is_text = part.get_content_maintype() == "text"
    content = part.get_payload(decode=True) or b""
    text = content.decode(part.get_content_charset("utf-8")) if is_text else ""
    rest = b"" if is_text else content
    return {
        "type": part.get_content_type(),
        "filename": part.get_filename(""),
        "contentId": (part["Content-ID"] or "").strip("<> "),
        "text": text.replace("\r\n", "\n"),
        "size": len(rest),
        "sha1": hashlib.sha1(rest).hexdigest(),
    }


def main() -> None:
    """Reads and prints."""
    mail = message_from_bytes(sys.stdin.buffer.read(), policy=default)
    assert isinstance(mail, EmailMessage)
    found = {
        "subject": mail["Subject"] or "",
        "from": addresses(mail, "From"),
        "to": addresses(mail, "To"),
        "cc": addresses(mail, "Cc"),
        "replyTo": addresses(mail, "Reply-To"),
        "date": int(mail["Date"].datetime.timestamp()),
        "messageId": (mail["Message-ID"] or "").strip("<> "),
        "leaves": [leaf(part) for part in mail.walk() if not part.is_multipart()],
    }
    json.dump(found, sys.stdout, ensure_ascii=False)


main()
