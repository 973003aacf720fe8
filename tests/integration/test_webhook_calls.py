# SPDX-License-Identifier: GPL-3.0-or-later
"""Which changes webhooks report, to whom, and what a call contains."""

import base64
import hashlib
import hmac
import json
import time
from typing import Any

import pytest
from conftest import need
from postrider_support import Client, Dovecot, EventStream, Mailbox, Service, User, npm, wait_until
from postrider_support.letters import letter, synced_account
from postrider_support.webhooksink import WebhookSink, response
from webhookcalls import CONFIG, SECRET, account, box, called, logs, made, no_webhooks_afterwards, sink


def test_new_mail_calls_the_webhook(
    client: Client, sink: WebhookSink, box: Mailbox, account: dict[str, Any], events: EventStream
) -> None:
    webhook = made(client, sink)
    box.append(letter("Hello", sender=("Anna Berg", "anna@example.com")))
    call = called(sink)[0]
    payload = json.loads(call.body)
    mail = events.wait_for("mail.received").data["mails"][0]
    assert payload == {
        "event": "mail.received",
        "timestamp": payload["timestamp"],
        "data": {
            "account_id": account["id"],
            "account_email": account["email"],
            "account_name": account["name"],
            "protocol": "imap",
            "mail_count": 1,
            "mails": [mail],
            "truncated": False,
            "timestamp": payload["timestamp"],
        },
    }
    assert {name: call.headers.get(name) for name in ("content-type", "user-agent", "accept-encoding")} == {
        "content-type": "application/json",
        "user-agent": "Postrider/1.0.0",
        "accept-encoding": "identity",
    }
    assert client.openapi is not None
    client.openapi.check_call("mail.received", call.headers, payload)
    assert "webhook-signature" not in call.headers and abs(int(call.headers["webhook-timestamp"]) - time.time()) < 60
    entry = logs(client, webhook, 1)[0]
    assert entry == {
        "id": entry["id"],
        "webhookId": webhook["id"],
        "mailSubject": "Hello",
        "mailFrom": "anna@example.com",
        "statusCode": 200,
        "errorMessage": None,
        "event": "mail.received",
        "callId": call.id,
        "attempt": 1,
        "durationMs": entry["durationMs"],
        "test": False,
        "willRetry": False,
        "createdAt": entry["createdAt"],
    }
    now = client.get(f"/webhooks/{webhook['id']}").ok()
    assert (now["lastStatus"], now["lastStatusCode"], now["consecutiveFailures"]) == ("success", 200, 0)
    assert now["lastTriggerAt"] is not None
    done = events.wait_for("webhook.delivered").data
    assert (done["webhook_id"], done["event"], done["attempt"]) == (webhook["id"], "mail.received", 1)


def test_account_has_its_name_of_now(client: Client, sink: WebhookSink, box: Mailbox, account: dict[str, Any]) -> None:
    """A call that is made again after the account was renamed has the new name; so has the next mail."""
    sink.script = [response(503, retry_after="3")]
    made(client, sink)
    box.append(letter("Before", text='"account_name":"x" in the text'))
    called(sink)
    renamed = 'Ren"amed \\ é'
    try:
        client.put(f"/accounts/{account['id']}", {"name": renamed}).ok()
        sink.script = [response(200)]
        wait_until(lambda: json.loads(sink.calls[-1].body)["data"]["account_name"] == renamed, 20, "the new name")
        payload = json.loads(sink.calls[-1].body)["data"]
        assert (payload["mails"][0]["subject"], payload["account_email"]) == ("Before", account["email"])
        box.append(letter("After"))
        wait_until(
            lambda: json.loads(sink.calls[-1].body)["data"]["mails"][0]["subject"] == "After", 20, "the next mail"
        )
        assert json.loads(sink.calls[-1].body)["data"]["account_name"] == renamed
    finally:
        client.put(f"/accounts/{account['id']}", {"name": account["name"]}).ok()


def test_first_import_calls_no_webhook(client: Client, sink: WebhookSink, dovecot: Dovecot, mail_user: User) -> None:
    made(client, sink)
    with dovecot.mailbox(mail_user) as box:
        for number in range(30):
            box.append(letter(f"Old {number}"))
        account = synced_account(client, dovecot.account(mail_user))
        box.append(letter("New"))
        called(sink)
    client.delete(f"/accounts/{account['id']}").ok()
    assert [json.loads(call.body)["data"]["mails"][0]["subject"] for call in sink.calls] == ["New"]


def test_template_is_filled_in(client: Client, sink: WebhookSink, box: Mailbox, account: dict[str, Any]) -> None:
    template = (
        '{"who": "{{data.from_name}}", "what": {{ data.subject }}, "text": "{{data.text_body}}", '
        '"n": {{data.mail_count}}, "to": {{data.mails.0.to}}, "box": "{{data.account_email}}", '
        '"html": {{data.html_body}}, "not": "{{nothing.here}}", "raw": "\\\\{{x}}"}'
    ).replace("\\\\", "\\")
    webhook = made(client, sink, bodyTemplate=template)
    assert webhook["warnings"] == [{"position": template.index("{{nothing"), "path": "nothing.here"}]
    box.append(letter('a"b {{event}}', "Line one\nand two", html="<p>Hi</p>"))
    assert json.loads(called(sink)[0].body) == {
        "who": "Anna Berg",
        "what": 'a"b {{event}}',
        "text": "Line one\nand two\n",
        "n": 1,
        "to": ["box@example.com"],
        "box": account["email"],
        "html": "<p>Hi</p>\r\n",
        "not": "",
        "raw": "{{x}}",
    }


@pytest.mark.parametrize(
    "content_type, template, body",
    [
        ("application/x-www-form-urlencoded", "s={{data.subject}}", b"s=a%22%26b%20%3Cc%3E"),
        ("application/xml", "<s>{{data.subject}}</s>", b"<s>a&quot;&amp;b &lt;c&gt;</s>"),
        ("text/plain", "Subject: {{data.subject}}", b'Subject: a"&b <c>'),
        (None, "Subject: {{data.subject}}", b'Subject: a"&b <c>'),
    ],
)
def test_values_are_escaped_for_the_content_type(
    client: Client, sink: WebhookSink, box: Mailbox, content_type: str | None, template: str, body: bytes
) -> None:
    made(client, sink, bodyTemplate=template, headers={"Content-Type": content_type} if content_type else {})
    box.append(letter('a"&b <c>'))
    call = called(sink)[0]
    assert call.body == body
    assert call.headers["content-type"] == (content_type or "text/plain; charset=utf-8")


def test_each_mail_has_a_call_of_its_own_where_that_is_wanted(
    client: Client, sink: WebhookSink, dovecot: Dovecot, box: Mailbox, account: dict[str, Any]
) -> None:
    with WebhookSink() as other:
        made(client, sink, mode="mail")
        client.post("/webhooks", {"name": "Other", "url": other.url()}).ok(201)
        for number in range(5):
            box.append(letter(f"Mail {number}"))
        called(sink, 5)
        wait_until(
            lambda: sum(json.loads(call.body)["data"]["mail_count"] for call in other.calls) == 5, 20, "five mails"
        )
        assert sorted(json.loads(call.body)["data"]["mails"][0]["subject"] for call in sink.calls) == [
            f"Mail {number}" for number in range(5)
        ]
        assert all(json.loads(call.body)["data"]["mail_count"] == 1 for call in sink.calls)


@pytest.mark.parametrize(
    "filters, expected",
    [
        ({"from": ["@EXAMPLE.org"]}, ["Invoice 1"]),
        ({"from": ["bérg"]}, ["Invoice 2"]),
        ({"subject": ["INVOICE", "x"]}, ["Invoice 1", "Invoice 2"]),
        ({"subject": ["invoice"], "from": ["nobody"]}, []),
        ({"accountIds": [9007199254740991]}, []),
    ],
)
def test_filters_choose_mails(
    client: Client, sink: WebhookSink, box: Mailbox, filters: dict[str, Any], expected: list[str]
) -> None:
    with WebhookSink() as everything:
        client.post("/webhooks", {"name": "All", "url": everything.url(), "mode": "mail"}).ok(201)
        made(client, sink, filters=filters, mode="mail")
        box.append(letter("Invoice 1", sender=("Kim", "kim@example.org")))
        box.append(letter("Invoice 2", sender=("Anna Berg", "anna@example.com")))
        box.append(letter("Lunch", sender=("Bob", "bob@example.com")))
        called(everything, 3)
        wait_until(lambda: len(sink.calls) >= len(expected), 20, "the calls")
        assert sorted(json.loads(call.body)["data"]["mails"][0]["subject"] for call in sink.calls) == expected


def test_other_events_call_webhooks_that_select_them(
    client: Client, sink: WebhookSink, box: Mailbox, account: dict[str, Any]
) -> None:
    made(
        client,
        sink,
        events=["mail.deleted", "account.updated"],
        bodyTemplate='{"event": "{{event}}", "ids": {{data.ids}}, "account": {{data.account_id}}}',
    )
    box.append(letter("Gone"))
    mail = wait_until(lambda: client.get("/mails", keyword="Gone").ok()["items"], 20, "the mail")[0]
    client.delete(f"/mails/{mail['id']}").ok()
    client.put(f"/accounts/{account['id']}", {"name": "Hooked"}).ok()
    bodies = [json.loads(call.body) for call in called(sink, 2)]
    assert bodies == [
        {"event": "mail.deleted", "ids": [mail["id"]], "account": account["id"]},
        {"event": "account.updated", "ids": None, "account": account["id"]},
    ]


def test_calls_are_signed(client: Client, sink: WebhookSink, box: Mailbox) -> None:
    webhook = made(client, sink, secret=SECRET)
    assert webhook["hasSecret"] and "secret" not in webhook
    box.append(letter("Signed"))
    call = called(sink)[0]
    signed = f"{call.id}.{call.headers['webhook-timestamp']}.".encode() + call.body
    mac = hmac.new(base64.b64decode(SECRET.removeprefix("whsec_")), signed, hashlib.sha256).digest()
    assert call.headers["webhook-signature"] == "v1," + base64.b64encode(mac).decode()


def test_standard_webhooks_accepts_our_signatures(client: Client, sink: WebhookSink, box: Mailbox) -> None:
    """The verifier is not ours; it must also refuse a call that was changed on the way."""
    need(npm.available(), "npm")
    made(client, sink, secret=SECRET, bodyTemplate='{"subject": "{{data.subject}}"}')
    box.append(letter('Grüße, "quoted" 会议 😀'))
    call = called(sink)[0]
    with npm.Program("verifywebhook.mjs") as verifier:
        good = {"secret": SECRET, "headers": call.headers, "body": call.body.decode()}
        other_id = good | {"headers": call.headers | {"webhook-id": "msg_other"}}
        for asked in (good, good | {"body": call.body.decode() + " "}, other_id):
            verifier.send_line(json.dumps(asked))
        verifier.finish()
        assert verifier.lines == [{"ok": True}, {"ok": False}, {"ok": False}]


def test_own_headers_go_along_and_secret_ones_are_masked(
    client: Client, sink: WebhookSink, box: Mailbox, service: Service
) -> None:
    given = {"Authorization": "Bearer s3cr3t-value", "X-Plain": "a b", "X-My-Token": "t0ken-value"}
    webhook = made(client, sink, headers=given)
    shown = {"Authorization": "********", "X-Plain": "a b", "X-My-Token": "********"}
    assert webhook["headers"] == shown
    kept = client.put(f"/webhooks/{webhook['id']}", {"headers": shown | {"X-Plain": "c"}}).ok()
    assert kept["headers"] == shown | {"X-Plain": "c"}
    sink.script = [response(500, b"you sent Bearer s3cr3t-value"), response(200)]
    box.append(letter("With headers"))
    call = called(sink, 2)[0]
    assert {name: call.headers[name.lower()] for name in given} == given | {"X-Plain": "c"}
    assert logs(client, webhook, 2)[0]["errorMessage"] == "HTTP 500: you sent ********"
    for file in service.data_dir.glob("postrider.db*"):
        assert b"s3cr3t-value" not in file.read_bytes()
    assert "s3cr3t" not in service.log()


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "x"},
        {"content-length": "1"},
        {"Transfer-Encoding": "chunked"},
        {"Proxy-Authorization": "x"},
        {"webhook-id": "x"},
        {"Accept-Encoding": "gzip"},
        {"X-A": "a\r\nX-B: c"},
        {"X-A\r\nX-B": "c"},
        {"X A": "b"},
        {"X-A": "ä"},
        {"X-A": "b" * 1025},
        {"X-A": 1},
        {"a" * 65: "b"},
        {"X-A": "b", "x-a": "c"},
        {f"X-{number}": "v" for number in range(21)},
        {f"X-{number}": "v" * 1000 for number in range(9)},
        {"Authorization": "********"},
    ],
)
def test_bad_headers_are_refused(client: Client, sink: WebhookSink, headers: dict[str, Any]) -> None:
    details = client.post("/webhooks", {"name": "x", "url": sink.url(), "headers": headers}).failed(400, 40001)[
        "details"
    ]
    assert details[0]["field"].startswith("headers")
