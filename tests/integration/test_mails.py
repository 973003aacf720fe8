# SPDX-License-Identifier: GPL-3.0-or-later
"""One stored mail: its list row, its detail, its headers, its attachments and its raw bytes."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from mailmodel import T0
from postrider_support import Client, Dovecot, User
from postrider_support.letters import all_mails, letter, synced_account

NOWHERE = 9007199254740991
RICH = (
    b"Return-Path: <bounce@example.com>\r\nReceived: from a by b;\r\n\tMon, 1 Jun 2026 08:00:00 +0000\r\n"
    b"Received: from c by a; Mon, 1 Jun 2026 07:59:00 +0000\r\n"
    b"From: =?utf-8?Q?J=C3=BCrgen_M=C3=BCller?= <j@example.com>\r\nReply-To: <replies@example.com>\r\n"
    b'To: "Box, The" <box@example.com>, team: <a@example.com>, B <b@example.com>;\r\n'
    b"Cc: Carl <carl@example.com>, dora@example.com\r\nBcc: hidden@example.com\r\n"
    b"Subject: =?utf-8?B?R3LDvMOfZSBhdXM=?=\r\n =?utf-8?B?IEvDtmxu?=\r\n"
    b"Date: Mon, 1 Jun 2026 10:00:00 +0200\r\nMessage-ID: <rich@example.com>\r\nMIME-Version: 1.0\r\n"
    b"Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: multipart/related; boundary=r\r\n\r\n"
    b"--r\r\nContent-Type: multipart/alternative; boundary=a\r\n\r\n"
    b"--a\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    b"Sch=F6ne Gr=FC=DFe\r\n--a\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    b'<p>Sch\xc3\xb6ne <b>Gr\xc3\xbc\xc3\x9fe</b><img src="cid:logo@x"></p>\r\n--a--\r\n'
    b"--r\r\nContent-Type: image/png; name=logo.png\r\nContent-ID: <logo@x>\r\nContent-Disposition: inline\r\n"
    b"Content-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--r--\r\n"
    b"--m\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename*=utf-8''%C3%9Cbersicht.pdf\r\n"
    b"Content-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjQ=\r\n--m--\r\n"
)


@pytest.fixture
def rich(client: Client, dovecot: Dovecot, mail_user: User) -> Iterator[int]:
    """The id of a mail that has every kind of field and part."""
    with dovecot.mailbox(mail_user) as box:
        box.append(RICH, received_at=T0)
    account = synced_account(client, dovecot.account(mail_user))
    yield all_mails(client, accountId=account["id"])[0]["id"]
    client.delete(f"/accounts/{account['id']}").ok()


def test_list_row_of_a_rich_mail(client: Client, rich: int) -> None:
    detail = client.get(f"/mails/{rich}").ok()
    mail = next(one for one in client.get("/mails", accountId=detail["accountId"]).ok()["items"])
    wanted = {
        "id": rich,
        "messageId": "<rich@example.com>",
        "from": "j@example.com",
        "fromName": "Jürgen Müller",
        "to": ["box@example.com", "a@example.com", "b@example.com"],
        "toCount": 3,
        "ccCount": 2,
        "subject": "Grüße aus Köln",
        "summary": "Schöne Grüße",
        "isHtml": True,
        "isRead": False,
        "isStarred": False,
        "hasAttachment": True,
        "folder": "INBOX",
        "folderRole": "inbox",
        "onServer": True,
        "bodyState": "stored",
        "createdAt": "2026-05-28T20:26:40Z",
        "sentAt": "2026-06-01T08:00:00Z",
        "size": len(RICH),
    }
    assert {name: mail[name] for name in wanted} == wanted
    assert {name: detail[name] for name in mail} == mail, "the detail repeats the row"


def test_detail_of_a_rich_mail(client: Client, rich: int) -> None:
    detail = client.get(f"/mails/{rich}").ok()
    assert detail["htmlBody"].strip() == '<p>Schöne <b>Grüße</b><img src="cid:logo@x"></p>'
    assert detail["textBody"].strip() == "Schöne Grüße"
    assert (detail["cc"], detail["bcc"], detail["replyTo"]) == (
        ["carl@example.com", "dora@example.com"],
        ["hidden@example.com"],
        ["replies@example.com"],
    )
    assert detail["toFull"] == [
        {"name": "Box, The", "address": "box@example.com"},
        {"name": "", "address": "a@example.com"},
        {"name": "B", "address": "b@example.com"},
    ]
    assert detail["ccFull"] == [
        {"name": "Carl", "address": "carl@example.com"},
        {"name": "", "address": "dora@example.com"},
    ]
    assert (detail["truncated"], detail["defects"]) == (False, [])


def test_headers_are_whole_in_order_and_decoded(client: Client, rich: int) -> None:
    headers = client.get(f"/mails/{rich}").ok()["headers"]
    assert [header["name"] for header in headers] == [
        "Return-Path",
        "Received",
        "Received",
        "From",
        "Reply-To",
        "To",
        "Cc",
        "Bcc",
        "Subject",
        "Date",
        "Message-ID",
        "MIME-Version",
        "Content-Type",
    ]
    values = {header["name"]: header["value"] for header in headers}
    assert values["Subject"] == "Grüße aus Köln"
    assert values["From"] == "Jürgen Müller <j@example.com>"
    assert "\n" not in headers[1]["value"] and headers[1]["value"].startswith("from a by b;")


def test_attachments_are_listed_with_the_inline_picture(client: Client, rich: int) -> None:
    parts = client.get(f"/mails/{rich}").ok()["attachments"]
    assert [part["mailId"] for part in parts] == [rich, rich]
    wanted = {"Übersicht.pdf": ("application/pdf", 8, "", False), "logo.png": ("image/png", 8, "logo@x", True)}
    assert {
        part["filename"]: (part["contentType"], part["size"], part["contentId"], part["isInline"]) for part in parts
    } == wanted
    assert client.get(f"/mails/{rich}").ok()["attachments"] == parts, "the ids stay"


def test_raw_mail_is_what_the_server_has(client: Client, rich: int) -> None:
    answer = client.get(f"/mails/{rich}/raw")
    assert (answer.status, answer.body) == (200, RICH)
    assert answer.headers["content-type"].startswith("message/rfc822")
    assert answer.headers["content-disposition"].startswith("attachment")


def test_raw_mail_is_sent_in_parts_where_asked_for(client: Client, rich: int) -> None:
    whole = client.get(f"/mails/{rich}/raw")
    part = client.request(
        "GET", f"/mails/{rich}/raw", headers={"Range": "bytes=10-", "If-Range": whole.headers["etag"]}
    )
    assert (part.status, part.body) == (206, RICH[10:])
    assert part.headers["content-range"] == f"bytes 10-{len(RICH) - 1}/{len(RICH)}"
    other = client.request("GET", f"/mails/{rich}/raw", headers={"Range": "bytes=10-", "If-Range": '"another"'})
    assert (other.status, other.body) == (200, RICH)
    client.request("GET", f"/mails/{rich}/raw", headers={"Range": "bytes=9999999-"}).failed(416, 41600)


def test_reading_a_mail_does_not_mark_it(client: Client, rich: int) -> None:
    client.get(f"/mails/{rich}").ok()
    client.get(f"/mails/{rich}/raw")
    assert client.get(f"/mails/{rich}").ok()["isRead"] is False


def test_mail_without_text_and_headers(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    with dovecot.mailbox(mail_user) as box:
        box.append(b"X-Nothing: at all\r\n\r\n", received_at=T0)
    account = synced_account(client, dovecot.account(mail_user))
    mail = all_mails(client, accountId=account["id"])[0]
    wanted = {
        "messageId": "",
        "from": "",
        "fromName": "",
        "to": [],
        "subject": "",
        "summary": "",
        "isHtml": False,
        "hasAttachment": False,
        "sentAt": None,
        "createdAt": "2026-05-28T20:26:40Z",
    }
    assert {name: mail[name] for name in wanted} == wanted
    detail = client.get(f"/mails/{mail['id']}").ok()
    assert (detail["cc"], detail["attachments"], detail["htmlBody"]) == ([], [], None)


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("GET", "", None),
        ("DELETE", "", None),
        ("GET", "/raw", None),
        ("PUT", "/read", {"isRead": True}),
        ("PUT", "/star", {"isStarred": True}),
    ],
)
def test_missing_mail_is_40401(client: Client, method: str, path: str, body: Any) -> None:
    client.request(method, f"/mails/{NOWHERE}{path}", body=body).failed(404, 40401)


def test_created_at_is_when_the_server_got_it_whatever_the_mail_says(
    client: Client, dovecot: Dovecot, mail_user: User
) -> None:
    dates = ("Sun, 1 Jan 1950 00:00:00 +0000", "Fri, 1 Jan 2140 00:00:00 +0000", "")
    with dovecot.mailbox(mail_user) as box:
        for date in dates:
            box.append(letter("Dated", headers={"Date": date}), received_at=T0)
    account = synced_account(client, dovecot.account(mail_user))
    created = [mail["createdAt"] for mail in all_mails(client, accountId=account["id"])]
    assert created == [time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(T0))] * 3
