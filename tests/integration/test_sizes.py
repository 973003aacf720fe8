# SPDX-License-Identifier: GPL-3.0-or-later
"""Mails with huge headers: what lists and events show of them is short, the detail is whole."""

import json
import os
import random
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from following import of
from postrider_support import Client, Dovecot, EventStream, ImapScript, Service, User, wait_until
from postrider_support.letters import all_mails, letter, mails_when, synced_account
from postrider_support.webhooksink import WebhookSink

MOST_EVENT = 64 * 1024
ADDRESSES = 5000


def folded(words: list[str], separator: str = "") -> str:
    """A header value that is folded over many lines."""
    return f"{separator}\r\n ".join(words)


NAME = " ".join(["Anna"] * 30_000)
SUBJECT = " ".join(["Meeting"] * 25_000)
TO = [f"recipient{number}@mail.example.com" for number in range(ADDRESSES)]
CC = [f"copy{number}@mail.example.com" for number in range(ADDRESSES)]
FILE_NAME = "file" * 200 + ".pdf"


def huge(number: int) -> bytes:
    """A mail of 770 kB, nearly all of it headers."""
    return (
        f"From: {folded(NAME.split())}\r\n <anna@example.com>\r\n"
        f"To: {folded(TO, ',')}\r\n"
        f"Cc: {folded(CC, ',')}\r\n"
        f"Subject: {folded(SUBJECT.split())}\r\n"
        f"Message-ID: <{number}.huge@example.com>\r\n"
        "Date: Fri, 05 Jun 2026 09:30:00 +0000\r\n"
        "MIME-Version: 1.0\r\n"
        "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nHello.\r\n"
        f'--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="{FILE_NAME}"\r\n\r\nx\r\n'
        "--b--\r\n"
    ).encode()


@pytest.fixture
def box(client: Client, dovecot: Dovecot, mail_user: User) -> Iterator[dict[str, Any]]:
    """An account with 20 such mails."""
    for number in range(20):
        dovecot.deliver(mail_user, huge(number))
    made = synced_account(client, dovecot.account(mail_user), 120)
    yield made
    client.delete(f"/accounts/{made['id']}")


def size(data: Any) -> int:
    """Bytes as JSON in UTF-8."""
    return len(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


def test_list_page_is_small_and_detail_is_whole(client: Client, box: dict[str, Any]) -> None:
    page = client.get("/mails", accountId=box["id"], pageSize=20).ok()
    assert len(page["items"]) == 20
    assert size(page) < 20 * 6 * 1024
    for mail in page["items"]:
        assert len(mail["fromName"]) == 256 and NAME.startswith(mail["fromName"].removesuffix("…"))
        assert len(mail["subject"]) == 998 and SUBJECT.startswith(mail["subject"].removesuffix("…"))
        assert (mail["to"], mail["toCount"], mail["ccCount"]) == (TO[:20], ADDRESSES, ADDRESSES)
    first = page["items"][0]
    detail = client.get(f"/mails/{first['id']}").ok()
    assert (detail["fromName"], detail["subject"]) == (NAME, SUBJECT)
    assert (detail["to"], detail["toCount"]) == (TO, ADDRESSES)
    assert (detail["cc"], detail["ccCount"]) == (CC, ADDRESSES)
    wait_until(
        lambda: client.get("/mails", keyword="meeting", accountId=box["id"]).ok()["total"] == 20,
        60,
        "the index of all mails, which is behind the list",
    )
    for found in (
        client.get("/mails", keyword="copy4711", accountId=box["id"]).ok(),
        client.get("/mails", keyword="meeting", accountId=box["id"]).ok(),
    ):
        assert size(found) < 20 * 6 * 1024
    assert len(client.get("/mails", keyword="meeting", accountId=box["id"], pageSize=100).ok()["items"]) == 20


def test_file_names_are_cut_and_keep_their_extension(client: Client, box: dict[str, Any]) -> None:
    mail = all_mails(client, accountId=box["id"])[0]
    detail = client.get(f"/mails/{mail['id']}").ok()
    (attachment,) = detail["attachments"]
    assert len(attachment["filename"]) == 255 and attachment["filename"].endswith("….pdf")
    answer = client.get(f"/attachments/{attachment['id']}/download")
    assert answer.status == 200 and len(answer.headers["content-disposition"]) < 4096


def test_event_of_huge_mails_is_below_the_bound(
    client: Client, events: EventStream, dovecot: Dovecot, mail_user: User
) -> None:
    account = synced_account(client, dovecot.account(mail_user))
    for number in range(3):
        dovecot.deliver(mail_user, huge(number))
    notices: list[dict[str, Any]] = []
    while sum(data["mail_count"] for data in notices) < 3:
        notices.append(events.wait_for("mail.received", of(account), 60).data)
    for data in notices:
        assert size(data) < MOST_EVENT
        for mail in data["mails"]:
            assert len(mail["subject"]) == 998 and len(mail["from_name"]) == 256
            assert (mail["to"], mail["to_count"], mail["cc_count"]) == (TO[:20], ADDRESSES, ADDRESSES)
    client.delete(f"/accounts/{account['id']}")


def stored_event(engine: str | None, number: int, length: int) -> str:
    """The statement that stores an event as an older version wrote it."""
    filler = f"repeat('x', {length})" if engine == "postgresql" else f"printf('%.*c', {length}, 'x')"
    text = f"'{{\"filler\":\"' || {filler} || '\"}}'"
    data = f"convert_to({text}, 'UTF8')" if engine == "postgresql" else f"CAST({text} AS BLOB)"
    return (
        f"INSERT INTO events (id, name, account_id, user_id, owner_id, at, data)"
        f" SELECT last + {number}, 'mail.received', 0, 0, 0, 4000000000, {data} FROM event_counter"
    )


def test_slow_client_gets_past_huge_events_of_an_older_version(
    fresh_service: Any, dovecot: Dovecot, mail_user: User
) -> None:
    service: Service = fresh_service()
    dovecot.deliver(mail_user, letter("One"))
    client = service.admin()
    account = synced_account(client, dovecot.account(mail_user))
    mail = all_mails(client, accountId=account["id"])[0]["id"]
    with service.events(client.token) as stream:
        since = stream.wait_for("connected").data["last_event_id"]
    token = client.token
    service.stop()
    for number in range(1, 9):
        service.sql(stored_event(os.environ.get("POSTRIDER_TEST_ENGINE"), number, 1_210_000))
    service.sql("UPDATE event_counter SET last = last + 8")
    service.start()
    parts = urlsplit(service.base_url)
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.settimeout(60)
    slow.connect((parts.hostname, parts.port))
    slow.sendall(
        f"GET /api/v1/mails/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
        f"Last-Event-ID: {since}\r\n\r\n".encode()
    )
    # The first event has begun: from now on the service has more to send than this client reads.
    got = b""
    while b"event: mail.received" not in got:
        got += slow.recv(4096)
    client = service.client()
    client.token = token
    wait_until(lambda: client.get("/mails/stream/health").json["online"] == 1, 10, "the stream")
    client.put(f"/mails/{mail}/star", {"isStarred": True}).ok()
    while b"event: mail.updated" not in got[-4000:]:
        piece = slow.recv(65536)
        assert piece, f"the stream was closed after {len(got)} bytes"
        got += piece
    assert got.count(b"event: mail.received") == 8 and got.count(b'"filler"') == 8
    slow.close()


def test_call_of_a_webhook_is_below_the_bound(fresh_service: Any, dovecot: Dovecot, mail_user: User) -> None:
    with WebhookSink() as sink:
        client = fresh_service({"webhooks.allowed_networks": "127.0.0.1"}).admin()
        webhook = client.post("/webhooks", {"name": "Sink", "url": sink.url()}).ok(201)
        synced_account(client, dovecot.account(mail_user))
        dovecot.deliver(mail_user, huge(1))
        wait_until(lambda: sink.calls, 60, "the call")
        (call,) = sink.calls
        assert len(call.body) < MOST_EVENT
        (mail,) = json.loads(call.body)["data"]["mails"]
        assert (mail["to"], mail["to_count"], len(mail["subject"])) == (TO[:20], ADDRESSES, 998)
        at = f"/webhooks/{webhook['id']}/logs"
        wait_until(lambda: client.get(at).ok()["total"] == 1, 20, "the log of the call")
        (entry,) = client.get(at).ok()["items"]
        assert len(entry["mailSubject"]) == 998


def test_lists_of_drafts_show_the_first_recipients(client: Client, account: dict[str, Any]) -> None:
    people = [f"{number}@example.org" + "x" * 1900 for number in range(100)]
    draft = client.post(
        "/drafts",
        {
            "accountId": account["id"],
            "to": people,
            "cc": people,
            "bcc": people,
            "replyTo": people,
            "subject": "",
            "body": "",
        },
    ).ok()
    assert (draft["to"], draft["toCount"], draft["bccCount"]) == (people, 100, 100)
    item = next(one for one in client.get("/drafts").ok()["items"] if one["id"] == draft["id"])
    assert size(item) < 32 * 1024
    for name in ("to", "cc", "bcc", "replyTo"):
        assert item[name] == [one[:319] + "…" for one in people[:20]]
    assert (item["toCount"], item["ccCount"], item["bccCount"]) == (100, 100, 100)
    assert client.get(f"/drafts/{draft['id']}").ok() == draft


def test_list_of_the_outbox_shows_the_first_recipients(
    client: Client, account: dict[str, Any], events: EventStream
) -> None:
    people = [f"{number}@example.org" for number in range(100)]
    sent = client.post("/mails/send", {"accountId": account["id"], "to": people, "subject": "", "body": ""}).ok()
    assert sent["accepted"] == people
    item = next(one for one in client.get("/outbox").ok()["items"] if one["id"] == sent["id"])
    assert (item["to"], item["toCount"]) == (people[:20], 100)
    assert (item["accepted"], item["acceptedCount"], item["rejectedCount"]) == (people[:20], 100, 0)
    whole = client.get(f"/outbox/{sent['id']}").ok()
    assert (whole["to"], whole["accepted"]) == (people, people)
    event = events.wait_for("mail.sent", of(account)).data
    assert (event["to"], event["to_count"], event["rejected_count"]) == (people[:20], 100, 0)


def test_renumbered_folder_keeps_a_mail_with_a_long_message_id(client: Client) -> None:
    """PostgreSQL's index for the recognition of mails accepts no row of 2,704 bytes or more."""
    identity = f"<{random.Random(1).randbytes(10_000).hex()}@example.com>"
    long_one = letter("Long", headers={"Message-ID": ""}).replace(
        b"Subject:", f"Message-ID: {identity}\r\nSubject:".encode(), 1
    )
    with ImapScript([long_one, letter("Other")]) as server:
        account = synced_account(client, server.account())
        before = {mail["subject"]: mail for mail in all_mails(client, accountId=account["id"])}
        shown = before["Long"]["messageId"]
        assert shown.startswith("<f5b1") and identity.startswith(shown.removesuffix("…"))
        server.uid_validity += 1
        server.arrive(letter("News"))
        server.each(lambda session: session.close())
        client.post(f"/accounts/{account['id']}/sync").ok()
        mails = mails_when(client, 3, 30, accountId=account["id"])
        after = {mail["subject"]: mail for mail in mails}
        assert {name: after[name]["id"] for name in before} == {name: mail["id"] for name, mail in before.items()}
        client.delete(f"/accounts/{account['id']}").ok()
