# SPDX-License-Identifier: GPL-3.0-or-later
"""A mailbox is added, mended and removed with the keyboard alone, at real mail servers."""

import itertools
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from conftest import notice, ready
from postrider_desktop import DesktopSession, Tray, Typist
from postrider_support import Dovecot, Service, User
from postrider_support.letters import letter
from postrider_support.maildomain import DOMAIN, FILE, MailDomain
from postrider_support.mailhost import config, incoming, outgoing, says
from postrider_support.smtpscript import SmtpScript
from postrider_support.waiting import scaled

UNLIMITED = {"limits.requests_per_second": "0", "limits.probes_per_minute": "0", "auth.logins_per_minute": "0"}


def need(is_there: bool, what: str) -> None:
    if not is_there:
        assert os.environ.get("POSTRIDER_REQUIRE_SERVERS") != "1", f"{what} is not installed"
        pytest.skip(f"{what} is not installed")


@pytest.fixture(scope="module")
def dovecot() -> Iterator[Dovecot]:
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
    """A domain with a file that names its servers; the IMAP server is a real one."""
    with ExitStack() as stack:
        made = MailDomain(stack, dovecot, tmp_path)
        made.has_web(f"autoconfig.{DOMAIN}")
        made.web.files[FILE] = says(config(incoming(f"imap.{DOMAIN}"), outgoing(f"smtp.{DOMAIN}")))
        yield made


_numbers = itertools.count(1)


@pytest.fixture
def nina(dovecot: Dovecot) -> User:
    """Whose mailbox it is: an empty one for each test."""
    return User(f"nina{next(_numbers)}@{DOMAIN}", "correct horse")


def made_service(session: DesktopSession, domain: MailDomain, directory: Path, more: dict[str, str]) -> Service:
    """The real service of the person of the session, which finds that domain."""
    desktop = {name: session.environment[name] for name in
               ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS")}
    return Service(directory / "service", config=UNLIMITED | {"mail.nameserver": domain.dns.address} | more,
                   environment=desktop | domain.names.environment, extra_ca=domain.dovecot.ca_file,
                   arguments=("--desktop", "--secrets", "sealed"))


@pytest.fixture
def service(session: DesktopSession, domain: MailDomain, tmp_path: Path) -> Iterator[Service]:
    one = made_service(session, domain, tmp_path, {})
    yield one
    one.kill()


@pytest.fixture
def smtp(domain: MailDomain) -> SmtpScript:
    domain.has_imap(f"imap.{DOMAIN}")
    return domain.has_smtp(f"smtp.{DOMAIN}", starttls=False)


def reach(typist: Typist, title: str, *keys: str) -> None:
    """Presses the keys and waits for the page of that title."""
    typist.press(*keys)
    typist.turn_to(f"^{title}")


def enter_address(typist: Typist, address: str) -> None:
    typist.turn_to("^Add a mailbox")
    typist.type(address)
    reach(typist, "Sign in", "Return")


def accounts(service: Service) -> list[dict[str, object]]:
    return service.admin().get("/accounts").ok()


def test_from_the_first_start_to_the_first_notice_by_keyboard_alone(
        session: DesktopSession, service: Service, smtp: SmtpScript, dovecot: Dovecot,
        nina: User) -> None:
    daemon, panel = session.notifications(), session.panel()
    with dovecot.mailbox(nina) as box:
        for number in range(40):
            box.append(letter(f"Old {number}"))
        box.create("Sent")
        box.create("Work/Offers")
    service.start()
    began = time.monotonic()
    with Tray(session) as tray, dovecot.mailbox(nina) as box:
        typist = Typist(session)
        enter_address(typist, nina.name)
        typist.type(nina.password)
        reach(typist, "What to fetch", "Return")
        reach(typist, "(Your mail is being fetched|Everything is here)", "alt+a")
        typist.turn_to("^Everything is here")
        ready(panel, tray, "40 unread")
        box.append(letter("Fresh", sender=("Anna Berg", "anna@example.com")))
        notice(daemon, timeout=30, summary="Anna Berg")
        assert time.monotonic() - began < scaled(60)
        typist.press("Return")
        typist.wait_gone("Everything is here")
        [made] = accounts(service)
        assert (made["host"], made["port"], made["security"]) == (f"imap.{DOMAIN}", 993, "tls")
        assert (made["smtp_host"], made["smtp_port"]) == (f"smtp.{DOMAIN}", 465)
        assert made["folders"] == ["INBOX", "Sent"]
    assert smtp.mails == []
