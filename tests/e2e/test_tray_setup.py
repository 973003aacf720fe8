# SPDX-License-Identifier: GPL-3.0-or-later
"""Adding, repairing and removing a mailbox by keyboard alone, with real mail servers."""

import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from conftest import accounts, click, made_service, need, notice, ready
from postrider_desktop import DesktopSession, Tray, Typist
from postrider_support import Dovecot, Service, User, npm
from postrider_support.certificates import CertificateAuthority
from postrider_support.letters import account_when, synced_account
from postrider_support.maildomain import DOMAIN, FILE, MailDomain
from postrider_support.mailhost import config, incoming, outgoing, response
from postrider_support.oauth import OAuthProvider
from postrider_support.smtpscript import SmtpScript
from postrider_support.tlsfront import key_fingerprint
from postrider_support.waiting import wait_until


def reach(typist: Typist, title: str, *keys: str) -> None:
    """Presses the keys and waits for the page of that title."""
    typist.press(*keys)
    typist.turn_to(f"^{title}")


def enter_address(typist: Typist, address: str) -> None:
    typist.turn_to("^Add a mailbox")
    typist.type(address)
    reach(typist, "Sign in", "Return")


def test_a_wrong_password_is_said_and_nothing_is_saved(
    session: DesktopSession, service: Service, smtp: SmtpScript, nina: User
) -> None:
    session.panel()
    service.start()
    with Tray(session):
        typist = Typist(session)
        enter_address(typist, nina.name)
        typist.type("wrong")
        reach(typist, "Trying the mail servers", "Return")
        typist.turn_to("^Sign in")
        assert accounts(service) == []
        typist.replace(nina.password)
        reach(typist, "What to fetch", "Return")
        typist.press("Escape")
        typist.wait_gone("What to fetch")
        assert accounts(service) == []


def test_starttls_port_is_corrected_with_one_key(
    session: DesktopSession, service: Service, domain: MailDomain, nina: User
) -> None:
    domain.has_imap(f"imap.{DOMAIN}")
    domain.has_smtp(f"smtp.{DOMAIN}", starttls=True)
    domain.web.files[FILE] = response(config(incoming(f"imap.{DOMAIN}"), outgoing(f"smtp.{DOMAIN}", port=587)))
    session.panel()
    service.start()
    with Tray(session):
        typist = Typist(session)
        enter_address(typist, nina.name)
        typist.type(nina.password)
        reach(typist, "Mail servers", "Return")
        reach(typist, "What to fetch", "space")  # the button "Use STARTTLS"
        reach(typist, "(Your mail is being fetched|All mail has been fetched)", "alt+a")
        [made] = accounts(service)
        assert (made["security"], made["smtp_port"], made["smtpSecurity"]) == (
            "tls",
            587,
            "starttls",
        )


def test_an_untrusted_key_is_trusted_alone(
    session: DesktopSession, service: Service, domain: MailDomain, nina: User, tmp_path: Path
) -> None:
    foreign = CertificateAuthority(tmp_path / "foreign").issue("imap", (f"imap.{DOMAIN}",))
    domain.has_imap(f"imap.{DOMAIN}", foreign)
    domain.web.files[FILE] = response(config(incoming(f"imap.{DOMAIN}")))
    session.panel()
    service.start()
    with Tray(session):
        typist = Typist(session)
        enter_address(typist, nina.name)
        typist.type(nina.password)
        reach(typist, "Mail servers", "Return")
        assert accounts(service) == []
        reach(typist, "What to fetch", "space")  # the button "Trust this key only"
        reach(typist, "(Your mail is being fetched|All mail has been fetched)", "alt+a")
        [made] = accounts(service)
        assert made["tlsPin"] == key_fingerprint(foreign)


def test_servers_are_entered_by_hand_where_none_are_found(
    session: DesktopSession, service: Service, domain: MailDomain, dovecot: Dovecot, nina: User
) -> None:
    domain.names.means(f"autoconfig.{DOMAIN}", "none")
    session.panel()
    service.start()
    with Tray(session):
        typist = Typist(session)
        typist.turn_to("^Add a mailbox")
        typist.type(nina.name)
        reach(typist, "Mail servers", "Return")
        typist.type("127.0.0.1")  # the server
        typist.press("Tab", "ctrl+a")
        typist.type(str(dovecot.tls_port))
        reach(typist, "Sign in", "Return")
        typist.type(nina.password)
        reach(typist, "What to fetch", "Return")
        reach(typist, "(Your mail is being fetched|All mail has been fetched)", "alt+a")
        [made] = accounts(service)
        assert (made["host"], made["port"], made["username"]) == (
            "127.0.0.1",
            dovecot.tls_port,
            nina.name,
        )
        assert made["smtp_host"] is None


def test_a_service_that_goes_away_costs_no_typing(
    session: DesktopSession, service: Service, smtp: SmtpScript, nina: User
) -> None:
    panel = session.panel()
    service.start()
    with Tray(session, {"service/start": "false"}) as tray:
        typist = Typist(session)
        enter_address(typist, nina.name)
        typist.type(nina.password)
        service.kill()
        ready(panel, tray, "Connection lost", timeout=45)
        reach(typist, "Trying the mail servers", "Return")
        service.start()  # on another port
        typist.turn_to("^What to fetch")
        service.kill()
        ready(panel, tray, "Connection lost", timeout=45)
        typist.press("alt+a")
        service.start()
        typist.turn_to("^(Your mail is being fetched|All mail has been fetched)")
        assert len(accounts(service)) == 1


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def sent_back_to(url: str) -> str:
    """The address to which the provider's page redirects the browser."""
    try:
        urllib.request.build_opener(_Stay).open(url, timeout=30)
    except urllib.error.HTTPError as answer:
        return str(answer.headers["Location"])
    raise AssertionError("the provider did not send the browser back")


def shown_at(url: str) -> str:
    """The page that the browser shows at an address."""
    try:
        with urllib.request.urlopen(url, timeout=30) as shown:
            return str(shown.read().decode())
    except urllib.error.HTTPError as shown:
        return str(shown.read().decode())


def back_from(url: str, **instead: str) -> str:
    """Follows the provider's redirect, with parts of its query replaced; returns the page that is shown."""
    target = urlsplit(sent_back_to(url))
    given = {name: values[0] for name, values in parse_qs(target.query).items()} | instead
    query = urlencode({name: value for name, value in given.items() if value})
    return shown_at(target._replace(query=query).geturl())


def test_a_person_signs_in_with_the_browser(
    session: DesktopSession, browser: Callable[[], list[str]], tmp_path: Path
) -> None:
    need(npm.available(), "nodejs and npm")
    need(Dovecot.available(), "dovecot-imapd")
    nina = User(f"nina@{DOMAIN}", "not known to anybody")
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
        mail_server.add_users([nina])
        stack.enter_context(mail_server)
        domain = MailDomain(stack, mail_server, tmp_path)
        domain.has_web(f"autoconfig.{DOMAIN}")
        domain.web.files[FILE] = response(config(incoming(f"imap.{DOMAIN}", login="OAuth2")))
        domain.has_imap(f"imap.{DOMAIN}")
        service = made_service(session, domain, tmp_path, provider.config | {"oauth.house.domains": DOMAIN})
        stack.callback(service.kill)
        session.panel()
        service.start()
        with Tray(session):
            typist = Typist(session)
            enter_address(typist, nina.name)
            typist.press("Return")  # "Sign in with the browser"
            wait_until(lambda: len(browser()) == 1, 15, "a page in the browser")
            redirect = parse_qs(urlsplit(browser()[0]).query)["redirect_uri"][0]
            assert listeners(urlsplit(redirect).port) == ["127.0.0.1"]
            assert "not signed in" in back_from(browser()[0], code="", error="access_denied")
            assert accounts(service) == []
            reach(typist, "Sign in", "Return")
            wait_until(lambda: len(browser()) == 2, 15, "a page in the browser")
            assert "does not belong" in back_from(browser()[1], state="another")
            reach(typist, "Sign in", "Return")
            wait_until(lambda: len(browser()) == 3, 15, "a page in the browser")
            assert "You are signed in" in back_from(browser()[2])
            typist.turn_to("^What to fetch")
            reach(typist, "(Your mail is being fetched|All mail has been fetched)", "alt+a")
            typist.turn_to("^All mail has been fetched")
            [made] = accounts(service)
            assert (made["authType"], made["oauthProvider"], made["username"]) == (
                "oauth2",
                "house",
                nina.name,
            )
        assert len(provider.calls("authorization_code")) == 1, "no code of a foreign answer was used"


def listeners(port: int | None) -> list[str]:
    """The local addresses of the sockets that listen on that port."""
    lines = subprocess.run(["ss", "-Hltn", f"sport = :{port}"], capture_output=True, text=True, check=True).stdout
    return [line.split()[3].rpartition(":")[0] for line in lines.splitlines()]


def test_a_mailbox_that_needs_its_person_is_signed_in_again_from_its_notice(
    session: DesktopSession, service: Service, dovecot: Dovecot
) -> None:
    daemon, panel = session.notifications(), session.panel()
    user = dovecot.add_user("again", "first password")
    service.config |= {"sync.quick_retry": "1", "sync.auth_retry_min": "1", "sync.idle_check": "1"}
    service.start()
    admin = service.admin()
    account = synced_account(admin, dovecot.account(user))
    with Tray(session) as tray:
        ready(panel, tray, "unread")
        fresh = dovecot.add_user("again", "second password")
        admin.put(f"/accounts/{account['id']}/status", {"status": "disabled"}).ok()
        admin.put(f"/accounts/{account['id']}/status", {"status": "active"}).ok()
        shown = notice(daemon, timeout=30, summary="A mailbox needs your attention")
        daemon.send(f"act {shown['id']} default")
        typist = Typist(session)
        typist.turn_to("^Sign in again")
        wait_until(lambda: admin.get("/accounts").ok()[0]["errorCode"] == "auth_failed", 15, "the refusal")
        typist.type("wrong again")
        reach(typist, "Trying the mail servers", "Return")
        typist.turn_to("^Sign in again")
        typist.replace(fresh.password)
        reach(typist, "(Your mail is being fetched|All mail has been fetched)", "Return")
        account_when(admin, account["id"], lambda one: one["status"] == "active")
        typist.press("Return")
        typist.wait_gone("All mail has been fetched")


def test_a_mailbox_is_changed_paused_and_removed(
    session: DesktopSession, service: Service, dovecot: Dovecot, nina: User
) -> None:
    panel = session.panel()
    with dovecot.mailbox(nina) as box:
        box.create("Archive")
    service.start()
    admin = service.admin()
    account = synced_account(admin, dovecot.account(nina, name="Work", email=nina.name))
    with Tray(session) as tray:
        ready(panel, tray, "unread")
        click(panel, "Change or remove …")
        typist = Typist(session)
        typist.turn_to("Work")  # no `^`: invisible characters enclose the name
        reach(typist, "What to fetch", "alt+f")
        typist.press("Down", "space")  # after the inbox: Archive
        typist.press("alt+n")
        typist.replace("Home")
        typist.press("alt+s")
        typist.turn_to("Home")
        changed = admin.get(f"/accounts/{account['id']}").ok()
        assert (changed["name"], changed["folders"]) == ("Home", ["INBOX", "Archive"])
        typist.press("alt+y")
        account_when(admin, account["id"], lambda one: one["status"] == "disabled")
        typist.press("alt+y")
        account_when(admin, account["id"], lambda one: one["status"] != "disabled")
        reach(typist, "Remove mailbox", "alt+r")
        typist.press("alt+r")
        wait_until(lambda: admin.get("/accounts").ok() == [], 15, "the removal")
        typist.wait_gone("Home")
