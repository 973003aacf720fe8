# SPDX-License-Identifier: GPL-3.0-or-later
"""Translations: menu, window, notices and command line in German and Chinese; pictures of them."""

import os
import subprocess
from pathlib import Path

import pytest
from conftest import click, notice, ready
from postrider_desktop import DesktopSession, FakeService, Tray
from postrider_desktop.fakeservice import mail
from postrider_desktop.tray import program
from postrider_support.waiting import scaled, wait_until


def window(session: DesktopSession, title: str) -> str:
    """The number of the window whose title begins so; xdotool cannot search for Chinese titles."""

    def look() -> str:
        command = ["xdotool", "search", "--onlyvisible", "--class", "postrider-tray"]
        done = subprocess.run(command, env=session.environment, capture_output=True, text=True, timeout=scaled(20))
        for number in done.stdout.split():
            shown = session.run("xprop", "-id", number, "-notype", "_NET_WM_NAME")
            if f'= "{title}' in shown:
                return number
        return ""

    return wait_until(look, 15, f"the window {title!r}")


GERMAN = {
    "locale": "de_DE.UTF-8",
    "tooltip": "17 ungelesen",
    "entries": ["Jetzt abgleichen", "Benachrichtigungen anhalten", "Einstellungen …", "Beenden"],
    "account": "Home – bitte neu anmelden",
    "one": "Neue Mail",
    "many": "30 neue Mails",
    "action": "Als gelesen markieren",
    "settings": "Einstellungen",
    "open": "Einstellungen …",
    "help": "Das laufende Programm beenden.",
    "qt": "Zeigt Hilfe",
}
CHINESE = {
    "locale": "zh_CN.UTF-8",
    "tooltip": "17 封未读",
    "entries": ["立即同步", "暂停通知", "设置…", "退出"],
    "account": "Home – 请重新登录",
    "one": "新邮件",
    "many": "30 封新邮件",
    "action": "标为已读",
    "settings": "设置",
    "open": "设置…",
    "help": "让正在运行的程序退出。",
    "qt": "--version",
}


@pytest.mark.parametrize("words", [GERMAN, CHINESE], ids=["de", "zh_CN"])
def test_everything_is_in_the_persons_language(session: DesktopSession, fake: FakeService, words: dict) -> None:
    environment = {"LC_ALL": words["locale"]}
    fake.unread = 17
    fake.accounts.append(
        {
            "id": 2,
            "name": "Home",
            "email": "b@example.org",
            "status": "error",
            "errorCode": "auth_failed",
        }
    )
    daemon, panel = session.notifications(), session.panel()
    with Tray(session, {"notices/content": "count"}, environment=environment) as tray:
        ready(panel, tray, words["tooltip"])
        labels = [one["label"] for one in panel.ask("menu", "menu")["entries"]]
        assert set(words["entries"] + [words["account"]]) <= set(labels), labels
        fake.receive(mail(1))
        shown = daemon.wait("notify", lambda shown: shown["summary"].startswith("\u2068" + words["one"]))
        assert words["action"] in shown["actions"]
        for number in range(2, 31):
            fake.receive(mail(number))
        notice(daemon, summary=words["many"])
        click(panel, words["open"])
        window(session, words["settings"])


@pytest.mark.parametrize("words", [GERMAN, CHINESE], ids=["de", "zh_CN"])
def test_the_help_is_in_the_persons_language(session: DesktopSession, words: dict) -> None:
    environment = session.environment | {"LC_ALL": words["locale"]}
    done = subprocess.run(
        [str(program()), "--help"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=scaled(10),
    )
    assert done.returncode == 0
    assert words["help"] in done.stdout
    assert words["qt"] in done.stdout


def test_a_language_without_translation_is_english_throughout(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    with Tray(session, environment={"LC_ALL": "ar_EG.UTF-8"}) as tray:
        ready(panel, tray, "0 unread")
        click(panel, "Settings …")
        window(session, "Settings – Postrider")


@pytest.mark.parametrize("words", [GERMAN, CHINESE], ids=["de", "zh_CN"])
def test_pictures_in_the_persons_language(
    session: DesktopSession, fake: FakeService, tmp_path: Path, words: dict
) -> None:
    """Pictures of window and settings, for people to look at."""
    screens = Path(os.environ.get("POSTRIDER_SCREENS") or tmp_path)
    environment = {"LC_ALL": words["locale"]}
    fake.unread = 17
    fake.accounts.append(
        {
            "id": 2,
            "name": "Home",
            "email": "b@example.org",
            "status": "error",
            "errorCode": "auth_failed",
        }
    )
    panel = session.panel()
    language = words["locale"].split(".")[0]
    with Tray(session, environment=environment) as tray:
        ready(panel, tray, words["tooltip"])
        panel.ask("activate", "activated")
        session.screenshot(screens / f"{language}-window.png", window(session, "Postrider (17)"))
        click(panel, words["open"])
        session.screenshot(screens / f"{language}-settings.png", window(session, words["settings"]))
