# SPDX-License-Identifier: GPL-3.0-or-later
"""Mailboxes behind real proxies, with and without a login, and the errors when a proxy fails."""

import email
import email.policy
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import need
from postrider_support import Client, Dovecot, Service, SmtpScript, User, wait_until
from postrider_support.letters import account_when, letter, mails_when, synced_account
from postrider_support.proxies import LOGIN, ProxyServer
from postrider_support.waiting import free_ports

CONFIG = {"sync.retry_min": "1", "sync.quick_retry": "1", "sync.error_after": "1"}
KINDS = [("socks5", False), ("socks5", True), ("http", False), ("http", True)]


@pytest.fixture
def proxies(tmp_path: Path) -> Iterator[Callable[[str, bool], ProxyServer]]:
    """Starts proxies that end with the test."""
    running: list[ProxyServer] = []

    def start(kind: str, login: bool) -> ProxyServer:
        need(ProxyServer.available(kind), f"{kind} proxy")
        running.append(ProxyServer(kind, tmp_path, login))
        running[-1].start()
        return running[-1]

    yield start
    for one in running:
        one.stop()


@pytest.fixture(params=KINDS, ids=lambda kind: f"{kind[0]}{'-with-login' if kind[1] else ''}")
def proxy(request: pytest.FixtureRequest, proxies: Callable[[str, bool], ProxyServer]) -> ProxyServer:
    return proxies(*request.param)


def behind(dovecot: Dovecot, user: User, proxy: ProxyServer, **changes: Any) -> dict[str, Any]:
    return dovecot.account(user, host="localhost", proxyUrl=proxy.url(), **changes)


def tried(client: Client, body: dict[str, Any]) -> dict[str, Any]:
    """The IMAP part of a connection test's result."""
    result: dict[str, Any] = client.post("/accounts/test-connection", body).ok()["imap"]
    return result


def test_mail_comes_through_a_proxy(client: Client, dovecot: Dovecot, mail_user: User, proxy: ProxyServer) -> None:
    dovecot.deliver(mail_user, letter("First"))
    account = synced_account(client, behind(dovecot, mail_user, proxy))
    assert proxy.carried(dovecot.tls_port)
    dovecot.deliver(mail_user, letter("Second"))
    mails_when(client, 2, accountId=account["id"])


def test_starttls_goes_through_a_proxy(client: Client, dovecot: Dovecot, mail_user: User, proxy: ProxyServer) -> None:
    body = behind(dovecot, mail_user, proxy, port=dovecot.plain_port, security="starttls")
    assert tried(client, body)["ok"]


def test_mail_goes_out_through_a_proxy(client: Client, proxy: ProxyServer) -> None:
    words = "many words on their way, " * 60_000
    with SmtpScript() as smtp:
        account = client.post(
            "/accounts", smtp.account(host="localhost", smtp_host="localhost", proxyUrl=proxy.url())
        ).ok(201)
        mail = {"accountId": account["id"], "to": ["anna@example.org"], "subject": "Out", "body": f"<p>{words}</p>"}
        sent = client.post("/mails/send", mail).ok()
        (received,) = smtp.mails
        assert (received.message_id, received.recipients) == (sent["messageId"], ("anna@example.org",))
        message = email.message_from_bytes(received.raw, policy=email.policy.default)
        html = message.get_body(("html",))  # type: ignore[attr-defined]
        assert html.get_content().split() == f"<p>{words}</p>".split()
        assert proxy.carried(smtp.port)
        # While the proxy is stopped the mail waits: no connection goes around it.
        proxy.stop()
        smtp.drop_all()
        queued = client.post("/mails/send", mail).ok(202)
        assert queued["lastError"].startswith("No connection to the proxy 127.0.0.1")
        proxy.start()
        client.post(f"/outbox/{queued['id']}/retry").ok()
        wait_until(lambda: smtp.accepted(queued["messageId"]), 20, "the mail")
        client.delete(f"/accounts/{account['id']}").ok()


def test_login_is_a_secret(
    service: Service, client: Client, dovecot: Dovecot, mail_user: User, proxies: Callable[[str, bool], ProxyServer]
) -> None:
    proxy = proxies("socks5", True)
    made = client.post("/accounts", behind(dovecot, mail_user, proxy)).ok(201)
    shown = f"socks5://********@127.0.0.1:{proxy.port}"
    assert made["proxyUrl"] == shown
    for answer in (
        client.get("/accounts"),
        client.get(f"/accounts/{made['id']}"),
        client.put(f"/accounts/{made['id']}", {"name": "Other"}),
    ):
        assert LOGIN[0].encode() not in answer.body and LOGIN[1].encode() not in answer.body
    for path in service.data_dir.glob("postrider.db*"):
        assert LOGIN[0].encode() not in path.read_bytes() and LOGIN[1].encode() not in path.read_bytes()
    assert LOGIN[1] not in service.log()


def test_masked_login_is_kept(
    client: Client, dovecot: Dovecot, mail_user: User, proxies: Callable[[str, bool], ProxyServer]
) -> None:
    proxy = proxies("http", True)
    account = synced_account(client, behind(dovecot, mail_user, proxy))
    url = f"/accounts/{account['id']}"
    assert client.put(url, {"proxyUrl": account["proxyUrl"], "syncDays": 9}).ok()["proxyUrl"] == account["proxyUrl"]
    client.post(f"{url}/sync").ok()
    account_when(client, account["id"], lambda now: now["mode"] == "idle")
    assert tried(
        client,
        behind(dovecot, mail_user, proxy)
        | {"id": account["id"], "proxyUrl": account["proxyUrl"], "password": "********"},
    )["ok"]
    other = account["proxyUrl"].replace("127.0.0.1", "localhost")
    assert "another proxy" in client.put(url, {"proxyUrl": other}).failed(400, 40001)["details"][0]["reason"]
    assert client.put(url, {"proxyUrl": None, "password": mail_user.password}).ok()["proxyUrl"] is None
    proxy.stop()
    account_when(client, account["id"], lambda now: now["mode"] == "idle" and now["status"] == "active")


def test_account_without_its_proxy_waits_for_it(
    client: Client, dovecot: Dovecot, mail_user: User, proxies: Callable[[str, bool], ProxyServer]
) -> None:
    proxy = proxies("socks5", False)
    account = synced_account(client, behind(dovecot, mail_user, proxy))
    proxy.stop()
    failing = account_when(client, account["id"], lambda now: now["status"] == "error", 30)
    assert failing["errorCode"] == "connect_failed"
    assert failing["errorMessage"].startswith("No connection to the proxy 127.0.0.1")
    dovecot.deliver(mail_user, letter("Meanwhile"))
    assert client.get("/mails", accountId=account["id"]).ok()["total"] == 0, "never past the proxy"
    proxy.start()
    mails_when(client, 1, 30, accountId=account["id"])


def test_refused_login_has_its_own_error(
    client: Client, dovecot: Dovecot, mail_user: User, proxies: Callable[[str, bool], ProxyServer]
) -> None:
    for kind in ("socks5", "http"):
        proxy = proxies(kind, True)
        body = behind(dovecot, mail_user, proxy)
        assert tried(client, body)["ok"]
        wrong = tried(client, body | {"proxyUrl": proxy.url(password="wrong")})
        assert not wrong["ok"] and "proxy" in wrong["error"].lower() and "login" in wrong["error"], wrong
        none = tried(client, body | {"proxyUrl": f"{kind}://127.0.0.1:{proxy.port}"})
        assert not none["ok"] and "The proxy requires a login." in none["error"], none


def test_unreachable_target_has_its_own_error(
    client: Client, dovecot: Dovecot, mail_user: User, proxy: ProxyServer
) -> None:
    nobody = free_ports(1)[0]
    result = tried(client, behind(dovecot, mail_user, proxy, port=nobody))
    assert not result["ok"] and "localhost" in result["error"] and "proxy" in result["error"], result


@pytest.mark.parametrize(
    "url, reason",
    [
        ("ftp://proxy.example:1", "begin with"),
        ("socks5://proxy.example", "port"),
        ("socks5://", "host"),
        ("http://a@proxy.example:1", "password"),
        ("http://proxy.example:1/path", "end with"),
        ("not a url", "begin with"),
    ],
)
def test_wrong_url_is_refused(client: Client, dovecot: Dovecot, mail_user: User, url: str, reason: str) -> None:
    for path in ("/accounts", "/accounts/test-connection"):
        failed = client.post(path, dovecot.account(mail_user, proxyUrl=url)).failed(400, 40001)
        assert failed["details"][0]["field"] == "proxyUrl" and reason in failed["details"][0]["reason"]


def test_login_goes_with_its_account(
    service: Service, client: Client, dovecot: Dovecot, mail_user: User, proxies: Callable[[str, bool], ProxyServer]
) -> None:
    proxy = proxies("socks5", True)

    def secrets() -> int:
        with sqlite3.connect(service.data_dir / "postrider.db") as database:
            return int(database.execute("SELECT COUNT(*) FROM secrets").fetchone()[0])

    before = secrets()
    account = synced_account(client, behind(dovecot, mail_user, proxy))
    assert secrets() == before + 2
    client.put(f"/accounts/{account['id']}", {"proxyUrl": proxy.url()}).ok()
    assert secrets() == before + 2
    client.delete(f"/accounts/{account['id']}").ok()
    wait_until(lambda: secrets() == before, 10, "the secrets to go")
