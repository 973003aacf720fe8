# SPDX-License-Identifier: GPL-3.0-or-later
"""Which mechanism an account logs in with: the one named, the one that worked, or the next one."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from following import QUICK, in_step
from postrider_support import UNLIMITED, Client, ImapScript, ImapSession, Service, SmtpScript, SmtpSession, wait_until
from postrider_support.certificates import Certificate, CertificateAuthority
from postrider_support.letters import account_when, letter
from postrider_support.tlsfront import Front, tls_to

CONFIG = QUICK | {"sync.auth_retry_min": "3600"}
OFFERED = "IMAP4rev1 IDLE SASL-IR LOGINDISABLED AUTH=SCRAM-SHA-256 AUTH=PLAIN AUTH=LOGIN"
EXTENSIONS = ("PIPELINING", "8BITMIME", "ENHANCEDSTATUSCODES", "AUTH SCRAM-SHA-256 PLAIN LOGIN")


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> CertificateAuthority:
    return CertificateAuthority(tmp_path_factory.mktemp("tls"))


@pytest.fixture(scope="module")
def certificate(authority: CertificateAuthority) -> Certificate:
    return authority.issue("server")


@pytest.fixture(scope="module")
def service(
    tmp_path_factory: pytest.TempPathFactory, authority: CertificateAuthority, database: Callable[[], dict[str, str]]
) -> Iterator[Service]:
    with Service(
        tmp_path_factory.mktemp("service"),
        config=UNLIMITED | CONFIG,
        environment=database(),
        extra_ca=authority.certificate,
    ) as running:
        yield running


def answer_authenticate(session: ImapSession) -> None:
    """Accepts PLAIN; refuses SCRAM like a server that has no secrets for it."""
    session.ok("[CAPABILITY IMAP4rev1 IDLE] in") if session.rest.startswith("PLAIN ") else session.no(
        "authentication failure"
    )


@pytest.fixture
def server() -> Iterator[ImapScript]:
    with ImapScript([letter("One")], OFFERED) as one:
        one.greeting = f"* OK [CAPABILITY {OFFERED}] ready".encode()
        one.on("AUTHENTICATE", answer_authenticate)
        yield one


def authenticated(server: ImapScript) -> list[str]:
    return [command.text.split(" ")[1] for command in server.commands("AUTHENTICATE")]


def proven(service: Service, account: dict[str, Any]) -> str:
    return str(service.sql(f"SELECT proven_mechanism FROM accounts WHERE id = {account['id']}")[0][0])


def test_what_worked_is_the_first_next_time(
    service: Service, client: Client, server: ImapScript, certificate: Certificate
) -> None:
    with Front(tls_to(server.port, certificate)) as front:
        account = in_step(client, client.post("/accounts", server.account(port=front.port, security="tls")).ok(201))
        assert authenticated(server) == ["SCRAM-SHA-256", "PLAIN"]
        assert proven(service, account) == "PLAIN"
        server.each(ImapSession.close)
        server.wait_for("AUTHENTICATE", 3)
        in_step(client, account)
        service.restart()
        client.close()
        client.base_url = service.base_url
        server.wait_for("AUTHENTICATE", 4)
        in_step(client, account)
        assert authenticated(server) == ["SCRAM-SHA-256", "PLAIN", "PLAIN", "PLAIN"]
        # With another password the mechanisms are tried from the first one again.
        client.put(f"/accounts/{account['id']}", {"password": "new"}).ok()
        server.wait_for("AUTHENTICATE", 6)
        assert authenticated(server)[4:] == ["SCRAM-SHA-256", "PLAIN"]
        client.delete(f"/accounts/{account['id']}").ok()


def test_nothing_else_without_tls(service: Service, client: Client, server: ImapScript) -> None:
    """An attacker on the network could refuse the mechanisms that do not send the password itself."""
    for refusal in ("authentication failure", "[CANNOT] no", "no mechanism available"):
        server.on("AUTHENTICATE", lambda session, refusal=refusal: session.no(refusal))
        tested = client.post("/accounts/test-connection", server.account()).ok()["imap"]
        assert (tested["ok"], tested["refusedMechanisms"]) == (False, ["SCRAM-SHA-256"])
        assert "authMechanism" in tested["error"]
    assert set(authenticated(server)) == {"SCRAM-SHA-256"}
    assert "PLAIN" not in str(server.received)


def test_named_mechanism(service: Service, client: Client, server: ImapScript) -> None:
    body = server.account(authMechanism="PLAIN", smtpAuthMechanism="LOGIN")
    account = in_step(client, client.post("/accounts", body).ok(201))
    assert (account["authMechanism"], account["smtpAuthMechanism"]) == ("PLAIN", "LOGIN")
    assert authenticated(server) == ["PLAIN"]
    at = f"/accounts/{account['id']}"
    assert client.put(at, {"authMechanism": "SCRAM-SHA-1"}).ok()["authMechanism"] == "SCRAM-SHA-1"
    now = account_when(client, account["id"], lambda now: now["errorCode"] == "auth_failed")
    assert "does not offer SCRAM-SHA-1" in now["errorMessage"]
    assert authenticated(server) == ["PLAIN"]
    # Without TLS PLAIN sends the password in the clear, so only a user who has the password may set it.
    details = client.put(at, {"authMechanism": "PLAIN"}).failed(400, 40001)
    assert "password" in str(details)
    client.put(at, {"authMechanism": "PLAIN", "password": "correct horse"}).ok()
    in_step(client, account)
    null = client.put(at, {"authMechanism": None, "smtpAuthMechanism": None}).ok()
    assert (null["authMechanism"], null["smtpAuthMechanism"]) == ("auto", "auto")
    for name in ("authMechanism", "smtpAuthMechanism"):
        for value in ("plain", "CRAM-MD5", "XOAUTH2", ""):
            client.put(at, {name: value}).failed(400, 40001)
            client.post("/accounts", server.account("other") | {name: value}).failed(400, 40001)
            client.post("/accounts/test-connection", server.account() | {name: value}).failed(400, 40001)
    client.delete(at).ok()


def test_smtp_server_that_hangs_up_after_a_refusal(service: Service, client: Client, certificate: Certificate) -> None:
    def refuse(session: SmtpSession) -> None:
        if session.line.startswith("AUTH SCRAM"):
            session.reply("535 5.7.8 Error: authentication failed")
            session.is_ended = True
        else:
            session.usual()

    with SmtpScript(EXTENSIONS, tls=certificate) as smtp:
        smtp.on("AUTH", refuse)
        account = client.post("/accounts", smtp.account()).ok(201)
        mail = {"accountId": account["id"], "to": ["anna@example.org"], "subject": "Hello", "body": "<p>x</p>"}
        assert client.post("/mails/send", mail).ok()["status"] == "sent"
        assert smtp.connections == 2
        wait_until(lambda: any(line == "QUIT" for _, line in smtp.commands), 20, "the end of the connection")
        assert client.post("/mails/send", mail).ok()["status"] == "sent"
        assert [line.split(" ")[1] for _, line in smtp.commands if line.startswith("AUTH")] == [
            "SCRAM-SHA-256",
            "PLAIN",
            "PLAIN",
        ]
        wait_until(lambda: len(smtp.mails) == 2, 20, "both mails")
        client.delete(f"/accounts/{account['id']}").ok()


def test_wrong_password_is_said_once(client: Client, certificate: Certificate) -> None:
    with SmtpScript(EXTENSIONS, tls=certificate) as smtp:
        smtp.on("AUTH", lambda session: session.reply("535 5.7.8 no"))
        tested = client.post("/accounts/test-connection", smtp.account()).ok()["smtp"]
        assert (tested["ok"], tested["refusedMechanisms"]) == (False, ["SCRAM-SHA-256", "PLAIN"])
        smtp.on("AUTH", lambda session: session.reply("421 4.7.0 too many"))
        tested = client.post("/accounts/test-connection", smtp.account()).ok()["smtp"]
        assert (tested["ok"], tested["errorCode"]) == (False, "server_error")
