# SPDX-License-Identifier: GPL-3.0-or-later
"""A mailbox is set up, repaired, paused and removed in the web client, with real mail servers."""

import itertools
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from conftest import need
from postrider_browser import Context, Page, accessibility
from postrider_support import UNLIMITED, Client, Dovecot, Service, SmtpScript, User
from postrider_support.certificates import CertificateAuthority
from postrider_support.letters import account_when, letter, synced_account
from postrider_support.maildomain import DOMAIN, FILE, MailDomain
from postrider_support.mailhost import config, incoming, outgoing, response
from postrider_support.oauth import OAuthProvider
from postrider_support.service import ADMIN_PASSWORD
from postrider_support.tlsfront import key_fingerprint
from postrider_support.waiting import wait_until

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def dovecot() -> Iterator[Dovecot]:
    """A mail server with the mailboxes for the fixture `nina`."""
    need(Dovecot.available(), "dovecot-imapd")
    scratch = Path(tempfile.mkdtemp(prefix="postrider-test-"))
    scratch.chmod(0o755)
    server = Dovecot(scratch / "dovecot")
    server.add_users(User(f"nina{number}@{DOMAIN}", "correct horse") for number in range(1, 40))
    with server:
        yield server
    shutil.rmtree(scratch, ignore_errors=True)


@pytest.fixture
def nina(dovecot: Dovecot) -> User:
    """A user with an empty mailbox, another one for each test."""
    return User(f"nina{next(_numbers)}@{DOMAIN}", "correct horse")


@pytest.fixture
def domain(dovecot: Dovecot, tmp_path: Path) -> Iterator[MailDomain]:
    """A mail domain that publishes a file with the names of its servers; the IMAP server is a real one."""
    with ExitStack() as stack:
        made = MailDomain(stack, dovecot, tmp_path)
        made.has_web(f"autoconfig.{DOMAIN}")
        made.web.files[FILE] = response(config(incoming(f"imap.{DOMAIN}"), outgoing(f"smtp.{DOMAIN}")))
        yield made


@pytest.fixture
def servers(domain: MailDomain) -> SmtpScript:
    """Starts both mail servers of the domain; returns the SMTP server."""
    domain.has_imap(f"imap.{DOMAIN}")
    return domain.has_smtp(f"smtp.{DOMAIN}", starttls=False)


@pytest.fixture
def service(domain: MailDomain, tmp_path: Path) -> Iterator[Service]:
    """The service; it resolves the names of that domain."""
    with Service(
        tmp_path / "service",
        config=UNLIMITED | {"mail.nameserver": domain.dns.address},
        environment=domain.names.environment,
        extra_ca=domain.dovecot.ca_file,
    ) as running:
        yield running


@pytest.fixture
def page(service: Service, new_context: Callable[..., Context]) -> Page:
    """A page that is closed before the service ends."""
    return new_context().new_page()


def accounts(client: Client) -> list[dict[str, Any]]:
    """The accounts of the service."""
    found: list[dict[str, Any]] = client.get("/accounts").ok()
    return found


def opened(page: Page, service: Service, path: str) -> Page:
    """Opens that address, logs in and returns the page."""
    page.goto(f"{service.base_url}{path}")
    page.get_by_label("User name").fill("admin")
    page.get_by_label("Password", exact=True).fill(ADMIN_PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.locator("#content").wait_for()
    return page


def button(page: Page, name: str) -> Any:
    """A button by its text or title."""
    return page.get_by_role("button", name=name)


def title(page: Page, text: str) -> None:
    """Waits for the page of that title."""
    page.get_by_role("heading", name=text, exact=True).wait_for()


def enter(page: Page, user: User, password: str | None = None) -> None:
    """The first step: the address and the password."""
    title(page, "Add a mailbox")
    page.get_by_label("E-mail address").fill(user.name)
    page.get_by_label("Password", exact=True).fill(user.password if password is None else password)
    button(page, "Next").click()


def added(page: Page) -> None:
    """The last steps: what to fetch, and the first synchronisation to its end."""
    title(page, "What to fetch")
    button(page, "Add the mailbox").click()
    title(page, "All mail has been fetched")


def test_a_mailbox_is_found_tested_added_and_synchronised(
    page: Page, service: Service, client: Client, servers: SmtpScript, dovecot: Dovecot, nina: User
) -> None:
    for number in range(30):
        dovecot.deliver(nina, letter(subject=f"Letter {number}", sender=("Ben", "ben@example.com")))
    opened(page, service, "/accounts")
    page.get_by_text("No mailbox is set up yet.").wait_for()
    page.get_by_role("link", name="Add a mailbox").click()
    enter(page, nina)
    title(page, "What to fetch")
    assert page.get_by_label("Inbox").is_checked()
    assert accounts(client) == []
    page.get_by_label("Name of the mailbox").fill("Work")
    page.get_by_label("How far back").select_option("recent-90")
    added(page)
    page.get_by_role("listitem").filter(has_text="Letter 29").wait_for()
    [made] = accounts(client)
    assert (
        made["name"],
        made["host"],
        made["port"],
        made["smtp_host"],
        made["syncMode"],
        made["syncDays"],
    ) == (
        "Work",
        f"imap.{DOMAIN}",
        993,
        f"smtp.{DOMAIN}",
        "recent",
        90,
    )
    page.get_by_role("link", name="All mailboxes").click()
    card = page.get_by_role("region", name="Work")
    card.get_by_text("Up to date").wait_for()
    card.get_by_text("30 mails").wait_for()
    dovecot.deliver(nina, letter(subject="One more"))
    card.get_by_text("31 mails").wait_for()


def test_a_wrong_password_is_said_at_its_field_and_what_was_typed_stays(
    page: Page, service: Service, client: Client, servers: SmtpScript, nina: User
) -> None:
    opened(page, service, "/accounts/new")
    enter(page, nina, "wrong")
    title(page, "Sign in")
    field = page.get_by_label("Password", exact=True)
    field.wait_focused()
    assert field.get_attribute("aria-invalid") == "true"
    described = field.evaluate("field => document.getElementById(field.getAttribute('aria-describedby')).textContent")
    assert f"refused the user name {nina.name} or the password" in described
    assert accounts(client) == []
    assert field.input_value() == "wrong"
    field.fill(nina.password)
    button(page, "Next").click()
    title(page, "What to fetch")
    button(page, "Back").click()
    title(page, "Sign in")
    button(page, "Back").click()
    page.get_by_label("E-mail address").wait_value(nina.name)
    stored = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert nina.password not in stored


def test_leaving_an_unfinished_mailbox_asks(page: Page, service: Service, nina: User) -> None:
    opened(page, service, "/accounts/new")
    page.get_by_label("E-mail address").fill(nina.name)
    page.context.answer_dialogs(False)
    page.get_by_role("link", name="Cancel").click()
    assert page.context.dialogs()[-1].text == "The mailbox is not added yet. Leave anyway?"
    assert page.url.endswith("/accounts/new")
    page.context.answer_dialogs(True, "")
    page.get_by_role("link", name="Cancel").click()
    page.wait_url(re.compile("/accounts$"))


def test_servers_are_entered_by_hand_where_none_are_found(
    page: Page, service: Service, client: Client, domain: MailDomain, dovecot: Dovecot, nina: User
) -> None:
    domain.names.means(f"autoconfig.{DOMAIN}", "none")
    opened(page, service, "/accounts/new")
    enter(page, nina)
    page.get_by_text(f"No mail servers were found for {DOMAIN}").wait_for()
    imap = page.get_by_role("group", name="Receiving (IMAP)")
    button(page, "Next").click()
    imap.get_by_text("Enter the name of the server.").wait_for()
    imap.get_by_label("Server").wait_focused()
    imap.get_by_label("Server").fill("127.0.0.1")
    imap.get_by_label("Port").fill(str(dovecot.tls_port))
    button(page, "Next").click()
    added(page)
    [made] = accounts(client)
    assert (made["host"], made["port"], made["username"], made["smtp_host"]) == (
        "127.0.0.1",
        dovecot.tls_port,
        nina.name,
        None,
    )


def test_starttls_port_is_corrected_with_one_click(
    page: Page, service: Service, client: Client, domain: MailDomain, nina: User
) -> None:
    domain.has_imap(f"imap.{DOMAIN}")
    domain.has_smtp(f"smtp.{DOMAIN}", starttls=True)
    domain.web.files[FILE] = response(config(incoming(f"imap.{DOMAIN}"), outgoing(f"smtp.{DOMAIN}", port=587)))
    opened(page, service, "/accounts/new")
    enter(page, nina)
    page.get_by_role("group", name="Receiving (IMAP)").get_by_text("This works").wait_for()
    smtp = page.get_by_role("group", name="Sending (SMTP)")
    smtp.get_by_role("button", name="Use STARTTLS").click()
    added(page)
    [made] = accounts(client)
    assert (made["smtp_port"], made["smtpSecurity"]) == (587, "starttls")


def test_an_untrusted_key_is_shown_and_trusted_alone(
    page: Page, service: Service, client: Client, domain: MailDomain, nina: User, tmp_path: Path
) -> None:
    foreign = CertificateAuthority(tmp_path / "foreign").issue("imap", (f"imap.{DOMAIN}",))
    domain.has_imap(f"imap.{DOMAIN}", foreign)
    domain.web.files[FILE] = response(config(incoming(f"imap.{DOMAIN}")))
    opened(page, service, "/accounts/new")
    enter(page, nina)
    page.get_by_text("could not be verified. Trust it only").wait_for()
    shown = page.get_by_text("Fingerprint of the key").text_content()
    assert shown.replace(":", "").lower().endswith(key_fingerprint(foreign))
    button(page, "Trust this key only").wait_focused()
    button(page, "Trust this key only").click()
    added(page)
    assert accounts(client)[0]["tlsPin"] == key_fingerprint(foreign)


def test_a_first_synchronisation_shows_how_far_it_is(
    page: Page, service: Service, servers: SmtpScript, dovecot: Dovecot, nina: User
) -> None:
    for number in range(3000):
        dovecot.deliver(nina, letter(subject=f"Letter {number}"))
    opened(page, service, "/accounts/new")
    enter(page, nina)
    title(page, "What to fetch")
    button(page, "Add the mailbox").click()
    page.get_by_text(re.compile(r"(Listing|Fetching) the mails: [0-9,]+ of 3,000")).wait_for()
    title(page, "All mail has been fetched")
    page.get_by_text("3,000 mails").wait_for()


def test_a_person_signs_in_at_the_provider_in_a_window_of_its_own(
    new_context: Callable[..., Context], tmp_path: Path
) -> None:
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
        service = stack.enter_context(
            Service(
                tmp_path / "service",
                config=UNLIMITED
                | {"mail.nameserver": domain.dns.address, "oauth.house.domains": DOMAIN}
                | provider.config,
                environment=domain.names.environment,
                extra_ca=mail_server.ca_file,
            )
        )
        page = stack.enter_context(new_context()).new_page()
        opened(page, service, "/accounts/new")
        page.get_by_label("E-mail address").fill(nina.name)
        button(page, "Next").click()
        button(page, "Sign in with the browser").click()
        title(page, "What to fetch")
        added(page)
        [made] = accounts(service.admin())
        assert (made["authType"], made["oauthProvider"], made["username"]) == (
            "oauth2",
            "house",
            nina.name,
        )
        wait_until(lambda: len(page.context.pages()) == 1, 5, "the end of the window of the sign-in")


def made_account(client: Client, dovecot: Dovecot, user: User, **more: Any) -> dict[str, Any]:
    """Adds an account and waits until it is synchronised."""
    body = dovecot.account(user, name="Work", email=user.name, **more)
    account: dict[str, Any] = synced_account(client, body)
    return account


@pytest.mark.console_errors("status of 400")
def test_a_secret_that_would_go_elsewhere_is_asked_for_again(
    page: Page, service: Service, client: Client, servers: SmtpScript, dovecot: Dovecot, nina: User
) -> None:
    account = made_account(client, dovecot, nina)
    opened(page, service, f"/accounts/{account['id']}")
    imap = page.get_by_role("group", name="Receiving (IMAP)")
    imap.get_by_label("Server").fill(f"imap.{DOMAIN}")
    imap.get_by_label("Port").fill("993")
    imap.get_by_label("Encryption").select_option("tls")
    button(page, "Save").click()
    page.get_by_text("it would be sent to another server than before").wait_for()
    field = page.locator("#sign-in").get_by_label("Password", exact=True)
    field.wait_focused()
    assert accounts(client)[0]["host"] == account["host"]
    field.fill(nina.password)
    button(page, "Test the connection").click()
    imap.get_by_text("This works").wait_for()
    button(page, "Save").click()
    page.get_by_text("Saved.").wait_for()
    assert accounts(client)[0]["host"] == f"imap.{DOMAIN}"
    assert field.input_value() == ""


@pytest.mark.console_errors("status of 400")
def test_options_are_changed_alone_and_a_field_that_is_wrong_says_so(
    page: Page, service: Service, client: Client, dovecot: Dovecot, nina: User
) -> None:
    account = made_account(client, dovecot, nina)
    opened(page, service, f"/accounts/{account['id']}")
    page.get_by_label("Name of the mailbox").fill("Büro")
    page.get_by_label("Show notifications of new mail in this mailbox").uncheck()
    page.get_by_label("Mail that is gone from the server").select_option("keep")
    page.get_by_label("Also delete on the server").check()
    button(page, "Save").click()
    page.get_by_text("Saved.").wait_for()
    [now] = accounts(client)
    changed = {name for name in now if now[name] != account[name]} - {
        "updatedAt",
        "lastSyncAt",
        "mode",
    }
    assert changed == {"name", "notify", "onExpunge", "deleteOnServer"}
    page.get_by_text("More settings").click()
    page.get_by_label("Proxy").fill("ftp://proxy.example.com")
    button(page, "Save").click()
    page.get_by_label("Proxy").wait_focused()
    assert page.get_by_label("Proxy").get_attribute("aria-invalid") == "true"


def test_a_mailbox_is_paused_resumed_and_removed(
    page: Page, service: Service, client: Client, dovecot: Dovecot, nina: User
) -> None:
    dovecot.deliver(nina, letter(subject="Stays at the server"))
    made_account(client, dovecot, nina)
    opened(page, service, "/accounts")
    card = page.get_by_role("region", name="Work")
    card.get_by_role("button", name="Pause").click()
    card.get_by_text("Paused").wait_for()
    assert accounts(client)[0]["status"] == "disabled"
    card.get_by_role("button", name="Resume").click()
    card.get_by_text("Up to date").wait_for()
    card.get_by_role("button", name="Remove").click()
    dialog = page.get_by_role("dialog", name="Remove mailbox")
    dialog.get_by_text("the 1 mail of this mailbox that is stored here").wait_for()
    assert not dialog.get_by_role("button", name="Remove", exact=True).is_enabled()
    dialog.get_by_label("I know that this cannot be undone.").check()
    dialog.get_by_role("button", name="Remove", exact=True).click()
    page.get_by_text("No mailbox is set up yet.").wait_for()
    assert accounts(client) == []
    with dovecot.mailbox(nina) as mailbox:
        assert len(mailbox.uids()) == 1


def test_a_mailbox_that_fails_says_why_and_leads_to_what_helps(
    page: Page, service: Service, client: Client, dovecot: Dovecot, nina: User
) -> None:
    account = made_account(client, dovecot, nina)
    opened(page, service, "/accounts")
    card = page.get_by_role("region", name="Work")
    card.get_by_text("Up to date").wait_for()
    client.put(f"/accounts/{account['id']}", {"password": "wrong"}).ok()
    card.get_by_text("refused the user name").wait_for(timeout=30)
    card.get_by_role("link", name="Enter the password again").click()
    field = page.locator("#sign-in").get_by_label("Password", exact=True)
    field.wait_focused()
    field.fill(nina.password)
    field.press("Enter")
    page.get_by_text("Saved.").wait_for()
    account_when(client, account["id"], lambda one: one["status"] == "active")
    page.get_by_text("Up to date").wait_for(timeout=30)


def test_a_refused_login_is_said_once_where_it_can_be_mended(
    page: Page, service: Service, client: Client, dovecot: Dovecot, nina: User
) -> None:
    account = made_account(client, dovecot, nina)
    client.put(f"/accounts/{account['id']}", {"password": "wrong"}).ok()
    account_when(client, account["id"], lambda one: one["status"] == "error")
    opened(page, service, f"/accounts/{account['id']}")
    said = "[...document.querySelectorAll('#content *')].filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.includes('refused the user name'))).length"
    page.locator("#sign-in").get_by_text("refused the user name").wait_for(timeout=30)
    assert page.evaluate(said) == 1
    field = page.locator("#sign-in").get_by_label("Password", exact=True)
    assert field.get_attribute("aria-invalid") == "true"
    button(page, "Test the connection").click()
    page.get_by_role("group", name="Receiving (IMAP)").get_by_text("does not work").wait_for()
    field.wait_focused()
    assert page.evaluate(said) == 1
    assert page.locator(".toast").count() == 0


def test_a_mailbox_is_added_with_the_keyboard_alone(
    page: Page, service: Service, client: Client, servers: SmtpScript, nina: User
) -> None:
    opened(page, service, "/accounts/new")
    page.get_by_label("E-mail address").wait_focused()
    page.keyboard.type(nina.name)
    page.keyboard.press("Tab")
    page.keyboard.type(nina.password)
    page.keyboard.press("Enter")
    title(page, "What to fetch")
    page.get_by_role("heading", name="What to fetch").wait_focused()
    page.keyboard.press("Tab")
    assert page.get_by_label("Inbox").is_focused()
    for _ in range(20):
        if button(page, "Add the mailbox").is_focused():
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    title(page, "All mail has been fetched")
    assert len(accounts(client)) == 1


@pytest.fixture
def shots(screens: Path) -> Callable[[Page, str], None]:
    """Takes a picture, after a check that axe-core finds no fault on the page."""

    def take(page: Page, name: str) -> None:
        page.wait_for_function(STILL)
        assert accessibility(page) == []
        page.screenshot(screens / f"accounts-{name}.png")

    return take


STILL = """() => document.getAnimations().every(
    (one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity)"""
LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "mobile": {"viewport": (390, 844), "has_touch": True, "is_mobile": True},
}


@pytest.mark.parametrize("look", LOOKS)
def test_every_step_can_be_used_by_everybody(
    service: Service,
    new_context: Callable[..., Context],
    client: Client,
    servers: SmtpScript,
    dovecot: Dovecot,
    nina: User,
    look: str,
    shots: Callable[[Page, str], None],
) -> None:
    for number in range(3):
        dovecot.deliver(nina, letter(subject=f"Letter {number}", sender=("Ben", "ben@example.com")))
    page = new_context(**LOOKS[look]).new_page()
    opened(page, service, "/accounts")
    page.get_by_text("No mailbox is set up yet.").wait_for()
    shots(page, f"{look}-empty")
    page.get_by_role("link", name="Add a mailbox").click()
    title(page, "Add a mailbox")
    shots(page, f"{look}-address")
    enter(page, nina, "wrong")
    title(page, "Sign in")
    shots(page, f"{look}-wrong-password")
    button(page, "Change …").click()
    title(page, "Mail servers")
    shots(page, f"{look}-servers")
    page.get_by_role("group", name="Sending (SMTP)").get_by_label("Port").fill("466")
    page.get_by_role("group", name="Receiving (IMAP)").get_by_label("Password", exact=True).fill(nina.password)
    button(page, "Next").click()
    page.get_by_role("group", name="Sending (SMTP)").get_by_text("This does not work").wait_for(timeout=30)
    shots(page, f"{look}-no-connection")
    button(page, "Use port 465").click()
    title(page, "What to fetch")
    shots(page, f"{look}-folders")
    button(page, "Add the mailbox").click()
    title(page, "All mail has been fetched")
    shots(page, f"{look}-done")
    page.get_by_role("link", name="All mailboxes").click()
    page.get_by_text("Up to date").wait_for()
    shots(page, f"{look}-list")
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Name of the mailbox").wait_for()
    shots(page, f"{look}-edit")
    button(page, "Remove …").click()
    page.get_by_role("dialog", name="Remove mailbox").wait_for()
    shots(page, f"{look}-remove")


@pytest.mark.parametrize("look", LOOKS)
def test_mailboxes_in_every_state_can_be_seen_by_everybody(
    service: Service,
    new_context: Callable[..., Context],
    client: Client,
    domain: MailDomain,
    dovecot: Dovecot,
    look: str,
    shots: Callable[[Page, str], None],
    tmp_path: Path,
) -> None:
    names = ("Arbeit", "Verein der Freunde des langen Namens e. V.", "Universität", "工作邮箱")
    made: dict[str, int] = {}
    for name in names:
        user = User(f"nina{next(_numbers)}@{DOMAIN}", "correct horse")
        dovecot.deliver(user, letter())
        made[name] = synced_account(client, dovecot.account(user, name=name, email=user.name))["id"]
    client.put(f"/accounts/{made['Universität']}", {"password": "wrong"}).ok()
    account_when(client, made["Universität"], lambda one: one["status"] == "error", 30)
    client.put(f"/accounts/{made['工作邮箱']}/status", {"status": "disabled"}).ok()
    page = new_context(**LOOKS[look], locale="de-DE").new_page()
    page.goto(f"{service.base_url}/accounts")
    page.get_by_label("Benutzername").fill("admin")
    page.get_by_label("Passwort", exact=True).fill(ADMIN_PASSWORD)
    button(page, "Anmelden").click()
    page.get_by_text("Angehalten").wait_for()
    page.get_by_role("link", name="Passwort erneut eingeben").wait_for()
    shots(page, f"{look}-de-states")
    foreign = CertificateAuthority(tmp_path / "foreign").issue("imap", (f"imap.{DOMAIN}",))
    domain.has_imap(f"imap.{DOMAIN}", foreign)
    domain.web.files[FILE] = response(config(incoming(f"imap.{DOMAIN}")))
    page.get_by_role("link", name="Postfach hinzufügen").click()
    page.get_by_label("E-Mail-Adresse").fill(f"nina1@{DOMAIN}")
    page.get_by_label("Passwort", exact=True).fill("correct horse")
    button(page, "Weiter").click()
    button(page, "Nur diesem Schlüssel vertrauen").wait_for()
    shots(page, f"{look}-de-certificate")
    page.context.answer_dialogs(True, "")
    page.goto(f"{service.base_url}/accounts/{made['Universität']}")
    page.get_by_label("Name des Postfachs").fill("Uni")
    button(page, "Verbindung prüfen").click()
    page.get_by_text("Das funktioniert nicht").wait_for()
    shots(page, f"{look}-de-edit")
