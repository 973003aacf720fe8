# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of the pages on which mailboxes are added and repaired, and of the failures that they show.

They go to the folder POSTRIDER_SCREENS, if that is set; pictures that people have checked are in screens/.
"""

import re
import threading
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import click, ready
from postrider_desktop import DesktopSession, FakeService, Tray, Typist
from postrider_support.waiting import wait_until
from test_tray_screens import darken, measure

ADDRESS = "nina@example.org"
SERVERS = {
    "email": ADDRESS,
    "host": "imap.example.org",
    "port": 993,
    "security": "tls",
    "username": ADDRESS,
    "smtp_host": "smtp.example.org",
    "smtp_port": 465,
    "smtpSecurity": "tls",
    "smtpUsername": ADDRESS,
}
FOUND = {
    "found": True,
    "source": "wellKnown",
    "message": "x",
    "provider": "Fastmail",
    "account": SERVERS,
    "authentication": ["appPassword"],
    "oauthProvider": None,
    "note": None,
    "warnings": [],
    "tried": [],
    "helpUrl": "https://www.fastmail.help/hc/en-us/articles/360058752854",
}
WORKS = {
    "ok": True,
    "error": None,
    "errorCode": None,
    "fingerprint": None,
    "certificate": None,
    "answersTo": None,
}
FOLDERS = [
    ("INBOX", "INBOX", "inbox", 18302, 2_147_483_648),
    ("Archive", "Archive", "archive", 4120, 734_003_200),
    ("Drafts", "Drafts", "drafts", 3, 40_000),
    ("Junk", "Junk", "junk", 210, 3_000_000),
    ("Sent", "Sent", "sent", 950, 120_000_000),
    ("Trash", "Trash", "trash", 12, 80_000),
    ("Work", "Work", None, 0, 0),
    ("Work/Offers", "Offers", None, 77, 12_000_000),
]
ACCOUNT = SERVERS | {
    "id": 7,
    "name": "Nina",
    "senderName": "Nina Berg",
    "authType": "password",
    "oauthProvider": None,
    "tlsPin": None,
    "folders": ["INBOX", "Sent"],
    "syncMode": "all",
    "syncDays": 30,
    "status": "active",
    "errorCode": None,
    "errorMessage": None,
    "mode": "syncing",
    "notify": True,
    "unreadCount": 0,
    "mailCount": 0,
    "lastSyncAt": None,
    "syncProgress": {"phase": "bodies", "done": 2140, "total": 18302, "ratePerSecond": 90},
}
MAILS = [
    ("Anna Berg", "Minutes of Tuesday's meeting"),
    ("Ben & Co", "Your order <4711> has been shipped"),
    ("שרה לוי", "שלום, מה שלומך?"),
    (
        "Newsletter",
        "A subject that goes on and on until it is longer than any " "window would show, and then some more of it",
    ),
    ("", ""),
]


def good(data: Any) -> tuple[int, dict[str, Any]]:
    return 200, {"code": 0, "data": data}


def failing(code: str, error: str, **more: Any) -> dict[str, Any]:
    return WORKS | {"ok": False, "errorCode": code, "error": error} | more


def trial(imap: Any = WORKS, smtp: Any = WORKS) -> tuple[int, dict[str, Any]]:
    return good({"success": imap["ok"] and smtp["ok"], "message": "x", "imap": imap, "smtp": smtp})


@pytest.fixture
def empty(fake: FakeService) -> FakeService:
    """A scripted service without accounts, to which one can be added."""
    fake.accounts = []
    fake.answers |= {
        ("POST", "/accounts/discover"): good(FOUND),
        ("POST", "/accounts/test-connection"): trial(),
        ("POST", "/accounts/folders"): good(
            {
                "count": len(FOLDERS),
                "folders": [
                    {
                        "path": path,
                        "name": name,
                        "role": role,
                        "selectable": True,
                        "serverTotal": total,
                        "serverUnread": 0,
                        "serverSize": size,
                    }
                    for path, name, role, total, size in FOLDERS
                ],
            }
        ),
        ("POST", "/accounts"): (201, {"code": 0, "data": ACCOUNT, "message": "created"}),
        ("GET", "/accounts/7"): good(ACCOUNT),
        ("PUT", "/accounts/7"): good(ACCOUNT),
    }
    fake.items = [
        {
            "id": 90 - n,
            "accountId": 7,
            "from": "a@example.org",
            "fromName": name,
            "subject": subject,
            "summary": "",
            "isRead": False,
            "createdAt": "2026-06-05T09:30:00Z",
            "folderRole": "inbox",
        }
        for n, (name, subject) in enumerate(MAILS)
    ]
    return fake


TRANSLATIONS = Path(__file__).parents[2] / "translations"


class Words:
    """The texts of the tray in one language, found by their English originals."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._texts: dict[str, str] = {}
        if language != "en":
            tree = ElementTree.parse(TRANSLATIONS / f"postrider-tray_{language}.ts")
            for one in tree.iter("message"):
                self._texts[one.findtext("source", "")] = one.findtext("translation", "")

    @property
    def locale(self) -> str:
        """The name of the language in the environment."""
        return {"en": "C", "de": "de_DE", "zh_CN": "zh_CN"}[self.language] + ".UTF-8"

    def of(self, text: str) -> str:
        """The translation of a text that has no arguments."""
        return self._texts[text] if self._texts else text

    def key(self, text: str) -> str:
        """The keys that press the button with that text."""
        return "alt+" + self.of(text).partition("&")[2][0].lower()


class Album:
    """Takes pictures of pages when they are painted."""

    def __init__(self, session: DesktopSession, folder: Path, look: str, language: str = "en") -> None:
        self._session, self._folder = session, folder
        self._look = look
        self._name = look if language == "en" else f"{language}-{look}"

    def take(self, title: str, name: str) -> tuple[int, int]:
        """Takes a picture of the page with that title when it is painted; returns its width and height."""
        Typist(self._session).wait_for(f"^{title}")
        window = self._session.run("xdotool", "getwindowfocus").strip()
        file = self._folder / f"{self._name}-setup-{name}.png"

        def look() -> bool:
            self._session.screenshot(file, window)
            colours, brightness, _ = measure(self._session, file)
            return colours > 40 and (brightness < 0.4) == (self._look == "dark")

        wait_until(look, 15, f"a painted page {title}")
        size = self._session.run("convert", str(file), "-format", "%w %h", "info:").split()
        return int(size[0]), int(size[1])


@pytest.mark.parametrize(
    ("session", "look", "language"),
    [
        ("1280x960", "light", "en"),
        ("1280x960", "dark", "en"),
        ("1366x768", "double", "en"),
        ("1366x768", "light", "de"),
        ("1366x768", "double", "de"),
        ("1366x768", "dark", "zh_CN"),
        ("1366x768", "double", "zh_CN"),
    ],
    indirect=["session"],
)
def test_each_page(session: DesktopSession, empty: FakeService, screens: Path, look: str, language: str) -> None:
    if look == "dark":
        darken(session)
    if look == "double":
        session.environment["QT_SCALE_FACTOR"] = "2"
    session.panel()
    words = Words(language)
    album, typist = Album(session, screens, look, language), Typist(session)
    searching = empty.gates["POST", "/accounts/discover"] = threading.Event()
    testing = empty.gates["POST", "/accounts/test-connection"] = threading.Event()

    def picture(title: str, name: str) -> tuple[int, int]:
        return album.take(re.escape(words.of(title)), name)

    def wait_for(title: str) -> None:
        typist.wait_for(f"^{re.escape(words.of(title))}")

    with Tray(session, environment={"LC_ALL": words.locale}):
        wait_for("Add a mailbox")
        typist.type(ADDRESS)
        sizes = [picture("Add a mailbox", "address")]
        typist.press("Return")
        wait_until(lambda: empty.bodies_of("POST", "/accounts/discover"), 10, "a search")
        picture("Add a mailbox", "searching")
        searching.set()
        wait_for("Sign in")
        typist.type("correct horse")
        sizes.append(picture("Sign in", "sign-in"))
        typist.press("Return")
        wait_for("Trying the mail servers")
        sizes.append(picture("Trying the mail servers", "testing"))
        testing.set()
        wait_for("What to fetch")
        sizes.append(picture("What to fetch", "folders"))
        typist.press(words.key("&Add the mailbox"))
        wait_for("Your mail is being fetched")
        wait_until(lambda: empty.bodies_of("GET", "/mails"), 10, "the newest mails")
        sizes.append(picture("Your mail is being fetched", "sync"))
        for width, height in sizes:
            assert width <= 1366 and height <= 768


NOTHING = FOUND | {
    "found": False,
    "source": None,
    "provider": None,
    "authentication": [],
    "helpUrl": None,
    "account": {"email": ADDRESS} | {name: None for name in SERVERS if name != "email"},
}
GUESSED = FOUND | {
    "source": "srv",
    "provider": None,
    "authentication": [],
    "helpUrl": None,
    "warnings": [{"code": "other_domain", "message": "x"}],
    "account": SERVERS | {"host": "mail.somewhere-else.example"},
}
BY_BROWSER = FOUND | {
    "provider": "Gmail",
    "source": "providers",
    "authentication": ["oauth2", "appPassword"],
    "oauthProvider": "google",
    "helpUrl": "https://support.google.com/accounts/answer/185833",
}
FINGERPRINT = "3b4f9a0c" * 8
REFUSED = failing("auth_failed", "imap.example.org refused the login: Authentication failed.")
UNTRUSTED = failing(
    "certificate_invalid",
    "The certificate of imap.example.org is not trusted.",
    fingerprint=FINGERPRINT,
    certificate={
        "issuer": "Home Server CA",
        "subject": "imap.example.org",
        "expiresAt": "2027-01-01T00:00:00Z",
    },
)
STARTTLS = failing(
    "tls_failed",
    "The TLS handshake with smtp.example.org failed: wrong version number.",
    answersTo="starttls",
)
SILENT = failing("connect_failed", "No connection to imap.example.org port 993: Connection refused.")


@pytest.mark.parametrize(
    ("look", "language"),
    [("light", "en"), ("dark", "en"), ("light", "de"), ("dark", "zh_CN")],
)
@pytest.mark.parametrize(
    ("name", "tested"),
    [
        ("wrong-password", trial(REFUSED, REFUSED)),
        ("starttls", trial(WORKS, STARTTLS)),
        ("untrusted", trial(UNTRUSTED)),
        ("unreachable", trial(SILENT, STARTTLS)),
        (
            "smtp-login",
            trial(WORKS, failing("auth_failed", "535 5.7.8 Error: authentication failed")),
        ),
    ],
)
def test_each_failure(
    session: DesktopSession,
    empty: FakeService,
    screens: Path,
    look: str,
    language: str,
    name: str,
    tested: tuple[int, dict[str, Any]],
) -> None:
    if look == "dark":
        darken(session)
    empty.answers["POST", "/accounts/test-connection"] = tested
    session.panel()
    typist, words = Typist(session), Words(language)
    with Tray(session, environment={"LC_ALL": words.locale}):
        typist.wait_for(f"^{re.escape(words.of('Add a mailbox'))}")
        typist.type(ADDRESS)
        typist.press("Return")
        typist.wait_for(f"^{re.escape(words.of('Sign in'))}")
        typist.type("correct horse")
        typist.press("Return")
        wait_until(lambda: empty.bodies_of("POST", "/accounts/test-connection"), 10, "a test")
        title = re.escape(words.of("Sign in" if name == "wrong-password" else "Mail servers"))
        typist.wait_for(f"^{title}")
        Album(session, screens, look, language).take(title, name)


@pytest.mark.parametrize(
    ("name", "found", "title"),
    [
        ("nothing-found", NOTHING, "Mail servers"),
        ("caution", GUESSED, "Sign in"),
        ("browser", BY_BROWSER, "Sign in"),
    ],
)
def test_each_way_to_sign_in(
    session: DesktopSession,
    empty: FakeService,
    screens: Path,
    name: str,
    found: dict[str, Any],
    title: str,
    browser: Callable[[], list[str]],
) -> None:
    empty.answers["POST", "/accounts/discover"] = good(found)
    empty.answers["POST", "/oauth/start"] = good(
        {
            "authorizationUrl": "https://accounts.google.com/o/oauth2/v2/auth?x",
            "state": "s" * 32,
            "expiresIn": 600,
        }
    )
    session.panel()
    typist = Typist(session)
    with Tray(session):
        typist.turn_to("^Add a mailbox")
        typist.type(ADDRESS)
        typist.press("Return")
        typist.turn_to(f"^{title}")
        album = Album(session, screens, "light")
        album.take(title, name)
        if name == "browser":
            typist.press("Return")
            wait_until(browser, 10, "a page in the browser")
            album.take(title, "in-browser")


def test_a_mailbox_that_is_there(session: DesktopSession, empty: FakeService, screens: Path) -> None:
    refused = {
        "status": "error",
        "errorCode": "auth_failed",
        "syncProgress": None,
        "errorMessage": "imap.example.org refused the login: Authentication failed.",
    }
    empty.accounts = [{"id": 7, "name": "Nina", "email": ADDRESS} | refused]
    empty.answers["GET", "/accounts/7"] = good(ACCOUNT | refused)
    panel = session.panel()
    typist, album = Typist(session), Album(session, screens, "light")
    with Tray(session) as tray:
        ready(panel, tray, "unread")
        click(panel, "Change or remove …")
        typist.turn_to("Nina")
        album.take(".*Nina", "account")
        typist.press("alt+s")
        typist.turn_to("^Sign in again")
        album.take("Sign in again", "sign-in-again")
        typist.press("alt+b")
        typist.turn_to("Nina")
        empty.drop_streams()
        empty.close()
        ready(panel, tray, "Connection lost")
        album.take(".*Nina", "away")


def test_a_mailbox_of_several_services_names_the_one_that_has_it(
    session: DesktopSession, empty: FakeService, screens: Path
) -> None:
    node = {"id": 7, "name": "mail-a", "address": "http://10.0.0.5:8725"}
    empty.accounts = [{"id": 7, "name": "Nina", "email": ADDRESS, "status": "active"}]
    empty.answers["GET", "/accounts/7"] = good(ACCOUNT | {"syncProgress": None, "node": node})
    panel = session.panel()
    typist, album = Typist(session), Album(session, screens, "light")
    with Tray(session) as tray:
        ready(panel, tray, "unread")
        click(panel, "Change or remove …")
        typist.turn_to("Nina")
        album.take(".*Nina", "account-node")
