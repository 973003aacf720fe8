# SPDX-License-Identifier: GPL-3.0-or-later
"""Webhooks as records: fields, limits, allowed addresses, tests, previews, the log."""

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from postrider_support import Client, Dovecot, Mailbox, OpenApi, Service, User
from postrider_support.letters import letter, synced_account
from postrider_support.service import program
from postrider_support.webhooksink import WebhookSink, response
from webhookcalls import CONFIG, SECRET, account, box, called, logs, made, no_webhooks_afterwards, sink


def test_test_calls_once_and_is_logged(client: Client, sink: WebhookSink) -> None:
    webhook = made(client, sink, enabled=False, secret=SECRET)
    sink.script = [response(418, b"teapot a-value")]
    client.put(f"/webhooks/{webhook['id']}", {"headers": {"X-Token": "a-value"}}).ok()
    result = client.post(f"/webhooks/{webhook['id']}/test").ok()
    assert (result["statusCode"], result["responseBody"], result["errorMessage"]) == (
        418,
        "teapot a-value",
        "HTTP 418: teapot ********",
    )
    payload = json.loads(sink.calls[0].body)
    assert (payload["data"]["mail_count"], payload["data"]["mails"][0]["subject"]) == (1, "Test")
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
    sink.script = [response(200), response(201), response(202)]
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
    """The second user's webhook gets the events of the shared account; nobody else can see or change it."""
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
    sink.script = [response(503, Retry_After="2"), response(200)]
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
