# SPDX-License-Identifier: GPL-3.0-or-later
"""Webhooks: who is called when, with what, and what becomes of calls that fail."""

import base64
import hashlib
import hmac
import json
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from conftest import need
from postrider_support import Client, Dovecot, EventStream, Mailbox, OpenApi, Service, User, npm, wait_until
from postrider_support.letters import letter, synced_account
from postrider_support.service import program
from postrider_support.webhooksink import WebhookSink, endless, hangs, resets, says

CONFIG = {
    "webhooks.allowed_networks": "127.0.0.1",
    "webhooks.retries": "1, 1, 1",
    "webhooks.timeout": "2",
    "sync.poll_interval": "1",
    "visibility": "shared",
}
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


@pytest.fixture(scope="module")
def account(service: Service, dovecot: Dovecot, token: str) -> Iterator[dict[str, Any]]:
    """One mailbox for all tests of this file, with old mail in it."""
    user = dovecot.add_user("hooked")
    with dovecot.mailbox(user) as box:
        for number in range(20):
            box.append(letter(f"Old {number}"))
    client = service.client()
    client.token = token
    yield synced_account(client, dovecot.account(user)) | {"mail_user": user}


@pytest.fixture
def box(dovecot: Dovecot, account: dict[str, Any]) -> Iterator[Mailbox]:
    with dovecot.mailbox(account["mail_user"]) as opened:
        yield opened


@pytest.fixture
def sink() -> Iterator[WebhookSink]:
    with WebhookSink() as one:
        yield one


@pytest.fixture(autouse=True)
def no_webhooks_afterwards(client: Client) -> Iterator[None]:
    yield
    for webhook in client.get("/webhooks").ok():
        client.delete(f"/webhooks/{webhook['id']}").ok()


def made(client: Client, sink: WebhookSink, **fields: Any) -> dict[str, Any]:
    return client.post("/webhooks", {"name": "Sink", "url": sink.url()} | fields).ok(201)


def logs(client: Client, webhook: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """The log, oldest first, once it has so many entries and none of them will be tried again."""
    at = f"/webhooks/{webhook['id']}/logs"
    wait_until(lambda: client.get(at).ok()["total"] >= count, 20, f"{count} entries in the log")
    items = list(reversed(client.get(at, pageSize=100).ok()["items"]))
    assert len(items) == count, items
    return items


def called(sink: WebhookSink, count: int = 1) -> list[Any]:
    wait_until(lambda: len(sink.calls) >= count, 20, f"{count} calls")
    return sink.calls


# -- what is told


def test_new_mail_is_told(
    client: Client, sink: WebhookSink, box: Mailbox, account: dict[str, Any], events: EventStream
) -> None:
    webhook = made(client, sink)
    box.append(letter("Hello", sender=("Anna Berg", "anna@example.com")))
    call = called(sink)[0]
    told = json.loads(call.body)
    mail = events.wait_for("mail.received").data["mails"][0]
    assert told == {
        "event": "mail.received",
        "timestamp": told["timestamp"],
        "data": {
            "account_id": account["id"],
            "account_email": account["email"],
            "account_name": account["name"],
            "protocol": "imap",
            "mail_count": 1,
            "mails": [mail],
            "truncated": False,
            "timestamp": told["timestamp"],
        },
    }
    assert {name: call.headers.get(name) for name in ("content-type", "user-agent", "accept-encoding")} == {
        "content-type": "application/json",
        "user-agent": "Postrider/1.0.0",
        "accept-encoding": "identity",
    }
    assert client.openapi is not None
    client.openapi.check_call("mail.received", call.headers, told)
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
    sink.script = [says(503, retry_after="3")]
    made(client, sink)
    box.append(letter("Before", text='"account_name":"x" in the text'))
    called(sink)
    renamed = 'Ren"amed \\ é'
    try:
        client.put(f"/accounts/{account['id']}", {"name": renamed}).ok()
        sink.script = [says(200)]
        wait_until(lambda: json.loads(sink.calls[-1].body)["data"]["account_name"] == renamed, 20, "the new name")
        told = json.loads(sink.calls[-1].body)["data"]
        assert (told["mails"][0]["subject"], told["account_email"]) == ("Before", account["email"])
        box.append(letter("After"))
        wait_until(
            lambda: json.loads(sink.calls[-1].body)["data"]["mails"][0]["subject"] == "After", 20, "the next mail"
        )
        assert json.loads(sink.calls[-1].body)["data"]["account_name"] == renamed
    finally:
        client.put(f"/accounts/{account['id']}", {"name": account["name"]}).ok()


def test_first_import_is_not_told(client: Client, sink: WebhookSink, dovecot: Dovecot, mail_user: User) -> None:
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
def test_values_are_escaped_as_the_content_type_wants(
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
    "filters, told",
    [
        ({"from": ["@EXAMPLE.org"]}, ["Invoice 1"]),
        ({"from": ["bérg"]}, ["Invoice 2"]),
        ({"subject": ["INVOICE", "x"]}, ["Invoice 1", "Invoice 2"]),
        ({"subject": ["invoice"], "from": ["nobody"]}, []),
        ({"accountIds": [9007199254740991]}, []),
    ],
)
def test_filters_choose_mails(
    client: Client, sink: WebhookSink, box: Mailbox, filters: dict[str, Any], told: list[str]
) -> None:
    with WebhookSink() as everything:
        client.post("/webhooks", {"name": "All", "url": everything.url(), "mode": "mail"}).ok(201)
        made(client, sink, filters=filters, mode="mail")
        box.append(letter("Invoice 1", sender=("Kim", "kim@example.org")))
        box.append(letter("Invoice 2", sender=("Anna Berg", "anna@example.com")))
        box.append(letter("Lunch", sender=("Bob", "bob@example.com")))
        called(everything, 3)
        wait_until(lambda: len(sink.calls) >= len(told), 20, "the calls")
        assert sorted(json.loads(call.body)["data"]["mails"][0]["subject"] for call in sink.calls) == told


def test_other_events_are_told_to_those_who_want_them(
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


# -- how calls are signed, and what else goes along


def test_calls_are_signed(client: Client, sink: WebhookSink, box: Mailbox) -> None:
    webhook = made(client, sink, secret=SECRET)
    assert webhook["hasSecret"] and "secret" not in webhook
    box.append(letter("Signed"))
    call = called(sink)[0]
    signed = f"{call.id}.{call.headers['webhook-timestamp']}.".encode() + call.body
    mac = hmac.new(base64.b64decode(SECRET.removeprefix("whsec_")), signed, hashlib.sha256).digest()
    assert call.headers["webhook-signature"] == "v1," + base64.b64encode(mac).decode()


def test_standard_webhooks_accepts_our_signatures(client: Client, sink: WebhookSink, box: Mailbox) -> None:
    """Another's verifier, and that it refuses what was changed on the way."""
    need(npm.available(), "npm")
    made(client, sink, secret=SECRET, bodyTemplate='{"subject": "{{data.subject}}"}')
    box.append(letter('Grüße, "quoted" 会议 😀'))
    call = called(sink)[0]
    with npm.Program("verifywebhook.mjs") as verifier:
        good = {"secret": SECRET, "headers": call.headers, "body": call.body.decode()}
        other_id = good | {"headers": call.headers | {"webhook-id": "msg_other"}}
        for asked in (good, good | {"body": call.body.decode() + " "}, other_id):
            verifier.say(json.dumps(asked))
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
    sink.script = [says(500, b"you sent Bearer s3cr3t-value"), says(200)]
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


# -- what becomes of failures


def test_call_is_tried_again_until_it_is_taken(
    client: Client, sink: WebhookSink, box: Mailbox, events: EventStream
) -> None:
    sink.script = [says(500, b"first"), says(500, b"second"), says(200)]
    webhook = made(client, sink)
    box.append(letter("Again"))
    entries = logs(client, webhook, 3)
    assert [
        (entry["attempt"], entry["statusCode"], entry["errorMessage"], entry["willRetry"]) for entry in entries
    ] == [(1, 500, "HTTP 500: first", True), (2, 500, "HTTP 500: second", True), (3, 200, None, False)]
    assert len(set(sink.ids())) == 1 and {call.body for call in sink.calls} == {sink.calls[0].body}
    assert client.get(f"/webhooks/{webhook['id']}").ok()["consecutiveFailures"] == 0
    events.wait_for("webhook.delivered")
    assert events.named("webhook.failed") == []


def test_call_is_given_up_after_the_last_try(
    client: Client, sink: WebhookSink, box: Mailbox, events: EventStream
) -> None:
    sink.script = [says(503)]
    webhook = made(client, sink)
    box.append(letter("Never"))
    assert [entry["willRetry"] for entry in logs(client, webhook, 4)] == [True, True, True, False]
    failed = events.wait_for("webhook.failed").data
    assert (failed["status_code"], failed["attempt"], failed["error"], failed["disabled_reason"]) == (
        503,
        4,
        "HTTP 503",
        None,
    )
    now = client.get(f"/webhooks/{webhook['id']}").ok()
    assert (now["enabled"], now["lastStatus"], now["consecutiveFailures"]) == (True, "error", 4)


@pytest.mark.parametrize("status", [301, 302, 307, 400, 401, 403, 404, 422])
def test_other_answers_are_final(client: Client, sink: WebhookSink, box: Mailbox, status: int) -> None:
    with WebhookSink() as other:
        sink.script = [says(status, b"no", Location=other.url()), says(200)]
        webhook = made(client, sink)
        box.append(letter("Refused"))
        entry = logs(client, webhook, 1)[0]
        assert (entry["statusCode"], entry["errorMessage"], entry["willRetry"]) == (status, f"HTTP {status}: no", False)
        box.append(letter("Next"))
        called(sink, 2)
        assert other.connections == 0


def test_gone_disables(client: Client, sink: WebhookSink, box: Mailbox, events: EventStream) -> None:
    sink.script = [says(410), says(200)]
    webhook = made(client, sink)
    at = f"/webhooks/{webhook['id']}"
    box.append(letter("Gone"))
    assert events.wait_for("webhook.failed").data["disabled_reason"] == "gone"
    now = client.get(at).ok()
    assert (now["enabled"], now["disabledReason"]) == (False, "gone")
    box.append(letter("Not told"))
    wait_until(lambda: client.get("/mails", keyword="told").ok()["total"] == 1, 20, "the mail")
    assert client.put(at, {"enabled": True}).ok()["disabledReason"] is None
    box.append(letter("Told again"))
    assert json.loads(called(sink, 2)[1].body)["data"]["mails"][0]["subject"] == "Told again"


def test_failing_for_long_disables(fresh_service: Any, dovecot: Dovecot, mail_user: User, sink: WebhookSink) -> None:
    sink.script = [says(500)]
    client = fresh_service(CONFIG | {"webhooks.disable_after": "1"}).admin()
    synced_account(client, dovecot.account(mail_user))
    webhook = made(client, sink)
    with dovecot.mailbox(mail_user) as box:
        box.append(letter("Failing"))
    wait_until(lambda: not client.get(f"/webhooks/{webhook['id']}").ok()["enabled"], 20, "the end of it")
    assert client.get(f"/webhooks/{webhook['id']}").ok()["disabledReason"] == "failing"
    count = client.get(f"/webhooks/{webhook['id']}/logs").ok()["total"]
    assert 2 <= count == len(sink.calls)


def test_retry_after_is_obeyed(client: Client, sink: WebhookSink, box: Mailbox) -> None:
    sink.script = [says(429, Retry_After="3"), says(200)]
    webhook = made(client, sink)
    began = time.monotonic()
    box.append(letter("Later"))
    called(sink, 2)
    assert time.monotonic() - began >= 3
    assert [entry["statusCode"] for entry in logs(client, webhook, 2)] == [429, 200]


@pytest.mark.parametrize(
    "answer, message",
    [
        (resets, "closed the connection"),
        (hangs, "did not answer in time"),
    ],
)
def test_trouble_on_the_way_is_tried_again(
    client: Client, sink: WebhookSink, box: Mailbox, answer: Any, message: str
) -> None:
    sink.script = [answer]
    webhook = made(client, sink)
    box.append(letter("On the way"))
    logs(client, webhook, 1)
    sink.script = [says(200)]
    first, second = logs(client, webhook, 2)
    assert len(set(sink.ids())) == 1
    assert (first["statusCode"], first["errorMessage"], first["willRetry"]) == (0, f"127.0.0.1 {message}.", True)
    assert second["statusCode"] == 200


def test_endless_and_compressed_answers_are_taken_as_they_are(client: Client, sink: WebhookSink) -> None:
    webhook = made(client, sink)
    sink.script = [endless, says(200, b"\x1f\x8b\x08\x00", Content_Encoding="gzip")]
    result = client.post(f"/webhooks/{webhook['id']}/test").ok()
    assert (result["statusCode"], result["responseBody"], result["errorMessage"]) == (200, "x" * 4096, None)
    result = client.post(f"/webhooks/{webhook['id']}/test").ok()
    assert (result["statusCode"], result["responseBody"][0]) == (200, "\x1f")


def test_one_that_hangs_holds_up_no_other(client: Client, sink: WebhookSink, box: Mailbox) -> None:
    with WebhookSink(hangs) as silent:
        client.post("/webhooks", {"name": "Silent", "url": silent.url()}).ok(201)
        made(client, sink)
        began = time.monotonic()
        for number in range(3):
            box.append(letter(f"Beside {number}"))
            called(sink, number + 1)
        assert len(silent.calls) <= 1 + (time.monotonic() - began) / 2


# -- tests, previews, the log


def test_test_calls_once_and_is_logged(client: Client, sink: WebhookSink) -> None:
    webhook = made(client, sink, enabled=False, secret=SECRET)
    sink.script = [says(418, b"teapot a-value")]
    client.put(f"/webhooks/{webhook['id']}", {"headers": {"X-Token": "a-value"}}).ok()
    result = client.post(f"/webhooks/{webhook['id']}/test").ok()
    assert (result["statusCode"], result["responseBody"], result["errorMessage"]) == (
        418,
        "teapot a-value",
        "HTTP 418: teapot ********",
    )
    told = json.loads(sink.calls[0].body)
    assert (told["data"]["mail_count"], told["data"]["mails"][0]["subject"]) == (1, "Test")
    entry = logs(client, webhook, 1)[0]
    assert (entry["test"], entry["willRetry"], entry["mailSubject"], entry["statusCode"]) == (True, False, "Test", 418)
    now = client.get(f"/webhooks/{webhook['id']}").ok()
    assert (now["consecutiveFailures"], now["enabled"]) == (0, False)


def test_test_of_nobody_there_is_an_answer_too(client: Client) -> None:
    with WebhookSink() as sink:
        webhook = made(client, sink)
    result = client.post(f"/webhooks/{webhook['id']}/test").ok()
    assert (result["statusCode"], result["responseBody"], result["errorMessage"]) == (
        0,
        "",
        "127.0.0.1 refused the connection.",
    )


def test_log_is_paged_newest_first(client: Client, sink: WebhookSink) -> None:
    webhook = made(client, sink)
    at = f"/webhooks/{webhook['id']}"
    sink.script = [says(200), says(201), says(202)]
    for _ in range(3):
        client.post(f"{at}/test").ok()
    page = client.get(f"{at}/logs", page=1, pageSize=2).ok()
    assert ([entry["statusCode"] for entry in page["items"]], page["total"], page["page"], page["pageSize"]) == (
        [202, 201],
        3,
        1,
        2,
    )
    assert [entry["statusCode"] for entry in client.get(f"{at}/logs", page=2, pageSize=2).ok()["items"]] == [200]
    assert client.get(f"{at}/logs", page=9).ok()["items"] == []
    client.get(f"{at}/logs", page=0).failed(400, 40003)


def test_preview_shows_what_would_be_sent(client: Client) -> None:
    shown = client.post("/webhooks/preview", {"bodyTemplate": '{"s": "{{data.subject}}", "x": {{data.nothing}}}'}).ok()
    assert shown == {
        "contentType": "application/json",
        "body": '{"s": "Test", "x": null}',
        "warnings": [{"position": 31, "path": "data.nothing"}],
    }
    form = {"bodyTemplate": "s={{data.from}}", "headers": {"Content-Type": "application/x-www-form-urlencoded"}}
    assert client.post("/webhooks/preview", form).ok()["body"] == "s=anna%40example.org"
    assert json.loads(client.post("/webhooks/preview", {}).ok()["body"])["event"] == "mail.received"


@pytest.mark.parametrize(
    "template, position",
    [
        ("{{", 0),
        ("a {{}}", 2),
        ('{"a": "{{#each x}}"}', 7),
        ("{{a b}}", 0),
        ("{{data.mails[0]}}", 0),
        ("{{{x}}}", 0),
    ],
)
def test_broken_template_is_refused_with_its_position(
    client: Client, sink: WebhookSink, template: str, position: int
) -> None:
    for path in ("/webhooks", "/webhooks/preview"):
        body = {"name": "x", "url": sink.url(), "bodyTemplate": template}
        detail = client.post(path, body).failed(400, 40001)["details"][0]
        assert detail["field"] == "bodyTemplate" and detail["reason"].startswith(f"at position {position}: ")


def test_template_that_some_mail_would_break_is_refused(client: Client, sink: WebhookSink) -> None:
    body = {"name": "x", "url": sink.url(), "headers": {"Content-Type": "application/json"}}
    client.post("/webhooks", body | {"bodyTemplate": '{"a": {{data.subject}} "b": 1}'}).failed(400, 40001)
    client.post("/webhooks", body | {"bodyTemplate": '{"a": {{data.subject}}}'}).ok(201)


# -- addresses


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.2:8000/",
        "http://10.0.0.1/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://2852039166/",
        "http://0xa9fea9fe/",
        "http://[::1]:8000/",
        "http://[::ffff:10.0.0.1]/",
        "http://[fe80::1]/",
        "http://[64:ff9b::a9fe:a9fe]/",
        "http://[fd00:ec2::254]/",
        "http://100.64.0.1/",
        "http://0.0.0.0:8000/",
        "http://localhost.:1/",
        "ftp://example.org/",
        "http://user:pw@example.org/",
        "http://example.org:22/",
        "http:///x",
        "not a url",
        "http://example.org/\r\nX: y",
    ],
)
def test_address_that_may_not_be_called_is_refused(client: Client, sink: WebhookSink, url: str) -> None:
    answer = client.post("/webhooks", {"name": "x", "url": url}).failed(400, 40010)
    assert answer["details"][0]["field"] == "url"
    webhook = made(client, sink)
    client.put(f"/webhooks/{webhook['id']}", {"url": url}).failed(400, 40010)


# -- the record


def test_fields_come_back_and_change_one_by_one(client: Client, sink: WebhookSink) -> None:
    webhook = made(
        client, sink, name="One", mode="mail", filters={"subject": ["a"]}, secret=SECRET, bodyTemplate="{{event}}"
    )
    at = f"/webhooks/{webhook['id']}"
    assert client.get(at).ok() == webhook and client.get("/webhooks").ok() == [webhook]
    changed = client.put(at, {"name": "Two"}).ok()
    assert changed == webhook | {"name": "Two", "updatedAt": changed["updatedAt"]}
    reset = client.put(at, {"mode": None, "filters": None, "secret": None, "bodyTemplate": None, "events": None}).ok()
    assert (reset["mode"], reset["filters"], reset["hasSecret"], reset["bodyTemplate"], reset["events"]) == (
        "sync",
        {"accountIds": [], "from": [], "subject": []},
        False,
        None,
        ["mail.received"],
    )
    client.delete(at).ok()
    client.get(at).failed(404, 40404)


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"name": "x" * 101},
        {"name": None},
        {"url": None},
        {"url": 1},
        {"headers": []},
        {"bodyTemplate": 1},
        {"bodyTemplate": "x" * 65537},
        {"enabled": "true"},
        {"mode": "each"},
        {"events": []},
        {"events": ["webhook.failed"]},
        {"filters": []},
        {"filters": {"accountIds": ["1"]}},
        {"filters": {"from": [""]}},
        {"secret": "short"},
        {"secret": "whsec_c2hvcnQ="},
        {"secret": "whsec_!!!"},
    ],
)
def test_bad_fields_are_refused(client: Client, sink: WebhookSink, change: dict[str, Any]) -> None:
    client.post("/webhooks", {"name": "x", "url": sink.url()} | change).failed(400, 40001)
    webhook = made(client, sink)
    client.put(f"/webhooks/{webhook['id']}", change).failed(400, 40001)
    assert client.get(f"/webhooks/{webhook['id']}").ok() == webhook


def test_webhooks_are_ones_own(fresh_service: Any, dovecot: Dovecot, mail_user: User, sink: WebhookSink) -> None:
    """The second user's webhook hears of the shared account, and nobody else sees or changes it."""
    service: Service = fresh_service(CONFIG)
    service.stop()
    arguments = [program(), "--data-dir", service.data_dir, "user", "add", "eve", "--visibility", "shared"]
    subprocess.run(
        arguments, input="a password of eve\n", text=True, check=True, capture_output=True, env=service.variables()
    )
    service.start()
    admin, eve = service.admin(), service.client().login("eve", "a password of eve")
    synced_account(admin, dovecot.account(mail_user))
    theirs = made(eve, sink)
    at = f"/webhooks/{theirs['id']}"
    assert admin.get("/webhooks").ok() == []
    for method, path in (("GET", at), ("PUT", at), ("DELETE", at), ("GET", f"{at}/logs"), ("POST", f"{at}/test")):
        admin.request(method, path, body={"name": "Mine"} if method == "PUT" else None).failed(404, 40404)
    with dovecot.mailbox(mail_user) as box:
        box.append(letter("For both"))
        called(sink)
        service.stop()
        service.config["visibility"] = "owner"
        service.start()
        admin = service.admin()
        with WebhookSink() as mine:
            made(admin, mine)
            box.append(letter("For the owner"))
            called(mine)
    assert len(sink.calls) == 1


def test_switching_off_drops_what_waits(client: Client, sink: WebhookSink, box: Mailbox) -> None:
    sink.script = [says(503, Retry_After="2"), says(200)]
    webhook = made(client, sink)
    at = f"/webhooks/{webhook['id']}"
    box.append(letter("Waits"))
    logs(client, webhook, 1)
    client.put(at, {"enabled": False}).ok()
    client.put(at, {"enabled": True}).ok()
    box.append(letter("Comes"))
    assert json.loads(called(sink, 2)[1].body)["data"]["mails"][0]["subject"] == "Comes"


def test_user_has_as_many_webhooks_as_allowed(fresh_service: Any, openapi: OpenApi) -> None:
    service = fresh_service({"limits.webhooks_per_user": "5", "webhooks.allowed_networks": "127.0.0.1"})
    client = service.admin(openapi)

    def create(number: int) -> int:
        one = service.client()
        one.token = client.token
        status = one.post("/webhooks", {"name": f"n{number}", "url": "http://127.0.0.1:1024/"}).status
        one.close()
        return status

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(create, range(12))) == [201] * 5 + [409] * 7
    webhooks = client.get("/webhooks").ok()
    assert len(webhooks) == 5
    body = {"name": "sixth", "url": "http://127.0.0.1:1024/"}
    assert "limits.webhooks_per_user" in client.post("/webhooks", body).failed(409, 40907)["message"]
    client.delete(f"/webhooks/{webhooks[0]['id']}").ok()
    client.post("/webhooks", body).ok(201)
