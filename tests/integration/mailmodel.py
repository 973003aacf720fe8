# SPDX-License-Identifier: GPL-3.0-or-later
"""A mailbox with a known mail of each kind: the model that lists, searches and statistics are compared with."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from postrider_support import Client, Dovecot, User, wait_until
from postrider_support.letters import letter, mails_when, synced_account

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
    """Puts the mails into the mailbox; returns their sizes by subject."""
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
    """The account with these mails, their sizes, and their ids in the service; both by subject."""

    account: dict[str, Any]
    sizes: dict[str, int]
    ids: dict[str, int]

    @property
    def id(self) -> int:
        return self.account["id"]


def known_box(client: Client, dovecot: Dovecot, user: User) -> Box:
    """Fills the user's mailbox with BOX and waits until all of it is listed and found."""
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
