# SPDX-License-Identifier: GPL-3.0-or-later
"""A private mail server: a real Dovecot in a directory of its own, on free ports of 127.0.0.1."""

import base64
import imaplib
import itertools
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from postrider_support.certificates import CertificateAuthority
from postrider_support.dovecot_settings import Settings, mail_owner, oauth_file, settings_2_3, settings_2_4
from postrider_support.mailbox import Mailbox
from postrider_support.waiting import accepts, free_ports, scaled, wait_until

_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"


@dataclass(frozen=True)
class User:
    """A mailbox user of the test server."""

    name: str
    password: str


class Dovecot:
    """Runs from `start()` until `stop()`; a stop and another start keep mail and ports.

    Plain text with STARTTLS on `plain_port`, implicit TLS on `tls_port`, certificate for localhost
    and 127.0.0.1 by `ca_file`. Options as in Settings: idle, condstore, qresync, uidplus,
    special_use, list_status, separator, prefix, starttls, mechanisms, introspection_url, storage.
    If the tests run as root, the system's mail user must have access to `directory`.
    """

    host = "127.0.0.1"

    def __init__(self, directory: Path, **options: Any) -> None:
        self.directory = directory
        directory.mkdir(parents=True, exist_ok=True)
        directory.chmod(0o755)
        self.authority = CertificateAuthority(directory / "tls")
        self.ca_file = self.authority.certificate
        self.plain_port, self.tls_port = free_ports(2)
        self.settings = Settings(directory, self.plain_port, self.tls_port, self.authority.issue("server"), **options)
        self._users: dict[str, User] = {}
        self._users_at = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._delivered = itertools.count()

    @staticmethod
    def available() -> bool:
        """Whether the dovecot program is installed."""
        return shutil.which("dovecot", path=_PATH) is not None

    def __enter__(self) -> "Dovecot":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Returns when it accepts connections; AssertionError with its log after 15 s."""
        assert self._process is None, "it runs already"
        program = shutil.which("dovecot", path=_PATH)
        assert program, "dovecot is not installed (Debian: dovecot-imapd)"
        version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout
        make = settings_2_3 if version.startswith("2.3") else settings_2_4
        config = self.directory / "dovecot.conf"
        config.write_text(make(self.settings))
        (self.directory / "dovecot-oauth2.conf.ext").write_text(oauth_file(self.settings))
        self._write_users()
        # A session of its own, so that kill() and pause() reach every process of this server and no other.
        self._process = subprocess.Popen([program, "-F", "-c", str(config)], start_new_session=True)
        wait_until(self._ready, 15, "the mail server's ports")

    def stop(self) -> None:
        """Shuts it down properly, in about a second; connections are closed."""
        if self._process is not None:
            self._process.terminate()
            self._finish()

    def kill(self) -> None:
        """Kills it, as a power failure of its machine does."""
        if self._process is not None:
            self._signal(signal.SIGKILL)
            self._finish()

    def pause(self) -> None:
        """All connections stay open and nothing answers (a half-open server) until `resume()`."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Ends a `pause()`."""
        self._signal(signal.SIGCONT)

    def sessions(self) -> list[int]:
        """The process ids of the IMAP sessions that run."""
        assert self._process is not None, "it does not run"
        pids = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                name, _, fields = stat.read_text().partition("(")[2].rpartition(")")
            except OSError:
                continue  # it has just ended
            if name == "imap" and int(fields.split()[3]) == self._process.pid:
                pids.append(int(stat.parent.name))
        return pids

    def log(self) -> str:
        """What the server logged so far."""
        path = self.directory / "dovecot.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def logins(self, name: str | None = None) -> int:
        """How many logins it has logged, of this user or of all; Dovecot 2.3 and 2.4 log different words."""
        user = f"{re.escape(name)}>" if name else ""
        return len(re.findall(rf"Log(?:in|ged in): user=<{user}", self.log()))

    def add_user(self, name: str, password: str = "correct horse") -> User:
        """A user with an empty mailbox, usable at once; also changes a known user's password.

        Takes up to a second while the server runs; `add_users` before the start takes no time.
        """
        user = User(name, password)
        if self._users.get(name) != user:
            self.add_users([user])
            if self._process is not None:
                # Dovecot checks the file once in a second of its clock.
                wait_until(lambda: self._lets_in(user), 10, f"the mail server's knowledge of {name}")
                # The log line is written after the answer, and tests must not count it as another login.
                wait_until(lambda: self.logins(name) > 0, 10, f"the line of {name}'s first login")
        return user

    def add_users(self, users: Iterable[User]) -> None:
        """Adds several users, without waiting until a running server accepts them."""
        for user in users:
            self._users[user.name] = user
            if not self._home(user.name).exists():
                self._home(user.name).mkdir(parents=True)
                if os.geteuid() == 0:
                    os.chown(self._home(user.name), mail_owner().pw_uid, mail_owner().pw_gid)
        self._write_users()

    def account(self, user: User, **changes: Any) -> dict[str, Any]:
        """The body for POST /accounts: this user over TLS; `changes` replace fields."""
        return {
            "name": user.name,
            "email": f"{user.name}@example.test",
            "host": self.host,
            "port": self.tls_port,
            "username": user.name,
            "password": user.password,
            "security": "tls",
        } | changes

    def mailbox(self, user: User) -> Mailbox:
        """An IMAP session of that user; use it with `with`."""
        return Mailbox(self.host, self.plain_port, user.name, user.password)

    def maildir(self, user: User, folder: str = "INBOX") -> Path:
        """The folder's Maildir on disk (Maildir++); it may not exist yet."""
        assert self.settings.storage == "maildir", self.settings.storage
        base = self._home(user.name) / "Maildir"
        return base if folder == "INBOX" else base / f".{folder.replace('/', '.')}"

    def adopt(self, user: User) -> None:
        """Makes the server the owner of everything below the user's directory, after files were put there."""
        self._own(self._home(user.name))

    def deliver(self, user: User, raw: bytes, received_at: float | None = None) -> None:
        """Delivers a mail to INBOX as a mail transfer agent does."""
        box = self.maildir(user)
        if not (box / "tmp").exists():
            for part in ("cur", "new", "tmp"):
                (box / part).mkdir(parents=True, exist_ok=True)
            self._own(box)
        at = time.time() if received_at is None else received_at
        name = f"{at:.6f}.P{os.getpid()}Q{next(self._delivered)}.test"
        (box / "tmp" / name).write_bytes(raw)
        os.utime(box / "tmp" / name, (at, at))
        # Only this file, because the server's lock files beside it may disappear meanwhile.
        self._own(box / "tmp" / name)
        (box / "tmp" / name).rename(box / "new" / name)

    def change_uid_validity(self, user: User, folder: str = "INBOX") -> None:
        """Sets another UIDVALIDITY and new UIDs, as after a restored backup. The server must be stopped."""
        assert self._process is None, "stop the server first"
        box = self.maildir(user, folder)
        header = (box / "dovecot-uidlist").read_text().splitlines()[0]
        old = re.search(r"V(\d+)", header)
        assert old, header
        (box / "dovecot-uidlist").write_text(f"3 V{int(old[1]) + 1000} N1\n")
        for index in box.glob("dovecot.index*"):
            index.unlink()
        self._own(box)

    def _home(self, name: str) -> Path:
        return self.directory / "mail" / name

    def _own(self, path: Path) -> None:
        if os.geteuid() == 0:
            owner = mail_owner()
            subprocess.run(["chown", "-R", f"{owner.pw_uid}:{owner.pw_gid}", str(path)], check=True)

    def _lets_in(self, user: User) -> bool:
        try:
            self.mailbox(user).close()
        except imaplib.IMAP4.error:
            return False
        return True

    def _write_users(self) -> None:
        # Written to another file and renamed, so that a login meanwhile does not read half a file.
        lines = [
            f"{user.name}:{{PLAIN.b64}}{base64.b64encode(user.password.encode()).decode()}"
            f"::::{self._home(user.name)}::\n"
            for user in self._users.values()
        ]
        fresh = self.directory / "users.new"
        fresh.write_text("".join(lines))
        fresh.chmod(0o644)
        # Dovecot detects a changed file by its size and by the second of its time.
        self._users_at = max(self._users_at + 1, int(time.time()))
        os.utime(fresh, (self._users_at, self._users_at))
        fresh.rename(self.directory / "users")

    def _ready(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, f"dovecot did not start:\n{self.log()}"
        return accepts(self.plain_port) and (not self.settings.starttls or accepts(self.tls_port))

    def _signal(self, number: int) -> None:
        assert self._process is not None, "it does not run"
        os.killpg(self._process.pid, number)

    def _finish(self) -> None:
        assert self._process is not None
        self._process.wait(scaled(15))
        try:
            os.killpg(self._process.pid, signal.SIGKILL)  # login processes would run for some seconds more
        except ProcessLookupError:
            pass
        self._process = None
