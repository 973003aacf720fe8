#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules of the code that no compiler checks. Prints each breach as file:line: text, and then exits with 1.

1. Every source file starts with its licence line.
2. A room includes only the rooms that its CMakeLists.txt names (USES), or that those name.
3. The coroutine rule: a co_await is a statement of its own or initialises a named variable, because
   g++ 12 miscompiles other forms. The same expression has no lambda with captures, no braced list and
   no `a ? b : c`, of which g++ 12 runs both branches.
4. Each section of resources/sql is named in the service's code, and each statement that the code asks
   for is a section.
"""
import re
import subprocess
import sys
from pathlib import Path

SOURCE = {".h", ".cpp", ".py", ".sh"}
ROOMS = ("common", "service", "tray")


def tracked_files(top: Path) -> list[Path]:
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=top,
        check=True,
        capture_output=True,
        text=True,
    )
    return [top / name for name in listing.stdout.splitlines() if (top / name).is_file()]


def licence_breaches(path: Path, text: str) -> list[str]:
    head = text.splitlines()[:2]
    if any("SPDX-License-Identifier: GPL-3.0-or-later" in line for line in head):
        return []
    return [f"{path}:1: no SPDX licence line"]


def room_uses(top: Path) -> dict[str, set[str]]:
    """Room -> rooms that it may include, directly or through other rooms."""
    direct: dict[str, set[str]] = {}
    for lists in [
        *top.glob("common/**/CMakeLists.txt"),
        *top.glob("service/*/**/CMakeLists.txt"),
        *top.glob("tray/*/CMakeLists.txt"),
    ]:
        call = re.search(r"postrider_room\((\w+)(.*?)\)\s*$", lists.read_text(), re.S | re.M)
        if not call:
            continue
        uses = re.search(r"\bUSES\b(.*?)(?:\bLINKS\b|\bSOURCES\b|$)", call[2], re.S)
        direct[call[1]] = set(uses[1].split()) if uses else set()

    def closure(room: str, seen: set[str]) -> set[str]:
        for used in direct.get(room, set()) - seen:
            seen.add(used)
            closure(used, seen)
        return seen

    return {room: closure(room, {room}) for room in direct}


def arrow_breaches(path: Path, relative: Path, text: str, uses: dict[str, set[str]]) -> list[str]:
    parts = relative.parts
    room = room_of(parts[:-1] if parts[0] == "common" and len(parts) == 2 else parts[1:-1])
    if room not in uses:
        return []
    breaches = []
    for number, line in enumerate(text.splitlines(), 1):
        include = re.match(r'#include "([\w/]+)/\w+\.h"', line)
        if not include:
            continue
        included = room_of(tuple(include[1].split("/")))
        if included in uses and included not in uses[room]:
            breaches.append(f"{path}:{number}: {room} may not know {included}")
    return breaches


def room_of(folders: tuple[str, ...]) -> str:
    """The name of a room in CMake. A library inside a room is named after both, such as store_mail."""
    return "_".join(folders)


# What may precede co_await: nothing, or `Type name =`.
ALLOWED = re.compile(r"^(?:(?:const |constexpr )?(?:auto|[\w:<>,\s*&]+?)\s*[&*]?\s*\b\w+\s*=\s*)?$")


def without_comments(text: str) -> str:
    """The text with comments and literals blanked, so that line numbers stay the same."""
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"'
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)


def without_condition(before: str) -> str:
    """The text without a label, or a whole condition of an if, for or while, at its beginning."""
    before = re.sub(r"^(?:case [\w:]+:|default:|else\b)\s*", "", before)
    head = re.match(r"(?:if|for|while)\s*\(", before)
    if not head:
        return before
    depth = 0
    for at in range(head.end() - 1, len(before)):
        depth += {"(": 1, ")": -1}.get(before[at], 0)
        if depth == 0:
            return before[at + 1 :].strip()
    return before  # the co_await is inside the condition


def coroutine_breaches(path: Path, text: str) -> list[str]:
    breaches = []
    code = without_comments(text)
    for match in re.finditer(r"\bco_await\b", code):
        if re.search(r"operator\s*$", code[: match.start()]):
            continue
        begin = max(code.rfind(c, 0, match.start()) for c in ";{}") + 1
        before = " ".join(code[begin : match.start()].split())
        before = without_condition(before)
        number = code.count("\n", 0, match.start()) + 1
        if not ALLOWED.match(before):
            breaches.append(
                f"{path}:{number}: co_await must be a statement or initialise a " f"variable, not follow '{before}'"
            )
            continue
        end = code.find(";", match.end())
        statement = code[match.end() : end]
        if re.search(r"\[[^\]\s][^\]]*\]\s*(?:\(|\{|mutable)", statement):
            breaches.append(f"{path}:{number}: a lambda with captures in a co_await expression")
        elif "{" in statement:
            breaches.append(f"{path}:{number}: a braced list in a co_await expression")
        elif re.search(r"(?<!:)\?(?!\?)", statement):
            breaches.append(f"{path}:{number}: a condition in a co_await expression")
    return breaches


def sql_breaches(sections: dict[str, Path], sources: dict[Path, str]) -> list[str]:
    """sections: name -> file that has it; sources: file -> its text."""
    breaches = []
    quoted = {word for text in sources.values() for word in re.findall(r'"([a-z_0-9]+)"', text)}
    for name, file in sorted(sections.items()):
        if name not in quoted:
            breaches.append(f"{file}:1: no code uses the statement {name}")
    for path, text in sorted(sources.items()):
        for match in re.finditer(r"""\b(?:query|sqlText)\((?:[\w.()]+,\s*)?"([a-z_0-9]+)\"""", text):
            if match[1] not in sections:
                number = text.count("\n", 0, match.start()) + 1
                breaches.append(f"{path}:{number}: resources/sql has no statement {match[1]}")
    return breaches


def sql_sections(top: Path) -> dict[str, Path]:
    return {
        name: file.relative_to(top)
        for file in sorted((top / "resources" / "sql").glob("*.sql"))
        for name in re.findall(r"^-- name: (\w+)", file.read_text(), re.MULTILINE)
    }


def main() -> int:
    top = Path(sys.argv[1]).resolve()
    uses = room_uses(top)
    breaches: list[str] = []
    sources: dict[Path, str] = {}
    for path in tracked_files(top):
        if path.suffix not in SOURCE:
            continue
        text = path.read_text(errors="replace")
        relative = path.relative_to(top)
        breaches += licence_breaches(relative, text)
        if relative.parts[0] in ROOMS and path.suffix in {".h", ".cpp"}:
            breaches += arrow_breaches(relative, relative, text, uses)
        if path.suffix in {".h", ".cpp"}:
            breaches += coroutine_breaches(relative, text)
        if relative.parts[0] == "service":
            sources[relative] = text
    breaches += sql_breaches(sql_sections(top), sources)
    print("\n".join(breaches) or "the house is in order")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
