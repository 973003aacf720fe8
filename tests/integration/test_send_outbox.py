# SPDX-License-Identifier: GPL-3.0-or-later
"""Mails in the outbox: sent once for each request, cancelled, listed, removed with their account."""

import itertools
from typing import Any

import pytest
from postrider_support import Client, Service, SmtpScript
from postrider_support.sending import QUICK, mail, once, outbox, reply

CONFIG = QUICK

_keys = itertools.count(1)


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
    smtp.on("MAIL", once(reply("554 5.7.1 no")))
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
    smtp.on("MAIL", reply("451 4.7.1 later"))
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
    smtp.on("MAIL", reply("451 4.7.1 later"))
    queued = client.post("/mails/send", mail(made)).ok(202)
    client.delete(f"/accounts/{made['id']}").ok()
    client.get(f"/outbox/{queued['id']}").failed(404, 40406)
    smtp.on("MAIL", None)
    assert smtp.mails == []
