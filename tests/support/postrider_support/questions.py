# SPDX-License-Identifier: GPL-3.0-or-later
"""Some hundred requests that change nothing, and their answers byte by byte."""

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any
from urllib.parse import urlencode

from postrider_support.client import Client
from postrider_support.waiting import wait_until

_NAMES = re.compile(rb'"requestId":"[^"]*"')
_PASSING = {"x-request-id", "date", "connection", "keep-alive"}

SORTS = ("createdAt", "sentAt", "from", "subject", "size")
FILTERS: tuple[dict[str, str], ...] = (
    {}, {"isRead": "false"}, {"isRead": "true"}, {"isStarred": "true"}, {"hasAttachment": "true"},
    {"isRead": "false", "isStarred": "true"}, {"isRead": "false", "hasAttachment": "false"},
    {"accountId": "1"}, {"accountId": "99"}, {"folder": "INBOX"}, {"folder": "$all"}, {"folder": "$sent"},
    {"folder": "Archive"}, {"afterId": "700"}, {"since": "2026-01-01"}, {"before": "2026-03-01T12:00:00Z"},
    {"since": "2025-06-01", "before": "2026-02-01", "isRead": "false"},
)  # fmt: skip
KEYWORDS = (
    "the", "re", "a", "meeting", "meet", "eeting", "invoice quarterly", "quarterly invoice report", "quincunx",
    "harbourmaster", "harbour", "会议", "会议纪要", "会", "请", "議", "会議", "請求書番号", "請求", "書", "회의", "회의 자료",
    "의", "встреча", "ВСТРЕЧ", "отчет счет", "Straße", "strasse", "GRÜSSE", "groß", "für", "Büro", "您好 谢谢",
    "anna", "example.com", "@example", "no-reply", "berg", "%", "_", "100%", "a_b", "\"draft\"", "c++", "x" * 200,
    "not there at all", "AND", "NEAR(the)", "to*", "^the", "{the}", "-the", "😀", "\u0301", "é", "ｆｕｌｌ", "ﬁ", "第", "1", "2026",
)  # fmt: skip
OPERATORS = (
    "from:anna", "to:box", "subject:report", "subject:会议", "has:attachment", "is:unread", "is:starred",
    "before:2026-01-01", "after:2026-01-01", '"third quarter"', '"the the"', "meeting -draft", "-the",
    "from:a subject:b", "is:unread has:attachment report", "from:", "unknown:x", '"', "is:nothing", "before:never",
)  # fmt: skip
WRONG = (
    "/mails?page=0", "/mails?page=x", "/mails?pageSize=0", "/mails?sort=colour", "/mails?order=up",
    "/mails?isRead=maybe", "/mails?since=yesterday", "/mails?accountId=0", "/mails?accountId=x", "/mails?afterId=-1",
    "/mails?keyword=" + "x" * 201, "/mails/0", "/mails/x", "/mails/99999999", "/mails/99999999/raw",
    "/attachments/99999999/download", "/attachments/mail/99999999", "/drafts/99999999", "/outbox/99999999",
    "/accounts/99999999", "/nothing", "/mails/stats?accountId=x", "/drafts?page=0", "/outbox?pageSize=x",
)  # fmt: skip


def questions(total: int, mails: Iterable[int]) -> Iterator[str]:
    """Paths with their queries, for a mailbox of `total` mails; each of `mails` is requested by itself."""
    for requests in _lists(total):
        yield f"/mails?{urlencode(requests)}"
    yield from ("/mails/stats", "/mails/stats?accountId=1", "/mails/stats?accountId=99", "/auth/me", "/settings")
    for asked_of in ("", "&accountId=1", "&accountId=99"):
        yield f"/mails/stats/history?days=400{asked_of}"
        yield f"/mails/stats/senders?days=400&limit=50{asked_of}"
    for path in ("/drafts", "/outbox"):
        yield from (path, f"{path}?page=2&pageSize=1", f"{path}?pageSize=100")
    for mail in mails:
        yield from (f"/mails/{mail}", f"/mails/{mail}/thread", f"/mails/{mail}/raw", f"/attachments/mail/{mail}")
    yield from WRONG


def _lists(total: int) -> Iterator[dict[str, Any]]:
    deep = max(1, total * 68 // 100 // 20)
    for sort, order, page in product(SORTS, ("asc", "desc"), (1, 2, deep, total // 20 + 1, total)):
        yield {"sort": sort, "order": order, "page": page, "pageSize": 20}
    for chosen, sort in product(FILTERS, ("createdAt", "from", "subject")):
        yield {**chosen, "sort": sort, "pageSize": 37}
        yield {**chosen, "sort": sort, "order": "asc", "page": 3}
    for number, word in enumerate(KEYWORDS):
        yield {"keyword": word, "pageSize": 50}
        yield {"keyword": word, "sort": SORTS[number % len(SORTS)], "order": "asc", "page": 2}
        yield {"keyword": word, **FILTERS[number % len(FILTERS)]}
    for words in OPERATORS:
        yield {"q": words, "pageSize": 100}
        yield {"q": words, "sort": "size", "isRead": "false"}
    for chosen in FILTERS:
        yield {**chosen, "conversations": "true"}
        yield {**chosen, "conversations": "true", "order": "asc", "page": 2}


def answers(client: Client, requests: Iterable[str]) -> dict[str, bytes]:
    """Status, headers and body of each, without the parts that differ in every answer."""
    wait_until(lambda: client.get("/health/ready").status == 200, 20, "the service to be ready")
    return {path: _answer(client, path) for path in requests}


def _answer(client: Client, path: str) -> bytes:
    answer = client.get(path)
    headers = sorted(pair for pair in answer.headers.items() if pair[0] not in _PASSING)
    body = _NAMES.sub(b'"requestId":""', answer.body)
    return f"{answer.status} {headers}\n".encode() + body


def differences(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    """Both versions of the first few answers that differ."""
    assert one.keys() == other.keys()
    wrong = [path for path in one if one[path] != other[path]]
    return [f"{path}\n  {one[path]!r:.2000}\n  {other[path]!r:.2000}" for path in wrong[:5]]
