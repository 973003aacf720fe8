# SPDX-License-Identifier: GPL-3.0-or-later
"""Running text: paragraphs of lines that never break a word, as plain text or HTML."""

from dataclasses import dataclass
from random import Random

from corpus.languages import Language

_STYLE = (
    '<style type="text/css">body{margin:0;padding:0}table{border-collapse:collapse}'
    "td.p{font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px;color:#333333}"
    "@media only screen and (max-width:600px){.w{width:100%!important}}</style>"
)
_CELL = 'style="padding:12px 24px;background-color:#ffffff;border-bottom:1px solid #eeeeee"'


@dataclass(frozen=True)
class Text:
    """`paragraphs` are lists of lines; `words` can be searched for and are all in the text."""

    paragraphs: list[list[str]]
    words: list[str]

    def plain(self) -> str:
        """text/plain with CRLF."""
        return "\r\n\r\n".join("\r\n".join(lines) for lines in self.paragraphs) + "\r\n"

    def html(self) -> str:
        """HTML as a mail program makes it of typed text."""
        body = "\r\n".join(f"<p>{_joined(lines)}</p>" for lines in self.paragraphs)
        return f"<html><head></head><body>{body}</body></html>\r\n"

    def newsletter(self, random: Random, picture: str | None) -> str:
        """Table layout with tracking links; `picture` is the src of an image at the top."""
        rows = [
            f'<!DOCTYPE html>\r\n<html><head><title>News</title>{_STYLE}</head><body bgcolor="#f4f4f4">'
            '<table class="w" width="600" align="center" cellpadding="0" cellspacing="0" border="0">'
        ]
        if picture:
            rows.append(f'<tr><td><img src="{picture}" width="600" alt=""></td></tr>')
        for lines in self.paragraphs:
            link = f"https://news.example/c/{random.getrandbits(64):x}?u={random.getrandbits(48):x}"
            rows.append(
                f'<tr><td class="p" {_CELL}><a href="{link}&amp;utm_medium=email">'
                f'<img src="https://img.example/{random.getrandbits(32):x}.jpg" width="552" '
                f'alt="" style="display:block;border:0"></a>\r\n<p style="margin:8px 0">'
                f"{_joined(lines)}</p></td></tr>"
            )
        rows.append(f'<tr><td><a href="https://news.example/u/{random.getrandbits(64):x}">')
        rows.append("Unsubscribe</a></td></tr></table></body></html>\r\n")
        return "\r\n".join(rows)


def _joined(lines: list[str]) -> str:
    return "\r\n".join(lines)


def make_text(random: Random, language: Language, size: int) -> Text:
    """Text of about `size` bytes in UTF-8, with planted words by the language's chances."""
    words = language.draw(random, max(8, size // language.bytes_per_word))
    searched = [word for word in random.sample(words, 4) if len(word) > 2]
    for planted, chance in language.planted:
        if random.random() < chance:
            words.insert(random.randrange(len(words)), planted)
            searched.append(planted)
    return Text(list(_paragraphs(random, language, words)), searched)


def _paragraphs(random: Random, language: Language, words: list[str]) -> list[list[str]]:
    paragraphs, at = [], 0
    while at < len(words):
        length = random.randint(15, 90)
        paragraphs.append(_lines(random, language, words[at : at + length]))
        at += length
    return paragraphs


def _lines(random: Random, language: Language, words: list[str]) -> list[str]:
    """Sentences of 4 to 18 words, broken between words at 72 columns."""
    lines, line, left = [], "", random.randint(4, 18)
    for number, word in enumerate(words, 1):
        left -= 1
        ends = left == 0 or number == len(words)
        piece = word + (language.stop.rstrip() if ends else "")
        if len(line) + len(piece) > 72:
            lines.append(line)
            line = ""
        line += (language.separator if line else "") + piece
        if ends:
            left = random.randint(4, 18)
    return [*lines, line]


def make_subject(random: Random, language: Language) -> str:
    """Three to nine words."""
    words = language.draw(random, random.randint(3, 9))
    return language.separator.join(words)
