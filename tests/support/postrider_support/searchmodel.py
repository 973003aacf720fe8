# SPDX-License-Identifier: GPL-3.0-or-later
"""The search by `keyword` a second time, in the simplest way: one mail after another, character by character.

Written from the documented rules alone and with Python's own tables of Unicode, so that it shares
nothing with the service's normaliser and its index.
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

# Scripts without spaces between words, by the beginning of the names of their characters.
_RUNS = (
    *("CJK ", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "YI "),
    *("THAI", "LAO", "KHMER", "MYANMAR"),
)
_EMOJI = (range(0x2300, 0x2400), range(0x2600, 0x27C0), range(0x2B00, 0x2C00), range(0x1F000, 0x110000))
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_TATWEEL = "\u0640"
_PLAIN = str.maketrans(
    {
        **{"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe"},
        **{"\u0671": "\u0627", "\u0649": "\u064a", "\u06cc": "\u064a", "\u06a9": "\u0643", "\u0629": "\u0647"},
    }
)
_MARKLESS = ("LATIN", "GREEK", "CYRILLIC", "ARABIC", "HEBREW")
_SPELLED = str.maketrans(
    {
        **{"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"},
        **{"Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Ø": "Oe", "Å": "Aa"},
    }
)


@dataclass(frozen=True)
class Found:
    """The texts of one mail that a search looks through."""

    sender: str
    subject: str
    body: str
    recipients: str = ""
    filenames: str = ""

    @property
    def of_keyword(self) -> "Found":
        """What `keyword` looks through, other than `q`."""
        return Found(self.sender, self.subject, self.body)

    @property
    def heads(self) -> tuple[str, ...]:
        """The texts in which any part of a word is found."""
        return (self.sender, self.subject, self.recipients, self.filenames)


@dataclass(frozen=True)
class Piece:
    """A word, or a run of characters of a script without spaces."""

    forms: tuple[str, ...]  # of a word: its spellings
    clusters: tuple[str, ...] = ()  # of a run: each character with its marks
    signed: str = ""  # a word with its signs: c++


@cache
def _name(sign: str) -> str:
    return unicodedata.name(sign, "")


@cache
def _is_run(sign: str) -> bool:
    category = unicodedata.category(sign)
    if category == "Sc" or (category == "So" and any(ord(sign) in part for part in _EMOJI)):
        return True
    return _name(sign).startswith(_RUNS) and category[0] in "LMN"


@cache
def _is_ignored(sign: str) -> bool:
    return (
        sign in ("\0", _TATWEEL)
        or ord(sign) in _SKIN_TONES
        or unicodedata.category(sign) == "Cf"
        or _name(sign).startswith("VARIATION SEL")
    )


@cache
def _bare(sign: str) -> str:
    """The letter without its marks, if marks of its script are ignored."""
    base = unicodedata.normalize("NFD", sign)[0]
    return base if _name(base).startswith(_MARKLESS) else sign


def folded(text: str) -> str:
    """The text without case, width, and without accents and strokes of Latin, Greek and Cyrillic letters and the marks
    of Arabic and Hebrew ones."""
    text = "".join(sign for sign in text if not _is_ignored(sign))
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    signs: list[str] = []
    for sign in text:
        follows = signs and (signs[-1].isascii() or _name(signs[-1]).startswith(_MARKLESS))
        if not (follows and unicodedata.category(sign)[0] == "M"):
            digit = unicodedata.decimal(sign, None)
            signs.append(_bare(sign) if digit is None else str(digit))
    return "".join(signs).translate(_PLAIN)


def _spelled(text: str) -> str:
    """With the second spelling of letters: ue for ü."""
    return unicodedata.normalize("NFC", text).translate(_SPELLED)


def _is_of_word(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LMN"


def _signs_around(text: str, begin: int, end: int) -> tuple[str, str]:
    """The signs of C++, C# and .NET that belong to the word between these places."""
    behind = "++" if text[end : end + 2] == "++" else text[end : end + 1]
    is_behind = behind in ("+", "++", "#") and not any(
        _is_of_word(sign) for sign in text[end + len(behind) : end + len(behind) + 1]
    )
    before = text[max(begin - 2, 0) : begin]
    is_before = before == "." or (len(before) == 2 and before[1] == "." and (before[0].isspace() or before[0] == "("))
    return ("." if is_before else "", behind if is_behind else "")


def _spans(text: str) -> list[list[tuple[int, int]]]:
    """Places of words and runs between separators."""
    chunks: list[list[tuple[int, int]]] = [[]]
    for at, sign in enumerate(text):
        if not _is_of_word(sign) and not _is_run(sign):
            chunks.append([])
        elif chunks[-1] and _is_run(text[at - 1]) == _is_run(sign):
            chunks[-1][-1] = (chunks[-1][-1][0], at + 1)
        else:
            chunks[-1].append((at, at + 1))
    return [chunk for chunk in chunks if chunk]


def _clusters(run: str) -> tuple[str, ...]:
    clusters: list[str] = []
    for sign in run:
        if clusters and unicodedata.category(sign)[0] == "M":
            clusters[-1] += sign
        else:
            clusters.append(sign)
    return tuple(clusters)


def _piece(text: str, span: tuple[int, int], other: str) -> Piece:
    word = text[span[0] : span[1]]
    if _is_run(word[0]):
        return Piece((), _clusters(word))
    before, behind = _signs_around(text, *span)
    forms = (word,) if word == other else (word, other)
    return Piece(forms, (), before + word + behind if before or behind else "")


@cache
def pieces(text: str) -> list[list[Piece]]:
    """Words between separators, each cut where a script without spaces begins or ends."""
    plain, spelled = folded(text), folded(_spelled(text))
    chunks = []
    for chunk, others in zip(_spans(plain), _spans(spelled), strict=True):
        chunks.append(
            [_piece(plain, span, spelled[other[0] : other[1]]) for span, other in zip(chunk, others, strict=True)]
        )
    return chunks


def matches(mail: Found, keyword: str) -> bool:
    """Whether each word of the keyword is in one of the texts."""
    wanted = pieces(keyword)
    return bool(wanted) and all(_has(mail, chunk) for chunk in wanted)


def _has(mail: Found, chunk: list[Piece]) -> bool:
    texts = (*mail.heads, mail.body)
    if len(chunk) > 1:
        return any(_has_beside_each_other(text, chunk) for text in texts)
    (wanted,) = chunk
    if wanted.clusters:
        return any(_has_run(piece, wanted.clusters) for text in texts for piece in flat_pieces(text))
    if wanted.signed:
        return any(_is_beginning(piece.signed, wanted.signed) for text in texts for piece in flat_pieces(text))
    return any(_has_word(mail, word) for word in wanted.forms)


def _has_word(mail: Found, word: str) -> bool:
    def any_form(texts: tuple[str, ...], fits: Callable[[str], bool]) -> bool:
        return any(fits(form) for text in texts for piece in flat_pieces(text) for form in piece.forms)

    if len(word) >= 2 and any_form(mail.heads, lambda form: word in form):
        return True
    return any_form((*mail.heads, mail.body), lambda form: _is_beginning(form, word))


def _has_run(piece: Piece, wanted: tuple[str, ...]) -> bool:
    if len(wanted) == 1:
        return any(cluster.startswith(wanted[0]) for cluster in piece.clusters)
    length = len(wanted)
    return any(piece.clusters[at : at + length] == wanted for at in range(len(piece.clusters) - length + 1))


def _is_beginning(form: str, word: str) -> bool:
    return form.startswith(word) if len(word) >= 3 else form == word


@cache
def flat_pieces(text: str) -> list[Piece]:
    """All pieces of the text in their order."""
    return [piece for chunk in pieces(text) for piece in chunk]


def _word(piece: Piece, spelling: int) -> str:
    return piece.signed or piece.forms[min(spelling, len(piece.forms) - 1)]


def _has_beside_each_other(text: str, chunk: list[Piece]) -> bool:
    """For words of several scripts, such as 第3回: all pieces side by side; the outer runs may be longer."""
    all_pieces = flat_pieces(text)
    places = range(len(all_pieces) - len(chunk) + 1)
    return any(
        all(
            _stands(all_pieces[at + number], piece, number == 0, number == len(chunk) - 1, spelling)
            for number, piece in enumerate(chunk)
        )
        for at in places
        for spelling in (0, 1)
    )


def _stands(there: Piece, wanted: Piece, is_first: bool, is_last: bool, spelling: int) -> bool:
    if wanted.clusters:
        length = len(wanted.clusters)
        if is_first:
            return there.clusters[-length:] == wanted.clusters
        if not is_last:
            return there.clusters == wanted.clusters
        if length == 1:
            return bool(there.clusters) and there.clusters[0].startswith(wanted.clusters[0])
        return there.clusters[:length] == wanted.clusters
    word = _word(wanted, spelling)
    forms = (*there.forms, there.signed)
    return any(_is_beginning(form, word) if is_last else form == word for form in forms)
