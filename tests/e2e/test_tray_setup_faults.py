# SPDX-License-Identifier: GPL-3.0-or-later
"""A mailbox is added while service, panel, bus or keyring goes away, at each step of it."""

import itertools
import os
import random
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from conftest import accounts, click, need, online, ready
from postrider_desktop import DesktopSession, FakeService, Helper, Tray, Typist
from postrider_support import UNLIMITED, Dovecot, Service, User, npm
from postrider_support.imapscript import ImapScript
from postrider_support.keyring import KeyringSession
from postrider_support.letters import letter
from postrider_support.maildomain import DOMAIN, FILE, MailDomain
from postrider_support.mailhost import config, incoming, outgoing, says
from postrider_support.oauth import OAuthProvider
from postrider_support.smtpscript import SmtpScript
from postrider_support.waiting import wait_until
from test_tray_setup import listeners, reach, sent_back_to, shown_at

PASSWORD = "correct horse"
AWAY = "The mail service does not answer. What you entered stays here, and this goes on as soon as it " "is back."
STEPS = ("address", "searching", "sign-in", "testing", "folders", "saving", "sync")
TITLES = {
    "address": "Add a mailbox",
    "searching": "Add a mailbox",
    "sign-in": "Sign in",
    "testing": "Trying the mail servers",
    "folders": "What to fetch",
    "saving": "What to fetch",
}
# What fields hold then. That the password stays is seen where it is used: no reader gets it.
TYPED = {
    "address": "fay",
    "searching": "fay",
    "testing": "fay",
    "folders": "Home",
    "saving": "Home",
}
FETCHED = "(Your mail is being fetched|Everything is here)"
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
    """A domain with a file that names its servers; the IMAP server is a real one."""
    with ExitStack() as stack:
        made = MailDomain(stack, dovecot, tmp_path)
        made.has_web(f"autoconfig.{DOMAIN}")
        made.has_imap(f"imap.{DOMAIN}")
        yield made


class House:
    """A person of the session, with the wizard before them, and the servers of their domain."""

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
        self._found = says(file)
        self.let_go()
        with domain.dovecot.mailbox(self.user) as box:
            box.append(letter("The first one"))

    def window(self) -> dict[str, Any]:
        """What the wizard shows; empty while there is none, or while it changes."""
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

    def hears(self, *words: str, timeout: float = 45) -> str:
        """Waits for a text that has all these words."""

        def look() -> str:
            shown = self.texts()
            return next((one for one in shown if all(word in one for word in words)), "")

        try:
            return wait_until(look, timeout, f"a text with {words}")
        except AssertionError:
            print(self.window())
            raise

    def hears_no_more(self, words: str) -> None:
        def look() -> bool:
            shown = self.texts()
            return bool(shown) and not any(words in one for one in shown)

        wait_until(look, 45, f"no text with {words!r}")

    def let_go(self) -> None:
        """Nothing is held up any more."""
        self._gate.set()
        self._gate = threading.Event()
        self.domain.web.files[FILE] = self._found
        self.smtp.on("", None)

    def reach(self, step: str) -> None:
        """From the first page to that step, where the wizard then stays."""
        self.typist.turn_to("^Add a mailbox")
        self.typist.type(self.user.name)
        self.go_on("address", step)

    def go_on(self, at: str, step: str) -> None:
        """From one step to a later one."""
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
        """Ends a step; `stay`: nothing goes on by itself after the next one."""
        if step == "address":
            if stay:
                self.domain.web.files[FILE] = self._held_up(lambda client: client.sendall(self._found))
            self.typist.press("Return")
            if stay:
                self.hears("Looking for the mail servers")
        elif step == "sign-in":
            if stay:
                self.smtp.on("", self._held_up(lambda talk: talk.usual()))
            self.typist.press("Return")
        elif step == "folders":
            if stay:
                self.service.pause()
            self.typist.press("alt+a")
            if stay:
                self.hears("Saving …")
        elif step == "saving":
            self.typist.turn_to(f"^{FETCHED}")

    def _held_up(self, answer: Callable[[Any], None]) -> Callable[[Any], None]:
        """Answers as soon as nothing is held up any more."""

        def hold(other: Any, gate: threading.Event = self._gate) -> None:
            gate.wait(60)
            answer(other)

        return hold

    def finish(self, step: str) -> dict[str, Any]:
        """Goes on from that step to the end; the one mailbox that there is then."""
        self.let_go()
        self.go_on(step, "sync")
        self.typist.turn_to("^Everything is here")
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
    """The real service of the person of the session, which finds that domain."""
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
    """A keyring that is unlocked, on a bus that is the session's from now on."""
    need(KeyringSession.available(), "gnome-keyring and dbus-daemon")
    with KeyringSession(session.directory) as one:
        session.environment |= one.variables
        yield one


@pytest.fixture
def house(session: DesktopSession, domain: MailDomain, tmp_path: Path) -> Iterator[House]:
    service = made_service(session, domain, tmp_path, "--secrets", "sealed")
    yield House(session, domain, service)
    service.kill()


@pytest.fixture
def safe(keyring: KeyringSession, session: DesktopSession, domain: MailDomain, tmp_path: Path) -> Iterator[House]:
    """The same, with passwords in the keyring."""
    service = made_service(session, domain, tmp_path, "--secrets", "keychain")
    yield House(session, domain, service)
    service.kill()


def tray_of(session: DesktopSession) -> Tray:
    return Tray(session, {"service/start": "false"})


@pytest.mark.parametrize("step", STEPS[1:])
def test_a_service_that_is_killed_is_waited_for(house: House, step: str) -> None:
    house.service.start()
    with tray_of(house.session):
        house.reach(step)
        house.service.kill()
        house.hears(AWAY)
        house.holds_what_was_typed(step)
        house.let_go()
        house.service.start()
        house.hears_no_more("does not answer")
        house.finish(step)


def test_a_service_that_is_killed_while_it_stores_leaves_one_mailbox(house: House) -> None:
    seed = int(os.environ.get("POSTRIDER_SEED", time.time_ns()))
    print(f"POSTRIDER_SEED={seed}")
    chance = random.Random(seed)
    panel = house.session.panel()
    house.service.start()
    with tray_of(house.session) as tray:
        for turn in range(40 if os.environ.get("POSTRIDER_LONG") else 4):
            if turn > 0:
                click(panel, "No mailbox yet: add one …", timeout=45)
            house.reach("folders")
            house.typist.press("alt+a")
            threading.Event().wait(chance.uniform(0, 0.08))  # any moment of it
            house.service.kill()
            house.service.start()
            house.typist.turn_to("^Everything is here")
            [made] = accounts(house.service)
            assert (made["username"], made["name"]) == (house.user.name, "Home")
            house.typist.press("Return")
            house.typist.wait_gone("Everything is here")
            house.service.admin().delete(f"/accounts/{made['id']}").ok()
            ready(panel, tray, "0 unread")


def test_a_panel_that_goes_and_comes_changes_nothing(house: House) -> None:
    house.service.start()
    panel = house.session.panel()
    with tray_of(house.session):
        panel.wait("registered", timeout=30)
        house.typist.turn_to("^Add a mailbox")
        house.typist.type(house.user.name)
        for step, after in itertools.pairwise((*STEPS, "")):
            before = house.window()["title"]
            panel.stop()
            panel = house.session.panel()
            panel.wait("registered", timeout=30)
            if step != "sync":
                assert house.window()["title"] == before
            house.holds_what_was_typed(step)
            house.let_go()
            if step == "saving":
                house.service.resume()
            if after:
                house.go_on(step, after)
        house.finish("sync")


@pytest.mark.parametrize("step", STEPS)
def test_a_bus_that_is_killed_ends_nothing(keyring: KeyringSession, house: House, step: str) -> None:
    assert keyring.secrets() == {}  # it is there, and the tray keeps its token in it
    house.session.panel()
    house.service.start()
    with tray_of(house.session) as tray:
        house.reach(step)
        wait_until(lambda: keyring.secrets("Postrider Tray"), 20, "the token in the keyring")
        keyring.kill_bus()
        house.let_go()
        if step == "saving":
            house.service.resume()
        house.finish(step)
        assert tray.running and house.service.running


def leave_by_escape(house: House, tray: Tray, panel: Helper) -> None:
    house.typist.press("Escape")


def leave_by_closing(house: House, tray: Tray, panel: Helper) -> None:
    house.session.close_window(" – Postrider$")


def leave_by_quitting(house: House, tray: Tray, panel: Helper) -> None:
    click(panel, "Quit")
    wait_until(lambda: not tray.running, 15, "the end")


def leave_by_kill(house: House, tray: Tray, panel: Helper) -> None:
    tray.kill()


@pytest.mark.parametrize("leave", [leave_by_escape, leave_by_closing, leave_by_quitting, leave_by_kill])
def test_a_setup_that_is_left_leaves_nothing(
    keyring: KeyringSession, safe: House, leave: Callable[[House, Tray, Helper], None]
) -> None:
    panel = safe.session.panel()
    safe.service.start()
    tray = tray_of(safe.session)
    try:
        tray.start()
        for step in STEPS[:-2]:
            if step != STEPS[0] and tray.running:
                click(panel, "No mailbox yet: add one …")
            elif step != STEPS[0]:
                tray.kill()  # it is ended already, and may be started again
                tray.start()
            safe.reach(step)
            leave(safe, tray, panel)
            safe.typist.wait_gone(TITLES[step])
            safe.let_go()
            assert accounts(safe.service) == []
            assert keyring.secrets() == {}
            assert safe.service.sql("SELECT COUNT(*) FROM keychain_items") == [(0,)]
        assert PASSWORD.encode() not in safe.service.stored()
        assert PASSWORD not in safe.service.log() + tray.log()
    finally:
        tray.kill()


def lock(keyring: KeyringSession) -> None:
    keyring.lock()


def hang(keyring: KeyringSession) -> None:
    keyring.hang()


def kill(keyring: KeyringSession) -> None:
    keyring.kill_keyring()


def mend(keyring: KeyringSession, trouble: Callable[[KeyringSession], None]) -> None:
    {lock: keyring.unlock, hang: keyring.go_on, kill: keyring.start_keyring}[trouble]()


TROUBLES = {
    lock: "The keychain is locked",
    hang: "No keychain answers",
    kill: "No keychain answers",
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_keyring_that_takes_nothing_is_waited_for(
    keyring: KeyringSession, safe: House, trouble: Callable[[KeyringSession], None]
) -> None:
    safe.session.panel()
    safe.service.start()
    with tray_of(safe.session):
        safe.reach("folders")
        trouble(keyring)
        safe.typist.press("alt+a")
        safe.hears("Not yet:", TROUBLES[trouble], "This goes on by itself.")
        safe.holds_what_was_typed("folders")
        assert accounts(safe.service) == []
        mend(keyring, trouble)
        safe.finish("saving")
        assert list(keyring.secrets().values()) == [PASSWORD]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_setup_that_is_left_before_a_keyring_that_takes_nothing_leaves_nothing(
    keyring: KeyringSession, safe: House, trouble: Callable[[KeyringSession], None]
) -> None:
    panel = safe.session.panel()
    safe.service.start()
    with tray_of(safe.session):
        safe.reach("folders")
        trouble(keyring)
        safe.typist.press("alt+a")
        safe.hears("Not yet:", TROUBLES[trouble])
        safe.typist.press("Escape")
        safe.typist.wait_gone("What to fetch")
        mend(keyring, trouble)
        # What the service was still to do is done before the next one is stored.
        click(panel, "No mailbox yet: add one …")
        assert accounts(safe.service) == []
        safe.reach("folders")
        safe.finish("folders")
        assert list(keyring.secrets().values()) == [PASSWORD]


def test_a_way_back_leads_from_a_keyring_that_stays_locked(keyring: KeyringSession, safe: House) -> None:
    safe.session.panel()
    safe.service.start()
    with tray_of(safe.session):
        safe.reach("folders")
        keyring.lock()
        safe.typist.press("alt+a")
        safe.hears("Not yet:", "The keychain is locked")
        safe.typist.press("alt+b")
        safe.typist.turn_to("^Sign in")
        assert accounts(safe.service) == []
        keyring.unlock()
        safe.typist.press("Return")
        safe.typist.turn_to("^What to fetch")
        safe.holds_what_was_typed("folders")
        safe.finish("folders")
        assert list(keyring.secrets().values()) == [PASSWORD]


def test_a_service_that_is_killed_before_a_keyring_that_hangs_stores_one_secret(
    keyring: KeyringSession, safe: House
) -> None:
    safe.session.panel()
    safe.service.config["keychain.patience"] = "60"
    safe.service.start()
    with tray_of(safe.session):
        safe.reach("folders")
        keyring.hang()
        safe.typist.press("alt+a")
        safe.hears("Saving …")
        safe.service.kill()
        safe.hears(AWAY)
        keyring.go_on()
        safe.service.start()
        safe.finish("saving")
        wait_until(lambda: list(keyring.secrets().values()) == [PASSWORD], 20, "one secret in the keyring")
        assert safe.service.sql("SELECT COUNT(*) FROM keychain_items") == [(1,)]


def test_a_login_that_works_for_receiving_alone_is_told_at_its_field(house: House) -> None:
    house.smtp.password = "another one"
    house.session.panel()
    house.service.start()
    with tray_of(house.session):
        house.reach("sign-in")
        house.typist.press("Return")
        house.typist.turn_to("^Mail servers")
        house.hears(f"smtp.{DOMAIN}", "refused the user name", "or the password")
        house.hears("✓ This works")
        assert accounts(house.service) == []
        house.typist.type("another one")  # the keyboard is in the password for sending
        house.typist.press("Return")
        house.typist.turn_to("^What to fetch")
        house.typist.press("alt+n")
        house.typist.replace("Home")
        house.finish("folders")


def test_a_mailbox_without_sending_may_be_stored_anyway(house: House) -> None:
    house.smtp.password = "another one"
    house.session.panel()
    house.service.start()
    with tray_of(house.session):
        house.reach("sign-in")
        house.typist.press("Return")
        house.typist.turn_to("^Mail servers")
        house.hears("refused the user name")
        house.typist.press("alt+a")  # "Save anyway"
        house.typist.turn_to("^What to fetch")
        house.typist.press("alt+n")
        house.typist.replace("Home")
        house.finish("folders")


def test_a_certificate_of_another_name_is_told_as_such(house: House) -> None:
    authority = house.domain.dovecot.authority
    house.domain.has_imap(f"imap.{DOMAIN}", authority.issue("another", ("other.test",)))
    house.session.panel()
    house.service.start()
    with tray_of(house.session):
        house.reach("sign-in")
        house.typist.press("Return")
        house.typist.turn_to("^Mail servers")
        house.hears("certificate", f"imap.{DOMAIN}", "another name")
        assert accounts(house.service) == []
        house.domain.has_imap(f"imap.{DOMAIN}")
        house.typist.press("alt+t")  # "Try again"
        house.typist.turn_to("^What to fetch")
        house.typist.press("alt+n")
        house.typist.replace("Home")
        assert house.finish("folders")["tlsPin"] is None


def test_a_server_without_encryption_gets_no_password(house: House, domain: MailDomain) -> None:
    with ImapScript() as plain:
        domain.is_there(f"imap.{DOMAIN}", "127.0.1.2", 993, plain.port)
        house.session.panel()
        house.service.start()
        with tray_of(house.session):
            house.reach("sign-in")
            house.typist.press("Return")
            house.typist.turn_to("^Mail servers")
            house.hears(f"imap.{DOMAIN}", "offers no encryption on port 993 that can be used")
            assert accounts(house.service) == []
        assert not [one for one in plain.said if "LOGIN" in one.text or "AUTHENTICATE" in one.text]


class ByBrowser(House):
    """A person whose provider wants a sign-in with the browser."""

    def __init__(self, provider: OAuthProvider, opened: Callable[[], list[str]], *parts: Any) -> None:
        super().__init__(*parts, config(incoming(f"imap.{DOMAIN}", login="OAuth2")))
        self.provider, self._opened, self._pages = provider, opened, 0

    def reach_sign_in(self) -> None:
        self.typist.turn_to("^Add a mailbox")
        self.typist.type(self.user.name)
        self.typist.press("Return")
        self.typist.turn_to("^Sign in")

    def open_page(self) -> str:
        """Where the provider sends the browser back to, once somebody has signed in there."""
        self.typist.press("Return")  # "Sign in with the browser"
        self._pages += 1
        wait_until(lambda: len(self._opened()) == self._pages, 15, "a page in the browser")
        self.hears("Your browser shows the provider's page")
        return sent_back_to(self._opened()[-1])

    def name_it(self) -> None:
        self.typist.turn_to("^What to fetch")
        self.typist.press("alt+n")
        self.typist.replace("Home")


@pytest.fixture
def by_browser(session: DesktopSession, browser: Callable[[], list[str]], tmp_path: Path) -> Iterator[ByBrowser]:
    need(npm.available(), "nodejs and npm")
    need(Dovecot.available(), "dovecot-imapd")
    scratch = Path(tempfile.mkdtemp(prefix="postrider-test-"))
    scratch.chmod(0o755)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, scratch, ignore_errors=True)
        provider = stack.enter_context(OAuthProvider())
        post = Dovecot(
            scratch / "oauth",
            mechanisms="plain login oauthbearer xoauth2",
            introspection_url=f"{provider.origin}/userinfo",
        )
        post.add_users(User(f"fay{number}@{DOMAIN}", PASSWORD) for number in range(1, 80))
        stack.enter_context(post)
        domain = MailDomain(stack, post, tmp_path)
        domain.has_web(f"autoconfig.{DOMAIN}")
        domain.has_imap(f"imap.{DOMAIN}")
        more = provider.config | {"oauth.house.domains": DOMAIN}
        service = made_service(session, domain, tmp_path, "--secrets", "sealed", more=more)
        stack.callback(service.kill)
        session.panel()
        service.start()
        yield ByBrowser(provider, browser, session, domain, service)


def test_a_browser_that_was_closed_is_left_by_going_back(by_browser: ByBrowser) -> None:
    with tray_of(by_browser.session):
        by_browser.reach_sign_in()
        port = urlsplit(by_browser.open_page()).port
        assert listeners(port)
        by_browser.typist.press("alt+b")
        by_browser.typist.turn_to("^Add a mailbox")
        assert listeners(port) == []
        reach(by_browser.typist, "Sign in", "Return")
        assert "You are signed in" in shown_at(by_browser.open_page())
        by_browser.name_it()
        by_browser.finish("folders")


@pytest.mark.parametrize("mode", ["down", "500"])
def test_a_provider_that_is_down_is_told_and_tried_again(by_browser: ByBrowser, mode: str) -> None:
    with tray_of(by_browser.session):
        by_browser.reach_sign_in()
        page = by_browser.open_page()
        by_browser.provider.set(mode=mode)
        shown_at(page)
        by_browser.hears("Your provider cannot finish the sign-in now", "Try again in a moment.")
        assert accounts(by_browser.service) == []
        by_browser.provider.set(mode="up")
        shown_at(by_browser.open_page())
        by_browser.name_it()
        by_browser.finish("folders")


def test_a_service_that_is_killed_beside_the_browser_wants_another_sign_in(
    by_browser: ByBrowser,
) -> None:
    with tray_of(by_browser.session):
        by_browser.reach_sign_in()
        page = by_browser.open_page()
        by_browser.service.kill()
        by_browser.hears(AWAY)
        shown_at(page)
        by_browser.service.start()
        by_browser.hears("This sign-in is over. Sign in with the browser again.")
        shown_at(by_browser.open_page())
        by_browser.name_it()
        by_browser.finish("folders")


def test_a_service_that_is_killed_after_the_browser_wants_another_sign_in(
    by_browser: ByBrowser,
) -> None:
    with tray_of(by_browser.session):
        by_browser.reach_sign_in()
        shown_at(by_browser.open_page())
        by_browser.name_it()
        by_browser.service.kill()
        by_browser.hears(AWAY)
        by_browser.service.start()
        by_browser.hears_no_more("does not answer")
        reach(by_browser.typist, "Sign in", "alt+a")
        by_browser.hears("This sign-in is over. Sign in with the browser again.")
        assert accounts(by_browser.service) == []
        shown_at(by_browser.open_page())
        by_browser.typist.turn_to("^What to fetch")
        by_browser.holds_what_was_typed("folders")
        by_browser.finish("folders")


def test_a_list_of_mailboxes_that_cannot_be_read_opens_no_wizard(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    fake.answers["GET", "/accounts"] = (
        503,
        {"code": 50303, "error": "storage_unavailable", "message": "Not now.", "data": None},
    )
    with Tray(session) as tray:
        wait_until(lambda: len(fake.asked("GET", "/accounts")) >= 2, 30, "another question")
        assert not [title for title in session.windows() if "Add a mailbox" in title]
        del fake.answers["GET", "/accounts"]
        online(panel, tray, 0)
        labels = [one["label"] for one in panel.ask("menu", "menu")["entries"]]
        assert not [label for label in labels if "No mailbox yet" in label]
        assert not [title for title in session.windows() if "Add a mailbox" in title]
