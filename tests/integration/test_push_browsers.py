# SPDX-License-Identifier: GPL-3.0-or-later
"""Receivers that are not ours: a real Firefox, and npm's web-push-testing."""

import http.client
import json
import shutil
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from conftest import need
from postrider_support import Client, Dovecot, User, npm, wait_until
from postrider_support.letters import letter, synced_account
from postrider_support.waiting import accepts, free_ports, scaled

ENVIRONMENT = {"POSTRIDER_PUSH_ALLOWED_NETWORKS": "127.0.0.0/8, ::1"}
CONFIG = {"push.retries": "1"}


@pytest.fixture(autouse=True)
def programs() -> None:
    need(npm.available(), "npm")


@pytest.fixture
def account(client: Client, dovecot: Dovecot, mail_user: User) -> Iterator[dict[str, Any]]:
    made = synced_account(client, dovecot.account(mail_user))
    yield made
    client.delete(f"/accounts/{made['id']}")


def test_firefox_decrypts_and_shows_new_mail(
    client: Client, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    need(firefox is not None, "firefox-esr")
    key = client.get("/push/vapid-public-key").ok()["publicKey"]
    with npm.Program("autopush.mjs") as push:
        origin = push.wait_for("origin")["origin"]
        with npm.Program("firefox.mjs", str(firefox), origin, key) as browser:
            subscription = browser.wait_for("subscription", timeout=120)["subscription"]
            client.post("/push/subscribe", subscription).ok(201)
            dovecot.deliver(mail_user, letter("Grüße ✉ 你好", sender=("Zoë", "zoe@example.com")))
            got = browser.wait_for("text")
            assert got["shown"] == [["Zoë", "Grüße ✉ 你好", f"mail-{account['id']}"]]
            shown = json.loads(got["text"])
            assert (shown["data"]["account_id"], shown["data"]["mail_count"]) == (account["id"], 1)
            taken = push.wait_for("status")
            assert taken["status"] == 201, taken
            # The next one replaces it in the browser, because it has the same tag.
            push.send_line("503")
            dovecot.deliver(mail_user, letter("Second"))
            again = browser.wait_for("text", lambda one: "Second" in one["text"])
            assert again["shown"] == [["Anna Berg", "Second", f"mail-{account['id']}"]]
            test = client.post("/push/test", {"title": "Test", "body": "x" * 1000}).ok()
            assert test == {"sent": 1, "failed": 0, "removed": 0}
            browser.wait_for("text", lambda one: json.loads(one["text"])["body"] == "x" * 1000)
            browser.finish()
            assert browser.lines[-1] == {"unsubscribed": True}
        dovecot.deliver(mail_user, letter("Nobody is there"))
        wait_until(lambda: client.get("/push/subscriptions").ok() == [], 20, "the end of the subscription")


def posted(port: int, path: str, fields: dict[str, str]) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=scaled(30))
    connection.request("POST", path, urlencode(fields), {"Content-Type": "application/x-www-form-urlencoded"})
    answer = connection.getresponse()
    text = answer.read()
    assert answer.status == 200, text
    return json.loads(text)["data"] if text.startswith(b"{") else None


def test_web_push_testing_decrypts_new_mail(
    client: Client, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    key = client.get("/push/vapid-public-key").ok()["publicKey"]
    (port,) = free_ports(1)
    with npm.Program("webpushtesting.cjs", str(port)):
        wait_until(lambda: accepts(port), 60, "web-push-testing")
        made = posted(port, "/subscribe", {"userVisibleOnly": "true", "applicationServerKey": key})
        client.post("/push/subscribe", {"endpoint": made["endpoint"], "keys": made["keys"]}).ok(201)
        dovecot.deliver(mail_user, letter("Grüße ✉ 你好"))

        def messages() -> list[str]:
            return posted(port, "/get-notifications", {"clientHash": made["clientHash"]})["messages"]

        wait_until(messages, 20, "the notice")
        assert json.loads(messages()[0])["body"] == "Grüße ✉ 你好"
        posted(port, f"/expire-subscription/{made['clientHash']}", {})
        assert client.post("/push/test").ok() == {"sent": 0, "failed": 0, "removed": 1}
