# SPDX-License-Identifier: GPL-3.0-or-later
"""The browsers that are installed."""

import shutil
from pathlib import Path


def headless_program() -> str | None:
    """Chromium's headless shell, or the whole Chromium if the shell is not installed.

    The shell cannot show a window of its own and takes a third less time. It refuses notifications.
    """
    return _first("chromium-headless-shell") or chromium_program()


def chromium_program() -> str | None:
    """The whole Chromium or Chrome; None if none is installed that tests can use."""
    return _first("chromium", "google-chrome", "google-chrome-stable")


def firefox_program() -> str | None:
    """Firefox; None if none is installed that tests can use."""
    return _first("firefox-esr", "firefox")


def _first(*names: str) -> str | None:
    found = (shutil.which(name) for name in names)
    return next((path for path in found if path and not is_snap(Path(path))), None)


def is_snap(program: Path) -> bool:
    """Whether it is a snap or Ubuntu's script that installs one; a snap cannot read /tmp."""
    if "snap" in program.parts or "snap" in program.resolve().parts:
        return True
    with program.open("rb") as file:
        start = file.read(4096)
    return start.startswith(b"#!") and b"/snap/" in start
