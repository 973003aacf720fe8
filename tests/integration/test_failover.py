# SPDX-License-Identifier: GPL-3.0-or-later
"""A standby of PostgreSQL takes over: with all committed transactions, or without the last ones."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import need
from postrider_support import (
    UNLIMITED,
    Client,
    Dovecot,
    Event,
    EventStream,
    Postgresql,
    Service,
    SmtpScript,
    User,
    wait_until,
)
from postrider_support.letters import account_when, all_mails, letter, synced_account
from postrider_support.pgswitch import PgSwitch
from postrider_support.sending import mail
from postrider_support.standby import Standby

CONFIG = UNLIMITED | {"outbox.answer_within": "1", "outbox.final_timeout": "60"}


class Cluster:
    """A primary, its standby, and the switch that the service connects to."""

    def __init__(self) -> None:
        self.primary = Postgresql(tcp=True, replicated=True)
        self.primary.start()
        self.standby = Standby(self.primary)
        self.standby.start()
        self.switch = PgSwitch(self.primary.port)

    def close(self) -> None:
        self.switch.close()
        for one in (self.standby, self.primary):
            one.__exit__(None, None, None)

    def fail_over(self) -> None:
        """Kills the primary for good; the standby takes its place."""
        self.primary.kill()
        self.switch.point_at(self.standby.port)
        self.standby.promote()


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    need(Postgresql.available(), "postgresql")
    one = Cluster()
    yield one
    one.close()


@pytest.fixture
def service(cluster: Cluster, dovecot: Dovecot, tmp_path: Path) -> Iterator[Service]:
    name = cluster.primary.new_database()
    url = cluster.switch.url(cluster.primary.tcp_url(name), cluster.primary.port)
    one = Service(
        tmp_path / "service",
        config=CONFIG,
        extra_ca=dovecot.ca_file,
        environment={"POSTRIDER_DATABASE_URL": url, "POSTRIDER_KEY": "5e" * 32},
    )
    one.start()
    yield one
    one.kill()


def subjects(events: list[Event]) -> Counter[str]:
    return Counter(one["subject"] for event in events if event.name == "mail.received" for one in event.data["mails"])


def wait_announced(stream: EventStream, subject: str, timeout: float = 5) -> None:
    wait_until(lambda: subjects(stream.received)[subject], timeout, f"the notice of {subject}")


def followed(client: Client, dovecot: Dovecot, user: User) -> None:
    account = synced_account(client, dovecot.account(user))
    account_when(client, account["id"], lambda now: now["mode"] == "idle")


def check_order(stream: EventStream) -> None:
    ids = [event.id for event in stream.received if event.id is not None and event.name != "connected"]
    assert ids == sorted(set(ids)), "no id is used twice"


def test_clean_fail_over_repeats_nothing(cluster: Cluster, service: Service, dovecot: Dovecot, mail_user: User) -> None:
    client = service.admin()
    dovecot.deliver(mail_user, letter("Old"))
    followed(client, dovecot, mail_user)
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        for number in range(3):
            dovecot.deliver(mail_user, letter(f"Before {number}"))
            wait_announced(stream, f"Before {number}", 10)
        before = {one["subject"]: one["id"] for one in all_mails(client)}
        cluster.standby.wait_until_level()
        cluster.fail_over()
        dovecot.deliver(mail_user, letter("After"))
        wait_announced(stream, "After")
        assert subjects(stream.received) == Counter([f"Before {number}" for number in range(3)] + ["After"])
        assert not stream.named("resync")
        check_order(stream)
        now = {one["subject"]: one["id"] for one in all_mails(client)}
        assert {subject: now[subject] for subject in before} == before and len(now) == len(before) + 1


@pytest.mark.parametrize("lost", [1, 30])
def test_fail_over_to_a_lagging_standby_announces_lost_mails_again(
    lost: int, cluster: Cluster, service: Service, dovecot: Dovecot, mail_user: User
) -> None:
    client = service.admin()
    dovecot.deliver(mail_user, letter("Old"))
    followed(client, dovecot, mail_user)
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        dovecot.deliver(mail_user, letter("Before"))
        wait_announced(stream, "Before", 10)
        seen_before_lag = max(event.id for event in stream.received if event.id is not None)
        cluster.standby.wait_until_level()
        cluster.standby.fall_behind()
        for number in range(lost):
            dovecot.deliver(mail_user, letter(f"Lost {number}"))
            wait_announced(stream, f"Lost {number}", 10)
        last = max(event.id for event in stream.received if event.id is not None)
        at = len(stream.received)
        cluster.fail_over()
        dovecot.deliver(mail_user, letter("After"))

        stream.wait_for("resync", lambda event: event.data["reason"] == "ahead", 10)
        expected = Counter([f"Lost {number}" for number in range(lost)] + ["After"])
        wait_until(lambda: subjects(stream.received[at:]) == expected, 5, "all that was lost, and the new one")
        check_order(stream)
        listed = Counter(one["subject"] for one in all_mails(client))
        assert listed == expected + Counter(["Old", "Before"])

        # A client that was away meanwhile has to reload everything too, whichever event was its last.
        for seen in (seen_before_lag, last):
            with service.events(client.token, last_event_id=seen) as late:
                late.wait_for("resync")
                wait_until(lambda: subjects(late.received) == expected, 5, "the notices")
        dovecot.deliver(mail_user, letter("Later"))
        wait_announced(stream, "Later")


def test_mail_that_was_sent_during_the_lag_is_not_sent_again(cluster: Cluster, service: Service) -> None:
    client = service.admin()
    with SmtpScript() as smtp:
        account = client.post("/accounts", smtp.account()).ok(201)
        held: list[bool] = []

        def hold(session) -> None:  # type: ignore[no-untyped-def]
            held.append(True)
            wait_until(lambda: len(held) > 1, 30, "the test")
            session.usual()

        smtp.on(".", hold)
        queued = client.post("/mails/send", mail(account))
        assert queued.status == 202
        cluster.standby.wait_until_level()
        cluster.standby.fall_behind()
        held.append(True)
        path = f"/outbox/{queued.data['id']}"
        wait_until(lambda: client.get(path).ok()["status"] == "sent", 10, "the mail to be sent")
        cluster.fail_over()
        wait_until(
            lambda: client.get(path).status == 200 and client.get(path).ok()["status"] == "sent",
            10,
            "the outcome to be known again",
        )
        assert len(smtp.mails) == 1


def test_mail_that_was_queued_again_by_the_lag_is_not_sent_twice(cluster: Cluster, service: Service) -> None:
    client = service.admin()
    with SmtpScript() as smtp:
        account = client.post("/accounts", smtp.account()).ok(201)
        held: list[bool] = []

        def hold(session) -> None:  # type: ignore[no-untyped-def]
            held.append(True)
            wait_until(lambda: len(held) > 1, 30, "the test")
            session.usual()

        smtp.on("EHLO", hold)
        first = client.post("/mails/send", mail(account, subject="First"))
        second = client.post("/mails/send", mail(account, subject="Second"))
        assert (first.status, second.status) == (202, 202)
        cluster.standby.wait_until_level()  # there the first is claimed and the second waits
        cluster.standby.fall_behind()
        held.append(True)

        def states() -> list[str]:
            answer = client.get("/outbox")
            return [one["status"] for one in answer.ok()["items"]] if answer.status == 200 else []

        wait_until(lambda: states() == ["sent", "sent"], 10, "both to be sent")
        cluster.fail_over()
        wait_until(lambda: states() == ["sent", "sent"], 10, "the outcomes to be known again")
        assert len(smtp.mails) == 2
