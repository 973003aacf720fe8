# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of what people see: light, dark, at twice the size.

They go to the folder POSTRIDER_SCREENS, if that is set; pictures that people have checked are in screens/.
"""

import os
from pathlib import Path

import pytest
from conftest import click, ready
from postrider_desktop import DesktopSession, FakeService, Helper, Tray
from postrider_support.waiting import wait_until

ACCOUNTS = [
    {"id": 1, "name": "Work", "email": "me@example.org"},
    {"id": 2, "name": "Home & garden", "email": "home@example.org", "status": "error", "errorCode": "auth_failed"},
    {
        "id": 3,
        "name": "Archive",
        "email": "old@example.org",
        "mode": "syncing",
        "syncProgress": {"phase": "list", "done": 12000, "total": 50000},
    },
    {"id": 4, "name": "Lists", "email": "lists@example.org", "status": "disabled"},
]
MAILS = [
    ("Anna Berg", "Minutes of Tuesday's meeting", False),
    ("Ben & Co", "Your order <4711> has been shipped", False),
    ("שרה לוי", "שלום, מה שלומך?", True),
    ("Newsletter", "A subject that goes on and on and on until it is longer than any menu would show", True),
]
# Qt uses these colours of KDE if the environment names KDE as the desktop.
DARK = {
    "View": ("27,30,32", "252,252,252"),
    "Window": ("42,46,50", "252,252,252"),
    "Button": ("49,54,59", "252,252,252"),
    "Selection": ("61,174,233", "252,252,252"),
    "Tooltip": ("49,54,59", "252,252,252"),
}


def dress(fake: FakeService) -> None:
    fake.accounts = [dict(one) for one in ACCOUNTS]
    fake.items = [
        {
            "id": 90 - n,
            "accountId": 1,
            "from": "a@example.org",
            "fromName": name,
            "subject": subject,
            "summary": "",
            "isRead": read,
            "createdAt": "2026-06-05T09:30:00Z",
            "folderRole": "inbox",
        }
        for n, (name, subject, read) in enumerate(MAILS)
    ]
    fake.unread = 17


def darken(session: DesktopSession) -> None:
    session.environment |= {"XDG_CURRENT_DESKTOP": "KDE", "KDE_SESSION_VERSION": "5", "QT_STYLE_OVERRIDE": "Fusion"}
    lines = []
    for name, (background, foreground) in DARK.items():
        lines += [
            f"[Colors:{name}]",
            f"BackgroundNormal={background}",
            f"BackgroundAlternate={background}",
            f"ForegroundNormal={foreground}",
            "ForegroundInactive=160,160,160",
            "ForegroundLink=61,174,233",
            "ForegroundVisited=155,89,182",
        ]
    (session.directory / "config" / "kdeglobals").write_text("\n".join(lines) + "\n")


@pytest.fixture
def screens(session: DesktopSession) -> Path:
    wanted = os.environ.get("POSTRIDER_SCREENS")
    return Path(wanted) if wanted else session.directory / "screens"


def measure(session: DesktopSession, file: Path) -> tuple[int, float, int]:
    """Number of colours, brightness from 0 to 1, width."""
    text = session.run("convert", str(file), "-format", "%k %[fx:mean] %w", "info:")
    colours, brightness, width = text.split()
    return int(colours), float(brightness), int(width)


def picture(session: DesktopSession, title: str, file: Path, is_dark: bool = False) -> tuple[int, float, int]:
    """Takes a picture of the window when all of it is painted. Unpainted areas are black."""
    window = session.window_id(title)

    def look() -> tuple[int, float, int] | None:
        session.screenshot(file, window)
        measured = measure(session, file)
        colours, brightness, _ = measured
        return measured if colours > 40 and (brightness < 0.4) == is_dark else None

    return wait_until(look, 15, f"a painted window {title}")


def icons(session: DesktopSession, panel: Helper, file: Path) -> None:
    """The icon in three sizes, on a light and on a dark panel."""
    parts: list[str] = []
    for size in (16, 22, 64):
        raw = session.directory / f"{size}.pam"
        panel.ask(f"pixels {size} {raw}", "pixels")
        parts.append(str(raw))
    rows = []
    for number, colour in enumerate(("#f0f0f0", "#202428")):
        row = session.directory / f"row{number}.png"
        session.run(
            "convert",
            *parts,
            "-background",
            colour,
            "-gravity",
            "center",
            "-extent",
            "72x72",
            "+append",
            "-alpha",
            "remove",
            "-scale",
            "300%",
            str(row),
        )
        rows.append(str(row))
    file.parent.mkdir(parents=True, exist_ok=True)
    session.run("convert", *rows, "-append", "-strip", str(file))


@pytest.mark.parametrize("look", ["light", "dark", "double"])
def test_window_settings_and_menu(session: DesktopSession, fake: FakeService, screens: Path, look: str) -> None:
    dress(fake)
    if look == "dark":
        darken(session)
    if look == "double":
        session.environment["QT_SCALE_FACTOR"] = "2"
    panel = session.panel()
    with Tray(session) as tray:
        ready(panel, tray, "17 unread")
        icons(session, panel, screens / f"{look}-icon.png")
        panel.ask("activate", "activated")
        window = picture(session, r"^Postrider \(17\)$", screens / f"{look}-window.png", look == "dark")
        # The menu, opened by keyboard: Alt+E is the button "More".
        shown = session.window_id(r"^Postrider \(17\)$")
        session.run("xdotool", "windowfocus", "--sync", shown)
        session.run("xdotool", "key", "alt+e")
        menus = wait_until(
            lambda: len(session.run("xdotool", "search", "--onlyvisible", "--class", "postrider-tray").split()) > 1,
            15,
            "the menu",
        )
        assert menus
        session.run("xdotool", "key", "Down")
        session.screenshot(screens / f"{look}-menu.png")
        session.run("xdotool", "key", "Escape")
        click(panel, "Settings …")
        settings = picture(session, "^Settings", screens / f"{look}-settings.png", look == "dark")
        for _, _, width in (window, settings):
            assert (width > 700) == (look == "double")


def test_what_is_shown_when_things_are_wrong(session: DesktopSession, screens: Path) -> None:
    panel = session.panel()
    with Tray(session, {"service/start": "false"}) as tray:
        ready(panel, tray, "not running")
        icons(session, panel, screens / "no-service-icon.png")
        panel.ask("activate", "activated")
        picture(session, "^Postrider$", screens / "no-service-window.png")
        click(panel, "Show log")
        picture(session, "^Log", screens / "log.png")


def test_a_service_that_does_not_start(session: DesktopSession, screens: Path) -> None:
    session.environment["POSTRIDER_LISTEN"] = "127.0.0.1:8725"  # taken by the fixture `usual_port`
    panel = session.panel()
    with Tray(session) as tray:
        ready(panel, tray, "not running")
        panel.ask("activate", "activated")
        picture(session, "^Postrider$", screens / "failed-start-window.png")


def test_icons_with_much_and_with_nothing(session: DesktopSession, fake: FakeService, screens: Path) -> None:
    panel = session.panel()
    fake.unread = 1234
    with Tray(session) as tray:
        ready(panel, tray, "1234 unread")
        icons(session, panel, screens / "many-icon.png")
        fake.unread = 0
        click(panel, "For 1 hour")
        ready(panel, tray, "held back")
        fake.send_event("stats.updated", {"account_id": 1}, durable=False)
        ready(panel, tray, "0 unread")
        icons(session, panel, screens / "paused-icon.png")


def test_settings_on_a_low_screen(session: DesktopSession, fake: FakeService, screens: Path) -> None:
    session.environment["QT_SCALE_FACTOR"] = "2"  # makes the screen 480 points high
    panel = session.panel()
    with Tray(session) as tray:
        ready(panel, tray, "unread")
        click(panel, "Settings …")
        picture(session, "^Settings", screens / "low-settings.png")
        window = session.window_id("^Settings")
        shell = session.run("xdotool", "getwindowgeometry", "--shell", window)
        place = dict(line.split("=") for line in shell.split())
        assert int(place["HEIGHT"]) <= 960


def test_signing_in(session: DesktopSession, fake: FakeService, screens: Path) -> None:
    panel = session.panel()
    refused = {"code": 40104, "error": "bad_credentials", "message": "User name or password is wrong.", "data": None}
    fake.answers["POST", "/auth/login"] = (401, refused)
    with Tray(session, {"service/remote": "true", "service/url": fake.url}) as tray:
        ready(panel, tray, "Not signed in")
        click(panel, "Sign in …")
        window = session.window_id("^Sign in")
        session.run("xdotool", "windowfocus", "--sync", window)
        session.run("xdotool", "type", "--delay", "5", "admin")
        session.run("xdotool", "key", "Tab")
        session.run("xdotool", "type", "--delay", "5", "wrong")
        session.run("xdotool", "key", "Return")
        wait_until(lambda: fake.bodies_of("POST", "/auth/login"), 10, "a try")
        picture(session, "^Sign in", screens / "sign-in.png")
