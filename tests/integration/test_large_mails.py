# SPDX-License-Identifier: GPL-3.0-or-later
"""Mails over 50 MiB: headers and texts are stored, attachments are fetched on demand."""

import base64
import email
import hashlib
import os
import quopri
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from postrider_support import Client, Dovecot, OpenApi, Service, SmtpScript, User, wait_until
from postrider_support.faults import Fault, reset_after
from postrider_support.letters import account_when, letter, mails_when, synced_account
from postrider_support.proxy import Proxy
from postrider_support.service import is_sanitized
from postrider_support.waiting import scaled

MIB = 2**20
MOVIE = os.urandom(40 * MIB)
NOTES = "Grüße aus Köln, " * 200_000  # 3 MiB, quoted-printable
PICTURE = os.urandom(300_000)
CONFIG = {"visibility": "shared", "limits.part_cache": str(100 * MIB), "sync.retry_min": "1", "sync.quick_retry": "1"}


def encoded(content: bytes) -> bytes:
    return base64.encodebytes(content).replace(b"\n", b"\r\n")


def large_mail() -> bytes:
    notes = quopri.encodestring(NOTES.encode()).replace(b"\n", b"\r\n")
    return b"".join(
        [
            b"From: =?utf-8?q?J=C3=BCrgen?= <juergen@example.com>\r\nTo: box@example.com\r\nCc: carl@example.com\r\n"
            b"Subject: Holiday\r\nMessage-ID: <large@example.com>\r\nX-Odd: one\r\nX-Odd: two\r\nMIME-Version: 1.0\r\n"
            b'Date: Mon, 01 Jun 2026 10:00:00 +0000\r\nContent-Type: multipart/mixed; boundary="out er"\r\n\r\npreamble\r\n'
            b"--out er\r\nContent-Type: multipart/alternative; boundary=in\r\n\r\n"
            b"--in\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
            b"The unicorn film, sch\xf6n.\r\n"
            b"--in\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n",
            encoded("<p>The <b>unicorn</b> film, schön.</p>".encode()),
            b"--in--\r\n--out er\r\nContent-Type: video/mp4; name=holiday.mp4\r\nContent-Transfer-Encoding: base64\r\n"
            b"Content-Disposition: attachment; filename=holiday.mp4\r\n\r\n",
            encoded(MOVIE),
            b"--out er\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n"
            b'Content-Disposition: attachment; filename="notes.txt"\r\n\r\n',
            notes,
            b"\r\n--out er\r\nContent-Type: application/x-raw\r\nContent-Disposition: attachment; filename=raw.bin\r\n"
            b"Content-Transfer-Encoding: 7bit\r\n\r\n0123456789\r\nabc",
            b"\r\n--out er\r\nContent-Type: image/png; name=a.png\r\nContent-Transfer-Encoding: base64\r\n"
            b"Content-ID: <pic@x>\r\n\r\n",
            encoded(PICTURE),
            b"\r\n--out er\r\nContent-Type: message/rfc822\r\n\r\nSubject: Inner\r\nContent-Type: multipart/mixed; boundary=i\r\n"
            b"\r\n--i\r\n\r\ninner text\r\n--i\r\nContent-Type: image/gif; name=i.gif\r\n\r\nGIF\r\n--i--\r\n\r\n--out er--\r\n",
        ]
    )


RAW = large_mail()


@dataclass
class Large:
    user: User
    proxy: Proxy
    account: dict[str, Any]
    id: int


@pytest.fixture(scope="module")
def large(service: Service, token: str, dovecot: Dovecot) -> Iterator[Large]:
    client = service.client()
    client.token = token
    user = dovecot.add_user("largemails")
    dovecot.deliver(user, RAW)
    with Proxy(dovecot.tls_port) as proxy:
        account = synced_account(client, dovecot.account(user, port=proxy.port), 60)
        mail = mails_when(client, 1, accountId=account["id"])[0]
        yield Large(user, proxy, account, mail["id"])


def named(client: Client, large: Large) -> dict[str, dict[str, Any]]:
    return {one["filename"]: one for one in client.get(f"/attachments/mail/{large.id}").ok()}


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def cached(service: Service) -> list[Path]:
    return list((service.data_dir / "part-cache").glob("part-*"))


def test_texts_and_headers_are_here(client: Client, large: Large) -> None:
    assert len(RAW) > 55 * MIB
    mail = client.get(f"/mails/{large.id}").ok()
    assert (mail["bodyState"], mail["truncated"], mail["defects"]) == ("on_demand", False, [])
    assert (mail["size"], mail["isHtml"], mail["hasAttachment"]) == (len(RAW), True, True)
    assert mail["textBody"].strip() == "The unicorn film, schön."
    assert mail["htmlBody"].strip() == "<p>The <b>unicorn</b> film, schön.</p>"
    assert mail["summary"] == "The unicorn film, schön."
    assert [one["value"] for one in mail["headers"] if one["name"] == "X-Odd"] == ["one", "two"]
    assert mail["cc"] == ["carl@example.com"] and mail["fromName"] == "Jürgen"


def test_attachments_are_listed(client: Client, large: Large) -> None:
    files = client.get(f"/mails/{large.id}").ok()["attachments"]
    assert [(one["filename"], one["contentType"]) for one in files] == [
        ("holiday.mp4", "video/mp4"),
        ("notes.txt", "text/plain"),
        ("raw.bin", "application/x-raw"),
        ("a.png", "image/png"),
        ("message.eml", "message/rfc822"),
    ]
    assert named(client, large)["raw.bin"]["size"] == 15


def test_file_is_sent_on(client: Client, large: Large) -> None:
    """The attachment is fetched from the server first: the stored mail does not contain it."""
    with SmtpScript() as smtp:
        sender = client.post("/accounts", smtp.account()).ok(201)
        body = {"accountId": sender["id"], "to": ["anna@example.org"], "subject": "Fwd", "body": "<p>x</p>"}
        files = named(client, large)
        client.post("/mails/send", body | {"forwardAttachmentIds": [files["a.png"]["id"]]}).ok()
        message = email.message_from_bytes(smtp.mails[0].raw)
        assert [part.get_payload(decode=True) for part in message.walk() if part.get_filename()] == [PICTURE]
        client.post("/mails/send", body | {"forwardAttachmentIds": [files["holiday.mp4"]["id"]]}).failed(413, 41302)
        client.delete(f"/accounts/{sender['id']}").ok()


def test_text_is_found(client: Client, large: Large) -> None:
    for keyword in ("unicorn", "holiday", "juergen"):
        wait_until(lambda word=keyword: client.get("/mails", keyword=word).ok()["total"] == 1, 10, keyword)


def test_nothing_of_it_is_kept_whole(service: Service, client: Client, large: Large) -> None:
    size = sum(path.stat().st_size for path in service.data_dir.glob("postrider.db*"))
    assert size < 10 * MIB


@pytest.mark.skipif(is_sanitized(), reason="sanitizers take memory")
def test_downloads_are_decoded_on_the_way(service: Service, client: Client, large: Large) -> None:
    files = named(client, large)
    client.get(f"/attachments/{files['raw.bin']['id']}/download")
    before = service.peak_memory()
    answer = client.get(f"/attachments/{files['holiday.mp4']['id']}/download")
    assert digest(answer.body) == digest(MOVIE)
    grown = service.peak_memory() - before
    assert grown < 24 * MIB, f"{grown / MIB:.1f} MiB for a part of 40 MiB"
    assert wait_until(lambda: named(client, large)["holiday.mp4"]["size"], 10, "its size to be noted") == len(MOVIE)


def test_every_encoding_is_undone(client: Client, large: Large) -> None:
    files = named(client, large)
    bodies = {name: client.get(f"/attachments/{one['id']}/download").body for name, one in files.items()}
    assert bodies["raw.bin"] == b"0123456789\r\nabc"
    assert bodies["notes.txt"].decode().rstrip("\r\n") == NOTES
    assert bodies["a.png"] == PICTURE
    assert bodies["message.eml"].startswith(b"Subject: Inner") and b"inner text" in bodies["message.eml"]


def test_part_of_a_part(client: Client, large: Large) -> None:
    one = named(client, large)["holiday.mp4"]
    for _ in range(3):
        part = client.request("GET", f"/attachments/{one['id']}/download", headers={"Range": "bytes=20000000-20000099"})
        assert (part.status, part.body) == (206, MOVIE[20000000:20000100])


@pytest.mark.skipif(is_sanitized(), reason="sanitizers take memory")
def test_raw_mail_is_what_the_server_has(service: Service, client: Client, large: Large) -> None:
    before = service.peak_memory()
    answer = client.get(f"/mails/{large.id}/raw")
    assert (len(answer.body), digest(answer.body)) == (len(RAW), digest(RAW))
    assert answer.headers["content-type"] == "message/rfc822"
    assert service.peak_memory() - before < 24 * MIB


def test_what_was_fetched_is_not_fetched_again(client: Client, large: Large) -> None:
    one = named(client, large)["notes.txt"]
    client.get(f"/attachments/{one['id']}/download")
    before = large.proxy.connections
    client.get(f"/attachments/{one['id']}/download")
    assert large.proxy.connections == before


def test_two_who_ask_at_once_are_served_by_one_fetch(
    fresh_service: Callable[..., Service], dovecot: Dovecot, large: Large
) -> None:
    service = fresh_service(CONFIG)
    client = service.admin()
    with Proxy(dovecot.tls_port) as proxy:
        account = synced_account(client, dovecot.account(large.user, port=proxy.port), 60)
        mail = mails_when(client, 1, accountId=account["id"])[0]
        one = client.get(f"/attachments/mail/{mail['id']}").ok()[0]
        before = proxy.connections
        tokens = [client.token] * 4
        with ThreadPoolExecutor(4) as people:
            bodies = list(
                people.map(
                    lambda token: Client(service.base_url, token).get(f"/attachments/{one['id']}/download").body, tokens
                )
            )
        assert {digest(body) for body in bodies} == {digest(MOVIE)}
        assert proxy.connections == before + 1


def test_cache_is_bounded(service: Service, client: Client, large: Large) -> None:
    files = named(client, large)
    for _ in range(2):
        for url in (
            f"/attachments/{files['holiday.mp4']['id']}/download",
            f"/mails/{large.id}/raw",
            f"/attachments/{files['notes.txt']['id']}/download",
        ):
            assert client.get(url).status == 200
    wait_until(lambda: sum(path.stat().st_size for path in cached(service)) <= 100 * MIB, 10, "the cache to shrink")
    assert cached(service)
    assert all(path.stat().st_mode & 0o077 == 0 for path in cached(service))


def test_part_that_the_cache_cannot_hold_is_refused(
    fresh_service: Callable[..., Service], dovecot: Dovecot, large: Large
) -> None:
    service = fresh_service(CONFIG | {"limits.part_cache": str(10 * MIB)})
    client = service.admin()
    account = synced_account(client, dovecot.account(large.user), 60)
    mail = mails_when(client, 1, accountId=account["id"])[0]
    files = client.get(f"/attachments/mail/{mail['id']}").ok()
    client.get(f"/attachments/{files[0]['id']}/download").failed(507, 50700)
    assert client.get(f"/attachments/{files[1]['id']}/download").status == 200
    assert len(cached(service)) == 1


def test_cache_is_emptied_by_a_start(fresh_service: Callable[..., Service], dovecot: Dovecot, large: Large) -> None:
    service = fresh_service(CONFIG)
    client = service.admin()
    account = synced_account(client, dovecot.account(large.user), 60)
    mail = mails_when(client, 1, accountId=account["id"])[0]
    one = client.get(f"/attachments/mail/{mail['id']}").ok()[2]
    client.get(f"/attachments/{one['id']}/download")
    assert len(cached(service)) == 1
    service.kill()
    service.start()
    wait_until(lambda: not cached(service), 10, "it to be emptied")


def test_client_that_leaves_ends_the_fetch(service: Service, large: Large) -> None:
    service.restart()
    fresh = service.admin()
    account_when(fresh, large.account["id"], lambda now: now["mode"] == "idle")
    large.proxy.to_client = Fault(rate=500_000)
    try:
        with socket.create_connection(("127.0.0.1", urlsplit(service.base_url).port), timeout=scaled(20)) as connection:
            connection.sendall(
                f"GET /api/v1/mails/{large.id}/raw HTTP/1.1\r\nHost: localhost\r\n"
                f"Authorization: Bearer {fresh.token}\r\n\r\n".encode()
            )
            wait_until(lambda: cached(service), 20, "the fetch to begin")
        wait_until(lambda: not cached(service), 20, "the fetch to end")
    finally:
        large.proxy.heal()


def test_server_that_is_away(service: Service, client: Client, large: Large, openapi: OpenApi) -> None:
    service.restart()
    fresh = service.admin(openapi)
    account_when(fresh, large.account["id"], lambda now: now["mode"] == "idle")
    one = named(fresh, large)["holiday.mp4"]
    large.proxy.refuse()
    try:
        fresh.get(f"/attachments/{one['id']}/download").failed(502, 50201)
        fresh.get(f"/mails/{large.id}/raw").failed(502, 50201)
        assert fresh.get(f"/mails/{large.id}").ok()["textBody"], "texts are here all the same"
    finally:
        large.proxy.heal()
    assert fresh.get(f"/attachments/{one['id']}/download").status == 200


def test_server_that_breaks_off_in_the_middle(service: Service, large: Large, openapi: OpenApi) -> None:
    service.restart()
    fresh = service.admin(openapi)
    account_when(fresh, large.account["id"], lambda now: now["mode"] == "idle")
    large.proxy.to_client = reset_after(10 * MIB)
    try:
        fresh.get(f"/mails/{large.id}/raw").failed(502, 50201)
        wait_until(lambda: not cached(service), 10, "the end of the half that came")
    finally:
        large.proxy.heal()
    assert digest(fresh.get(f"/mails/{large.id}/raw").body) == digest(RAW)


def test_refused_login_is_reported(service: Service, dovecot: Dovecot, large: Large, openapi: OpenApi) -> None:
    service.restart()
    fresh = service.admin(openapi)
    account_when(fresh, large.account["id"], lambda now: now["mode"] == "idle")
    one = named(fresh, large)["holiday.mp4"]
    dovecot.add_user(large.user.name, "another password")
    try:
        fresh.get(f"/attachments/{one['id']}/download").failed(502, 50202)
    finally:
        dovecot.add_user(large.user.name, large.user.password)


def test_large_mail_that_comes_later_is_announced_at_once(
    service: Service, client: Client, dovecot: Dovecot, mail_user: User
) -> None:
    account = synced_account(client, dovecot.account(mail_user))
    dovecot.deliver(mail_user, RAW)
    mail = mails_when(client, 1, 30, accountId=account["id"])[0]
    detail = client.get(f"/mails/{mail['id']}").ok()
    assert (detail["bodyState"], detail["textBody"].strip()) == ("on_demand", "The unicorn film, schön.")


def test_large_mail_that_is_gone_from_the_server(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    dovecot.deliver(mail_user, RAW)
    dovecot.deliver(mail_user, letter("Small"))
    account = synced_account(client, dovecot.account(mail_user, onExpunge="keep"), 60)
    mail = next(one for one in mails_when(client, 2, accountId=account["id"]) if one["subject"] == "Holiday")
    one = client.get(f"/attachments/mail/{mail['id']}").ok()[0]
    with dovecot.mailbox(mail_user) as mailbox:
        mailbox.delete([uid for uid in mailbox.uids()])
    wait_until(lambda: not client.get(f"/mails/{mail['id']}").ok()["onServer"], 20, "it to be noticed")
    gone = client.get(f"/attachments/{one['id']}/download").failed(502, 50201)
    assert "the mail server does not have it any more" in gone["message"]
    client.get(f"/mails/{mail['id']}/raw").failed(502, 50201)
    assert client.get(f"/mails/{mail['id']}").ok()["textBody"]
