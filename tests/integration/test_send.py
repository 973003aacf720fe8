# SPDX-License-Identifier: GPL-3.0-or-later
"""Sending through a scripted server: what arrives, what is refused, and who may send."""

import subprocess
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from postrider_support import Client, EventStream, Service, SmtpScript, wait_until
from postrider_support.sending import QUICK, mail, outbox, parsed
from postrider_support.service import ADMIN_PASSWORD, program
from postrider_support.smtpscript import SmtpSession
from postrider_support.waiting import scaled

CONFIG = QUICK


# -- without trouble


def test_mail_arrives_as_it_was_written(
    client: Client, smtp: SmtpScript, account: dict[str, Any], events: EventStream
) -> None:
    sent = client.post(
        "/mails/send",
        mail(
            account,
            to=["Änne Groß <anna@example.org>", "Friends: bob@example.org, Carl <carl@example.org>;"],
            cc=["dora@bücher.example"],
            bcc=["eve@example.org", "anna@example.org"],
            subject="Grüße 你好",
            replyTo=["Desk <desk@example.org>"],
            body="<p>Hällo</p>\n.\n<p>end</p>",
        ),
    ).ok()
    (received,) = smtp.mails
    assert received.sender == "me@example.org"
    assert received.recipients == (
        "anna@example.org",
        "bob@example.org",
        "carl@example.org",
        "dora@xn--bcher-kva.example",
        "eve@example.org",
    )
    message = parsed(received.raw)
    assert message["Subject"] == "Grüße 你好"
    assert [address.addr_spec for address in message["To"].addresses] == list(received.recipients[:3])
    assert message["To"].addresses[0].display_name == "Änne Groß"
    assert message["Reply-To"] == "Desk <desk@example.org>"
    assert message["Message-ID"] == sent["messageId"]
    assert "Bcc" not in message and b"eve@" not in received.raw
    assert message.get_content_type() == "multipart/alternative"
    html = message.get_body(("html",))
    text = message.get_body(("plain",))
    assert html is not None and html.get_content().split() == ["<p>Hällo</p>", ".", "<p>end</p>"]
    assert text is not None and "Hällo" in text.get_content()
    assert sent["accepted"] == list(received.recipients) and sent["rejected"] == []
    event = events.wait_for("mail.sent", lambda one: one.data["account_id"] == account["id"])
    assert (event.data["id"], event.data["message_id"]) == (sent["id"], sent["messageId"])


def test_copy_is_kept_and_found(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    sent = client.post("/mails/send", mail(account, subject="Kept quokka", body="<p>wombats</p>")).ok()
    (copy,) = client.get("/mails", folder="$sent", accountId=account["id"]).ok()["items"]
    assert (copy["messageId"], copy["isRead"], copy["onServer"]) == (sent["messageId"], True, False)
    assert copy["id"] == outbox(client, sent["id"])["mailId"]
    detail = client.get(f"/mails/{copy['id']}").ok()
    assert detail["htmlBody"].strip() == "<p>wombats</p>"
    assert client.get(f"/mails/{copy['id']}/raw").body == smtp.mails[0].raw
    wait_until(lambda: client.get("/mails", folder="$sent", keyword="wombats").ok()["total"], 10, "a hit")
    assert client.get("/mails", accountId=account["id"]).ok()["total"] == 0
    assert client.get("/mails/stats", accountId=account["id"]).ok()["sent"] == 1


def test_connection_serves_several_mails(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    for _ in range(3):
        client.post("/mails/send", mail(account)).ok()
    assert [received.connection for received in smtp.mails] == [1, 1, 1]


def test_connection_that_the_server_ended_is_no_failure(
    client: Client, smtp: SmtpScript, account: dict[str, Any]
) -> None:
    client.post("/mails/send", mail(account)).ok()
    smtp.drop_all()
    sent = client.post("/mails/send", mail(account)).ok()
    assert [received.connection for received in smtp.mails] == [1, 2]
    assert outbox(client, sent["id"])["attempts"] == 1


def test_mail_that_comes_while_the_connection_is_closed_is_sent_at_once(
    client: Client, smtp: SmtpScript, account: dict[str, Any]
) -> None:
    closing, may_close = Event(), Event()

    def slow_quit(session: SmtpSession) -> None:
        closing.set()
        may_close.wait(30)
        session.usual()

    smtp.on("QUIT", slow_quit)
    client.post("/mails/send", mail(account)).ok()
    assert closing.wait(scaled(30))  # the connection was kept for a next mail, but none came
    with ThreadPoolExecutor() as pool:
        sending = pool.submit(client.post, "/mails/send", mail(account))
        other = Client(client.base_url, client.token)
        wait_until(lambda: other.get("/outbox").ok()["total"] == 2, 10, "the second mail")
        may_close.set()
        sending.result().ok()
    assert [received.connection for received in smtp.mails] == [1, 2]


def test_answer_names_what_it_answers(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    first = client.post("/mails/send", mail(account)).ok()
    (copy,) = client.get("/mails", folder="$sent", accountId=account["id"]).ok()["items"]
    second = client.post("/mails/send", mail(account, replyToMailId=copy["id"])).ok()
    newest = client.get("/mails", folder="$sent", accountId=account["id"]).ok()["items"][0]
    client.post("/mails/send", mail(account, replyToMailId=newest["id"])).ok()
    messages = [parsed(received.raw) for received in smtp.mails]
    assert [message["In-Reply-To"] for message in messages] == [None, first["messageId"], second["messageId"]]
    assert messages[1]["References"] == first["messageId"]
    assert messages[2]["References"].split() == [first["messageId"], second["messageId"]]
    client.post("/mails/send", mail(account, replyToMailId=9007199254740991)).failed(404, 40401)


# -- refusals before anything is sent


@pytest.mark.parametrize(
    "change, status, code",
    [
        ({"to": []}, 400, 40001),
        ({"to": ["anna"]}, 400, 40006),
        ({"to": [""]}, 400, 40006),
        ({"to": ["Anna <anna@>"]}, 400, 40006),
        ({"to": ["anna@example.org, bob"]}, 400, 40006),
        ({"to": ["a b@example.org"]}, 400, 40006),
        ({"cc": ["anna@exa mple.org"]}, 400, 40006),
        ({"bcc": ["@example.org"]}, 400, 40006),
        ({"to": ["anna bob@example.org"]}, 400, 40006),
        ({"to": ["anna@example.org bob@example.org"]}, 400, 40006),
        ({"to": ["Anna <anna@example.org> bob@example.org"]}, 400, 40006),
        ({"to": ["Anna <anna@example.org"]}, 400, 40006),
        ({"replyTo": ["nobody"]}, 400, 40006),
        ({"to": ["anna@example.org\r\nBcc: eve@example.org"]}, 400, 40007),
        ({"to": ["anna@example.org\n"]}, 400, 40007),
        ({"to": ["anna\0@example.org"]}, 400, 40007),
        ({"cc": ["Anna\r <anna@example.org>"]}, 400, 40007),
        ({"subject": "a\r\nBcc: eve@example.org"}, 400, 40007),
        ({"subject": "a\nb"}, 400, 40007),
        ({"subject": "a\0b"}, 400, 40007),
        ({"body": "a\0b"}, 400, 40007),
        ({"subject": "x" * 999}, 400, 40001),
        ({"subject": None}, 400, 40001),
        ({"body": None}, 400, 40001),
        ({"to": "anna@example.org"}, 400, 40001),
        ({"to": [f"a{n}@example.org" for n in range(101)]}, 400, 40001),
        ({"to": [f"a{n}@example.org" for n in range(60)], "bcc": [f"b{n}@example.org" for n in range(41)]}, 400, 40001),
        ({"attachments": ["../../etc/passwd"]}, 400, 40008),
        ({"attachments": ["/etc/passwd"]}, 400, 40008),
        ({"attachments": ["missing.txt"]}, 400, 40008),
        ({"attachments": ["a\nb"]}, 400, 40007),
        ({"attachments": ["upload:nothing"]}, 400, 40008),
        ({"inline": [{"cid": "a"}]}, 400, 40001),
        ({"forwardAttachmentIds": [9007199254740991]}, 404, 40405),
        ({"accountId": 9007199254740991}, 404, 40402),
        ({"accountId": "1"}, 400, 40001),
        ({"queue": "no"}, 400, 40001),
    ],
)
def test_bad_input_is_refused(
    client: Client, smtp: SmtpScript, account: dict[str, Any], change: dict[str, Any], status: int, code: int
) -> None:
    client.post("/mails/send", mail(account) | change).failed(status, code)
    assert smtp.connections == 0
    assert client.get("/outbox", accountId=account["id"]).ok()["total"] == 0


def test_hundred_recipients_are_enough(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    everybody = [f"a{number}@example.org" for number in range(100)]
    sent = client.post("/mails/send", mail(account, to=everybody[:50], bcc=everybody[50:])).ok()
    assert sent["accepted"] == everybody == list(smtp.mails[0].recipients)


def test_disabled_account_sends_nothing(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    client.put(f"/accounts/{account['id']}/status", {"status": "disabled"}).ok()
    client.post("/mails/send", mail(account)).failed(409, 40903)
    client.put(f"/accounts/{account['id']}/status", {"status": "active"}).ok()
    client.post("/mails/send", mail(account)).ok()


def test_account_without_smtp_server_says_so(client: Client) -> None:
    body = {"name": "A", "email": "a@example.org", "host": "127.0.0.1", "port": 1, "username": "a", "password": "b"}
    made = client.post("/accounts", body).ok(201)
    client.post("/mails/send", mail(made)).failed(400, 40009)
    client.delete(f"/accounts/{made['id']}").ok()


def test_address_outside_ascii_needs_smtputf8(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    refused = client.post("/mails/send", mail(account, to=["jörg@example.org"])).failed(400, 40006)
    assert "SMTPUTF8" in refused["message"]
    assert smtp.mails == []
    smtp.extensions = (*smtp.extensions, "SMTPUTF8")
    smtp.drop_all()
    client.post("/mails/send", mail(account, to=["Jörg <jörg@bücher.example>"])).ok()
    (received,) = smtp.mails
    assert received.recipients == ("jörg@xn--bcher-kva.example",)
    assert "SMTPUTF8" in received.parameters
    assert "jörg@xn--bcher-kva.example".encode() in received.raw


# -- trying a connection


def test_connection_test_tries_smtp(client: Client, smtp: SmtpScript) -> None:
    result = client.post("/accounts/test-connection", smtp.account()).ok()
    assert result["smtp"]["ok"] is True and result["success"] is False  # there is no IMAP server
    wrong = client.post("/accounts/test-connection", smtp.account(password="wrong")).ok()
    assert (wrong["smtp"]["ok"], wrong["smtp"]["errorCode"]) == (False, "auth_failed")
    assert smtp.mails == []


# -- who may send


def test_foreign_accounts_are_not_there(fresh_service: Any) -> None:
    """With `visibility = owner` the right to an account governs sending and the outbox."""
    service: Service = fresh_service(CONFIG | {"visibility": "owner"})
    service.stop()
    arguments = [program(), "--data-dir", service.data_dir, "user", "add", "bob", "--visibility", "owner"]
    subprocess.run(
        arguments, input=f"{ADMIN_PASSWORD}\n", text=True, check=True, capture_output=True, env=service.variables()
    )
    service.start()
    admin, bob = service.admin(), service.client().login("bob", ADMIN_PASSWORD)
    with SmtpScript() as smtp:
        account = admin.post("/accounts", smtp.account()).ok(201)
        sent = admin.post("/mails/send", mail(account)).ok()
        bob.post("/mails/send", mail(account)).failed(404, 40402)
        bob.post("/drafts", mail(account)).failed(404, 40402)
        assert bob.get("/outbox").ok()["total"] == 0
        bob.get(f"/outbox/{sent['id']}").failed(404, 40406)
        bob.delete(f"/outbox/{sent['id']}").failed(404, 40406)
        bob.post(f"/outbox/{sent['id']}/retry").failed(404, 40406)
        (copy,) = admin.get("/mails", folder="$sent").ok()["items"]
        own = bob.post("/accounts", smtp.account(username="bob")).ok(201)
        bob.post("/mails/send", mail(own, replyToMailId=copy["id"])).failed(404, 40401)
        assert len(smtp.mails) == 1
