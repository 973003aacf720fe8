# SPDX-License-Identifier: GPL-3.0-or-later
"""A person who adds a mailbox with the tray, and the servers of their domain: what the tests of faults share.

A test file imports the fixtures `dovecot` and `domain` too.
"""

import itertools
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from conftest import accounts, need
from postrider_desktop import DesktopSession, Helper, Tray, Typist
from postrider_support import UNLIMITED, Dovecot, Service, User
from postrider_support.keyring import KeyringSession
from postrider_support.letters import letter
from postrider_support.maildomain import DOMAIN, FILE, MailDomain
from postrider_support.mailhost import config, incoming, outgoing, response
from postrider_support.smtpscript import SmtpScript
from postrider_support.waiting import wait_until

PASSWORD = "correct horse"
AWAY = (
    "The mail service does not answer. Your entries are kept. "
    "Postrider continues as soon as the service answers again."
)
STEPS = ("address", "searching", "sign-in", "testing", "folders", "saving", "sync")
TITLES = {
    "address": "Add a mailbox",
    "searching": "Add a mailbox",
    "sign-in": "Sign in",
    "testing": "Trying the mail servers",
    "folders": "What to fetch",
    "saving": "What to fetch",
}
# How the text of a field begins at that step. A password cannot be read; its later use shows that it stays.
TYPED = {
    "address": "fay",
    "searching": "fay",
    "testing": "fay",
    "folders": "Home",
    "saving": "Home",
}
FETCHED = "(Your mail is being fetched|All mail has been fetched)"
CONFIG = UNLIMITED | {"keychain.patience": "2"}
_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def dovecot() -> Iterator[Dovecot]:
    need(Dovecot.available(), "dovecot-imapd")
    scratch = Path(tempfile.mkdtemp(prefix="postrider-test-"))
    scratch.chmod(0o755)
    server = Dovecot(scratch / "dovecot")
    server.add_users(User(f"fay{number}@{DOMAIN}", PASSWORD) for number in range(1, 80))
    with server:
        yield server
    shutil.rmtree(scratch, ignore_errors=True)


@pytest.fixture
def domain(dovecot: Dovecot, tmp_path: Path) -> Iterator[MailDomain]:
    """A mail domain that publishes a file with the names of its servers; the IMAP server is a real one."""
    with ExitStack() as stack:
        made = MailDomain(stack, dovecot, tmp_path)
        made.has_web(f"autoconfig.{DOMAIN}")
        made.has_imap(f"imap.{DOMAIN}")
        yield made


class Wizard:
    """A person who uses the wizard, and the servers of their domain."""

    def __init__(
        self,
        session: DesktopSession,
        domain: MailDomain,
        service: Service,
        file: bytes = config(incoming(f"imap.{DOMAIN}"), outgoing(f"smtp.{DOMAIN}")),
    ) -> None:
        self.session, self.domain, self.service = session, domain, service
        self.smtp: SmtpScript = domain.has_smtp(f"smtp.{DOMAIN}", starttls=False)
        self.user = User(f"fay{next(_numbers)}@{DOMAIN}", PASSWORD)
        self.typist = Typist(session)
        self.reader: Helper = session.reader()
        self._gate = threading.Event()
        self._found = response(file)
        self.let_go()
        with domain.dovecot.mailbox(self.user) as box:
            box.append(letter("The first one"))

    def window(self) -> dict[str, Any]:
        """What the wizard shows; empty while no wizard is open, or while its page changes."""
        found = [one for one in self.reader.ask("read", "read")["windows"] if one["title"].endswith(" – Postrider")]
        return found[0] if found else {}

    def texts(self) -> list[str]:
        return [part["name"] for part in self.window().get("parts", [])]

    def typed(self) -> list[str]:
        return [part["typed"] for part in self.window().get("parts", []) if part["typed"]]

    def holds_what_was_typed(self, step: str) -> None:
        begin = TYPED.get(step, "")
        wait_until(
            lambda: any(one.startswith(begin) for one in self.typed()) or not begin,
            15,
            f"a field with {begin!r}",
        )

    def wait_text(self, *words: str, timeout: float = 45) -> str:
        """Waits for a text that has all these words."""

        def look() -> str:
            shown = self.texts()
            return next((one for one in shown if all(word in one for word in words)), "")

        try:
            return wait_until(look, timeout, f"a text with {words}")
        except AssertionError:
            print(self.window())
            raise

    def wait_text_gone(self, words: str) -> None:
        def look() -> bool:
            shown = self.texts()
            return bool(shown) and not any(words in one for one in shown)

        wait_until(look, 45, f"no text with {words!r}")

    def let_go(self) -> None:
        """Releases everything that is held up."""
        self._gate.set()
        self._gate = threading.Event()
        self.domain.web.files[FILE] = self._found
        self.smtp.on("", None)

    def reach(self, step: str) -> None:
        """Goes from the first page to that step, where the wizard then stays."""
        self.typist.turn_to("^Add a mailbox")
        self.typist.type(self.user.name)
        self.go_on("address", step)

    def go_on(self, at: str, step: str) -> None:
        """Goes from one step to a later one."""
        for here, there in itertools.pairwise(STEPS[STEPS.index(at) : STEPS.index(step) + 1]):
            stay = there == step
            self._leave(here, stay)
            if there in ("sign-in", "folders") or (stay and there != "sync"):
                self.typist.turn_to(f"^{TITLES[there]}")
            if there == "sign-in":
                self.typist.type(PASSWORD)
            if there == "folders":
                self.typist.press("alt+n")
                self.typist.replace("Home")

    def _leave(self, step: str, stay: bool) -> None:
        """Ends a step. With `stay`, the next step is held up, so that the wizard stays there."""
        if step == "address":
            if stay:
                self.domain.web.files[FILE] = self._held_up(lambda client: client.sendall(self._found))
            self.typist.press("Return")
            if stay:
                self.wait_text("Looking for the mail servers")
        elif step == "sign-in":
            if stay:
                self.smtp.on("", self._held_up(lambda smtp: smtp.usual()))
            self.typist.press("Return")
        elif step == "folders":
            if stay:
                self.service.pause()
            self.typist.press("alt+a")
            if stay:
                self.wait_text("Saving …")
        elif step == "saving":
            self.typist.turn_to(f"^{FETCHED}")

    def _held_up(self, answer: Callable[[Any], None]) -> Callable[[Any], None]:
        """A reaction that answers after `let_go`."""

        def hold(other: Any, gate: threading.Event = self._gate) -> None:
            gate.wait(60)
            answer(other)

        return hold

    def finish(self, step: str) -> dict[str, Any]:
        """Goes on from that step to the end; returns the only account."""
        self.let_go()
        self.go_on(step, "sync")
        self.typist.turn_to("^All mail has been fetched")
        [made] = accounts(self.service)
        assert (made["username"], made["name"]) == (self.user.name, "Home")
        return made


def made_service(
    session: DesktopSession,
    domain: MailDomain,
    directory: Path,
    *arguments: str,
    more: dict[str, str] | None = None,
) -> Service:
    """The real service in the environment of the session; it resolves the names of that domain."""
    names = (
        "HOME",
        "XDG_RUNTIME_DIR",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "DBUS_SESSION_BUS_ADDRESS",
    )
    return Service(
        directory / "service",
        config=CONFIG | {"mail.nameserver": domain.dns.address} | (more or {}),
        environment={name: session.environment[name] for name in names} | domain.names.environment,
        extra_ca=domain.dovecot.ca_file,
        arguments=("--desktop", *arguments),
    )


@pytest.fixture
def keyring(session: DesktopSession) -> Iterator[KeyringSession]:
    """An unlocked keyring, on a bus that replaces the session's bus from now on."""
    need(KeyringSession.available(), "gnome-keyring and dbus-daemon")
    with KeyringSession(session.directory) as one:
        session.environment |= one.variables
        yield one


@pytest.fixture
def wizard(session: DesktopSession, domain: MailDomain, tmp_path: Path) -> Iterator[Wizard]:
    service = made_service(session, domain, tmp_path, "--secrets", "sealed")
    yield Wizard(session, domain, service)
    service.kill()


@pytest.fixture
def safe(keyring: KeyringSession, session: DesktopSession, domain: MailDomain, tmp_path: Path) -> Iterator[Wizard]:
    """As `wizard`, but passwords are stored in the keyring."""
    service = made_service(session, domain, tmp_path, "--secrets", "keychain")
    yield Wizard(session, domain, service)
    service.kill()


def tray_of(session: DesktopSession) -> Tray:
    return Tray(session, {"service/start": "false"})
