# SPDX-License-Identifier: GPL-3.0-or-later
"""Notifications of new mail: turned on in the web client, shown by its service worker."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import need
from postrider_browser import Canary, Firefox, Page, accessibility, firefox_program
from postrider_browser.firefox import FirefoxPage
from postrider_browser.mailservice import MailService
from postrider_browser.marionette import MarionetteFirefox
from postrider_support import Client, npm
from postrider_support.letters import letter
from postrider_support.pushservice import PushService
from postrider_support.service import ADMIN, ADMIN_PASSWORD
from postrider_support.waiting import wait_until

pytestmark = pytest.mark.whole_chromium

CONFIG = {"push.retries": "1", "visibility": "owner"}
ENVIRONMENT = {"POSTRIDER_PUSH_ALLOWED_NETWORKS": "127.0.0.0/8, ::1"}
SHOWN = """navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) =>
    all.map(({ title, body, tag, silent, data }) => ({ title, body, tag, silent, url: data.url })))"""
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"


@pytest.fixture(autouse=True)
def no_subscriptions(client: Client) -> Iterator[None]:
    yield
    for one in client.get("/push/subscriptions").ok():
        client.post("/push/unsubscribe", {"endpoint": one["endpoint"]}).ok()


# -- Firefox, with a push service of our own


@pytest.fixture(scope="module")
def push_service() -> Iterator[npm.Program]:
    """A push service that a real browser uses."""
    need(npm.available(), "npm")
    with npm.Program("autopush.mjs") as program:
        program.wait_for("origin")
        yield program


def firefox_preferences(push_service: str) -> dict[str, Any]:
    """Preferences that allow notifications and use that push service."""
    return {
        "dom.push.enabled": True,
        "dom.push.connection.enabled": True,
        "dom.push.alwaysConnect": True,
        "dom.push.serverURL": push_service.replace("http", "ws", 1),
        "dom.push.testing.allowInsecureServerURL": True,
        "permissions.default.desktop-notification": 1,
        "dom.webnotifications.requireuserinteraction": False,
        "alerts.useSystemBackend": False,
    }


@pytest.fixture(scope="module")
def pushed_firefox(push_service: npm.Program, foreign_hosts: Canary) -> Iterator[Firefox]:
    """A Firefox that allows notifications and uses the push service of the tests."""
    need(firefox_program() is not None, "firefox-esr (other than a snap)")
    origin = push_service.wait_for("origin")["origin"]
    preferences = firefox_preferences(origin)
    with Firefox(canary=foreign_hosts, preferences=preferences) as browser:
        yield browser


@pytest.fixture
def firefox_page(pushed_firefox: Firefox, mail_service: MailService) -> Iterator[FirefoxPage]:
    """A page that is logged in."""
    with pushed_firefox.new_page() as page:
        page.goto(mail_service.url)
        page.fill("input[autocomplete=username]", ADMIN)
        page.fill("input[type=password]", ADMIN_PASSWORD)
        page.click("button[type=submit]")
        page.wait_for(".shell")
        yield page


def turn_on(page: FirefoxPage, mail_service: MailService) -> list[dict[str, Any]]:
    """Turns notifications on; returns the user's subscriptions afterwards."""
    page.goto(f"{mail_service.url}/notifications")
    page.wait_for(".push-state.off")
    page.click("aria/Turn on here")
    page.wait_for(".push-state.on")
    all_of_them: list[dict[str, Any]] = mail_service.client.get("/push/subscriptions").ok()
    return all_of_them


def test_firefox_is_subscribed_and_shows_new_mail_until_it_is_turned_off(
    firefox_page: FirefoxPage, mail_service: MailService
) -> None:
    page = firefox_page
    (subscription,) = turn_on(page, mail_service)
    page.wait_text(".plain-list", "Firefox on Linux")
    page.wait_text(".plain-list", "this device")
    mail_service.deliver(letter("Grüße ✉ 你好", sender=("Zoë", "zoe@example.com")))
    shown = wait_until(lambda: page.evaluate(SHOWN), 20, "the notification")
    mail = next(one for one in mail_service.mails() if one["subject"] == "Grüße ✉ 你好")
    assert shown == [
        {
            "title": "Zoë",
            "body": "Grüße ✉ 你好",
            "tag": f"mail-{mail_service.account['id']}",
            "silent": False,
            "url": f"/mails/{mail['id']}",
        }
    ]
    page.click("aria/Send a test notification")
    page.wait_text(".push-result", "Sent to 1 device.")
    wait_until(lambda: [one for one in page.evaluate(SHOWN) if one["tag"] == "test"], 20, "the test")
    page.wait_text(".plain-list", "last reached")
    page.click("aria/Turn off here")
    page.wait_for(".push-state.off")
    assert mail_service.client.get("/push/subscriptions").ok() == []
    assert subscription["endpoint"]


def test_quiet_hours_make_notifications_silent(firefox_page: FirefoxPage, mail_service: MailService) -> None:
    page = firefox_page
    # All hours except one minute, so that it is quiet whenever the test runs.
    quiet = {"enabled": True, "from": "12:00", "to": "11:59"}
    mail_service.client.put("/settings", {"quietHours": quiet}).ok()
    try:
        turn_on(page, mail_service)
        mail_service.deliver(letter("In the night"))
        shown = wait_until(lambda: page.evaluate(SHOWN), 20, "the notification")
        assert [(one["body"], one["silent"]) for one in shown] == [("In the night", True)]
    finally:
        mail_service.client.put("/settings", {"quietHours": None}).ok()


def test_log_out_ends_the_notifications_of_this_browser(firefox_page: FirefoxPage, mail_service: MailService) -> None:
    turn_on(firefox_page, mail_service)
    firefox_page.click("aria/Menu")  # the window is narrow, so the button is in the menu
    firefox_page.click("aria/Log out")
    firefox_page.wait_for("input[type=password]")
    assert mail_service.client.get("/push/subscriptions").ok() == []
    gone = "navigator.serviceWorker.ready.then((one) => one.pushManager.getSubscription())"
    assert firefox_page.evaluate(f"{gone}.then((one) => one === null)") is True


def test_subscription_that_the_service_lost_is_made_known_again(
    firefox_page: FirefoxPage, mail_service: MailService
) -> None:
    (subscription,) = turn_on(firefox_page, mail_service)
    mail_service.client.post("/push/unsubscribe", {"endpoint": subscription["endpoint"]}).ok()
    firefox_page.goto(f"{mail_service.url}/mails")
    again = wait_until(lambda: mail_service.client.get("/push/subscriptions").ok(), 10, "the subscription")
    assert [one["endpoint"] for one in again] == [subscription["endpoint"]]
    firefox_page.goto(f"{mail_service.url}/notifications")
    firefox_page.wait_for(".push-state.on")
    firefox_page.click("aria/Turn off here")
    firefox_page.wait_for(".push-state.off")


# -- Chromium: states, the list, settings


@pytest.fixture
def opened(page: Page, mail_service: MailService) -> Page:
    mail_service.log_in(page)
    return page


def go_to_notifications(page: Page, mail_service: MailService) -> Page:
    page.goto(f"{mail_service.url}/notifications")
    return page


@pytest.mark.parametrize(
    "script, text",
    [
        ("delete window.PushManager;", "This browser cannot show notifications"),
        (
            "Object.defineProperty(window, 'isSecureContext', { value: false });",
            "only for addresses with https://",
        ),
        (
            "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });",
            "Notifications of this page are blocked in this browser.",
        ),
    ],
    ids=["unsupported", "insecure", "blocked"],
)
def test_obstacle_is_said_in_words(opened: Page, mail_service: MailService, script: str, text: str) -> None:
    opened.add_init_script(script)
    go_to_notifications(opened, mail_service)
    opened.get_by_text(text).wait_for()
    assert opened.get_by_role("button", name="Turn on here").count() == 0


def test_browser_without_a_push_service_says_so(opened: Page, mail_service: MailService) -> None:
    opened.context.grant_permissions("notifications")
    failing = "PushManager.prototype.subscribe = () => Promise.reject(new DOMException('no', 'AbortError'));"
    opened.add_init_script(failing)
    go_to_notifications(opened, mail_service)
    opened.get_by_role("button", name="Turn on here").click()
    opened.get_by_role("alert").wait_text("The push service of this browser cannot be reached.")
    assert mail_service.client.get("/push/subscriptions").ok() == []


def test_other_devices_are_listed_tested_and_removed(opened: Page, mail_service: MailService) -> None:
    with PushService() as push:
        windows, unknown = push.browser(), push.browser()
        for browser, agent in ((windows, FIREFOX), (unknown, "a toaster")):
            body = browser.subscription | {"userAgent": agent}
            mail_service.client.post("/push/subscribe", body).ok(201)
        go_to_notifications(opened, mail_service)
        items = opened.locator(".card").filter(has_text="Devices").locator("li")
        items.wait_count(2).wait_text("Firefox on Windows").wait_text("a toaster")
        unknown.will_answer(410)
        opened.get_by_role("button", name="Send a test notification").click()
        opened.locator(".push-result").wait_text(
            "Sent to 1 device. 1 device has ended its subscription and was removed."
        )
        items.wait_count(1).wait_text("last reached")
        assert windows.wait_for(1)[0]["body"] == "Notifications reach this device."
        opened.get_by_role("button", name="Remove Firefox on Windows").click()
        opened.get_by_text("No device has notifications turned on yet.").wait_for()
        assert mail_service.client.get("/push/subscriptions").ok() == []


def test_quiet_hours_and_mailboxes_are_chosen_and_kept(opened: Page, mail_service: MailService) -> None:
    client = mail_service.client
    go_to_notifications(opened, mail_service)
    opened.get_by_label("Quiet hours").check()
    opened.get_by_label("From").fill("23:30")
    wanted = {"enabled": True, "from": "23:30", "to": "07:00"}
    wait_until(lambda: client.get("/settings").ok()["quietHours"] == wanted, 5, "the hours")
    opened.get_by_text("Until the next day.").wait_for()
    opened.get_by_role("switch", name="Notifications of Nina").press("Space")
    account = f"/accounts/{mail_service.account['id']}"
    wait_until(lambda: client.get(account).ok()["notify"] is False, 5, "no notifications of it")
    opened.reload()
    opened.get_by_label("From").wait_value("23:30")
    assert opened.get_by_role("switch", name="Notifications of Nina").get_attribute("aria-checked") == "false"
    client.put("/settings", {"quietHours": None}).ok()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_has_no_accessibility_findings(new_context: Any, mail_service: MailService, scheme: str) -> None:
    page = new_context(color_scheme=scheme).new_page()
    mail_service.log_in(page)
    go_to_notifications(page, mail_service)
    page.get_by_role("button", name="Turn on here").wait_for()
    page.get_by_role("switch", name="Notifications of Nina").wait_for()
    assert accessibility(page, impacts=("minor", "moderate", "serious", "critical")) == []


def test_payloads_of_the_service_worker_are_shown_in_chromium(opened: Page, mail_service: MailService) -> None:
    """DevTools delivers to the service worker what a push service would deliver."""
    opened.context.grant_permissions("notifications")
    opened.reload()
    wait_until(lambda: opened.evaluate("navigator.serviceWorker.controller !== null"), 10, "the worker")
    cdp = opened.cdp()
    cdp.send("ServiceWorker.enable")
    cdp.send("BackgroundService.startObserving", service="notifications")
    cdp.send("BackgroundService.setRecording", shouldRecord=True, service="notifications")

    def displayed() -> int:
        events = cdp.events("BackgroundService.backgroundServiceEventReceived")
        names = [one["backgroundServiceEvent"]["eventName"] for one in events]
        return names.count("Notification displayed")

    # Waits for the display: Chromium forgets a notification that is queried while it is being displayed.
    def push(data: str) -> list[dict[str, Any]]:
        before = displayed()
        cdp.send(
            "ServiceWorker.deliverPushMessage",
            origin=mail_service.url,
            registrationId="0",
            data=data,
        )
        wait_until(lambda: displayed() > before, 10, "the notification")
        found: list[dict[str, Any]] = opened.evaluate(SHOWN)
        opened.evaluate(
            "navigator.serviceWorker.ready.then((one) => one.getNotifications())"
            ".then((all) => all.forEach((one) => one.close()))"
        )
        wait_until(lambda: opened.evaluate(SHOWN) == [], 10, "no notification")
        return found

    evil = {"title": "Hi", "body": "<b>x</b>", "data": {"url": "https://evil.example/"}}
    (shown,) = push(json.dumps(evil))
    assert (shown["title"], shown["body"], shown["url"]) == ("Hi", "<b>x</b>", "/mails")
    (shown,) = push("no JSON")
    assert (shown["title"], shown["url"]) == ("New mail", "/mails")


# -- a person's click on a notification, in Firefox

# Replaces the desktop: keeps the notification that it is to show, in the browser's own window.
DESKTOP = """
const window = Services.wm.getMostRecentWindow(null);
const service = {
    QueryInterface: ChromeUtils.generateQI(["nsIAlertsService"]),
    showAlert(alert, listener) {
        window.shown = { cookie: alert.cookie, listener };
        Services.tm.dispatchToMainThread(() => listener.observe(null, "alertshow", alert.cookie));
    },
    closeAlert() {},
};
const factory = {
    QueryInterface: ChromeUtils.generateQI(["nsIFactory"]),
    createInstance: (interfaceId) => service.QueryInterface(interfaceId),
};
Components.manager
    .QueryInterface(Ci.nsIComponentRegistrar)
    .registerFactory(Services.uuid.generateUUID(), "", "@mozilla.org/alerts-service;1", factory);
"""
# A click on the notification, as the desktop reports it to the browser.
CLICK = """
const { listener, cookie } = Services.wm.getMostRecentWindow(null).shown;
listener.observe(null, "alertclickcallback", cookie);
"""


def test_click_on_a_notification_shows_the_mail_in_the_open_tab(
    push_service: npm.Program, mail_service: MailService
) -> None:
    need(firefox_program() is not None, "firefox-esr (other than a snap)")
    origin = push_service.wait_for("origin")["origin"]
    with MarionetteFirefox(firefox_preferences(origin)) as browser:
        browser.run_inside(DESKTOP)
        browser.goto(f"{mail_service.url}/notifications")
        form = "return !!document.querySelector('button[type=submit]')"
        wait_until(lambda: browser.run(form), 20, "the form")
        browser.run(
            """
            const [name, password] = arguments;
            const fill = (selector, text) => {
                const field = document.querySelector(selector);
                field.value = text;
                field.dispatchEvent(new Event('input', { bubbles: true }));
            };
            fill('input[autocomplete=username]', name);
            fill('input[type=password]', password);
            """,
            ADMIN,
            ADMIN_PASSWORD,
        )
        browser.run("document.querySelector('button[type=submit]').click()")
        on = "return !!document.querySelector('.push-state.off')"
        wait_until(lambda: browser.run(on), 20, "the page")
        browser.run("document.querySelector('.card .button.primary').click()")
        wait_until(lambda: browser.run("return !!document.querySelector('.push-state.on')"), 20, "on")
        mail_service.deliver(letter("Look at me"))
        wait_until(lambda: browser.run(f"return {SHOWN}"), 20, "the notification")
        mail = next(one for one in mail_service.mails() if one["subject"] == "Look at me")
        loaded = browser.run("return performance.timeOrigin")
        browser.run_inside(CLICK)
        where = "return location.pathname"
        wait_until(lambda: browser.run(where) == f"/mails/{mail['id']}", 20, "the mail")
        assert browser.run("return performance.timeOrigin") == loaded, "the page was not loaded anew"
        assert browser.run(f"return {SHOWN}") == []
