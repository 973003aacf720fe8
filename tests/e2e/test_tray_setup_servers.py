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
from traysetup import AWAY, PASSWORD, House, domain, dovecot, house, keyring, made_service, tray_of


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
        house.typist.type("another one")  # the focus is in the password for sending
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
