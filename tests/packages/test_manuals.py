# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual pages and the completion agree with the help of the programs."""

import gzip
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Staged, need

Run = Callable[..., str]
PAGES = {
    "postriderd": "share/man/man8/postriderd.8.gz",
    "postrider-tray": "share/man/man1/postrider-tray.1.gz",
    "postrider.conf": "share/man/man5/postrider.conf.5.gz",
}
COMMANDS_OF_ITS_OWN = ("user", "migrate", "migrate-database", "backup", "restore", "export", "import", "verify", "doctor")  # fmt: skip


def page(staged: Staged, name: str) -> str:
    """The source of a manual page, without the escapes of roff."""
    text = gzip.decompress(staged.path(PAGES[name]).read_bytes()).decode()
    return re.sub(r"\\f[BIR]", "", text).replace("\\-", "-").replace("\\e", "\\")


def options(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))


def help_texts(run: Run) -> str:
    return "\n".join(
        [
            run("postriderd", "--help"),
            *(run("postriderd", word, "--help") for word in COMMANDS_OF_ITS_OWN),
        ]
    )


def commands(run: Run) -> set[str]:
    """The words of the list below `Commands:`."""
    block = re.search(r"^Commands:\n(.*?)\n\n", run("postriderd", "--help"), re.MULTILINE | re.DOTALL)
    assert block
    return set(re.findall(r"^  ([a-z-]+)", block[1], re.MULTILINE))


def actions(run: Run) -> set[str]:
    """What `postriderd user` can do."""
    return set(re.findall(r"^postriderd user (\w+)", run("postriderd", "user", "--help"), re.MULTILINE))


@pytest.mark.parametrize("name", PAGES)
def test_page_is_laid_out_without_a_complaint(staged: Staged, name: str) -> None:
    source = gzip.decompress(staged.path(PAGES[name]).read_bytes())
    command = [need("groff"), "-man", "-Tutf8", "-Kutf8", "-ww", "-rLL=100n"]
    done = subprocess.run(command, input=source, capture_output=True)
    assert (done.returncode, done.stderr.decode()) == (0, "")
    assert len(done.stdout.splitlines()) > 20


def test_service_page_has_the_options_of_its_help(staged: Staged, run: Run) -> None:
    own = options(page(staged, "postriderd").replace("systemctl --user", ""))
    others = {"--pipe", "--wait", "--uid"}  # of systemd-run
    assert own - others == options(help_texts(run))


def test_service_page_has_the_commands_of_its_help(staged: Staged, run: Run) -> None:
    text = page(staged, "postriderd")
    section = re.search(r"^\.SH COMMANDS\n(.*?)^\.SH ", text, re.MULTILINE | re.DOTALL)
    assert section
    heads = re.findall(r"^\.TP\n(?:\.[BI]+ )?\"?([^\n\"]+)", section[1], re.MULTILINE)
    assert {head.split()[0] for head in heads} == commands(run)
    assert {head.split()[1] for head in heads if head.startswith("user ")} == actions(run)
    assert actions(run) == {"add", "passwd", "list", "remove"}


@pytest.mark.parametrize("command", [one for one in COMMANDS_OF_ITS_OWN if one != "user"])
def test_help_has_the_synopsis_of_each_command(run: Run, command: str) -> None:
    usage, own = (
        " ".join(run("postriderd", *words, "--help").partition("\n\n")[0].split()) for words in ((), (command,))
    )
    assert own.startswith(f"postriderd {command} ")
    assert f"{own} postriderd " in usage


def test_service_page_has_the_variables_of_the_table(staged: Staged) -> None:
    table = (TOP / "docs/configuration.md").read_text()
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    known = set(re.findall(r"POSTRIDER_[A-Z_]+\b", "\n".join(rows))) | {"POSTRIDER_TLS_KEY"}
    assert set(re.findall(r"POSTRIDER_[A-Z_]+\b", page(staged, "postriderd"))) == known


def test_tray_page_has_the_options_of_its_help(staged: Staged, run: Run) -> None:
    text = page(staged, "postrider-tray").replace("systemctl --user", "")
    assert options(text) == options(run("postrider-tray", "--help"))


def test_configuration_page_has_every_key_with_its_section(staged: Staged, run: Run) -> None:
    keys: set[str] = set()
    section = ""
    for line in page(staged, "postrider.conf").splitlines():
        if header := re.fullmatch(r"\.SH SECTION \[(\w+)\]", line):
            section = f"{header[1]}."
        elif key := re.fullmatch(r"\.B (\w+) = .*", line):
            keys.add(section + key[1])
    shown = {line.partition(" = ")[0] for line in run("postriderd", "config").splitlines() if " = " in line}
    assert keys == shown


@pytest.mark.parametrize("name", ["postriderd", "postrider-tray"])
def test_pages_name_the_version_of_the_program(staged: Staged, run: Run, name: str) -> None:
    version = run(name, "--version").split()[-1]
    assert f'"Postrider {version}"' in page(staged, name)


class Shell:
    """bash with the installed completion."""

    def __init__(self, staged: Staged, folder: Path) -> None:
        self._files = staged.path("share/bash-completion/completions")
        self._folder = folder

    def offers(self, *words: str) -> set[str]:
        """The completions for the last of these words."""
        function = "_" + words[0].replace("-", "_")
        script = (f'source "{self._files}/{words[0]}"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); {function}; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')  # fmt: skip
        command = ["bash", "--norc", "-c", script, "bash", *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self._folder, check=True)
        return set(done.stdout.split())


@pytest.fixture
def shell(staged: Staged, tmp_path: Path) -> Shell:
    return Shell(staged, tmp_path)


def test_completion_offers_commands_and_options(shell: Shell, run: Run) -> None:
    usage, _, rest = run("postriderd", "--help").partition("Synchronises mailboxes")
    general = options(rest)
    assert options(usage) >= {"--account", "--json"}
    assert shell.offers("postriderd", "") == commands(run) | general
    assert shell.offers("postriderd", "--data-dir", "x", "mig") == {
        "migrate",
        "migrate-secrets",
        "migrate-database",
    }
    assert shell.offers("postriderd", "user", "") == actions(run) | general
    assert shell.offers("postriderd", "user", "add", "anna", "--r") == {"--role"}
    assert shell.offers("postriderd", "migrate", "--dr") == {"--dry-run"}
    assert shell.offers("postriderd", "backup", "x.tar", "--w") == {"--with-keys"}
    assert shell.offers("postriderd", "export", "x", "--a") == {"--account"}
    assert shell.offers("postrider-tray", "") == options(run("postrider-tray", "--help"))


def test_completion_offers_values(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "one.conf").touch()
    (tmp_path / "folder").mkdir()
    assert shell.offers("postriderd", "--config", "o") == {"one.conf"}
    assert shell.offers("postriderd", "--data-dir", "") == {"folder"}
    assert shell.offers("postriderd", "--secrets", "") == {"auto", "keychain", "sealed"}
    assert shell.offers("postriderd", "user", "add", "--role", "") == {"admin", "user"}
    assert shell.offers("postriderd", "migrate-secrets", "--to", "") == {"keychain", "sealed"}
    assert shell.offers("postriderd", "migrate-database", "--from", "one") == {"one.conf"}
    assert shell.offers("postriderd", "restore", "o") == {"one.conf"}
    assert shell.offers("postriderd", "export", "") == {"folder"}
    assert shell.offers("postriderd", "export", "--format", "") == {"mbox", "eml"}
    assert shell.offers("postriderd", "import", "o", "--format", "mboxr") == {"mboxrd"}
    assert shell.offers("postriderd", "verify", "--a") == {"--account"}
    assert shell.offers("postriderd", "doctor", "--lo") == {"--login"}


@pytest.mark.parametrize("program", ["postriderd", "postrider-tray"])
def test_completion_is_registered(staged: Staged, program: str) -> None:
    path = staged.path(f"share/bash-completion/completions/{program}")
    script = f'source "{path}"; complete -p {program}'
    done = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True, env=dict(os.environ))
    assert done.returncode == 0, done.stderr
