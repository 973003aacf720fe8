# SPDX-License-Identifier: GPL-3.0-or-later
"""Searches in a mailbox of many languages find what a plain scan of all mails finds."""

import email
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from corpus import make_mail
from postrider_support import Client, Dovecot, Service, User, wait_until
from postrider_support.letters import letter, mails_when, synced_account
from postrider_support.searchedmail import body_of, found_in
from postrider_support.searchmodel import Found, folded, matches

MADE = 260
T0 = 1780000000  # 2026-05-28T20:26:40Z
SEEN, STARRED = "\\Seen", "\\Flagged"


@dataclass(frozen=True)
class Stored:
    """A mail of the mailbox: its searchable text, and the values for filters and sorting."""

    found: Found
    at: int
    sender_key: str
    is_read: bool = False
    is_starred: bool = False
    has_attachment: bool = False
    size: int = 0
    folder: str = "INBOX"


# Subjects and texts with words that the generator's vocabularies do not have.
SPECIAL = [
    ("会议", "单独的会议"),
    ("会议纪要", "见附件"),
    ("约会", "议题 会 议"),
    ("Protokoll", "会议和议纪以及纪要"),
    ("회의 자료", "내일회의록을 보내드립니다"),
    ("회 의", "의회"),
    ("請求書番号", "請求書を送ります"),
    ("请求书", "請求の書"),
    ("встреча", "ВСТРЕЧИ не будет"),
    ("Ёлка", "елка и ЁЛКА"),
    ("Café", "un cafe\u0301 noir"),
    ("CAFE", "cafeteria"),
    ("Straße", "Auf der STRASSE"),
    ("strassenbahn", "Maßstab"),
    ("Σίσυφος", "ΣΊΣΥΦΟΣ ο Κορίνθιος"),
    ("ประชุม", "ขอบคุณสำหรับการประชุมวันนี้"),
    ("ກອງປະຊຸມ", "ສະບາຍດີ"),
    ("កិច្ចប្រជុំ", "សូមអរគុណ"),
    ("အစည်းအဝေး", "ကျေးဇူး"),
    ("اجتماع", "محضر الاجتماع"),
    ("פגישה", "סיכום הפגישה"),
    ("बैठक", "कल की बैठक का कार्यवृत्त"),
    ("Cuộc họp", "biên bản cuộc họp"),
    ("ｆｕｌｌ width", "Ｆｕｌｌｗｉｄｔｈ ｶﾀｶﾅ ガイド"),
    ("ｶﾞｲﾄﾞ", "かがが"),
    ("パスワード", "ハスワート"),
    ("🎉 party 🎉", "thumbs👍🏽up and 👩‍👩‍👧 family"),
    ("100% sure", "50 % of snake_case, a_b and a%b"),
    ('"quoted words"', "he said 'two words' — and left"),
    ("AND OR NOT", "near NEAR(x) alpha* ^beta {gamma} -delta"),
    ("C++ and C#", "x = y; z != x, f(x) -> y"),
    ("ab abc abcd", "b bc bcd xy"),
    ("第3回会議", "これは第3回です。第 3 回 第13回"),
    ("iPhone15 Pro", "15 iPhone 1 5"),
    ("re: Re: RE", "aa bb aab"),
    ("soft\u00adhyphen", "zero\u200bwidth non\u2060breaking"),
    ("naïve résumé", "Ångström Dvořák Łódź Ærø œuvre"),
    ("İstanbul ISPARTA", "ıspanak istanbul"),
    ("ﬁle ﬂow", "ﬀ ﬃ ⅷ ² ½"),
]
SENDERS = [
    ("Anna Berg", "anna.berg@example.com"),
    ("Zoë Lefèvre", "z.lefevre@mail.example.net"),
    ("王小明", "wang@example.cn"),
    ("Ольга Иванова", "olga@example.ru"),
    ("", "no-reply@shop.example"),
    ("김철수", "kim@example.kr"),
    ("Ünal Öz", "unal_oz@example.org"),
]

KEYWORDS = [
    "会议",
    "会议纪要",
    "议纪",
    "会",
    "议",
    "纪要",
    "要",
    "会 议",
    "議",
    "회의",
    "회",
    "의",
    "회의록",
    "請求書",
    "請求",
    "書",
    "請求書番号",
    "встреча",
    "ВСТРЕЧ",
    "треч",
    "елка",
    "ёлка",
    "cafe",
    "café",
    "cafe\u0301",
    "CAFÉ",
    "STRASSE",
    "straße",
    "strasse",
    "maßstab",
    "σίσυφος",
    "ΣΙΣΥΦΟΣ",
    "σισυ",
    "ประชุม",
    "การประชุม",
    "ชุ",
    "ปะຊุม",
    "ກອງ",
    "ប្រជុំ",
    "အစည်း",
    "اجتماع",
    "الاجتماع",
    "פגישה",
    "बैठक",
    "कार्यवृत्त",
    "cuộc họp",
    "cuoc hop",
    "ｆｕｌｌ",
    "full",
    "ＦＵＬＬＷＩＤＴＨ",
    "カタカナ",
    "ｶﾀｶﾅ",
    "ガイド",
    "ｶﾞｲﾄﾞ",
    "か",
    "が",
    "パスワード",
    "ハ",
    "party",
    "🎉",
    "👍",
    "thumbs",
    "up",
    "100%",
    "50 %",
    "a_b",
    "a%b",
    "snake_case",
    "snake",
    "%",
    "_",
    '"quoted words"',
    "'two",
    "AND",
    "near",
    "NEAR(x)",
    "OR",
    "NOT",
    "alpha*",
    "^beta",
    "{gamma}",
    "-delta",
    "c++",
    "c#",
    "x",
    "y",
    "ab",
    "abc",
    "bc",
    "b",
    "bcd",
    "xy",
    "第3回",
    "第3回会議",
    "3回",
    "第",
    "iphone15",
    "iphone",
    "15",
    "1",
    "aa",
    "aab",
    "soft",
    "softhyphen",
    "zerowidth",
    "nonbreaking",
    "naive",
    "resume",
    "angstrom",
    "dvorak",
    "lodz",
    "łódź",
    "ærø",
    "aero",
    "oeuvre",
    "œuvre",
    "ispanak",
    "istanbul",
    "İstanbul",
    "isparta",
    "file",
    "flow",
    "ff",
    "8",
    "2",
    "anna.berg@example.com",
    "anna.berg",
    "berg",
    "erg",
    "rg",
    "g",
    "example.com",
    "lefevre",
    "Lefèvre",
    "fevr",
    "vre",
    "no-reply",
    "reply",
    "shop",
    "wang",
    "小明",
    "王",
    "иванова",
    "ванов",
    "김철",
    "unal_oz",
    "unal",
    "Öz",
    "oz",
    "meeting",
    "meet",
    "eeting",
    "the",
    "re",
    "invoice quarterly",
    "quarterly invoice anna",
    "a",
    "example",
    "not there",
    "harbourmaster",
    "会議",
    "资料",
    "谢谢",
    "payment order",
    "x" * 200,
]


def made(number: int) -> tuple[bytes, Stored]:
    mail = make_mail(7, number, MADE)
    truth = mail.truth
    return mail.raw, Stored(
        found_in(mail.raw, f"{truth.fromName} {truth.from_}", truth.subject, body_of(mail.raw)),
        truth.createdAt,
        truth.fromName or truth.from_,
        SEEN in truth.flags,
        STARRED in truth.flags,
        truth.hasAttachment,
        len(mail.raw),
        "Archive" if number % 5 == 0 else "INBOX",
    )


def special(number: int) -> tuple[bytes, Stored]:
    subject, text = SPECIAL[number % len(SPECIAL)]
    name, address = SENDERS[number % len(SENDERS)]
    files = {"notes.bin": b"\1\2"} if number % 4 == 0 else {}
    raw = letter(subject, text, sender=(name, address), files=files, sent_at=T0)
    # Several mails have the same second: their order is that of their ids.
    return raw, Stored(
        found_in(raw, f"{name} {address}", subject, text),
        T0 + number // 9,
        name or address,
        number % 2 == 0,
        number % 3 == 0,
        bool(files),
        len(raw),
        "Archive" if number % 6 == 0 else "INBOX",
    )


@dataclass(frozen=True)
class Box:
    """The account and its mails by id."""

    account: int
    mails: dict[int, Stored]


@pytest.fixture(scope="module")
def box(service: Service, token: str, dovecot: Dovecot) -> Box:
    client = service.client()
    client.token = token
    user = dovecot.add_user("searched")
    mails = [made(number) for number in range(MADE)] + [special(number) for number in range(2 * len(SPECIAL))]
    identities: dict[tuple[str, int], list[Stored]] = {}
    with dovecot.mailbox(user) as mailbox:
        mailbox.create("Archive")
        for raw, stored in mails:
            flags = tuple(flag for flag, is_set in ((SEEN, stored.is_read), (STARRED, stored.is_starred)) if is_set)
            mailbox.append(raw, stored.folder, flags, stored.at)
            identities.setdefault((str(email.message_from_bytes(raw)["Message-ID"]).strip(), stored.at), []).append(
                stored
            )
    account = synced_account(client, dovecot.account(user, folders=["INBOX", "Archive"]), timeout=60)["id"]
    listed = mails_when(client, len(mails), accountId=account)
    assert all(len(same) == 1 for same in identities.values())
    known = {messageId: stored for (messageId, _), (stored,) in identities.items()}
    # Each sender has `example` in its domain: when the search for it finds all mails, all are indexed.
    wait_until(lambda: total(client, account, keyword="example") == len(mails), 30, "the index")
    return Box(account, {mail["id"]: known[mail["messageId"]] for mail in listed})


def total(client: Client, account: int, **query: Any) -> int:
    return int(client.get("/mails", accountId=account, pageSize=1, **query).ok()["total"])


def ids(client: Client, box: Box, **query: Any) -> list[int]:
    """All pages joined; the total must be the same on each, and right."""
    size = query.setdefault("pageSize", 100)
    joined: list[int] = []
    for page in range(1, 100):
        answer = client.get("/mails", accountId=box.account, page=page, **query).ok()
        joined += [mail["id"] for mail in answer["items"]]
        if len(answer["items"]) < size:
            break
    assert answer["total"] == len(joined) == len(set(joined))
    return joined


def walked(box: Box, keyword: str, fits: Callable[[int, Stored], bool] = lambda *_: True) -> set[int]:
    """What `keyword` finds."""
    return {id for id, mail in box.mails.items() if matches(mail.found.of_keyword, keyword) and fits(id, mail)}


def searched(box: Box, words: str, fits: Callable[[int, Stored], bool] = lambda *_: True) -> set[int]:
    """What words of `q` find: also recipients and names of files."""
    return {id for id, mail in box.mails.items() if matches(mail.found, words) and fits(id, mail)}


@pytest.mark.parametrize("keyword", KEYWORDS, ids=[ascii(keyword[:20]) for keyword in KEYWORDS])
def test_hits_are_those_of_a_plain_walk(client: Client, box: Box, keyword: str) -> None:
    assert set(ids(client, box, keyword=keyword)) == walked(box, keyword)


def test_words_out_of_the_mails_find_them(client: Client, box: Box) -> None:
    random = Random(11)
    texts = [text for mail in box.mails.values() for text in (mail.found.sender, mail.found.subject, mail.found.body)]
    for _ in range(150):
        words = random.choice(texts).split()
        keyword = " ".join(random.sample(words, min(len(words), random.choice((1, 1, 2)))))
        start = random.choice((0, 0, 1, 2))
        keyword = keyword[start : start + random.choice((1, 2, 3, 5, 30))].strip()
        if keyword:
            assert set(ids(client, box, keyword=keyword)) == walked(box, keyword), ascii(keyword)


FILTERS: list[tuple[dict[str, Any], Callable[[int, Stored], bool]]] = [
    ({}, lambda id, mail: True),
    ({"isRead": False}, lambda id, mail: not mail.is_read),
    ({"isRead": True, "isStarred": False}, lambda id, mail: mail.is_read and not mail.is_starred),
    ({"isStarred": True}, lambda id, mail: mail.is_starred),
    ({"hasAttachment": True}, lambda id, mail: mail.has_attachment),
    (
        {"hasAttachment": False, "folder": "Archive"},
        lambda id, mail: not mail.has_attachment and mail.folder == "Archive",
    ),
    ({"folder": "INBOX"}, lambda id, mail: mail.folder == "INBOX"),
    ({"folder": "$all"}, lambda id, mail: True),
    ({"folder": "$sent"}, lambda id, mail: False),
    ({"since": "2026-05-28T20:26:42Z"}, lambda id, mail: mail.at >= T0 + 2),
    ({"before": "2026-05-28T20:26:42Z", "isRead": False}, lambda id, mail: mail.at < T0 + 2 and not mail.is_read),
    ({"since": "2024-06-01", "before": "2025-06-01"}, lambda id, mail: 1717200000 <= mail.at < 1748736000),
    ({"onServer": True}, lambda id, mail: True),
]
SORT_KEYS: dict[str, Callable[[Stored], Any]] = {
    "createdAt": lambda mail: mail.at,
    "size": lambda mail: mail.size,
}


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("sort", SORT_KEYS)
@pytest.mark.parametrize("query, fits", FILTERS, ids=[str(query) for query, _ in FILTERS])
def test_filters_and_orders_hold_beside_a_keyword(
    client: Client, box: Box, query: dict[str, Any], fits: Callable[[int, Stored], bool], sort: str, order: str
) -> None:
    for keyword in ("会", "example", "meeting", "re"):
        wanted = sorted(
            walked(box, keyword, fits), key=lambda id: (SORT_KEYS[sort](box.mails[id]), id), reverse=order == "desc"
        )
        assert ids(client, box, keyword=keyword, sort=sort, order=order, pageSize=7, **query) == wanted


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("sort", ["sentAt", "from", "subject"])
def test_pages_of_a_sorted_search_join_to_the_whole(client: Client, box: Box, sort: str, order: str) -> None:
    whole = ids(client, box, keyword="example", sort=sort, order=order)
    assert ids(client, box, keyword="example", sort=sort, order=order, pageSize=9) == whole
    assert set(whole) == walked(box, "example")
    if sort == "from":
        keys = [folded(box.mails[id].sender_key).encode() for id in whole]
        assert keys == sorted(keys, reverse=order == "desc")


def test_later_ids_only_beside_a_keyword(client: Client, box: Box) -> None:
    middle = sorted(box.mails)[len(box.mails) // 2]
    assert set(ids(client, box, keyword="example", afterId=middle)) == {id for id in box.mails if id > middle}


# -- q


def without(box: Box, *words: str) -> set[int]:
    return {id for id, mail in box.mails.items() if not any(matches(mail.found, word) for word in words)}


def test_words_of_q_are_also_those_of_recipients_and_files(client: Client, box: Box) -> None:
    for keyword in ("会议", "meeting", "cafe strasse", "example", "小明", "re"):
        assert set(ids(client, box, q=keyword)) == searched(box, keyword)


def test_a_minus_excludes(client: Client, box: Box) -> None:
    assert set(ids(client, box, q="example -meeting")) == searched(box, "example") & without(box, "meeting")
    assert set(ids(client, box, q="-meeting -会议")) == without(box, "meeting", "会议")
    assert set(ids(client, box, q="-is:read cafe")) == searched(box, "cafe", lambda id, mail: not mail.is_read)
    assert set(ids(client, box, q="-has:attachment -example.cn")) == {
        id
        for id, mail in box.mails.items()
        if not mail.has_attachment and not any("example.cn" in text for text in (*mail.found.heads, mail.found.body))
    }
    assert ids(client, box, q="-example") == []


def test_fields_of_q(client: Client, box: Box) -> None:
    def only(**fields: str) -> set[int]:
        return {
            id
            for id, mail in box.mails.items()
            if all(
                matches(Found(text, "", ""), word)
                for name, word in fields.items()
                for text in [getattr(mail.found, name)]
            )
        }

    assert set(ids(client, box, q="from:berg")) == only(sender="berg")
    assert set(ids(client, box, q="subject:会议")) == only(subject="会议")
    assert set(ids(client, box, q="from:anna subject:会议")) == only(sender="anna", subject="会议")
    assert set(ids(client, box, q="folder:Archive cafe")) == searched(
        box, "cafe", lambda id, mail: mail.folder == "Archive"
    )
    assert set(ids(client, box, q="folder:Archive is:starred")) == {
        id for id, mail in box.mails.items() if mail.folder == "Archive" and mail.is_starred
    }
    assert ids(client, box, q="folder:Archive", folder="INBOX") == []
    assert set(ids(client, box, q="after:2024-06-01 before:2025-06-01 the")) == searched(
        box, "the", lambda id, mail: 1717200000 <= mail.at < 1748736000
    )


def test_recipients_are_addresses_and_nothing_around_them(client: Client, box: Box) -> None:
    assert len(ids(client, box, q="to:box@EXAMPLE.com")) == 2 * len(SPECIAL)
    for around in (",", "[", "]", '"]"', '","', "\\"):
        assert ids(client, box, q=f"to:{around}") == []


def test_or_and_parentheses(client: Client, box: Box) -> None:
    either = searched(box, "meeting") | searched(box, "会议")
    assert set(ids(client, box, q="meeting OR 会议")) == either
    unread = {id for id, mail in box.mails.items() if not mail.is_read}
    assert set(ids(client, box, q="is:unread (meeting OR 会议)")) == either & unread
    assert set(ids(client, box, q="(meeting OR is:unread) -(会议 OR in:archive)")) == {
        id
        for id in searched(box, "meeting") | unread
        if id not in searched(box, "会议") and box.mails[id].folder != "Archive"
    }


def test_sizes_and_folders(client: Client, box: Box) -> None:
    middle = sorted(mail.size for mail in box.mails.values())[len(box.mails) // 2]
    assert set(ids(client, box, q=f"larger:{middle}")) == {id for id, mail in box.mails.items() if mail.size > middle}
    assert set(ids(client, box, q=f"smaller:{middle}")) == {id for id, mail in box.mails.items() if mail.size < middle}
    in_archive = {id for id, mail in box.mails.items() if mail.folder == "Archive"}
    for name in ("in:archive", "in:ARCHIVE", "folder:Archive"):
        assert set(ids(client, box, q=name)) == in_archive
    assert set(ids(client, box, q="in:inbox")) == box.mails.keys() - in_archive


@pytest.mark.parametrize(
    "text, reason",
    [
        (
            "is:greenish",
            "is:greenish is unknown: use is:read, is:unread, is:starred, is:unstarred, " "is:replied or is:unreplied",
        ),
        ("has:teeth x", "has:teeth is unknown: use has:attachment"),
        (
            "before:yesterday",
            "before:yesterday is not a date: write before:2026, before:2026-05-28 or " "before:2026-05-28T20:30:00Z",
        ),
        (
            "older:ages",
            "older:ages is neither an age nor a date: write older:3d, older:2w, older:6m, older:1y or "
            "older:2026-05-28",
        ),
        ("larger:big", "larger:big is not a size: write larger:500k, larger:20M or a number of bytes"),
        ("plan from:", "from: needs a value right after the colon"),
        ("(plan", "A parenthesis is not closed: a ) is missing at the end"),
        ("plan OR", 'OR needs something to search for on both sides. The word itself is "or"'),
    ],
)
def test_mistakes_in_q_say_what_is_right(client: Client, text: str, reason: str) -> None:
    assert client.get("/mails", q=text).failed(400, 40003)["details"] == [{"field": "q", "reason": reason}]


def test_an_unknown_operator_is_refused_with_the_known_ones(client: Client) -> None:
    (detail,) = client.get("/mails", q="plan colour:red").failed(400, 40001)["details"]
    assert detail["field"] == "q"
    assert detail["reason"].startswith("colour: is not an operator. Known are from:, to:, ")
    assert detail["reason"].endswith('For the text itself write "colour:red" in quotes')
    for text in ("10:30", "http://example.com", "re: plan", '"colour:red"'):
        client.get("/mails", q=text).ok()


@pytest.mark.parametrize("text", ["", "the", "% _ !", "(" * 999, "a " * 500, "-" * 999, '"' * 999, "x" * 1000])
def test_any_text_has_an_answer(client: Client, text: str) -> None:
    for parameter in ("q", "keyword"):
        answer = client.get("/mails", **{parameter: text})
        assert answer.status in (200, 400)
        if answer.status == 400:
            assert answer.json["details"][0]["field"] == parameter


# -- the index after a crash, and after a change of the normaliser


@pytest.fixture(scope="module")
def filled(dovecot: Dovecot) -> tuple[User, dict[str, Found]]:
    """A user with generated mails; the searchable text of each by Message-ID."""
    count = 600
    user = dovecot.add_user("crashing")
    truth = {}
    with dovecot.mailbox(user) as mailbox:
        for number in range(count):
            mail = make_mail(8, number, count)
            mailbox.append(mail.raw, received_at=mail.truth.createdAt)
            truth[mail.truth.messageId] = found_in(
                mail.raw, f"{mail.truth.fromName} {mail.truth.from_}", mail.truth.subject, body_of(mail.raw)
            )
    return user, truth


def by_id(client: Client, account: int, truth: dict[str, Found]) -> Box:
    mails = mails_when(client, len(truth), timeout=60, accountId=account)
    return Box(account, {mail["id"]: Stored(truth[mail["messageId"]], 0, "") for mail in mails})


WORDS = ("the", "meeting", "会", "会议", "встреча", "re", "example.com", "harbourmaster", "anna", "invoice quarterly", "の")


def is_right(client: Client, box: Box) -> None:
    for word in WORDS:
        assert set(ids(client, box, keyword=word)) == walked(box, word), word


def is_whole(client: Client, box: Box) -> bool:
    return total(client, box.account, keyword="example") == len(box.mails)


@pytest.mark.parametrize("killed_at", [1, 200, 550])
def test_a_kill_in_the_middle_of_indexing_loses_and_repeats_nothing(
    fresh_service: Callable[..., Service], dovecot: Dovecot, filled: tuple[User, dict[str, Found]], killed_at: int
) -> None:
    user, truth = filled
    service = fresh_service()
    client = service.admin()
    account = client.post("/accounts", dovecot.account(user)).ok(201)["id"]
    wait_until(lambda: total(client, account, keyword="example") >= killed_at, 60, "some found mails")
    service.kill()
    service.start()
    client = service.admin()
    box = by_id(client, account, truth)
    wait_until(lambda: is_whole(client, box), 60, "the index")
    is_right(client, box)
    removed = sorted(box.mails)[::3]
    client.post("/mails/batch-delete", {"ids": removed}).ok()
    left = Box(account, {id: mail for id, mail in box.mails.items() if id not in removed})
    is_right(client, left)


def test_another_normaliser_makes_the_index_anew_while_searches_go_on(
    fresh_service: Callable[..., Service], dovecot: Dovecot, filled: tuple[User, dict[str, Found]]
) -> None:
    user, truth = filled
    service = fresh_service()
    client = service.admin()
    account = synced_account(client, dovecot.account(user), timeout=60)["id"]
    box = by_id(client, account, truth)
    wait_until(lambda: is_whole(client, box), 60, "the index")
    service.stop()
    service.sql("UPDATE search_meta SET text_version = text_version - 1")
    service.start()
    client = service.admin()
    seen: list[int] = []

    def look() -> bool:
        seen.append(total(client, account, keyword="example"))
        items = client.get("/mails", accountId=account, keyword="meeting", pageSize=100).ok()["items"]
        assert {mail["id"] for mail in items} <= walked(box, "meeting")
        return is_whole(client, box)

    wait_until(look, 60, "the new index")
    assert seen == sorted(seen)
    is_right(client, box)
    client.post("/mails/batch-delete", {"ids": sorted(box.mails)}).ok()
    assert total(client, account, keyword="example") == 0
