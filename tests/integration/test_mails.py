# SPDX-License-Identifier: GPL-3.0-or-later
"""Stored mails: listing, sorting, filtering, searching, reading, marking and deleting them."""

import time
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from postrider_support import Client, Dovecot, EventStream, Service, User, wait_until
from postrider_support.letters import all_mails, letter, mails_when, synced_account

NOWHERE = 9007199254740991
DAY = 86400
T0 = 1780000000  # 2026-05-28T20:26:40Z


@dataclass(frozen=True)
class Sent:
    """A mail as the test put it into the mailbox: the model that the service is compared with."""

    subject: str
    text: str = "Nothing of interest."
    sender: tuple[str, str] = ("Anna Berg", "anna@example.com")
    received_at: int = T0
    sent_at: int | None = None  # None: no Date header
    flags: tuple[str, ...] = ()
    files: dict[str, bytes] = field(default_factory=dict)
    html: str | None = None
    folder: str = "INBOX"

    def raw(self) -> bytes:
        dated = {} if self.sent_at is not None else {"Date": ""}
        return letter(
            self.subject,
            self.text,
            sender=self.sender,
            html=self.html,
            sent_at=self.sent_at,
            files=self.files,
            headers=dated,
        )

    @property
    def is_read(self) -> bool:
        return "\\Seen" in self.flags

    @property
    def is_starred(self) -> bool:
        return "\\Flagged" in self.flags


SEEN, STARRED = ("\\Seen",), ("\\Flagged",)
PDF = {"report.pdf": b"%PDF-1.4 nothing"}
BOX = [
    Sent("Alpha report", "The quarterly budget of the office.", received_at=T0 + 10, sent_at=T0 + 900, flags=SEEN),
    Sent("beta report", "Budget and travel.", ("Zoë Żak", "zoe@example.org"), T0 + 20, T0 + 800),
    Sent("Äpfel und Birnen", "Die Straße nach Köln. Café au lait.", ("Ünal Öz", "unal@example.net"), T0 + 30, T0 + 700),
    Sent(
        "zulu", "100% sure about snake_case and path/to/file.", ("", "nobody@example.com"), T0 + 40, T0 + 600, STARRED
    ),
    Sent("Zulu", "Write to max.muster@mail.example.net please.", ("Carl", "carl@example.com"), T0 + 50),
    Sent("会议纪要", "今天下午的会议纪要在附件里。", ("王小明", "wang@example.cn"), T0 + 60, T0 + 400, SEEN, PDF),
    Sent("お知らせ", "東京本社からのお知らせです。", ("田中", "tanaka@example.jp"), T0 + 70, T0 + 300),
    Sent("Встреча завтра", "Встреча в офисе.", ("Ольга Иванова", "olga@example.ru"), T0 + 80, T0 + 200, STARRED),
    Sent("Same moment one", received_at=T0 + 100, sent_at=T0 + 100),
    Sent("Same moment two", received_at=T0 + 100, sent_at=T0 + 100, flags=SEEN),
    Sent("Same moment three", received_at=T0 + 100, sent_at=T0 + 100),
    Sent("Ｗｉｄｅ letters", "Ｆｕｌｌｗｉｄｔｈ text with ｶﾀｶﾅ.", ("Wide", "wide@example.com"), T0 + 110, T0 + 110),
    Sent(
        "With page", "plain words", ("Web", "web@example.com"), T0 + 120, T0 + 120, html="<p>coloured <b>words</b></p>"
    ),
    Sent(
        "Only page",
        "",
        ("Web", "web@example.com"),
        T0 + 130,
        T0 + 130,
        files=PDF,
        html="<p>hyper<b>text</b> uni&#99;orn</p>",
    ),
    Sent(
        "Report archive",
        "An old budget.",
        received_at=T0 - 400 * DAY,
        sent_at=T0 - 400 * DAY,
        flags=SEEN,
        folder="Archive",
    ),
    *(
        Sent(
            f"Filler {number:02}",
            f"Body number {number} " * number,
            received_at=T0 + 1000 + number,
            sent_at=T0 + 1000 + number,
            flags=SEEN if number % 2 else (),
            files=PDF if number % 5 == 0 else {},
        )
        for number in range(30)
    ),
]
FOLDERS = ["INBOX", "Archive"]


def filled(dovecot: Dovecot, user: User, mails: list[Sent]) -> dict[str, int]:
    """Puts the mails into the mailbox; their sizes by subject."""
    sizes = {}
    with dovecot.mailbox(user) as box:
        for folder in {mail.folder for mail in mails} - {"INBOX"}:
            box.create(folder)
        for mail in mails:
            raw = mail.raw()
            box.append(raw, mail.folder, mail.flags, mail.received_at)
            sizes[mail.subject] = len(raw)
    return sizes


@dataclass(frozen=True)
class Box:
    """The account of this file, what it holds, and the order in which the service stored it."""

    account: dict[str, Any]
    sizes: dict[str, int]
    ids: dict[str, int]

    @property
    def id(self) -> int:
        return self.account["id"]


@pytest.fixture(scope="module")
def box(service: Service, token: str, dovecot: Dovecot) -> Box:
    client = service.client()
    client.token = token
    user = dovecot.add_user("listed")
    sizes = filled(dovecot, user, BOX)
    account = synced_account(client, dovecot.account(user, folders=FOLDERS))
    mails = mails_when(client, len(BOX), accountId=account["id"])
    wait_until(
        lambda: client.get("/mails", accountId=account["id"], keyword="filler").ok()["total"] == 30, 20, "the index"
    )
    return Box(account, sizes, {mail["subject"]: mail["id"] for mail in mails})


def subjects(client: Client, box: Box, **query: Any) -> list[str]:
    """Subjects of the whole result; its total must be right on every page."""
    found = client.get("/mails", accountId=box.id, pageSize=100, **query).ok()
    assert found["total"] == len(found["items"])
    return [mail["subject"] for mail in found["items"]]


def model(fits: Callable[[Sent], bool]) -> set[str]:
    return {mail.subject for mail in BOX if fits(mail)}


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


def folded(text: str) -> str:
    """Normalised as documented: case, width and, on Latin letters, marks do not count."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(
        unicodedata.normalize("NFD", sign)[0] if unicodedata.name(sign, "").startswith("LATIN") else sign
        for sign in plain
    )


SORT_KEYS: dict[str, Callable[[Sent, Box], Any]] = {
    "createdAt": lambda mail, box: mail.received_at,
    "sentAt": lambda mail, box: mail.sent_at or mail.received_at,
    "from": lambda mail, box: folded(mail.sender[0] or mail.sender[1]).encode(),
    "subject": lambda mail, box: folded(mail.subject).encode(),
    "size": lambda mail, box: box.sizes[mail.subject],
}


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


# -- search

SEARCHES: list[tuple[str, set[str]]] = [
    ("alpha", {"Alpha report"}),
    ("ALPHA", {"Alpha report"}),
    ("  alpha  ", {"Alpha report"}),
    ("report", {"Alpha report", "beta report", "Report archive"}),
    ("repo", {"Alpha report", "beta report", "Report archive"}),
    ("lpha", {"Alpha report"}),
    ("ph", {"Alpha report"}),
    ("budget", {"Alpha report", "beta report", "Report archive"}),
    ("budg", {"Alpha report", "beta report", "Report archive"}),
    ("udget", set()),
    ("budget travel", {"beta report"}),
    ("travel alpha", set()),
    ("alpha quarterly", {"Alpha report"}),
    ("strasse", {"Äpfel und Birnen"}),
    ("STRASSE", {"Äpfel und Birnen"}),
    ("straße", {"Äpfel und Birnen"}),
    ("cafe", {"Äpfel und Birnen"}),
    ("café", {"Äpfel und Birnen"}),
    ("koln", {"Äpfel und Birnen"}),
    ("apfel", {"Äpfel und Birnen"}),
    ("unal", {"Äpfel und Birnen"}),
    ("ÜNAL", {"Äpfel und Birnen"}),
    ("zoe", {"beta report"}),
    ("zak", {"beta report"}),
    ("zoe@example.org", {"beta report"}),
    ("example.org", {"beta report"}),
    ("max.muster@mail.example.net", {"Zulu"}),
    ("muster", {"Zulu"}),
    ("max.muster", {"Zulu"}),
    ("mail.example.net", {"Zulu"}),
    ("会议", {"会议纪要"}),
    ("会议纪要", {"会议纪要"}),
    ("议纪", {"会议纪要"}),
    ("纪", {"会议纪要"}),
    ("下午的会", {"会议纪要"}),
    ("议会", set()),
    ("王小", {"会议纪要"}),
    ("会议 附件", {"会议纪要"}),
    ("東京", {"お知らせ"}),
    ("京本", {"お知らせ"}),
    ("知らせ", {"お知らせ"}),
    ("田", {"お知らせ"}),
    ("встреча", {"Встреча завтра"}),
    ("ВСТРЕЧА", {"Встреча завтра"}),
    ("офисе", {"Встреча завтра"}),
    ("иванова", {"Встреча завтра"}),
    ("wide", {"Ｗｉｄｅ letters"}),
    ("fullwidth", {"Ｗｉｄｅ letters"}),
    ("カタカナ", {"Ｗｉｄｅ letters"}),
    ("ｗｉｄｅ", {"Ｗｉｄｅ letters"}),
    ("snake_case", {"zulu"}),
    ("snake case", {"zulu"}),
    ("100", {"zulu"}),
    ("path/to/file", {"zulu"}),
    ("plain words", {"With page"}),
    ("unicorn", {"Only page"}),
    ("hypertext", {"Only page"}),
    ("s_ake", set()),
    ("al%a", set()),
    ("alph*", {"Alpha report"}),
    ("NOT alpha", set()),
    ("alpha OR beta", set()),
    ("nothingatall", set()),
    ('"alpha', {"Alpha report"}),
    ('alpha"', {"Alpha report"}),
    ("from:alpha", set()),
    ("subject:alpha report", set()),
    ("x" * 200, set()),
]


@pytest.mark.parametrize("keyword, wanted", SEARCHES, ids=[repr(keyword[:30]) for keyword, _ in SEARCHES])
def test_keyword(client: Client, box: Box, keyword: str, wanted: set[str]) -> None:
    assert set(subjects(client, box, keyword=keyword)) == wanted


@pytest.mark.parametrize(
    "keyword",
    [
        "%",
        "_",
        "%%%",
        "*",
        "'",
        '"',
        "\\",
        "(",
        ") OR 1=1 --",
        "- - -",
        "NEAR(",
        "^",
        "a:b:c",
        "\u0000",
        "\ufffd",
        "😀",
        "\u200b",
        "AND",
        "OR OR",
        "{",
        "content : x",
    ],
)
def test_odd_keywords_are_only_text(client: Client, box: Box, keyword: str) -> None:
    found = client.get("/mails", accountId=box.id, keyword=keyword)
    assert found.status in (200, 400), found.body
    if found.status == 200:
        assert found.data["total"] == len(found.data["items"]) or found.data["total"] >= 20


def test_percent_is_an_ordinary_character(client: Client, box: Box) -> None:
    assert set(subjects(client, box, keyword="100%")) == {"zulu"}


def test_blank_keyword_is_no_filter(client: Client, box: Box) -> None:
    assert client.get("/mails", accountId=box.id, keyword="   ").ok()["total"] == len(BOX)


@pytest.mark.parametrize("sort", SORT_KEYS)
def test_found_mails_are_sorted_and_paged(client: Client, box: Box, sort: str) -> None:
    key = SORT_KEYS[sort]
    fillers = [mail for mail in BOX if mail.subject.startswith("Filler")]
    wanted = sorted(fillers, key=lambda mail: (key(mail, box), box.ids[mail.subject]), reverse=True)
    pages = [
        client.get("/mails", accountId=box.id, keyword="filler", sort=sort, page=page, pageSize=12).ok()
        for page in (1, 2, 3)
    ]
    assert [mail["subject"] for page in pages for mail in page["items"]] == [mail.subject for mail in wanted]
    assert [page["total"] for page in pages] == [30, 30, 30]


OPERATORS: list[tuple[str, set[str]]] = [
    ("from:zoe", {"beta report"}),
    ("from:anna subject:alpha", {"Alpha report"}),
    ("subject:budget", set()),
    ("subject:report", {"Alpha report", "beta report", "Report archive"}),
    ('"quarterly budget"', {"Alpha report"}),
    ('"budget quarterly"', set()),
    ("has:attachment 会议", {"会议纪要"}),
    ("is:starred zulu", {"zulu"}),
    ("is:unread report", {"beta report"}),
    ("is:read report", {"Alpha report", "Report archive"}),
    ("report before:2026-01-01", {"Report archive"}),
    ("report after:2026-01-01", {"Alpha report", "beta report"}),
    ("alpha", {"Alpha report"}),
]


@pytest.mark.parametrize("text, wanted", OPERATORS, ids=[text for text, _ in OPERATORS])
def test_search_with_operators(client: Client, box: Box, text: str, wanted: set[str]) -> None:
    assert set(subjects(client, box, q=text)) == wanted


def test_keyword_and_operators_are_joined_by_and(client: Client, box: Box) -> None:
    assert set(subjects(client, box, q="is:read", keyword="report")) == {"Alpha report", "Report archive"}


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


# -- one mail


@pytest.fixture
def few(client: Client, dovecot: Dovecot, mail_user: User) -> Iterator[dict[str, int]]:
    """Four mails of an account of the test's own; their ids by subject."""
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


RICH = (
    b"Return-Path: <bounce@example.com>\r\nReceived: from a by b;\r\n\tMon, 1 Jun 2026 08:00:00 +0000\r\n"
    b"Received: from c by a; Mon, 1 Jun 2026 07:59:00 +0000\r\n"
    b"From: =?utf-8?Q?J=C3=BCrgen_M=C3=BCller?= <j@example.com>\r\nReply-To: <replies@example.com>\r\n"
    b'To: "Box, The" <box@example.com>, team: <a@example.com>, B <b@example.com>;\r\n'
    b"Cc: Carl <carl@example.com>, dora@example.com\r\nBcc: hidden@example.com\r\n"
    b"Subject: =?utf-8?B?R3LDvMOfZSBhdXM=?=\r\n =?utf-8?B?IEvDtmxu?=\r\n"
    b"Date: Mon, 1 Jun 2026 10:00:00 +0200\r\nMessage-ID: <rich@example.com>\r\nMIME-Version: 1.0\r\n"
    b"Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: multipart/related; boundary=r\r\n\r\n"
    b"--r\r\nContent-Type: multipart/alternative; boundary=a\r\n\r\n"
    b"--a\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    b"Sch=F6ne Gr=FC=DFe\r\n--a\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    b'<p>Sch\xc3\xb6ne <b>Gr\xc3\xbc\xc3\x9fe</b><img src="cid:logo@x"></p>\r\n--a--\r\n'
    b"--r\r\nContent-Type: image/png; name=logo.png\r\nContent-ID: <logo@x>\r\nContent-Disposition: inline\r\n"
    b"Content-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n--r--\r\n"
    b"--m\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename*=utf-8''%C3%9Cbersicht.pdf\r\n"
    b"Content-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjQ=\r\n--m--\r\n"
)


@pytest.fixture
def rich(client: Client, dovecot: Dovecot, mail_user: User) -> Iterator[int]:
    """The id of a mail that has everything."""
    with dovecot.mailbox(mail_user) as box:
        box.append(RICH, received_at=T0)
    account = synced_account(client, dovecot.account(mail_user))
    yield all_mails(client, accountId=account["id"])[0]["id"]
    client.delete(f"/accounts/{account['id']}").ok()


def test_list_row_of_a_rich_mail(client: Client, rich: int) -> None:
    detail = client.get(f"/mails/{rich}").ok()
    mail = next(one for one in client.get("/mails", accountId=detail["accountId"]).ok()["items"])
    wanted = {
        "id": rich,
        "messageId": "<rich@example.com>",
        "from": "j@example.com",
        "fromName": "Jürgen Müller",
        "to": ["box@example.com", "a@example.com", "b@example.com"],
        "toCount": 3,
        "ccCount": 2,
        "subject": "Grüße aus Köln",
        "summary": "Schöne Grüße",
        "isHtml": True,
        "isRead": False,
        "isStarred": False,
        "hasAttachment": True,
        "folder": "INBOX",
        "folderRole": "inbox",
        "onServer": True,
        "bodyState": "stored",
        "createdAt": "2026-05-28T20:26:40Z",
        "sentAt": "2026-06-01T08:00:00Z",
        "size": len(RICH),
    }
    assert {name: mail[name] for name in wanted} == wanted
    assert {name: detail[name] for name in mail} == mail, "the detail repeats the row"


def test_detail_of_a_rich_mail(client: Client, rich: int) -> None:
    detail = client.get(f"/mails/{rich}").ok()
    assert detail["htmlBody"].strip() == '<p>Schöne <b>Grüße</b><img src="cid:logo@x"></p>'
    assert detail["textBody"].strip() == "Schöne Grüße"
    assert (detail["cc"], detail["bcc"], detail["replyTo"]) == (
        ["carl@example.com", "dora@example.com"],
        ["hidden@example.com"],
        ["replies@example.com"],
    )
    assert detail["toFull"] == [
        {"name": "Box, The", "address": "box@example.com"},
        {"name": "", "address": "a@example.com"},
        {"name": "B", "address": "b@example.com"},
    ]
    assert detail["ccFull"] == [
        {"name": "Carl", "address": "carl@example.com"},
        {"name": "", "address": "dora@example.com"},
    ]
    assert (detail["truncated"], detail["defects"]) == (False, [])


def test_headers_are_whole_in_order_and_decoded(client: Client, rich: int) -> None:
    headers = client.get(f"/mails/{rich}").ok()["headers"]
    assert [header["name"] for header in headers] == [
        "Return-Path",
        "Received",
        "Received",
        "From",
        "Reply-To",
        "To",
        "Cc",
        "Bcc",
        "Subject",
        "Date",
        "Message-ID",
        "MIME-Version",
        "Content-Type",
    ]
    values = {header["name"]: header["value"] for header in headers}
    assert values["Subject"] == "Grüße aus Köln"
    assert values["From"] == "Jürgen Müller <j@example.com>"
    assert "\n" not in headers[1]["value"] and headers[1]["value"].startswith("from a by b;")


def test_attachments_are_listed_with_the_inline_picture(client: Client, rich: int) -> None:
    parts = client.get(f"/mails/{rich}").ok()["attachments"]
    assert [part["mailId"] for part in parts] == [rich, rich]
    wanted = {"Übersicht.pdf": ("application/pdf", 8, "", False), "logo.png": ("image/png", 8, "logo@x", True)}
    assert {
        part["filename"]: (part["contentType"], part["size"], part["contentId"], part["isInline"]) for part in parts
    } == wanted
    assert client.get(f"/mails/{rich}").ok()["attachments"] == parts, "the ids stay"


def test_raw_mail_is_what_the_server_has(client: Client, rich: int) -> None:
    answer = client.get(f"/mails/{rich}/raw")
    assert (answer.status, answer.body) == (200, RICH)
    assert answer.headers["content-type"].startswith("message/rfc822")
    assert answer.headers["content-disposition"].startswith("attachment")


def test_raw_mail_is_sent_in_parts_where_asked_for(client: Client, rich: int) -> None:
    whole = client.get(f"/mails/{rich}/raw")
    part = client.request(
        "GET", f"/mails/{rich}/raw", headers={"Range": "bytes=10-", "If-Range": whole.headers["etag"]}
    )
    assert (part.status, part.body) == (206, RICH[10:])
    assert part.headers["content-range"] == f"bytes 10-{len(RICH) - 1}/{len(RICH)}"
    other = client.request("GET", f"/mails/{rich}/raw", headers={"Range": "bytes=10-", "If-Range": '"another"'})
    assert (other.status, other.body) == (200, RICH)
    client.request("GET", f"/mails/{rich}/raw", headers={"Range": "bytes=9999999-"}).failed(416, 41600)


def test_reading_a_mail_does_not_mark_it(client: Client, rich: int) -> None:
    client.get(f"/mails/{rich}").ok()
    client.get(f"/mails/{rich}/raw")
    assert client.get(f"/mails/{rich}").ok()["isRead"] is False


def test_mail_without_text_and_headers(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    with dovecot.mailbox(mail_user) as box:
        box.append(b"X-Nothing: at all\r\n\r\n", received_at=T0)
    account = synced_account(client, dovecot.account(mail_user))
    mail = all_mails(client, accountId=account["id"])[0]
    wanted = {
        "messageId": "",
        "from": "",
        "fromName": "",
        "to": [],
        "subject": "",
        "summary": "",
        "isHtml": False,
        "hasAttachment": False,
        "sentAt": None,
        "createdAt": "2026-05-28T20:26:40Z",
    }
    assert {name: mail[name] for name in wanted} == wanted
    detail = client.get(f"/mails/{mail['id']}").ok()
    assert (detail["cc"], detail["attachments"], detail["htmlBody"]) == ([], [], None)


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


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("GET", "", None),
        ("DELETE", "", None),
        ("GET", "/raw", None),
        ("PUT", "/read", {"isRead": True}),
        ("PUT", "/star", {"isStarred": True}),
    ],
)
def test_missing_mail_is_40401(client: Client, method: str, path: str, body: Any) -> None:
    client.request(method, f"/mails/{NOWHERE}{path}", body=body).failed(404, 40401)


def test_marks_are_told(client: Client, events: EventStream, few: dict[str, int]) -> None:
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


def test_batch_delete_tells_what_it_could_not(client: Client, few: dict[str, int]) -> None:
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


def test_deletes_are_told(client: Client, events: EventStream, few: dict[str, int]) -> None:
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


def test_created_at_is_when_the_server_got_it_whatever_the_mail_says(
    client: Client, dovecot: Dovecot, mail_user: User
) -> None:
    dates = ("Sun, 1 Jan 1950 00:00:00 +0000", "Fri, 1 Jan 2140 00:00:00 +0000", "")
    with dovecot.mailbox(mail_user) as box:
        for date in dates:
            box.append(letter("Dated", headers={"Date": date}), received_at=T0)
    account = synced_account(client, dovecot.account(mail_user))
    created = [mail["createdAt"] for mail in all_mails(client, accountId=account["id"])]
    assert created == [time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(T0))] * 3
