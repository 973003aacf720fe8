# SPDX-License-Identifier: GPL-3.0-or-later
"""The service that the tray starts: its port, its end, and the message if it does not start."""

import json
import os
import signal
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import online, ready
from postrider_desktop import DesktopSession, Helper, Tray
from postrider_support.waiting import accepts, wait_until

USUAL = 8725


def children(tray: Tray) -> list[int]:
    """The process ids of the services that the tray has started."""
    found = subprocess.run(["pgrep", "-P", str(tray.pid), "postriderd"], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


def child(tray: Tray) -> int:
    return wait_until(lambda: children(tray), 20, "a child")[0]


def port(session: DesktopSession) -> int:
    """The port of the service of that session, from its pairing file."""
    offer = json.loads((session.directory / "run" / "postrider" / "pair.json").read_text())
    return urlsplit(offer["url"]).port or 0


def problem(panel: Helper, words: str) -> str:
    """Waits until a line of the menu has these words, and returns it."""
    panel.wait("registered", timeout=20)

    def look() -> str:
        labels = [one["label"] for one in panel.ask("menu", "menu")["entries"]]
        return next((label for label in labels if words in label), "")

    return wait_until(look, 20, f"a line of the menu with {words!r}")


def test_a_usual_port_that_is_taken_is_passed_over(session: DesktopSession) -> None:
    assert accepts(USUAL)
    del session.environment["POSTRIDER_LISTEN"]
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        assert port(session) != USUAL


def test_two_people_have_a_service_each(session: DesktopSession) -> None:
    del session.environment["POSTRIDER_LISTEN"]
    with tempfile.TemporaryDirectory(prefix="postrider-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        with DesktopSession(Path(folder) / "desktop") as other:
            del other.environment["POSTRIDER_LISTEN"]
            panel, second_panel = session.panel(), other.panel()
            with Tray(session) as tray, Tray(other) as second:
                online(panel, tray, 0)
                online(second_panel, second, 0)
                assert port(session) != port(other)


def test_a_service_that_does_not_start_says_why(session: DesktopSession) -> None:
    assert accepts(USUAL)
    session.environment[
        "POSTRIDER_LISTEN"
    ] = f"127.0.0.1:{USUAL}"  # the tray does not replace a port that a person chose
    panel = session.panel()
    with Tray(session) as tray:
        ready(panel, tray, "The mail service is not running", timeout=10)
        assert "cannot listen on 127.0.0.1 port 8725" in problem(panel, "could not start")
        # The tray tries again, and the menu still shows the cause.
        log = tray.log()
        wait_until(lambda: tray.log().count("starting ") > log.count("starting "), 20, "another try")
        assert problem(panel, "cannot listen on 127.0.0.1 port 8725")


def test_a_service_that_comes_up_after_all_is_found(session: DesktopSession, tmp_path: Path) -> None:
    config = session.directory / "config" / "postrider" / "postrider.conf"
    config.parent.mkdir(exist_ok=True)
    config.write_text("no_such_key = 1\n")
    panel = session.panel()
    with Tray(session) as tray:
        assert "postrider.conf, line 1" in problem(panel, "could not start")
        config.write_text("")
        online(panel, tray, 0)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_the_service_ends_with_its_tray(session: DesktopSession, how: int) -> None:
    panel = session.panel()
    tray = Tray(session)
    tray.start()
    online(panel, tray, 0)
    service = child(tray)
    os.kill(tray.pid, how)
    if how == signal.SIGKILL:
        tray.kill()
    else:
        wait_until(lambda: not tray.running, 15, "the tray's end")
    wait_until(lambda: not Path(f"/proc/{service}").exists(), 15, "the service's end")
    assert not (
        session.directory / "run" / "postrider" / "pair.json"
    ).exists()  # a service that shuts down properly removes it


def test_the_service_ends_with_the_screen(session: DesktopSession) -> None:
    panel = session.panel()
    tray = Tray(session)
    tray.start()
    online(panel, tray, 0)
    service = child(tray)
    session.end_screen()  # like a session that ends without notice
    wait_until(lambda: not tray.running, 15, "the tray's end")
    wait_until(lambda: not Path(f"/proc/{service}").exists(), 15, "the service's end")
