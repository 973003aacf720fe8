#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Brings the .ts files up to date with the texts in the sources; with a language (`fr`, `pt_BR`) adds one.

The one place that knows how lupdate is run; tests/house/translations.py runs it on copies.
"""
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
SOURCES = ("tray", "common")  # who may have tr()
PLURALS_ONLY = "postrider-tray_en.ts"  # English is the source; its plurals are not


def lupdate() -> str:
    """Qt 6's own; others of that name may be older."""
    for name in ("/usr/lib/qt6/bin/lupdate", "lupdate6", "lupdate-qt6", "lupdate"):
        if found := shutil.which(name):
            return found
    sys.exit("lupdate is missing: ./dev needs names what to install")


def update(file: Path) -> str:
    """Brings one file up to date, or makes it; what lupdate printed."""
    # Without line numbers: they would change with each line of code.
    options = ["-locations", "none", "-no-obsolete", "-no-ui-lines", "-source-language", "en"]
    if file.name == PLURALS_ONLY:
        options.append("-pluralonly")
    if not file.exists():
        options += ["-target-language", file.stem.removeprefix("postrider-tray_")]
    command = [lupdate(), *SOURCES, *options, "-ts", str(file)]
    done = subprocess.run(command, cwd=TOP, check=True, capture_output=True, text=True)
    return done.stdout + done.stderr


def main() -> None:
    """All files, and those of the languages that are named."""
    folder = Path(__file__).parent
    files = {folder / f"postrider-tray_{language}.ts" for language in sys.argv[1:]}
    for file in sorted(files | set(folder.glob("*.ts"))):
        print(update(file), end="")


if __name__ == "__main__":
    main()
