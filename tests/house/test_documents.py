# SPDX-License-Identifier: GPL-3.0-or-later
"""What documents name exists: files, commands, options, keys, variables, metrics, addresses, versions."""

import json
import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
DOCUMENTS = [
    *sorted(TOP.glob("*.md")),
    *sorted((TOP / "docs").glob("*.md")),
    TOP / "installers" / "README.md",
    TOP / "translations" / "README.md",
]
# Folders in which documents look for a path such as store/threader, and what may follow it.
PLACES = ("", "service", "tray", "common", "installers", "resources", "tests", "tests/support", "resources/web/src")
ENDINGS = ("", ".h", ".cpp", ".py", ".md", ".mjs", ".ts", ".tsx")
# Paths of made-up things: what somebody may add, or has on a machine of their own.
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
    """What stands between backticks."""
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
    assert is_ours("store/threader") and exists("store/threader")
    assert is_ours("service/api/nothing.cpp") and not exists("service/api/nothing.cpp")
    assert is_ours("store/nothing*") and not exists("store/nothing*")
    assert not is_ours("/etc/postrider/postrider.conf") and not is_ours("text/html")


@each_document
def test_links_lead_to_files(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text_of(document)):
        if "://" not in target:
            assert (document.parent / target).exists(), target


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
