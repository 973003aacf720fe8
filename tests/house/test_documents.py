# SPDX-License-Identifier: GPL-3.0-or-later
"""All that documents name exists: files, commands, options, keys, variables, metrics, addresses, versions."""

import json
import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
# Folders with our documents. Documents of npm packages in them are not ours.
FOLDERS = ("docs", "service", "tray", "common", "tests", "installers", "translations", "resources")
# Written by the benchmarks.
GENERATED = {TOP / "tests/bench/RESULTS.md"}
DOCUMENTS = [
    *sorted(TOP.glob("*.md")),
    *sorted(
        path
        for folder in FOLDERS
        for path in (TOP / folder).rglob("*.md")
        if "node_modules" not in path.parts and path not in GENERATED
    ),
]
MOST_LINES = {"README.md": 140, "ARCHITECTURE.md": 240}
WIDTH = 120
# A path in a document, such as store/mail/threader, is below one of these folders and may lack its ending.
PLACES = ("", "service", "tray", "common", "installers", "resources", "tests", "tests/support", "resources/web/src")
ENDINGS = ("", ".h", ".cpp", ".py", ".md", ".mjs", ".ts", ".tsx")
# Paths that need not exist: folders of builds, and a file that an administrator may add.
EXAMPLES = {
    "build/dev",
    "build/release",
    "build/packages",
    "build/servers",
    "resources/oauth/providers.json",
}

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(TOP)))


def text_of(document: Path) -> str:
    return document.read_text()


def quoted(text: str) -> list[str]:
    """The texts between backticks."""
    return re.findall(r"`([^`\n]+)`", text)


def shell_lines(text: str) -> list[str]:
    """Commands in indented blocks and between backticks, without comments; continued lines as one."""
    text = text.replace("\\\n", " ")
    lines = re.findall(r"^    (.*)$", text, re.MULTILINE) + quoted(text)
    return [re.sub(r"\s#.*", "", line) for line in lines]


def exists(path: str) -> bool:
    if "*" in path:
        return any(any((TOP / place).glob(path)) for place in PLACES)
    found = (TOP / place / f"{path}{ending}" for place in PLACES for ending in ENDINGS)
    return any(one.exists() for one in found)


def is_ours(word: str) -> bool:
    """Whether a word is a path of this tree: several parts, of which the first is one of its folders."""
    first, slash, rest = word.partition("/")
    if not slash or not first or not rest or not re.fullmatch(r"[\w.*/-]+", word) or word in EXAMPLES:
        return False
    return any((TOP / place / first).is_dir() for place in PLACES if (TOP / place).is_dir())


def test_paths_of_this_tree_are_told_from_others() -> None:
    assert is_ours("service/api/mails.cpp") and exists("service/api/mails.cpp")
    assert is_ours("store/mail/threader") and exists("store/mail/threader")
    assert is_ours("service/api/nothing.cpp") and not exists("service/api/nothing.cpp")
    assert is_ours("store/nothing*") and not exists("store/nothing*")
    assert not is_ours("/etc/postrider/postrider.conf") and not is_ours("text/html")


def anchors(document: Path) -> set[str]:
    """What a link may have after `#`: the document's headings in GitHub's form."""
    heads = re.findall(r"^#+ (.*)$", text_of(document), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@each_document
def test_links_lead_to_files_and_headings(document: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", text_of(document)):
        if "://" not in target:
            page = document.parent / target if target else document
            assert page.exists(), target
            assert not anchor or anchor in anchors(page), f"{target}#{anchor}"


def test_references_in_the_code_lead_to_documents() -> None:
    """Documents that comments name exist."""
    names = re.compile(r"[\w/.-]*(?:README|ARCHITECTURE|CONTRIBUTING)\.md")
    for folder in ("service", "tray", "common"):
        for path in [*(TOP / folder).rglob("*.h"), *(TOP / folder).rglob("*.cpp")]:
            for name in names.findall(path.read_text()):
                assert (TOP / name).exists(), f"{path}: {name}"


@each_document
def test_lines_fit_a_window(document: Path) -> None:
    """Except tables and commands, which cannot be broken, and the changelog, to which everybody adds."""
    if document.name == "CHANGELOG.md":
        return
    for number, line in enumerate(text_of(document).splitlines(), 1):
        assert len(line) <= WIDTH or line.startswith(("|", "    ")), f"{document}:{number}"


@pytest.mark.parametrize(("name", "most"), MOST_LINES.items())
def test_first_pages_are_short(name: str, most: int) -> None:
    assert len(text_of(TOP / name).splitlines()) <= most


@each_document
def test_paths_exist(document: Path) -> None:
    wrong = [word for word in quoted(text_of(document)) if is_ours(word) and not exists(word)]
    assert wrong == []


@each_document
def test_commands_of_dev_exist(document: Path) -> None:
    usage = (TOP / "dev").read_text().partition("usage() {")[2]
    known = set(re.findall(r"^\./dev (\w+)", usage, re.MULTILINE)) | {"help"}
    flags = set(re.findall(r"--[a-z]+", usage))
    for line in shell_lines(text_of(document)):
        for word, rest in re.findall(r"\./dev ([a-z]+)([^`|;&]*)", line):
            assert word in known, line
            if word in ("test", "packages"):
                assert set(re.findall(r"--[a-z]+", rest)) <= flags, line


@each_document
def test_commands_and_options_of_the_service_exist(document: Path) -> None:
    completion = (TOP / "installers/completion/postriderd").read_text()
    manual = (TOP / "installers/man/postriderd.8.in").read_text().replace("\\-", "-")
    words = set(re.findall(r"[a-z][a-z-]+", completion))
    options = set(re.findall(r"--[a-z][a-z-]+", completion + manual))
    for line in shell_lines(text_of(document)):
        called = re.search(r"(?<![\w/@.-])postriderd((?: .*)?)$", line)
        if not called or re.search(r"systemctl|journalctl|systemd-analyze|--unit", line):
            continue
        rest = called[1].partition(" >")[0]
        assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", rest)) <= options, line
        plain = re.sub(r"--[a-z-]+ [^\s-]\S*", "", rest)
        first = re.match(r"\s*([a-z][a-z-]+)\b", plain)
        assert not first or first[1] in words, line


@each_document
def test_keys_of_the_configuration_exist(document: Path) -> None:
    section, known = "", set()
    for line in (TOP / "installers/common/postrider.conf").read_text().splitlines():
        if head := re.match(r"#?\[([\w.]+)\]", line):
            section = f"{head[1].partition('.')[0]}."
        elif key := re.match(r"#?(\w+) = ", line):
            known.add(section + key[1])
    sections = {key.partition(".")[0] for key in known if "." in key} - {"oauth"}
    names = "\n".join(path.read_text() for path in (TOP / "service/events").glob("*.cpp"))
    for word in quoted(text_of(document)):
        key = re.fullmatch(r"(\w+)\.(\w+)(?: = .*)?", word)
        if key and key[1] in sections:
            name = f"{key[1]}.{key[2]}"
            assert name in known or f'"{name}"' in names, word  # mail.received is an event


def test_table_of_the_configuration_has_every_key() -> None:
    rows = re.findall(r"^\| (`.*?) \|", text_of(TOP / "docs/configuration.md"), re.MULTILINE)
    named = {word for row in rows for word in quoted(row)}
    section = ""
    for line in (TOP / "installers/common/postrider.conf").read_text().splitlines():
        if head := re.match(r"#?\[([\w.]+)\]", line):
            section = f"{head[1]}."
        elif key := re.match(r"#?(\w+) = ", line):
            name = section + key[1]
            assert {name, f"{section}*", re.sub(r"\.\w+\.\w+$", ".NAME.*", name)} & named, name


def room_table() -> dict[str, set[str]]:
    """The rooms of ARCHITECTURE.md with those that each may include."""
    rows = re.findall(r"^\| \[(\w+)\]\(\S+\) \| .* \| ([\w –]+) \|$", text_of(TOP / "ARCHITECTURE.md"),
                      re.MULTILINE)  # fmt: skip
    return {room: set(uses.split()) - {"–"} for room, uses in rows}


def built_rooms() -> dict[str, set[str]]:
    built: dict[str, set[str]] = {}
    for folder in ("common", "service", "tray"):
        for path in (TOP / folder).rglob("CMakeLists.txt"):
            for name, body in re.findall(r"postrider_room\((\w+)\b(.*?)\)\s*$", path.read_text(), re.S | re.M):
                uses = re.search(r"\bUSES\b(.*?)(?:\bLINKS\b|$)", body, re.S)
                built[name] = set(uses[1].split()) if uses else set()
    return built


def test_table_of_rooms_is_that_of_the_build() -> None:
    """The libraries of the store count as the store."""
    built: dict[str, set[str]] = {}
    for name, uses in built_rooms().items():
        room = name.partition("_")[0]
        built[room] = built.get(room, set()) | {use.partition("_")[0] for use in uses} - {room}
    assert len(built) > 30 and room_table() == built


def test_table_of_the_store_is_that_of_the_build() -> None:
    rows = re.findall(
        r"^\| \[([\w/]+)\]\(\1\) \| .* \| ([\w/ ]+) \|$", text_of(TOP / "service/store/README.md"), re.MULTILINE
    )
    wing = {
        name.removeprefix("store_"): {use.removeprefix("store_") for use in uses}
        for name, uses in built_rooms().items()
        if name.startswith("store_")
    }
    assert {name.replace("/", "_"): set(uses.replace("/", "_").split()) for name, uses in rows} == wing
    assert [name for name, _ in rows] == re.findall(
        r"^add_subdirectory\(([\w/]+)\)", text_at("service/store/CMakeLists.txt"), re.MULTILINE
    )


def test_table_of_mutexes_is_complete() -> None:
    """The table names exactly the files that declare a mutex."""
    declares = re.compile(r"^ +(?:mutable )?(?:std::\w*mutex|QMutex|QReadWriteLock) \w+;", re.MULTILINE)
    having = {
        path.relative_to(TOP).with_suffix("")
        for folder in ("common", "service")
        for path in [*(TOP / folder).rglob("*.h"), *(TOP / folder).rglob("*.cpp")]
        if declares.search(path.read_text())
    }
    section = text_of(TOP / "service/README.md").partition("| mutex in |")[2].partition("\n\n")[0]
    rows = [row.partition(" | ")[0] for row in section.splitlines() if row.startswith("| `")]
    named = {word.removesuffix(".cpp") for row in rows for word in quoted(row)}
    short = {str(path).removeprefix("service/") for path in having}
    assert {name.removeprefix("service/") for name in named} == short


def test_table_of_threads_has_every_name() -> None:
    code = "\n".join(path.read_text() for path in (TOP / "service").rglob("*.cpp"))
    names = set(re.findall(r'setObjectName\((?:u|QStringLiteral\()"([\w-]+)"', code))
    names |= set(re.findall(r'u"(db-\w+)"_s', code))
    section = text_of(TOP / "ARCHITECTURE.md").partition("## Threads")[2].partition("\n## ")[0]
    assert len(names) == 10
    for name in names:
        assert re.search(rf"^\| `{name}`", section, re.MULTILINE), name


# Names that walks invent as examples, so the code does not have them.
MADE_UP = {"archiveMail", "GETMETADATA", "archive"}
WALKS = ("An endpoint", "A migration", "An IMAP command")


def steps(walk: str) -> list[str]:
    """The numbered steps of a walk of CONTRIBUTING.md."""
    found = re.search(rf"^## {walk}$(.*?)^## ", text_of(TOP / "CONTRIBUTING.md"), re.M | re.S)
    assert found
    return re.split(r"^\d+\. ", found[1], flags=re.MULTILINE)[1:]


def names_in(step: str) -> set[str]:
    """The identifiers in the code that a step quotes."""
    words = [word for word in quoted(step.replace("\n   ", " ")) if not is_ours(word.rstrip("/"))]
    words = [word for word in words if "." not in word and not re.search(r"^[A-Z]+ /|:$", word)]
    return {name for word in words for name in re.findall(r"[A-Za-z_][\w-]*\w", word)} - MADE_UP


def text_at(path: str) -> str:
    """The text of a file, or of all files in a folder."""
    where = TOP / path
    files = [where] if where.is_file() else [one for one in where.rglob("*") if one.is_file()]
    return "\n".join(one.read_text(errors="replace") for one in files)


@pytest.mark.parametrize("walk", WALKS)
def test_walks_name_what_is_in_the_files_that_they_name(walk: str) -> None:
    assert len(steps(walk)) >= 3
    for step in steps(walk):
        paths = [word for word in quoted(step) if is_ours(word.rstrip("/"))]
        assert paths, step
        assert [path for path in paths if not (TOP / path).exists()] == []
        code = "\n".join(text_at(path) for path in paths)
        missing = [name for name in sorted(names_in(step)) if not re.search(rf"(?<!\w){re.escape(name)}\b", code)]  # fmt: skip
        assert missing == [], step


def test_walks_are_checked_name_by_name() -> None:
    endpoint = "".join(steps("An endpoint"))
    assert {"OPERATIONS", "Body", "Transaction", "publish", "commit", "ApiError"} <= names_in(endpoint)
    assert "copyTables" in names_in("".join(steps("A migration")))
    assert "co_await" in names_in("".join(steps("An IMAP command")))


def test_what_walks_say_about_lists_is_so() -> None:
    """Routes are lines that call `change`; CMake finds statements and tests without a list."""
    assert re.search(r'^    change\("POST", "/api/v1/mails/', text_at("service/api/mails.cpp"), re.MULTILINE)
    assert "GLOB_RECURSE statements CONFIGURE_DEPENDS" in text_at("service/store/sql/CMakeLists.txt")
    assert "GLOB files CONFIGURE_DEPENDS test_*.py" in text_at("tests/integration/CMakeLists.txt")


def test_walk_of_a_migration_names_a_number_that_is_free_in_both_databases() -> None:
    walk = " ".join(steps("A migration"))
    example = re.search(r"next number; `(\d{4})_\w+\.sql` stands for it", " ".join(walk.split()))
    assert example
    for engine in ("sqlite", "postgresql"):
        folder = TOP / "resources/sql" / engine / "migrations"
        assert f"`{folder.relative_to(TOP)}/`" in walk
        assert int(example[1]) > max(int(path.name[:4]) for path in folder.glob("*.sql"))


def test_files_to_read_first_are_there() -> None:
    section = text_of(TOP / "ARCHITECTURE.md").partition("## Ten files to read first")[2].partition("\n## ")[0]
    files = re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)
    assert len(files) == 10 and all((TOP / file).is_file() for file in files)


def code_of(*patterns: str) -> str:
    return "\n".join(path.read_text() for pattern in patterns for path in TOP.glob(pattern))


@each_document
def test_variables_and_options_of_the_build_exist(document: Path) -> None:
    code = code_of("service/**/*.cpp", "**/CMakeLists.txt", "installers/**/*.cmake", "CMakePresets.json", "dev",
                   "tests/**/*.py", "installers/macos/*.sh", "tests/support/*.h", "tests/support/*.cpp")  # fmt: skip
    for name in re.findall(r"\bPOSTRIDER_[A-Z_]+[A-Z]\b", text_of(document)):
        assert re.search(rf"\b{name}\b", code), name


@each_document
def test_metrics_exist(document: Path) -> None:
    code = code_of("service/**/*.cpp")
    for name in re.findall(r"\bpostrider_[a-z_]+", text_of(document)):
        if name.startswith(("postrider_support", "postrider_browser")):
            continue
        assert f'"{re.sub("_(bucket|sum|count)$", "", name)}' in code, name


@each_document
def test_presets_exist(document: Path) -> None:
    presets = json.loads((TOP / "CMakePresets.json").read_text())["configurePresets"]
    for name in re.findall(r"--preset (\w+)", text_of(document)):
        assert name in {preset["name"] for preset in presets}


def project_version() -> str:
    found = re.search(r"project\(Postrider VERSION ([\d.]+)", (TOP / "CMakeLists.txt").read_text())
    assert found
    return found[1]


def test_changelog_has_the_version_of_the_program() -> None:
    text = (TOP / "CHANGELOG.md").read_text()
    heads = re.findall(r"^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$", text, re.MULTILINE)
    assert heads[0] == ("Unreleased", "") and heads[1][0] == project_version() and heads[1][1]
    for name, _ in heads:
        assert re.search(rf"^\[{re.escape(name)}\]: https://", text, re.MULTILINE), name
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= kinds


def test_supported_versions_have_the_current_one() -> None:
    current = ".".join(project_version().split(".")[:2])
    assert f"| {current} | yes |" in (TOP / "SECURITY.md").read_text()


def test_every_place_has_the_same_version() -> None:
    version = project_version()
    description = json.loads((TOP / "resources/openapi/openapi.json").read_text())
    assert description["info"]["version"] == version
    assert json.loads((TOP / "vcpkg.json").read_text())["version"] == version
    assert (TOP / "installers/debian/changelog").read_text().startswith(f"postrider ({version}-")
    for document in DOCUMENTS:
        for found in re.findall(r"postrider(?:-tray)?_(\d+\.\d+\.\d+)-1_", text_of(document)):
            assert found == version, document


def test_holes_are_reported_to_who_answers_for_the_packages() -> None:
    text = (TOP / "installers/packages.cmake").read_text()
    contact = re.search(r'set\(POSTRIDER_CONTACT "([^"]+)"', text)
    assert contact and contact[1] in (TOP / "SECURITY.md").read_text()
