# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader receives of every window, in each language; also written to files, for people to read.

The files go to the folder POSTRIDER_SCREENS, if that is set. Each line describes one element.
"""

import os
import re
import subprocess
import threading
import xml.etree.ElementTree as xml
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import click, ready
from postrider_desktop import DesktopSession, Element, FakeService, ScreenReader, Tray
from postrider_support.waiting import scaled, wait_until
from test_tray_mails import listed, of_a_list
from test_tray_screens import dress
from test_tray_setup_screens import (
    ACCOUNT,
    ADDRESS,
    BY_BROWSER,
    STARTTLS,
    UNTRUSTED,
    empty,  # noqa: F401 - a fixture
    good,
    trial,
)

LOCALES = {"en": "C.UTF-8", "de": "de_DE.UTF-8", "zh_CN": "zh_CN.UTF-8"}
TRANSLATIONS = Path(__file__).parents[2] / "translations"
# Roles of elements that a person types into, chooses from or presses.
FIELDS = {"text", "password text", "spin button", "combo box", "list", "tree", "tree table", "table"}
PRESSED = {"push button", "toggle button", "check box", "radio button", "button menu", "link"}
ROWS = {"list item", "tree item", "table cell", "menu item", "check menu item"}
# Roles of elements that nobody can operate, and the empty role.
NO_ROLES = {"filler", "unknown", "invalid", "panel", "label", ""}
WINDOWS = {"frame", "window", "dialog", "alert message", "popup menu"}
# Matches keys as in `&File`, `文件(&F)`, `文件(F)`, but not the name `Home & garden`.
MNEMONIC = re.compile(r"&\w|&&|\([A-Z]\)")


class Language:
    """The texts of the program in one language."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._words: dict[str, str] = {}
        if name != "en":
            for message in xml.parse(TRANSLATIONS / f"postrider-tray_{name}.ts").iter("message"):
                self._words[message.findtext("source", "")] = message.findtext("translation", "")

    def __call__(self, text: str) -> str:
        """The translation of a text of the source code, without the mark of its key."""
        return re.sub(r"\(&\w\)|&", "", self._shown(text))

    def key(self, text: str) -> str:
        """The shortcut of the element that has this text in the source code."""
        return "alt+" + self._shown(text).partition("&")[2][0].lower()

    def _shown(self, text: str) -> str:
        return text if self.name == "en" else self._words[text]


@pytest.fixture
def reader(session: DesktopSession) -> ScreenReader:
    absent = ScreenReader.missing()
    if absent:
        what = f"not installed: {', '.join(absent)}"
        pytest.fail(what) if os.environ.get("POSTRIDER_REQUIRE_SERVERS") == "1" else pytest.skip(what)
    return ScreenReader(session)


@pytest.fixture(params=list(LOCALES))
def language(request: pytest.FixtureRequest, session: DesktopSession) -> Language:
    session.environment["LC_ALL"] = LOCALES[request.param]
    return Language(request.param)


def is_measure(value: list[float] | None) -> bool:
    """Whether the value lies in its range. Minimum and maximum are equal if the duration is unknown."""
    return bool(value) and (value[1] <= value[0] <= value[2] or value[1] == value[2])


def faults_of(one: Element) -> list[str]:
    """The faults of one element, of any role."""
    faults = []
    is_used = one.role in FIELDS | PRESSED | ROWS | {"progress bar"} or "focusable" in one.states
    if is_used and not (one.name or one.labels):
        faults.append("has no name")
    # The text of a message box can be selected, and therefore is focusable.
    is_text = one.role == "label" and one.name
    if one.role in NO_ROLES and "focusable" in one.states and not is_text:
        faults.append("has no sensible role")
    for text in (one.name, one.description, *one.labels):
        if MNEMONIC.search(text):
            faults.append("keeps the mark of its key")
    if one.role in ("dialog", "frame", "list item", "notification", "panel") and re.search("[\u2066-\u2069]", one.name):
        faults.append("has marks that are read out")
    if one.name and one.name == one.description:
        faults.append("is said twice")
    if one.role in FIELDS | PRESSED and one.is_usable and "focusable" not in one.states and not one.is_inside:
        faults.append("cannot be reached by keyboard")
    if one.role in ("text", "password text") and not one.states & {"editable", "read-only"}:
        faults.append("does not say whether it can be edited")
    if one.role == "combo box" and not (one.labels and one.states & {"expandable", "expanded"}):
        faults.append("does not say what is chosen there")
    if one.role in ("spin button", "spin box") and not one.text:
        faults.append("does not say its value")
    if one.role == "progress bar" and not is_measure(one.value):
        faults.append("does not say how far it is")
    return [f"{one.line()} {fault}" for fault in faults]


def faults(window: Element) -> list[str]:
    """The faults of a window and of all visible elements in it."""
    found = [] if window.role in WINDOWS and (window.name or window.role == "popup menu") else [
        f"{window.line()} is no window with a title"]  # fmt: skip
    assert len(list(window)) > 2, f"an empty window: {window.dump()}"
    for one in window:
        found += faults_of(one)
    return found


class Ear:
    """Reads windows, writes their elements to files, and collects their faults."""

    def __init__(self, reader: ScreenReader, language: Language, folder: Path) -> None:
        self.reader = reader
        self._language, self._folder = language, folder
        self._faults: list[str] = []

    def keep(self, name: str, window: Element) -> Element:
        """Writes the window to a file of that name, collects its faults and returns it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._folder / f"atspi-{self._language.name}-{name}.txt"
        file.write_text(window.dump() + "\n")
        self._faults += [f"{name}: {fault}" for fault in faults(window)]
        for one in window:
            if one.role == "notification":
                self.reader.wait_notification(one.name)
        return window

    def hear(self, name: str, title: str, until: Callable[[Element], Any] = lambda window: True) -> Element:
        """The window of that title, as soon as the condition holds for it."""
        return self.keep(name, self.reader.window(title, until))

    def judge(self) -> None:
        """Fails if there was a fault. Tests call it at their end, so that one run shows all faults."""
        assert not self._faults, "\n".join(self._faults)


@pytest.fixture
def ear(reader: ScreenReader, language: Language, screens: Path) -> Ear:
    return Ear(reader, language, screens)


def roles(role: str) -> Callable[[Element], Any]:
    """A condition: the window has a visible element of that role."""
    return lambda window: [one for one in window if one.role == role]


def shown(session: DesktopSession) -> list[str]:
    """The numbers of the windows and menus that are on the screen."""
    command = ["xdotool", "search", "--onlyvisible", "--class", "postrider-tray"]
    done = subprocess.run(command, env=session.environment, capture_output=True, text=True, timeout=scaled(20))
    return done.stdout.split()


def focus(session: DesktopSession) -> None:
    """Focuses the only window. It is not found by title, because xdotool cannot search for Chinese titles."""
    numbers = wait_until(lambda: shown(session), 15, "a window")
    session.run("xdotool", "windowfocus", "--sync", numbers[-1])


def menu(session: DesktopSession, ear: Ear, text: str, *keys: str) -> Element:
    """What a screen reader receives of the menu with that entry, which these keys open. A window or menu that
    has just opened may lose key presses, which are therefore repeated.
    """
    before = len(shown(session))

    def look() -> bool:
        # As slowly as people press keys: a slow program closed its menu at once after keys that came within 12 ms.
        session.run("xdotool", "key", "--delay", "100", *keys)
        try:
            return wait_until(lambda: len(shown(session)) > before, 3, "a menu")
        except AssertionError:
            return False

    wait_until(look, 12, "a menu")
    for key in ("Down", "Home"):  # focus the first entry
        session.run("xdotool", "key", key)
        try:
            return ear.reader.popup(text, 5)
        except AssertionError:
            continue
    session.run("xdotool", "key", "Home")
    return ear.reader.popup(text)


def test_the_window_its_rows_and_menus(
    session: DesktopSession, fake: FakeService, language: Language, ear: Ear
) -> None:
    dress(fake)
    panel = session.panel()
    with Tray(session) as tray:
        ready(panel, tray, "17")
        panel.ask("activate", "activated")
        main = ear.hear("window", r"^Postrider \(17\)")
        ear.reader.wait_entered(r"^Postrider \(17\)")
        rows = [one.name for one in main[language("&Newest mails")] if one.role == "list item"]
        unread = language("Unread: %1").replace("%1", "")
        assert [row.startswith(unread) for row in rows] == [True, True, False, False], rows
        assert "Home & garden" in "".join(one.name for one in main[language("&Mailboxes")])
        focus(session)
        ear.keep("menu", menu(session, ear, language("Quit"), language.key("Mor&e")))
        session.run("xdotool", "key", "Escape")
        wait_until(lambda: len(shown(session)) == 1, 15, "no menu")
        keys = (language.key("&Newest mails"), "Down", "Home", "Menu")
        ear.keep("mail-menu", menu(session, ear, language("Delete here"), *keys))
        session.run("xdotool", "key", "Escape")
        wait_until(lambda: len(shown(session)) == 1, 15, "no menu")
        session.run("xdotool", "key", "Delete")
        undone = ear.hear("undo", "^Postrider", lambda window: window.named(language("&Undo")))
        assert any("Minutes" in one.name for one in undone if one.role == "notification")
        session.run("xdotool", "key", "ctrl+f")
        session.run("xdotool", "type", "--delay", "5", "nothing")
        ear.hear("search", "^Postrider", lambda window: "nothing" in [one.text for one in window])
    ear.judge()


def test_the_settings_and_the_log(session: DesktopSession, fake: FakeService, language: Language, ear: Ear) -> None:
    dress(fake)
    panel = session.panel()
    with Tray(session, {"notices/muted": "2"}) as tray:
        ready(panel, tray, "17")
        click(panel, language("Settings …"))
        settings = ear.hear("settings", f"^{language('Settings – Postrider')}")
        for field, label in (("What notices show", "Notices sho&w"), ("Icon", "&Icon")):
            fits = [one for one in settings if language(label) in one.labels]
            assert [one.role for one in fits] == ["combo box"], field
        for field, label in (("Quiet from", "&from"), ("Quiet until", "un&til"),
                             ("Mailboxes with notices", "From &mailboxes")):  # fmt: skip
            assert settings[language(label)].relations["label-for"] == [language(field)]
        assert "checked" in settings[language("&Show notices")].states
        assert "checked" not in settings[language("With a s&ound")].states
        assert "checked" in settings.named("Work", "list item").states
        assert "checked" not in settings.named("Home & garden", "list item").states
        ear.reader.press(settings[language("One &elsewhere, with sign-in")])
        ear.reader.press(next(one for one in settings if "is-default" in one.states))
        ear.hear("settings-wrong", language("Settings – Postrider"), roles("notification"))
        click(panel, language("Show log"))
        log = ear.hear("log", f"^{language('Log – Postrider')}")
        assert "read-only" in log[language("Log")].states
    ear.judge()


def test_signing_in_to_a_service(session: DesktopSession, fake: FakeService, language: Language, ear: Ear) -> None:
    panel = session.panel()
    refused = {"code": 40104, "error": "bad_credentials", "message": "No.", "data": None}
    fake.answers["POST", "/auth/login"] = (401, refused)
    with Tray(session, {"service/remote": "true", "service/url": fake.url}):
        panel.wait("registered", timeout=20)
        click(panel, language("Sign in …"))
        title = f"^{language('Sign in – Postrider')}"
        window = ear.hear("login", title)
        secret = window.named(language("&Password"), "password text")
        assert secret and language("&Password") in secret.labels
        assert window.named(language("&User name"), "text").labels == [language("&User name")]
        focus(session)
        session.run("xdotool", "type", "--delay", "5", "admin")
        session.run("xdotool", "key", "Tab")
        session.run("xdotool", "type", "--delay", "5", "s3cret")
        session.run("xdotool", "key", "Return")
        failed = ear.hear("login-failed", title, roles("notification"))
        assert "s3cret" not in failed.dump(), "the password is read aloud"
        assert fake.bodies_of("POST", "/auth/login")[0]["password"] == "s3cret"
    ear.judge()


def test_the_pages_that_add_a_mailbox(
    session: DesktopSession, empty: FakeService, language: Language, ear: Ear
) -> None:
    session.panel()
    searching = empty.gates["POST", "/accounts/discover"] = threading.Event()
    testing = empty.gates["POST", "/accounts/test-connection"] = threading.Event()
    with Tray(session):
        page = ear.hear("address", language("Add a mailbox"))
        field = page.named(language("E-mail address"), "text")
        assert field and language("&E-mail address") in field.labels
        focus(session)
        session.run("xdotool", "type", "--delay", "4", ADDRESS)
        session.run("xdotool", "key", "Return")
        ear.hear("searching", ".", roles("progress bar"))
        searching.set()
        page = ear.hear("sign-in", language("Sign in"), roles("password text"))
        secret = next(one for one in page if one.role == "password text")
        assert page.named(secret.name, "label").relations["label-for"] == [secret.name]
        session.run("xdotool", "type", "--delay", "4", "correct horse")
        page = ear.hear("sign-in-typed", language("Sign in"),
                        lambda window: window.named(language("&Next"), "push button").is_usable)  # fmt: skip
        assert "correct horse" not in page.dump(), "the password is read aloud"
        ear.reader.press(page[language("Show the password")])
        page = ear.hear("sign-in-shown", language("Sign in"),
                        lambda window: "checked" in window[language("Show the password")].states)  # fmt: skip
        assert "correct horse" in page.dump()
        session.run("xdotool", "key", "Return")
        ear.hear("testing", language("Trying the mail servers"))
        testing.set()
        page = ear.hear("folders", language("What to fetch"), lambda window: "Offers" in window.dump())
        boxes = {one.name: one for one in page if one.role in ROWS}
        inbox = boxes[language("Inbox")]
        assert "checked" in inbox.states and "2" in inbox.description
        assert "checked" not in boxes["Offers"].states
        ear.reader.press(page[language("&Add the mailbox")])
        page = ear.hear("sync", language("Your mail is being fetched"), lambda window: "4711" in window.dump())
        bar = next(one for one in page if one.role == "progress bar")
        assert bar.value == [116, 0, 1000]
        rows = [one.name for one in page if one.role == "list item"]
        assert len(rows) == 5 and all(rows)
    ear.judge()


def test_servers_that_fail(session: DesktopSession, empty: FakeService, language: Language, ear: Ear) -> None:
    empty.answers["POST", "/accounts/test-connection"] = trial(UNTRUSTED, STARTTLS)
    session.panel()
    with Tray(session):
        ear.reader.window(language("Add a mailbox"))
        focus(session)
        session.run("xdotool", "type", "--delay", "4", ADDRESS)
        session.run("xdotool", "key", "Return")
        ear.reader.window(language("Sign in"), roles("password text"))
        session.run("xdotool", "type", "--delay", "4", "correct horse")
        session.run("xdotool", "key", "Return")
        page = ear.hear("servers", language("Mail servers"), roles("notification"))
        for name, label in (("IMAP server", "&Server and port"), ("SMTP server", "Ser&ver and port"),
                            ("IMAP user name", "&User name"), ("SMTP user name", "User na&me"),
                            ("SMTP password", "Pass&word")):  # fmt: skip
            labels = [one for one in page if one.name == language(label) and one.role == "label"]
            assert [language(name)] in [one.relations["label-for"] for one in labels]
    ear.judge()


def test_a_sign_in_with_the_browser(
    session: DesktopSession, empty: FakeService, language: Language, ear: Ear,
    browser: Callable[[], list[str]],
) -> None:  # fmt: skip
    empty.answers["POST", "/accounts/discover"] = good(BY_BROWSER)
    empty.answers["POST", "/oauth/start"] = good(
        {"authorizationUrl": "https://accounts.google.com/x", "state": "s" * 32, "expiresIn": 600}
    )
    session.panel()
    with Tray(session):
        ear.reader.window(language("Add a mailbox"))
        focus(session)
        session.run("xdotool", "type", "--delay", "4", ADDRESS)
        session.run("xdotool", "key", "Return")
        ear.hear("ways-to-sign-in", language("Sign in"), roles("password text"))
        session.run("xdotool", "key", "Return")
        wait_until(browser, 10, "a page in the browser")
        ear.hear("in-the-browser", language("Sign in"), roles("progress bar"))
    ear.judge()


def test_a_mailbox_that_is_there(session: DesktopSession, empty: FakeService, language: Language, ear: Ear) -> None:
    wrong = {"status": "error", "errorCode": "auth_failed", "errorMessage": "The login was refused."}
    empty.accounts = [{"id": 7, "name": "Nina", "email": ADDRESS, "syncProgress": None} | wrong]
    empty.answers["GET", "/accounts/7"] = good(ACCOUNT | wrong)
    panel = session.panel()
    with Tray(session) as tray:
        ready(panel, tray, "0")
        click(panel, language("Change or remove …"))
        page = ear.hear("account", "Nina", lambda window: window[language("&Remove …")].is_usable)
        for button in ("&Sign in again …", "Mail s&ervers …", "&Folders and names …", "&Remove …"):
            assert page[language(button)].description
        ear.reader.press(page[language("&Remove …")])
        box = ear.hear("remove", language("Remove mailbox – Postrider"))
        assert ADDRESS in box.dump()
        assert "is-default" not in box.named(language("&Remove"), "push button").states
        ear.reader.press(next(one for one in box if "is-default" in one.states))
        empty.drop_streams()
        empty.close()
        ear.hear("away", "Nina", lambda window: len(roles("notification")(window)) > 1)
    ear.judge()


def test_writing_a_mail(session: DesktopSession, fake: FakeService, language: Language, ear: Ear) -> None:
    panel = session.panel()
    with Tray(session) as tray:
        ready(panel, tray, "0")
        click(panel, language("New mail …"))
        title = language("New mail – Postrider")
        window = ear.hear("compose", title)
        for label in ("&To", "&Copy to", "Su&bject"):
            field = window.named(language(label), "text")
            assert field and field.labels == [language(label)]
        assert [one.labels for one in window if one.role == "combo box"] == [[language("&From")]]
        text = window[language("Text")]
        assert {"editable", "multi-line"} <= text.states
        focus(session)
        session.run("xdotool", "key", "ctrl+Return")
        ear.hear("compose-failed", title, roles("notification"))
        session.run("xdotool", "type", "--delay", "4", "a@example.org")
        session.run("xdotool", "key", "Escape")
        box = ear.hear("unsent", language("Close mail – Postrider"))
        ear.reader.press(box[language("&Discard")])
        ear.reader.wait_gone(title)
    ear.judge()


def test_leaving_a_mailing_list(session: DesktopSession, fake: FakeService, language: Language, ear: Ear) -> None:
    offer = of_a_list(oneClick=True, url="https://news.example/leave?t=1")
    fake.items = [listed(9, "News", unsubscribe=offer)]
    panel = session.panel()
    with Tray(session) as tray:
        ready(panel, tray, "0")
        panel.ask("activate", "activated")
        ear.reader.window("^Postrider", lambda window: "News" in window.dump())
        focus(session)
        keys = (language.key("&Newest mails"), "Down", "Home", "Menu")
        menu(session, ear, language("Delete here"), *keys)
        session.run("xdotool", "key", "Up", "Up", "Return")  # from the end: Delete, Unsubscribe
        title = language("Unsubscribe – Postrider")
        box = ear.hear("unsubscribe", title, lambda window: window.named(language("&Unsubscribe")))
        assert "news.example" in box.dump()
        ear.reader.press(box[language("&Unsubscribe")])
        wait_until(lambda: fake.bodies_of("POST", "/mails/9/unsubscribe"), 10, "the call")
        ear.hear("unsubscribed", title, lambda window: not window.named(language("&Unsubscribe")))
    ear.judge()
