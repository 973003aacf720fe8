# SPDX-License-Identifier: GPL-3.0-or-later
"""A clock that was a day ahead and is set back: work that was scheduled by it does not wait for a day.

The tests change the times in the database instead of the clock; for the service the effect is the same.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from postrider_support import Client, Service, SmtpScript, wait_until
from postrider_support.sending import mail, once, reply, settled
from postrider_support.webhooksink import WebhookSink, response

CONFIG = {
    "outbox.retries": "60",
    "outbox.answer_within": "5",
    "webhooks.allowed_networks": "127.0.0.0/8",
    "sync.retry_min": "3600",
    "sync.retry_max": "3600",
}
DAY_MS = 86_400_000


@pytest.fixture
def own_service(fresh_service: Callable[..., Service]) -> Iterator[Service]:
    yield fresh_service(CONFIG)


def was_ahead(service: Service, *updates: str) -> None:
    """Changes stored times as if the clock had been a day ahead, and starts the service again."""
    service.stop()
    with closing(sqlite3.connect(service.data_dir / "postrider.db")) as database:
        for update in updates:
            assert database.execute(update).rowcount > 0, update
        database.commit()
    service.start()


def test_mail_is_sent_that_was_put_off(own_service: Service) -> None:
    client = own_service.admin()
    with SmtpScript() as smtp:
        account = client.post("/accounts", smtp.account()).ok(201)
        smtp.on("MAIL", once(reply("451 4.7.1 later")))
        queued = client.post("/mails/send", mail(account))
        assert queued.status == 202 and queued.data["status"] == "queued"
        was_ahead(own_service, f"UPDATE outbox SET next_attempt_at_ms = next_attempt_at_ms + {DAY_MS}")
        assert settled(own_service.admin(), queued.data["id"], "sent")
        assert len(smtp.mails) == 1


def test_webhook_is_called_that_was_put_off(own_service: Service) -> None:
    client: Client = own_service.admin()
    with SmtpScript() as smtp, WebhookSink(response(503), response(200)) as sink:
        client.post("/webhooks", {"name": "one", "url": sink.url(), "events": ["account.updated"]}).ok(201)
        account = client.post("/accounts", smtp.account()).ok(201)
        client.put(f"/accounts/{account['id']}", {"name": "Other"}).ok()
        wait_until(lambda: len(sink.calls) == 1, 10, "the first try")
        wait_until(lambda: own_service.sql("SELECT 1 FROM webhook_calls WHERE attempts = 1"), 10, "its outcome")
        was_ahead(
            own_service,
            f"UPDATE webhook_calls SET next_attempt_at_ms = next_attempt_at_ms + {DAY_MS}",
            f"UPDATE webhooks SET paused_until_ms = {DAY_MS} + (SELECT MAX(next_attempt_at_ms) FROM webhook_calls),"
            " last_trigger_at = last_trigger_at + 86400",
        )
        wait_until(lambda: len(sink.calls) == 2, 10, "the second try")
        assert sink.calls[0].id == sink.calls[1].id
