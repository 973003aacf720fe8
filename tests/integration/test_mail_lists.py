# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists and statistics of stored mails: pages, order, filters."""

from collections.abc import Callable
from typing import Any

import pytest
from mailmodel import BOX, DAY, SORT_KEYS, T0, Box, Sent, model, subjects
from postrider_support import Client, Dovecot, User

NOWHERE = 9007199254740991

# -- pages


def test_defaults_are_page_one_of_twenty_newest_first(client: Client, box: Box) -> None:
    found = client.get("/mails", accountId=box.id).ok()
    assert (found["page"], found["pageSize"], found["total"], len(found["items"])) == (1, 20, len(BOX), 20)
    newest = sorted(BOX, key=lambda mail: (mail.received_at, box.ids[mail.subject]), reverse=True)[:20]
    assert [mail["subject"] for mail in found["items"]] == [mail.subject for mail in newest]


def test_pages_join_to_the_whole(client: Client, box: Box) -> None:
    whole = [mail["id"] for mail in client.get("/mails", accountId=box.id, pageSize=100).ok()["items"]]
    joined = [
        mail["id"]
        for page in range(1, 8)
        for mail in client.get("/mails", accountId=box.id, page=page, pageSize=7).ok()["items"]
    ]
    assert joined == whole and len(whole) == len(BOX)


def test_larger_pages_are_cut_to_a_hundred(client: Client, box: Box) -> None:
    for size in (100, 101, 5000, 2**53 - 1):
        assert client.get("/mails", accountId=box.id, pageSize=size).ok()["pageSize"] == 100


def test_page_past_the_end_is_empty_with_the_right_total(client: Client, box: Box) -> None:
    for page in (6, 1000, 2**53 - 1):
        found = client.get("/mails", accountId=box.id, page=page, pageSize=10).ok()
        assert (found["items"], found["total"], found["page"]) == ([], len(BOX), page)


@pytest.mark.parametrize(
    "name, value",
    [
        ("page", "0"),
        ("page", "-1"),
        ("page", "x"),
        ("page", "1.5"),
        ("page", "1e1"),
        ("page", "+1"),
        ("page", " 1"),
        ("pageSize", "0"),
        ("pageSize", "-5"),
        ("pageSize", "all"),
        ("page", "99999999999999999999"),
        ("accountId", "x"),
        ("accountId", "0"),
        ("accountId", "1.0"),
        ("afterId", "x"),
        ("afterId", "-1"),
        ("isRead", "yes"),
        ("isRead", "TRUE"),
        ("isRead", "2"),
        ("isStarred", "on"),
        ("hasAttachment", "no"),
        ("onServer", "x"),
        ("since", "yesterday"),
        ("since", "2026-13-01"),
        ("since", "2026-02-30"),
        ("before", "2026-05-28T25:00:00Z"),
        ("before", "1780000000"),
        ("keyword", "x" * 201),
    ],
)
def test_wrong_parameter_is_40003_and_named(client: Client, name: str, value: str) -> None:
    assert client.get("/mails", **{name: value}).failed(400, 40003)["details"][0]["field"] == name


def test_empty_parameters_count_as_absent(client: Client, box: Box) -> None:
    found = client.get(
        "/mails",
        accountId=box.id,
        page="",
        pageSize="",
        isRead="",
        keyword="",
        sort="",
        order="",
        since="",
        afterId="",
        folder="",
    ).ok()
    assert (found["total"], found["pageSize"]) == (len(BOX), 20)


def test_last_of_a_repeated_parameter_counts(client: Client, box: Box) -> None:
    path = f"/mails?accountId={box.id}&pageSize=100&isRead="
    assert client.get(f"{path}maybe&isRead=true").ok()["total"] == len(model(lambda mail: mail.is_read))
    client.get(f"{path}true&isRead=maybe").failed(400, 40003)


# -- order


@pytest.mark.parametrize("sort", SORT_KEYS)
@pytest.mark.parametrize("order", ["asc", "desc"])
def test_each_sort_in_both_directions_with_ties_by_id(client: Client, box: Box, sort: str, order: str) -> None:
    key = SORT_KEYS[sort]
    wanted = sorted(BOX, key=lambda mail: (key(mail, box), box.ids[mail.subject]), reverse=order == "desc")
    assert subjects(client, box, sort=sort, order=order) == [mail.subject for mail in wanted]


def test_sorted_pages_join_to_the_whole(client: Client, box: Box) -> None:
    whole = subjects(client, box, sort="subject", order="asc")
    joined = [
        mail["subject"]
        for page in range(1, 16)
        for mail in client.get("/mails", accountId=box.id, sort="subject", order="asc", page=page, pageSize=3).ok()[
            "items"
        ]
    ]
    assert joined == whole


@pytest.mark.parametrize(
    "query",
    [
        {"sort": "date"},
        {"sort": "createdat"},
        {"sort": "id; DROP TABLE mails"},
        {"order": "down"},
        {"order": "DESC"},
        {"sort": "subject", "order": "1"},
    ],
)
def test_unknown_sort_or_order_is_40004(client: Client, query: dict[str, str]) -> None:
    client.get("/mails", **query).failed(400, 40004)


# -- filters

FILTERS: list[tuple[dict[str, Any], Callable[[Sent], bool]]] = [
    ({"isRead": True}, lambda mail: mail.is_read),
    ({"isRead": False}, lambda mail: not mail.is_read),
    ({"isRead": 1}, lambda mail: mail.is_read),
    ({"isRead": 0}, lambda mail: not mail.is_read),
    ({"isStarred": True}, lambda mail: mail.is_starred),
    ({"isStarred": False}, lambda mail: not mail.is_starred),
    ({"hasAttachment": True}, lambda mail: bool(mail.files)),
    ({"hasAttachment": False}, lambda mail: not mail.files),
    ({"folder": "Archive"}, lambda mail: mail.folder == "Archive"),
    ({"folder": "INBOX"}, lambda mail: mail.folder == "INBOX"),
    ({"folder": "$all"}, lambda mail: True),
    ({"folder": "$sent"}, lambda mail: False),
    ({"folder": "No such folder"}, lambda mail: False),
    ({"onServer": True}, lambda mail: True),
    ({"onServer": False}, lambda mail: False),
    ({"since": "2026-05-28T20:28:20Z"}, lambda mail: mail.received_at >= T0 + 100),
    ({"before": "2026-05-28T20:28:20Z"}, lambda mail: mail.received_at < T0 + 100),
    ({"since": "2026-05-28T22:28:20+02:00"}, lambda mail: mail.received_at >= T0 + 100),
    (
        {"since": "2026-05-28T20:28:20.999Z", "before": "2026-05-28T20:28:21Z"},
        lambda mail: mail.received_at == T0 + 100,
    ),
    ({"since": "2026-05-28"}, lambda mail: mail.received_at >= 1779926400),
    ({"before": "2026-05-28"}, lambda mail: mail.received_at < 1779926400),
    ({"isRead": True, "hasAttachment": True}, lambda mail: mail.is_read and bool(mail.files)),
    ({"isRead": False, "isStarred": True, "folder": "INBOX"}, lambda mail: mail.is_starred and not mail.is_read),
    ({"isRead": True, "before": "2026-05-01"}, lambda mail: mail.is_read and mail.received_at < T0 - 30 * DAY),
    ({"keyword": "filler", "isRead": False}, lambda mail: mail.subject.startswith("Filler") and not mail.is_read),
    (
        {"keyword": "filler", "hasAttachment": True, "isRead": True},
        lambda mail: mail.subject.startswith("Filler") and bool(mail.files) and mail.is_read,
    ),
    (
        {"keyword": "report", "folder": "INBOX"},
        lambda mail: "report" in mail.subject.lower() and mail.folder == "INBOX",
    ),
    (
        {"keyword": "report", "since": "2026-05-01"},
        lambda mail: "report" in mail.subject.lower() and mail.received_at > T0,
    ),
    ({"keyword": "moment", "isStarred": False, "since": "2026-05-28"}, lambda mail: "moment" in mail.subject),
]


@pytest.mark.parametrize("query, fits", FILTERS, ids=[str(query) for query, _ in FILTERS])
def test_filters_alone_and_together(
    client: Client, box: Box, query: dict[str, Any], fits: Callable[[Sent], bool]
) -> None:
    found = subjects(client, box, **query)
    assert len(found) == len(set(found))
    assert set(found) == model(fits)


def test_unknown_account_gives_an_empty_list(client: Client, box: Box) -> None:
    found = client.get("/mails", accountId=NOWHERE).ok()
    assert (found["items"], found["total"]) == ([], 0)


def test_later_ids_only(client: Client, box: Box) -> None:
    ids = sorted(box.ids.values())
    middle = ids[len(ids) // 2]
    found = client.get("/mails", accountId=box.id, afterId=middle, pageSize=100).ok()
    assert {mail["id"] for mail in found["items"]} == {one for one in ids if one > middle}
    assert found["total"] == len(found["items"])
    assert client.get("/mails", accountId=box.id, afterId=0).ok()["total"] == len(ids)
    assert client.get("/mails", accountId=box.id, afterId=ids[-1]).ok()["total"] == 0


# -- statistics


def test_statistics_count_what_the_lists_show(client: Client, box: Box) -> None:
    stats = client.get("/mails/stats", accountId=box.id).ok()
    wanted = {
        "total": len(BOX),
        "unread": sum(not mail.is_read for mail in BOX),
        "starred": sum(mail.is_starred for mail in BOX),
        "withAttachment": sum(bool(mail.files) for mail in BOX),
        "sent": 0,
    }
    assert {name: stats[name] for name in wanted} == wanted
    assert stats["items"] == [
        wanted | {"accountId": box.id, "accountName": box.account["name"], "email": box.account["email"], "hidden": 0}
    ]


def test_statistics_list_accounts_without_mail(client: Client, box: Box, dovecot: Dovecot, mail_user: User) -> None:
    empty = client.post("/accounts", dovecot.account(mail_user)).ok(201)
    items = {item["accountId"]: item for item in client.get("/mails/stats").ok()["items"]}
    assert items[empty["id"]]["total"] == items[empty["id"]]["unread"] == 0
    assert items[box.id]["total"] == len(BOX)
    whole = client.get("/mails/stats").ok()
    for name in ("total", "unread", "starred", "withAttachment", "sent"):
        assert whole[name] == sum(item[name] for item in whole["items"])
    client.delete(f"/accounts/{empty['id']}").ok()


def test_statistics_of_an_unknown_account_are_zero(client: Client, box: Box) -> None:
    stats = client.get("/mails/stats", accountId=NOWHERE).ok()
    assert (stats["items"], stats["total"]) == ([], 0)
    client.get("/mails/stats", accountId="x").failed(400, 40003)
