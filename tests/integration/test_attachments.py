# SPDX-License-Identifier: GPL-3.0-or-later
"""Attachments of mails: listed, and downloaded whole or in part, with safe names and types."""

from email.message import EmailMessage
from email.policy import SMTP
from typing import Any
from urllib.parse import unquote

import pytest
from postrider_support import Answer, Client, Dovecot, Service, User
from postrider_support.letters import letter, mails_when, synced_account
from test_users import NINA_PASSWORD, added, logged_in

CONFIG = {"visibility": "owner"}
NOWHERE = 9007199254740991
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40
FILES: list[tuple[str, str, bytes]] = [
    ("report.pdf", "application/pdf", b"%PDF-1.4 nothing" * 1000),
    ('Übersicht "2026" 100%.txt', "text/plain", "Grüße\r\n".encode() * 3),
    ("会议纪要.png", "image/png", PNG),
    ("evil.svg", "image/svg+xml", b"<svg onload='alert(1)'/>"),
    ("page.html", "text/html", b"<script>alert(1)</script>"),
    ("empty.bin", "application/octet-stream", b""),
]


def with_files() -> bytes:
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = "a@example.com", "b@example.com", "With files"
    mail["Message-ID"] = "<files@example.com>"
    mail.set_content("Look at these.")
    for name, kind, content in FILES:
        main, sub = kind.split("/")
        mail.add_attachment(content, maintype=main, subtype=sub, filename=name)
    inner = EmailMessage(policy=SMTP)
    inner["From"], inner["Subject"] = "c@example.com", "Forwarded"
    inner.set_content("The mail inside.")
    mail.add_attachment(inner)
    return mail.as_bytes()


# File names that must not be used unchanged in a header or on a disk.
HOSTILE = b"""From: a@example.com\r
Subject: Hostile names\r
Message-ID: <hostile@example.com>\r
Content-Type: multipart/mixed; boundary=b\r
\r
--b\r
Content-Type: application/x-test; name="../../../etc/passwd"\r
\r
one\r
--b\r
Content-Type: application/x-test\r
Content-Disposition: attachment; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1%00%7F.txt\r
\r
two\r
--b\r
Content-Type: application/x-test\r
Content-Disposition: attachment\r
\r
three\r
--b\r
Content-Type: text/plain\r
\r
begin 644 inside.txt\r
#0V%T\r
`\r
end\r
--b--\r
"""


@pytest.fixture(scope="module")
def box(service: Service, token: str, dovecot: Dovecot) -> dict[str, int]:
    """Ids of the mails by their subject."""
    client = service.client()
    client.token = token
    user = dovecot.add_user("attached")
    with dovecot.mailbox(user) as mailbox:
        for raw in (with_files(), HOSTILE, letter("Plain")):
            mailbox.append(raw)
    account = synced_account(client, dovecot.account(user))
    return {mail["subject"]: mail["id"] for mail in mails_when(client, 3, accountId=account["id"])}


def attached(client: Client, mail: int) -> list[dict[str, Any]]:
    files: list[dict[str, Any]] = client.get(f"/attachments/mail/{mail}").ok()
    return files


def download(client: Client, attachment: dict[str, Any], **headers: str) -> Answer:
    return client.request("GET", f"/attachments/{attachment['id']}/download", headers=headers)


def test_list_is_that_of_the_mail(client: Client, box: dict[str, int]) -> None:
    files = attached(client, box["With files"])
    assert files == client.get(f"/mails/{box['With files']}").ok()["attachments"]
    assert [(one["filename"], one["contentType"], one["size"]) for one in files[:-1]] == [
        (name, kind, len(content)) for name, kind, content in FILES
    ]
    assert files[-1]["contentType"] == "message/rfc822"
    assert attached(client, box["Plain"]) == []


def test_downloads_are_what_was_sent(client: Client, box: dict[str, int]) -> None:
    for one, (name, kind, content) in zip(attached(client, box["With files"]), FILES):
        answer = download(client, one)
        assert (answer.status, answer.body) == (200, content), name
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-type"] == ("image/png" if kind == "image/png" else "application/octet-stream")
        assert answer.headers["content-disposition"].startswith("attachment; filename=")


def test_attached_mail_is_a_mail(client: Client, box: dict[str, int]) -> None:
    answer = download(client, attached(client, box["With files"])[-1])
    assert b"Subject: Forwarded" in answer.body and b"The mail inside." in answer.body
    assert ".eml" in answer.headers["content-disposition"]


def test_names_are_there_for_old_and_new_clients(client: Client, box: dict[str, int]) -> None:
    files = attached(client, box["With files"])
    plain = download(client, files[0]).headers["content-disposition"]
    assert plain == 'attachment; filename="report.pdf"'
    odd = download(client, files[1]).headers["content-disposition"]
    assert odd.startswith("attachment; filename=\"_bersicht _2026_ 100_.txt\"; filename*=UTF-8''")
    assert unquote(odd.split("UTF-8''")[1]) == 'Übersicht "2026" 100%.txt'
    assert unquote(download(client, files[2]).headers["content-disposition"].split("UTF-8''")[1]) == "会议纪要.png"


def test_hostile_names_are_cleaned(client: Client, box: dict[str, int]) -> None:
    files = attached(client, box["Hostile names"])
    answers = [download(client, one) for one in files]
    assert [answer.body for answer in answers] == [b"one", b"two", b"three", b"Cat"]
    assert all("set-cookie" not in answer.headers for answer in answers)
    assert answers[0].headers["content-disposition"] == 'attachment; filename="passwd"'
    assert answers[1].headers["content-disposition"] == 'attachment; filename="aSet-Cookie: x=1.txt"'
    assert answers[2].headers["content-disposition"] == 'attachment; filename="attachment.bin"'
    assert answers[3].headers["content-disposition"] == 'attachment; filename="inside.txt"'


@pytest.mark.parametrize("index, shown", [(0, False), (2, True), (3, False), (4, False)])
def test_only_harmless_images_are_shown_in_pages(client: Client, box: dict[str, int], index: int, shown: bool) -> None:
    one = attached(client, box["With files"])[index]
    answer = client.get(f"/attachments/{one['id']}/download", inline=True)
    assert answer.status == 200
    assert answer.headers["content-disposition"].startswith("inline; " if shown else "attachment; ")
    assert "sandbox" in answer.headers["content-security-policy"]
    client.get(f"/attachments/{one['id']}/download", inline="perhaps").failed(400, 40003)


def test_part_of_a_download(client: Client, box: dict[str, int]) -> None:
    one = attached(client, box["With files"])[0]
    content = FILES[0][2]
    whole = download(client, one)
    assert whole.headers["accept-ranges"] == "bytes"
    for asked, expected in (("bytes=10-19", content[10:20]), ("bytes=-5", content[-5:]), ("bytes=9-", content[9:])):
        part = download(client, one, Range=asked)
        assert (part.status, part.body) == (206, expected)
        assert part.headers["content-range"].endswith(f"/{len(content)}")
    again = {"Range": "bytes=10-19", "If-Range": whole.headers["etag"]}
    assert download(client, one, **again).status == 206
    assert download(client, one, **(again | {"If-Range": '"other"'})).status == 200
    download(client, one, Range="bytes=9999999-").failed(416, 41600)
    head = client.request("HEAD", f"/attachments/{one['id']}/download")
    assert (head.status, head.headers["content-length"]) == (200, str(len(content)))


def test_what_is_not_there(client: Client) -> None:
    client.get(f"/attachments/mail/{NOWHERE}").failed(404, 40401)
    client.get(f"/attachments/{NOWHERE}/download").failed(404, 40405)
    client.get("/attachments/0/download").failed(400, 40005)
    client.get("/attachments/mail/x").failed(400, 40005)


def test_attachments_of_foreign_mail_are_not_there(service: Service, client: Client, box: dict[str, int]) -> None:
    added(service, "nina", NINA_PASSWORD)
    nina = logged_in(service, "nina", NINA_PASSWORD)
    one = attached(client, box["With files"])[0]
    nina.get(f"/attachments/mail/{box['With files']}").failed(404, 40401)
    nina.get(f"/attachments/{one['id']}/download").failed(404, 40405)


def test_attachments_go_with_their_mail(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    dovecot.deliver(mail_user, letter("Short-lived", files={"a.bin": b"x"}))
    account = synced_account(client, dovecot.account(mail_user))
    mail = mails_when(client, 1, accountId=account["id"])[0]
    one = attached(client, mail["id"])[0]
    client.delete(f"/mails/{mail['id']}").ok()
    download(client, one).failed(404, 40405)
    client.get(f"/attachments/mail/{mail['id']}").failed(404, 40401)
