# SPDX-License-Identifier: GPL-3.0-or-later
"""Leaving a mailing list with one call to the address that its mail names (RFC 8058)."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from postrider_support import Client, Dovecot, Service, User, wait_until
from postrider_support.letters import letter, synced_account
from postrider_support.tlsfront import Front, tls_to
from postrider_support.waiting import scaled
from postrider_support.webhooksink import WebhookSink, endless, hangs, resets, response

CONFIG = {"unsubscribe.allowed_networks": "127.0.0.1, ::1"}
ONE_CLICK = {
    "DKIM-Signature": "v=1; a=rsa-sha256; d=example.com; s=k; h=from:list-unsubscribe:list-unsubscribe-post; bh=x; b=y",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
}


@pytest.fixture
def sink() -> Iterator[WebhookSink]:
    """Records the requests to the list's server, and answers them."""
    with WebhookSink() as one:
        yield one


@pytest.fixture
def list_server(sink: WebhookSink, dovecot: Dovecot) -> Iterator[str]:
    """The address for leaving, with a certificate that the service trusts."""
    certificate = dovecot.authority.issue("list", ("localhost",))
    with Front(tls_to(sink.port, certificate)) as front:
        yield f"https://localhost:{front.port}/leave?token=a%2Bb"


@pytest.fixture
def with_mail(dovecot: Dovecot, mail_user: User) -> Callable[..., dict[str, Any]]:
    """Stores one mail with these header fields and returns its list row."""

    def store(client: Client, **headers: str) -> dict[str, Any]:
        with dovecot.mailbox(mail_user) as box:
            box.append(letter("News", headers={name.replace("_", "-"): text for name, text in headers.items()}))
        account = synced_account(client, dovecot.account(mail_user))
        return client.get("/mails", accountId=account["id"]).ok()["items"][0]

    return store


def offering(address: str) -> dict[str, str]:
    return ONE_CLICK | {"List-Unsubscribe": f"<mailto:leave@news.example>, <{address}>"}


def test_list_is_left_with_one_call(
    client: Client, sink: WebhookSink, list_server: str, with_mail: Callable[..., dict[str, Any]]
) -> None:
    mail = with_mail(client, **offering(list_server))
    detail = client.get(f"/mails/{mail['id']}").ok()
    assert detail["unsubscribe"] == {"oneClick": True, "url": list_server, "email": "mailto:leave@news.example"}
    assert sink.calls == [], "nobody asked for it yet"
    answer = client.post(f"/mails/{mail['id']}/unsubscribe").ok()
    assert answer == {"id": mail["id"], "host": "localhost"}
    [call] = sink.calls
    assert (call.path, call.body) == ("/leave?token=a%2Bb", b"List-Unsubscribe=One-Click")
    assert call.headers["content-type"] == "application/x-www-form-urlencoded"
    assert not {"cookie", "referer", "authorization"} & set(call.headers)


def test_mail_without_an_offer_asks_nobody(
    client: Client, sink: WebhookSink, list_server: str, with_mail: Callable[..., dict[str, Any]]
) -> None:
    """An address without the offer is for a person: a call to it may do anything (RFC 8058 1)."""
    mail = with_mail(client, **{"List-Unsubscribe": f"<{list_server}>"})
    detail = client.get(f"/mails/{mail['id']}").ok()
    assert detail["unsubscribe"] == {"oneClick": False, "url": list_server, "email": None}
    client.post(f"/mails/{mail['id']}/unsubscribe").failed(400, 40014)
    assert sink.calls == []


def test_ordinary_mail_is_of_no_list(client: Client, with_mail: Callable[..., dict[str, Any]]) -> None:
    mail = with_mail(client)
    assert client.get(f"/mails/{mail['id']}").ok()["unsubscribe"] is None
    client.post(f"/mails/{mail['id']}/unsubscribe").failed(400, 40014)


def test_mail_that_is_not_there(client: Client) -> None:
    client.post("/mails/999999/unsubscribe").failed(404, 40401)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (response(500, b"broken"), "status 500"),
        (response(302, b"", Location="https://localhost/elsewhere"), "status 302"),
        (resets, "The request to localhost failed"),
    ],
    ids=["error", "redirection", "reset"],
)
def test_refusal_is_returned_and_not_repeated(
    client: Client,
    sink: WebhookSink,
    list_server: str,
    answer: Any,
    reason: str,
    with_mail: Callable[..., dict[str, Any]],
) -> None:
    sink.script = [answer]
    mail = with_mail(client, **offering(list_server))
    failure = client.post(f"/mails/{mail['id']}/unsubscribe").failed(502, 50207)
    assert reason in failure["message"] and "localhost" in failure["message"]
    assert len(sink.calls) == 1


def test_answer_without_end_is_read_in_part(
    client: Client, sink: WebhookSink, list_server: str, with_mail: Callable[..., dict[str, Any]]
) -> None:
    sink.script = [endless]
    mail = with_mail(client, **offering(list_server))
    client.post(f"/mails/{mail['id']}/unsubscribe").ok()


def test_private_addresses_are_not_called(
    fresh_service: Callable[..., Service], sink: WebhookSink, list_server: str, with_mail: Callable[..., dict[str, Any]]
) -> None:
    client = fresh_service().admin()
    mail = with_mail(client, **offering(list_server))
    failure = client.post(f"/mails/{mail['id']}/unsubscribe").failed(502, 50207)
    assert "unsubscribe.allowed_networks" in failure["message"]
    assert sink.calls == []


def test_strange_certificate_is_not_trusted(
    client: Client, sink: WebhookSink, dovecot: Dovecot, with_mail: Callable[..., dict[str, Any]]
) -> None:
    with Front(tls_to(sink.port, dovecot.authority.issue("other", ("other.test",)))) as front:
        mail = with_mail(client, **offering(f"https://localhost:{front.port}/leave"))
        client.post(f"/mails/{mail['id']}/unsubscribe").failed(502, 50207)
    assert sink.calls == []


def test_service_stops_while_the_list_is_silent(
    fresh_service: Callable[..., Service], sink: WebhookSink, list_server: str, with_mail: Callable[..., dict[str, Any]]
) -> None:
    service = fresh_service(CONFIG)
    client = service.admin()
    mail = with_mail(client, **offering(list_server))
    sink.script = [hangs]
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(client.post, f"/mails/{mail['id']}/unsubscribe")
        wait_until(lambda: sink.calls, 10, "the call")
        begin = time.monotonic()
        service.stop()
        assert time.monotonic() - begin < scaled(5)
        asked.exception()  # its connection may have ended without an answer
