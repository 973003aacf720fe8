# SPDX-License-Identifier: GPL-3.0-or-later
"""Changing the look of the web client and the password, and ending the sessions of other devices."""

from typing import Any

import pytest
from postrider_browser import Page, accessibility
from postrider_browser.mailservice import MailService
from postrider_support.service import ADMIN, ADMIN_PASSWORD
from postrider_support.waiting import wait_until

OTHER_PASSWORD = "quite another one"


def at_settings(page: Page, mail_service: MailService) -> Page:
    mail_service.log_in(page)
    page.goto(f"{mail_service.url}/settings")
    page.get_by_role("heading", level=1).wait_for()
    return page


@pytest.fixture
def opened(page: Page, mail_service: MailService) -> Page:
    return at_settings(page, mail_service)


def test_language_theme_and_density_count_at_once_and_on_every_device(
    opened: Page, mail_service: MailService, new_context: Any
) -> None:
    opened.get_by_label("Colours").select_option("dark")
    opened.get_by_label("Rows of lists").select_option("compact")
    opened.get_by_label("Language").select_option("de")
    opened.get_by_role("heading", name="Einstellungen").wait_for()
    root = "[document.documentElement.lang, document.documentElement.dataset.theme, document.documentElement.dataset.density]"
    assert opened.evaluate(root) == ["de", "dark", "compact"]
    kept = lambda: [  # noqa: E731
        mail_service.client.get("/settings").ok()[name] for name in ("language", "theme", "density")
    ]
    wait_until(lambda: kept() == ["de", "dark", "compact"], 5, "the settings")
    other = new_context().new_page()
    mail_service.log_in(other)
    wait_until(lambda: other.evaluate(root) == ["de", "dark", "compact"], 10, "the other device")
    reset = {"language": None, "theme": None, "density": None}
    mail_service.client.put("/settings", reset).ok()


@pytest.mark.console_errors("Failed to load resource")
def test_setting_that_is_not_taken_goes_back_and_says_so(opened: Page, mail_service: MailService) -> None:
    with opened.context.faults.fulfil(
        "**/api/v1/settings",
        {"code": 50301, "message": "The database is away.", "error": "database_unavailable"},
        status=503,
    ):
        opened.get_by_label("Colours").select_option("dark")
        opened.get_by_role("alert").wait_text("The database is away.")
    assert opened.get_by_label("Colours").input_value() == "system"
    assert opened.evaluate("document.documentElement.dataset.theme ?? null") is None


def test_sender_of_images_is_removed(opened: Page, mail_service: MailService) -> None:
    client = mail_service.client
    client.put("/settings", {"imageSenders": ["shop@example.com", "anna@example.com"]}).ok()
    opened.reload()
    opened.get_by_role("button", name="Do not show images of shop@example.com").click()
    opened.get_by_text("shop@example.com").wait_gone()
    wait_until(lambda: client.get("/settings").ok()["imageSenders"] == ["anna@example.com"], 5, "one")
    client.put("/settings", {"imageSenders": None}).ok()


@pytest.mark.console_errors("401")
def test_password_is_changed_and_this_device_stays_logged_in(opened: Page, mail_service: MailService) -> None:
    fields = {"Current password": "wrong", "New password": OTHER_PASSWORD}
    for label, text in (fields | {"New password again": "different one"}).items():
        opened.get_by_label(label, exact=True).fill(text)
    button = opened.get_by_role("button", name="Change password")
    button.click()
    opened.get_by_text("The two passwords are different.").wait_for()
    opened.get_by_label("New password again").fill(OTHER_PASSWORD)
    button.click()
    opened.get_by_text("The current password is wrong.").wait_for()
    opened.get_by_label("Current password").fill(ADMIN_PASSWORD)
    button.click()
    opened.get_by_text("The password is changed.").wait_for()
    client = mail_service.client
    try:
        opened.reload()
        opened.get_by_role("heading", name="Settings").wait_for()
        client.get("/auth/me").failed(401, 40102)
    finally:
        client.login(ADMIN, OTHER_PASSWORD)
        back = {"old": OTHER_PASSWORD, "new": ADMIN_PASSWORD}
        client.token = client.post("/auth/password", back).ok()["token"]


@pytest.mark.console_errors("401")
def test_log_out_everywhere_ends_all_sessions(opened: Page, mail_service: MailService, new_context: Any) -> None:
    other = at_settings(new_context().new_page(), mail_service)
    opened.get_by_role("button", name="Log out everywhere").click()
    dialog = opened.get_by_role("dialog", name="Log out on all devices?")
    dialog.get_by_role("button", name="Log out everywhere").click()
    opened.get_by_label("User name").wait_for()
    other.reload()
    other.get_by_text("Your session has ended.").wait_for()
    mail_service.client.login(ADMIN, ADMIN_PASSWORD)


def test_about_names_the_version_and_lists_the_keys(opened: Page, mail_service: MailService) -> None:
    version = mail_service.client.get("/health").ok()["version"]
    opened.get_by_text(f"Postrider {version}").wait_for()
    link = opened.get_by_role("link", name="OpenAPI")
    assert link.get_attribute("href") == "/api/v1/openapi.json"
    opened.keyboard.press("?")
    opened.get_by_role("dialog").wait_for()
    opened.keyboard.press("Escape")
    opened.get_by_role("dialog").wait_gone()


@pytest.mark.parametrize("locale", ["en-US", "de-DE", "zh-CN"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_has_no_accessibility_findings_and_fits_a_phone(
    new_context: Any, mail_service: MailService, locale: str, scheme: str
) -> None:
    context = new_context(viewport=(390, 844), locale=locale, color_scheme=scheme, has_touch=True)
    page = context.new_page()
    page.goto(mail_service.url)
    page.locator("input[autocomplete=username]").fill(ADMIN)
    page.locator("input[type=password]").fill(ADMIN_PASSWORD)
    page.keyboard.press("Enter")
    page.locator(".shell").wait_for()
    for place in ("settings", "notifications", "webhooks/new"):
        page.goto(f"{mail_service.url}/{place}")
        page.get_by_role("heading", level=1).wait_for()
        found = accessibility(page, impacts=("minor", "moderate", "serious", "critical"))
        assert found == [], place
        sideways = "document.querySelector('.page').scrollWidth - document.querySelector('.page').clientWidth"
        assert page.evaluate(sideways) == 0, place
