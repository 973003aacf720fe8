#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that clang-format and black would change no file; with --fix they change them (./dev format).

Other versions of both format some lines differently. With another version nothing is checked, and the
test is skipped. Debian 12 has the versions below.
"""
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[2]
CLANG_FORMAT_VERSION = "14."
BLACK_VERSION = "23."
LINE_LENGTH = "120"
SKIPPED = 77


def tracked(*patterns: str) -> list[str]:
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns],
        cwd=TOP,
        check=True,
        capture_output=True,
        text=True,
    )
    return [name for name in listing.stdout.splitlines() if (TOP / name).is_file()]


def has_version(program: str, version: str) -> bool:
    """Whether the program is installed in that version; if not, prints the reason."""
    try:
        shown = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
    except FileNotFoundError:
        print(f"{program} is not installed.")
        return False
    words = shown.replace(",", " ").split()
    if any(word.startswith(version) for word in words):
        return True
    print(f"{program} has another version than {version}*: {shown.splitlines()[0]}")
    return False


def main() -> int:
    fix = sys.argv[1:] == ["--fix"]
    if not (has_version("clang-format", CLANG_FORMAT_VERSION) and has_version("black", BLACK_VERSION)):
        return 1 if fix else SKIPPED
    clang_options = ["-i"] if fix else ["--dry-run", "-Werror"]
    black_options = [] if fix else ["--check"]
    results = [
        subprocess.run(["clang-format", *clang_options, *tracked("*.cpp", "*.h")], cwd=TOP),
        subprocess.run(["black", "-q", "-l", LINE_LENGTH, *black_options, *tracked("*.py")], cwd=TOP),
    ]
    if all(result.returncode == 0 for result in results):
        return 0
    print("Some files are not formatted. To format them, run: ./dev format")
    return 1


if __name__ == "__main__":
    sys.exit(main())
