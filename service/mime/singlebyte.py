#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes singlebyte.inc beside this file: the charsets of one byte a character that ICU does not
know, from Python's codecs and, where Python has none, from the C library's iconv (glibc). Each entry
has the charset's name, the characters of 0x80 to 0xFF, and those below 0x80 that are not ASCII, each
with its byte. Bytes without a meaning are U+FFFD."""

import pathlib
import subprocess

# converter, as charsetlabels.inc names it: (source, its name there)
CHARSETS = {
    "ARMSCII-8": ("iconv", "ARMSCII-8"),
    "GEORGIAN-ACADEMY": ("iconv", "GEORGIAN-ACADEMY"),
    "GEORGIAN-PS": ("iconv", "GEORGIAN-PS"),
    "ISO-8859-16": ("python", "iso8859_16"),
    "KOI8-RU": ("iconv", "KOI8-RU"),
    "KOI8-T": ("python", "koi8_t"),
    "KZ-1048": ("python", "kz1048"),
    "PTCP154": ("python", "ptcp154"),
    "TCVN": ("iconv", "TCVN5712-1"),
    "VISCII": ("iconv", "VISCII"),
    "x-mac-croatian": ("python", "mac_croatian"),
    "x-mac-icelandic": ("python", "mac_iceland"),
    "x-mac-romanian": ("python", "mac_romanian"),
}


def with_python(name: str, byte: int) -> str:
    return bytes([byte]).decode(name, "replace")


def with_iconv(name: str, byte: int) -> str:
    # A letter behind it: TCVN waits for a combining mark.
    found = subprocess.run(["iconv", "-f", name, "-t", "UTF-8"], input=bytes([byte]) + b"X", capture_output=True)
    text = found.stdout.decode()
    return text[0] if found.returncode == 0 and len(text) == 2 else "\ufffd"


def entry(converter: str, source: str, name: str) -> str:
    read = with_python if source == "python" else with_iconv
    upper = [read(name, byte) for byte in range(0x80, 0x100)]
    low = [(byte, read(name, byte)) for byte in range(0x80) if read(name, byte) != chr(byte)]
    rows = ["    " + ", ".join(map(written, upper[row : row + 12])) for row in range(0, 128, 12)]
    pairs = ", ".join(f"{{ {byte:#04x}, {written(character)} }}" for byte, character in low)
    return f'{{ "{converter}", {{\n' + ",\n".join(rows) + f"\n}}, {{{{ {pairs} }}}} }},"


def written(character: str) -> str:
    return f"{ord(character):#06x}"


def main() -> None:
    head = """// SPDX-License-Identifier: GPL-3.0-or-later
// Made by singlebyte.py: change that. Included by singlebyte.cpp alone.
// clang-format off
"""
    entries = [entry(name, *source) for name, source in sorted(CHARSETS.items())]
    text = head + "\n".join(entries) + "\n// clang-format on\n"
    pathlib.Path(__file__).with_name("singlebyte.inc").write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
