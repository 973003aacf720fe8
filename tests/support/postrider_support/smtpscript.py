# SPDX-License-Identifier: GPL-3.0-or-later
"""A small submission server of our own that answers correctly until a test changes its answers.

Accepted mails are in `mails`. A test changes an attribute (`greeting`, `extensions` ..) or replaces the
answer to a command; "." is the end of a message, "" the greeting:

    def greylist(session: SmtpSession) -> None:
        session.reply("450 4.7.1 come back later")

    server.on("RCPT", greylist)
"""

import base64
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from postrider_support.certificates import Certificate

Hook = Callable[["SmtpSession"], None]
EXTENSIONS = ("PIPELINING", "SIZE 104857600", "8BITMIME", "ENHANCEDSTATUSCODES", "AUTH PLAIN LOGIN")


@dataclass(frozen=True)
class AcceptedMail:
    """A mail that was accepted. `raw` is as received, without the doubled dots."""

    connection: int
    sender: str
    recipients: tuple[str, ...]
    parameters: str  # of MAIL
    raw: bytes
    at: float

    @property
    def message_id(self) -> str:
        found = re.search(rb"^Message-ID: (\S+)\r$", self.raw, re.MULTILINE | re.IGNORECASE)
        return found[1].decode() if found else ""


class SmtpScript:
    """Listens on `port` of 127.0.0.1 from construction to `close()`, a thread for each connection."""

    def __init__(
        self,
        extensions: tuple[str, ...] = EXTENSIONS,
        tls: Certificate | None = None,
        starttls: Certificate | None = None,
        port: int = 0,
    ) -> None:
        self.greeting = "220 mx.example.org ESMTP"
        self.extensions = extensions
        self.password = "correct horse"
        self.mails: list[AcceptedMail] = []
        self.commands: list[tuple[int, str]] = []  # connection, counted from 1, and line
        self.connections = 0
        self._tls, self._starttls = tls, starttls
        self._hooks: dict[str, Hook] = {}
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", port), backlog=128)
        self.port: int = self._listener.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def __enter__(self) -> "SmtpScript":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def account(self, **changes: Any) -> dict[str, Any]:
        """The body of POST /accounts for sending through this server; no mail is fetched."""
        security = "tls" if self._tls else "starttls" if self._starttls else "none"
        body = {
            "name": "Sender",
            "email": "me@example.org",
            "host": "127.0.0.1",
            "port": 1,
            "username": f"user{self.port}",
            "password": self.password,
            "smtp_host": "127.0.0.1",
            "smtp_port": self.port,
            "smtpSecurity": security,
        }
        return body | changes

    def on(self, verb: str, hook: Hook | None) -> None:
        """From now on `hook` answers a command; None: the usual answer. The hook may call `session.usual()`."""
        if hook is None:
            self._hooks.pop(verb, None)
        else:
            self._hooks[verb] = hook

    def close(self) -> None:
        """Stops listening and ends every connection."""
        try:
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        except OSError:
            pass
        self._listener.close()
        self.drop_all()

    def drop_all(self) -> None:
        """Ends every connection, as a server that is shut down."""
        with self._lock:
            for one in self._open:
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def accepted(self, message_id: str) -> list[AcceptedMail]:
        return [mail for mail in self.mails if mail.message_id == message_id]

    def context(self, certificate: Certificate) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate.certificate, certificate.key)
        return context

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                self.connections += 1
                self._open.add(connection)
                number = self.connections
            thread = threading.Thread(target=self._serve, args=(connection, number), daemon=True)
            thread.start()

    def _serve(self, connection: socket.socket, number: int) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            if self._tls:
                connection = self.context(self._tls).wrap_socket(connection, server_side=True)
            SmtpSession(self, connection, number).run()
        except (OSError, EOFError):
            pass
        finally:
            with self._lock:
                self._open.discard(connection)
            connection.close()

    def hook(self, verb: str) -> Hook | None:
        return self._hooks.get(verb)

    @property
    def starttls(self) -> Certificate | None:
        return self._starttls


@dataclass
class SmtpSession:
    """One connection. A hook reads `line`, `verb`, `sender`, `recipients`, `raw` and sends an answer."""

    server: SmtpScript
    connection: socket.socket
    number: int
    line: str = ""
    verb: str = ""
    sender: str = ""
    parameters: str = ""
    recipients: list[str] = field(default_factory=list)
    raw: bytes = b""
    is_secure: bool = False
    is_ended: bool = False
    is_in_transaction: bool = False
    paced: Callable[[], None] | None = None  # called before each read, for slow servers
    _buffer: bytes = b""

    def run(self) -> None:
        self._handle("")
        while not self.is_ended:
            self.line = self.read_line().decode("utf-8", "replace")
            self.server.commands.append((self.number, self.line))
            self._handle(self.line.split(" ")[0].upper())

    def reply(self, *lines: str) -> None:
        self.connection.sendall("".join(line + "\r\n" for line in lines).encode())

    def close(self) -> None:
        self.is_ended = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def hold(self, seconds: float = 30) -> None:
        """Sends nothing until the client disconnects, at most for this time."""
        self.connection.settimeout(seconds)
        try:
            while self.connection.recv(65536):
                pass
        except OSError:
            pass
        self.is_ended = True

    def read_line(self) -> bytes:
        while b"\r\n" not in self._buffer:
            self._fill()
        line, self._buffer = self._buffer.split(b"\r\n", 1)
        return line

    def read_message(self) -> bytes:
        """The message up to the final dot, which is CR LF dot CR LF and nothing else."""
        pieces = [b"\r\n" + self._buffer]
        tail = pieces[0]
        while b"\r\n.\r\n" not in tail:
            self._buffer = b""
            self._fill()
            pieces.append(self._buffer)
            tail = tail[-4:] + self._buffer
        whole = b"".join(pieces)
        end = whole.index(b"\r\n.\r\n")
        self._buffer = whole[end + 5 :]
        return whole[: end + 2].replace(b"\r\n.", b"\r\n")[2:]

    def usual(self) -> None:
        """Answers as a correct server does."""
        act = getattr(self, f"_{self.verb.lower()}", None) if self.verb.isalpha() else None
        if self.verb == "":
            self.reply(self.server.greeting)
        elif self.verb == ".":
            self._accept_mail()
        elif act:
            act()
        else:
            self.reply("502 5.5.1 what?")

    def accept(self) -> None:
        """Continues after the message is in `raw`, for hooks that read it themselves."""
        self.is_in_transaction = False
        self._handle(".")

    def _fill(self) -> None:
        if self.paced:
            self.paced()
        more = self.connection.recv(262144)
        if not more:
            raise EOFError
        self._buffer += more

    def _handle(self, verb: str) -> None:
        self.verb = verb
        hook = self.server.hook(verb)
        hook(self) if hook else self.usual()

    def _ehlo(self) -> None:
        offers = list(self.server.extensions)
        if self.server.starttls and not self.is_secure:
            offers = [one for one in offers if not one.startswith("AUTH")] + ["STARTTLS"]
        self.reply(*(f"250-{one}" for one in ["mx.example.org", *offers]), "250 HELP")

    def _starttls(self) -> None:
        assert self.server.starttls
        self.reply("220 2.0.0 go")
        context = self.server.context(self.server.starttls)
        self.connection = context.wrap_socket(self.connection, server_side=True)
        self.is_secure = True

    def _auth(self) -> None:
        words = self.line.split(" ")
        if words[1].upper() == "PLAIN":
            given = base64.b64decode(words[2]).split(b"\0")[2]
        else:
            self.reply("334 VXNlcm5hbWU6")
            self.read_line()
            self.reply("334 UGFzc3dvcmQ6")
            given = base64.b64decode(self.read_line())
        right = given.decode() == self.server.password
        self.reply("235 2.7.0 in" if right else "535 5.7.8 wrong user or password")

    def _mail(self) -> None:
        found = re.match(r"MAIL FROM:<([^>]*)>(.*)", self.line, re.IGNORECASE)
        assert found, self.line
        if self.is_in_transaction:
            self.reply("503 5.5.0 sender already given")
            return
        self.is_in_transaction = True
        self.sender, self.parameters, self.recipients = found[1], found[2].strip(), []
        self.reply("250 2.1.0 fine")

    def _rcpt(self) -> None:
        found = re.match(r"RCPT TO:<([^>]*)>", self.line, re.IGNORECASE)
        assert found, self.line
        self.recipients.append(found[1])
        self.reply("250 2.1.5 fine")

    def _data(self) -> None:
        if not self.recipients:
            self.reply("503 5.5.1 no recipients")
            return
        self.reply("354 go on")
        self.raw = self.read_message()
        self.accept()

    def _accept_mail(self) -> None:
        accepted = AcceptedMail(
            self.number,
            self.sender,
            tuple(self.recipients),
            self.parameters,
            self.raw,
            time.monotonic(),
        )
        self.server.mails.append(accepted)
        self.reply("250 2.0.0 taken")

    def _rset(self) -> None:
        self.recipients = []
        self.is_in_transaction = False
        self.reply("250 2.0.0 fine")

    def _noop(self) -> None:
        self.reply("250 2.0.0 fine")

    def _quit(self) -> None:
        self.reply("221 2.0.0 bye")
        self.is_ended = True
