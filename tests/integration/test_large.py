# SPDX-License-Identifier: GPL-3.0-or-later
"""A mailbox of 50,000 mails: listed at once, complete in the end, with little memory."""

import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from postrider_support import UNLIMITED, Client, Dovecot, EventStream, Service, User, wait_until
from postrider_support.letters import account_when, all_mails, letter, settled
from postrider_support.service import is_sanitized
from postrider_support.waiting import scaled
from postrider_support.soundness import check_database

COUNT = 50_000
UNREAD = COUNT // 10
MIB = 2**20


@pytest.fixture(scope="module")
def box(dovecot: Dovecot) -> User:
    """Small mails, the newest last; every tenth is unread. ./dev bench measures mails of all kinds."""
    user = dovecot.add_user("large")
    folder = dovecot.maildir(user) / "cur"
    for part in ("cur", "new", "tmp"):
        (dovecot.maildir(user) / part).mkdir(parents=True)
    start = int(time.time()) - 86400 * 365
    for index in range(COUNT):
        text = (
            f"From: Sender {index % 97} <sender{index % 97}@example.com>\r\nTo: box@example.com\r\n"
            f"Subject: Number {index}\r\nMessage-ID: <{index}@large.example>\r\n"
            f"Date: Mon, 01 Jan 2024 00:00:00 +0000\r\n\r\nThis is mail {index}.\r\n"
        )
        flags = "" if index % 10 == 0 else "S"
        name = f"{start + index}.M{index}P1.large,S={len(text)},W={len(text)}:2,{flags}"
        path = folder / name
        path.write_bytes(text.encode())
        os.utime(path, (start + index, start + index))  # becomes its INTERNALDATE
    dovecot.adopt(user)
    with dovecot.mailbox(user) as mailbox:  # makes its index before the measurement
        assert len(mailbox.uids()) == COUNT
    return user


class TestFiftyThousandMails:
    """One first sync, killed in the middle and checked by several tests."""

    @pytest.fixture(scope="class")
    def own(self, dovecot: Dovecot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
        config = UNLIMITED | {"sync.retry_min": "1"}
        with Service(tmp_path_factory.mktemp("large"), config=config, extra_ca=dovecot.ca_file) as running:
            yield running

    @pytest.fixture(scope="class")
    def killed_sync(self, own: Service, dovecot: Dovecot, box: User) -> dict[str, Any]:
        client = own.admin()
        account = client.post("/accounts", dovecot.account(box)).ok(201)
        seen: dict[str, Any] = {"account": account["id"]}
        wait_until(lambda: client.get("/mails", pageSize=1).ok()["total"] > COUNT / 2, 60, "half of the list")
        own.kill()
        check_database(own.data_dir)
        own.start()
        client = own.admin()
        seen["totalAfterKill"] = client.get("/mails", pageSize=1).ok()["total"]
        worst = 0.0
        while client.get("/mails", pageSize=1).ok()["total"] < COUNT:
            began = time.monotonic()
            client.get("/mails", pageSize=20).ok()
            worst = max(worst, time.monotonic() - began)
        seen["worstAnswer"] = worst
        wait_until(lambda: client.get(f"/accounts/{account['id']}").ok()["syncProgress"], 20, "the bodies")
        own.kill()
        own.start()
        client = own.admin()
        account_when(client, account["id"], lambda now: now["lastSyncAt"] and now["mode"] == "idle", 240)
        seen["memory"] = own.peak_memory()
        return seen

    @pytest.fixture
    def client(self, own: Service, killed_sync: dict[str, Any]) -> Client:
        return own.admin()

    @pytest.mark.skipif(is_sanitized(), reason="sanitizers take time")
    def test_first_answers_come_within_half_a_second(self, dovecot: Dovecot, box: User, tmp_path: Path) -> None:
        """The best of three runs, so that other load on this machine does not count."""
        seconds = []
        for number in range(3):
            with Service(tmp_path / f"{number}", config=UNLIMITED, extra_ca=dovecot.ca_file) as service:
                client = service.admin()
                began = time.monotonic()
                client.post("/accounts", dovecot.account(box)).ok(201)
                wait_until(lambda: client.get("/mails", pageSize=1).ok()["total"], 20, "the first mails")
                seconds.append(time.monotonic() - began)
                first = client.get("/mails", pageSize=1).ok()["items"][0]
            assert first["subject"] == f"Number {COUNT - 1}", "the newest mails come first"
            if seconds[-1] < scaled(0.5):
                break
        assert min(seconds) < scaled(0.5), seconds

    def test_what_was_listed_stays_over_a_kill(self, killed_sync: dict[str, Any]) -> None:
        assert killed_sync["totalAfterKill"] > COUNT / 2

    @pytest.mark.skipif(is_sanitized(), reason="sanitizers take time")
    def test_lists_are_answered_during_the_import(self, killed_sync: dict[str, Any]) -> None:
        assert killed_sync["worstAnswer"] < scaled(0.5)

    @pytest.mark.skipif(is_sanitized(), reason="sanitizers take memory")
    def test_memory_stays_small(self, killed_sync: dict[str, Any]) -> None:
        assert killed_sync["memory"] < 120 * MIB, f"{killed_sync['memory'] / MIB:.0f} MiB"

    def test_every_mail_is_there_once(self, client: Client) -> None:
        subjects = Counter(mail["subject"] for mail in all_mails(client))
        assert subjects == Counter(f"Number {index}" for index in range(COUNT))

    def test_counts_are_exact(self, client: Client) -> None:
        stats = client.get("/mails/stats").ok()
        assert (stats["total"], stats["unread"]) == (COUNT, UNREAD)
        assert client.get("/mails", isRead=False, pageSize=1).ok()["total"] == UNREAD

    def test_every_text_is_found(self, client: Client) -> None:
        wait_until(
            lambda: client.get("/mails", keyword="this is mail", pageSize=1).ok()["total"] == COUNT,
            120,
            "all texts in the index",
        )
        assert client.get("/mails", keyword="mail 31415", pageSize=1).ok()["total"] == 1

    def test_all_marked_as_read_at_the_server_arrives_in_steps(
        self, own: Service, client: Client, dovecot: Dovecot, box: User, killed_sync: dict[str, Any]
    ) -> None:
        with dovecot.mailbox(box) as mailbox:
            unread = [uid for uid, flags in mailbox.flags().items() if "\\Seen" not in flags]
            mailbox.store(unread, "+", ["\\Seen"])
        client.post(f"/accounts/{killed_sync['account']}/sync").ok()
        wait_until(lambda: client.get("/mails/stats").ok()["unread"] == 0, 60, "the new flags")

    def test_deleted_account_is_gone_at_once(
        self, own: Service, client: Client, dovecot: Dovecot, mail_user: User, killed_sync: dict[str, Any]
    ) -> None:
        began = time.monotonic()
        client.delete(f"/accounts/{killed_sync['account']}").ok()
        assert client.get("/mails").ok() == {"items": [], "total": 0, "page": 1, "pageSize": 20}
        assert client.get("/mails", keyword="mail").ok()["total"] == 0
        assert client.get("/mails/stats").ok()["total"] == 0
        assert time.monotonic() - began < scaled(1)
        dovecot.deliver(mail_user, letter("Beside the purge"))
        client.post("/accounts", dovecot.account(mail_user)).ok(201)
        wait_until(lambda: client.get("/mails").ok()["total"] == 1, 10, "another account's mail during the purge")
        own.kill()
        own.start()
        wait_until(lambda: (own.data_dir / "postrider.db").stat().st_size < 10 * MIB, 120, "the space to be given back")
        own.stop()
        check_database(own.data_dir)
        own.start()
