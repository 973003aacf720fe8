# SPDX-License-Identifier: GPL-3.0-or-later
"""Several services on one PostgreSQL: one that starts does not touch the mail that another is sending."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from postrider_support import UNLIMITED, Postgresql, Service, SmtpScript, SmtpSession, wait_until
from postrider_support.sending import mail, settled
from postrider_support.waiting import scaled

CONFIG = UNLIMITED | {"outbox.answer_within": "1", "outbox.retries": "1"}


@pytest.fixture
def services(postgresql: Postgresql, tmp_path: Path) -> Iterator[list[Service]]:
    key = tmp_path / "key"
    key.write_text("c3" * 32 + "\n")
    key.chmod(0o600)
    shared = {"POSTRIDER_DATABASE_URL": postgresql.url(postgresql.new_database()), "POSTRIDER_KEY_FILE": str(key)}
    both = [Service(tmp_path / name, config=CONFIG, environment=shared) for name in ("first", "second")]
    yield both
    for one in both:
        one.kill()


def test_mail_that_another_is_sending_is_not_sent_again(services: list[Service]) -> None:
    first, second = services
    may_answer, was_asked = threading.Event(), threading.Event()

    def hesitate(session: SmtpSession) -> None:
        was_asked.set()
        assert may_answer.wait(scaled(60))
        session.usual()

    with SmtpScript() as smtp:
        smtp.on(".", hesitate)
        first.start()
        client = first.admin()
        account = client.post("/accounts", smtp.account()).ok(201)
        answer: dict[str, Any] = client.post("/mails/send", mail(account)).ok(202)
        assert was_asked.wait(scaled(30))
        second.start()
        other = second.admin()
        # The second service processes the outbox: its own mail is sent meanwhile.
        smtp.on(".", None)
        later = other.post("/mails/send", mail(account, subject="Second")).data
        assert settled(other, later["id"], "sent")
        listed = other.get(f"/outbox/{answer['id']}").ok()
        assert listed["status"] == "sending"
        may_answer.set()
        assert settled(other, answer["id"], "sent", "unknown")["status"] == "sent"
        wait_until(lambda: len(smtp.accepted(listed["messageId"])) == 1, 20, "the first mail at the server")
