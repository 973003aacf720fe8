# SPDX-License-Identifier: GPL-3.0-or-later
"""The items of a FETCH response, for the scripted server: plain mails of one part."""

import re


def fetch_items(requested: str, uid: int, raw: bytes, flags: list[str], date: str) -> bytes:
    """The text between the parentheses of `* 1 FETCH (..)`, for the items in `requested`."""
    items = [b"UID %d" % uid]
    if "FLAGS" in requested:
        items.append(b"FLAGS (%s)" % " ".join(flags).encode())
    if "INTERNALDATE" in requested:
        items.append(b'INTERNALDATE "%s"' % date.encode())
    if "RFC822.SIZE" in requested:
        items.append(b"RFC822.SIZE %d" % len(raw))
    if "BODYSTRUCTURE" in requested:
        items.append(b"BODYSTRUCTURE " + plain_structure(raw))
    fields = re.search(r"BODY\.PEEK\[HEADER\.FIELDS \((.*?)\)\]", requested)
    if fields:
        chosen = header_fields(raw, fields[1].split())
        items.append(b"BODY[HEADER.FIELDS (%s)] %s" % (fields[1].encode(), literal(chosen)))
    if "BODY.PEEK[]" in requested:
        items.append(b"BODY[] " + literal(raw))
    return b" ".join(items)


def plain_structure(raw: bytes) -> bytes:
    """BODYSTRUCTURE of a text mail."""
    text = raw.partition(b"\r\n\r\n")[2]
    sizes = b"%d %d" % (len(text), text.count(b"\n"))
    return b'("TEXT" "PLAIN" ("CHARSET" "UTF-8") NIL NIL "8BIT" %s NIL NIL NIL NIL)' % sizes


def header_fields(raw: bytes, names: list[str]) -> bytes:
    """The chosen header fields, with all lines of folded ones, and the empty line."""
    header = raw.partition(b"\r\n\r\n")[0] + b"\r\n"
    wanted = {name.upper().encode() for name in names}
    lines = re.findall(rb"[^\r\n]+\r\n(?:[ \t][^\r\n]*\r\n)*", header)
    return b"".join(line for line in lines if line.split(b":")[0].upper() in wanted) + b"\r\n"


def literal(data: bytes) -> bytes:
    """The bytes as a literal: `{size}`, then the bytes."""
    return b"{%d}\r\n%s" % (len(data), data)
