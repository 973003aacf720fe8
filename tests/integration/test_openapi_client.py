# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples in the documents match the description: the commands of the tour, and the client that

a generator makes from the description.
"""

import json
import os
import re
import subprocess
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from conftest import need
from postrider_support import Client, Dovecot, OpenApi, Service, User, npm
from postrider_support.letters import letter, synced_account
from postrider_support.service import ADMIN_PASSWORD
from postrider_support.waiting import scaled
from test_readme import commands, section, tour_text

SOURCE = Path(__file__).parents[2] / "resources" / "openapi" / "openapi.json"
# Replaces curl: writes its arguments to a file, and prints the answer of a login.
CURL = """#!/usr/bin/python3
import json, os, sys
with open(os.environ["CALLS"], "a") as calls:
    calls.write(json.dumps(sys.argv[1:]) + "\\n")
print('{"code":0,"data":{"token":"a.b.c"}}')
"""
WITH_VALUE = {"-w", "-H", "-d", "-X", "--data-urlencode", "--data-binary"}


class Curl:
    """One call of curl, parsed from its arguments."""

    def __init__(self, arguments: list[str]) -> None:
        self.values: list[tuple[str, str]] = []
        self.flags: set[str] = set()
        rest = iter(arguments)
        for one in rest:
            if one in WITH_VALUE:
                self.values.append((one, next(rest)))
            elif one.startswith("-"):
                self.flags.add(one)
            else:
                self.url = urlsplit(one)

    def all(self, option: str) -> list[str]:
        return [value for name, value in self.values if name == option]

    @property
    def method(self) -> str:
        has_body = self.all("-d") + self.all("--data-binary")
        named = self.all("-X")
        return named[0] if named else "POST" if has_body and "-G" not in self.flags else "GET"

    @property
    def query(self) -> dict[str, str]:
        more = self.all("--data-urlencode") + self.all("-d") if "-G" in self.flags else []
        return dict(parse_qsl(self.url.query)) | dict(one.split("=", 1) for one in more)

    @property
    def body(self) -> Any:
        texts = [] if "-G" in self.flags else self.all("-d")
        return json.loads(texts[0]) if texts else None


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> list[Curl]:
    """The calls of curl in the first tour, with the arguments that a shell passes to it."""
    folder = tmp_path_factory.mktemp("tour")
    (folder / "curl").write_text(CURL)
    (folder / "curl").chmod(0o755)
    calls = folder / "calls"
    environment = os.environ | {"PATH": f"{folder}:{os.environ['PATH']}", "CALLS": str(calls)}
    # Without the `&`, so that the calls come in order: the stream of the tour runs in the background.
    script = "".join(commands(tour_text())).replace("&  ", "   ")
    subprocess.run(
        ["bash", "--noprofile", "--norc", "-e"],
        input=script,
        env=environment,
        text=True,
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=scaled(60),
    )
    return [Curl(json.loads(line)) for line in calls.read_text().splitlines()]


def test_every_call_of_the_first_tour_is_described(tour: list[Curl]) -> None:
    description = OpenApi(json.loads(SOURCE.read_text()))
    for call in tour:
        if call.all("--data-binary"):  # a file, of any type
            assert (
                call.method == "POST"
                and call.url.path == "/api/v1/attachments"
                and call.query == {"filename": "report.pdf"}
            )
        else:
            description.check_request(call.method, call.url.path, call.query, call.body)
    assert len(tour) >= 35


def test_every_call_of_the_first_tour_has_a_token_where_one_is_needed(tour: list[Curl]) -> None:
    without = [call.url.path for call in tour if "Authorization: Bearer a.b.c" not in call.all("-H")]
    assert without == ["/api/v1/auth/login"]


@pytest.mark.parametrize(
    ("method", "path", "query", "body"),
    [
        ("PATCH", "/mails/1", {}, None),
        ("GET", "/mail", {}, None),
        ("GET", "/mails", {"pagesize": "5"}, None),
        ("GET", "/mails", {"isRead": "no"}, None),
        ("PUT", "/mails/1/read", {}, None),
        ("PUT", "/mails/1/read", {}, {"isRead": "true"}),
        ("PUT", "/mails/1/read", {}, {"isRead": True, "read": True}),
    ],
)
def test_call_that_is_not_described_would_be_found(method: str, path: str, query: dict[str, str], body: Any) -> None:
    description = OpenApi(json.loads(SOURCE.read_text()))
    with pytest.raises(AssertionError):
        description.check_request(method, f"/api/v1{path}", query, body)


# -- a generated client


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages, the generated types and nothing else."""
    need(npm.available(), "npm")
    npm.install()
    folder = tmp_path_factory.mktemp("client")
    (folder / "node_modules").symlink_to(npm.FOLDER / "node_modules")
    (folder / "package.json").write_text('{"type": "module"}')
    options = {
        "target": "ES2022",
        "module": "ES2022",
        "moduleResolution": "bundler",
        "strict": True,
    }
    options |= {"noUncheckedIndexedAccess": True, "lib": ["ES2022", "DOM"], "types": []}
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["client.ts"]}))
    run(folder, "openapi-typescript", str(SOURCE), "--output", "postrider.ts")
    return folder


def run(folder: Path, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs a program of the packages; if it fails, AssertionError with its output."""
    command = ["node", str(folder / "node_modules" / ".bin" / program), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=scaled(120))
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def blocks() -> Iterator[str]:
    """The indented blocks of docs/client.md."""
    text = section("docs/client.md", "Example: TypeScript")
    for block in re.findall(r"(?:^(?:    .*)?\n)+", text, re.MULTILINE):
        if block.strip():
            yield textwrap.dedent(block).strip() + "\n"


def test_client_of_the_documents_compiles_and_does_what_it_says(
    project: Path, service: Service, client: Client, dovecot: Dovecot, mail_user: User
) -> None:
    generate, source = blocks()
    assert generate.startswith("npx openapi-typescript http://127.0.0.1:8725/api/v1/openapi.json")
    assert source.count("http://127.0.0.1:8725") == source.count("'PASSWORD'") == 1
    source = source.replace("http://127.0.0.1:8725", service.base_url).replace("'PASSWORD'", json.dumps(ADMIN_PASSWORD))
    with dovecot.mailbox(mail_user) as box:
        box.append(letter("Minutes of Thursday", sender=("Anna Berg", "anna@example.com")))
    synced_account(client, dovecot.account(mail_user))
    (project / "client.ts").write_text(source)
    run(project, "tsc")
    (mail,) = client.get("/mails", isRead=False).ok()["items"]
    done = subprocess.run(["node", "client.js"], cwd=project, capture_output=True, text=True, timeout=scaled(60))
    assert (done.returncode, done.stdout) == (
        0,
        f"{mail['id']} Anna Berg Minutes of Thursday\n",
    ), done.stderr
    assert client.get(f"/mails/{mail['id']}").ok()["isRead"] is True


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("'/auth/login'", "'/auth/logins'"),
        ("isRead: true", "isRead: 'true'"),
        ("mail.subject", "mail.title"),
    ],
)
def test_client_with_a_wrong_name_or_type_does_not_compile(project: Path, right: str, wrong: str) -> None:
    *_, source = blocks()
    assert right in source
    (project / "client.ts").write_text(source.replace(right, wrong))
    with pytest.raises(AssertionError, match="error TS"):
        run(project, "tsc", "--noEmit")
