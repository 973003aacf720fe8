# SPDX-License-Identifier: GPL-3.0-or-later
"""The search by `keyword` a second time, in the simplest way: one mail after another, character by character.

Written from the documented rules alone and with Python's own tables of Unicode, so that it shares
nothing with the service's normaliser and its index.
"""

import unicodedata
from dataclasses import dataclass
from functools import cache

# Scripts without spaces between words, by the beginning of the names of their characters.
_RUNS = (
    *("CJK ", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "YI "),
    *("THAI", "LAO", "KHMER", "MYANMAR"),
)
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe"})
_MARKLESS = ("LATIN", "GREEK", "CYRILLIC")


@dataclass(frozen=True)
class Found:
    """The texts of one mail that a search looks through."""

    sender: str
    subject: str
    body: str


@cache
def _name(sign: str) -> str:
    return unicodedata.name(sign, "")


@cache
def _is_run(sign: str) -> bool:
    return _name(sign).startswith(_RUNS) and unicodedata.category(sign)[0] in "LMN"


@cache
def _is_ignored(sign: str) -> bool:
    return sign == "\0" or unicodedata.category(sign) == "Cf" or _name(sign).startswith("VARIATION SEL")


@cache
def _bare(sign: str) -> str:
    """The letter without its marks, if marks of its script are ignored."""
    base = unicodedata.normalize("NFD", sign)[0]
    return base if _name(base).startswith(_MARKLESS) else sign


def folded(text: str) -> str:
    """The text without case, width, and accents and strokes of Latin, Greek and Cyrillic letters."""
    text = "".join(sign for sign in text if not _is_ignored(sign))
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    signs: list[str] = []
    for sign in text:
        follows = signs and (signs[-1].isascii() or _name(signs[-1]).startswith(_MARKLESS))
        if not (follows and unicodedata.category(sign)[0] == "M"):
            signs.append(_bare(sign))
    return "".join(signs).translate(_PLAIN)


@cache
def pieces(text: str) -> list[list[str]]:
    """Words between separators, each cut where a script without spaces begins or ends."""
    chunks: list[list[str]] = [[]]
    for sign in folded(text):
        if unicodedata.category(sign)[0] not in "LMN":
            chunks.append([])
        elif chunks[-1] and _is_run(chunks[-1][-1][-1]) == _is_run(sign):
            chunks[-1][-1] += sign
        else:
            chunks[-1].append(sign)
    return [chunk for chunk in chunks if chunk]


def matches(mail: Found, keyword: str) -> bool:
    """Whether each word of the keyword is in the sender, the subject or the text."""
    wanted = pieces(keyword)
    return bool(wanted) and all(_has(mail, chunk) for chunk in wanted)


def _has(mail: Found, chunk: list[str]) -> bool:
    texts = (mail.sender, mail.subject, mail.body)
    if len(chunk) > 1:
        return any(_has_beside_each_other(text, chunk) for text in texts)
    (word,) = chunk
    if _is_run(word[0]):
        return any(word in piece for text in texts for piece in _flat(text))
    if len(word) >= 2 and any(word in piece for text in (mail.sender, mail.subject) for piece in _flat(text)):
        return True
    return any(_is_beginning(piece, word) for text in texts for piece in _flat(text))


def _is_beginning(piece: str, word: str) -> bool:
    return piece.startswith(word) if len(word) >= 3 else piece == word


@cache
def _flat(text: str) -> list[str]:
    return [piece for chunk in pieces(text) for piece in chunk]


def _has_beside_each_other(text: str, chunk: list[str]) -> bool:
    """For words of several scripts, such as 第3回: all pieces side by side; the outer ones may be longer."""
    all_pieces = _flat(text)
    for at in range(len(all_pieces) - len(chunk) + 1):
        first, *middle, last = all_pieces[at : at + len(chunk)]
        begins = first.endswith(chunk[0]) if _is_run(chunk[0][0]) else first == chunk[0]
        ends = last.startswith(chunk[-1]) if _is_run(chunk[-1][0]) else _is_beginning(last, chunk[-1])
        if begins and middle == chunk[1:-1] and ends:
            return True
    return False
