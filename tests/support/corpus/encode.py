# SPDX-License-Identifier: GPL-3.0-or-later
"""Encodes text for mails: encoded words (RFC 2047), file names (RFC 2231), transfer encodings (RFC 2045)."""

import base64
import quopri
from random import Random
from urllib.parse import quote

_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")


def encoded(text: str, charset: str) -> bytes:
    """The text as mail programs encode it; UnicodeEncodeError if the charset lacks a character."""
    # Python's big5 places kana at code points where no other program does.
    return text.encode("big5hkscs" if charset == "big5" else charset)


def encoded_words(random: Random, text: str, charset: str) -> str:
    """An unstructured header value, folded; ASCII is not encoded. Each encoded word can be decoded alone."""
    if text.isascii():
        return _folded(text)
    try:
        encoded(text, charset)
    except UnicodeEncodeError:
        charset = "utf-8"
    latin = charset.startswith(("iso-8859", "windows-1252"))
    q_encoding = latin or random.random() < 0.1
    step = 15 if q_encoding and latin else 5 if q_encoding else 9
    shown = charset.upper() if random.random() < 0.5 else charset
    pieces = [text[start : start + step] for start in range(0, len(text), step)]
    make = _q_word if q_encoding else _b_word
    return "\r\n ".join(make(piece, charset, shown) for piece in pieces)


def _q_word(text: str, charset: str, shown: str) -> str:
    signs = (chr(byte) if chr(byte) in _PLAIN else f"={byte:02X}" for byte in encoded(text, charset))
    return f"=?{shown}?Q?{''.join(signs)}?="


def _b_word(text: str, charset: str, shown: str) -> str:
    return f"=?{shown}?B?{base64.b64encode(encoded(text, charset)).decode()}?="


def _folded(text: str) -> str:
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + len(word) > 65:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\r\n ".join([*lines, line])


def mailbox(random: Random, name: str, address: str, charset: str) -> str:
    """Display name and address in the syntax of From and To."""
    if not name.isascii():
        return f"{encoded_words(random, name, charset)} <{address}>"
    if "," in name or random.random() < 0.4:
        return f'"{name}" <{address}>'
    return f"{name} <{address}>"


def file_name(random: Random, name: str) -> str:
    """Content-Disposition with that name: RFC 2231, or the encoded word that many programs send."""
    if name.isascii():
        return f'attachment; filename="{name}"'
    if random.random() < 0.7:
        return f"attachment; filename*=utf-8''{quote(name)}"
    words = encoded_words(random, name, "utf-8")
    return f'attachment; filename="{words}"'


def base64_lines(content: bytes) -> bytes:
    """Base64 with CRLF lines of 76."""
    return base64.encodebytes(content).replace(b"\n", b"\r\n")


def transfer(random: Random, text: str, charset: str) -> tuple[str, bytes]:
    """Content-Transfer-Encoding and body of a text with CRLF line ends."""
    content = encoded(text, charset)
    if content.isascii():
        return "7bit", content
    high = sum(byte > 127 for byte in content[:2000])
    dense = high > len(content[:2000]) / 5
    chance = random.random()
    if dense and chance < 0.75:
        return "base64", base64_lines(content)
    if chance < 0.15 or (dense and chance > 0.9):
        return "8bit", content
    lines = quopri.encodestring(content.replace(b"\r\n", b"\n"))
    return "quoted-printable", lines.replace(b"\n", b"\r\n")
