# SPDX-License-Identifier: GPL-3.0-or-later
"""Sending through a server that says what the test wants: what is answered, what arrives, how often."""

import email
import email.policy
import itertools
import subprocess
from collections.abc import Iterator
from email.message import EmailMessage
from typing import Any

import pytest
from postrider_support import Client, EventStream, Service, SmtpScript, SmtpTalk, wait_until
from postrider_support.service import ADMIN_PASSWORD, program

# Nobody waits for the retries; those that a test wants come after a second.
CONFIG = {"outbox.retries": "1, 1, 1, 1", "outbox.answer_within": "8", "outbox.command_timeout": "3",
          "outbox.final_timeout": "3", "mail.open_timeout": "3", "sync.retry_min": "3600", "sync.retry_max": "3600"}

_keys = itertools.count(1)


@pytest.fixture
def smtp() -> Iterator[SmtpScript]:
    with SmtpScript() as server:
        yield server


@pytest.fixture
def account(client: Client, smtp: SmtpScript) -> Iterator[dict[str, Any]]:
    made = client.post("/accounts", smtp.account()).ok(201)
    yield made
    client.delete(f"/accounts/{made['id']}").ok()


def mail(account: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"accountId": account["id"], "to": ["anna@example.org"], "subject": "Hello",
            "body": "<p>Hello Anna</p>"} | changes


def parsed(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def outbox(client: Client, identifier: int) -> dict[str, Any]:
    return client.get(f"/outbox/{identifier}").ok()


def settled(client: Client, identifier: int, *statuses: str) -> dict[str, Any]:
    """The mail of the outbox once it has one of these statuses."""
    return wait_until(lambda: (now := outbox(client, identifier))["status"] in statuses and now, 20, f"{statuses}")


def say(*lines: str) -> Any:
    return lambda talk: talk.say(*lines)


def once(hook: Any) -> Any:
    """The hook the first time, then the usual."""
    done: list[bool] = []

    def act(talk: SmtpTalk) -> None:
        first = not done
        done.append(True)
        hook(talk) if first else talk.usual()

    return act


# -- the straight way

def test_mail_arrives_as_it_was_written(client: Client, smtp: SmtpScript, account: dict[str, Any],
                                        events: EventStream) -> None:
    sent = client.post("/mails/send", mail(
        account, to=["Änne Groß <anna@example.org>", "Friends: bob@example.org, Carl <carl@example.org>;"],
        cc=["dora@bücher.example"], bcc=["eve@example.org", "anna@example.org"], subject="Grüße 你好",
        replyTo=["Desk <desk@example.org>"], body="<p>Hällo</p>\n.\n<p>end</p>")).ok()
    taken, = smtp.mails
    assert taken.sender == "me@example.org"
    assert taken.recipients == ("anna@example.org", "bob@example.org", "carl@example.org",
                                "dora@xn--bcher-kva.example", "eve@example.org")
    message = parsed(taken.raw)
    assert message["Subject"] == "Grüße 你好"
    assert [address.addr_spec for address in message["To"].addresses] == list(taken.recipients[:3])
    assert message["To"].addresses[0].display_name == "Änne Groß"
    assert message["Reply-To"] == "Desk <desk@example.org>"
    assert message["Message-ID"] == sent["messageId"]
    assert "Bcc" not in message and b"eve@" not in taken.raw
    assert message.get_content_type() == "multipart/alternative"
    html = message.get_body(("html",))
    text = message.get_body(("plain",))
    assert html is not None and html.get_content().split() == ["<p>Hällo</p>", ".", "<p>end</p>"]
    assert text is not None and "Hällo" in text.get_content()
    assert sent["accepted"] == list(taken.recipients) and sent["rejected"] == []
    event = events.wait_for("mail.sent", lambda one: one.data["account_id"] == account["id"])
    assert (event.data["id"], event.data["message_id"]) == (sent["id"], sent["messageId"])


def test_copy_is_kept_and_found(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    sent = client.post("/mails/send", mail(account, subject="Kept quokka", body="<p>wombats</p>")).ok()
    copy, = client.get("/mails", folder="$sent", accountId=account["id"]).ok()["items"]
    assert (copy["messageId"], copy["isRead"], copy["onServer"]) == (sent["messageId"], True, False)
    assert copy["id"] == outbox(client, sent["id"])["mailId"]
    detail = client.get(f"/mails/{copy['id']}").ok()
    assert detail["htmlBody"].strip() == "<p>wombats</p>"
    assert client.get(f"/mails/{copy['id']}/raw").body == smtp.mails[0].raw
    wait_until(lambda: client.get("/mails", folder="$sent", keyword="wombats").ok()["total"], 10, "a hit")
    assert client.get("/mails", accountId=account["id"]).ok()["total"] == 0
    assert client.get("/mails/stats", accountId=account["id"]).ok()["sent"] == 1


def test_connection_serves_several_mails(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    for _ in range(3):
        client.post("/mails/send", mail(account)).ok()
    assert [taken.connection for taken in smtp.mails] == [1, 1, 1]


def test_connection_that_the_server_ended_is_no_failure(client: Client, smtp: SmtpScript,
                                                        account: dict[str, Any]) -> None:
    client.post("/mails/send", mail(account)).ok()
    smtp.drop_all()
    sent = client.post("/mails/send", mail(account)).ok()
    assert [taken.connection for taken in smtp.mails] == [1, 2]
    assert outbox(client, sent["id"])["attempts"] == 1


def test_answer_names_what_it_answers(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    first = client.post("/mails/send", mail(account)).ok()
    copy, = client.get("/mails", folder="$sent", accountId=account["id"]).ok()["items"]
    second = client.post("/mails/send", mail(account, replyToMailId=copy["id"])).ok()
    newest = client.get("/mails", folder="$sent", accountId=account["id"]).ok()["items"][0]
    client.post("/mails/send", mail(account, replyToMailId=newest["id"])).ok()
    messages = [parsed(taken.raw) for taken in smtp.mails]
    assert [message["In-Reply-To"] for message in messages] == [None, first["messageId"], second["messageId"]]
    assert messages[1]["References"] == first["messageId"]
    assert messages[2]["References"].split() == [first["messageId"], second["messageId"]]
    client.post("/mails/send", mail(account, replyToMailId=9007199254740991)).failed(404, 40401)


# -- what is refused before anything is sent

@pytest.mark.parametrize("change, status, code", [
    ({"to": []}, 400, 40001),
    ({"to": ["anna"]}, 400, 40006),
    ({"to": [""]}, 400, 40006),
    ({"to": ["Anna <anna@>"]}, 400, 40006),
    ({"to": ["anna@example.org, bob"]}, 400, 40006),
    ({"to": ["a b@example.org"]}, 400, 40006),
    ({"cc": ["anna@exa mple.org"]}, 400, 40006),
    ({"bcc": ["@example.org"]}, 400, 40006),
    ({"to": ["anna bob@example.org"]}, 400, 40006),
    ({"to": ["anna@example.org bob@example.org"]}, 400, 40006),
    ({"to": ["Anna <anna@example.org> bob@example.org"]}, 400, 40006),
    ({"to": ["Anna <anna@example.org"]}, 400, 40006),
    ({"replyTo": ["nobody"]}, 400, 40006),
    ({"to": ["anna@example.org\r\nBcc: eve@example.org"]}, 400, 40007),
    ({"to": ["anna@example.org\n"]}, 400, 40007),
    ({"to": ["anna\0@example.org"]}, 400, 40007),
    ({"cc": ["Anna\r <anna@example.org>"]}, 400, 40007),
    ({"subject": "a\r\nBcc: eve@example.org"}, 400, 40007),
    ({"subject": "a\nb"}, 400, 40007),
    ({"subject": "a\0b"}, 400, 40007),
    ({"body": "a\0b"}, 400, 40007),
    ({"subject": "x" * 999}, 400, 40001),
    ({"subject": None}, 400, 40001),
    ({"body": None}, 400, 40001),
    ({"to": "anna@example.org"}, 400, 40001),
    ({"to": [f"a{n}@example.org" for n in range(101)]}, 400, 40001),
    ({"to": [f"a{n}@example.org" for n in range(60)], "bcc": [f"b{n}@example.org" for n in range(41)]}, 400, 40001),
    ({"attachments": ["../../etc/passwd"]}, 400, 40008),
    ({"attachments": ["/etc/passwd"]}, 400, 40008),
    ({"attachments": ["missing.txt"]}, 400, 40008),
    ({"attachments": ["a\nb"]}, 400, 40007),
    ({"attachments": ["upload:nothing"]}, 400, 40008),
    ({"inline": [{"cid": "a"}]}, 400, 40001),
    ({"forwardAttachmentIds": [9007199254740991]}, 404, 40405),
    ({"accountId": 9007199254740991}, 404, 40402),
    ({"accountId": "1"}, 400, 40001),
    ({"queue": "no"}, 400, 40001),
])
def test_bad_input_is_refused(client: Client, smtp: SmtpScript, account: dict[str, Any], change: dict[str, Any],
                              status: int, code: int) -> None:
    client.post("/mails/send", mail(account) | change).failed(status, code)
    assert smtp.connections == 0
    assert client.get("/outbox", accountId=account["id"]).ok()["total"] == 0


def test_hundred_recipients_are_enough(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    everybody = [f"a{number}@example.org" for number in range(100)]
    sent = client.post("/mails/send", mail(account, to=everybody[:50], bcc=everybody[50:])).ok()
    assert sent["accepted"] == everybody == list(smtp.mails[0].recipients)


def test_disabled_account_sends_nothing(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    client.put(f"/accounts/{account['id']}/status", {"status": "disabled"}).ok()
    client.post("/mails/send", mail(account)).failed(409, 40903)
    client.put(f"/accounts/{account['id']}/status", {"status": "active"}).ok()
    client.post("/mails/send", mail(account)).ok()


def test_account_without_smtp_server_says_so(client: Client) -> None:
    body = {"name": "A", "email": "a@example.org", "host": "127.0.0.1", "port": 1, "username": "a", "password": "b"}
    made = client.post("/accounts", body).ok(201)
    client.post("/mails/send", mail(made)).failed(400, 40009)
    client.delete(f"/accounts/{made['id']}").ok()


def test_address_outside_ascii_needs_smtputf8(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    refused = client.post("/mails/send", mail(account, to=["jörg@example.org"])).failed(400, 40006)
    assert "SMTPUTF8" in refused["message"]
    assert smtp.mails == []
    smtp.extensions = (*smtp.extensions, "SMTPUTF8")
    smtp.drop_all()
    client.post("/mails/send", mail(account, to=["Jörg <jörg@bücher.example>"])).ok()
    taken, = smtp.mails
    assert taken.recipients == ("jörg@xn--bcher-kva.example",)
    assert "SMTPUTF8" in taken.parameters
    assert "jörg@xn--bcher-kva.example".encode() in taken.raw


# -- what servers answer

def test_refused_login_is_told(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    smtp.password = "another"
    refused = client.post("/mails/send", mail(account)).failed(502, 50204)
    assert "correct horse" not in str(refused) and "535" in refused["message"]
    listed, = client.get("/outbox", accountId=account["id"]).ok()["items"]
    assert listed["status"] == "failed"
    smtp.password = "correct horse"
    client.post(f"/outbox/{listed['id']}/retry").ok()
    settled(client, listed["id"], "sent")
    assert len(smtp.mails) == 1


def test_refused_recipient_is_told_apart(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    def rcpt(talk: SmtpTalk) -> None:
        talk.say("550 5.1.1 no such user") if "bob" in talk.line else talk.usual()

    smtp.on("RCPT", rcpt)
    sent = client.post("/mails/send", mail(account, to=["anna@example.org", "bob@example.org"])).ok()
    assert sent["accepted"] == ["anna@example.org"]
    assert sent["rejected"] == [{"address": "bob@example.org", "smtpCode": 550, "response": "no such user"}]
    assert smtp.mails[0].recipients == ("anna@example.org",)


@pytest.mark.parametrize("verb", ["MAIL", "RCPT", "DATA", "."])
def test_refusal_is_final(client: Client, smtp: SmtpScript, account: dict[str, Any], events: EventStream,
                          verb: str) -> None:
    smtp.on(verb, say("554 5.7.1 not from you"))
    refused = client.post("/mails/send", mail(account)).failed(502, 50205)
    assert refused["details"] == [{"field": "smtpCode", "reason": "554"},
                                  {"field": "enhancedCode", "reason": "5.7.1"},
                                  {"field": "response", "reason": "not from you"}]
    listed, = client.get("/outbox", accountId=account["id"]).ok()["items"]
    assert (listed["status"], listed["nextAttemptAt"]) == ("failed", None)
    event = events.wait_for("mail.failed", lambda one: one.data["account_id"] == account["id"])
    assert (event.data["id"], event.data["status"]) == (listed["id"], "failed")
    assert client.get("/mails", folder="$sent", accountId=account["id"]).ok()["total"] == 0


@pytest.mark.parametrize("verb", ["", "EHLO", "MAIL", "RCPT", "DATA", ".", "AUTH"])
def test_temporary_refusal_is_tried_again(client: Client, smtp: SmtpScript, account: dict[str, Any],
                                          verb: str) -> None:
    smtp.on(verb, once(say("451 4.7.1 come back later")))
    queued = client.post("/mails/send", mail(account)).ok(202)
    assert queued["status"] == "queued" and queued["nextAttemptAt"]
    assert "451" in queued["lastError"] or verb in ("", "EHLO")
    done = settled(client, queued["id"], "sent")
    assert done["attempts"] == 2
    assert len(smtp.taken(queued["messageId"])) == 1


def test_greylisted_recipient_gets_it_later_and_nobody_twice(client: Client, smtp: SmtpScript,
                                                             account: dict[str, Any]) -> None:
    refused: list[str] = []

    def rcpt(talk: SmtpTalk) -> None:
        if "bob" in talk.line and not refused:
            refused.append(talk.line)
            talk.say("450 4.2.0 greylisted")
        else:
            talk.usual()

    smtp.on("RCPT", rcpt)
    body = mail(account, to=["anna@example.org", "bob@example.org"], bcc=["carl@example.org"])
    queued = client.post("/mails/send", body).ok(202)
    done = settled(client, queued["id"], "sent")
    assert [taken.recipients for taken in smtp.mails] == [("anna@example.org", "carl@example.org"),
                                                          ("bob@example.org",)]
    assert sorted(done["accepted"]) == ["anna@example.org", "bob@example.org", "carl@example.org"]
    assert smtp.mails[0].raw == smtp.mails[1].raw
    assert client.get("/mails", folder="$sent", accountId=account["id"]).ok()["total"] == 1


def test_without_a_queue_a_temporary_failure_is_final(client: Client, smtp: SmtpScript,
                                                      account: dict[str, Any]) -> None:
    smtp.on("MAIL", once(say("451 4.7.1 come back later")))
    client.post("/mails/send", mail(account, queue=False)).failed(502, 50203)
    listed, = client.get("/outbox", accountId=account["id"]).ok()["items"]
    assert listed["status"] == "failed"
    smtp.close()
    client.post("/mails/send", mail(account, queue=False)).failed(502, 50203)


def test_too_large_for_the_server_is_refused_before_it_is_sent(client: Client, smtp: SmtpScript,
                                                               account: dict[str, Any]) -> None:
    smtp.extensions = ("SIZE 1000",)
    refused = client.post("/mails/send", mail(account, body="<p>" + "word " * 1000)).failed(502, 50205)
    assert "1000" in refused["message"]
    assert not any(line.startswith("MAIL") for _, line in smtp.commands)


# -- servers that go away

def test_server_that_is_gone_gets_it_later(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    smtp.close()
    queued = client.post("/mails/send", mail(account)).ok(202)
    assert queued["status"] == "queued"
    with SmtpScript(port=smtp.port) as back:
        settled(client, queued["id"], "sent")
        assert len(back.taken(queued["messageId"])) == 1


@pytest.mark.parametrize("verb", ["", "EHLO", "AUTH", "MAIL", "RCPT", "DATA"])
@pytest.mark.parametrize("how", ["closes", "is silent"])
def test_break_before_the_end_is_tried_again(client: Client, smtp: SmtpScript, account: dict[str, Any], verb: str,
                                             how: str) -> None:
    smtp.on(verb, once(lambda talk: talk.close() if how == "closes" else talk.hold(20)))
    queued = client.post("/mails/send", mail(account)).ok(202)
    settled(client, queued["id"], "sent")
    assert len(smtp.taken(queued["messageId"])) == 1


def test_break_inside_the_message_is_tried_again(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    def data(talk: SmtpTalk) -> None:
        talk.say("354 go on")
        talk.connection.recv(50)
        talk.close()

    smtp.on("DATA", once(data))
    queued = client.post("/mails/send", mail(account, body="<p>" + "many words " * 200_000)).ok(202)
    settled(client, queued["id"], "sent")
    assert len(smtp.taken(queued["messageId"])) == 1


@pytest.mark.parametrize("how", ["closes", "is silent", "talks nonsense"])
def test_break_after_the_end_is_never_tried_again(client: Client, smtp: SmtpScript, account: dict[str, Any],
                                                  events: EventStream, how: str) -> None:
    ends = {"closes": lambda talk: talk.close(), "is silent": lambda talk: talk.hold(20),
            "talks nonsense": lambda talk: talk.say("what?")}

    def take(talk: SmtpTalk) -> None:
        talk.server.mails.append(talk.server.mails[0] if talk.server.mails else talk)  # type: ignore[arg-type]
        ends[how](talk)

    smtp.on(".", take)
    answer = client.post("/mails/send", mail(account)).ok(202)
    assert (answer["status"], answer["nextAttemptAt"]) == ("unknown", None)
    event = events.wait_for("mail.failed", lambda one: one.data["account_id"] == account["id"])
    assert event.data["status"] == "unknown"
    # Mails that come later pass by; this one stays where it is.
    smtp.on(".", None)
    for _ in range(2):
        client.post("/mails/send", mail(account)).ok()
    assert outbox(client, answer["id"])["status"] == "unknown"
    assert len(smtp.mails) == 3
    # A person may want it again.
    client.post(f"/outbox/{answer['id']}/retry").ok()
    settled(client, answer["id"], "sent")
    assert len(smtp.mails) == 4


def test_answer_before_the_end_is_no_answer(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    def data(talk: SmtpTalk) -> None:
        talk.say("354 go on", "250 2.0.0 taken")
        talk.hold(5)

    smtp.on("DATA", once(data))
    queued = client.post("/mails/send", mail(account)).ok(202)
    assert queued["status"] == "queued"
    settled(client, queued["id"], "sent")
    assert len(smtp.taken(queued["messageId"])) == 1


def test_gives_up_after_its_time(fresh_service: Any) -> None:
    service = fresh_service(CONFIG | {"outbox.give_up": "2"})
    client = service.admin()
    with SmtpScript() as smtp:
        account = client.post("/accounts", smtp.account()).ok(201)
        smtp.on("MAIL", say("451 4.7.1 never"))
        queued = client.post("/mails/send", mail(account)).ok(202)
        done = settled(client, queued["id"], "failed")
        assert done["attempts"] >= 2 and "451" in done["lastError"]


# -- once

def test_idempotency_key_sends_once(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    headers = {"Idempotency-Key": f"key-{next(_keys)}"}
    first = client.post("/mails/send", mail(account), headers=headers)
    again = client.post("/mails/send", mail(account), headers=headers)
    assert (first.status, first.body) == (again.status, again.body) and first.ok()
    assert len(smtp.mails) == 1
    client.post("/mails/send", mail(account, subject="Other"), headers=headers).failed(409, 40904)
    assert len(smtp.mails) == 1
    client.post("/mails/send", mail(account), headers={"Idempotency-Key": f"key-{next(_keys)}"}).ok()
    assert len(smtp.mails) == 2


def test_idempotency_key_repeats_a_failure(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    headers = {"Idempotency-Key": f"key-{next(_keys)}"}
    smtp.on("MAIL", once(say("554 5.7.1 no")))
    first = client.post("/mails/send", mail(account), headers=headers).failed(502, 50205)
    again = client.post("/mails/send", mail(account), headers=headers).failed(502, 50205)
    assert first["details"] == again["details"]
    assert smtp.mails == []


def test_idempotency_key_survives_a_restart(fresh_service: Any) -> None:
    service: Service = fresh_service(CONFIG)
    client = service.admin()
    with SmtpScript() as smtp:
        account = client.post("/accounts", smtp.account()).ok(201)
        headers = {"Idempotency-Key": "over a restart".replace(" ", "-")}
        first = client.post("/mails/send", mail(account), headers=headers).ok()
        service.kill()
        service.start()
        client = service.admin()
        assert client.post("/mails/send", mail(account), headers=headers).ok() == first
        assert len(smtp.mails) == 1


@pytest.mark.parametrize("key", ["a b", "x" * 129, "ä"])
def test_idempotency_key_is_checked(client: Client, account: dict[str, Any], key: str) -> None:
    headers = {"Idempotency-Key": key.encode("utf-8").decode("latin-1")}
    client.post("/mails/send", mail(account), headers=headers).failed(400, 40001)


# -- the outbox

def test_queued_mail_can_be_cancelled(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    smtp.on("MAIL", say("451 4.7.1 later"))
    queued = client.post("/mails/send", mail(account)).ok(202)
    client.delete(f"/outbox/{queued['id']}").ok()
    assert outbox(client, queued["id"])["status"] == "cancelled"
    smtp.on("MAIL", None)
    sent = client.post("/mails/send", mail(account)).ok()
    assert len(smtp.mails) == 1
    client.delete(f"/outbox/{sent['id']}").failed(409, 40906)
    client.post(f"/outbox/{sent['id']}/retry").failed(409, 40906)
    client.delete("/outbox/9007199254740991").failed(404, 40406)
    client.post("/outbox/9007199254740991/retry").failed(404, 40406)


def test_outbox_is_listed_by_pages(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    ids = [client.post("/mails/send", mail(account, subject=f"Number {n}")).ok()["id"] for n in range(5)]
    first = client.get("/outbox", accountId=account["id"], pageSize=2).ok()
    assert ([one["id"] for one in first["items"]], first["total"]) == (ids[:2:-1], 5)
    last = client.get("/outbox", accountId=account["id"], pageSize=2, page=3).ok()
    assert [one["id"] for one in last["items"]] == ids[:1]
    assert client.get("/outbox", accountId=account["id"], status="queued").ok()["items"] == []
    client.get("/outbox", status="lost").failed(400, 40003)


def test_deleted_account_takes_its_mails_with_it(client: Client, smtp: SmtpScript) -> None:
    made = client.post("/accounts", smtp.account(username="passing")).ok(201)
    smtp.on("MAIL", say("451 4.7.1 later"))
    queued = client.post("/mails/send", mail(made)).ok(202)
    client.delete(f"/accounts/{made['id']}").ok()
    client.get(f"/outbox/{queued['id']}").failed(404, 40406)
    smtp.on("MAIL", None)
    assert smtp.mails == []


# -- trying a connection

def test_connection_test_tries_smtp(client: Client, smtp: SmtpScript) -> None:
    result = client.post("/accounts/test-connection", smtp.account()).ok()
    assert result["smtp"]["ok"] is True and result["success"] is False  # there is no IMAP server
    wrong = client.post("/accounts/test-connection", smtp.account(password="wrong")).ok()
    assert (wrong["smtp"]["ok"], wrong["smtp"]["errorCode"]) == (False, "auth_failed")
    assert smtp.mails == []


# -- who may

def test_foreign_accounts_are_not_there(fresh_service: Any) -> None:
    """With `visibility = owner` the right to an account governs sending and the outbox."""
    service: Service = fresh_service(CONFIG | {"visibility": "owner"})
    service.stop()
    arguments = [program(), "--data-dir", service.data_dir, "user", "add", "bob", "--visibility", "owner"]
    subprocess.run(arguments, input=f"{ADMIN_PASSWORD}\n", text=True, check=True, capture_output=True)
    service.start()
    admin, bob = service.admin(), service.client().login("bob", ADMIN_PASSWORD)
    with SmtpScript() as smtp:
        account = admin.post("/accounts", smtp.account()).ok(201)
        sent = admin.post("/mails/send", mail(account)).ok()
        bob.post("/mails/send", mail(account)).failed(404, 40402)
        bob.post("/drafts", mail(account)).failed(404, 40402)
        assert bob.get("/outbox").ok()["total"] == 0
        bob.get(f"/outbox/{sent['id']}").failed(404, 40406)
        bob.delete(f"/outbox/{sent['id']}").failed(404, 40406)
        bob.post(f"/outbox/{sent['id']}/retry").failed(404, 40406)
        copy, = admin.get("/mails", folder="$sent").ok()["items"]
        own = bob.post("/accounts", smtp.account(username="bob")).ok(201)
        bob.post("/mails/send", mail(own, replyToMailId=copy["id"])).failed(404, 40401)
        assert len(smtp.mails) == 1
