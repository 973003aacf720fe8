# SPDX-License-Identifier: GPL-3.0-or-later
"""Random searches in a generated mailbox, compared with a model, while mails change and the service is killed.

POSTRIDER_LONG: 100,000 searches in 20,000 mails.
"""

import os
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from operator import and_, or_
from random import Random
from typing import Any

from corpus import make_mail
from postrider_support import Client, Dovecot, Service
from postrider_support.letters import indexed, mails_when
from postrider_support.searchedmail import body_of, found_in, people_of
from postrider_support.searchmodel import Found, Piece, flat_pieces, pieces

LONG = bool(os.environ.get("POSTRIDER_LONG"))
MAILS = 20_000 if LONG else 500
ROUNDS = 5
QUESTIONS = 20_000 if LONG else 300  # a round
SEEN, FLAGGED, ANSWERED = "\\Seen", "\\Flagged", "\\Answered"
NOT_TEXT = "\ufffd"
FOLDERS = ("INBOX", "Archive", "Work")
# Words of other scripts and spellings than those that the generator has.
OTHERS = ("会", "会议", "会议纪要", "の", "€", "🎉", "mueller", "müller", "re", "a", "the", "of", "2026", "c++", "нет")


@dataclass
class Mail:
    """A stored mail as searches see it."""

    found: Found
    cc: str
    at: int
    size: int
    folder: str
    has_attachment: bool
    is_read: bool
    is_starred: bool
    is_replied: bool

    def text(self, field: str) -> str:
        return self.cc if field == "cc" else str(getattr(self.found, field))


HEADS = ("sender", "subject", "recipients", "filenames")
FIELDS = (*HEADS, "body", "cc")
OPERATORS = {"from": "sender", "subject": "subject", "to": "recipients", "filename": "filenames", "cc": "cc"}

# A set of mails: a bit for each, the oldest in the lowest. As sets of numbers they would take most of the test's time.
Mask = int


class Model:
    """Finds mails by a look at their words."""

    def __init__(self, mails: dict[int, Mail]) -> None:
        self.mails = mails
        self.ids = sorted(mails, key=lambda id: (mails[id].at, id))  # of bit 0, 1 and so on
        self.bits = {id: 1 << bit for bit, id in enumerate(self.ids)}
        self.all = self.mask(mails)  # without the deleted ones
        self.words: dict[str, dict[str, set[int]]] = {field: defaultdict(set) for field in FIELDS}
        self.runs: dict[str, dict[tuple[str, ...], set[int]]] = {field: defaultdict(set) for field in FIELDS}
        self.known: dict[tuple[str, str], Mask] = {}
        self.rows: dict[str, Mask] = {}
        for id, mail in mails.items():
            for field in FIELDS:
                for piece in flat_pieces(mail.text(field)):
                    self._add(field, piece, id)

    def _add(self, field: str, piece: Piece, id: int) -> None:
        for form in (*piece.forms, piece.signed):
            if form:
                self.words[field][form].add(id)
        if piece.clusters:
            self.runs[field][piece.clusters].add(id)

    def mask(self, ids: Iterable[int]) -> Mask:
        return reduce(or_, (self.bits[id] for id in ids), 0)

    def in_mask(self, mask: Mask) -> list[int]:
        """Their ids, the oldest first."""
        return [self.ids[bit] for bit, digit in enumerate(reversed(f"{mask:b}")) if digit == "1"]

    def delete(self, id: int) -> None:
        del self.mails[id]
        self.all &= ~self.bits[id]

    def with_row(self, text: str, fits: Callable[[Mail], bool]) -> Mask:
        """Mails that the condition `text` is true for. Whoever changes flags clears `rows`."""
        if text not in self.rows:
            self.rows[text] = self.mask(id for id, mail in self.mails.items() if fits(mail))
        return self.rows[text] & self.all

    def with_word(self, word: str, field: str = "") -> Mask:
        """Mails with this word, in any field or in one."""
        if (word, field) not in self.known:
            ((piece,),) = pieces(word)
            found: set[int] = set()
            for one in (field,) if field else FIELDS[:-1]:
                found |= self._in_field(piece, one, bool(field))
            self.known[word, field] = self.mask(found)
        return self.known[word, field] & self.all

    def _in_field(self, piece: Piece, field: str, is_only: bool) -> set[int]:
        found: set[int] = set()
        if piece.clusters:
            length = len(piece.clusters)
            for run, ids in self.runs[field].items():
                if length == 1 and any(one.startswith(piece.clusters[0]) for one in run):
                    found |= ids
                elif any(run[at : at + length] == piece.clusters for at in range(len(run) - length + 1)):
                    found |= ids
            return found
        for word in (piece.signed,) if piece.signed else piece.forms:
            shortest = 2 if field in HEADS or is_only else 3
            for form, ids in self.words[field].items():
                is_part = field in HEADS and not piece.signed and len(word) >= 2 and word in form
                if is_part or (form.startswith(word) if len(word) >= shortest else form == word):
                    found |= ids
        return found

    def with_phrase(self, phrase: tuple[str, ...]) -> Mask:
        key = (" ".join(phrase), '"')
        if key not in self.known:
            wanted = [piece for word in phrase for chunk in pieces(word) for piece in chunk]
            several = [
                set().union(*(self.words[field].get(form, set()) for field in FIELDS for form in piece.forms))
                for piece in wanted
            ]
            candidates = set.intersection(*several) & self.mails.keys()
            self.known[key] = self.mask(id for id in candidates if self._has_phrase(self.mails[id], wanted))
        return self.known[key] & self.all

    def _has_phrase(self, mail: Mail, wanted: list[Piece]) -> bool:
        spellings = [[piece.forms[min(spelling, len(piece.forms) - 1)] for piece in wanted] for spelling in (0, 1)]
        return any(_follow(flat_pieces(mail.text(field)), words) for field in FIELDS[:-1] for words in spellings)


def _follow(there: list[Piece], words: list[str]) -> bool:
    """Whether these words stand there one after the other."""
    first, *rest = words
    return any(
        first in piece.forms
        and at + len(rest) < len(there)
        and all(word in piece.forms for word, piece in zip(rest, there[at + 1 : at + len(words)]))
        for at, piece in enumerate(there)
    )


@dataclass(frozen=True)
class Search:
    """The text of a search, and what it finds."""

    text: str
    found: Callable[[Model], Mask]


class Typist:
    """Makes random searches of words that the mails have."""

    def __init__(self, mails: list[Mail], random: Random) -> None:
        self.random = random
        self.mails = mails
        self.words = [*OTHERS, *(self._word() for _ in range(150))]
        self.phrases = [self._phrase() for _ in range(40)]

    def _word(self) -> str:
        """One piece out of a mail, whole or in part."""
        while True:
            text = self.random.choice(self.mails).text(self.random.choice(FIELDS))
            words = [form for piece in flat_pieces(text) for form in piece.forms[:1]]
            runs = ["".join(piece.clusters[:3]) for piece in flat_pieces(text) if piece.clusters]
            if not words + runs:
                continue
            word = self.random.choice(words + runs)
            if word in words and self.random.random() < 0.4:
                begin = self.random.randrange(len(word))
                word = word[begin : begin + self.random.randint(1, 5)]
            if [len(chunk) for chunk in pieces(word)] == [1]:
                return word

    def _phrase(self) -> tuple[str, ...]:
        while True:
            text = self.random.choice(self.mails).text(self.random.choice(("body", "subject")))
            some = [piece for piece in flat_pieces(text) if piece.forms and not piece.signed]
            begin = self.random.randrange(len(some)) if some else 0
            words = tuple(piece.forms[0] for piece in some[begin : begin + self.random.randint(2, 3)])
            if len(words) > 1:
                return words

    def search(self, depth: int = 2) -> Search:
        some = [self.sequence(depth) for _ in range(self.random.choice((1, 1, 1, 2, 3)))]
        if len(some) == 1:
            return some[0]
        return Search(
            " OR ".join(one.text for one in some), lambda model: reduce(or_, (one.found(model) for one in some))
        )

    def sequence(self, depth: int) -> Search:
        some = [self.part(depth) for _ in range(self.random.choice((1, 1, 2, 3)))]
        return Search(
            " ".join(one.text for one in some),
            lambda model: reduce(and_, (one.found(model) for one in some)),
        )

    def part(self, depth: int) -> Search:
        if depth and self.random.random() < 0.2:
            inner = self.search(depth - 1)
            one = Search(f"({inner.text})", inner.found)
        else:
            one = self.random.choice((self.word, self.word, self.field, self.phrase, self.row))()
        if self.random.random() < 0.8:
            return one
        return Search("-" + one.text, lambda model: model.all & ~one.found(model))

    def word(self) -> Search:
        word = self.random.choice(self.words)
        return Search(word, lambda model: model.with_word(word))

    def field(self) -> Search:
        word, name = self.random.choice(self.words), self.random.choice(list(OPERATORS))
        return Search(f"{name}:{word}", lambda model: model.with_word(word, OPERATORS[name]))

    def phrase(self) -> Search:
        phrase = self.random.choice(self.phrases)
        return Search(f'"{" ".join(phrase)}"', lambda model: model.with_phrase(phrase))

    def row(self) -> Search:
        some = self.random.choice(self.mails)
        time = datetime.fromtimestamp(some.at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        kinds: dict[str, Callable[[Mail], bool]] = {
            "is:unread": lambda mail: not mail.is_read,
            "is:read": lambda mail: mail.is_read,
            "is:starred": lambda mail: mail.is_starred,
            "is:unstarred": lambda mail: not mail.is_starred,
            "is:replied": lambda mail: mail.is_replied,
            "is:unreplied": lambda mail: not mail.is_replied,
            "has:attachment": lambda mail: mail.has_attachment,
            f"after:{time}": lambda mail: mail.at >= some.at,
            f"older:{time}": lambda mail: mail.at < some.at,
            f"larger:{some.size}": lambda mail: mail.size > some.size,
            f"smaller:{some.size}": lambda mail: mail.size < some.size,
            f"in:{some.folder.lower()}": lambda mail: mail.folder == some.folder,
        }
        text = self.random.choice(list(kinds))
        return Search(text, lambda model: model.with_row(text, kinds[text]))


def ask(client: Client, model: Model, search: Search, random: Random) -> bool:
    """Compares one page and the total. Whether the search finds some mails and not all."""
    found = search.found(model)
    total = found.bit_count()
    by_size = random.random() < 0.1
    size = random.randint(1, 40)
    page = random.choice((1, 1, 2, 1 + total // size))
    expected = model.in_mask(found)
    if by_size:
        expected.sort(key=lambda id: (model.mails[id].size, id))
    wanted = expected[::-1][(page - 1) * size : page * size]
    answer = client.get("/mails", q=search.text, page=page, pageSize=size, sort="size" if by_size else "createdAt").ok()
    assert answer["total"] == total, search.text
    assert [mail["id"] for mail in answer["items"]] == wanted, search.text
    return 0 < total < len(model.mails)


def disturb(service: Service, model: Model, random: Random) -> None:
    """Deletes some mails, changes flags of others, kills the service."""
    client = service.admin()
    ids = random.sample(sorted(model.mails), len(model.mails) // 20)
    third = len(ids) // 3
    client.post("/mails/batch-delete", {"ids": ids[:third]}).ok()
    for id in ids[:third]:
        model.delete(id)
    client.post("/mails/batch-read", {"ids": ids[third : 2 * third], "isRead": True}).ok()
    client.post("/mails/batch-star", {"ids": ids[2 * third :], "isStarred": True}).ok()
    for id in ids[third : 2 * third]:
        model.mails[id].is_read = True
    for id in ids[2 * third :]:
        model.mails[id].is_starred = True
    model.rows.clear()
    service.kill()
    service.start()


def fill(dovecot: Dovecot, random: Random) -> tuple[Any, dict[str, Mail]]:
    """A user with generated mails, and these by Message-ID."""
    user = dovecot.add_user("asked")
    by_message_id = {}
    with dovecot.mailbox(user) as mailbox:
        for folder in FOLDERS[1:]:
            mailbox.create(folder)
        for number in range(MAILS):
            made = make_mail(9, number, MAILS)
            truth = made.truth
            if NOT_TEXT in people_of(made.raw, "To", "Cc"):  # decoders differ in what they make of wrong bytes
                continue
            flags = [flag for flag in (SEEN, FLAGGED, ANSWERED) if random.random() < 0.4]
            folder = random.choice(FOLDERS)
            mailbox.append(made.raw, folder, tuple(flags), truth.createdAt)
            by_message_id[truth.messageId] = Mail(
                found_in(made.raw, f"{truth.fromName} {truth.from_}", truth.subject, body_of(made.raw)),
                people_of(made.raw, "Cc"),
                truth.createdAt,
                len(made.raw),
                folder,
                truth.hasAttachment,
                *(flag in flags for flag in (SEEN, FLAGGED, ANSWERED)),
            )
    return user, by_message_id


def test_random_searches_find_what_the_model_finds(fresh_service: Callable[..., Service], dovecot: Dovecot) -> None:
    random = Random(20)
    user, by_message_id = fill(dovecot, random)
    service = fresh_service()
    client = service.admin()
    client.post("/accounts", dovecot.account(user, folders=list(FOLDERS))).ok(201)
    listed = mails_when(client, len(by_message_id), timeout=600)
    model = Model({mail["id"]: by_message_id[mail["messageId"]] for mail in listed})
    agrees_with_fts5(model, Typist(list(model.mails.values()), Random(3)))
    typist = Typist(list(model.mails.values()), random)
    narrow = 0
    for _ in range(ROUNDS):
        client = service.admin()
        indexed(client, 600)
        for _ in range(QUESTIONS):
            narrow += ask(client, model, typist.search(), random)
        disturb(service, model, random)
    assert narrow > ROUNDS * QUESTIONS // 2


def agrees_with_fts5(model: Model, typist: Typist) -> None:
    """The model finds in bodies what SQLite's FTS5 finds there."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE mails USING fts5 (words)")

    def encoded(form: str) -> str:
        return "w" + form.encode().hex()

    firsts: dict[str, set[int]] = defaultdict(set)  # mails by the first spelling of their words
    for id, mail in model.mails.items():
        there = flat_pieces(mail.found.body)
        for piece in there:
            if piece.forms:
                firsts[piece.forms[0]].add(id)
        forms = (piece.forms[0] if piece.forms else "".join(piece.clusters) for piece in there)
        database.execute("INSERT INTO mails (rowid, words) VALUES (?, ?)", (id, " ".join(map(encoded, forms))))

    def found(query: str) -> set[int]:
        return {id for (id,) in database.execute("SELECT rowid FROM mails WHERE mails MATCH ?", (query,))}

    plain = [word for word in typist.words if [piece.forms for chunk in pieces(word) for piece in chunk] == [(word,)]]
    assert len(plain) > 50
    for word in plain:
        here = _beginning(firsts, word)
        assert found(f'"{encoded(word)}" *') == here, word
        # The model finds also mails that have it only in a second spelling, or with its signs.
        assert _beginning(model.words["body"], word) >= here, word
    for phrase in typist.phrases:
        both = " + ".join(f'"{encoded(word)}"' for word in phrase)
        assert model.mask(found(both)) & ~model.with_phrase(phrase) == 0, phrase


def _beginning(words: dict[str, set[int]], beginning: str) -> set[int]:
    return {id for word, ids in words.items() if word.startswith(beginning) for id in ids}
