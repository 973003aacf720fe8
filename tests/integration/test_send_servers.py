# SPDX-License-Identifier: GPL-3.0-or-later
"""Sending through real servers: Exim, and Dovecot's submission in front of it. What arrives is what was sent."""

import email
import email.policy
import hashlib
import subprocess
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from conftest import need
from postrider_support import CertificateAuthority, Client, Dovecot, Exim, Service, SmtpScript, User, wait_until
from postrider_support.gmime import Seen, read
from postrider_support.letters import mails_when
from postrider_support.waiting import accepts, free_ports

QUIET = {"sync.retry_min": "3600", "sync.retry_max": "3600", "limits.requests_per_second": "0"}
# How each account reaches the server.
WAYS = {"STARTTLS": {"smtpSecurity": "starttls"}, "TLS": {"smtpSecurity": "tls"}, "plain": {"smtpSecurity": "none"}}
TEXTS = {
    "plain words": "<p>Hello</p>",
    "8-bit": "<p>Grüße, 会议纪要, Привет 👋</p>",
    "dots on lines of their own": "<p>a</p>\n.\nb\n..\n.c\n.\n",
    "CR dot CR": "a\r.\rb",
    "LF dot CR LF": "a\n.\r\nb",
    "CR LF dot CR LF": "a\r\n.\r\nQUIT\r\nb",
    "a very long line": "<p>" + "word " * 20_000 + "</p>",
    "nothing": "",
}


@pytest.fixture(scope="module")
def exim(scratch: Path) -> Iterator[Exim]:
    need(Exim.available(), "exim4-daemon-light")
    with Exim(scratch / "exim", is_open=True) as server:
        yield server


@pytest.fixture(scope="module")
def submission(scratch: Path, exim: Exim) -> Iterator[Dovecot]:
    need(Path("/usr/lib/dovecot/submission").exists(), "dovecot-submissiond")
    (port,) = free_ports(1)
    server = Dovecot(scratch / "submission", submission_port=port, relay_port=exim.plain_port)
    server.add_users([User("sender", "correct horse")])
    with server:
        wait_until(lambda: accepts(port), 15, "Dovecot's submission")
        yield server


@pytest.fixture(scope="module")
def both(scratch: Path, exim: Exim, submission: Dovecot) -> Path:
    """One file with the authorities of both servers."""
    path = scratch / "both.pem"
    path.write_text(exim.ca_file.read_text() + submission.ca_file.read_text())
    return path


@pytest.fixture(scope="module")
def service(both: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("service"), config=QUIET, extra_ca=both) as running:
        yield running


@pytest.fixture
def account(
    request: pytest.FixtureRequest, client: Client, exim: Exim, submission: Dovecot
) -> Iterator[dict[str, Any]]:
    """An account that reaches the server in the way that the parameter names."""
    way = request.param
    port = exim.tls_port if way == "TLS" else exim.plain_port
    body = exim.account(smtp_port=port, **WAYS.get(way, {}))
    if way == "Dovecot":
        body |= {"smtp_port": submission.settings.submission_port, "smtpSecurity": "starttls"}
    made = client.post("/accounts", body).ok(201)
    yield made
    client.delete(f"/accounts/{made['id']}").ok()


everywhere = pytest.mark.parametrize("account", [*WAYS, "Dovecot"], indirect=True)


def send(client: Client, exim: Exim, account: dict[str, Any], **fields: Any) -> tuple[bytes, bytes]:
    """Sends to one person; returns the local copy and what arrived."""
    before = len(exim.mails())
    body = {"accountId": account["id"], "to": ["Änne <anna@example.org>"], "subject": "Grüße 你好", "body": "<p>x</p>"}
    sent = client.post("/mails/send", body | fields).ok()
    arrived = wait_until(lambda: exim.mails()[before:], 30, "the mail")[0]
    item = client.get(f"/outbox/{sent['id']}").ok()
    return client.get(f"/mails/{item['mailId']}/raw").body, arrived


def without_trace(arrived: bytes, sent: bytes) -> bytes:
    """Without the lines that servers put on top; the rest must be unchanged."""
    head = sent.split(b"\r\n", 1)[0]
    return arrived[arrived.index(head) :]


def parsed_by_python(raw: bytes) -> Seen:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    addresses = [one.addr_spec for name in ("To", "Cc") if message[name] for one in message[name].addresses]
    seen = Seen(message["Subject"], message["Message-ID"].strip("<>"), addresses)
    for part in message.walk():
        if part.is_multipart():
            continue
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes)
        if part.get_filename():
            seen.files[part.get_filename() or ""] = content
        else:
            seen.texts[part.get_content_type()] = content.decode()
    return seen


def lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")


@everywhere
@pytest.mark.parametrize("text", TEXTS)
def test_text_arrives_as_it_was_written(client: Client, exim: Exim, account: dict[str, Any], text: str) -> None:
    sent, arrived = send(client, exim, account, body=TEXTS[text])
    assert without_trace(arrived, sent) == sent
    for seen in (parsed_by_python(arrived), read(arrived)):
        assert (seen.subject, seen.recipients) == ("Grüße 你好", ["anna@example.org"])
        assert lines(next(reversed(seen.texts.values()))) == lines(TEXTS[text])


@everywhere
def test_large_file_arrives_as_it_was(service: Service, client: Client, exim: Exim, account: dict[str, Any]) -> None:
    content = hashlib.shake_256(b"seed").digest(20 * 1024 * 1024)
    token = client.request(
        "POST",
        "/attachments",
        query={"filename": "Maß 会议.bin"},
        raw=content,
        headers={"Content-Type": "application/octet-stream"},
    ).ok(201)["id"]
    sent, arrived = send(client, exim, account, attachments=[token])
    assert without_trace(arrived, sent) == sent
    assert parsed_by_python(arrived).files == read(arrived).files == {"Maß 会议.bin": content}
    client.delete(f"/attachments/{token}").ok()


@pytest.mark.parametrize("account", ["STARTTLS", "Dovecot"], indirect=True)
def test_refusals_of_real_servers_are_understood(client: Client, exim: Exim, account: dict[str, Any]) -> None:
    body = {"accountId": account["id"], "subject": "x", "body": "<p>x</p>"}
    refused = client.post("/mails/send", body | {"to": ["nobody@example.org"]}).failed(502, 50205)
    assert "no such user" in refused["message"]
    partly = client.post("/mails/send", body | {"to": ["anna@example.org", "nobody@example.org"]}).ok()
    assert partly["accepted"] == ["anna@example.org"]
    assert [(one["address"], one["smtpCode"]) for one in partly["rejected"]] == [("nobody@example.org", 550)]
    later = client.post("/mails/send", body | {"to": ["later@example.org"]}).ok(202)
    assert "greylisted" in later["lastError"]
    client.delete(f"/outbox/{later['id']}").ok()


@pytest.mark.parametrize("account", ["STARTTLS"], indirect=True)
def test_address_outside_ascii_arrives(client: Client, exim: Exim, account: dict[str, Any]) -> None:
    sent, arrived = send(client, exim, account, to=["Jörg <jörg@bücher.example>"])
    assert without_trace(arrived, sent) == sent
    assert "jörg@xn--bcher-kva.example".encode() in arrived


def test_wrong_password_is_reported(client: Client, exim: Exim, submission: Dovecot) -> None:
    for port in (exim.plain_port, submission.settings.submission_port):
        made = client.post("/accounts", exim.account(smtp_port=port, password="wrong")).ok(201)
        body = {"accountId": made["id"], "to": ["anna@example.org"], "subject": "x", "body": "x"}
        client.post("/mails/send", body).failed(502, 50204)
        client.delete(f"/accounts/{made['id']}").ok()


def test_connection_test_tells_both_servers_apart(client: Client, submission: Dovecot) -> None:
    body = submission.account(
        User("sender", "correct horse"),
        smtp_host="127.0.0.1",
        smtp_port=submission.settings.submission_port,
        smtpSecurity="starttls",
    )
    result = client.post("/accounts/test-connection", body).ok()
    assert result["success"] and result["imap"]["ok"] and result["smtp"]["ok"]
    result = client.post("/accounts/test-connection", body | {"smtpPassword": "wrong"}).ok()
    assert (result["success"], result["imap"]["ok"], result["smtp"]["errorCode"]) == (False, True, "auth_failed")


def test_unknown_certificate_is_not_accepted(client: Client, exim: Exim, tmp_path: Path) -> None:
    authority = CertificateAuthority(tmp_path / "stranger")
    with SmtpScript(starttls=authority.issue("server")) as smtp:
        result = client.post("/accounts/test-connection", smtp.account()).ok()
        assert result["smtp"]["errorCode"] == "certificate_invalid"
        assert len(result["smtp"]["fingerprint"]) == 64
        assert not any("AUTH" in line for _, line in smtp.commands)


# -- the server's own folder


def test_sent_mail_is_put_into_the_servers_folder_once(
    service: Service, client: Client, exim: Exim, submission: Dovecot
) -> None:
    user = User("sender", "correct horse")
    body = submission.account(
        user,
        smtp_host="127.0.0.1",
        smtp_port=exim.plain_port,
        smtpSecurity="starttls",
        smtpUsername=exim.user,
        smtpPassword=exim.password,
        appendSent=True,
        folders=["INBOX", "Sent"],
    )
    made = client.post("/accounts", body).ok(201)
    mail = {"accountId": made["id"], "to": ["anna@example.org"], "subject": "Put away", "body": "<p>wombats</p>"}
    sent = client.post("/mails/send", mail).ok()
    with submission.mailbox(user) as box:
        wait_until(lambda: box.uids("Sent"), 20, "the mail in the folder Sent")
        assert list(box.flags("Sent").values()) == [{"\\Seen"}]
    # The local copy became the mail in the server's folder.
    identifier = client.get(f"/outbox/{sent['id']}").ok()["mailId"]
    client.post(f"/accounts/{made['id']}/sync").ok()
    wait_until(lambda: client.get(f"/mails/{identifier}").ok()["onServer"], 30, "the copy at the server")
    mails_when(client, 1, accountId=made["id"], keyword="Put away", folder="$all")  # indexed later
    # A mail whose append was not recorded is found in the folder, and is not put there again.
    service.kill()
    subprocess.run(
        [
            "sqlite3",
            service.data_dir / "postrider.db",
            f"UPDATE outbox SET append_at_ms = 1 WHERE id = {sent['id']};"
            f"INSERT INTO outbox_pieces (outbox_id, position, bytes) VALUES ({sent['id']}, 0, CAST('Subject: again' AS BLOB));",
        ],
        check=True,
    )
    service.start()
    again = service.admin()
    again.post("/mails/send", mail | {"subject": "Second"}).ok()
    with submission.mailbox(user) as box:
        wait_until(lambda: len(box.uids("Sent")) >= 2, 20, "the second mail")
        assert len(box.uids("Sent")) == 2
    again.delete(f"/accounts/{made['id']}").ok()
