# SPDX-License-Identifier: GPL-3.0-or-later
"""From the first start to the notice of the first new mail: by keyboard alone, on each kind of desktop.

No test here focuses a window: each window must have the keyboard focus when it opens, and keep it.
"""

import time

import pytest
from conftest import accounts, need, notice, ready
from postrider_desktop import DesktopSession, FakeService, Tray, Typist, WaylandTypist, Weston
from postrider_support import Dovecot, Service, SmtpScript, User
from postrider_support.letters import letter
from postrider_support.maildomain import DOMAIN
from postrider_support.waiting import scaled, setting, wait_until
from test_tray_icon import icon_on_screen, red_pixels

ENGLISH = {
    "locale": "C.UTF-8",
    "address": "Add a mailbox",
    "password": "Sign in",
    "folders": "What to fetch",
    "add": "alt+a",
    "fetched": "All mail has been fetched",
    "unread": "41 unread",
    "action": "Mark as read",
}
GERMAN = {
    "locale": "de_DE.UTF-8",
    "address": "Postfach hinzufügen",
    "password": "Anmelden",
    "folders": "Was geholt wird",
    "add": "alt+h",
    "fetched": "Alles ist da",
    "unread": "41 ungelesen",
    "action": "Als gelesen markieren",
}
CHINESE = {
    "locale": "zh_CN.UTF-8",
    "address": "添加邮箱",
    "password": "登录",
    "folders": "要获取的邮件",
    "add": "alt+a",
    "fetched": "邮件已全部获取",
    "unread": "41 封未读",
    "action": "标为已读",
}


class NewPanel:
    """X11 and a panel that shows StatusNotifier icons."""

    def __init__(self, session: DesktopSession) -> None:
        self.session = session
        self.environment: dict[str, str] = {}
        self.prepare()

    def prepare(self) -> None:
        """Starts the programs of the desktop."""
        self.panel = self.session.panel()

    def typist(self, _tray: Tray) -> Typist:
        """The typist for this desktop."""
        return Typist(self.session)

    def see_unread(self, tray: Tray, _typist: Typist, words: dict[str, str]) -> None:
        """Waits until the desktop shows that there is unread mail, with no window of the tray open."""
        ready(self.panel, tray, words["unread"])


class OldPanel(NewPanel):
    """X11 and a panel that shows XEmbed icons, whose tooltips tests cannot read."""

    def prepare(self) -> None:
        self.session.old_panel()

    def see_unread(self, _tray: Tray, _typist: Typist, _words: dict[str, str]) -> None:
        wait_until(lambda: red_pixels(self.session, icon_on_screen(self.session)) > 20, 20, "a red badge")


class NoPanel(NewPanel):
    """X11 without a panel."""

    def prepare(self) -> None:
        pass

    def see_unread(self, _tray: Tray, typist: Typist, _words: dict[str, str]) -> None:
        typist.wait_for(r"^Postrider \(41\)$")


class WaylandWithPanel(NewPanel):
    """Wayland and a panel that shows StatusNotifier icons."""

    def prepare(self) -> None:
        super().prepare()
        self.environment = on_wayland(self.session)

    def typist(self, tray: Tray) -> Typist:
        return WaylandTypist(self.session, tray)


class WaylandWithoutPanel(NoPanel):
    """Wayland without a panel."""

    def prepare(self) -> None:
        self.environment = on_wayland(self.session)

    def typist(self, tray: Tray) -> Typist:
        return WaylandTypist(self.session, tray)


def on_wayland(session: DesktopSession) -> dict[str, str]:
    """Starts a compositor and returns the environment with which the tray runs on it."""
    need(not Weston.missing(), " and ".join(Weston.missing()))
    return Weston(session).environment


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        pytest.param(NewPanel, ENGLISH, id="en"),
        pytest.param(NewPanel, GERMAN, id="de"),
        pytest.param(NewPanel, CHINESE, id="zh_CN"),
        pytest.param(OldPanel, ENGLISH, id="xembed"),
        pytest.param(NoPanel, ENGLISH, id="no-panel"),
        pytest.param(WaylandWithPanel, ENGLISH, id="wayland"),
        pytest.param(WaylandWithoutPanel, ENGLISH, id="wayland-no-panel"),
    ],
)
def test_from_the_first_start_to_the_first_notice_by_keyboard_alone(
    session: DesktopSession,
    service: Service,
    smtp: SmtpScript,
    dovecot: Dovecot,
    nina: User,
    kind: type[NewPanel],
    words: dict[str, str],
) -> None:
    daemon, desktop = session.notifications(), kind(session)
    with dovecot.mailbox(nina) as box:
        for number in range(40):
            box.append(letter(f"Old {number}"))
        box.create("Sent")
        box.create("Work/Offers")
    service.start()
    environment = {"LC_ALL": words["locale"]} | desktop.environment
    began = time.monotonic()
    with Tray(session, environment=environment) as tray, dovecot.mailbox(nina) as box:
        typist = desktop.typist(tray)
        typist.wait_for(f"^{words['address']} – Postrider$")
        typist.type(nina.name)
        typist.press("Return")
        typist.wait_for(f"^{words['password']} – Postrider$")
        typist.type(nina.password)
        typist.press("Return")
        typist.wait_for(f"^{words['folders']} – Postrider$")
        typist.press(words["add"])
        typist.wait_for(f"^{words['fetched']} – Postrider$")
        box.append(letter("Fresh", sender=("Anna Berg", "anna@example.com")))
        told = notice(daemon, timeout=30, summary="Anna Berg")
        taken = time.monotonic() - began
        assert taken < scaled(60)
        assert words["action"] in told["actions"]
        print(f"{taken:.1f} s to the first notice")
        typist.press("Return")
        typist.wait_gone(words["fetched"])
        desktop.see_unread(tray, typist, words)
        [made] = accounts(service)
        assert (made["host"], made["port"], made["security"]) == (f"imap.{DOMAIN}", 993, "tls")
        assert (made["smtp_host"], made["smtp_port"]) == (f"smtp.{DOMAIN}", 465)
        assert made["folders"] == ["INBOX", "Sent"]
    assert smtp.mails == []


@pytest.mark.parametrize("kind", [NoPanel, WaylandWithoutPanel], ids=["x11", "wayland"])
def test_the_window_instead_of_an_icon_takes_the_keyboard_from_nobody(
    session: DesktopSession, fake: FakeService, kind: type[NewPanel]
) -> None:
    fake.accounts.clear()
    desktop = kind(session)
    settings = {"icon/patience": setting(4)}
    with Tray(session, settings, environment=desktop.environment) as tray:
        typist = desktop.typist(tray)
        typist.wait_for("^Add a mailbox")
        assert "no panel" not in tray.log(), "the window of the test comes too late"
        wait_until(lambda: "no panel takes icons" in tray.log(), 15, "the end of the patience")
        typist.type("Nina@example.org")
        assert typist.title().startswith("Add a mailbox")
        typist.press("Escape")
        typist.wait_for("^Postrider$")  # opens, because without it the tray would be invisible
