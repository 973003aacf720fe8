#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The unit tests of a build for Windows, under wine.

    tests/windows/units.py BUILD LIBRARIES [NAME...]

runs each tst_NAME.exe of BUILD/bin with the libraries of build-libraries.sh, prints which functions fail, and
exits with 1 if one does. No PostgreSQL: Qt's driver for it is not built.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / "tests" / "support"), str(TOP / "installers" / "windows")]

from postrider_support.wine import Wine, windows_path  # noqa: E402
from stage import library_folders  # noqa: E402

TIME_LIMIT = 180  # seconds; for a test that hangs


@dataclass(frozen=True)
class Outcome:
    """The result of one test program."""

    name: str
    passed: int
    failed: int
    skipped: int
    seconds: float
    complaint: str  # empty if the program passed

    def line(self) -> str:
        state = "FAILED" if self.complaint else "passed"
        counts = f"{self.passed:4} passed, {self.failed} failed, {self.skipped} skipped"
        return f"{state} {self.name:32} {counts}, {self.seconds:.1f} s"


def run(wine: Wine, program: Path, reports: Path) -> Outcome:
    """Runs a test program; if its output lacks the last line, it has crashed."""
    name = program.stem.removeprefix("tst_")
    began = time.monotonic()
    report = reports / f"{name}.txt"  # Qt writes nothing to a file that is its standard output
    try:
        option = f"{windows_path(report)},txt"
        done = wine.run(program, "-o", option, folder=TOP, timeout=TIME_LIMIT)
        errors, status = done.stderr, done.returncode
    except subprocess.TimeoutExpired:
        errors, status = f"not ended within {TIME_LIMIT} s", -1
    text = report.read_text(errors="replace") if report.exists() else ""
    text += errors
    totals = re.search(r"^Totals: (\d+) passed, (\d+) failed, (\d+) skipped", text, re.MULTILINE)
    counts = [int(count) for count in totals.groups()] if totals else [0, 0, 0]
    complaint = ""
    if status != 0 or not totals:
        found = re.findall(r"^(?:FAIL!|XPASS|QFATAL).*(?:\n   .*)*", text, re.MULTILINE)
        complaint = "\n".join(found) or text[-2000:]
        complaint = f"exit status {status}\n{complaint}"
    return Outcome(name, *counts, time.monotonic() - began, complaint)


def main() -> int:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    build, libraries = (Path(word).resolve() for word in sys.argv[1:3])
    named = {f"tst_{name}.exe" for name in sys.argv[3:]}
    programs = sorted(build.glob("bin/tst_*.exe"))
    chosen = [program for program in programs if not named or program.name in named]
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "QT_PLUGIN_PATH": windows_path(libraries / "prefix" / "plugins"),
            "QT_QPA_PLATFORM": "offscreen",
            "OPENSSL_CONF": "/etc/ssl/openssl.cnf",
            # With compiled patterns Qt has an object for each thread, which MinGW frees before its destructor
            # runs (GCC bug 83562): the thread crashes at its end.
            "QT_ENABLE_REGEXP_JIT": "0",
        }
        wine = Wine(Path(folder), tuple(library_folders(libraries)), environment)
        outcomes = []
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for outcome in pool.map(lambda program: run(wine, program, Path(folder)), chosen):
                print(outcome.line(), flush=True)
                if outcome.complaint:
                    print("    " + outcome.complaint.replace("\n", "\n    "), flush=True)
                outcomes.append(outcome)
        wine.end()
    bad = [outcome.name for outcome in outcomes if outcome.complaint]
    functions = sum(outcome.passed for outcome in outcomes)
    print(f"{len(outcomes) - len(bad)} of {len(outcomes)} test programs pass, {functions} functions")
    if bad:
        print("Not: " + ", ".join(bad))
    return 1 if bad or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
