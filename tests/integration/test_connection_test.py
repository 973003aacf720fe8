# SPDX-License-Identifier: GPL-3.0-or-later
"""POST /accounts/test-connection: what it finds out, what it never sends to a server, and its rate limit."""

import select
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from accountbodies import MASK, NOWHERE, VALID
from postrider_support import Client, Dovecot, SmtpScript, User
from postrider_support.certificates import CertificateAuthority
from postrider_support.letters import synced_account
from postrider_support.tlsfront import Front, key_fingerprint, send_greeting, tls_to
from postrider_support.waiting import free_ports, scaled


def probe(client: Client, body: dict[str, Any]) -> dict[str, Any]:
    """A connection test that must fail; returns the IMAP part."""
    answer = client.post("/accounts/test-connection", body).ok()
    assert answer["success"] is False
    assert answer["message"]
    assert answer["imap"]["ok"] is False
    assert answer["imap"]["error"]
    assert answer["imap"]["capabilities"] == []
    assert body["password"] not in str(answer)
    return answer["imap"]


def test_good_connection_succeeds_and_stores_nothing(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    answer = client.post("/accounts/test-connection", dovecot.account(mail_user)).ok()
    assert answer["success"] is True and answer["message"]
    assert answer["imap"] | {"capabilities": []} == {
        "ok": True,
        "error": None,
        "errorCode": None,
        "fingerprint": None,
        "certificate": None,
        "answersTo": None,
        "security": "tls",
        "capabilities": [],
        "folderProblems": [],
        "mechanism": "SCRAM-SHA-256",
        "refusedMechanisms": [],
    }
    assert "IDLE" in answer["imap"]["capabilities"]
    assert answer["smtp"] is None
    assert client.get("/accounts").ok() == []


@pytest.mark.parametrize("security", ["starttls", "auto"])
def test_starttls_is_used_on_the_plain_port(client: Client, dovecot: Dovecot, mail_user: User, security: str) -> None:
    body = dovecot.account(mail_user, port=dovecot.plain_port, security=security)
    assert client.post("/accounts/test-connection", body).ok()["success"] is True


def test_plain_text_only_where_asked_for(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    body = dovecot.account(mail_user, port=dovecot.plain_port, security="none")
    answer = client.post("/accounts/test-connection", body).ok()
    assert (answer["success"], answer["imap"]["security"]) == (True, "none")


def test_auto_finds_the_way_on_an_unusual_port(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    """`auto` uses STARTTLS where the server sends a greeting, and TLS where it waits for the client."""
    certificate = dovecot.authority.issue("smtp", ("localhost", "127.0.0.1"))
    body = dovecot.account(mail_user, security="auto", smtp_host="127.0.0.1", smtpSecurity="auto")
    with SmtpScript(tls=certificate) as tls, SmtpScript(starttls=certificate) as starttls:
        for port, smtp, way in ((dovecot.tls_port, tls, "tls"), (dovecot.plain_port, starttls, "starttls")):
            change = {"port": port, "smtp_port": smtp.port, "smtpPassword": smtp.password}
            answer = client.post("/accounts/test-connection", body | change).ok()
            assert answer["success"] is True, answer["message"]
            assert (answer["imap"]["security"], answer["smtp"]["security"]) == (way, way)
            assert all(
                line.upper().startswith(("EHLO", "STARTTLS", "AUTH", "QUIT")) or " " not in line
                for _, line in smtp.commands
            )


def test_auto_follows_a_mailbox_with_tls_on_an_unusual_port(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    assert synced_account(client, dovecot.account(mail_user, security="auto"))["security"] == "auto"


@pytest.mark.parametrize("greeting", [b"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] late\r\n", None], ids=["late", "never"])
def test_auto_sends_nothing_in_the_clear(
    client: Client, dovecot: Dovecot, mail_user: User, greeting: bytes | None
) -> None:
    """A server whose greeting is late or missing receives no command in plain text after STARTTLS."""
    received: list[bytes] = []

    def serve(connection: socket.socket) -> None:
        ready, _, _ = select.select([connection], [], [], 3)
        if not ready and greeting:
            connection.sendall(greeting)
        while data := connection.recv(65536):
            received.append(data)

    began = time.monotonic()
    with Front(serve) as front:
        result = probe(client, dovecot.account(mail_user, port=front.port, security="auto"))
    assert time.monotonic() - began < 17
    assert result["errorCode"] == ("tls_failed" if greeting else "timeout")
    assert any(data.startswith(b"\x16\x03") for data in received), "TLS was tried"
    plain = [data for data in received if not data.startswith(b"\x16\x03")]
    assert not any(word in data for data in plain for word in (b"LOGIN", b"AUTHENTICATE", mail_user.password.encode()))


def test_wrong_password_fails(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    assert probe(client, dovecot.account(mail_user, password="wrong-and-secret"))["errorCode"] == "auth_failed"


def test_unknown_mailbox_fails_in_the_same_way(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    assert probe(client, dovecot.account(mail_user, username="nobody"))["errorCode"] == "auth_failed"


def test_closed_port_fails(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    assert probe(client, dovecot.account(mail_user, port=free_ports(1)[0]))["errorCode"] == "connect_failed"


def test_unknown_host_fails(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    assert probe(client, dovecot.account(mail_user, host="no-such-host.invalid"))["errorCode"] == "connect_failed"


def test_metadata_address_is_never_connected_to(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    began = time.monotonic()
    assert probe(client, dovecot.account(mail_user, host="169.254.169.254", port=993))["errorCode"] == "connect_failed"
    assert time.monotonic() - began < 3, "refused, not tried"


def test_private_servers_can_be_closed(fresh_service: Any, dovecot: Dovecot, mail_user: User) -> None:
    client = fresh_service({"mail.allow_private": "false"}).admin()
    assert client.post("/accounts/test-connection", dovecot.account(mail_user)).ok()["success"] is False


def test_server_without_starttls_is_refused_and_gets_no_password(
    client: Client, scratch: Path, mail_user: User
) -> None:
    with Dovecot(scratch / "no-tls", starttls=False) as server:
        user = server.add_user("plain", "never-in-plain-text")
        before = server.logins()
        for security in ("starttls", "auto"):
            body = server.account(user, port=server.plain_port, security=security)
            assert probe(client, body)["errorCode"] == "tls_failed"
        assert server.logins() == before, "nobody logged in"


def test_plain_server_behind_a_tls_setting_fails(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    result = probe(client, dovecot.account(mail_user, port=dovecot.plain_port, security="tls"))
    assert result["errorCode"] in ("tls_failed", "timeout")
    assert result["answersTo"] == "starttls"


def test_tls_server_behind_a_starttls_setting_fails_and_is_known(
    client: Client, dovecot: Dovecot, mail_user: User
) -> None:
    began = time.monotonic()
    result = probe(client, dovecot.account(mail_user, port=dovecot.tls_port, security="starttls"))
    assert time.monotonic() - began < scaled(15)
    assert (result["ok"], result["answersTo"]) == (False, "tls")


def test_port_that_speaks_neither_has_no_other_way(client: Client, mail_user: User, dovecot: Dovecot) -> None:
    with Front(send_greeting(b"HTTP/1.1 400 Bad Request\r\n\r\n")) as front:
        result = probe(client, dovecot.account(mail_user, port=front.port, security="tls"))
    assert (result["ok"], result["answersTo"]) == (False, None)


def test_submission_port_says_how_it_is_reached(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    certificate = dovecot.authority.issue("submission")
    with SmtpScript(starttls=certificate) as plain, SmtpScript(tls=certificate) as encrypted:
        for server, wrong, right in ((plain, "tls", "starttls"), (encrypted, "starttls", "tls")):
            body = dovecot.account(mail_user, smtp_host="127.0.0.1", smtp_port=server.port, smtpSecurity=wrong)
            result = client.post("/accounts/test-connection", body).ok()
            assert (result["imap"]["ok"], result["smtp"]["ok"], result["smtp"]["answersTo"]) == (True, False, right)
            assert not [line for _, line in server.commands if line.startswith("AUTH")], "nobody logged in"


@pytest.fixture
def foreign(scratch: Path, mail_user: User) -> CertificateAuthority:
    """An authority that the service does not trust."""
    return CertificateAuthority(scratch / f"foreign-{mail_user.name}")


def test_unknown_certificate_is_refused_with_its_fingerprint(
    client: Client, dovecot: Dovecot, mail_user: User, foreign: CertificateAuthority
) -> None:
    certificate = foreign.issue("home")
    with Front(tls_to(dovecot.plain_port, certificate)) as front:
        result = probe(client, dovecot.account(mail_user, port=front.port))
    assert result["errorCode"] == "certificate_invalid"
    assert result["fingerprint"] == key_fingerprint(certificate)
    assert result["certificate"]["issuer"] == "Test Authority"
    assert result["certificate"]["subject"] == "localhost"
    assert result["certificate"]["expiresAt"] > "2026"
    assert result["certificate"]["matchesHost"] is True


def test_pinned_certificate_is_accepted(
    client: Client, dovecot: Dovecot, mail_user: User, foreign: CertificateAuthority
) -> None:
    certificate = foreign.issue("home")
    with Front(tls_to(dovecot.plain_port, certificate)) as front:
        body = dovecot.account(mail_user, port=front.port, tlsPin=key_fingerprint(certificate))
        assert client.post("/accounts/test-connection", body).ok()["success"] is True
        other = probe(client, body | {"tlsPin": "00" * 32})
    assert other["errorCode"] == "certificate_invalid"


def test_certificate_for_another_name_is_refused(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    certificate = dovecot.authority.issue("other", ("other.example",))
    with Front(tls_to(dovecot.plain_port, certificate)) as front:
        result = probe(client, dovecot.account(mail_user, port=front.port))
    assert result["errorCode"] == "certificate_invalid"
    assert result["certificate"]["matchesHost"] is False


def test_expired_certificate_is_refused(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    certificate = dovecot.authority.issue("old", days=-1)
    with Front(tls_to(dovecot.plain_port, certificate)) as front:
        result = probe(client, dovecot.account(mail_user, port=front.port))
    assert result["errorCode"] == "certificate_invalid"


def test_server_that_is_no_imap_server_fails(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    with Front(send_greeting(b"220 mail.example ESMTP\r\n")) as front:
        result = probe(client, dovecot.account(mail_user, port=front.port, security="none"))
    assert result["errorCode"] == "server_error"


@pytest.mark.parametrize(
    "greeting", [b"", b"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] slow\r\n"], ids=["at once", "later"]
)
def test_silent_server_fails_within_15_seconds(
    client: Client, dovecot: Dovecot, mail_user: User, greeting: bytes
) -> None:
    began = time.monotonic()
    with Front(send_greeting(greeting)) as front:
        result = probe(client, dovecot.account(mail_user, port=front.port, security="none"))
    assert result["errorCode"] == "timeout"
    assert time.monotonic() - began < 17


def test_masked_password_with_an_id_is_the_stored_one(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    account = synced_account(client, dovecot.account(mail_user))
    body = dovecot.account(mail_user, password=MASK)
    assert client.post("/accounts/test-connection", body | {"id": account["id"]}).ok()["success"] is True
    assert client.post("/accounts/test-connection", body).ok()["success"] is False, "without an id it is only text"
    client.post("/accounts/test-connection", body | {"id": int(NOWHERE)}).failed(404, 40402)


def test_connection_tests_are_limited(fresh_service: Any) -> None:
    client = fresh_service({"limits.probes_per_minute": "3"}).admin()
    answers = [client.post("/accounts/test-connection", VALID) for _ in range(4)]
    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    answers[3].failed(429, 42902)
    assert int(answers[3].headers["retry-after"]) >= 1
