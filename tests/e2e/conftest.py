# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixtures: a desktop for each test, programs on it, a scripted and the real service, real mail servers."""

import itertools
import os
import shutil
import socket
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from postrider_desktop import DesktopSession, FakeService, Helper, Tray  # noqa: E402
from postrider_support import UNLIMITED, Dovecot, Service, SmtpScript, User  # noqa: E402
from postrider_support.maildomain import DOMAIN, FILE, MailDomain  # noqa: E402
from postrider_support.mailhost import config, incoming, outgoing, response  # noqa: E402
from postrider_support.waiting import wait_until  # noqa: E402

SCREENS = Path(__file__).parent / "screens"


@pytest.fixture(scope="session", autouse=True)
def usual_port() -> Iterator[None]:
    """Occupies the default port, because no test may need it. Several runs at a time do so together."""
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            taken.bind(("127.0.0.1", 8725))
            taken.listen()
        except OSError:
            pass  # taken already, for example by a service of the person who runs the tests
        yield


@pytest.fixture
def session(request: pytest.FixtureRequest) -> Iterator[DesktopSession]:
    """A desktop with screen, bus and folders, but without panel, notification daemon and keyring.

    The parameter of the fixture is the size of the screen.
    """
    absent = DesktopSession.missing()
    if absent:
        what = f"not installed: {', '.join(absent)}"
        pytest.fail(what) if os.environ.get("POSTRIDER_REQUIRE_SERVERS") == "1" else pytest.skip(what)
    # A short name, because the path of a Unix socket has at most 107 characters.
    with tempfile.TemporaryDirectory(prefix="postrider-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        with DesktopSession(Path(folder) / "desktop", screen=getattr(request, "param", "1280x960")) as running:
            yield running


@pytest.fixture
def fake(session: DesktopSession) -> Iterator[FakeService]:
    """A scripted service with which the tray can pair."""
    service = FakeService()
    service.write_pair_file(session.directory / "run")
    yield service
    service.close()


@pytest.fixture
def browser(session: DesktopSession) -> Callable[[], list[str]]:
    """A function that returns the addresses opened in the browser so far."""
    opened = session.directory / "opened"
    folder = session.directory / "bin"
    folder.mkdir()
    script = folder / "xdg-open"
    script.write_text(f'#!/bin/sh\necho "$1" >> "{opened}"\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    session.environment["PATH"] = f"{folder}:{session.environment['PATH']}"
    return lambda: opened.read_text().split() if opened.exists() else []


@pytest.fixture
def screens(session: DesktopSession) -> Path:
    """The folder for pictures: POSTRIDER_SCREENS, if that is set."""
    wanted = os.environ.get("POSTRIDER_SCREENS")
    return Path(wanted) if wanted else session.directory / "screens"


def need(is_there: bool, what: str) -> None:
    """Skips the test if a program is missing, or fails it if POSTRIDER_REQUIRE_SERVERS is set."""
    if not is_there:
        assert os.environ.get("POSTRIDER_REQUIRE_SERVERS") != "1", f"{what} is not installed"
        pytest.skip(f"{what} is not installed")


@pytest.fixture(scope="module")
def dovecot() -> Iterator[Dovecot]:
    """A mail server with the mailboxes for the fixture `nina`."""
    need(Dovecot.available(), "dovecot-imapd")
    scratch = Path(tempfile.mkdtemp(prefix="postrider-test-"))
    scratch.chmod(0o755)
    server = Dovecot(scratch / "dovecot")
    server.add_users(User(f"nina{number}@{DOMAIN}", "correct horse") for number in range(1, 30))
    with server:
        yield server
    shutil.rmtree(scratch, ignore_errors=True)


@pytest.fixture
def domain(dovecot: Dovecot, tmp_path: Path) -> Iterator[MailDomain]:
    """A mail domain that publishes a file with the names of its servers; the IMAP server is a real one."""
    with ExitStack() as stack:
        made = MailDomain(stack, dovecot, tmp_path)
        made.has_web(f"autoconfig.{DOMAIN}")
        made.web.files[FILE] = response(config(incoming(f"imap.{DOMAIN}"), outgoing(f"smtp.{DOMAIN}")))
        yield made


_numbers = itertools.count(1)


@pytest.fixture
def nina(dovecot: Dovecot) -> User:
    """A user with an empty mailbox, another one for each test."""
    return User(f"nina{next(_numbers)}@{DOMAIN}", "correct horse")


def made_service(session: DesktopSession, domain: MailDomain, directory: Path, more: dict[str, str]) -> Service:
    """The real service in the environment of the session; it resolves the names of that domain."""
    desktop = {
        name: session.environment[name]
        for name in (
            "HOME",
            "XDG_RUNTIME_DIR",
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
            "DBUS_SESSION_BUS_ADDRESS",
        )
    }
    return Service(
        directory / "service",
        config=UNLIMITED | {"mail.nameserver": domain.dns.address} | more,
        environment=desktop | domain.names.environment,
        extra_ca=domain.dovecot.ca_file,
        arguments=("--desktop", "--secrets", "sealed"),
    )


@pytest.fixture
def service(session: DesktopSession, domain: MailDomain, tmp_path: Path) -> Iterator[Service]:
    """The real service, not started."""
    one = made_service(session, domain, tmp_path, {})
    yield one
    one.kill()


@pytest.fixture
def smtp(domain: MailDomain) -> SmtpScript:
    """The domain's scripted SMTP server; its IMAP server is started too."""
    domain.has_imap(f"imap.{DOMAIN}")
    return domain.has_smtp(f"smtp.{DOMAIN}", starttls=False)


def accounts(service: Service) -> list[dict[str, object]]:
    """The accounts of the service."""
    return service.admin().get("/accounts").ok()


def notice(daemon: Helper, since: int = 0, timeout: float = 15, **fields: Any) -> dict[str, Any]:
    """Waits for the first notice that has these fields."""
    return daemon.wait("notify", lambda told: all(told[k] == v for k, v in fields.items()), since, timeout)


def ready(panel: Helper, tray: Tray, tooltip: str = "unread", timeout: float = 20) -> dict[str, Any]:
    """Waits until the icon is in the panel and its tooltip contains that text."""
    panel.wait("registered", timeout=timeout)

    def look() -> Any:
        item = panel.ask("item", "item")
        return item if tooltip in item["tooltip"] else None

    try:
        return wait_until(look, timeout, f"the tooltip {tooltip!r}")
    except AssertionError:
        print(panel.ask("item", "item"), tray.log())
        raise


def online(panel: Helper, tray: Tray, unread: int) -> None:
    """Waits until the tooltip shows a connected tray, with this number of unread mails."""
    panel.wait("registered", timeout=20)
    wait_until(
        lambda: panel.ask("item", "item")["tooltip"] == f"{unread} unread", 20, f"a connected icon with {unread}"
    )


def click(panel: Helper, label: str, timeout: float = 15) -> None:
    """Waits until the menu has an enabled entry of that text, and chooses it."""

    def look() -> Any:
        shown = panel.ask("menu", "menu")["entries"]
        return [one for one in shown if one["label"].replace("_", "") == label and one["enabled"]]

    found = wait_until(look, timeout, f"the menu's entry {label!r}")
    panel.ask(f"click {found[0]['id']}", "clicked")
