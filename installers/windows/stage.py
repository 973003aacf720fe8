#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The folder that make.py makes installers of: our programs, and every library that they need.

    installers/windows/stage.py BUILD LIBRARIES STAGE

takes the programs of the build folder BUILD and the libraries of build-libraries.sh (LIBRARIES/prefix), or those of
the compiler. What a program loads by itself when it runs is in the list of plugins below.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAMS = ("postriderd.exe", "postrider-tray.exe")
PLUGINS = (
    "imageformats/qico.dll",
    "imageformats/qjpeg.dll",
    "platforms/qwindows.dll",
    "sqldrivers/qsqlite.dll",
    "styles/qwindowsvistastyle.dll",
    "tls/qopensslbackend.dll",
)
# Loaded by tls/qopensslbackend.dll.
LOADED = ("libssl-3-x64.dll", "libcrypto-3-x64.dll")
COMPILER = "x86_64-w64-mingw32-g++-posix"
TOOLS = "x86_64-w64-mingw32"


def library_folders(libraries: Path) -> list[Path]:
    """Where libraries are that Windows does not have."""
    folders = [libraries / "prefix" / "bin"]
    for name in ("libstdc++-6.dll", "libwinpthread-1.dll"):
        found = output(COMPILER, f"-print-file-name={name}").strip()
        folders.append(Path(found).resolve().parent)
    return folders


def windows_folder() -> Path:
    """The import libraries of what Windows has."""
    return Path(output(COMPILER, "-print-file-name=libkernel32.a").strip()).resolve().parent


def output(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def imports(file: Path) -> set[str]:
    """Names of the libraries that it is linked with."""
    return set(re.findall(r"DLL Name: (\S+)", output(f"{TOOLS}-objdump", "-p", file)))


def is_of_windows(name: str) -> bool:
    stem = name.lower().rpartition(".")[0]
    return stem.startswith("api-ms-win-") or (windows_folder() / f"lib{stem}.a").exists()


def add(file: Path, stage: Path, name: str, folders: list[Path]) -> None:
    """Copies it to that name without symbols, and what it is linked with beside the programs."""
    target = stage / name
    if target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([f"{TOOLS}-strip", "-o", target, file], check=True)
    for needed in sorted(imports(file)):
        found = next((folder / needed for folder in folders if (folder / needed).exists()), None)
        if found:
            add(found, stage, needed, folders)
        elif not is_of_windows(needed):
            sys.exit(f"{file} needs {needed}, which is nowhere")


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    build, libraries, stage = (Path(word).resolve() for word in sys.argv[1:])
    shutil.rmtree(stage, ignore_errors=True)
    folders = library_folders(libraries)
    for name in PROGRAMS:
        add(build / "bin" / name, stage, name, folders)
    for name in LOADED:
        add(libraries / "prefix" / "bin" / name, stage, name, folders)
    for name in PLUGINS:
        add(libraries / "prefix" / "plugins" / name, stage, name, folders)
    files = [path for path in stage.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    print(f"{stage}: {len(files)} files, {size / 2**20:.0f} MiB")


if __name__ == "__main__":
    main()
