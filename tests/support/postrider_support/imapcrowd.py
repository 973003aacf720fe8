# SPDX-License-Identifier: GPL-3.0-or-later
"""An IMAP server with thousands of mailboxes, at which mail arrives at a steady rate."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

_PLACE = Path(__file__).parents[1]


@dataclass(frozen=True)
class ServerMail:
    """A mail at the server."""

    user: str
    number: int
    flags: frozenset[str]


class ImapCrowd:
    """The server from construction to `close()`, in a process of its own (`crowdserver`). Users: u0, u1 and so on.

    The mail with number n has the subject "Mail n" and the Message-ID `message_id(n)`; numbers begin with 1.
    """

    def __init__(self, users: int) -> None:
        self.users = users
        command = [sys.executable, "-m", "postrider_support.crowdserver", str(users)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": str(_PLACE)}
        )
        assert self._process.stdout
        self.port = int(self._process.stdout.readline())

    def __enter__(self) -> "ImapCrowd":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process and so all connections."""
        self._process.kill()
        self._process.wait()

    def account(self, number: int, **changes: Any) -> dict[str, Any]:
        """The body for POST /accounts of user number `number`; `changes` replace fields."""
        return {
            "name": f"u{number}",
            "email": f"u{number}@crowd.example.com",
            "host": "127.0.0.1",
            "port": self.port,
            "username": f"u{number}",
            "password": "correct horse",
            "security": "none",
        } | changes

    def set_rate(self, mails_per_second: float) -> None:
        """From now on this many mails arrive, each in a random mailbox."""
        self._ask({"rate": mails_per_second})

    def counts(self) -> dict[str, int]:
        """`arrived` mails, `logins`, `open` connections, and `idle` ones of these."""
        counts: dict[str, int] = self._ask({})
        return counts

    def mails(self) -> list[ServerMail]:
        """All mails that are at the server now."""
        return [ServerMail(user, number, frozenset(flags)) for user, number, flags in self._ask({"mails": True})]

    def _ask(self, order: dict[str, Any]) -> Any:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def message_id(number: int) -> str:
    """The Message-ID of a mail."""
    return f"<{number}@arriving.example.com>"
