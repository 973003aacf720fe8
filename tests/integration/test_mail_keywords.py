# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists of the mails that a keyword or a search with operators finds."""

import pytest
from mailmodel import BOX, SORT_KEYS, Box, subjects
from postrider_support import Client

SEARCHES: list[tuple[str, set[str]]] = [
    ("alpha", {"Alpha report"}),
    ("ALPHA", {"Alpha report"}),
    ("  alpha  ", {"Alpha report"}),
    ("report", {"Alpha report", "beta report", "Report archive"}),
    ("repo", {"Alpha report", "beta report", "Report archive"}),
    ("lpha", {"Alpha report"}),
    ("report 会议", set()),  # only in the name of a file
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
    ("is:unread subject:report", {"beta report"}),
    ("is:read subject:report", {"Alpha report", "Report archive"}),
    ("subject:report before:2026-01-01", {"Report archive"}),
    ("subject:report after:2026-01-01", {"Alpha report", "beta report"}),
    ("alpha", {"Alpha report"}),
    ("report 会议", {"会议纪要"}),  # its file is report.pdf
]


@pytest.mark.parametrize("text, wanted", OPERATORS, ids=[text for text, _ in OPERATORS])
def test_search_with_operators(client: Client, box: Box, text: str, wanted: set[str]) -> None:
    assert set(subjects(client, box, q=text)) == wanted


def test_keyword_and_operators_are_joined_by_and(client: Client, box: Box) -> None:
    assert set(subjects(client, box, q="is:read", keyword="report")) == {"Alpha report", "Report archive"}
