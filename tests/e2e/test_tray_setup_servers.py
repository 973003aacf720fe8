# SPDX-License-Identifier: GPL-3.0-or-later
"""A mailbox is added at mail servers and providers that refuse, fail, or cannot be trusted."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from conftest import accounts, need
from postrider_desktop import DesktopSession
from postrider_support import Dovecot, User, npm
from postrider_support.imapscript import ImapScript
from postrider_support.maildomain import DOMAIN, MailDomain
from postrider_support.mailhost import config, incoming
from postrider_support.oauth import OAuthProvider
from postrider_support.waiting import wait_until
from test_tray_setup import listeners, reach, sent_back_to, shown_at
from traysetup import AWAY, PASSWORD, Wizard, domain, dovecot, keyring, made_service, tray_of, wizard


def test_a_login_that_works_for_receiving_only_is_shown_at_its_field(wizard: Wizard) -> None:
    wizard.smtp.password = "another one"
    wizard.session.panel()
    wizard.service.start()
    with tray_of(wizard.session):
        wizard.reach("sign-in")
        wizard.typist.press("Return")
        wizard.typist.turn_to("^Mail servers")
        wizard.wait_text(f"smtp.{DOMAIN}", "refused the user name", "or the password")
        wizard.wait_text("✓ This works")
        assert accounts(wizard.service) == []
        wizard.typist.type("another one")  # the focus is in the password for sending
        wizard.typist.press("Return")
        wizard.typist.turn_to("^What to fetch")
        wizard.typist.press("alt+n")
        wizard.typist.replace("Home")
        wizard.finish("folders")


def test_a_mailbox_without_sending_may_be_stored_anyway(wizard: Wizard) -> None:
    wizard.smtp.password = "another one"
    wizard.session.panel()
    wizard.service.start()
    with tray_of(wizard.session):
        wizard.reach("sign-in")
        wizard.typist.press("Return")
        wizard.typist.turn_to("^Mail servers")
        wizard.wait_text("refused the user name")
        wizard.typist.press("alt+a")  # "Save anyway"
        wizard.typist.turn_to("^What to fetch")
        wizard.typist.press("alt+n")
        wizard.typist.replace("Home")
        wizard.finish("folders")


def test_a_certificate_of_another_name_is_named(wizard: Wizard) -> None:
    authority = wizard.domain.dovecot.authority
    wizard.domain.has_imap(f"imap.{DOMAIN}", authority.issue("another", ("other.test",)))
    wizard.session.panel()
    wizard.service.start()
    with tray_of(wizard.session):
        wizard.reach("sign-in")
        wizard.typist.press("Return")
        wizard.typist.turn_to("^Mail servers")
        wizard.wait_text("certificate", f"imap.{DOMAIN}", "another name")
        assert accounts(wizard.service) == []
        wizard.domain.has_imap(f"imap.{DOMAIN}")
        wizard.typist.press("alt+t")  # "Try again"
        wizard.typist.turn_to("^What to fetch")
        wizard.typist.press("alt+n")
        wizard.typist.replace("Home")
        assert wizard.finish("folders")["tlsPin"] is None


def test_a_server_without_encryption_gets_no_password(wizard: Wizard, domain: MailDomain) -> None:
    with ImapScript() as plain:
        domain.is_there(f"imap.{DOMAIN}", "127.0.1.2", 993, plain.port)
        wizard.session.panel()
        wizard.service.start()
        with tray_of(wizard.session):
            wizard.reach("sign-in")
            wizard.typist.press("Return")
            wizard.typist.turn_to("^Mail servers")
            wizard.wait_text(f"imap.{DOMAIN}", "offers no usable encryption on port 993")
            assert accounts(wizard.service) == []
        assert not [one for one in plain.received if "LOGIN" in one.text or "AUTHENTICATE" in one.text]


class ByBrowser(Wizard):
    """A person whose provider requires a sign-in with the browser."""

    def __init__(self, provider: OAuthProvider, opened: Callable[[], list[str]], *parts: Any) -> None:
        super().__init__(*parts, config(incoming(f"imap.{DOMAIN}", login="OAuth2")))
        self.provider, self._opened, self._pages = provider, opened, 0

    def reach_sign_in(self) -> None:
        self.typist.turn_to("^Add a mailbox")
        self.typist.type(self.user.name)
        self.typist.press("Return")
        self.typist.turn_to("^Sign in")

    def open_page(self) -> str:
        """Opens the provider's page in the browser; returns where it redirects to after the sign-in."""
        self.typist.press("Return")  # "Sign in with the browser"
        self._pages += 1
        wait_until(lambda: len(self._opened()) == self._pages, 15, "a page in the browser")
        self.wait_text("Your browser shows the provider's page")
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
        mail_server = Dovecot(
            scratch / "oauth",
            mechanisms="plain login oauthbearer xoauth2",
            introspection_url=f"{provider.origin}/userinfo",
        )
        mail_server.add_users(User(f"fay{number}@{DOMAIN}", PASSWORD) for number in range(1, 80))
        stack.enter_context(mail_server)
        domain = MailDomain(stack, mail_server, tmp_path)
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
def test_a_provider_that_is_down_is_shown_and_retried(by_browser: ByBrowser, mode: str) -> None:
    with tray_of(by_browser.session):
        by_browser.reach_sign_in()
        page = by_browser.open_page()
        by_browser.provider.set(mode=mode)
        shown_at(page)
        by_browser.wait_text("Your provider cannot finish the sign-in now", "Try again in a moment.")
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
        by_browser.wait_text(AWAY)
        shown_at(page)
        by_browser.service.start()
        by_browser.wait_text("This sign-in is no longer valid. Sign in with the browser again.")
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
        by_browser.wait_text(AWAY)
        by_browser.service.start()
        by_browser.wait_text_gone("does not answer")
        reach(by_browser.typist, "Sign in", "alt+a")
        by_browser.wait_text("This sign-in is no longer valid. Sign in with the browser again.")
        assert accounts(by_browser.service) == []
        shown_at(by_browser.open_page())
        by_browser.typist.turn_to("^What to fetch")
        by_browser.holds_what_was_typed("folders")
        by_browser.finish("folders")
