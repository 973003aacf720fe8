# SPDX-License-Identifier: GPL-3.0-or-later
"""A first sync: the newest mail is listed at once, then every mail once and as it was sent."""

import time
from collections import Counter
from typing import Any

import pytest
from corpus.truth import Truth
from following import events_of, of
from madebox import check_against, made_box
from postrider_support import Client, Dovecot, EventStream, Service, User, wait_until
from postrider_support.letters import all_mails, settled


class TestFiveThousandMails:
    """One first sync over TLS, checked by several tests."""

    @pytest.fixture(scope="class")
    def box(self, dovecot: Dovecot) -> tuple[User, list[Truth]]:
        return made_box(dovecot, 5000, seed=1)

    @pytest.fixture(scope="class")
    def flags_before(self, dovecot: Dovecot, box: tuple[User, list[Truth]]) -> dict[int, frozenset[str]]:
        with dovecot.mailbox(box[0]) as mailbox:
            return mailbox.flags()

    @pytest.fixture(scope="class")
    def account(
        self,
        service: Service,
        token: str,
        dovecot: Dovecot,
        box: tuple[User, list[Truth]],
        flags_before: dict[int, frozenset[str]],
    ) -> dict[str, Any]:
        client = service.client()
        client.token = token
        account = client.post("/accounts", dovecot.account(box[0])).ok(201)
        newest = max(box[1], key=lambda truth: truth.createdAt)

        def listed() -> bool:
            items = client.get("/mails", accountId=account["id"], pageSize=1).ok()["items"]
            return bool(items) and items[0]["messageId"] == newest.messageId

        began = time.monotonic()
        wait_until(listed, 20, "the newest mail in the list")
        account["secondsToNewest"] = time.monotonic() - began
        account["underWay"] = client.get(f"/accounts/{account['id']}").ok()
        settled(client, account["id"], 120)
        return account

    def test_newest_mail_is_listed_within_a_second(self, account: dict[str, Any]) -> None:
        assert account["secondsToNewest"] < 1

    def test_progress_is_visible_meanwhile(self, account: dict[str, Any]) -> None:
        seen = account["underWay"]
        assert (seen["status"], seen["mode"]) == ("active", "syncing")
        assert seen["syncProgress"]["total"] == 5000
        assert 0 <= seen["syncProgress"]["done"] <= 5000

    def test_every_mail_is_listed_once_and_rightly(
        self, client: Client, account: dict[str, Any], box: tuple[User, list[Truth]]
    ) -> None:
        check_against(box[1], all_mails(client, accountId=account["id"]))

    def test_default_order_is_newest_first(
        self, client: Client, account: dict[str, Any], box: tuple[User, list[Truth]]
    ) -> None:
        dates = [mail["createdAt"] for mail in all_mails(client, accountId=account["id"])]
        assert dates == sorted(dates, reverse=True)

    def test_counts_are_exact(self, client: Client, account: dict[str, Any], box: tuple[User, list[Truth]]) -> None:
        truths = box[1]
        stats = client.get("/mails/stats", accountId=account["id"]).ok()["items"][0]
        wanted = {
            "total": 5000,
            "unread": sum("\\Seen" not in truth.flags for truth in truths),
            "starred": sum("\\Flagged" in truth.flags for truth in truths),
            "withAttachment": sum(truth.hasAttachment for truth in truths),
            "sent": 0,
            "hidden": 0,
        }
        assert {name: stats[name] for name in wanted} == wanted
        now = client.get(f"/accounts/{account['id']}").ok()
        assert (now["mailCount"], now["unreadCount"]) == (5000, wanted["unread"])

    def test_no_mail_gained_a_flag_at_the_server(
        self,
        dovecot: Dovecot,
        account: dict[str, Any],
        box: tuple[User, list[Truth]],
        flags_before: dict[int, frozenset[str]],
    ) -> None:
        with dovecot.mailbox(box[0]) as mailbox:
            assert mailbox.flags() == flags_before

    def test_planted_words_find_their_mails(
        self, client: Client, account: dict[str, Any], box: tuple[User, list[Truth]]
    ) -> None:
        words = Counter(word for truth in box[1] for word in truth.words)
        assert words
        for word, _ in words.most_common()[:: max(1, len(words) // 12)]:

            def missing(word: str = word) -> set[str]:
                found = {mail["messageId"] for mail in all_mails(client, accountId=account["id"], keyword=word)}
                return {truth.messageId for truth in box[1] if word in truth.words} - found

            wait_until(lambda: not missing(), 60, f"all mails with {word}")

    def test_bodies_and_attachments_are_there(
        self, client: Client, account: dict[str, Any], box: tuple[User, list[Truth]]
    ) -> None:
        truths = {truth.messageId: truth for truth in box[1]}
        for mail in all_mails(client, accountId=account["id"])[::250]:
            detail = client.get(f"/mails/{mail['id']}").ok()
            truth = truths[mail["messageId"]]
            names = [part["filename"] for part in detail["attachments"] if not part["isInline"]]
            assert names == truth.attachments
            assert (detail["htmlBody"] is not None) == truth.isHtml
            assert detail["bodyState"] == "stored" and detail["defects"] == []
            text = " ".join(((detail["textBody"] or "") + (detail["htmlBody"] or "")).split())
            assert [word for word in truth.words if word not in text] == []


def test_progress_of_a_first_sync_is_sent_to_the_stream(client: Client, events: EventStream, dovecot: Dovecot) -> None:
    user, _ = made_box(dovecot, 1000, seed=32)
    account = client.post("/accounts", dovecot.account(user)).ok(201)
    for phase in ("list", "bodies"):
        first = events.wait_for("account.sync_progress", of(account)).data
        while first["phase"] != phase:
            first = events.wait_for("account.sync_progress", of(account)).data
        assert first["total"] == 1000 and 0 <= first["done"] <= 1000
    events.wait_for("mail.synced", of(account), 60)
    progress = events_of(events, "account.sync_progress", account)
    assert [event.id for event in progress] == [None] * len(progress), "nobody needs it again"
