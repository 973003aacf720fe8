# SPDX-License-Identifier: GPL-3.0-or-later
"""A search that is sent again shows what changed in between: readers keep sets of mails between two commits."""

import pytest
from postrider_support import Client, Dovecot
from postrider_support.letters import indexed, letter, synced_account

MAILS = 12
AGAIN = 4  # there are two readers, and both shall have kept the set


def synced_mails(client: Client, dovecot: Dovecot, word: str) -> list[int]:
    user = dovecot.add_user(word)
    with dovecot.mailbox(user) as mailbox:
        for number in range(MAILS):
            mailbox.append(letter(f"Mail {number}", f"The {word} was reached."))
    synced_account(client, dovecot.account(user))
    indexed(client)
    return [mail["id"] for mail in client.get("/mails", q=word).ok()["items"]]


def found(client: Client, q: str) -> set[int]:
    """The mails that a search finds each time."""
    answers = [client.get("/mails", q=q).ok()["items"] for _ in range(AGAIN)]
    sets = [{mail["id"] for mail in answer} for answer in answers]
    assert all(ids == sets[0] for ids in sets), sets
    return sets[0]


@pytest.mark.parametrize(
    "word, path, field, searched",
    [
        ("quorum", "read", "isRead", "is:read"),
        ("caucus", "star", "isStarred", "is:starred"),
        ("plenum", "star", "isStarred", "(is:starred OR has:attachment)"),
    ],
)
def test_a_changed_mail_is_found_by_the_next_search(
    client: Client, token: str, dovecot: Dovecot, word: str, path: str, field: str, searched: str
) -> None:
    mails = synced_mails(client, dovecot, word)
    assert len(mails) == MAILS
    changed: set[int] = set()
    assert found(client, f"{word} {searched}") == changed
    for mail in mails:
        client.put(f"/mails/{mail}/{path}", {field: True}).ok()
        changed.add(mail)
        assert found(client, f"{word} {searched}") == changed
        assert found(client, f"{word} -{searched}") == set(mails) - changed
    client.put(f"/mails/{mails[0]}/{path}", {field: False}).ok()
    assert found(client, f"{word} {searched}") == changed - {mails[0]}
    client.delete(f"/mails/{mails[1]}").ok()
    assert found(client, f"{word} {searched}") == changed - set(mails[:2])
