#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks whether the code compiles for Windows, as far as that is possible here.

There is no Qt for Windows in Debian, but the headers of its Qt 6.4 are the same: mingw reads each source of the tray,
of what programs share, and those of the service that have code of their own for Windows, and checks
them without generating code. Exits with 77 if the compiler is missing, with 1 if
POSTRIDER_REQUIRE_SERVERS is set too. Also exits with 77 for a newer Qt: Debian 13 leaves a header out that
Windows needs.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
COMPILER = "x86_64-w64-mingw32-g++-posix"
QT = Path("/usr/include/x86_64-linux-gnu/qt6")
MODULES = ("QtCore", "QtGui", "QtWidgets", "QtNetwork", "QtSql", "QtHttpServer", "QtWebSockets")

# Sources of other systems only: CMakeLists.txt leaves them out on Windows.
ELSEWHERE = re.compile(r"(_unix|_linux|_mac|_dbus)\.cpp$")
LINUX_ONLY = {
    "tray/desktop/xembedtray.cpp",
    "tray/desktop/launchercount.cpp",
    "tray/notify/dbusnotifier.cpp",
    "service/net/epolldispatcher.cpp",
}
OPTIONS = [
    "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wshadow", "-Werror",
    "-Wno-missing-field-initializers", "-Wno-attributes", "-Winvalid-pch",
    "-D_WIN32_WINNT=0x0A00", "-DWIN32", "-DUNICODE", "-D_UNICODE",
    "-DQT_NO_CAST_FROM_ASCII", "-DQT_NO_CAST_TO_ASCII", "-DQT_NO_KEYWORDS", "-DQT_NO_FOREACH",
    "-DQT_WARN_DEPRECATED_UP_TO=0x060400", '-DPOSTRIDER_VERSION="0"',
]  # fmt: skip


def sources() -> list[Path]:
    """The sources that are checked."""
    everywhere = [*TOP.glob("tray/**/*.cpp"), *TOP.glob("common/**/*.cpp")]
    marked = [file for file in TOP.glob("service/**/*.cpp") if re.search(r"\bQ_OS_|\b_?WIN32\b", file.read_text())]
    chosen = [file for file in everywhere + marked if not ELSEWHERE.search(file.name)]
    return sorted(file for file in chosen if str(file.relative_to(TOP)) not in LINUX_ONLY)


def includes(folder: Path) -> list[str]:
    """Our headers, Qt's, and only the libraries' own ones: headers of this system are not for Windows."""
    for name in ("openssl", "qcoro6", "qt6keychain", "zstd.h", "zstd_errors.h", "uchardet"):
        found = [base / name for base in (Path("/usr/include"), Path("/usr/include/x86_64-linux-gnu"))]
        merged = [path for path in found if path.exists()]
        if merged and merged[0].is_dir():
            (folder / name).mkdir()
            for path in merged:
                for header in path.iterdir():
                    (folder / name / header.name).symlink_to(header)
        elif merged:
            (folder / name).symlink_to(merged[0])
    system = [
        QT,
        *(QT / module for module in MODULES),
        folder,
        folder / "qcoro6",
        folder / "qcoro6" / "qcoro",
        folder / "qcoro6" / "QCoro",
    ]
    ours = [TOP, TOP / "tray", TOP / "common", TOP / "service"]
    return [f"-I{path}" for path in ours] + [part for path in system for part in ("-isystem", str(path))]


def main() -> int:
    if not shutil.which(COMPILER) or not QT.exists():
        print(f"not installed: {COMPILER}, or the headers of Qt in {QT}")
        return 1 if os.environ.get("POSTRIDER_REQUIRE_SERVERS") == "1" else 77
    if (
        "qwindowdefs_win.h" in (QT / "QtGui" / "qwindowdefs.h").read_text()
        and not (QT / "QtGui" / "qwindowdefs_win.h").exists()
    ):
        print("the headers of Qt here lack those of Windows")
        return 77
    named = [TOP / name for name in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        common = [COMPILER, *OPTIONS, *includes(Path(folder))]
        header = Path(folder) / "qt.h"
        header.write_text("#include <QtCore/QtCore>\n#include <QtNetwork/QtNetwork>\n")
        made = [option for option in common if option not in ("-fsyntax-only", "-Werror")]
        subprocess.run([*made, "-x", "c++-header", str(header), "-o", f"{header}.gch"], check=True)

        def check(file: Path) -> bool:
            done = subprocess.run([*common, "-include", str(header), str(file)], capture_output=True, text=True)
            if done.returncode:
                print(f"{file.relative_to(TOP)}:\n{done.stderr[:4000]}", flush=True)
            return done.returncode == 0

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(check, named or sources()))
    print(f"{results.count(True)} of {len(results)} files compile")
    return 0 if all(results) and len(results) > (0 if named else 50) else 1


if __name__ == "__main__":
    sys.exit(main())
