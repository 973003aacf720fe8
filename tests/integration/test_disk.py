# SPDX-License-Identifier: GPL-3.0-or-later
"""A disk that is full or slow holds up the synchronisation, not the service, and nothing is lost."""

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from corpus.languages import FREQUENT
from corpus.truth import Truth
from corpus.writer import generate
from conftest import need
from postrider_support import Client, Dovecot, Service, User, wait_until
from postrider_support.disk import FaultyDisk
from postrider_support.letters import account_when, all_mails, letter, mails_when, settled, synced_account
from postrider_support.service import program
from postrider_support.soundness import check_database
from postrider_support.waiting import scaled

CONFIG = {"sync.retry_min": "1", "sync.retry_max": "1"}
MIB = 2**20


@pytest.fixture
def disk(tmp_path: Path) -> FaultyDisk:
    library = program().parents[1] / "lib" / "faultydisk.so"
    need(library.exists(), str(library))
    return FaultyDisk(tmp_path / "disk", library)


@pytest.fixture
def service(fresh_service: Callable[..., Service], disk: FaultyDisk) -> Service:
    return fresh_service(CONFIG, disk.environment)


@pytest.fixture
def client(service: Service) -> Client:
    return service.admin()


@pytest.fixture(scope="module")
def box(dovecot: Dovecot) -> tuple[User, dict[str, Truth]]:
    user = dovecot.add_user("disk")
    truths = generate(dovecot.maildir(user).parent, 1500, seed=6)
    dovecot.adopt(user)
    return user, {truth.messageId: truth for truth in truths}


def test_full_disk_in_a_first_sync_pauses_it_until_there_is_room(
    service: Service, client: Client, disk: FaultyDisk, dovecot: Dovecot, box: tuple[User, dict[str, Truth]]
) -> None:
    user, truths = box
    disk.leave(8 * MIB)
    account = client.post("/accounts", dovecot.account(user)).ok(201)
    paused = account_when(client, account["id"], lambda now: now["status"] == "error")
    assert paused["errorCode"] == "storage_full" and paused["errorMessage"]

    listed = client.get("/mails", pageSize=100).ok()
    assert listed["items"], "what is there can be read"
    assert client.get("/mails", keyword="the").status == 200
    refused = client.post("/accounts", dovecot.account(user, username="another", name="x" * 100))
    assert (refused.status, refused.code) in ((201, 0), (507, 50700)), "a small one may still find room"

    disk.free()
    settled(client, account["id"], 60)
    healed = account_when(client, account["id"], lambda now: now["status"] == "active")
    assert (healed["errorCode"], healed["errorMessage"]) == (None, None)
    assert Counter(mail["messageId"] for mail in all_mails(client, accountId=account["id"])) == Counter(truths.keys())
    wanted = {truth.messageId for truth in truths.values() if FREQUENT in truth.words}
    wait_until(
        lambda: {mail["messageId"] for mail in all_mails(client, keyword=FREQUENT)} == wanted,
        30,
        "the search index to be whole without a restart",
    )
    service.stop()
    check_database(service.data_dir)


def test_change_that_finds_no_room_is_507_and_changes_nothing(
    service: Service, client: Client, disk: FaultyDisk, dovecot: Dovecot, mail_user: User
) -> None:
    dovecot.deliver(mail_user, letter("Stay"))
    account = synced_account(client, dovecot.account(mail_user))
    mail = all_mails(client)[0]
    disk.leave(0)
    answers = [client.put(f"/mails/{mail['id']}/star", {"isStarred": True})]
    while answers[-1].status == 200:  # the write-ahead log may have allocated space left
        answers.append(client.put(f"/mails/{mail['id']}/star", {"isStarred": len(answers) % 2 == 0}))
        assert len(answers) < 50_000
    answers[-1].failed(507, 50700)
    starred = client.get(f"/mails/{mail['id']}").ok()["isStarred"]
    disk.free()
    client.put(f"/mails/{mail['id']}/star", {"isStarred": not starred}).ok()
    dovecot.deliver(mail_user, letter("After"))
    client.post(f"/accounts/{account['id']}/sync").ok()
    mails_when(client, 2)
    assert len(answers) % 2 == int(starred) or len(answers) == 1, "the refused change left no trace"


def test_new_mail_on_a_full_disk_is_announced_once_when_space_is_free(
    service: Service, client: Client, disk: FaultyDisk, dovecot: Dovecot, mail_user: User
) -> None:
    account = synced_account(client, dovecot.account(mail_user))
    account_when(client, account["id"], lambda now: now["mode"] == "idle")
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        disk.leave(0)
        dovecot.deliver(mail_user, letter("Large", text="word " * 200_000))
        stream.wait_for("account.sync_error", lambda event: event.data["error_code"] == "storage_full", 20)
        account_when(client, account["id"], lambda now: (now["status"], now["errorCode"]) == ("error", "storage_full"))
        disk.free()
        assert stream.wait_for("mail.received", timeout=20).data["mails"][0]["subject"] == "Large"
        account_when(client, account["id"], lambda now: now["status"] == "active")
        stream.wait_for("mail.synced")
        assert [event.data["mail_count"] for event in stream.named("mail.received")] == [1]


def segments(service: Service) -> int:
    return int(service.sql("SELECT count(*) FROM search_segments WHERE state = 1")[0][0])


def test_full_disk_in_a_merge_of_the_search_index_leaves_the_index_as_it_was(
    service: Service, client: Client, disk: FaultyDisk, dovecot: Dovecot, mail_user: User
) -> None:
    """Each new mail is a segment of its own; eight of them are merged some seconds after the last."""
    account = synced_account(client, dovecot.account(mail_user))
    account_when(client, account["id"], lambda now: now["mode"] == "idle")
    for number in range(1, 9):
        dovecot.deliver(mail_user, letter(f"Number{number}"))
        mails_when(client, number)
    assert segments(service) == 8, "no merge yet"
    disk.leave(0)
    wait_until(lambda: "search index: " in service.log(), 20, "the merge to find no room")
    for number in range(1, 9):
        assert client.get("/mails", keyword=f"Number{number}").ok()["total"] == 1
    assert segments(service) == 8
    disk.free()
    dovecot.deliver(mail_user, letter("Number9"))
    wait_until(lambda: segments(service) == 1, 20, "the merge")
    assert client.get("/mails", keyword="Number").ok()["total"] == 9
    service.stop()
    check_database(service.data_dir)


def test_deleted_account_goes_in_the_end_though_the_disk_was_full(
    service: Service, client: Client, disk: FaultyDisk, dovecot: Dovecot, box: tuple[User, dict[str, Truth]]
) -> None:
    account = synced_account(client, dovecot.account(box[0]), 60)
    before = (service.data_dir / "postrider.db").stat().st_size
    client.delete(f"/accounts/{account['id']}").ok()
    assert client.get("/mails").ok()["total"] == 0
    assert client.get("/accounts").ok() == []

    def shrunk() -> bool:
        return (service.data_dir / "postrider.db").stat().st_size < before / 4

    wait_until(shrunk, 60, "the space to be given back")
    service.stop()
    check_database(service.data_dir)


def test_slow_disk_slows_the_sync_and_not_the_answers(
    client: Client, disk: FaultyDisk, dovecot: Dovecot, mail_user: User, box: tuple[User, dict[str, Truth]]
) -> None:
    dovecot.deliver(mail_user, letter("Here before"))
    quiet = synced_account(client, dovecot.account(mail_user))
    mail = all_mails(client)[0]
    disk.slow(sync_seconds=0.05, bytes_per_second=5 * MIB)
    account = client.post("/accounts", dovecot.account(box[0])).ok(201)
    account_when(client, account["id"], lambda now: now["syncProgress"] and now["syncProgress"]["phase"] == "bodies")
    reads, writes = [], []
    while client.get(f"/accounts/{account['id']}").ok()["lastSyncAt"] is None and len(writes) < 20:
        began = time.monotonic()
        client.get("/mails", accountId=quiet["id"]).ok()
        reads.append(time.monotonic() - began)
        began = time.monotonic()
        client.put(f"/mails/{mail['id']}/star", {"isStarred": len(writes) % 2 == 0}).ok()
        writes.append(time.monotonic() - began)
    assert len(writes) > 5, "the sync was over too soon to tell"
    assert sorted(reads)[len(reads) // 2] < scaled(0.1), reads
    # One batch of the sync, which is at most 4 MiB of mail, may be on its way to the disk.
    assert max(writes) < scaled(5), writes
    disk.slow(0)
    settled(client, account["id"], 60)
    assert client.get("/mails", accountId=account["id"]).ok()["total"] == len(box[1])
