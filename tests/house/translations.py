#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that each language has each text of the sources. Prints each fault, and then exits with 1.

1. lupdate finds nothing in the sources that is not in the file, and warns of nothing.
2. No text is unfinished or empty, and each plural has as many forms as the language needs.
3. A translation has the same %1, %L1 and %n as its source, and a key (&) where the source has one.
"""
import re
import shutil
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "translations"))

import update  # noqa: E402

FORMS = {"zh": 1, "ja": 1, "ko": 1, "ru": 3, "uk": 3, "pl": 3, "cs": 3}  # others: 2


def texts(file: Path) -> dict[tuple[str, str, str], ET.Element]:
    """All messages by context, source and comment."""
    found = {}
    for context in ET.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            key = (
                context.findtext("name", ""),
                message.findtext("source", ""),
                message.findtext("comment", ""),
            )
            found[key] = message
    return found


def keys(text: str) -> int:
    """How many keyboard keys the text marks with `&`."""
    return len(re.findall(r"&(?!&)\S", text.replace("&&", "")))


def faults(source: str, message: ET.Element, language: str) -> list[str]:
    """What is wrong with one translation."""
    translation = message.find("translation")
    if translation is None or translation.get("type"):
        return ["is not translated"]
    forms = [form.text or "" for form in translation.findall("numerusform")] or [translation.text or ""]
    wanted = FORMS.get(language.split("_")[0], 2) if message.get("numerus") else 1
    found = [f"has {len(forms)} plural forms, not {wanted}"] if len(forms) != wanted else []
    for form in forms:
        if not form.strip():
            found.append("is empty")
        # One form may spell the number out; the others show it.
        if Counter(re.findall(r"%L?\d", form)) != Counter(re.findall(r"%L?\d", source)):
            found.append("has other places for values")
        if keys(form) != keys(source):
            found.append("has other keys (&)")
    if "%n" in source and not any("%n" in form for form in forms):
        found.append("has no place for the number")
    return found


def check(file: Path, fresh: Path) -> list[str]:
    """What is wrong with one file; `fresh` is a copy to run lupdate on."""
    shutil.copy(file, fresh)
    said = update.update(fresh)
    language = file.stem.removeprefix("postrider-tray_")
    found = [f"lupdate says: {line.strip()}" for line in said.splitlines() if "warning" in line.lower()]
    there, wanted = texts(file), texts(fresh)
    found += [f"is missing, run translations/update.py: {key}" for key in wanted.keys() - there.keys()]
    found += [f"is nowhere in the sources, run translations/update.py: {key}" for key in there.keys() - wanted.keys()]
    for key in there.keys() & wanted.keys():
        found += [f"{fault}: {key}" for fault in faults(key[1], there[key], language)]
    return [f"translations/{file.name}: {fault}" for fault in found]


def main() -> int:
    files = sorted((update.TOP / "translations").glob("*.ts"))
    found = [] if len(files) >= 3 else ["translations/: no files"]
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            found += check(file, Path(folder) / file.name)
    print("\n".join(found) or "every text is translated")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
