# SPDX-License-Identifier: GPL-3.0-or-later
"""The process behind `ImapCrowd`: an IMAP server with thousands of mailboxes in one thread.

Orders come as JSON lines on standard input, answers go to standard output. Each mailbox has an INBOX only. The text of
a mail follows from its number, so nothing but its flags is kept.
"""

import asyncio
import json
import random
import re
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any

from postrider_support.imaprender import fetch_items

_CAPABILITIES = "IMAP4rev1 IDLE UIDPLUS"
_COMMAND = re.compile(r"(\S+) ((?:UID )?\S+) ?(.*)", re.DOTALL)


@dataclass
class Held:
    """A mail in a mailbox; `number` is one of a kind in the whole server."""

    number: int
    uid: int
    at: float
    flags: set[str] = field(default_factory=set)

    def raw(self) -> bytes:
        """The mail as it is sent."""
        lines = (
            "From: Anna Berg <anna@example.com>",
            "To: box@example.com",
            f"Subject: Mail {self.number}",
            f"Date: {formatdate(self.at)}",
            f"Message-ID: <{self.number}@arriving.example.com>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "",
            f"This is the mail with the number {self.number}.",
            "",
        )
        return "\r\n".join(lines).encode()


class Box:
    """A mailbox, and the connections that have it open."""

    def __init__(self) -> None:
        self.mails: list[Held] = []
        self.next_uid = 1
        self.sessions: set[Session] = set()

    def arrive(self, number: int) -> None:
        """Adds a mail and notifies clients in IDLE."""
        self.mails.append(Held(number, self.next_uid, time.time()))
        self.next_uid += 1
        for session in self.sessions:
            if session.idle_tag:
                session.send_count()

    def expunge(self, uids: set[int]) -> None:
        """Removes mails that are marked as deleted; sends EXPUNGE to all clients that have the mailbox open."""
        for place in range(len(self.mails), 0, -1):
            mail = self.mails[place - 1]
            if mail.uid in uids and "\\Deleted" in mail.flags:
                del self.mails[place - 1]
                for session in self.sessions:
                    session.send_expunged(place)


class Crowd:
    """All mailboxes, and the counts."""

    def __init__(self, users: int) -> None:
        self.boxes = {f"u{number}": Box() for number in range(users)}
        self.arrived = 0
        self.logins = 0
        self.open = 0
        self._names = list(self.boxes)
        self._chance = random.Random(21)
        self._rate = 0.0

    def obey(self, order: dict[str, Any]) -> Any:
        """The answer to an order of `ImapCrowd`."""
        if "rate" in order:
            self._rate = order["rate"]
        if order.get("mails"):
            return [[name, mail.number, sorted(mail.flags)] for name, box in self.boxes.items() for mail in box.mails]
        idle = sum(bool(session.idle_tag) for box in self.boxes.values() for session in box.sessions)
        return {"arrived": self.arrived, "logins": self.logins, "open": self.open, "idle": idle}

    async def deliver(self) -> None:
        """Mails for random mailboxes at the wanted rate, without end."""
        due, last = 0.0, time.monotonic()
        while True:
            await asyncio.sleep(0.01)
            now = time.monotonic()
            due, last = due + (now - last) * self._rate, now
            while due >= 1:
                due -= 1
                self.arrived += 1
                self.boxes[self._chance.choice(self._names)].arrive(self.arrived)


class Session(asyncio.Protocol):
    """One connection. Lines only: no command that the service sends here has a literal."""

    def __init__(self, crowd: Crowd) -> None:
        self.idle_tag = ""
        self._crowd = crowd
        self._box = Box()  # until a login
        self._is_open = False
        self._input = b""
        self._known = 0  # the number of mails that the client knows
        self._expunged: list[int] = []  # places of removed mails that the client does not know of yet
        self._tag = self._rest = ""
        self._answers: dict[str, Callable[[], None]] = {
            "CAPABILITY": lambda: self.line(f"* CAPABILITY {_CAPABILITIES}"),
            "LIST": lambda: self.line('* LIST () "/" INBOX'),
            "SELECT": self._select,
            "EXAMINE": self._select,
            "NOOP": self.send_count,
            "UID FETCH": self._fetch,
            "UID SEARCH": lambda: self.line("* SEARCH " + " ".join(str(mail.uid) for mail in self._box.mails)),
            "UID STORE": self._store,
            "UID EXPUNGE": lambda: self._box.expunge(self._uids()),
            "LOGOUT": lambda: self.line("* BYE see you"),
        }

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Sends the greeting."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._crowd.open += 1
        self.line(f"* OK [CAPABILITY {_CAPABILITIES}] ready")

    def connection_lost(self, error: Exception | None) -> None:
        """Forgets the connection."""
        self._crowd.open -= 1
        self._box.sessions.discard(self)

    def data_received(self, data: bytes) -> None:
        """Answers each complete line."""
        *lines, self._input = (self._input + data).split(b"\r\n")
        for one in lines:
            self._answer(one.decode())

    def line(self, text: str) -> None:
        """Sends one line."""
        self._transport.write(text.encode() + b"\r\n")

    def send_count(self) -> None:
        """Sends the number of mails."""
        self._known = len(self._box.mails)
        self.line(f"* {self._known} EXISTS")

    def send_expunged(self, place: int) -> None:
        """Says that the mail at this place is gone, at once or with the next answer (RFC 3501 5.5)."""
        self._known -= 1
        self._expunged.append(place)
        if self.idle_tag:
            self._flush_expunged()

    def _flush_expunged(self) -> None:
        for place in self._expunged:
            self.line(f"* {place} EXPUNGE")
        self._expunged.clear()

    def _answer(self, text: str) -> None:
        if self.idle_tag:
            tag, self.idle_tag = self.idle_tag, ""
            self.line(f"{tag} OK idled")
            return
        found = _COMMAND.fullmatch(text)
        assert found, text
        self._tag, verb, self._rest = found[1], found[2].upper(), found[3]
        if verb == "IDLE":
            self.idle_tag = self._tag
            self.line("+ idling")
            self._flush_expunged()
            if len(self._box.mails) > self._known:  # mails came while the client was not in IDLE
                self.send_count()
        elif verb == "LOGIN":
            self._login()
        elif verb in self._answers:
            self._answers[verb]()
            self._flush_expunged()
            self.line(f"{self._tag} OK done")
        else:
            self.line(f"{self._tag} BAD unknown command")
        if verb == "LOGOUT":
            self._transport.close()

    def _login(self) -> None:
        name = self._rest.split(" ")[0].strip('"')
        self._box = self._crowd.boxes[name]
        self._crowd.logins += 1
        self.line(f"{self._tag} OK logged in")

    def _select(self) -> None:
        self._box.sessions.add(self)
        self.send_count()
        self.line("* OK [UIDVALIDITY 1] valid")
        self.line(f"* OK [UIDNEXT {self._box.next_uid}] next")

    def _uids(self) -> set[int]:
        highest = max((mail.uid for mail in self._box.mails), default=0)
        named: set[int] = set()
        for part in self._rest.split(" ")[0].split(","):
            ends = [highest if end == "*" else int(end) for end in part.split(":")]
            named |= set(range(min(ends), min(max(ends), highest) + 1))
        return named

    def _fetch(self) -> None:
        wanted = self._uids()
        for place, mail in enumerate(self._box.mails, 1):
            if mail.uid in wanted:
                date = time.strftime("%d-%b-%Y %H:%M:%S +0000", time.gmtime(mail.at))
                items = fetch_items(self._rest, mail.uid, mail.raw(), sorted(mail.flags), date)
                self._transport.write(b"* %d FETCH (%s)\r\n" % (place, items))

    def _store(self) -> None:
        found = re.search(r"([+-])FLAGS\.SILENT \(([^)]*)\)", self._rest)
        assert found, self._rest
        wanted, names = self._uids(), set(found[2].split())
        for mail in self._box.mails:
            if mail.uid in wanted:
                mail.flags = mail.flags | names if found[1] == "+" else mail.flags - names


async def _obey(crowd: Crowd) -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while order := await reader.readline():
        print(json.dumps(crowd.obey(json.loads(order))), flush=True)


async def _run(users: int) -> None:
    crowd = Crowd(users)
    server = await asyncio.get_running_loop().create_server(lambda: Session(crowd), "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    delivery = asyncio.create_task(crowd.deliver())
    await _obey(crowd)
    delivery.cancel()


def main() -> None:
    """Serves until its input ends."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(_run(int(sys.argv[1])))


if __name__ == "__main__":
    main()
