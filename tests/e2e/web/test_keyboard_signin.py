# SPDX-License-Identifier: GPL-3.0-or-later
"""Without a mouse: signing in at a provider, in a window of the browser and with a code.

The focus is checked as in test_keyboard.py.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from conftest import need
from postrider_browser import Page, Walker
from postrider_browser.keyboard import LISTEN, log_in, remove_all, wait_live_text
from postrider_support import UNLIMITED, Client, Dovecot, Service, User
from postrider_support.letters import letter
from postrider_support.maildomain import DOMAIN, FILE, MailDomain
from postrider_support.mailhost import config, incoming, response
from postrider_support.oauth import OAuthProvider
from postrider_support.waiting import wait_until

NINA = User(f"nina@{DOMAIN}", "not known to anybody")


@dataclass
class ProviderSetup:
    """A domain whose mail server accepts only sign-ins at its provider, and a service that uses it."""

    provider: OAuthProvider
    service: Service

    def accounts(self) -> list[dict[str, Any]]:
        """The accounts of the service."""
        client = self.service.admin()
        found: list[dict[str, Any]] = client.get("/accounts").ok()
        client.close()
        return found


@pytest.fixture(scope="module")
def provider_setup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ProviderSetup]:
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
        mail_server.add_users([NINA])
        stack.enter_context(mail_server)
        mail_server.deliver(NINA, letter(subject="The only one"))
        domain = MailDomain(stack, mail_server, tmp_path_factory.mktemp("domain"))
        domain.has_web(f"autoconfig.{DOMAIN}")
        domain.web.files[FILE] = response(config(incoming(f"imap.{DOMAIN}", login="OAuth2")))
        domain.has_imap(f"imap.{DOMAIN}")
        names = {"mail.nameserver": domain.dns.address, "oauth.house.domains": DOMAIN}
        service = Service(
            tmp_path_factory.mktemp("service"),
            config=UNLIMITED | names | provider.config,
            environment=domain.names.environment,
            extra_ca=mail_server.ca_file,
        )
        yield ProviderSetup(provider, stack.enter_context(service))


@pytest.fixture
def client(provider_setup: ProviderSetup) -> Iterator[Client]:
    """The first user, logged in. At the end, accounts are removed and the provider is reset."""
    one = provider_setup.service.admin()
    yield one
    provider_setup.provider.set(mode="up", isDeclining=False)
    remove_all(one)
    one.close()


@pytest.fixture
def keys(client: Client, provider_setup: ProviderSetup, page: Page) -> Walker:
    """A user without a mouse, at the step of signing in for an address that was entered."""
    walker = log_in(page, f"{provider_setup.service.base_url}/accounts/new")
    page.evaluate(LISTEN)
    walker.stands_at("E-mail address", "textbox")
    walker.type(NINA.name)
    walker.press("Enter")
    walker.stands_at("Sign in", "h1")
    return walker


def finish(keys: Walker, provider_setup: ProviderSetup) -> None:
    """The last steps, after the sign-in."""
    keys.stands_at("What to fetch", "h1")
    keys.use("Add the mailbox", "button")
    keys.stands_at("All mail has been fetched", "h1", timeout=30)
    [made] = provider_setup.accounts()
    assert (made["authType"], made["oauthProvider"], made["username"]) == (
        "oauth2",
        "house",
        NINA.name,
    )


def shown_code(page: Page) -> str:
    """The code that a person is to enter at the provider."""
    code = page.locator(".user-code").wait_for().text_content()
    wait_live_text(page, code)
    return code


def test_sign_in_with_the_browser_adds_a_mailbox(keys: Walker, provider_setup: ProviderSetup) -> None:
    page = keys.page
    keys.use("Sign in with the browser", "button")
    finish(keys, provider_setup)
    wait_until(lambda: len(page.context.pages()) == 1, 5, "the end of the window")
    keys.walk_to("To the mails", "link")


def test_declined_sign_in_is_said_and_begun_again(keys: Walker, provider_setup: ProviderSetup) -> None:
    provider_setup.provider.set(isDeclining=True)
    keys.use("Sign in with the browser", "button")
    wait_live_text(keys.page, "The sign-in was declined in the browser.")
    wait_until(lambda: len(keys.page.context.pages()) == 1, 5, "the end of the window")
    keys.stands_at("Sign in with the browser", "button")
    provider_setup.provider.set(isDeclining=False)
    keys.press("Enter")
    finish(keys, provider_setup)


@pytest.mark.console_errors("status of 502")
def test_provider_that_fails_is_said_and_asked_again(keys: Walker, provider_setup: ProviderSetup) -> None:
    provider_setup.provider.set(mode="500")
    keys.use("Sign in with a code", "button")
    wait_live_text(keys.page, "Your provider cannot finish the sign-in now")
    keys.stands_at("Sign in with a code", "button")
    provider_setup.provider.set(mode="up")
    keys.press("Enter")
    provider_setup.provider.set(approve=shown_code(keys.page), email=NINA.name)
    finish(keys, provider_setup)


def test_sign_in_that_nobody_finishes_is_cancelled_and_begun_again(keys: Walker, provider_setup: ProviderSetup) -> None:
    page = keys.page
    provider_setup.provider.set(mode="silent")
    keys.use("Sign in with the browser", "button")
    wait_live_text(page, "Another window shows the provider's page.")
    page.context.wait_popup()
    keys.stands_at("Sign in with the browser", "button")
    keys.walk_to("Open the page again", "link")
    keys.walk_back_to("Cancel", "button")
    keys.press("Enter")
    page.get_by_text("Another window shows").wait_gone()
    wait_until(lambda: len(page.context.pages()) == 1, 5, "the end of the window")
    keys.stands_at("Sign in with the browser", "button")
    provider_setup.provider.set(mode="up")
    keys.press("Enter")
    finish(keys, provider_setup)


def test_window_that_was_closed_is_opened_again(keys: Walker, provider_setup: ProviderSetup) -> None:
    page = keys.page
    provider_setup.provider.set(mode="silent")
    keys.use("Sign in with the browser", "button")
    page.context.wait_popup().close()
    provider_setup.provider.set(mode="up")
    keys.use("Open the page again", "link")
    finish(keys, provider_setup)


def test_code_is_read_entered_elsewhere_and_adds_a_mailbox(keys: Walker, provider_setup: ProviderSetup) -> None:
    page = keys.page
    keys.use("Sign in with a code", "button")
    code = shown_code(page)
    keys.stands_at("Sign in with a code", "button")
    keys.walk_to(f"{provider_setup.provider.origin}/enter", "link")
    provider_setup.provider.set(approve=code, email=NINA.name)
    finish(keys, provider_setup)


@pytest.mark.console_errors("status of 400")
def test_code_that_was_refused_is_said_and_another_one_is_asked_for(
    keys: Walker, provider_setup: ProviderSetup
) -> None:
    page = keys.page
    keys.use("Sign in with a code", "button")
    first = shown_code(page)
    provider_setup.provider.set(deny=first)
    wait_live_text(page, "The provider did not sign you in")
    keys.stands_at("Sign in with a code", "button")
    page.locator(".user-code").wait_gone()
    keys.press("Enter")
    second = shown_code(page)
    assert second != first
    provider_setup.provider.set(approve=second, email=NINA.name)
    finish(keys, provider_setup)


def test_code_is_given_up_for_the_browser(keys: Walker, provider_setup: ProviderSetup) -> None:
    page = keys.page
    keys.use("Sign in with a code", "button")
    shown_code(page)
    keys.use("Cancel", "button")
    page.locator(".user-code").wait_gone()
    keys.stands_at("Sign in with a code", "button")
    keys.walk_back_to("Sign in with the browser", "button", most=1)
    keys.press("Enter")
    finish(keys, provider_setup)


def test_mailbox_is_signed_in_again_in_its_settings(keys: Walker, provider_setup: ProviderSetup) -> None:
    page = keys.page
    keys.use("Sign in with the browser", "button")
    finish(keys, provider_setup)
    keys.use("All mailboxes", "link")
    keys.walk_to("Edit", "link")
    keys.press("Enter")
    keys.walk_to("Sign in with the browser", "button")
    keys.press("Enter")
    wait_live_text(page, "You are signed in. Save to use this sign-in.")
    keys.stands_at("Sign in with the browser", "button")
    keys.use("Save", "button")
    wait_live_text(page, "Saved.")
    keys.stands_somewhere()
