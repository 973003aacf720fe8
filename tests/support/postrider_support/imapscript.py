# SPDX-License-Identifier: GPL-3.0-or-later
"""A small IMAP server of our own that answers correctly until a test changes its answers.

It has an INBOX, and more folders if a test adds some (`folder()`). It implements the part of IMAP that
the service uses, in plain text. A test changes an attribute (`greeting`, `counted`, `uid_next` ..) or
replaces the answer to a command:

    def broken(session: ImapSession) -> None:
        if 7 in session.uids():
            session.no("cannot read message 7")
        else:
            session.usual()

    server.on("UID FETCH", broken)
"""

import re
import select
import socket
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from postrider_support.imapchanges import Changes, flags_of
from postrider_support.imaprender import fetch_items
from postrider_support.waiting import wait_until

Hook = Callable[["ImapSession"], None]


@dataclass
class Stored:
    """One mail in the mailbox."""

    uid: int
    raw: bytes
    flags: list[str] = field(default_factory=list)
    received_at: float = field(default_factory=time.time)
    mod_seq: int = 1
    email_id: str = ""  # EMAILID, sent if it is asked for


@dataclass(frozen=True)
class Command:
    """One received command without its tag, and the number of its connection, counted from 1."""

    connection: int
    text: str
    at: float


class ImapScript:
    """Listens on `port` of 127.0.0.1 from construction to `close()`, a thread for each connection.

    `mails` may be changed at any time; `arrive()` also notifies clients in IDLE.
    """

    def __init__(self, mails: Iterable[bytes] = (), capabilities: str = "IMAP4rev1 IDLE") -> None:
        self.greeting = b"* OK ready"
        self.capabilities = capabilities
        self.mails = [Stored(uid, raw) for uid, raw in enumerate(mails, 1)]
        self.uid_validity = 1000
        self.uid_next: Callable[[], int | None] = self.honest_uid_next
        self.counted: Callable[[], int] = lambda: len(self.mails)
        self.hidden: set[int] = set()  # uids that are counted but not shown
        self.mod_seq = 1
        self.highest: Callable[[], int] = lambda: self.mod_seq  # as sent to clients; 0: NOMODSEQ
        self.gone: list[tuple[int, int]] = []  # expunged uids, each with the modSeq of its removal
        self.passwords = {"user": "correct horse"}
        self.folders: dict[str, ImapScript] = {}  # beside INBOX
        self.received: list[Command] = []
        self.connections = 0
        self._hooks: dict[str, Hook] = {}
        self._sessions: set[ImapSession] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=200)
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "ImapScript":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends all connections and stops listening."""
        self._listener.close()
        self.each(ImapSession.close)
        for one in self.folders.values():
            one.close()

    def account(self, user: str = "user", **changes: Any) -> dict[str, Any]:
        """The body for POST /accounts; `changes` replace fields."""
        return {
            "name": user,
            "email": f"{user}@example.test",
            "host": "127.0.0.1",
            "port": self.port,
            "username": user,
            "password": self.passwords.get(user, "unknown"),
            "security": "none",
        } | changes

    def folder(self, path: str) -> "ImapScript":
        """Adds a folder; the returned object has its mails, uids and modSeqs."""
        self.folders[path] = ImapScript(capabilities=self.capabilities)
        return self.folders[path]

    def copy_to(self, uid: int, target: "ImapScript") -> int:
        """Copies a mail to another folder and returns its uid there. Clients are not notified."""
        mail = next(mail for mail in self.mails if mail.uid == uid)
        copy = Stored(target.honest_uid_next(), mail.raw, list(mail.flags), mail.received_at)
        copy.email_id = mail.email_id
        target.mails.append(copy)
        target.touch(copy)
        return copy.uid

    def on(self, command: str, hook: Hook | None) -> None:
        """From now on `hook` answers `command` ("LOGIN", "UID FETCH"); None: the usual answer."""
        if hook is None:
            self._hooks.pop(command, None)
        else:
            self._hooks[command] = hook

    def hook_of(self, command: str) -> Hook | None:
        """The hook that answers `command` instead of the usual answer."""
        return self._hooks.get(command)

    def arrive(self, *raws: bytes, shown: bool = True) -> list[int]:
        """Adds mails with the next uids and notifies clients in IDLE. Not `shown`: they are only counted."""
        uids = []
        for raw in raws:
            uids.append(self.honest_uid_next())
            if not shown:
                self.hidden.add(uids[-1])
            self.mails.append(Stored(uids[-1], raw))
            self.touch(self.mails[-1])
        self.each(lambda session: session.send_count() if session.is_idle else None)
        return uids

    def touch(self, mail: Stored) -> None:
        """Gives a changed mail the next modSeq."""
        self.mod_seq += 1
        mail.mod_seq = self.mod_seq

    def flag(self, uid: int, *flags: str, notify: bool = True) -> None:
        """Sets a mail's flags, as another client does. `notify`: waits for a client in IDLE and notifies it."""
        number, mail = next((n, mail) for n, mail in self.visible() if mail.uid == uid)
        mail.flags = list(flags)
        self.touch(mail)
        if notify:
            has_mod_seq = "CONDSTORE" in self.capabilities
            line = flags_of(mail, has_mod_seq) if has_mod_seq else f"(FLAGS ({' '.join(flags)}))"
            self.notify_idle(f"* {number} FETCH {line}")

    def expunge(self, uid: int) -> None:
        """Removes a mail; clients are not notified."""
        self.mails[:] = [mail for mail in self.mails if mail.uid != uid]
        self.mod_seq += 1
        self.gone.append((uid, self.mod_seq))

    def notify_idle(self, line: str) -> None:
        """Waits until a client is in IDLE, and sends a line to all clients in IDLE."""
        wait_until(lambda: any(session.is_idle for session in list(self._sessions)), 20, "a client in IDLE")
        self.each(lambda session: session.line(line) if session.is_idle else None)

    def each(self, act: Callable[["ImapSession"], None]) -> None:
        """Calls `act` for every open connection."""
        with self._lock:
            sessions = list(self._sessions)
        for session in sessions:
            try:
                act(session)
            except OSError:
                pass  # it has just ended

    def commands(self, start: str) -> list[Command]:
        """The commands so far that begin with this text, e.g. "LOGIN"."""
        return [command for command in list(self.received) if command.text.startswith(start)]

    def wait_for(self, start: str, count: int = 1, timeout: float = 20) -> None:
        """Waits until this number of commands that begin with this text has come."""
        wait_until(
            lambda: len(self.commands(start)) >= count,
            timeout,
            f"{count} times {start} from the client",
        )

    def honest_uid_next(self) -> int:
        """One more than the highest uid that there ever was."""
        uids = [mail.uid for mail in self.mails] + [uid for uid, _ in self.gone]
        return max(uids, default=0) + 1

    def visible(self) -> list[tuple[int, Stored]]:
        """Sequence numbers and mails, without the hidden ones."""
        return [(n, mail) for n, mail in enumerate(self.mails, 1) if mail.uid not in self.hidden]

    def note(self, session: "ImapSession", text: str) -> None:
        """Records a command; only ImapSession calls it."""
        self.received.append(Command(session.number, text, time.monotonic()))

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.connections += 1
            session = ImapSession(self, connection, self.connections)
            with self._lock:
                self._sessions.add(session)
            threading.Thread(target=self._run, args=(session,), daemon=True).start()

    def _run(self, session: "ImapSession") -> None:
        try:
            session.run()
        except OSError:
            pass  # the client has disconnected
        finally:
            with self._lock:
                self._sessions.discard(session)
            session.close()


class ImapSession(Changes):
    """One connection, and the command that is being answered: `tag`, `verb`, `rest`."""

    def __init__(self, server: ImapScript, connection: socket.socket, number: int) -> None:
        self.home = server
        self.server = server  # the folder that is open
        self.number = number
        self.is_idle = False
        self.known = 0  # the number of mails that was last sent to this client
        self.tag = self.verb = self.rest = ""
        self._socket = connection
        self._input = connection.makefile("rb")
        self._sending = threading.Lock()

    def run(self) -> None:
        """Sends the greeting, and answers until one side closes the connection."""
        self.send(self.home.greeting + b"\r\n" if self.home.greeting else b"")
        while text := self.read():
            self.tag, _, command = text.partition(" ")
            self.verb = " ".join(command.split(" ")[: 2 if command.startswith("UID ") else 1]).upper()
            self.rest = command[len(self.verb) + 1 :]
            self.home.note(self, command)
            hook = self.home.hook_of(self.verb)
            if hook:
                hook(self)
            else:
                self.usual()
        self.send(b"")

    def usual(self) -> None:
        """Sends the correct answer."""
        answer: Callable[[], None] | None = getattr(self, f"_{self.verb.lower().replace(' ', '_')}", None)
        if answer:
            answer()
        else:
            self.bad("unknown command")

    def uids(self) -> set[int]:
        """The uids of the mailbox that a UID command names."""
        highest = self.server.honest_uid_next() - 1
        named = set()
        for part in self.rest.split(" ")[0].split(","):
            ends = [highest if end == "*" else int(end) for end in part.split(":")]
            named |= set(range(min(ends), max(ends) + 1))
        return named & {mail.uid for mail in self.server.mails}

    def send(self, data: bytes) -> None:
        """Sends bytes unchanged."""
        with self._sending:
            self._socket.sendall(data)

    def line(self, text: str) -> None:
        """Sends one line."""
        self.send(text.encode() + b"\r\n")

    def ok(self, text: str = "done") -> None:
        """Answers OK."""
        self.line(f"{self.tag} OK {text}")

    def no(self, text: str = "no") -> None:
        """Answers NO."""
        self.line(f"{self.tag} NO {text}")

    def bad(self, text: str = "bad") -> None:
        """Answers BAD."""
        self.line(f"{self.tag} BAD {text}")

    def bye(self, text: str = "bye") -> None:
        """Sends BYE and closes the connection."""
        self.line(f"* BYE {text}")
        self.close()

    def read(self) -> str:
        """One line of the client; empty if it has disconnected."""
        return self._input.readline().decode(errors="replace").rstrip("\r\n")

    def wait_for_end(self) -> None:
        """Sends nothing more until the client disconnects."""
        while self.read():
            pass

    def is_left_alone(self, seconds: float) -> bool:
        """Waits that long; false as soon as the client sends something or disconnects."""
        return not select.select([self._socket], [], [], seconds)[0]

    def close(self) -> None:
        """Ends the connection."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    # -- the correct answers

    def _capability(self) -> None:
        self.line(f"* CAPABILITY {self.home.capabilities}")
        self.ok()

    def _login(self) -> None:
        user, password = re.findall(r'"((?:[^"\\]|\\.)*)"', self.rest)
        if self.home.passwords.get(user) == re.sub(r"\\(.)", r"\1", password):
            self.ok("logged in")
        else:
            self.no("[AUTHENTICATIONFAILED] Authentication failed.")

    def _list(self) -> None:
        self.line('* LIST () "/" INBOX')
        for path in self.home.folders:
            self.line(f'* LIST () "/" "{path}"')
        self.ok()

    def send_count(self) -> None:
        """Sends the number of mails."""
        self.known = self.server.counted()
        self.line(f"* {self.known} EXISTS")

    def _noop(self) -> None:
        self.send_count()
        self.ok()

    def _uid_fetch(self) -> None:
        wanted = self.uids()
        since = self.changed_since()
        for number, mail in self.server.visible():
            if mail.uid in wanted and mail.mod_seq > since:
                self.fetched(number, mail)
        self.ok("fetched")

    def fetched(self, number: int, mail: Stored) -> None:
        """The FETCH response for one mail, with what the command asks for."""
        date = time.strftime("%d-%b-%Y %H:%M:%S +0000", time.gmtime(mail.received_at))
        items = fetch_items(self.rest, mail.uid, mail.raw, mail.flags, date)
        if "EMAILID" in self.rest:
            items += b" EMAILID (%s)" % mail.email_id.encode()
        if "MODSEQ" in self.rest or self.changed_since():
            items += b" MODSEQ (%d)" % mail.mod_seq
        self.send(b"* %d FETCH (%s)\r\n" % (number, items))

    def _uid_search(self) -> None:
        self.line("* SEARCH " + " ".join(str(mail.uid) for _, mail in self.server.visible()))
        self.ok()

    def _idle(self) -> None:
        self.line("+ idling")
        self.is_idle = True
        if self.server.counted() > self.known:  # mails arrived while the client was not in IDLE
            self.send_count()
        ended = self.read()
        self.is_idle = False
        if ended:
            self.ok("idled")

    def _logout(self) -> None:
        self.line("* BYE see you")
        self.ok()
