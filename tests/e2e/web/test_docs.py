# SPDX-License-Identifier: GPL-3.0-or-later
"""The page /api/docs: complete, linked, searchable, accessible, and loaded from the service alone."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from postrider_browser import Canary, Context, Page, accessibility
from postrider_browser.looks import SIZES, Album, Look
from postrider_support import Service

SOURCE = Path(__file__).parents[3] / "resources" / "openapi" / "openapi.json"
LOOKS = [Look("wide"), Look("wide", "dark"), Look("narrow"), Look("narrow", "dark")]
# How far below the top edge of the window an element begins.
AT = "document.getElementById('{}').getBoundingClientRect().top"


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SOURCE.read_text())
    return found


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service without an account, because these tests do not log in."""
    with Service(tmp_path_factory.mktemp("service")) as running:
        yield running


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    items = [*document["paths"].values(), *document["webhooks"].values()]
    return [item[verb] for item in items for verb in ("get", "put", "post", "delete") if verb in item]


def visit(page: Page, service: Service, address: str = "") -> None:
    """Opens the page at that part of it, and waits until it is shown."""
    page.goto("about:blank")
    page.goto(f"{service.base_url}/api/docs{address}")
    page.locator("article").first.wait_for()


def test_every_operation_event_error_and_schema_is_on_the_page(
    page: Page, service: Service, document: dict[str, Any]
) -> None:
    visit(page, service, "#streamEvents")
    shown = set(page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)"))
    assert {one["operationId"] for one in operations(document)} <= shown
    assert {f"event-{name}" for name in document["paths"]["/mails/stream"]["get"]["x-events"]} <= shown
    assert {f"error-{row['code']}" for row in document["x-error-codes"]} <= shown
    assert {f"schema-{name}" for name in document["components"]["schemas"]} <= shown
    heads = page.evaluate("[...document.querySelectorAll('.group article h3 .summary')].map((one) => one.textContent)")
    assert {one["summary"] for one in operations(document)} <= set(heads)
    linked = set(page.evaluate("[...document.querySelectorAll('#list a')].map((one) => one.hash.slice(1))"))
    assert {one["operationId"] for one in operations(document)} <= linked


def test_each_operation_opens_with_all_that_is_described(
    page: Page, service: Service, document: dict[str, Any]
) -> None:
    visit(page, service)
    texts = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('article')].map((one) => {
            one.querySelector('button').click();
            return [one.id, one.textContent];
        }))"""
    )
    for one in operations(document):
        text = texts[one["operationId"]]
        for parameter in one.get("parameters", []):
            assert parameter["name"] in text, one["operationId"]
        for status, answer in one["responses"].items():
            assert status in text, f"{one['operationId']} {status}"
            reference = answer.get("$ref", "").split("/")[-1]
            for code in [part for part in reference.removeprefix("E").split("_") if part.isdigit()]:
                assert code in text, f"{one['operationId']} {code}"
    assert "isStarred" in texts["listMails"] and "curl" in texts["listMails"]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("setRead", "Mark a mail read or unread"),
        ("event-mail.received", "New mail was found and stored"),
        ("error-40401", "mail_not_found"),
        ("schema-Mail", "isStarred"),
        ("onMailReceived", "What the receiver gets"),
        ("tag-webhooks", "Calls to other services"),
    ],
)
def test_address_of_a_part_opens_and_shows_it(page: Page, service: Service, address: str, words: str) -> None:
    visit(page, service, f"#{address}")
    page.wait_for_function(f"() => {AT.format(address)} >= 0 && {AT.format(address)} < innerHeight / 2")
    assert words in page.evaluate(f"document.getElementById('{address}').innerText")


def test_links_go_from_fields_to_schemas_and_from_failures_to_errors(page: Page, service: Service) -> None:
    visit(page, service, "#getMail")
    page.locator("#getMail a[href='#error-40401']").first.click()
    page.wait_for_function(f"() => {AT.format('error-40401')} >= 0 && {AT.format('error-40401')} < innerHeight")
    page.locator("a[href='#schema-Error']").first.click()
    page.wait_for_function("() => document.querySelector('#schema-Error button').ariaExpanded === 'true'")


def test_search_is_worked_by_keys_alone(page: Page, service: Service) -> None:
    visit(page, service)
    page.keyboard.press("/")
    page.locator("#search").wait_focused()
    page.keyboard.type("put star")
    page.locator("#list .found li").first.wait_text("star")
    page.get_by_role("status").wait_text("found")
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.hash === '#setStarred'")
    page.locator("#setStarred button").first.wait_focused()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#setStarred button').ariaExpanded === 'false'")
    page.keyboard.press("/")
    page.keyboard.type("xyzzy")
    page.locator("#list .none").wait_text("Nothing found for “xyzzy”.")
    page.keyboard.press("Escape")
    page.locator("#list .found, #list .none").wait_count(0)
    page.keyboard.type("webhook")
    page.keyboard.press("ArrowDown")
    page.locator("#list a").first.wait_focused()
    page.keyboard.press("ArrowUp")
    page.locator("#search").wait_focused()


def test_nobody_logs_in_and_nothing_comes_from_elsewhere(page: Page, service: Service, canary: Canary) -> None:
    visit(page, service, "#listMails")
    for one in page.requests():
        assert one.url.startswith((f"{service.base_url}/api/", "about:")), one.url
        assert one.status == 200 or one.url.startswith("about:"), one.url
    assert canary.visited() == []
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0


def test_contents_open_and_close_on_a_phone(new_context: Callable[..., Context], service: Service) -> None:
    page = new_context(viewport=SIZES["narrow"], has_touch=True, is_mobile=True).new_page()
    visit(page, service)
    page.locator("#list").wait_for("hidden")
    page.get_by_role("button", name="Contents").click()
    page.locator("#list a[href='#createWebhook']").click()
    page.wait_for_function("() => document.querySelector('#createWebhook button').ariaExpanded === 'true'")
    page.locator("#list").wait_for("hidden")


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
def test_pictures(new_context: Callable[..., Context], service: Service, screens: Path, look: Look) -> None:
    narrow = look.size == "narrow"
    context = new_context(
        viewport=SIZES[look.size],
        color_scheme=look.scheme,
        has_touch=narrow,
        is_mobile=narrow,
        reduced_motion="reduce",
    )
    page = context.new_page()
    album = Album(page, look, screens)
    for name in ("", "setRead", "streamEvents", "schema-Account", "error-40401"):
        visit(page, service, f"#{name}")
        album.take(f"docs-{name or 'top'}")
    page.locator("#search").fill("star")
    page.locator("#list .found").wait_for()
    album.take("docs-search")
    assert accessibility(page, impacts=("moderate", "serious", "critical")) == []
