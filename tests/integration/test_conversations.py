# SPDX-License-Identifier: GPL-3.0-or-later
"""Conversations: mails that answer each other, in lists and by themselves, over folders, accounts and sent mail."""

import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from postrider_support import Client, Dovecot, Service, SmtpScript, User, wait_until
from postrider_support.letters import letter, mails_when, synced_account
from postrider_support.mailbox import Mailbox
from postrider_support.sending import QUICK, mail
from postrider_support.service import ADMIN_PASSWORD, program
from postrider_support.waiting import scaled

CONFIG = QUICK
FOLDERS = ["INBOX", "Archive"]
T0 = 1780000000


def written(name: str, answers: tuple[str, ...] = (), subject: str = "Plan", **more: Any) -> bytes:
    """A mail `<name@example.com>` that answers the mails of the names `answers`, the last one directly."""
    headers = {"Message-ID": f"<{name}@example.com>", **more.pop("headers", {})}
    if answers:
        headers |= {
            "References": " ".join(f"<{one}@example.com>" for one in answers),
            "In-Reply-To": f"<{answers[-1]}@example.com>",
        }
    return letter(subject, headers=headers, **more)


class Box:
    """An account at Dovecot, and its mails by the name in their Message-ID."""

    def __init__(self, client: Client, dovecot: Dovecot, user: User, **body: Any) -> None:
        self.client = client
        self.user = user
        self.dovecot = dovecot
        with dovecot.mailbox(user) as box:
            box.create("Archive")
        self.account = synced_account(client, dovecot.account(user, folders=FOLDERS, **body))
        self.id = self.account["id"]
        self.added = 0

    def mailbox(self) -> Mailbox:
        return self.dovecot.mailbox(self.user)

    def add(self, *mails: bytes, folder: str = "INBOX") -> None:
        with self.mailbox() as box:
            for raw in mails:
                box.append(raw, folder, received_at=T0 + self.added)
                self.added += 1
        mails_when(self.client, self.added, accountId=self.id)

    def mails(self, **query: Any) -> dict[str, dict[str, Any]]:
        items = self.client.get("/mails", accountId=self.id, pageSize=100, **query).ok()["items"]
        return {one["messageId"].strip("<>").partition("@")[0]: one for one in items}

    def sizes(self, **query: Any) -> dict[str, int]:
        return {name: one["threadSize"] for name, one in self.mails(**query).items()}

    def newest(self, **query: Any) -> list[str]:
        """The names of the mails in a list of conversations; checks its total."""
        found = self.client.get("/mails", accountId=self.id, conversations=True, **query).ok()
        assert found["total"] == len(found["items"]) or "page" in query or "pageSize" in query
        return [one["messageId"].strip("<>").partition("@")[0] for one in found["items"]]


@pytest.fixture
def box(client: Client, dovecot: Dovecot, mail_user: User) -> Iterator[Box]:
    made = Box(client, dovecot, mail_user)
    yield made
    client.delete(f"/accounts/{made.id}").ok()


@pytest.fixture
def another(client: Client, dovecot: Dovecot) -> Iterator[Callable[..., Box]]:
    """Makes further accounts."""
    boxes: list[Box] = []

    def make(name: str, **body: Any) -> Box:
        boxes.append(Box(client, dovecot, dovecot.add_user(name), **body))
        return boxes[-1]

    yield make
    for one in boxes:
        client.delete(f"/accounts/{one.id}").ok()


def names(thread: dict[str, Any]) -> list[str]:
    return [one["messageId"].strip("<>").partition("@")[0] for one in thread["items"]]


def test_answers_are_one_conversation(client: Client, box: Box) -> None:
    box.add(
        written("root"),
        written("alone"),
        written("one", ("root",)),
        written("two", ("root", "one")),
        written("gap", ("root", "never", "seen")),
    )
    mails = box.mails()
    assert {name: one["threadSize"] for name, one in mails.items()} == {
        "root": 4,
        "alone": 1,
        "one": 4,
        "two": 4,
        "gap": 4,
    }
    assert len({one["threadId"] for name, one in mails.items() if name != "alone"}) == 1
    assert mails["alone"]["threadId"] != mails["root"]["threadId"]
    thread = client.get(f"/mails/{mails['two']['id']}/thread").ok()
    assert (thread["threadId"], thread["total"], names(thread)) == (
        mails["two"]["threadId"],
        4,
        ["root", "one", "two", "gap"],
    )
    assert thread["items"] == [mails[name] for name in names(thread)]
    detail = client.get(f"/mails/{mails['one']['id']}").ok()
    assert (detail["threadId"], detail["threadSize"]) == (thread["threadId"], 4)
    alone = client.get(f"/mails/{mails['alone']['id']}/thread").ok()
    assert (names(alone), alone["total"]) == (["alone"], 1)


def test_first_sync_finds_conversations_from_the_newest_on(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    with dovecot.mailbox(mail_user) as there:
        for number in range(1, 250):
            there.append(written(f"m{number}", (f"m{number - 5}",)), received_at=T0 + number)
    account = synced_account(client, dovecot.account(mail_user))
    found = client.get("/mails", accountId=account["id"], conversations=True).ok()
    assert found["total"] == 5
    assert sorted(one["threadSize"] for one in found["items"]) == [49, 50, 50, 50, 50]
    client.delete(f"/accounts/{account['id']}").ok()


def test_late_mail_joins_what_it_names(box: Box) -> None:
    box.add(written("a1"), written("a2", ("a1",)), written("b1"), written("b2", ("b1",)))
    assert box.sizes() == {"a1": 2, "a2": 2, "b1": 2, "b2": 2}
    assert box.newest() == ["b2", "a2"]
    box.add(written("both", ("b2", "a2")))
    assert set(box.sizes().values()) == {5}
    assert box.newest() == ["both"]


def test_late_root_joins_its_answers(box: Box) -> None:
    box.add(written("x", ("root",)), written("y", ("other", "root")))
    assert box.sizes() == {"x": 2, "y": 2}
    box.add(written("root"))
    assert box.sizes() == {"x": 3, "y": 3, "root": 3}


def test_reply_without_references_joins_by_its_subject(box: Box) -> None:
    anna, ben = ("Anna", "anna@example.com"), ("Ben", "ben@example.com")
    box.add(
        written("news1", subject="Weekly news", sender=anna, to=("ben@example.com",)),
        written("news2", subject="Weekly News", sender=anna, to=("ben@example.com",)),
    )
    assert box.sizes() == {"news1": 1, "news2": 1}
    box.add(written("stranger", subject="Re: Weekly news", sender=ben, to=("carl@example.com",)))
    assert set(box.sizes().values()) == {1}
    box.add(written("reply", subject="AW: Re[2]: weekly news", sender=ben, to=("anna@example.com",)))
    assert box.sizes() == {"news1": 3, "news2": 3, "stranger": 1, "reply": 3}


def test_conversation_goes_on_without_what_was_deleted(client: Client, box: Box) -> None:
    box.add(written("root"), written("one", ("root",)), written("two", ("one",)))
    mails = box.mails()
    client.delete(f"/mails/{mails['one']['id']}").ok()
    assert box.sizes() == {"root": 2, "two": 2}
    client.post("/mails/batch-delete", {"ids": [mails["root"]["id"]]}).ok()
    assert box.sizes() == {"two": 1}
    client.get(f"/mails/{mails['root']['id']}/thread").failed(404, 40401)
    box.added -= 2
    box.add(written("three", ("one",)))
    assert box.sizes() == {"two": 2, "three": 2}


def test_hidden_mail_does_not_count(client: Client, box: Box) -> None:
    box.add(written("root"), written("one", ("root",)), written("two", ("root",)))
    mails = box.mails()
    with box.mailbox() as there:
        there.delete([there.uids()[0]])
    wait_until(lambda: "root" not in box.mails(), 20, "the mail to be hidden")
    assert box.sizes() == {"one": 2, "two": 2}
    assert names(client.get(f"/mails/{mails['two']['id']}/thread").ok()) == ["one", "two"]
    hidden = client.get(f"/mails/{mails['root']['id']}/thread").ok()
    assert (names(hidden), hidden["total"]) == (["root", "one", "two"], 3)


def test_moved_mail_stays_in_its_conversation(client: Client, box: Box) -> None:
    box.add(written("root"), written("one", ("root",)))
    before = box.mails()
    with box.mailbox() as there:
        there.move([there.uids()[1]], "INBOX", "Archive")
    client.post(f"/accounts/{box.id}/sync").ok()
    one = before["one"]["id"]
    # If the mail is found in Archive first, it is a copy until it vanishes from INBOX.
    wait_until(lambda: client.get(f"/mails/{one}").ok()["folder"] == "Archive", 20, "the move")
    after = box.mails()
    assert after["one"]["id"] == one
    assert {one["threadId"] for one in after.values()} == {before["root"]["threadId"]}
    assert box.sizes() == {"root": 2, "one": 2}
    assert box.newest(folder="INBOX") == ["root"]


def test_accounts_of_one_user_share_conversations(client: Client, box: Box, another: Callable[..., Box]) -> None:
    other = another("conversing")
    box.add(written("mine"))
    other.add(written("theirs", ("mine",)))
    assert box.sizes() == {"mine": 2}
    thread = client.get(f"/mails/{other.mails()['theirs']['id']}/thread").ok()
    assert names(thread) == ["mine", "theirs"]
    assert [one["accountId"] for one in thread["items"]] == [box.id, other.id]


def test_sent_mail_joins_what_it_answers(client: Client, smtp: SmtpScript, another: Callable[..., Box]) -> None:
    body = {name: value for name, value in smtp.account().items() if name.startswith("smtp")}
    box = another("answering", **body)
    box.add(written("asked"))
    asked = box.mails()["asked"]
    client.post("/mails/send", mail(box.account, subject="Re: Plan", replyToMailId=asked["id"])).ok()
    wait_until(lambda: box.sizes() == {"asked": 2}, 20, "the sent mail")
    thread = client.get(f"/mails/{asked['id']}/thread").ok()
    assert [one["folder"] for one in thread["items"]] == ["INBOX", "$sent"]
    assert thread["items"][1]["threadSize"] == 2
    assert box.newest() == ["asked"]  # the default list has no sent copies
    assert client.get("/mails", accountId=box.id, conversations=True, folder="$all").ok()["total"] == 1


def test_mail_of_another_owner_is_in_no_conversation_of_mine(
    fresh_service: Callable[..., Service], dovecot: Dovecot
) -> None:
    service = fresh_service({"visibility": "owner"})
    admin = service.admin()
    subprocess.run(
        [
            str(program()),
            "--data-dir",
            str(service.data_dir),
            "--config",
            str(service.data_dir / "test.conf"),
            "user",
            "add",
            "ben",
        ],
        input=f"{ADMIN_PASSWORD}\n",
        check=True,
        timeout=scaled(20),
        text=True,
        env=service.variables(),
    )
    ben = service.client().login("ben", ADMIN_PASSWORD)
    mine = Box(admin, dovecot, dovecot.add_user("owner-one"))
    theirs = Box(ben, dovecot, dovecot.add_user("owner-two"))
    mine.add(written("root"))
    theirs.add(written("answer", ("root",)), written("root"))
    assert mine.sizes() == {"root": 1} and theirs.sizes() == {"answer": 2, "root": 2}
    admin.get(f"/mails/{theirs.mails()['root']['id']}/thread").failed(404, 40401)


def test_list_of_conversations_pages_and_filters(client: Client, box: Box) -> None:
    mails = [
        written(f"{letter_}{number}", (f"{letter_}{number - 1}",) if number else ())
        for number in range(3)
        for letter_ in "abcdefgh"
    ]
    box.add(*mails)
    newest = [f"{letter_}2" for letter_ in "hgfedcba"]
    assert box.newest() == newest
    assert [name for page in (1, 2, 3) for name in box.newest(page=page, pageSize=3)] == newest
    assert box.newest(order="asc") == newest[::-1]
    past = client.get("/mails", accountId=box.id, conversations=True, page=9, pageSize=3).ok()
    assert (past["items"], past["total"]) == ([], 8)
    ids = {name: one["id"] for name, one in box.mails().items()}
    client.put(f"/mails/{ids['a0']}/star", {"isStarred": True}).ok()
    client.put(f"/mails/{ids['a1']}/star", {"isStarred": True}).ok()
    client.put(f"/mails/{ids['c2']}/star", {"isStarred": True}).ok()
    client.post("/mails/batch-read", {"ids": [ids["h2"], ids["g2"], ids["g1"], ids["g0"]], "isRead": True}).ok()
    assert box.newest(isStarred=True) == ["c2", "a1"]
    assert box.newest(isRead=False) == ["f2", "e2", "d2", "c2", "b2", "a2", "h1"]
    assert box.newest(isRead=True) == ["h2", "g2"]
    assert box.newest(isRead=False, isStarred=True) == ["c2", "a1"]
    assert box.newest(hasAttachment=True) == []
    assert client.get("/mails", accountId=9007199254740991, conversations=True).ok()["total"] == 0


@pytest.mark.parametrize(
    "query",
    [
        {"keyword": "plan"},
        {"q": "is:unread"},
        {"sort": "sentAt"},
        {"sort": "from"},
        {"sort": "subject"},
        {"sort": "size"},
    ],
)
def test_conversations_are_not_searched_and_sorted_by_time_only(client: Client, query: dict[str, str]) -> None:
    failed = client.get("/mails", conversations="true", **query).failed(400, 40003)
    assert failed["details"][0]["field"] == "conversations"
    client.get("/mails", conversations="false", **query).ok()


def test_thread_of_no_mail_is_not_found(client: Client) -> None:
    client.get("/mails/9007199254740991/thread").failed(404, 40401)
    client.get("/mails/x/thread").failed(400, 40005)
