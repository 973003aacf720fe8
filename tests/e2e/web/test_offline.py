# SPDX-License-Identifier: GPL-3.0-or-later
"""The web client without a network: it opens, shows what was read, and keeps nothing for other users."""

import re
import subprocess
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from postrider_browser import Context, Page
from postrider_browser.mailservice import MailService
from postrider_support import Service
from postrider_support.service import ADMIN, program
from postrider_support.waiting import scaled, wait_until

CONFIG = {"visibility": "owner"}
ROWS = ".mail-row:not(.skeleton)"
# The whole content of the page's database.
KEPT = """() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('postrider');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = async () => {
        const database = opening.result;
        const all = (store) => new Promise((done) => {
            const request = database.transaction(store).objectStore(store).getAll();
            request.onsuccess = () => done(request.result);
        });
        const [answers, holder] = [await all('answers'), await all('holder')];
        database.close();
        resolve({ answers: answers.map(({ user, path }) => [user, path]), holders: holder.map(({ user }) => user),
                  text: JSON.stringify([answers, holder]) });
    };
})"""
CACHED = """async () => {
    const addresses = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) addresses.push(new URL(request.url).pathname);
    return addresses;
}"""
# Makes a request as the page does, with any token: status, body, and the time of an answer that was kept.
REQUEST = """async ({ path, token }) => {
    try {
        const answer = await fetch('/api/v1' + path, { headers: { Authorization: `Bearer ${token}` }, cache: 'no-store' });
        return { status: answer.status, body: await answer.text(), since: answer.headers.get('X-Postrider-Offline') };
    } catch (error) {
        return { status: 0, body: '', since: null };
    }
}"""
TOKEN = "JSON.parse(sessionStorage.getItem('postrider.session')).token"


def kept(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(KEPT)
    return found


def request(page: Page, path: str, token: str) -> dict[str, Any]:
    answer: dict[str, Any] = page.evaluate(REQUEST, {"path": path, "token": token})
    return answer


def wait_controlled(page: Page) -> None:
    """Waits until the service worker controls the page."""
    question = "navigator.serviceWorker.controller !== null"
    wait_until(lambda: page.evaluate(question), 10, "the service worker")


def wait_kept(page: Page, path: str, user: str = ADMIN) -> None:
    wait_until(lambda: [user, path] in kept(page)["answers"], 10, f"{path} of {user} in the store")


@pytest.fixture
def inbox(page: Page, mail_service: MailService) -> Page:
    """A page that is logged in, with a list of eight mails that it has loaded through the service worker."""
    mail_service.log_in(page)
    wait_controlled(page)
    page.reload()
    page.locator(ROWS).wait_count(8)
    return page


def log_in(page: Page, name: str, password: str) -> None:
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Log in").wait_gone()


BEN, BEN_PASSWORD = "ben", "the password of ben"


@pytest.fixture(scope="module")
def ben(service: Service) -> str:
    """Another user of the service."""
    data = str(service.data_dir)
    command = [
        str(program()),
        "--data-dir",
        data,
        "--config",
        f"{data}/test.conf",
        "user",
        "add",
        BEN,
    ]
    subprocess.run(
        command,
        input=f"{BEN_PASSWORD}\n",
        text=True,
        check=True,
        timeout=scaled(20),
        env=service.variables(),
    )
    return BEN


# -- the page itself


def test_second_load_takes_no_byte_of_code_over_the_network(page: Page, service: Service) -> None:
    page.goto(service.base_url)
    page.get_by_label("User name").wait_for()
    wait_controlled(page)
    first = page.context.requests("/assets/")
    assert sum(one.bytes for one in first) > 10_000
    page.context.clear_events()
    page.reload()
    page.get_by_label("User name").wait_for()
    second = page.context.requests("/assets/")
    assert {one.url.rsplit(".")[-1] for one in second} == {"js", "css"}
    assert [one.url for one in second if one.bytes > 0] == []


@pytest.mark.console_errors("Failed to load resource", "ERR_INTERNET_DISCONNECTED")
def test_page_opens_and_what_was_read_is_shown_without_a_network(inbox: Page, mail_service: MailService) -> None:
    mail = next(one for one in mail_service.mails() if one["subject"] == "Lunch?")
    inbox.locator(f"{ROWS} .mail-link").filter(has_text="Lunch?").click()
    inbox.get_by_role("heading", name="Lunch?").wait_for()
    wait_kept(inbox, f"/mails/{mail['id']}")
    inbox.context.set_offline(True)
    inbox.goto(f"{mail_service.url}/mails")
    inbox.locator(ROWS).wait_count(8)
    inbox.locator(".connection").wait_text("No connection. Shown as of")
    inbox.goto(f"{mail_service.url}/mails/{mail['id']}")
    inbox.get_by_role("heading", name="Lunch?").wait_for()
    inbox.locator("pre").wait_text("Are you free at noon?")
    # Every view opens, also one that was never opened before.
    inbox.goto(f"{mail_service.url}/webhooks/new")
    inbox.get_by_role("heading", name="New webhook").wait_for()
    inbox.context.set_offline(False)
    inbox.goto(f"{mail_service.url}/mails")
    inbox.locator(".connection").wait_text("Connected")


@pytest.mark.console_errors("Failed to load resource", "ERR_INTERNET_DISCONNECTED")
def test_mail_that_was_never_read_is_not_there_offline(inbox: Page, mail_service: MailService) -> None:
    token = inbox.evaluate(TOKEN)
    mail = mail_service.mails()[0]["id"]
    wait_kept(inbox, "/accounts")
    inbox.context.set_offline(True)
    assert request(inbox, f"/mails/{mail}", token)["status"] == 0
    answer = request(inbox, "/accounts", token)
    assert answer["status"] == 200 and answer["since"].endswith("Z")


def test_answer_of_the_service_is_never_marked_as_old(inbox: Page) -> None:
    token = inbox.evaluate(TOKEN)
    for path in ("/accounts", "/mails"):
        assert request(inbox, path, token)["since"] is None


def test_nothing_is_kept_but_lists_mails_and_settings(inbox: Page, mail_service: MailService) -> None:
    token = inbox.evaluate(TOKEN)
    for path in ("/auth/me", "/push/subscriptions", "/mails?q=lunch", "/health", "/mails/stats"):
        assert request(inbox, path, token)["status"] == 200
    wait_kept(inbox, "/mails/stats")
    paths = {path for _, path in kept(inbox)["answers"]}
    assert {"/accounts", "/settings", "/mails/stats"} <= paths
    assert not [path for path in paths if re.search(r"auth|push|q=|stream|ticket|frames", path)]
    assert not [path for path in inbox.evaluate(CACHED) if path.startswith("/api")]
    assert token not in kept(inbox)["text"]


# -- what is kept belongs to one user


@pytest.mark.console_errors("Failed to load resource", "ERR_INTERNET_DISCONNECTED")
def test_nothing_is_left_after_the_log_out(inbox: Page, mail_service: MailService) -> None:
    token = inbox.evaluate(TOKEN)
    wait_kept(inbox, "/accounts")
    inbox.get_by_role("button", name="Log out").click()
    inbox.get_by_label("User name").wait_for()
    wait_until(lambda: kept(inbox)["text"] == "[[],[]]", 5, "an empty store")
    assert inbox.evaluate("JSON.stringify([localStorage, sessionStorage])").count(ADMIN) == 0
    inbox.context.set_offline(True)
    assert request(inbox, "/accounts", token)["status"] == 0


@pytest.mark.console_errors("401", "Failed to load resource")
def test_session_that_is_refused_leaves_nothing(inbox: Page, mail_service: MailService) -> None:
    wait_kept(inbox, "/accounts")
    token = inbox.evaluate(TOKEN)
    inbox.goto("about:blank")  # an open page would notice the end of the session before the next one is loaded
    with closing(mail_service.service.client()) as owner:
        owner.token = token
        owner.post("/auth/logout").ok()
    inbox.goto(f"{mail_service.url}/mails")
    inbox.get_by_text("Your session has ended").wait_for()
    wait_until(lambda: kept(inbox)["text"] == "[[],[]]", 5, "an empty store")


@pytest.mark.console_errors("Failed to load resource", "ERR_INTERNET_DISCONNECTED")
def test_second_person_never_gets_what_the_first_one_read(inbox: Page, mail_service: MailService, ben: str) -> None:
    first = inbox.evaluate(TOKEN)
    wait_kept(inbox, "/accounts")
    # The session is lost without a log-out, as when the tab was closed; another tab may still have it.
    inbox.evaluate("sessionStorage.clear()")
    inbox.reload()
    log_in(inbox, BEN, BEN_PASSWORD)
    inbox.reload()
    wait_kept(inbox, "/accounts", BEN)
    second = inbox.evaluate(TOKEN)
    assert {user for user, _ in kept(inbox)["answers"]} == {BEN}
    assert request(inbox, "/accounts", first)["status"] == 200, "the first one's token is good still"
    assert "nina@example.com" not in kept(inbox)["text"]
    inbox.context.set_offline(True)
    assert "nina@example.com" not in request(inbox, "/accounts", second)["body"]
    assert request(inbox, "/accounts", first)["status"] == 0


@pytest.mark.console_errors("404")
def test_page_forgets_all_of_one_person_when_another_logs_in(inbox: Page, mail_service: MailService, ben: str) -> None:
    newest = mail_service.mails()[0]
    inbox.locator(f"{ROWS} .mail-link").first.click()
    inbox.get_by_role("heading", name=newest["subject"]).wait_for()
    inbox.evaluate("window.memory = true")
    inbox.get_by_role("button", name="Log out").click()
    log_in(inbox, BEN, BEN_PASSWORD)
    inbox.get_by_text("This mail is not here any more.").wait_for()
    assert inbox.evaluate("window.memory") is None
    assert newest["subject"] not in inbox.evaluate("document.body.innerText")


def test_answer_that_comes_after_the_log_out_is_not_kept(inbox: Page, mail_service: MailService, ben: str) -> None:
    first = inbox.evaluate(TOKEN)
    wait_kept(inbox, "/accounts")
    with inbox.context.faults.hold("**/api/v1/mails?pageSize=7"):
        inbox.evaluate(
            f"(input) => {{ window.late = ({REQUEST})(input); }}",
            {"path": "/mails?pageSize=7", "token": first},
        )
        wait_until(
            lambda: [one for one in inbox.context.requests("/mails?pageSize=7") if one.page is None],
            10,
            "the service worker's request",
        )
        inbox.evaluate("sessionStorage.clear()")
        # A second page of the same service worker, because the first page still waits for its answer.
        other = inbox.context.new_page()
        other.goto(mail_service.url)
        log_in(other, BEN, BEN_PASSWORD)
        wait_until(lambda: kept(other)["holders"] == [BEN], 10, "the second person")
    assert inbox.evaluate("window.late")["status"] == 200
    second = other.evaluate(TOKEN)
    request(other, "/outbox", second)
    wait_kept(other, "/outbox", BEN)
    assert "/mails?pageSize=7" not in [path for _, path in kept(other)["answers"]]
    assert {user for user, _ in kept(other)["answers"]} == {BEN}


def test_token_that_nobody_logged_in_with_here_keeps_nothing(inbox: Page, mail_service: MailService) -> None:
    wait_kept(inbox, "/accounts")
    assert request(inbox, "/drafts", mail_service.token)["status"] == 200
    assert request(inbox, "/outbox", inbox.evaluate(TOKEN))["status"] == 200
    wait_kept(inbox, "/outbox")
    assert [ADMIN, "/drafts"] not in kept(inbox)["answers"]


def test_only_the_newest_answers_are_kept(inbox: Page) -> None:
    token = inbox.evaluate(TOKEN)
    inbox.evaluate(
        f"""async (token) => {{
            const ask = {REQUEST};
            for (let page = 1; page <= 310; ++page)
                await ask({{ path: `/mails?pageSize=1&page=${{page}}`, token }});
        }}""",
        token,
    )
    wait_kept(inbox, "/mails?page=310&pageSize=1")
    paths = [path for _, path in kept(inbox)["answers"]]
    assert len(paths) == 300
    assert "/mails?page=1&pageSize=1" not in paths and "/mails?page=20&pageSize=1" in paths


# -- versions


class Site(ThreadingHTTPServer):
    """Serves the files of `folder`, which tests may replace, as the service does, but no REST interface."""

    def __init__(self, folder: Path) -> None:
        site = self
        self.folder = folder

        class Handler(SimpleHTTPRequestHandler):
            def translate_path(self, path: str) -> str:
                found = site.folder / path.lstrip("/").split("?")[0]
                return str(found if found.is_file() else site.folder / "index.html")

            def do_GET(self) -> None:
                del self.headers["If-Modified-Since"]  # avoids 304: the folders were made in the same second
                super().do_GET()

            def end_headers(self) -> None:
                self.send_header("Cache-Control", "no-cache")
                super().end_headers()

            def log_message(self, format: str, *arguments: Any) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()


def version(service: Service, folder: Path, name: str) -> Path:
    """Copies the web client of the service as another build of it: its first script has another name."""

    def fetched(path: str) -> bytes:
        with urllib.request.urlopen(service.base_url + path) as answer:
            data: bytes = answer.read()
        return data

    index = fetched("/").decode()
    script = re.search(r'src="/assets/([^"]+)\.js"', index)
    assert script
    renamed = (script[1].encode(), f"{script[1]}-{name}".encode())
    worker = fetched("/sw.js")
    listed = re.findall(rb"assets/[\w.-]+", worker)
    digest = re.search(rb'version:"(\w+)"', worker)
    assert digest and listed
    paths = ["/", "/sw.js", "/manifest.webmanifest", "/icons/icon.svg", "/icons/icon-192x192.png"]
    for path in {*paths, *(f"/{one.decode()}" for one in listed)}:
        data = fetched(path)
        if not path.endswith(".png"):
            data = data.replace(*renamed).replace(digest[1], name.encode())
        file = folder / (path.lstrip("/") or "index.html").replace(renamed[0].decode(), renamed[1].decode())
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return folder


@pytest.fixture
def versions(service: Service, tmp_path: Path) -> Iterator[tuple[Site, list[Path]]]:
    folders = [version(service, tmp_path / name, name) for name in ("first", "second", "third")]
    site = Site(folders[0])
    yield site, folders
    site.shutdown()
    site.server_close()


def test_new_version_replaces_the_old_one_and_reloads_nobody(page: Page, versions: tuple[Site, list[Path]]) -> None:
    site, folders = versions
    shells = "caches.keys()"
    page.goto(f"http://127.0.0.1:{site.server_port}/")
    page.get_by_label("User name").wait_for()
    wait_controlled(page)
    assert page.evaluate(shells) == ["postrider-shell-first"]
    for folder, left in zip(folders[1:], (["first", "second"], ["second", "third"]), strict=True):
        site.folder = folder
        page.reload()
        page.get_by_label("User name").fill("typed before the new worker came")
        wait_until(
            lambda wanted=left: page.evaluate(shells) == [f"postrider-shell-{one}" for one in wanted],
            30,
            f"the shells {left}",
        )
        source = "document.querySelector('script[src]').src"
        assert page.evaluate(source).endswith(f"-{folder.name}.js")
        page.get_by_label("User name").wait_value("typed before the new worker came")
    documents = [one for one in page.requests() if one.type == "document"]
    assert len(documents) == 3, "one load each, by us"
    page.context.set_offline(True)
    page.reload()
    page.get_by_label("User name").wait_for()
    assert page.evaluate("document.querySelector('script[src]').src").endswith("-third.js")


def test_page_can_be_installed(page: Page, service: Service) -> None:
    page.goto(service.base_url)
    wait_controlled(page)
    cdp = page.cdp()
    manifest = cdp.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert '"display": "standalone"' in manifest["data"]
    errors = cdp.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Contexts of tests are private windows, which cannot install pages; there must be no other obstacle.
    assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == []


@pytest.mark.console_errors("SecurityError", "Failed to load resource")
def test_page_works_where_service_workers_are_switched_off(
    new_context: Callable[..., Context], mail_service: MailService
) -> None:
    context = new_context(service_workers="block")
    page = context.new_page()
    mail_service.log_in(page)
    page.locator(ROWS).wait_count(8)
