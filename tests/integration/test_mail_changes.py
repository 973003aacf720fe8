# SPDX-License-Identifier: GPL-3.0-or-later
"""Changes of stored mails: read and starred marks, deletion, several mails at once."""

from collections.abc import Iterator
from typing import Any

import pytest
from mailmodel import FOLDERS, PDF, SEEN, STARRED, Box, Sent, filled
from postrider_support import Client, Dovecot, EventStream, User
from postrider_support.letters import all_mails, synced_account

NOWHERE = 9007199254740991


@pytest.fixture
def few(client: Client, dovecot: Dovecot, mail_user: User) -> Iterator[dict[str, int]]:
    """Four mails of an account that only this test uses; their ids by subject."""
    filled(
        dovecot,
        mail_user,
        [Sent("One", files=PDF), Sent("Two", flags=SEEN), Sent("Three", flags=STARRED), Sent("Four")],
    )
    account = synced_account(client, dovecot.account(mail_user))
    yield {"account": account["id"]} | {
        mail["subject"]: mail["id"] for mail in all_mails(client, accountId=account["id"])
    }
    client.delete(f"/accounts/{account['id']}").ok()


# -- read, star


@pytest.mark.parametrize("path, name, subject", [("read", "isRead", "One"), ("star", "isStarred", "One")])
def test_marks_are_set_and_taken_away(client: Client, few: dict[str, int], path: str, name: str, subject: str) -> None:
    at = f"/mails/{few[subject]}"
    for value in (True, True, False, False, True):
        answer = client.put(f"{at}/{path}", {name: value})
        assert answer.ok() == {"id": few[subject], name: value}
        assert client.get(at).ok()[name] is value
        found = client.get("/mails", accountId=few["account"], **{name: value}).ok()["items"]
        assert few[subject] in [mail["id"] for mail in found]


def test_marks_change_the_counts(client: Client, few: dict[str, int]) -> None:
    def counts() -> tuple[int, int, int]:
        stats = client.get("/mails/stats", accountId=few["account"]).ok()
        account = client.get(f"/accounts/{few['account']}").ok()
        return stats["unread"], stats["starred"], account["unreadCount"]

    assert counts() == (3, 1, 3)
    client.put(f"/mails/{few['One']}/read", {"isRead": True}).ok()
    client.put(f"/mails/{few['Three']}/star", {"isStarred": False}).ok()
    assert counts() == (2, 0, 2)


@pytest.mark.parametrize("path, name", [("read", "isRead"), ("star", "isStarred")])
@pytest.mark.parametrize(
    "given",
    [
        {},
        {"is_read": True, "is_starred": True},
        {"isRead": None, "isStarred": None},
        {"isRead": "true", "isStarred": "true"},
        {"isRead": 1, "isStarred": 1},
    ],
    ids=str,
)
def test_missing_or_wrong_mark_changes_nothing(
    client: Client, few: dict[str, int], path: str, name: str, given: dict[str, Any]
) -> None:
    before = client.get(f"/mails/{few['Two']}").ok()
    details = client.put(f"/mails/{few['Two']}/{path}", given).failed(400, 40001)["details"]
    assert details[0]["field"] == name
    assert client.get(f"/mails/{few['Two']}").ok() == before


def test_marks_are_reported_as_events(client: Client, events: EventStream, few: dict[str, int]) -> None:
    client.put(f"/mails/{few['One']}/read", {"isRead": True}).ok()
    client.put(f"/mails/{few['One']}/star", {"isStarred": True}).ok()
    for changes in ({"is_read": True}, {"is_starred": True}):
        event = events.wait_for("mail.updated", lambda event, wanted=changes: event.data["changes"] == wanted)
        assert (event.data["ids"], event.data["account_id"]) == ([few["One"]], few["account"])
        assert event.id is not None
    events.wait_for("stats.updated", lambda event: event.data["account_id"] == few["account"])


# -- delete


def test_deleted_mail_is_gone_here_and_stays_at_the_server(
    client: Client, dovecot: Dovecot, mail_user: User, few: dict[str, int]
) -> None:
    answer = client.delete(f"/mails/{few['One']}")
    assert (answer.ok(), bool(answer.json["message"])) == (None, True)
    client.get(f"/mails/{few['One']}").failed(404, 40401)
    client.delete(f"/mails/{few['One']}").failed(404, 40401)
    client.put(f"/mails/{few['One']}/read", {"isRead": True}).failed(404, 40401)
    found = client.get("/mails", accountId=few["account"]).ok()
    assert found["total"] == 3 and few["One"] not in [mail["id"] for mail in found["items"]]
    assert client.get("/mails", accountId=few["account"], keyword="One").ok()["total"] == 0
    stats = client.get("/mails/stats", accountId=few["account"]).ok()
    assert (stats["total"], stats["unread"], stats["withAttachment"]) == (3, 2, 0)
    with dovecot.mailbox(mail_user) as box:
        assert len(box.uids()) == 4


def test_batch_delete_names_the_ids_that_it_did_not_delete(client: Client, few: dict[str, int]) -> None:
    answer = client.post("/mails/batch-delete", {"ids": [few["One"], NOWHERE, few["Two"], few["One"], NOWHERE - 1]})
    assert answer.ok()["deleted"] == 2
    assert sorted(answer.ok()["failed"]) == [NOWHERE - 1, NOWHERE]
    assert {mail["subject"] for mail in all_mails(client, accountId=few["account"])} == {"Three", "Four"}
    assert client.post("/mails/batch-delete", {"ids": [few["One"]]}).ok() == {"deleted": 0, "failed": [few["One"]]}


@pytest.mark.parametrize(
    "path, extra",
    [("/mails/batch-delete", {}), ("/mails/batch-read", {"isRead": True}), ("/mails/batch-star", {"isStarred": True})],
)
@pytest.mark.parametrize(
    "ids",
    [None, [], "1", 1, {}, ["1"], [0], [-1], [1.5], [True], [None], [[1]], list(range(1, 1002))],
    ids=lambda value: str(value)[:20],
)
def test_batch_needs_1_to_1000_ids(client: Client, path: str, extra: dict[str, Any], ids: Any) -> None:
    details = client.post(path, {"ids": ids} | extra).failed(400, 40001)["details"]
    assert details[0]["field"].split("[")[0] == "ids"


def test_wrong_id_in_a_batch_deletes_nothing(client: Client, few: dict[str, int]) -> None:
    client.post("/mails/batch-delete", {"ids": [few["One"], "x"]}).failed(400, 40001)
    assert client.get("/mails", accountId=few["account"]).ok()["total"] == 4


def test_thousand_ids_are_a_batch(client: Client) -> None:
    ids = list(range(NOWHERE - 999, NOWHERE + 1))
    answer = client.post("/mails/batch-delete", {"ids": ids}).ok()
    assert (answer["deleted"], sorted(answer["failed"])) == (0, ids)


def test_deletions_are_reported_as_events(client: Client, events: EventStream, few: dict[str, int]) -> None:
    client.post("/mails/batch-delete", {"ids": [few["One"], few["Two"], NOWHERE]}).ok()
    event = events.wait_for("mail.deleted")
    assert sorted(event.data["ids"]) == sorted([few["One"], few["Two"]])
    assert event.data["account_id"] == few["account"] and event.id is not None
    events.wait_for("stats.updated", lambda event: event.data["account_id"] == few["account"])


# -- several at once


def test_batch_read_marks_several(client: Client, few: dict[str, int]) -> None:
    ids = [few["One"], few["Two"], NOWHERE]
    assert client.post("/mails/batch-read", {"ids": ids, "isRead": True}).ok() == {"updated": 2, "failed": [NOWHERE]}
    assert {mail["subject"] for mail in all_mails(client, accountId=few["account"], isRead=True)} == {"One", "Two"}
    client.post("/mails/batch-read", {"ids": ids[:2], "isRead": False}).ok()
    assert client.get("/mails", accountId=few["account"], isRead=True).ok()["total"] == 0
    client.post("/mails/batch-read", {"ids": ids}).failed(400, 40001)
    client.post("/mails/batch-read", {"ids": ids, "isRead": "no"}).failed(400, 40001)


def test_batch_star_stars_several(client: Client, events: EventStream, few: dict[str, int]) -> None:
    ids = [few["One"], few["Two"], few["One"], NOWHERE]
    assert client.post("/mails/batch-star", {"ids": ids, "isStarred": True}).ok() == {"updated": 2, "failed": [NOWHERE]}
    assert {mail["subject"] for mail in all_mails(client, accountId=few["account"], isStarred=True)} == {
        "One",
        "Two",
        "Three",
    }
    event = events.wait_for("mail.updated", lambda event: event.data["changes"] == {"is_starred": True})
    assert (event.data["account_id"], sorted(event.data["ids"])) == (few["account"], sorted(ids[:2]))
    events.wait_for("stats.updated", lambda event: event.data["account_id"] == few["account"])
    client.post("/mails/batch-star", {"ids": ids[:1], "isStarred": False}).ok()
    assert {mail["subject"] for mail in all_mails(client, accountId=few["account"], isStarred=True)} == {"Two", "Three"}
    client.post("/mails/batch-star", {"ids": ids}).failed(400, 40001)
    client.post("/mails/batch-star", {"ids": ids, "isStarred": 1}).failed(400, 40001)


def test_all_of_one_account_are_marked_read(client: Client, box: Box, few: dict[str, int]) -> None:
    others = client.get("/mails/stats", accountId=box.id).ok()["unread"]
    assert client.post("/mails/mark-all-read", {"accountId": few["account"]}).ok() == {"updated": 3}
    assert client.get("/mails", accountId=few["account"], isRead=False).ok()["total"] == 0
    assert client.post("/mails/mark-all-read", {"accountId": few["account"]}).ok() == {"updated": 0}
    assert client.get("/mails/stats", accountId=box.id).ok()["unread"] == others


def test_all_of_one_folder_are_marked_read(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    filled(dovecot, mail_user, [Sent("In"), Sent("Away", folder="Archive")])
    account = synced_account(client, dovecot.account(mail_user, folders=FOLDERS))
    assert client.post("/mails/mark-all-read", {"accountId": account["id"], "folder": "Archive"}).ok() == {"updated": 1}
    assert [mail["subject"] for mail in all_mails(client, accountId=account["id"], isRead=False)] == ["In"]


@pytest.mark.parametrize(
    "body, status, code",
    [
        ({"accountId": NOWHERE}, 404, 40402),
        ({"accountId": "1"}, 400, 40001),
        ({"folder": 5}, 400, 40001),
        ({"accountId": 0}, 400, 40001),
    ],
)
def test_wrong_mark_all_is_refused(client: Client, body: dict[str, Any], status: int, code: int) -> None:
    client.post("/mails/mark-all-read", body).failed(status, code)


def test_everything_is_marked_read(fresh_service: Any, dovecot: Dovecot, mail_user: User) -> None:
    filled(dovecot, mail_user, [Sent("One"), Sent("Two"), Sent("Three", flags=SEEN)])
    client = fresh_service().admin()
    synced_account(client, dovecot.account(mail_user))
    assert client.post("/mails/mark-all-read", {}).ok() == {"updated": 2}
    assert client.get("/mails/stats").ok()["unread"] == 0
    assert client.post("/mails/mark-all-read").ok() == {"updated": 0}, "the body may be left out"


# -- durability


def test_acknowledged_changes_survive_a_kill(fresh_service: Any, dovecot: Dovecot, mail_user: User) -> None:
    filled(dovecot, mail_user, [Sent(f"Mail {number}") for number in range(20)])
    service = fresh_service()
    client = service.admin()
    account = synced_account(client, dovecot.account(mail_user))
    ids = {mail["subject"]: mail["id"] for mail in all_mails(client)}
    client.put(f"/mails/{ids['Mail 1']}/read", {"isRead": True}).ok()
    client.put(f"/mails/{ids['Mail 2']}/star", {"isStarred": True}).ok()
    client.delete(f"/mails/{ids['Mail 3']}").ok()
    client.put(f"/accounts/{account['id']}", {"name": "Renamed"}).ok()
    service.kill()
    service.start()
    client = service.admin()
    mails = {mail["subject"]: mail for mail in all_mails(client)}
    assert mails["Mail 1"]["isRead"] and mails["Mail 2"]["isStarred"] and "Mail 3" not in mails
    assert mails["Mail 4"]["accountName"] == "Renamed"
