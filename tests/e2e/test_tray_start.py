# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: options that need no screen, and a second start while the first process hangs."""

import os
import signal
import subprocess

import pytest
from conftest import notice, online
from postrider_desktop import DesktopSession, FakeService, Tray
from postrider_desktop.tray import program
from postrider_support.waiting import scaled, wait_until


def run(session: DesktopSession, *arguments: str, screen: bool = True) -> subprocess.CompletedProcess[str]:
    """Runs the program to its end."""
    hidden = () if screen else ("DISPLAY", "QT_QPA_PLATFORM", "DBUS_SESSION_BUS_ADDRESS")
    environment = {name: value for name, value in session.environment.items() if name not in hidden}
    return subprocess.run(
        [str(program()), *arguments], env=environment, capture_output=True, text=True, timeout=scaled(10)
    )


@pytest.mark.parametrize(
    ("option", "words"), [("--version", "postrider-tray "), ("--help", "--autostart"), ("--quit", "")]
)
def test_without_a_screen(session: DesktopSession, option: str, words: str) -> None:
    done = run(session, option, screen=False)
    assert done.returncode == 0, done.stderr
    assert words in done.stdout
    assert done.stderr == ""


def test_an_unknown_option_without_a_screen(session: DesktopSession) -> None:
    done = run(session, "--no-such-option", screen=False)
    assert done.returncode == 1
    assert "no-such-option" in done.stderr


def test_quit_and_show_from_a_shell_elsewhere(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        assert run(session, screen=False).returncode == 0
        session.window_id("^Postrider$")
        assert run(session, "--quit", screen=False).returncode == 0
        wait_until(lambda: not tray.running, 15, "the end")


def test_a_second_start_beside_one_that_hangs_says_so(session: DesktopSession, fake: FakeService) -> None:
    daemon, panel = session.notifications(), session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        os.kill(tray.pid, signal.SIGSTOP)
        try:
            done = run(session)
            assert done.returncode == 1
            assert "does not answer" in done.stderr
            assert str(tray.pid) in done.stderr
            assert "does not answer" in notice(daemon, summary="Postrider")["body"]
            asked = run(session, "--quit", screen=False)
            assert (asked.returncode, "does not answer" in asked.stderr) == (1, True)
        finally:
            os.kill(tray.pid, signal.SIGCONT)
        wait_until(lambda: not tray.running, 15, "the end, which it was asked for meanwhile")


def test_a_second_start_hands_its_activation_token_over(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        session.environment["XDG_ACTIVATION_TOKEN"] = "gnome-shell/Postrider/4711-2-host_TIME" + "1" * 200
        assert run(session).returncode == 0
        session.window_id("^Postrider$")
