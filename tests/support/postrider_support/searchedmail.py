# SPDX-License-Identifier: GPL-3.0-or-later
"""The searchable texts of a mail as Python's own parser reads them."""

import email
import re
from email.header import decode_header
from email.policy import default
from email.utils import getaddresses
from html import unescape

from postrider_support.searchmodel import Found


def body_of(raw: bytes) -> str:
    """The text; that of an HTML mail without its tags."""
    body = email.message_from_bytes(raw, policy=default).get_body(("plain", "html"))
    assert body is not None
    text: str = body.get_content()
    if body.get_content_subtype() == "plain":
        return text
    text = re.sub(r"(?s)<head>.*?</head>", " ", text)
    return unescape(re.sub(r"<[^>]*>", " ", text))


def people_of(raw: bytes, *fields: str) -> str:
    """Names and addresses in these header fields, a line each.

    Not by email.policy.default: it returns no addresses for some lists of long names, and puts spaces between encoded
    words.
    """
    mail = email.message_from_bytes(raw)
    people = getaddresses([value for name in fields for value in mail.get_all(name, [])])
    return "\n".join(f"{_decoded(name)} {address}" for name, address in people)


def _decoded(name: str) -> str:
    """Without encoded words; each part that is not in its charset has the replacement character."""
    return "".join(
        part if isinstance(part, str) else part.decode(charset or "ascii", "replace")
        for part, charset in decode_header(name)
    )


def filenames_of(raw: bytes) -> str:
    """The names of all parts, a line each."""
    mail = email.message_from_bytes(raw, policy=default)
    names = [part.get_filename() for part in mail.walk()]
    return "\n".join(name for name in names if name)


def found_in(raw: bytes, sender: str, subject: str, body: str) -> Found:
    """With the recipients and names of files out of the mail."""
    return Found(sender, subject, body, people_of(raw, "To", "Cc"), filenames_of(raw))
