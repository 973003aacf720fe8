# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixtures: real browsers, one of each kind for a run, and the service with its mail servers."""

import itertools
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "support"))

from postrider_browser import (  # noqa: E402
    Canary,
    Chromium,
    Context,
    Firefox,
    Page,
    Walker,
    chromium_program,
    firefox_program,
    headless_program,
)
from postrider_browser.keyboard import LISTEN, ROWS, log_in  # noqa: E402
from postrider_browser.looks import LOOKS, NOW, SIZES, Album, Look  # noqa: E402
from postrider_browser.mailservice import MailService, mail_account, usual_mails  # noqa: E402
from postrider_support import UNLIMITED, Client, Dovecot, Service, SmtpScript, User, npm  # noqa: E402

_numbers = itertools.count(1)
_contexts = pytest.StashKey[list[Context]]()
_problems = pytest.StashKey[list[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "console_errors(*patterns): errors in the pages of `page` that are no failure; all without patterns",
    )
    config.addinivalue_line("markers", "whole_chromium: tests of this file need all of Chromium")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Closes the contexts of a test before other fixtures remove what its pages show."""
    outcome: Any = yield
    report = outcome.get_result()
    if report.when != "call":
        return
    if report.failed:
        show(item.stash.get(_contexts, []), item.name)
    leave(item)


def leave(item: pytest.Item) -> None:
    """Records the errors in the contexts of a test, and closes them."""
    contexts = item.stash.get(_contexts, [])
    found = item.stash.setdefault(_problems, [])
    while contexts:
        context = contexts.pop(0)
        found += context.problems(allowed_errors(item))
        context.close()


def need(is_there: bool, what: str) -> None:
    """Skips the test if a program is missing, or fails it if POSTRIDER_REQUIRE_SERVERS is set."""
    if not is_there:
        assert os.environ.get("POSTRIDER_REQUIRE_SERVERS") != "1", f"{what} is not installed"
        pytest.skip(f"{what} is not installed")


@pytest.fixture(scope="session")
def foreign_hosts() -> Iterator[Canary]:
    """A server that both browsers reach instead of every host except this machine."""
    with Canary() as server:
        yield server


@pytest.fixture
def canary(foreign_hosts: Canary) -> Canary:
    """The visits to foreign hosts during this test."""
    foreign_hosts.clear()
    return foreign_hosts


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest, foreign_hosts: Canary) -> Iterator[Chromium]:
    """A running Chromium; foreign hosts lead to the canary.

    It is the whole Chromium if a test has the mark `whole_chromium`: notifications need it, and hostile mails
    are tested in the browser that people use. Otherwise it is the headless shell.
    """
    need(npm.available(), "npm")
    is_whole = any(item.get_closest_marker("whole_chromium") for item in request.session.items)
    program = chromium_program() if is_whole else headless_program()
    need(program is not None, "chromium (other than a snap)")
    with Chromium(canary=foreign_hosts, program=program) as browser:
        yield browser


@pytest.fixture(scope="session")
def firefox(foreign_hosts: Canary) -> Iterator[Firefox]:
    """A running Firefox; foreign hosts lead to the canary."""
    need(npm.available(), "npm")
    need(firefox_program() is not None, "firefox-esr (other than a snap)")
    with Firefox(canary=foreign_hosts) as browser:
        yield browser


@pytest.fixture
def new_context(request: pytest.FixtureRequest, chromium: Chromium) -> Iterator[Callable[..., Context]]:
    """Makes contexts with options of `Chromium.new_context`.

    The test fails if one of them had an error on the console or an exception that the mark `console_errors`
    does not allow.
    """
    made = request.node.stash.setdefault(_contexts, [])

    def make(**options: Any) -> Context:
        made.append(chromium.new_context(**options))
        return made[-1]

    yield make
    leave(request.node)
    assert request.node.stash[_problems] == []


def show(contexts: list[Context], name: str) -> None:
    """Saves pictures of a failed test's pages in the folder POSTRIDER_SCREENS, and prints their text."""
    folder = Path(os.environ.get("POSTRIDER_SCREENS", tempfile.gettempdir()))
    for number, page in enumerate(page for context in contexts for page in context.pages()):
        file = folder / f"failed-{re.sub('[^a-z0-9_-]+', '-', name.lower())}-{number}.png"
        try:
            page.screenshot(file)
            text = page.evaluate("document.body.innerText")
        except Exception as error:  # perhaps the browser itself failed
            text = f"no picture: {error}"
        frames = [one.url for one in page.requests("/frames/")][-3:]
        print(f"{page.url}: {file}\n{text[:1500]}\nframes: {frames}")


def allowed_errors(item: pytest.Item) -> tuple[str, ...]:
    """Patterns of the test's mark `console_errors`."""
    mark = item.get_closest_marker("console_errors")
    return () if mark is None else mark.args or ("",)


@pytest.fixture
def page(new_context: Callable[..., Context]) -> Page:
    """An empty page of 1440x900 in a profile of its own, checked as `new_context` does."""
    return new_context().new_page()


@pytest.fixture
def keys(page: Page, mail_service: MailService) -> Walker:
    """A user without a mouse, logged in, with eight mails in the list."""
    walker = log_in(page, mail_service.url)
    page.locator(ROWS).wait_count(8)
    page.evaluate(LISTEN)
    return walker


@pytest.fixture
def screens(tmp_path: Path) -> Path:
    """The folder for pictures: POSTRIDER_SCREENS, if that is set."""
    wanted = os.environ.get("POSTRIDER_SCREENS")
    return Path(wanted) if wanted else tmp_path / "screens"


@pytest.fixture(params=LOOKS, ids=lambda look: look.name)
def album(
    request: pytest.FixtureRequest,
    new_context: Callable[..., Context],
    client: Client,
    screens: Path,
) -> Album:
    """A page with a fixed clock, not logged in yet. The test runs once for each look."""
    look: Look = request.param
    narrow = look.size == "narrow"
    context = new_context(
        viewport=SIZES[look.size],
        color_scheme=look.scheme,
        timezone_id="Europe/Berlin",
        has_touch=narrow,
        is_mobile=narrow,
        reduced_motion="reduce",
        service_workers="block",  # because faults do not apply to requests of a worker
    )
    page = context.new_page()
    page.clock.set_fixed_time(NOW)
    client.put("/settings", {"language": look.language}).ok()
    return Album(page, look, screens)


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """A mail server with empty mailboxes."""
    need(Dovecot.available(), "dovecot-imapd")
    scratch = Path(tempfile.mkdtemp(prefix="postrider-test-"))
    scratch.chmod(0o755)
    server = Dovecot(scratch / "dovecot")
    server.add_users(User(f"user{number}", "correct horse") for number in range(1, 200))
    with server:
        yield server
    shutil.rmtree(scratch, ignore_errors=True)


@pytest.fixture
def mail_user(dovecot: Dovecot) -> User:
    """A user with an empty mailbox, another one for each test."""
    return User(f"user{next(_numbers)}", "correct horse")


@pytest.fixture
def smtp() -> Iterator[SmtpScript]:
    """A scripted SMTP server that accepts mail, unless the test changes its answers."""
    with SmtpScript() as server:
        yield server


@pytest.fixture(scope="module")
def service(
    request: pytest.FixtureRequest, dovecot: Dovecot, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Service]:
    """The service for one file, which may set CONFIG (keys of the configuration) and ENVIRONMENT."""
    with Service(
        tmp_path_factory.mktemp("service"),
        config=UNLIMITED | getattr(request.module, "CONFIG", {}),
        environment=getattr(request.module, "ENVIRONMENT", {}),
        extra_ca=dovecot.ca_file,
    ) as running:
        yield running


@pytest.fixture
def client(service: Service) -> Iterator[Client]:
    """The first user, logged in."""
    one = service.admin()
    yield one
    one.close()


@pytest.fixture
def mail_service(
    client: Client, service: Service, dovecot: Dovecot, mail_user: User, smtp: SmtpScript
) -> Iterator[MailService]:
    """The service with an account of the test's own that has the usual mails and sends through `smtp`."""
    account = mail_account(client, dovecot, mail_user, smtp, usual_mails())
    yield MailService(service, client, dovecot, mail_user, account)
    if service.running:
        client.delete(f"/accounts/{account['id']}").ok()
