# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers to a mail, and servers that disconnect: what is tried again, and what never is."""

from typing import Any

import pytest
from postrider_support import Client, EventStream, SmtpScript, SmtpSession
from postrider_support.sending import QUICK, mail, once, outbox, reply, settled

CONFIG = QUICK


# -- what servers answer


def test_refused_login_is_reported(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    smtp.password = "another"
    refused = client.post("/mails/send", mail(account)).failed(502, 50204)
    assert "correct horse" not in str(refused) and "535" in refused["message"]
    (listed,) = client.get("/outbox", accountId=account["id"]).ok()["items"]
    assert listed["status"] == "failed"
    smtp.password = "correct horse"
    client.post(f"/outbox/{listed['id']}/retry").ok()
    settled(client, listed["id"], "sent")
    assert len(smtp.mails) == 1


def test_refused_recipient_is_listed_separately(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    def rcpt(session: SmtpSession) -> None:
        session.reply("550 5.1.1 no such user") if "bob" in session.line else session.usual()

    smtp.on("RCPT", rcpt)
    sent = client.post("/mails/send", mail(account, to=["anna@example.org", "bob@example.org"])).ok()
    assert sent["accepted"] == ["anna@example.org"]
    assert sent["rejected"] == [{"address": "bob@example.org", "smtpCode": 550, "response": "no such user"}]
    assert smtp.mails[0].recipients == ("anna@example.org",)


@pytest.mark.parametrize("verb", ["MAIL", "RCPT", "DATA", "."])
def test_refusal_is_final(
    client: Client, smtp: SmtpScript, account: dict[str, Any], events: EventStream, verb: str
) -> None:
    smtp.on(verb, reply("554 5.7.1 not from you"))
    refused = client.post("/mails/send", mail(account)).failed(502, 50205)
    assert refused["details"] == [
        {"field": "smtpCode", "reason": "554"},
        {"field": "enhancedCode", "reason": "5.7.1"},
        {"field": "response", "reason": "not from you"},
    ]
    (listed,) = client.get("/outbox", accountId=account["id"]).ok()["items"]
    assert (listed["status"], listed["nextAttemptAt"]) == ("failed", None)
    assert (listed["failure"], listed["response"]) == ("rejected", "not from you")
    event = events.wait_for("mail.failed", lambda one: one.data["account_id"] == account["id"])
    assert (event.data["id"], event.data["status"]) == (listed["id"], "failed")
    assert client.get("/mails", folder="$sent", accountId=account["id"]).ok()["total"] == 0


@pytest.mark.parametrize("verb", ["", "EHLO", "MAIL", "RCPT", "DATA", ".", "AUTH"])
def test_temporary_refusal_is_tried_again(client: Client, smtp: SmtpScript, account: dict[str, Any], verb: str) -> None:
    smtp.on(verb, once(reply("451 4.7.1 come back later")))
    queued = client.post("/mails/send", mail(account)).ok(202)
    assert queued["status"] == "queued" and queued["nextAttemptAt"]
    assert "451" in queued["lastError"] or verb in ("", "EHLO")
    done = settled(client, queued["id"], "sent")
    assert done["attempts"] == 2
    assert len(smtp.accepted(queued["messageId"])) == 1


def test_greylisted_recipient_gets_it_later_and_nobody_twice(
    client: Client, smtp: SmtpScript, account: dict[str, Any]
) -> None:
    refused: list[str] = []

    def rcpt(session: SmtpSession) -> None:
        if "bob" in session.line and not refused:
            refused.append(session.line)
            session.reply("450 4.2.0 greylisted")
        else:
            session.usual()

    smtp.on("RCPT", rcpt)
    body = mail(account, to=["anna@example.org", "bob@example.org"], bcc=["carl@example.org"])
    queued = client.post("/mails/send", body).ok(202)
    assert (queued["failure"], queued["response"]) == ("deferred", "greylisted")
    done = settled(client, queued["id"], "sent")
    assert (done["failure"], done["response"]) == (None, None)
    assert [taken.recipients for taken in smtp.mails] == [
        ("anna@example.org", "carl@example.org"),
        ("bob@example.org",),
    ]
    assert sorted(done["accepted"]) == ["anna@example.org", "bob@example.org", "carl@example.org"]
    assert smtp.mails[0].raw == smtp.mails[1].raw
    assert client.get("/mails", folder="$sent", accountId=account["id"]).ok()["total"] == 1


def test_without_a_queue_a_temporary_failure_is_final(
    client: Client, smtp: SmtpScript, account: dict[str, Any]
) -> None:
    smtp.on("MAIL", once(reply("451 4.7.1 come back later")))
    client.post("/mails/send", mail(account, queue=False)).failed(502, 50203)
    (listed,) = client.get("/outbox", accountId=account["id"]).ok()["items"]
    assert listed["status"] == "failed"
    smtp.close()
    client.post("/mails/send", mail(account, queue=False)).failed(502, 50203)


def test_too_large_for_the_server_is_refused_before_it_is_sent(
    client: Client, smtp: SmtpScript, account: dict[str, Any]
) -> None:
    smtp.extensions = ("SIZE 1000",)
    refused = client.post("/mails/send", mail(account, body="<p>" + "word " * 1000)).failed(502, 50205)
    assert "1000" in refused["message"]
    assert not any(line.startswith("MAIL") for _, line in smtp.commands)


# -- servers that disconnect


def test_server_that_is_gone_gets_it_later(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    smtp.close()
    queued = client.post("/mails/send", mail(account)).ok(202)
    assert queued["status"] == "queued"
    assert (queued["failure"], queued["response"]) == ("unreachable", None)
    with SmtpScript(port=smtp.port) as back:
        settled(client, queued["id"], "sent")
        assert len(back.accepted(queued["messageId"])) == 1


@pytest.mark.parametrize("verb", ["", "EHLO", "AUTH", "MAIL", "RCPT", "DATA"])
@pytest.mark.parametrize("how", ["closes", "is silent"])
def test_break_before_the_end_is_tried_again(
    client: Client, smtp: SmtpScript, account: dict[str, Any], verb: str, how: str
) -> None:
    smtp.on(verb, once(lambda session: session.close() if how == "closes" else session.hold(20)))
    queued = client.post("/mails/send", mail(account)).ok(202)
    settled(client, queued["id"], "sent")
    assert len(smtp.accepted(queued["messageId"])) == 1


def test_break_inside_the_message_is_tried_again(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    def data(session: SmtpSession) -> None:
        session.reply("354 go on")
        session.connection.recv(50)
        session.close()

    smtp.on("DATA", once(data))
    queued = client.post("/mails/send", mail(account, body="<p>" + "many words " * 200_000)).ok(202)
    settled(client, queued["id"], "sent")
    assert len(smtp.accepted(queued["messageId"])) == 1


@pytest.mark.parametrize("how", ["closes", "is silent", "talks nonsense"])
def test_break_after_the_end_is_never_tried_again(
    client: Client, smtp: SmtpScript, account: dict[str, Any], events: EventStream, how: str
) -> None:
    ends = {
        "closes": lambda session: session.close(),
        "is silent": lambda session: session.hold(20),
        "talks nonsense": lambda session: session.reply("what?"),
    }

    def take(session: SmtpSession) -> None:
        session.server.mails.append(session.server.mails[0] if session.server.mails else session)  # type: ignore[arg-type]
        ends[how](session)

    smtp.on(".", take)
    answer = client.post("/mails/send", mail(account)).ok(202)
    assert (answer["status"], answer["nextAttemptAt"]) == ("unknown", None)
    event = events.wait_for("mail.failed", lambda one: one.data["account_id"] == account["id"])
    assert event.data["status"] == "unknown"
    # Later mails are sent; this one stays `unknown`.
    smtp.on(".", None)
    for _ in range(2):
        client.post("/mails/send", mail(account)).ok()
    assert outbox(client, answer["id"])["status"] == "unknown"
    assert len(smtp.mails) == 3
    # A person may request another try.
    client.post(f"/outbox/{answer['id']}/retry").ok()
    settled(client, answer["id"], "sent")
    assert len(smtp.mails) == 4


def test_answer_before_the_end_is_no_answer(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    def data(session: SmtpSession) -> None:
        session.reply("354 go on", "250 2.0.0 taken")
        session.hold(5)

    smtp.on("DATA", once(data))
    queued = client.post("/mails/send", mail(account)).ok(202)
    assert queued["status"] == "queued"
    settled(client, queued["id"], "sent")
    assert len(smtp.accepted(queued["messageId"])) == 1


def test_gives_up_after_its_time(fresh_service: Any) -> None:
    service = fresh_service(CONFIG | {"outbox.give_up": "2"})
    client = service.admin()
    with SmtpScript() as smtp:
        account = client.post("/accounts", smtp.account()).ok(201)
        smtp.on("MAIL", reply("451 4.7.1 never"))
        queued = client.post("/mails/send", mail(account)).ok(202)
        done = settled(client, queued["id"], "failed")
        assert done["attempts"] >= 2 and "451" in done["lastError"]
