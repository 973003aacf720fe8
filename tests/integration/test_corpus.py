# SPDX-License-Identifier: GPL-3.0-or-later
"""Generated mails contain what their Truth says, as Python's own parser reads them."""

import email
import re
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.policy import default
from email.utils import parsedate_to_datetime
from functools import cache
from pathlib import Path

import pytest
from corpus import Mail, generate, make_mail, read_truth

COUNT = 200


@cache
def made(number: int) -> tuple[Mail, EmailMessage]:
    mail = make_mail(1, number, COUNT)
    read = email.message_from_bytes(mail.raw, policy=default)
    assert isinstance(read, EmailMessage)
    return mail, read


@pytest.mark.parametrize("number", range(COUNT))
def test_headers_are_those_of_the_truth(number: int) -> None:
    mail, read = made(number)
    truth = mail.truth
    sent_at = parsedate_to_datetime(read["Date"]).timestamp()
    to = [address.addr_spec for address in read["To"].addresses]
    assert (read["Subject"], read["Message-ID"], to, sent_at) == (
        truth.subject,
        truth.messageId,
        truth.to,
        truth.sentAt,
    )


@pytest.mark.parametrize("number", range(COUNT))
def test_sender_is_that_of_the_truth(number: int) -> None:
    mail, read = made(number)
    # Python's newer parser joins encoded words of a display name with spaces; the older one does not.
    plain = email.message_from_bytes(mail.raw)["From"]
    name = str(make_header(decode_header(plain.rpartition(" <")[0]))).strip().strip('"')
    assert (read["From"].addresses[0].addr_spec, name) == (mail.truth.from_, mail.truth.fromName)


@pytest.mark.parametrize("number", range(COUNT))
def test_text_holds_every_word_of_the_truth(number: int) -> None:
    mail, read = made(number)
    body = read.get_body(("plain", "html"))
    assert body is not None
    text = re.sub(r"<[^>]*>", " ", body.get_content())
    assert [word for word in mail.truth.words if word not in text] == []


@pytest.mark.parametrize("number", range(COUNT))
def test_attachments_are_those_of_the_truth(number: int) -> None:
    mail, read = made(number)
    names = [part.get_filename() for part in read.walk() if part.get_content_disposition() == "attachment"]
    assert names == mail.truth.attachments


@pytest.mark.parametrize("number", range(COUNT))
def test_mail_is_well_formed(number: int) -> None:
    mail, read = made(number)
    assert b"\n" not in mail.raw.replace(b"\r\n", b"")
    assert max(map(len, mail.raw.split(b"\r\n"))) < 998
    assert [part.defects for part in read.walk() if part.defects] == []


def test_a_box_is_the_same_each_time(tmp_path: Path) -> None:
    first = generate(tmp_path / "first", 300)
    second = generate(tmp_path / "second", 300)
    assert first == second
    assert list(read_truth(tmp_path / "first")) == first
    for truth in first:
        paths = [tmp_path / box / "Maildir" / "cur" / truth.file for box in ("first", "second")]
        assert paths[0].read_bytes() == paths[1].read_bytes()
