# SPDX-License-Identifier: GPL-3.0-or-later
"""One user's mailbox as the mail server sees it: what other mail programs would do to it."""

import imaplib
import re
import time
from collections.abc import Iterable
from types import TracebackType
from typing import Any


class Mailbox:
    """An IMAP session through imaplib, plain text on loopback. Raises AssertionError on NO and BAD.

    Reading with `flags` uses EXAMINE and never changes anything.
    """

    def __init__(self, host: str, port: int, username: str, password: str) -> None:
        self._imap = imaplib.IMAP4(host, port, timeout=30)
        # Not LOGIN: imaplib's takes ASCII only.
        _checked(self._imap.authenticate("PLAIN", lambda _: f"\0{username}\0{password}".encode()))

    def __enter__(self) -> "Mailbox":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Says LOGOUT; an already broken connection is fine."""
        try:
            self._imap.logout()
        except (OSError, imaplib.IMAP4.error):
            pass

    def append(
        self,
        raw: bytes,
        folder: str = "INBOX",
        flags: Iterable[str] = (),
        received_at: float | None = None,
    ) -> int:
        """Adds a mail with that INTERNALDATE (seconds, default now); returns its UID."""
        date = imaplib.Time2Internaldate(time.time() if received_at is None else received_at)
        answer = _checked(self._imap.append(_quoted(folder), f"({' '.join(flags)})", date, raw))
        found = re.search(rb"APPENDUID \d+ (\d+)", answer[0])
        assert found, f"no APPENDUID in {answer!r}"
        return int(found[1])

    def uids(self, folder: str = "INBOX") -> list[int]:
        """All UIDs of the folder, rising."""
        self._examine(folder)
        return [int(uid) for uid in _checked(self._imap.uid("SEARCH", "ALL"))[0].split()]

    def flags(self, folder: str = "INBOX") -> dict[int, frozenset[str]]:
        """The flags of each mail by UID, without \\Recent (which any visit changes)."""
        self._examine(folder)
        found: dict[int, frozenset[str]] = {}
        for line in _checked(self._imap.uid("FETCH", "1:*", "(FLAGS)")):
            match = re.search(rb"UID (\d+) FLAGS \(([^)]*)\)", line or b"")
            if match:
                found[int(match[1])] = frozenset(match[2].decode().split()) - {"\\Recent"}
        return found

    def store(
        self, uids: Iterable[int], change: str, flags: Iterable[str], folder: str = "INBOX"
    ) -> None:
        """`change` is "+", "-" or "" (replace)."""
        self._select(folder)
        _checked(
            self._imap.uid("STORE", _set(uids), f"{change}FLAGS.SILENT", f"({' '.join(flags)})")
        )

    def delete(self, uids: Iterable[int], folder: str = "INBOX") -> None:
        """Removes these mails for good."""
        self.store(uids, "+", ["\\Deleted"], folder)
        _checked(self._imap.expunge())

    def move(self, uids: Iterable[int], folder: str, target: str) -> None:
        """Moves mails to another folder (RFC 6851); they get new UIDs there."""
        self._select(folder)
        _checked(self._imap.uid("MOVE", _set(uids), _quoted(target)))

    def create(self, folder: str) -> None:
        """Makes a folder; names are plain ASCII here."""
        _checked(self._imap.create(_quoted(folder)))

    def uid_validity(self, folder: str = "INBOX") -> int:
        """The folder's UIDVALIDITY."""
        answer = _checked(self._imap.status(_quoted(folder), "(UIDVALIDITY)"))
        found = re.search(rb"UIDVALIDITY (\d+)", answer[0])
        assert found, f"no UIDVALIDITY in {answer!r}"
        return int(found[1])

    def _examine(self, folder: str) -> None:
        _checked(self._imap.select(_quoted(folder), readonly=True))

    def _select(self, folder: str) -> None:
        _checked(self._imap.select(_quoted(folder)))


def _checked(answer: Any) -> list[bytes]:
    status, lines = answer
    assert status == "OK", f"the mail server said {status}: {lines!r}"
    checked: list[bytes] = lines
    return checked


def _quoted(folder: str) -> str:
    return '"' + folder.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _set(uids: Iterable[int]) -> str:
    return ",".join(str(uid) for uid in uids)
