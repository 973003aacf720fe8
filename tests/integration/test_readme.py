# SPDX-License-Identifier: GPL-3.0-or-later
"""The first tour of the README and its continuation, docs/tour.md, run as they are written, line by line."""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from postrider_support import Dovecot, Service, SmtpScript, User
from postrider_support.letters import account_when, letter
from postrider_support.service import ADMIN_PASSWORD
from postrider_support.waiting import scaled
from postrider_support.webhooksink import WebhookSink

TOP = Path(__file__).parents[2]


def section(document: str, title: str) -> str:
    text = (TOP / document).read_text()
    found = re.search(rf"^## {title}$(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def tour_text() -> str:
    """Both documents: the second continues in the shell of the first."""
    return section("README.md", "First tour") + (TOP / "docs/tour.md").read_text()


def is_whole(command: str) -> bool:
    """Whether the shell would run it now, or waits for more lines."""
    done = subprocess.run(["bash", "-n"], input=command, capture_output=True, text=True)
    return done.returncode == 0 and not command.rstrip().endswith(("\\", "|"))


def commands(text: str) -> Iterator[str]:
    """The commands of the indented blocks, each with all its lines."""
    command = ""
    for line in re.findall(r"^    (.*)$", text, re.MULTILINE):
        command += line + "\n"
        if is_whole(command):
            yield command
            command = ""
    assert command == ""


class Shell:
    """A bash in `folder` that runs one command after the other."""

    def __init__(self, folder: Path) -> None:
        self._bash = subprocess.Popen(["bash", "--noprofile", "--norc"], cwd=folder, text=True, bufsize=1,
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip

    def __enter__(self) -> "Shell":
        return self

    def __exit__(self, *_: object) -> None:
        self.run("kill %1")
        self._pipe(self._bash.stdin).close()
        self._bash.wait(scaled(10))

    def run(self, command: str) -> tuple[int, list[str]]:
        """The status of the command, and the lines that were printed meanwhile."""
        stdin = self._pipe(self._bash.stdin)
        stdin.write(command + "\nprintf '\\nENDED %s\\n' $?\n")
        stdin.flush()
        lines = []
        for line in self._pipe(self._bash.stdout):
            if line.startswith("ENDED "):
                return int(line.split()[1]), lines
            lines.append(line.rstrip("\n"))
        raise AssertionError(f"the shell ended: {lines}")

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe


def answers(lines: list[str]) -> list[dict[str, object]]:
    """The service's answers, without the events of the stream, which may begin in the middle of a line."""
    begin = '{"code"'
    return [json.JSONDecoder().raw_decode(line, line.index(begin))[0] for line in lines if begin in line]


@pytest.fixture
def mailbox(dovecot: Dovecot, mail_user: User) -> User:
    with dovecot.mailbox(mail_user) as box:
        box.append(letter("Invoice of the third quarter", "invoice 会议", files={"plan.txt": b"a plan"}))
    return mail_user


def test_tour_runs_as_it_is_written(dovecot: Dovecot, mailbox: User, tmp_path: Path) -> None:
    certificate = dovecot.authority.issue("smtp", ("localhost", "127.0.0.1"))
    (tmp_path / "report.pdf").write_bytes(b"%PDF-1.4 a report")
    with (SmtpScript(tls=certificate) as smtp, WebhookSink() as sink,
          Service(tmp_path / "data", config={"webhooks.allowed_networks": "127.0.0.1"},
                  extra_ca=dovecot.ca_file) as service, Shell(tmp_path) as shell):  # fmt: skip
        stands_for = {
            "api=http://127.0.0.1:8725/": f"api={service.base_url}/",
            "'PASSWORD'": f'"{ADMIN_PASSWORD}"',
            '"imap.example.org", "port": 993': f'"127.0.0.1", "port": {dovecot.tls_port}',
            '"username": "me", "password": "..."': f'"username": "{mailbox.name}", "password": "{mailbox.password}"',
            '"smtp.example.org", "smtp_port": 465': f'"127.0.0.1", "smtp_port": {smtp.port}',
            "https://chat.example.org/hook": sink.url(),
        }
        client = service.admin()
        output: list[str] = []
        ran = 0
        for command in commands(tour_text()):
            if command.startswith("mail="):
                account_when(client, 1, lambda now: now["mode"] == "idle" and now["status"] == "active", 60)
                stands_for["mail=17"] = f"mail={client.get('/mails').ok()['items'][0]['id']}"
            if command.startswith("file="):
                found = answers(output)[-1]["data"]
                assert isinstance(found, list)
                stands_for["file=5"] = f"file={found[0]['id']}"
            for written, meant in list(stands_for.items()):
                if written in command:
                    command = command.replace(written, meant)
                    del stands_for[written]
            status, output = shell.run(command)
            assert status == 0, f"{command}{output}"
            if "$api/" in command and not any(word in command for word in ("OJ", "stream", "token=")):
                assert [answer["code"] for answer in answers(output)] == [0], f"{command}{output}"
                ran += 1
        assert (stands_for, ran) == ({}, 32)
        assert (tmp_path / "plan.txt").read_bytes() == b"a plan"
        assert [mail.recipients for mail in smtp.mails] == [("anna@example.org",)] * 2
        assert len(sink.calls) == 1 and client.get("/mails").ok()["total"] == 0
