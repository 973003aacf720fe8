# SPDX-License-Identifier: GPL-3.0-or-later
"""The part of the scripted server for clients that follow changes (RFC 7162) or make changes."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from postrider_support.imapscript import ImapScript, Stored


class Changes:
    """The correct answers to SELECT, EXAMINE, ENABLE, UID STORE and UID EXPUNGE; part of ImapSession.

    HIGHESTMODSEQ is sent if the server's capabilities name CONDSTORE, deletions if the client uses QRESYNC.
    """

    home: "ImapScript"
    server: "ImapScript"
    verb: str
    rest: str
    is_resync = False

    def line(self, text: str) -> None:
        """Sends one line; ImapSession implements it."""
        raise NotImplementedError

    def ok(self, text: str = "done") -> None:
        """Answers OK; ImapSession implements it."""
        raise NotImplementedError

    def send_count(self) -> None:
        """Sends the number of mails; ImapSession implements it."""
        raise NotImplementedError

    def uids(self) -> set[int]:
        """The uids that a UID command names; ImapSession implements it."""
        raise NotImplementedError

    def has(self, capability: str) -> bool:
        """Whether the server offers it."""
        return capability in self.server.capabilities.split()

    def changed_since(self) -> int:
        """The number after CHANGEDSINCE in this command; 0 if there is none."""
        found = re.search(r"CHANGEDSINCE (\d+)", self.rest)
        return int(found[1]) if found else 0

    def _enable(self) -> None:
        self.is_resync = "QRESYNC" in self.rest
        self.line(f"* ENABLED {self.rest}")
        self.ok()

    def _select(self) -> None:
        self._open("[READ-WRITE] selected")

    def _examine(self) -> None:
        self._open("[READ-ONLY] examined")

    def _open(self, end: str) -> None:
        path = re.match(r'"?([^"(]*?)"?(?: \(|$)', self.rest)
        self.server = self.home.folders.get(path[1] if path else "", self.home)
        server = self.server
        self.send_count()
        self.line(f"* OK [UIDVALIDITY {server.uid_validity}] valid")
        uid_next = server.uid_next()
        if uid_next is not None:
            self.line(f"* OK [UIDNEXT {uid_next}] next")
        if self.has("CONDSTORE"):
            highest = server.highest()
            self.line(f"* OK [HIGHESTMODSEQ {highest}] highest" if highest else "* OK [NOMODSEQ] none")
        since = re.search(r"QRESYNC \((\d+) (\d+)", self.rest)
        if since and int(since[1]) == server.uid_validity:
            self._send_since(int(since[2]))
        self.ok(end)

    def _send_since(self, mod_seq: int) -> None:
        gone = [uid for uid, at in self.server.gone if at > mod_seq]
        if gone:
            self.line(f"* VANISHED (EARLIER) {','.join(map(str, gone))}")
        for number, mail in self.server.visible():
            if mail.mod_seq > mod_seq:
                self.line(f"* {number} FETCH {flags_of(mail, True)}")

    def _uid_store(self) -> None:
        limit = re.search(r"UNCHANGEDSINCE (\d+)", self.rest)
        sign, names = re.findall(r"([+-])FLAGS\.SILENT \(([^)]*)\)", self.rest)[0]
        wanted, modified = self.uids(), []
        for mail in self.server.mails:
            if mail.uid not in wanted:
                continue
            if limit and mail.mod_seq > int(limit[1]):
                modified.append(mail.uid)
                continue
            flags = set(mail.flags) | set(names.split()) if sign == "+" else set(mail.flags) - set(names.split())
            if flags != set(mail.flags):
                mail.flags = sorted(flags)
                self.server.touch(mail)
        self.ok(f"[MODIFIED {','.join(map(str, modified))}] some" if modified else "stored")

    def _uid_expunge(self) -> None:
        doomed = {mail.uid for mail in self.server.mails if "\\Deleted" in mail.flags} & self.uids()
        for uid in sorted(doomed):
            self.server.expunge(uid)
        if doomed and self.is_resync:
            self.line(f"* VANISHED {','.join(map(str, sorted(doomed)))}")
        self.ok("expunged")


def flags_of(mail: "Stored", with_mod_seq: bool) -> str:
    """The FETCH items for changed flags."""
    mod_seq = f" MODSEQ ({mail.mod_seq})" if with_mod_seq else ""
    return f"(UID {mail.uid} FLAGS ({' '.join(mail.flags)}){mod_seq})"
