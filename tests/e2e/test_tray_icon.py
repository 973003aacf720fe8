# SPDX-License-Identifier: GPL-3.0-or-later
"""The icon and the menu: in panels of both kinds, in panels that start late, and without a panel."""

import re
import subprocess
from pathlib import Path

from conftest import click, online, ready
from postrider_desktop import DesktopSession, FakeService, Tray
from postrider_support.waiting import wait_until

RED = "#e01b24"


def red_pixels(session: DesktopSession, picture: Path) -> int:
    """How many pixels have nearly the colour of the badge."""
    return pixels(session, picture, RED)


def pixels(session: DesktopSession, picture: Path, colour: str) -> int:
    """How many pixels have nearly that colour."""
    masked = session.run(
        "convert",
        str(picture),
        "-background",
        "gray",
        "-flatten",
        "-fuzz",
        "12%",
        "-transparent",
        colour,
        "-alpha",
        "extract",
        "-negate",
        "-format",
        "%[fx:int(mean*w*h+0.5)]",
        "info:",
    )
    return int(masked)


def tray_place(session: DesktopSession) -> tuple[int, int, int, int]:
    """Where the icon is on the screen: x, y, width, height."""

    def look() -> tuple[int, int, int, int] | None:
        for line in session.tree().splitlines():
            if '"postrider-tray"' in line and "1x1" not in line:
                words = line.split()
                size = next(word for word in words if "x" in word and "+" in word)
                place = words[-1]
                width, height = (int(n) for n in size.split("+")[0].split("x"))
                x, y = (int(n) for n in place.lstrip("+").split("+")[:2])
                if 16 <= width <= 64 and y < 40 and 640 < x <= 1280 - width:  # elsewhere it is still moving
                    return x, y, width, height
        return None

    return wait_until(look, 20, "the icon in the old panel")


def icon_on_screen(session: DesktopSession) -> Path:
    """A picture of the icon in the old panel."""
    x, y, width, height = tray_place(session)
    file = session.directory / "icon.png"
    session.run("import", "-window", "root", "-crop", f"{width}x{height}+{x}+{y}", "+repage", str(file))
    return file


def test_badge_in_an_old_panel_comes_and_goes(session: DesktopSession, fake: FakeService) -> None:
    session.old_panel()
    fake.unread = 7
    with Tray(session):
        wait_until(lambda: red_pixels(session, icon_on_screen(session)) > 20, 20, "a red badge")
        fake.unread = 0
        fake.send_event("stats.updated", {"account_id": 1}, durable=False)
        wait_until(lambda: red_pixels(session, icon_on_screen(session)) == 0, 10, "no badge at 0")


def test_icon_is_white_or_black_as_the_desktop_is(session: DesktopSession, fake: FakeService) -> None:
    session.old_panel()
    portal = session.helper("portal.py", "1")
    with Tray(session, {"icon/style": "panel"}):
        wait_until(lambda: pixels(session, icon_on_screen(session), "white") > 20, 20, "a white icon")
        portal.ask("2", "changed")
        wait_until(lambda: pixels(session, icon_on_screen(session), "#242428") > 20, 10, "a black icon")


def test_menu_of_an_old_panel_by_mouse_and_keyboard(session: DesktopSession, fake: FakeService) -> None:
    session.old_panel()
    with Tray(session):
        wait_until(lambda: fake.bodies_of("GET", "/mails/stats"), 20, "a connection")
        clicked: list[tuple[int, int, int, int]] = []

        def menu_is_there() -> bool:
            place = tray_place(session)
            if place not in clicked:  # the panel may still move its icons
                clicked.append(place)
                x, y, width, height = place
                session.run("xdotool", "mousemove", str(x + width // 2), str(y + height // 2), "click", "3")
            tree = session.run("xdotool", "search", "--onlyvisible", "--class", "postrider-tray")
            return len(tree.split()) >= 2

        wait_until(menu_is_there, 15, "the menu")
        session.run("xdotool", "key", "Up")  # from below: quit
        session.run("xdotool", "key", "Up")  # log
        session.run("xdotool", "key", "Return")
        wait_until(lambda: any("Log" in title for title in session.windows()), 15, "the log")


def test_icon_and_tooltip_follow_the_number(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    fake.unread = 3
    with Tray(session) as tray:
        online(panel, tray, 3)
        before = session.directory / "3.pam"
        after = session.directory / "0.pam"
        for number, file in ((3, before), (0, after)):
            fake.unread = number
            since = panel.mark()
            fake.send_event("stats.updated", {"account_id": 1}, durable=False)
            if number == 0:
                panel.wait("changed", lambda told: told["what"] == "NewIcon", since, timeout=4)
                online(panel, tray, 0)
            assert panel.ask(f"pixels 22 {file}", "pixels")["sizes"] == [16, 22, 24, 32, 48, 64]
        assert red_pixels(session, before) > 30
        assert red_pixels(session, after) == 0


def test_a_number_above_99_is_cut(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    fake.unread = 1234
    with Tray(session) as tray:
        online(panel, tray, 1234)  # the tooltip shows the whole number


def test_menu_of_a_new_panel_calls_the_service(session: DesktopSession, fake: FakeService, browser) -> None:  # type: ignore[no-untyped-def]
    panel = session.panel()
    fake.items = [
        {
            "id": 9,
            "accountId": 1,
            "from": "b@example.org",
            "fromName": "Ben & Co",
            "subject": "Hi",
            "summary": "",
            "isRead": False,
            "createdAt": "2026-06-05T09:30:00Z",
            "folderRole": "inbox",
        }
    ]
    with Tray(session) as tray:
        online(panel, tray, 0)
        click(panel, "Sync now")
        wait_until(lambda: fake.bodies_of("POST", "/accounts/1/sync"), 10, "a sync")
        click(panel, "Pause synchronisation")
        wait_until(lambda: fake.bodies_of("PUT", "/accounts/1/status") == [{"status": "disabled"}], 10, "a pause")
        click(panel, "Open mail in the browser")
        click(panel, "● \u2068Ben & Co\u2069: \u2068Hi\u2069")
        wait_until(lambda: browser() == [f"{fake.url}/", f"{fake.url}/mails/9"], 10, "two pages")


def shown(label: str) -> str:
    """As a panel shows it: "_" marks a key, "__" shows an underscore (com.canonical.dbusmenu, "label")."""
    return re.sub("_(_?)", r"\1", label)


def test_menu_of_a_new_panel_shows_names_as_they_are(session: DesktopSession, fake: FakeService) -> None:
    fake.accounts[0]["name"] = "R&D & my_old_box"
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        labels = [shown(one["label"]) for one in panel.ask("menu", "menu")["entries"]]
        assert "R&D & my_old_box" in labels


def properties(session: DesktopSession, window: str) -> str:
    """Title and icon of a window, as a task bar reads them."""
    return session.run("xprop", "-id", window, "-len", "64", "_NET_WM_NAME", "_NET_WM_ICON")


def test_windows_have_a_plain_title_and_an_icon(session: DesktopSession, fake: FakeService) -> None:
    fake.unread = 12
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 12)
        panel.ask("activate", "activated")
        window = session.window_id("^Postrider")
        wait_until(lambda: '= "Postrider (12)"' in properties(session, window), 10, "the title")
        for entry, title in (("Settings …", "^Settings"), ("Show log", "^Log")):
            click(panel, entry)
            other = properties(session, session.window_id(title))
            assert "– Postrider" in other
            assert "_NET_WM_ICON:  not found" not in other


def size(session: DesktopSession, window: str) -> str:
    """Width and height, as xdotool prints them."""
    return " ".join(session.run("xdotool", "getwindowgeometry", "--shell", window).split()[3:5])


def test_the_window_keeps_its_size(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    for start in (1, 2):
        with Tray(session) as tray:
            wait_until(lambda: len(panel.all("registered")) == start, 20, "an icon")
            online(panel, tray, 0)
            panel.ask("activate", "activated")
            window = session.window_id("^Postrider$")
            if start == 1:
                session.run("xdotool", "windowsize", window, "611", "577")
            wait_until(lambda: size(session, window) == "WIDTH=611 HEIGHT=577", 10, "the size")


def test_the_delete_key_may_be_taken_back(session: DesktopSession, fake: FakeService) -> None:
    fake.items = [
        {
            "id": n,
            "accountId": 1,
            "from": "b@example.org",
            "fromName": "Ben",
            "subject": f"Hi {n}",
            "summary": "",
            "isRead": False,
            "createdAt": "2026-06-05T09:30:00Z",
            "folderRole": "inbox",
        }
        for n in (9, 8)
    ]
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        panel.ask("activate", "activated")
        window = session.window_id("^Postrider$")
        session.run("xdotool", "windowfocus", "--sync", window)
        session.run("xdotool", "key", "alt+n", "Down", "Home", "Delete", "ctrl+z")  # in the newest mails
        session.run("xdotool", "key", "alt+n", "Down", "End", "Delete")
        wait_until(lambda: fake.bodies_of("DELETE", "/mails/8") == [None], 20, "the deletion")
        assert fake.bodies_of("DELETE", "/mails/9") == []


def test_left_click_shows_the_window_and_hides_it(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        panel.ask("activate", "activated")
        session.window_id("^Postrider$")
        panel.ask("activate", "activated")
        wait_until(
            lambda: not subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--name", "^Postrider$"],
                env=session.environment,
                capture_output=True,
            ).stdout,
            10,
            "the window to go",
        )


def test_panel_that_comes_late(session: DesktopSession, fake: FakeService) -> None:
    with Tray(session) as tray:
        wait_until(lambda: fake.streams == 1, 20, "a connection without a panel")
        panel = session.panel("--no-host")
        wait_until(lambda: panel.ask("host", "host"), 5)  # the watcher starts first, its host later
        online(panel, tray, 0)


def test_panel_that_comes_after_the_window(session: DesktopSession, fake: FakeService) -> None:
    with Tray(session, {"icon/patience": "1"}) as tray:
        session.window_id("^Postrider$")
        panel = session.panel()
        online(panel, tray, 0)


def test_panel_that_is_restarted(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        panel.stop()
        fresh = session.panel()
        online(fresh, tray, 0)


def test_without_panel_daemon_and_keyring_there_is_a_window(session: DesktopSession, fake: FakeService) -> None:
    fake.unread = 2
    with Tray(session, {"icon/patience": "0"}) as tray:
        session.window_id(r"^Postrider \(2\)$")
        fake.receive(
            {
                "id": 5,
                "account_id": 1,
                "from": "a@example.org",
                "from_name": "",
                "subject": "x",
                "preview": "",
                "created_at": "2026-06-05T09:30:00Z",
                "is_read": False,
            }
        )
        session.window_id(r"^Postrider \(3\)$")
        assert tray.running
        assert tray.log().count("no notification daemon") == 1
    # Leaving the block has checked for exit status 0 and no warning of Qt.


def test_second_start_raises_the_first(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        status, seconds = tray.again()
        assert status == 0
        assert seconds < 2
        session.window_id("^Postrider$")
        assert fake.streams == 1


def test_start_after_a_kill(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        tray.kill()
        tray.start()
        wait_until(lambda: len(panel.all("registered")) == 2, 20, "a second icon")
        online(panel, tray, 0)


def test_no_service_is_said_and_may_come(session: DesktopSession, tmp_path: Path) -> None:
    panel = session.panel()
    with Tray(session, {"service/start": "false"}) as tray:
        ready(panel, tray, "The mail service is not running")
        late = FakeService()
        late.write_pair_file(session.directory / "run")
        online(panel, tray, 0)
        late.close()
