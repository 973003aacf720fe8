#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The installers for Windows of a folder with the programs and every library that they need.

    installers/windows/make.py STAGE OUTPUT

writes OUTPUT/postrider-VERSION-setup.exe (NSIS, for one person) and OUTPUT/postrider-VERSION.msi (WiX, for the
whole machine). Runs on Windows with NSIS and WiX 3, elsewhere with makensis and wixl (Debian: nsis, wixl).
A 64-bit setup program, for a wine without 32 bits: --target amd64-unicode.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path, PurePosixPath
from xml.sax.saxutils import quoteattr

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
ICON = TOP / "installers/icons/postrider.ico"
# Without these nothing starts, or no mail server and no database is reached.
REQUIRED = (
    "postriderd.exe", "postrider-tray.exe", "platforms/qwindows.dll", "sqldrivers/qsqlite.dll", "tls/*.dll",
)  # fmt: skip
ADDED = {
    "LICENSE.txt": TOP / "LICENSE",
    "postrider.conf.example": TOP / "installers/common/postrider.conf",
}
# Identities of components are made of this and their path, so that they stay from version to version.
COMPONENTS = uuid.UUID("9d1c7f1b-6f3a-4c58-9b0e-5c1f5f7a2e64")

Files = dict[PurePosixPath, Path]  # where it is installed, below the folder of the program -> what


def version() -> str:
    found = re.search(r"project\(Postrider VERSION ([\d.]+)", (TOP / "CMakeLists.txt").read_text("utf-8"))
    assert found
    return found[1]


def staged(stage: Path) -> Files:
    missing = [pattern for pattern in REQUIRED if not any(stage.glob(pattern))]
    if missing:
        sys.exit(f"{stage} lacks {', '.join(missing)}")
    files = {PurePosixPath(path.relative_to(stage).as_posix()): path.resolve()
             for path in stage.rglob("*") if path.is_file()}  # fmt: skip
    files |= {PurePosixPath(name): path for name, path in ADDED.items()}
    for name in files:
        if not re.fullmatch(r"[\w./+-]+", str(name)):
            sys.exit(f"{name}: only letters, digits and ./+-_ may be in names of files")
    return dict(sorted(files.items()))


def folders(files: Files) -> list[PurePosixPath]:
    """Every folder below that of the program, parents first."""
    found = {parent for name in files for parent in name.parents if parent.parts}
    return sorted(found)


def nsis_lists(files: Files) -> str:
    """The macros InstallFiles and RemoveFiles of postrider.nsi."""
    lines = ["!macro InstallFiles"]
    for name, path in files.items():
        parent = "" if name.parent == PurePosixPath(".") else f"\\{windows(name.parent)}"
        lines += [f'  SetOutPath "$INSTDIR{parent}"', f'  File "/oname={name.name}" "{path}"']
    lines += ['  SetOutPath "$INSTDIR"', "!macroend", "!macro RemoveFiles"]
    lines += [f'  Delete "$INSTDIR\\{windows(name)}"' for name in files]
    lines += [f'  RMDir "$INSTDIR\\{windows(folder)}"' for folder in reversed(folders(files))]
    return "\n".join([*lines, "!macroend", ""])


def windows(name: PurePosixPath) -> str:
    return str(name).replace("/", "\\")


def identifier(name: PurePosixPath) -> str:
    return "f_" + re.sub(r"[^\w.]", "_", str(name))


def wix_lists(files: Files) -> str:
    """The folders and components of postrider.wxs, one component a file."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    lines += ['<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">', "<Fragment>"]
    lines += [
        '<DirectoryRef Id="INSTALLDIR">',
        *wix_folder(PurePosixPath("."), files),
        "</DirectoryRef>",
    ]
    lines += ['<ComponentGroup Id="Files">']
    lines += [f'<ComponentRef Id="c_{identifier(name)}"/>' for name in files]
    return "\n".join([*lines, "</ComponentGroup>", "</Fragment>", "</Wix>", ""])


def wix_folder(folder: PurePosixPath, files: Files) -> list[str]:
    lines = []
    for name in files:
        if name.parent == folder:
            key = identifier(name)
            lines += [
                f'<Component Id="c_{key}" Guid="{uuid.uuid5(COMPONENTS, str(name))}" Win64="yes">',
                f'<File Id="{key}" Name="{name.name}" Source={quoteattr(f"files/{name}")} KeyPath="yes"/>',
                "</Component>",
            ]
    for inner in folders(files):
        if inner.parent == folder:
            lines += [f'<Directory Id="d_{identifier(inner)}" Name="{inner.name}">']
            lines += [*wix_folder(inner, files), "</Directory>"]
    return lines


def program(*names: str, places: tuple[str, ...] = ()) -> str | None:
    path = os.pathsep.join([os.environ.get("PATH", ""), *places])
    return next((found for name in names if (found := shutil.which(name, path=path))), None)


def run(*command: str | Path, folder: Path = TOP) -> None:
    print(*command, flush=True)
    subprocess.run([str(word) for word in command], check=True, cwd=folder)


def make_setup(output: Path, work: Path, files: Files, target: str | None) -> None:
    lists = work / "files.nsh"
    lists.write_text(nsis_lists(files), "utf-8")
    makensis = program("makensis", places=(r"C:\Program Files (x86)\NSIS",))
    if makensis is None:
        sys.exit("makensis is missing (NSIS)")
    dash = "/" if os.name == "nt" else "-"
    options = [f"{dash}XTarget {target}"] if target else []
    run(makensis, f"{dash}V2", f"{dash}WX", f"{dash}NOCD", *options,
        f"{dash}DVERSION={version()}", f"{dash}DLISTS={lists}",
        f"{dash}DICON={ICON}",
        f"{dash}DOUTPUT={output / f'postrider-{version()}-setup.exe'}", HERE / "postrider.nsi")  # fmt: skip


def make_msi(output: Path, work: Path, files: Files) -> None:
    package = output / f"postrider-{version()}.msi"
    # wixl takes only paths below the source.
    for name, path in files.items():
        (work / "files" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, work / "files" / name)
    shutil.copyfile(ICON, work / "postrider.ico")
    shutil.copyfile(HERE / "postrider.wxs", work / "postrider.wxs")
    (work / "files.wxs").write_text(wix_lists(files), "utf-8")
    sources = ("postrider.wxs", "files.wxs")
    bin_of_wix = (os.path.join(os.environ["WIX"], "bin"),) if "WIX" in os.environ else ()
    candle, light = (program(name, places=bin_of_wix) for name in ("candle", "light"))
    wixl = program("wixl")
    if candle and light:
        run(candle, "-nologo", "-arch", "x64", f"-dVERSION={version()}", *sources, folder=work)
        halves = [source.replace(".wxs", ".wixobj") for source in sources]
        run(light, "-nologo", "-spdb", "-out", package, *halves, folder=work)
    elif wixl:
        run(
            wixl,
            "--arch",
            "x64",
            "-D",
            f"VERSION={version()}",
            "-o",
            package,
            *sources,
            folder=work,
        )
    else:
        sys.exit("neither WiX 3 nor wixl is there")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stage", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--only", choices=("setup", "msi"))
    parser.add_argument("--target", help="of NSIS, such as amd64-unicode")
    options = parser.parse_args()
    files = staged(options.stage)
    output = options.output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        if options.only != "msi":
            make_setup(output, Path(work), files, options.target)
        if options.only != "setup":
            make_msi(output, Path(work), files)


if __name__ == "__main__":
    main()
