# SPDX-License-Identifier: GPL-3.0-or-later
"""What happens after a failed call of a webhook."""

import json
import time
from typing import Any

import pytest
from postrider_support import Client, Dovecot, EventStream, Mailbox, User, wait_until
from postrider_support.letters import letter, synced_account
from postrider_support.webhooksink import WebhookSink, endless, hangs, resets, response
from webhookcalls import CONFIG, account, box, called, logs, made, no_webhooks_afterwards, sink


def test_call_is_tried_again_until_it_is_taken(
    client: Client, sink: WebhookSink, box: Mailbox, events: EventStream
) -> None:
    sink.script = [response(500, b"first"), response(500, b"second"), response(200)]
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
    sink.script = [response(503)]
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
        sink.script = [response(status, b"no", Location=other.url()), response(200)]
        webhook = made(client, sink)
        box.append(letter("Refused"))
        entry = logs(client, webhook, 1)[0]
        assert (entry["statusCode"], entry["errorMessage"], entry["willRetry"]) == (status, f"HTTP {status}: no", False)
        box.append(letter("Next"))
        called(sink, 2)
        assert other.connections == 0


def test_gone_disables(client: Client, sink: WebhookSink, box: Mailbox, events: EventStream) -> None:
    sink.script = [response(410), response(200)]
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
    sink.script = [response(500)]
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
    sink.script = [response(429, Retry_After="3"), response(200)]
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
    sink.script = [response(200)]
    first, second = logs(client, webhook, 2)
    assert len(set(sink.ids())) == 1
    assert (first["statusCode"], first["errorMessage"], first["willRetry"]) == (0, f"127.0.0.1 {message}.", True)
    assert second["statusCode"] == 200


def test_endless_and_compressed_answers_are_taken_as_they_are(client: Client, sink: WebhookSink) -> None:
    webhook = made(client, sink)
    sink.script = [endless, response(200, b"\x1f\x8b\x08\x00", Content_Encoding="gzip")]
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
