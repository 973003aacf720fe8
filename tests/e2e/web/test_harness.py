# SPDX-License-Identifier: GPL-3.0-or-later
"""The browsers of the tests do what tests ask for and report what happens: otherwise no test would fail."""

import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from postrider_browser import (
    BrowserError,
    BrowserTimeout,
    Canary,
    Context,
    Firefox,
    Page,
    accessibility,
)
from postrider_browser.mailservice import MailService
from postrider_browser.performance import frame_times, long_tasks, traced, watch_long_tasks
from postrider_browser.programs import is_snap
from postrider_support import SmtpScript
from postrider_support.letters import letter
from postrider_support.sending import mail
from postrider_support.waiting import wait_until

pytestmark = pytest.mark.whole_chromium

FORM = """<!doctype html><html lang="en"><title>Form</title>
<meta name="viewport" content="width=device-width"><h1>Form</h1>
<form><label>Name <input name="name"></label> <label>File <input type="file"></label>
<button>Send</button></form><p role="status"></p><ul><li>one</li><li>two</li></ul>
<script>
const say = (text) => { document.querySelector('p').textContent = text; };
document.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    setTimeout(() => say(`Hello ${document.querySelector('input').value}`), 50);
});
document.querySelector('[type=file]').addEventListener('change', async (event) => {
    const [file] = event.target.files;
    say(`${file.name}: ${await file.text()}`);
});
</script>"""
FRAMED = """<!doctype html><html lang="en"><title>Mail</title><iframe src="/mail"></iframe>"""
MAIL = "<p>Inside</p><img src='http://tracker.example.com/open.gif'>"
WORKER = """
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(fetch(event.request).catch(() => new Response('[2]'))));
"""
SANDBOX = "sandbox; default-src 'none'"


class Site(BaseHTTPRequestHandler):
    """The pages of these tests."""

    pages: dict[str, tuple[str, dict[str, str]]] = {
        "/": (FORM, {}),
        "/framed": (FRAMED, {}),
        "/mail": (MAIL, {"Content-Security-Policy": SANDBOX}),
        "/leak": (MAIL, {}),
        "/picture": (
            "<!doctype html><html lang='en'><title>P</title><h1>P</h1><img src='/x.svg'>",
            {},
        ),
        "/x.svg": ("<svg xmlns='http://www.w3.org/2000/svg'/>", {"Content-Type": "image/svg+xml"}),
        "/file": ("Content", {"Content-Disposition": "attachment; filename=a.txt"}),
        "/worker.js": (WORKER, {"Content-Type": "text/javascript"}),
        "/data": ("[1]", {"Content-Type": "application/json"}),
        "/favicon.ico": ("", {}),
    }

    def do_GET(self) -> None:
        text, headers = self.pages.get(self.path, ("", {}))
        self.send_response(200 if self.path in self.pages else 404)
        for name, value in ({"Content-Type": "text/html; charset=utf-8"} | headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_fills_clicks_and_waits(page: Page, site: str) -> None:
    assert page.goto(f"{site}/") and page.title() == "Form"
    page.get_by_label("Name").fill("Nina")
    page.get_by_role("button", name="Send").click()
    page.get_by_role("status").wait_text("Hello Nina")
    page.get_by_label("Name").press("Control+a")
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    page.get_by_role("status").wait_text(re.compile("anna$", re.IGNORECASE))
    page.get_by_label("Name").wait_value("Anna").wait_focused()
    page.get_by_label("File").set_input_files({"name": "a.txt", "mimeType": "text/plain", "buffer": b"Hi"})
    page.get_by_role("status").wait_text("a.txt: Hi")
    assert page.locator("li").filter(has_text="two").count() == 1
    assert page.locator("li").wait_count(2).first.text_content() == "one"
    assert page.evaluate("(more) => document.title + more", "!") == "Form!"
    page.evaluate("setTimeout(() => { document.querySelector('ul').hidden = true; }, 50); undefined")
    page.get_by_text("two").wait_gone()
    assert page.locator("ul").filter(has=page.get_by_text("two")).wait_for("hidden").count() == 1


def test_what_does_not_come_is_named(page: Page, site: str) -> None:
    page.goto(f"{site}/")
    with pytest.raises(BrowserTimeout, match="getByRole.'button', { name: 'Delete' }"):
        page.get_by_role("button", name="Delete").click(timeout=0.2)
    with pytest.raises(AssertionError, match=r"3 elements, not \[2\]"):
        page.locator("li").wait_count(3, timeout=0.2)
    with pytest.raises(AssertionError, match=r"'Bye' in \[''\]"):
        page.get_by_role("status").wait_text("Bye", timeout=0.2)
    with pytest.raises(BrowserError, match="nothing is not defined"):
        page.evaluate("nothing()")


@pytest.mark.console_errors
def test_errors_of_a_page_are_found(page: Page, site: str) -> None:
    page.goto(f"{site}/")
    assert page.context.problems() == []
    page.evaluate("console.error('Bad', 1); setTimeout(() => { throw new Error('Worse'); })")
    page.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 20))")
    console, exception = page.context.problems()
    assert console.startswith("Bad 1") and "Error: Worse" in exception
    assert page.context.problems(["Bad", "Worse"]) == []


def test_requests_are_recorded_and_forgotten(page: Page, site: str) -> None:
    page.goto(f"{site}/")
    assert [(one.type, one.status) for one in page.requests() if one.url == f"{site}/"] == [("document", 200)]
    page.context.clear_events()
    page.evaluate("fetch('/data').then((answer) => answer.json())")
    found = page.wait_request("/data", ended=True)
    assert (found.type, found.method, found.status, found.failure) == ("fetch", "GET", 200, None)
    assert found.bytes > 3 and all(one.type != "document" for one in page.requests())


@pytest.mark.console_errors("Failed to load resource")
def test_network_can_be_cut_and_answers_changed(page: Page, site: str) -> None:
    page.goto(f"{site}/")
    asks = "fetch('/data').then((answer) => answer.json(), () => 'failed')"
    page.context.set_offline(True)
    assert page.evaluate(asks) == "failed"
    page.context.set_offline(False)
    assert page.evaluate(asks) == [1]
    with page.faults.abort("**/data", times=1):
        assert [page.evaluate(asks), page.evaluate(asks)] == ["failed", [1]]
    with page.faults.fulfil(re.compile("/data$"), {"a": 2}, status=500):
        assert page.evaluate(asks) == {"a": 2}
    with page.faults.hold("**/data"):
        page.evaluate(f"window.later = {asks}; undefined")
        page.wait_request("/data", ended=False)
        assert page.evaluate("Promise.race([later, 'nothing yet'])") == "nothing yet"
    assert page.evaluate("later") == [1]


@pytest.mark.console_errors("Failed to load resource")
def test_a_service_worker_answers_without_a_network(page: Page, site: str) -> None:
    page.goto(f"{site}/")
    page.evaluate("navigator.serviceWorker.register('/worker.js').then(() => undefined)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    asks = "fetch('/data').then((answer) => answer.json())"
    assert page.evaluate(asks) == [1]
    assert [one.fromServiceWorker for one in page.requests("/data")] == [True]
    assert [one.page for one in page.context.requests("/data") if one.page is None], "the worker's own request"
    page.context.set_offline(True)
    assert page.evaluate(asks) == [2]


def test_clock_stands_where_it_is_put(page: Page, site: str) -> None:
    page.clock.install("2026-03-02T09:00:00Z")
    page.goto(f"{site}/")
    page.clock.pause_at("2026-03-02T10:00:00Z")
    page.evaluate("setTimeout(() => { document.title = 'Rung'; }, 60000); undefined")
    assert page.title() == "Form"
    page.clock.fast_forward("01:00")
    assert page.evaluate("new Date().toISOString()") == "2026-03-02T10:01:00.000Z"
    assert page.title() == "Rung"


def test_dialogs_popups_and_downloads(page: Page, site: str) -> None:
    page.goto(f"{site}/")
    assert page.evaluate("confirm('Sure?')") is False
    page.context.answer_dialogs(accept=True, text="Yes")
    assert page.evaluate("prompt('Sure?')") == "Yes"
    assert [(one.type, one.text) for one in page.context.dialogs()] == [
        ("confirm", "Sure?"),
        ("prompt", "Sure?"),
    ]
    page.evaluate("open('/picture'); undefined")
    page.context.wait_popup().wait_url("**/picture")
    page.evaluate("location.href = '/file'; undefined")
    assert page.context.downloaded("a.txt") == b"Content"


def test_context_is_as_asked(new_context: Callable[..., Context], site: str, screens: Path) -> None:
    context = new_context(
        viewport=(390, 844),
        color_scheme="dark",
        locale="de-DE",
        reduced_motion="reduce",
        has_touch=True,
        is_mobile=True,
        device_scale_factor=2,
        permissions=["notifications"],
    )
    page = context.new_page()
    page.goto(f"{site}/")
    asked = [
        "(width: 390px)",
        "(prefers-color-scheme: dark)",
        "(prefers-reduced-motion: reduce)",
        "(pointer: coarse)",
    ]
    assert page.evaluate("(all) => all.map((one) => matchMedia(one).matches)", asked) == [True] * 4
    assert page.evaluate("[navigator.language, Notification.permission]") == ["de-DE", "granted"]
    page.screenshot(screens / "form.png")
    assert (screens / "form.png").read_bytes()[16:24] == (780).to_bytes(4, "big") + (1688).to_bytes(4, "big")


def test_axe_finds_an_image_without_text(page: Page, firefox: Firefox, site: str) -> None:
    page.goto(f"{site}/picture")
    (found,) = accessibility(page)
    assert (found.rule, found.impact, found.selectors) == ("image-alt", "critical", ("img",))
    assert accessibility(page, within="h1") == []
    page.goto(f"{site}/")
    assert accessibility(page) == []
    with firefox.new_page() as other:
        other.goto(f"{site}/picture")
        assert [one.rule for one in accessibility(other)] == ["image-alt"]


def test_speed_is_measured(page: Page, site: str) -> None:
    watch_long_tasks(page)
    page.goto(f"{site}/")
    session = page.cdp()
    assert session.metrics()["Nodes"] > 10
    session.slow_network(latency=200)
    assert page.evaluate("(async () => { const t = Date.now(); await fetch('/data'); return Date.now() - t; })()") > 180
    work = "const t = Date.now(); while (Date.now() - t < 100);"
    events = traced(
        page,
        lambda: page.evaluate(f"new Promise((done) => setTimeout(() => {{ {work} done(); }}))"),
    )
    assert any(one["name"] == "FunctionCall" for one in events)
    page.wait_for_function("longTasks.length > 0")
    assert long_tasks(page)[0]["duration"] >= 80
    assert len(frame_times(page, 10)) == 10


@pytest.mark.console_errors("Content Security Policy")
def test_a_sandboxed_mail_is_read_and_reaches_nobody(page: Page, firefox: Firefox, site: str, canary: Canary) -> None:
    page.goto(f"{site}/framed")
    page.frame_locator("iframe").locator("p").wait_text("Inside")
    with firefox.new_page() as other:
        other.goto(f"{site}/framed")
    assert canary.visits == []


@pytest.mark.console_errors("Failed to load resource")
def test_what_leaves_reaches_the_canary(page: Page, firefox: Firefox, site: str, canary: Canary) -> None:
    page.goto(f"{site}/leak")
    (seen,) = canary.visited("tracker.example.com")
    assert seen.line == "GET /open.gif HTTP/1.1"
    asks = "fetch('https://203.0.113.5/').catch(() => 'failed')"
    canary.clear()
    assert page.evaluate("fetch('https://hidden.example.com/').catch(() => 'failed')") == "failed"
    assert canary.visited("hidden.example.com")[0].line == "TLS"
    canary.clear()
    assert page.evaluate(asks) == "failed" and canary.visited("TLS")
    canary.clear()
    with firefox.new_page() as other:
        other.goto(f"{site}/leak")
        assert [one.line for one in canary.visited("tracker")] == ["GET http://tracker.example.com/open.gif HTTP/1.1"]
        assert other.evaluate(asks) == "failed" and canary.visited("CONNECT 203.0.113.5:443")


def test_firefox_fills_clicks_and_records(firefox: Firefox, site: str, screens: Path) -> None:
    with firefox.new_page() as page:
        answer = page.goto(f"{site}/")
        assert answer and answer["status"] == 200
        page.fill("[name=name]", "Nina")
        page.click("text/Send")
        page.wait_text("[role=status]", "Hello Nina")
        page.type("[name=name]", "!")
        page.press("Enter")
        page.wait_text("[role=status]", "Hello Nina!")
        assert page.evaluate("fetch('/data').then((one) => one.json())") == [1]
        assert [(one.type, one.status) for one in page.requests("/data")] == [("", 200)]
        page.evaluate("console.error('Bad')")
        assert [(one.level, one.text) for one in page.console()] == [("error", "Bad")]
        assert page.screenshot(screens / "firefox.png").startswith(b"\x89PNG")


def test_a_snap_is_no_browser_of_the_tests(tmp_path: Path) -> None:
    script = tmp_path / "firefox"
    script.write_text('#!/bin/sh\nexec /snap/bin/firefox "$@"\n')
    assert is_snap(script) and is_snap(Path("/snap/bin/chromium"))
    script.write_text('#!/bin/sh\nexec /usr/lib/firefox/firefox "$@"\n')
    assert not is_snap(script)


def test_mail_service_has_mail_and_sends(mail_service: MailService, smtp: SmtpScript) -> None:
    assert [one["subject"] for one in mail_service.mails()][:2] == ["Lunch?", "Party 🎉"]
    mail_service.client.post("/mails/send", mail(mail_service.account)).ok()
    wait_until(lambda: smtp.mails, 10, "the mail that was sent")
    mail_service.deliver(letter("Again"))
    assert mail_service.wait_mails(9)[0]["subject"] == "Again"
