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
from postrider_browser.keyboard import LISTEN, log_in, remove_all, said
from postrider_support import UNLIMITED, Client, Dovecot, Service, User
from postrider_support.letters import letter
from postrider_support.maildomain import DOMAIN, FILE, MailDomain
from postrider_support.mailhost import config, incoming, says
from postrider_support.oauth import OAuthProvider
from postrider_support.waiting import wait_until

NINA = User(f"nina@{DOMAIN}", "not known to anybody")


@dataclass
class House:
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
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
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
        post.add_users([NINA])
        stack.enter_context(post)
        post.deliver(NINA, letter(subject="The only one"))
        domain = MailDomain(stack, post, tmp_path_factory.mktemp("domain"))
        domain.has_web(f"autoconfig.{DOMAIN}")
        domain.web.files[FILE] = says(config(incoming(f"imap.{DOMAIN}", login="OAuth2")))
        domain.has_imap(f"imap.{DOMAIN}")
        names = {"mail.nameserver": domain.dns.address, "oauth.house.domains": DOMAIN}
        service = Service(
            tmp_path_factory.mktemp("service"),
            config=UNLIMITED | names | provider.config,
            environment=domain.names.environment,
            extra_ca=post.ca_file,
        )
        yield House(provider, stack.enter_context(service))


@pytest.fixture
def client(house: House) -> Iterator[Client]:
    """The first user, logged in. At the end, accounts are removed and the provider is reset."""
    one = house.service.admin()
    yield one
    house.provider.set(mode="up", isDeclining=False)
    remove_all(one)
    one.close()


@pytest.fixture
def keys(client: Client, house: House, page: Page) -> Walker:
    """A user without a mouse, at the step of signing in for an address that was entered."""
    walker = log_in(page, f"{house.service.base_url}/accounts/new")
    page.evaluate(LISTEN)
    walker.stands_at("E-mail address", "textbox")
    walker.type(NINA.name)
    walker.press("Enter")
    walker.stands_at("Sign in", "h1")
    return walker


def finish(keys: Walker, house: House) -> None:
    """The last steps, after the sign-in."""
    keys.stands_at("What to fetch", "h1")
    keys.use("Add the mailbox", "button")
    keys.stands_at("Everything is here", "h1", timeout=30)
    [made] = house.accounts()
    assert (made["authType"], made["oauthProvider"], made["username"]) == (
        "oauth2",
        "house",
        NINA.name,
    )


def shown_code(page: Page) -> str:
    """The code that a person is to enter at the provider."""
    code = page.locator(".user-code").wait_for().text_content()
    said(page, code)
    return code


def test_sign_in_with_the_browser_adds_a_mailbox(keys: Walker, house: House) -> None:
    page = keys.page
    keys.use("Sign in with the browser", "button")
    finish(keys, house)
    wait_until(lambda: len(page.context.pages()) == 1, 5, "the end of the window")
    keys.walk_to("To the mails", "link")


def test_declined_sign_in_is_said_and_begun_again(keys: Walker, house: House) -> None:
    house.provider.set(isDeclining=True)
    keys.use("Sign in with the browser", "button")
    said(keys.page, "The sign-in was declined in the browser.")
    wait_until(lambda: len(keys.page.context.pages()) == 1, 5, "the end of the window")
    keys.stands_at("Sign in with the browser", "button")
    house.provider.set(isDeclining=False)
    keys.press("Enter")
    finish(keys, house)


@pytest.mark.console_errors("status of 502")
def test_provider_that_fails_is_said_and_asked_again(keys: Walker, house: House) -> None:
    house.provider.set(mode="500")
    keys.use("Sign in with a code", "button")
    said(keys.page, "Your provider cannot finish the sign-in now")
    keys.stands_at("Sign in with a code", "button")
    house.provider.set(mode="up")
    keys.press("Enter")
    house.provider.set(approve=shown_code(keys.page), email=NINA.name)
    finish(keys, house)


def test_sign_in_that_nobody_finishes_is_cancelled_and_begun_again(keys: Walker, house: House) -> None:
    page = keys.page
    house.provider.set(mode="silent")
    keys.use("Sign in with the browser", "button")
    said(page, "Another window shows the provider's page.")
    page.context.wait_popup()
    keys.stands_at("Sign in with the browser", "button")
    keys.walk_to("Open the page again", "link")
    keys.walk_back_to("Cancel", "button")
    keys.press("Enter")
    page.get_by_text("Another window shows").wait_gone()
    wait_until(lambda: len(page.context.pages()) == 1, 5, "the end of the window")
    keys.stands_at("Sign in with the browser", "button")
    house.provider.set(mode="up")
    keys.press("Enter")
    finish(keys, house)


def test_window_that_was_closed_is_opened_again(keys: Walker, house: House) -> None:
    page = keys.page
    house.provider.set(mode="silent")
    keys.use("Sign in with the browser", "button")
    page.context.wait_popup().close()
    house.provider.set(mode="up")
    keys.use("Open the page again", "link")
    finish(keys, house)


def test_code_is_read_entered_elsewhere_and_adds_a_mailbox(keys: Walker, house: House) -> None:
    page = keys.page
    keys.use("Sign in with a code", "button")
    code = shown_code(page)
    keys.stands_at("Sign in with a code", "button")
    keys.walk_to(f"{house.provider.origin}/enter", "link")
    house.provider.set(approve=code, email=NINA.name)
    finish(keys, house)


@pytest.mark.console_errors("status of 400")
def test_code_that_was_refused_is_said_and_another_one_is_asked_for(keys: Walker, house: House) -> None:
    page = keys.page
    keys.use("Sign in with a code", "button")
    first = shown_code(page)
    house.provider.set(deny=first)
    said(page, "The provider did not sign you in")
    keys.stands_at("Sign in with a code", "button")
    page.locator(".user-code").wait_gone()
    keys.press("Enter")
    second = shown_code(page)
    assert second != first
    house.provider.set(approve=second, email=NINA.name)
    finish(keys, house)


def test_code_is_given_up_for_the_browser(keys: Walker, house: House) -> None:
    page = keys.page
    keys.use("Sign in with a code", "button")
    shown_code(page)
    keys.use("Cancel", "button")
    page.locator(".user-code").wait_gone()
    keys.stands_at("Sign in with a code", "button")
    keys.walk_back_to("Sign in with the browser", "button", most=1)
    keys.press("Enter")
    finish(keys, house)


def test_mailbox_is_signed_in_again_in_its_settings(keys: Walker, house: House) -> None:
    page = keys.page
    keys.use("Sign in with the browser", "button")
    finish(keys, house)
    keys.use("All mailboxes", "link")
    keys.walk_to("Edit", "link")
    keys.press("Enter")
    keys.walk_to("Sign in with the browser", "button")
    keys.press("Enter")
    said(page, "You are signed in. Save to use it.")
    keys.stands_at("Sign in with the browser", "button")
    keys.use("Save", "button")
    said(page, "Saved.")
    keys.stands_somewhere()
