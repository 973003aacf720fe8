# SPDX-License-Identifier: GPL-3.0-or-later
"""One user's mailbox at the mail server, for changes as other mail programs make them."""

import base64
import imaplib
import re
import time
from collections.abc import Iterable
from types import TracebackType
from typing import Any

from postrider_support.waiting import scaled, wait_until


class Mailbox:
    """An IMAP session through imaplib, plain text on loopback. Raises AssertionError on NO and BAD.

    Reading with `flags` uses EXAMINE and never changes anything.
    """

    def __init__(self, host: str, port: int, username: str, password: str) -> None:
        self._imap = wait_until(lambda: _greeted(host, port), 15, "the mail server's greeting")
        # Not LOGIN, because imaplib's LOGIN accepts only ASCII.
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
        """Sends LOGOUT; a connection that is already broken is no error."""
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
        """The flags of each mail by UID, without \\Recent (which any session changes)."""
        self._examine(folder)
        found: dict[int, frozenset[str]] = {}
        for line in _checked(self._imap.uid("FETCH", "1:*", "(FLAGS)")):
            uid, flags = re.search(rb"UID (\d+)", line or b""), re.search(rb"FLAGS \(([^)]*)\)", line or b"")
            if uid and flags:
                found[int(uid[1])] = frozenset(flags[1].decode().split()) - {"\\Recent"}
        return found

    def store(self, uids: Iterable[int], change: str, flags: Iterable[str], folder: str = "INBOX") -> None:
        """Changes flags; `change` is "+", "-" or "" (replace)."""
        self._select(folder)
        _checked(self._imap.uid("STORE", _set(uids), f"{change}FLAGS.SILENT", f"({' '.join(flags)})"))

    def delete(self, uids: Iterable[int], folder: str = "INBOX") -> None:
        """Removes these mails for good."""
        self.store(uids, "+", ["\\Deleted"], folder)
        _checked(self._imap.expunge())

    def expunge(self, uids: Iterable[int], folder: str) -> None:
        """Removes exactly these mails (RFC 4315), even if others are marked as deleted."""
        uids = list(uids)
        self.store(uids, "+", ["\\Deleted"], folder)
        _checked(self._imap.uid("EXPUNGE", _set(uids)))

    def move(self, uids: Iterable[int], folder: str, target: str) -> list[int]:
        """Moves mails to another folder (RFC 6851); returns the UIDs that they get there."""
        self._select(folder)
        _checked(self._imap.uid("MOVE", _set(uids), _quoted(target)))
        return self._copied()

    def copy(self, uids: Iterable[int], folder: str, target: str) -> list[int]:
        """Copies mails to another folder; returns the UIDs of the copies."""
        self._select(folder)
        _checked(self._imap.uid("COPY", _set(uids), _quoted(target)))
        return self._copied()

    def _copied(self) -> list[int]:
        """The UIDs that COPYUID (RFC 4315) names for the target."""
        _, data = self._imap.response("COPYUID")
        assert data and data[0], "no COPYUID"
        new: list[int] = []
        for part in data[0].split()[2].decode().split(","):
            first, _, last = part.partition(":")
            new += range(int(first), int(last or first) + 1)
        return new

    def copy_and_expunge(self, uids: Iterable[int], folder: str, target: str) -> None:
        """The same as `move` for servers without MOVE."""
        wanted = list(uids)
        self._select(folder)
        _checked(self._imap.uid("COPY", _set(wanted), _quoted(target)))
        self.delete(wanted, folder)

    def create(self, folder: str) -> None:
        """Makes a folder."""
        _checked(self._imap.create(_quoted(folder)))

    def remove(self, folder: str) -> None:
        """Removes a folder with its mails."""
        _checked(self._imap.delete(_quoted(folder)))

    def rename(self, folder: str, name: str) -> None:
        """Gives a folder another name; UIDVALIDITY and UIDs stay."""
        if self._imap.state == "SELECTED":  # Dovecot ends a session whose folder gets another name
            _checked(self._imap.unselect())
        _checked(self._imap.rename(_quoted(folder), _quoted(name)))

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


def _greeted(host: str, port: int) -> imaplib.IMAP4 | None:
    """A connection; None if the server closed it without a greeting, as a busy Dovecot once did."""
    try:
        return imaplib.IMAP4(host, port, timeout=scaled(120))
    except imaplib.IMAP4.abort:
        return None


def _checked(answer: Any) -> list[bytes]:
    status, lines = answer
    assert status == "OK", f"the mail server said {status}: {lines!r}"
    checked: list[bytes] = lines
    return checked


def _quoted(folder: str) -> str:
    name = _modified_utf7(folder)
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _modified_utf7(name: str) -> str:
    """RFC 3501 5.1.3."""

    def shifted(match: re.Match[str]) -> str:
        words = base64.b64encode(match[0].encode("utf-16-be")).decode()
        return "&" + words.rstrip("=").replace("/", ",") + "-"

    return re.sub("[^ -~]+", shifted, name.replace("&", "&-"))


def _set(uids: Iterable[int]) -> str:
    return ",".join(str(uid) for uid in uids)
