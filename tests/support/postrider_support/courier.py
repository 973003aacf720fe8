# SPDX-License-Identifier: GPL-3.0-or-later
"""A private Courier IMAP in a directory of its own, on a free port of 127.0.0.1, plain text.

Courier's login programs have their paths compiled in. So a listener of ours checks the password and
starts Courier's imapd on the connection as they do: with the tag of the LOGIN in its environment.
"""

import base64
import itertools
import os
import re
import socket
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

from postrider_support.dovecot_settings import mail_owner
from postrider_support.mailbox import Mailbox
from postrider_support.unpacked import Running, Tree, give, unpacked
from postrider_support.waiting import scaled

_CAPABILITIES = "IMAP4rev1 UIDPLUS CHILDREN NAMESPACE THREAD=ORDEREDSUBJECT THREAD=REFERENCES SORT QUOTA IDLE"


class Courier(Running):
    """Runs between `start()` and `stop()`; they keep mail and port. The users are those of `passwords`.

    A folder has no lasting UIDVALIDITY until a client opens it for writing, and folders have no
    SPECIAL-USE.
    """

    host = "127.0.0.1"

    def __init__(self, directory: Path, capabilities: str = _CAPABILITIES) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        directory.chmod(0o755)
        self.directory = directory
        self.passwords = {"anna": "correct horse", "bert": "correct horse", "carl": "correct horse"}
        self._capabilities = capabilities
        self._tree = Tree("courier", directory)
        self._delivered = itertools.count()
        self._sessions: set[subprocess.Popen[bytes]] = set()
        self._listener: socket.socket | None = None
        probe = socket.create_server(("127.0.0.1", 0))
        self.port: int = probe.getsockname()[1]
        probe.close()
        (directory / "mail").mkdir()

    @staticmethod
    def available() -> bool:
        """Whether ./dev unpacked it."""
        return unpacked("courier") is not None

    def start(self) -> None:
        """Returns when it accepts connections."""
        assert self._listener is None, "it runs already"
        for user in list(self.passwords):
            self.add_user(user)
        self._listener = socket.create_server(("127.0.0.1", self.port), backlog=50)
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def stop(self) -> None:
        """Ends every connection; mail and port are kept."""
        if self._listener is not None:
            self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
        for session in list(self._sessions):
            session.kill()
            session.wait(scaled(10))

    def add_user(self, user: str) -> None:
        """A user with an empty mailbox, usable at once."""
        for part in ("cur", "new", "tmp"):
            (self.maildir(user) / part).mkdir(parents=True, exist_ok=True)
        give(self.directory / "mail" / user)
        self.passwords[user] = "correct horse"

    def maildir(self, user: str, folder: str = "INBOX") -> Path:
        """The folder's Maildir on disk (Maildir++)."""
        base = self.directory / "mail" / user / "Maildir"
        return base if folder == "INBOX" else base / folder.removeprefix("INBOX")

    def deliver(self, user: str, raw: bytes, folder: str = "INBOX") -> None:
        """Delivers a mail as a mail transfer agent does."""
        box = self.maildir(user, folder)
        name = f"{time.time():.6f}.P{os.getpid()}Q{next(self._delivered)}.test"
        (box / "tmp" / name).write_bytes(raw)
        give(box / "tmp" / name)
        (box / "tmp" / name).rename(box / "new" / name)

    def mailbox(self, user: str) -> Mailbox:
        """An IMAP session of that user; use it with `with`."""
        return Mailbox(self.host, self.port, user, self.passwords[user])

    def account(self, user: str, **changes: Any) -> dict[str, Any]:
        """The body for POST /accounts: this user in plain text; `changes` replace fields."""
        return {
            "name": f"Courier {user}",
            "email": f"{user}@example.test",
            "host": self.host,
            "port": self.port,
            "username": user,
            "password": self.passwords[user],
            "security": "none",
        } | changes

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as lines:
            try:
                connection.sendall(f"* OK [CAPABILITY {self._capabilities}] Courier-IMAP ready.\r\n".encode())
                while line := lines.readline():
                    tag, _, command = line.decode().strip().partition(" ")
                    user = self._user_of(connection, lines, command)
                    if user:
                        self._hand_over(connection, user, tag)
                        return
                    if command.upper() == "CAPABILITY":
                        connection.sendall(f"* CAPABILITY {self._capabilities}\r\n{tag} OK done\r\n".encode())
                    else:
                        connection.sendall(f"{tag} NO Login failed.\r\n".encode())
            except OSError:
                pass  # the client has disconnected

    def _user_of(self, connection: socket.socket, lines: Any, command: str) -> str | None:
        """The user who logs in with this command; None if it is no login, or the password is wrong."""
        found = re.fullmatch(r'LOGIN "?([^" ]*)"? "?([^"]*)"?', command)
        pair = found.groups() if found else ("", "")
        if command.upper() == "AUTHENTICATE PLAIN":
            connection.sendall(b"+ \r\n")
            pair = tuple(base64.b64decode(lines.readline()).decode().split("\0")[1:])
        return pair[0] if pair[0] and self.passwords.get(pair[0]) == pair[1] else None

    def _hand_over(self, connection: socket.socket, user: str, tag: str) -> None:
        home = self.directory / "mail" / user
        variables = self._tree.variables | {
            "AUTHENTICATED": user,
            "IMAPLOGINTAG": tag,
            "TCPREMOTEIP": "127.0.0.1",
            "TCPREMOTEPORT": "1",
            "PROTOCOL": "IMAP",
            "HOME": str(home),
            "MAILDIRPATH": "Maildir",
            "IMAP_CAPABILITY": self._capabilities,
            "IMAP_KEYWORDS": "1",
            "IMAP_ACL": "1",
            "IMAP_USELOCKS": "0",
            "IMAP_IDLE_TIMEOUT": "1",
            "IMAP_CHECK_ALL_FOLDERS": "0",
            "IMAP_OBSOLETE_CLIENT": "0",
            "IMAP_EMPTYTRASH": "Trash:7",
        }
        owner = mail_owner()
        switch: dict[str, Any] = (
            {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        )
        with (self.directory / "output").open("ab") as output:
            imapd = subprocess.Popen(
                [self._tree.program("usr/bin/imapd"), "Maildir"],
                cwd=home,
                env=variables,
                stdin=connection.fileno(),
                stdout=connection.fileno(),
                stderr=output,
                **switch,
            )
        self._sessions.add(imapd)
        imapd.wait()
        self._sessions.discard(imapd)

    def log(self) -> str:
        """What its sessions wrote."""
        path = self.directory / "output"
        return path.read_text(errors="replace") if path.exists() else ""
