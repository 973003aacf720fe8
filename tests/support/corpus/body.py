# SPDX-License-Identifier: GPL-3.0-or-later
"""Bodies: 30% plain text, 35% text and HTML, 23% newsletters, 12% with attachments."""

from dataclasses import dataclass
from functools import cache
from random import Random

from corpus.encode import base64_lines, file_name, transfer
from corpus.languages import Language
from corpus.text import Text, make_subject, make_text

_ENDINGS = {
    "pdf": "application/pdf",
    "png": "image/png",
    "zip": "application/zip",
    "odt": "application/vnd.oasis.opendocument.text",
}


@dataclass(frozen=True)
class Body:
    """`content` begins with the Content-Type header and holds everything after it."""

    kind: str
    content: bytes
    header_charset: str
    is_html: bool
    attachments: list[str]
    words: list[str]


def make_body(random: Random, language: Language, number: int) -> Body:
    """A body of random kind and size: median of the whole mail 9 KB, tail to 2 MB."""
    charset = random.choice(language.charsets)
    header_charset = "utf-8" if charset == "us-ascii" else charset
    size = min(300_000.0, max(500.0, random.lognormvariate(8.28, 0.95)))
    make = _Maker(random, language, charset, f"=_{random.getrandbits(48):x}_{number}")
    chance = random.random()
    names: list[str] = []
    if chance < 0.30:
        kind, text = "plain", make_text(random, language, int(size))
        content, is_html = make.part("plain", text.plain()), False
    elif chance < 0.65:
        kind, text = "alternative", make_text(random, language, int(size * 0.62))
        content, is_html = make.alternative(text.plain(), text.html()), True
    elif chance < 0.88:
        kind, text = "newsletter", make_text(random, language, int(size * 0.42 + 1400))
        content, is_html = make.newsletter(text), True
    else:
        kind, text = "attachments", make_text(random, language, int(min(size, 5000) * 0.6))
        is_html = random.random() < 0.5
        content, names = make.mixed(text, is_html)
    return Body(kind, content, header_charset, is_html, names, text.words)


class _Maker:
    """Builds the parts of one mail; every part ends with CRLF."""

    def __init__(self, random: Random, language: Language, charset: str, boundary: str) -> None:
        self._random = random
        self._language = language
        self._charset = charset
        self._boundary = boundary

    def part(self, subtype: str, text: str) -> bytes:
        """A text part in the mail's charset, or in UTF-8 if that charset lacks a character."""
        charset = self._charset
        try:
            encoding, content = transfer(self._random, text, charset)
        except UnicodeEncodeError:
            charset = "utf-8"
            encoding, content = transfer(self._random, text, charset)
        shown = charset if self._random.random() < 0.5 else f'"{charset}"'
        head = f"Content-Type: text/{subtype}; charset={shown}\r\n"
        head += f"Content-Transfer-Encoding: {encoding}\r\n\r\n"
        return head.encode() + content

    def alternative(self, plain: str, html: str) -> bytes:
        """multipart/alternative."""
        return self._multipart("alternative", "a", [self.part("plain", plain), self.part("html", html)])

    def newsletter(self, text: Text) -> bytes:
        """HTML alone, or with its text as an alternative, or with a picture inside."""
        chance = self._random.random()
        if chance < 0.5:
            return self.part("html", text.newsletter(self._random, None))
        if chance < 0.9:
            return self.alternative(text.plain(), text.newsletter(self._random, None))
        html = self.part("html", text.newsletter(self._random, "cid:logo@news.example"))
        head = 'Content-Type: image/png; name="logo.png"\r\nContent-ID: <logo@news.example>\r\n'
        head += "Content-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        logo = head.encode() + base64_lines(_noise()[:3000])
        return self._multipart("related", "r", [html, logo])

    def mixed(self, text: Text, is_html: bool) -> tuple[bytes, list[str]]:
        """A text with one or two files; also their names."""
        parts = [self.part("html", text.html()) if is_html else self.part("plain", text.plain())]
        names = []
        for _ in range(1 + (self._random.random() < 0.2)):
            name, part = self._file()
            names.append(name)
            parts.append(part)
        return self._multipart("mixed", "m", parts), names

    def _file(self) -> tuple[str, bytes]:
        random = self._random
        ending = random.choice(list(_ENDINGS))
        words = make_subject(random, self._language)[:20].strip().replace(" ", "_")
        name = f"{words}.{ending}"
        size = int(min(1_480_000, max(2_000, random.lognormvariate(10.4, 1.35))))
        start = random.randrange(len(_noise()) - size)
        head = f"Content-Type: {_ENDINGS[ending]}\r\nContent-Disposition: {file_name(random, name)}\r\n"
        head += "Content-Transfer-Encoding: base64\r\n\r\n"
        return name, head.encode() + base64_lines(_noise()[start : start + size])

    def _multipart(self, subtype: str, suffix: str, parts: list[bytes]) -> bytes:
        boundary = f"{self._boundary}{suffix}"
        head = f'Content-Type: multipart/{subtype}; boundary="{boundary}"\r\n\r\n'.encode()
        line = f"--{boundary}\r\n".encode()
        return head + b"".join(line + part + b"\r\n" for part in parts) + f"--{boundary}--\r\n".encode()


@cache
def _noise() -> bytes:
    """Contents of files: bytes that do not compress."""
    return Random("noise").randbytes(4 << 20)
