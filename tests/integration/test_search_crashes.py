# SPDX-License-Identifier: GPL-3.0-or-later
"""kill -9 while the full text index is written and merged: each stored mail is found, and found once."""

import os
import random
import time
from collections import Counter
from typing import Any

import pytest
from corpus.truth import Truth
from corpus.writer import generate
from postrider_support import Client, Dovecot, Service, User, wait_until
from postrider_support.letters import all_mails, indexed, synced_account
from postrider_support.soundness import check_database

ROUNDS = 200 if os.environ.get("POSTRIDER_LONG") else 6
MAILS = 4500  # nine segments, of 500 mails each: eight are merged
EVERY_MAIL = "example"  # in the address of each sender
SEARCHED = "SELECT count(*) FROM search_segments WHERE state = 1"
BEING_MERGED = "SELECT count(*) FROM search_segments WHERE state <> 1"


@pytest.fixture(scope="module")
def chance() -> random.Random:
    """Random moments, other ones in each run; POSTRIDER_SEED repeats those of a failed run."""
    seed = int(os.environ.get("POSTRIDER_SEED") or time.time_ns())
    print(f"POSTRIDER_SEED={seed}")
    return random.Random(seed)


@pytest.fixture(scope="module")
def box(dovecot: Dovecot) -> tuple[User, list[Truth]]:
    user = dovecot.add_user("index-crashes")
    truths = generate(dovecot.maildir(user).parent, MAILS, seed=8)
    dovecot.adopt(user)
    return user, truths


def index_again(service: Service) -> Client:
    """Starts the service with an index of an earlier version, so that it indexes all mails again."""
    service.stop()
    service.sql("UPDATE search_meta SET text_version = text_version - 1")
    service.start()
    return service.admin()


def count(service: Service, statement: str) -> int:
    return int(service.sql(statement)[0][0])


def wait_for_the_moment(service: Service, chance: random.Random, is_merging: bool) -> None:
    """Until some part of the index is written, or until a merge has begun, and a random moment longer."""
    if is_merging:
        wait_until(lambda: count(service, BEING_MERGED) > 0, 60, "a merge", every=0.001)
    else:
        segments = chance.randint(1, 8)
        wait_until(lambda: count(service, SEARCHED) >= segments, 60, f"{segments} segments")
    deadline = time.monotonic() + chance.uniform(0, 0.2)
    while time.monotonic() < deadline:
        time.sleep(0.001)


def found(client: Client, **query: Any) -> Counter[int]:
    return Counter(mail["id"] for mail in all_mails(client, **query))


def test_each_mail_is_found_once_after_kills_while_its_words_are_written_and_merged(
    fresh_service: Any, dovecot: Dovecot, box: tuple[User, list[Truth]], chance: random.Random
) -> None:
    user, truths = box
    service = fresh_service()
    client = service.admin()
    synced_account(client, dovecot.account(user), timeout=60)
    ids = {mail["messageId"]: mail["id"] for mail in all_mails(client)}
    words = {ids[truth.messageId]: truth.words for truth in truths}
    for number in range(ROUNDS):
        client = index_again(service)
        wait_for_the_moment(service, chance, is_merging=number % 3 == 2)
        removed = chance.sample(sorted(words), 3)
        client.post("/mails/batch-delete", {"ids": removed}).ok()
        for id in removed:
            del words[id]
        service.kill()
        if "POSTRIDER_DATABASE_URL" not in service.environment:
            check_database(service.data_dir)
        service.start()
        client = service.admin()
        indexed(client, 60)
        assert found(client, keyword=EVERY_MAIL) == Counter(words.keys())
        some = chance.choice(sorted(words))
        for word in words[some]:
            assert found(client, keyword=word)[some] == 1, word
