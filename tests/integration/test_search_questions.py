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

Ids = frozenset[int]


class Model:
    """Finds mails by a look at their words."""

    def __init__(self, mails: dict[int, Mail]) -> None:
        self.mails = mails
        self.words: dict[str, dict[str, set[int]]] = {field: defaultdict(set) for field in FIELDS}
        self.runs: dict[str, dict[tuple[str, ...], set[int]]] = {field: defaultdict(set) for field in FIELDS}
        self.known: dict[tuple[str, str], Ids] = {}
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

    @property
    def all(self) -> Ids:
        return frozenset(self.mails)

    def with_row(self, fits: Callable[[Mail], bool]) -> Ids:
        return frozenset(id for id, mail in self.mails.items() if fits(mail))

    def with_word(self, word: str, field: str = "") -> Ids:
        """Mails with this word, in any field or in one."""
        if (word, field) not in self.known:
            ((piece,),) = pieces(word)
            found: set[int] = set()
            for one in (field,) if field else FIELDS[:-1]:
                found |= self._in_field(piece, one, bool(field))
            self.known[word, field] = frozenset(found)
        return self.known[word, field].intersection(self.mails)

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

    def with_phrase(self, phrase: tuple[str, ...]) -> Ids:
        key = (" ".join(phrase), '"')
        if key not in self.known:
            wanted = [piece for word in phrase for chunk in pieces(word) for piece in chunk]
            several = [
                set().union(*(self.words[field].get(form, set()) for field in FIELDS for form in piece.forms))
                for piece in wanted
            ]
            candidates = set.intersection(*several)
            self.known[key] = frozenset(id for id in candidates if self._has_phrase(self.mails[id], wanted))
        return self.known[key].intersection(self.mails)

    def _has_phrase(self, mail: Mail, wanted: list[Piece]) -> bool:
        return any(
            all(piece.forms[min(spelling, len(piece.forms) - 1)] in there.forms for piece, there in zip(wanted, some))
            for field in FIELDS[:-1]
            for some in _windows(flat_pieces(mail.text(field)), len(wanted))
            for spelling in (0, 1)
        )


def _windows(all: list[Piece], size: int) -> Iterable[list[Piece]]:
    return (all[at : at + size] for at in range(len(all) - size + 1))


@dataclass(frozen=True)
class Search:
    """The text of a search, and what it finds."""

    text: str
    ids: Callable[[Model], Ids]


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
            " OR ".join(one.text for one in some), lambda model: frozenset().union(*(one.ids(model) for one in some))
        )

    def sequence(self, depth: int) -> Search:
        some = [self.part(depth) for _ in range(self.random.choice((1, 1, 2, 3)))]
        return Search(
            " ".join(one.text for one in some),
            lambda model: frozenset.intersection(*(one.ids(model) for one in some)),
        )

    def part(self, depth: int) -> Search:
        if depth and self.random.random() < 0.2:
            inner = self.search(depth - 1)
            one = Search(f"({inner.text})", inner.ids)
        else:
            one = self.random.choice((self.word, self.word, self.field, self.phrase, self.row))()
        if self.random.random() < 0.8:
            return one
        return Search("-" + one.text, lambda model: model.all - one.ids(model))

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
        return Search(text, lambda model: model.with_row(kinds[text]))


def ask(client: Client, model: Model, search: Search, random: Random) -> bool:
    """Compares one page and the total. Whether the search finds some mails and not all."""
    expected = search.ids(model)
    by_size = random.random() < 0.1
    key: Callable[[int], Any] = lambda id: (model.mails[id].size if by_size else model.mails[id].at, id)
    size = random.randint(1, 40)
    page = random.choice((1, 1, 2, 1 + len(expected) // size))
    wanted = sorted(expected, key=key, reverse=True)[(page - 1) * size : page * size]
    answer = client.get("/mails", q=search.text, page=page, pageSize=size, sort="size" if by_size else "createdAt").ok()
    assert answer["total"] == len(expected), search.text
    assert [mail["id"] for mail in answer["items"]] == wanted, search.text
    return 0 < len(expected) < len(model.mails)


def disturb(service: Service, model: Model, random: Random) -> None:
    """Deletes some mails, changes flags of others, kills the service."""
    client = service.admin()
    ids = random.sample(sorted(model.mails), len(model.mails) // 20)
    third = len(ids) // 3
    client.post("/mails/batch-delete", {"ids": ids[:third]}).ok()
    for id in ids[:third]:
        del model.mails[id]
    client.post("/mails/batch-read", {"ids": ids[third : 2 * third], "isRead": True}).ok()
    client.post("/mails/batch-star", {"ids": ids[2 * third :], "isStarred": True}).ok()
    for id in ids[third : 2 * third]:
        model.mails[id].is_read = True
    for id in ids[2 * third :]:
        model.mails[id].is_starred = True
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

    for id, mail in model.mails.items():
        forms = (piece.forms[0] if piece.forms else "".join(piece.clusters) for piece in flat_pieces(mail.found.body))
        database.execute("INSERT INTO mails (rowid, words) VALUES (?, ?)", (id, " ".join(map(encoded, forms))))

    def found(query: str) -> set[int]:
        return {id for (id,) in database.execute("SELECT rowid FROM mails WHERE mails MATCH ?", (query,))}

    plain = [word for word in typist.words if [piece.forms for chunk in pieces(word) for piece in chunk] == [(word,)]]
    assert len(plain) > 50
    for word in plain:
        here = {id for form, ids in model.words["body"].items() if form.startswith(word) for id in ids}
        assert found(f'"{encoded(word)}" *') >= here - _by_other_forms(model, word), word
    for phrase in typist.phrases:
        both = " + ".join(f'"{encoded(word)}"' for word in phrase)
        assert found(both) <= model.with_phrase(phrase), phrase


def _by_other_forms(model: Model, word: str) -> set[int]:
    """Mails in which only the second spelling of a word, or its form with signs, begins so."""
    plain = {
        id
        for id, mail in model.mails.items()
        if any(piece.forms and piece.forms[0].startswith(word) for piece in flat_pieces(mail.found.body))
    }
    return {id for form, ids in model.words["body"].items() if form.startswith(word) for id in ids} - plain
