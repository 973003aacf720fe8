# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings for an e-mail address: known providers, files, DNS, usual names; and hostile answers.

Names and ports are faked (postrider_support.names), so `autoconfig.files.test` is a web server of the test.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from postrider_support import UNLIMITED, Client, Dovecot, OpenApi, Service, User
from postrider_support.dns import SRV
from postrider_support.maildomain import DOMAIN, FILE, HOSTS, IMAP, MailDomain
from postrider_support.mailhost import config, endless, hangs, incoming, outgoing, redirects, response
from postrider_support.waiting import scaled, wait_until

PUBLIC, PRIVATE = "93.184.216.34", "10.11.12.13"
WELL_KNOWN = f"https://{DOMAIN}/.well-known/autoconfig/mail/config-v1.1.xml"
GOOD = config(incoming(f"imap.{DOMAIN}"), outgoing(f"smtp.{DOMAIN}"))
RANK = ["providers", "autoconfig", "wellKnown", "srv", "mx", "guess"]
EMPTY = {"host": None, "port": None, "security": None, "username": None,
         "smtp_host": None, "smtp_port": None, "smtpSecurity": None, "smtpUsername": None}  # fmt: skip


@pytest.fixture
def world(dovecot: Dovecot, tmp_path: Path) -> Iterator[MailDomain]:
    with ExitStack() as stack:
        yield MailDomain(stack, dovecot, tmp_path)


class Searching:
    """`searching(**config)` starts a service with the names of `world`; returns its first user."""

    def __init__(self, world: MailDomain, directory: Path) -> None:
        self._world = world
        self._directory = directory
        self._service: Service | None = None

    def __call__(self, **more: str) -> Client:
        settings = UNLIMITED | {"mail.nameserver": self._world.dns.address} | more
        self._service = Service(
            self._directory,
            config=settings,
            environment=self._world.names.environment,
            extra_ca=self._world.dovecot.ca_file,
        )
        self._service.start()
        token = self._service.admin().token
        client = self._service.client(OpenApi(self._service.client().get("/openapi.json").json))
        client.token = token
        return client

    def stop(self) -> None:
        """Fails if the service does not end in time with status 0."""
        if self._service:
            self._service.stop()


@pytest.fixture
def searching(world: MailDomain, tmp_path: Path) -> Iterator[Searching]:
    made = Searching(world, tmp_path / "service")
    yield made
    made.stop()


@pytest.fixture
def client(searching: Searching) -> Client:
    return searching()


def discover(client: Client, email: str = f"nina@{DOMAIN}") -> Any:
    """The answer, which must come within 10 s."""
    began = time.monotonic()
    found = client.post("/accounts/discover", {"email": email}).ok()
    assert time.monotonic() - began <= scaled(10)
    return found


def outcome(found: Any, source: str) -> Any:
    return next(attempt for attempt in found["tried"] if attempt["source"] == source)


# -- built-in providers


def test_known_provider_is_answered_without_asking_anybody(client: Client, world: MailDomain) -> None:
    found = discover(client, "nina@GMail.com")
    assert found["found"] is True and found["source"] == "providers"
    assert found["account"] == {
        "email": "nina@GMail.com",
        "host": "imap.gmail.com",
        "port": 993,
        "security": "tls",
        "username": "nina@GMail.com",
        "smtp_host": "smtp.gmail.com",
        "smtp_port": 465,
        "smtpSecurity": "tls",
        "smtpUsername": "nina@GMail.com",
    }
    assert found["authentication"] == ["oauth2", "appPassword"]
    assert found["helpUrl"].startswith("https://support.google.com/")
    assert [attempt["source"] for attempt in found["tried"]] == ["providers"]
    assert world.dns.questions == []


def test_sign_in_is_named_where_it_is_configured(searching: Searching) -> None:
    client = searching(
        **{
            "oauth.google.client_id": "some",
            "oauth.house.client_id": "some",
            "oauth.house.authorization_url": "https://id.example/authorize",
            "oauth.house.token_url": "https://id.example/token",
            "oauth.house.domains": f"example.net {DOMAIN}",
        }
    )
    assert discover(client, "nina@gmail.com")["oauthProvider"] == "google"
    assert discover(client, "nina@outlook.com")["oauthProvider"] is None, "nobody has registered a client there"
    found = discover(client)
    assert found["oauthProvider"] == "house" and found["authentication"] == ["oauth2"]
    assert discover(client, "nina@fastmail.com")["oauthProvider"] is None


def test_provider_without_imap_says_so(client: Client) -> None:
    found = discover(client, "nina@tuta.com")
    assert found["found"] is False and found["provider"] == "Tuta"
    assert "neither IMAP nor SMTP" in found["message"]


# -- a file of the domain's own


def test_file_of_the_domain_is_used(client: Client, world: MailDomain) -> None:
    world.has_web(f"autoconfig.{DOMAIN}")
    world.has_mail_hosts()
    world.web.files[FILE] = response(GOOD)
    found = discover(client)
    assert (found["found"], found["source"], found["provider"]) == (True, "autoconfig", "Test Mail")
    assert found["account"] == {
        "email": f"nina@{DOMAIN}",
        "host": f"imap.{DOMAIN}",
        "port": 993,
        "security": "tls",
        "username": f"nina@{DOMAIN}",
        "smtp_host": f"smtp.{DOMAIN}",
        "smtp_port": 465,
        "smtpSecurity": "tls",
        "smtpUsername": f"nina@{DOMAIN}",
    }
    assert found["message"] == f"Found in the configuration file of {DOMAIN} (autoconfig.{DOMAIN})."
    assert found["authentication"] == ["password"] and found["warnings"] == []
    assert [attempt["source"] for attempt in found["tried"]] == RANK
    assert world.web.requests[0] == f"GET {FILE}?emailaddress=nina%40{DOMAIN}"


def test_answer_can_be_sent_on_as_an_account(client: Client, world: MailDomain) -> None:
    world.has_web(DOMAIN)
    world.has_mail_hosts()
    world.web.files[WELL_KNOWN] = response(GOOD)
    found = discover(client)
    assert found["source"] == "wellKnown"
    made = client.post("/accounts", found["account"] | {"name": "New", "password": "x"}).ok(201)
    assert (made["host"], made["smtp_host"], made["smtpSecurity"]) == (f"imap.{DOMAIN}", f"smtp.{DOMAIN}", "tls")


def test_better_source_wins_where_several_answer(client: Client, world: MailDomain) -> None:
    world.has_web(f"autoconfig.{DOMAIN}", DOMAIN)
    world.has_mail_hosts()
    world.dns.service(f"_imaps._tcp.{DOMAIN}", (0, 0, 993, f"imap.{DOMAIN}"))
    world.dns.exchanger(DOMAIN, (1, "aspmx.l.google.com"))
    world.web.files[FILE] = response(config(incoming(f"imap.{DOMAIN}", port=1993)))
    world.web.files[WELL_KNOWN] = response(GOOD)
    found = discover(client)
    assert (found["source"], found["account"]["port"]) == ("autoconfig", 1993)


def test_file_without_tls_is_taken_last_and_with_a_warning(client: Client, world: MailDomain) -> None:
    world.has_web(f"autoconfig.{DOMAIN}")
    world.has_mail_hosts()
    world.web.files[FILE] = response(config(incoming(f"imap.{DOMAIN}", port=143, security="plain")))
    found = discover(client)
    assert (found["source"], found["account"]["security"]) == ("autoconfig", "none")
    assert [warning["code"] for warning in found["warnings"]] == ["plain_text"]
    world.dns.service(f"_imaps._tcp.{DOMAIN}", (0, 0, 993, f"imap.{DOMAIN}"))
    assert discover(client)["source"] == "srv"


def test_redirection_is_followed(client: Client, world: MailDomain) -> None:
    world.has_web(f"autoconfig.{DOMAIN}", "other.test")
    world.has_mail_hosts()
    world.web.files[FILE] = redirects("https://other.test/file.xml")
    world.web.files["https://other.test/file.xml"] = response(GOOD)
    assert discover(client)["source"] == "autoconfig"


# -- DNS


def test_service_records_are_used_by_priority(client: Client, world: MailDomain) -> None:
    world.has_mail_hosts()
    world.names.means(f"mail.{DOMAIN}", IMAP)
    world.dns.service(f"_imap._tcp.{DOMAIN}", (0, 0, 143, f"mail.{DOMAIN}"))
    world.dns.service(
        f"_imaps._tcp.{DOMAIN}",
        (20, 9, 1993, f"mail.{DOMAIN}"),
        (10, 1, 995, f"mail.{DOMAIN}"),
        (10, 9, 994, f"imap.{DOMAIN}"),
    )
    world.dns.service(f"_submissions._tcp.{DOMAIN}", (0, 0, 0, "."))
    world.dns.service(f"_submission._tcp.{DOMAIN}", (0, 0, 587, f"smtp.{DOMAIN}"))
    found = discover(client)
    account = found["account"]
    assert found["source"] == "srv" and found["warnings"] == []
    assert (account["host"], account["port"], account["security"]) == (f"imap.{DOMAIN}", 994, "tls")
    assert (account["smtp_host"], account["smtp_port"], account["smtpSecurity"]) == (f"smtp.{DOMAIN}", 587, "starttls")


def test_service_record_of_another_domain_is_marked(client: Client, world: MailDomain) -> None:
    world.names.means("other.test", IMAP)
    world.dns.service(f"_imaps._tcp.{DOMAIN}", (0, 0, 993, "other.test"))
    found = discover(client)
    assert (found["source"], found["account"]["host"]) == ("srv", "other.test")
    assert [warning["code"] for warning in found["warnings"]] == ["other_domain"]


def test_domain_without_imap_says_so(client: Client, world: MailDomain) -> None:
    for service in ("_imaps", "_imap"):
        world.dns.service(f"{service}._tcp.{DOMAIN}", (0, 0, 0, "."))
    found = discover(client)
    assert found["found"] is False
    assert outcome(found, "srv")["message"] == f"The DNS records of {DOMAIN} say that there is no IMAP server."


def test_provider_that_takes_the_mail_is_known(client: Client, world: MailDomain) -> None:
    world.dns.exchanger(DOMAIN, (20, "backup.other.test"), (10, "alt1.aspmx.L.google.com"))
    found = discover(client)
    assert (found["source"], found["provider"]) == ("mx", "Google Workspace")
    assert found["account"]["host"] == "imap.gmail.com"
    assert found["message"] == f"The mail provider of {DOMAIN} is Google Workspace, whose settings are known."


def test_many_records_come_over_tcp_and_are_bounded(client: Client, world: MailDomain) -> None:
    world.has_mail_hosts()
    world.dns.service(f"_imaps._tcp.{DOMAIN}", *((n, 0, 1000 + n, f"imap.{DOMAIN}") for n in range(300)))
    found = discover(client)
    assert (found["source"], found["account"]["port"]) == ("srv", 1000)
    assert (f"_imaps._tcp.{DOMAIN}", SRV, "tcp") in world.dns.questions


# -- usual names


def test_usual_names_are_tried_with_tls(client: Client, world: MailDomain) -> None:
    world.has_imap(f"mail.{DOMAIN}")
    smtp = world.has_smtp(f"smtp.{DOMAIN}", starttls=True)
    found = discover(client)
    account = found["account"]
    assert found["source"] == "guess"
    assert (account["host"], account["port"], account["security"]) == (f"mail.{DOMAIN}", 993, "tls")
    assert (account["smtp_host"], account["smtp_port"], account["smtpSecurity"]) == (f"smtp.{DOMAIN}", 587, "starttls")
    assert found["message"] == f"Found by trying usual names: mail.{DOMAIN} and smtp.{DOMAIN} answered."
    assert not [line for _, line in smtp.commands if line.upper().startswith("AUTH")]


def test_certificate_of_another_name_is_no_answer(client: Client, world: MailDomain) -> None:
    world.has_imap(f"imap.{DOMAIN}", certificate=world.dovecot.authority.issue("wrong", ("wrong.test",)))
    found = discover(client)
    assert found["found"] is False
    assert outcome(found, "guess")["outcome"] == "nothing"


def test_folders_of_what_was_found_are_shown(client: Client, world: MailDomain, mail_user: User) -> None:
    world.has_imap(f"imap.{DOMAIN}")
    found = discover(client)
    body = found["account"] | {"name": "x", "username": mail_user.name, "password": mail_user.password}
    answer = client.post("/accounts/folders", {name: value for name, value in body.items() if value}).ok()
    assert "INBOX" in [folder["path"] for folder in answer["folders"]]


# -- nothing


def test_unknown_domain_is_no_error(client: Client) -> None:
    found = discover(client)
    assert (found["found"], found["source"], found["provider"]) == (False, None, None)
    assert found["account"] == {"email": f"nina@{DOMAIN}"} | EMPTY
    assert [attempt["source"] for attempt in found["tried"]] == RANK
    assert "found" not in {attempt["outcome"] for attempt in found["tried"]}


@pytest.mark.parametrize("email", [
    "nina", "nina@localhost", "@files.test", "nina@files.test@files.test", "nina@127.0.0.1", "nina@[127.0.0.1]",
    "nina@files..test", "ni na@files.test", "x" * 65 + "@files.test", "a@" + "x" * 64 + ".test",
    "a@" + "x." * 130 + "test", "nina@-files.test", "nina@files.test/path", "nina\r\n@files.test",
], ids=lambda email: email[:20])  # fmt: skip
def test_what_is_no_address_is_refused(client: Client, email: str) -> None:
    failed = client.post("/accounts/discover", {"email": email}).failed(400, 40001)
    assert [detail["field"] for detail in failed["details"]] == ["email"]


def test_address_is_required(client: Client) -> None:
    for body in ({}, {"email": None}, {"email": 7}):
        client.post("/accounts/discover", body).failed(400, 40001)


def test_domain_in_another_script_is_asked_for_in_ascii(client: Client, world: MailDomain) -> None:
    world.names.means("imap.xn--bcher-kva.test", IMAP)
    for host in (
        "xn--bcher-kva.test",
        "autoconfig.xn--bcher-kva.test",
        "mail.xn--bcher-kva.test",
        "smtp.xn--bcher-kva.test",
    ):
        world.names.means(host, "none")
    world.dns.service("_imaps._tcp.xn--bcher-kva.test", (0, 0, 993, "imap.xn--bcher-kva.test"))
    found = discover(client, "nina@Bücher.test")
    assert found["account"]["host"] == "imap.xn--bcher-kva.test"
    assert found["account"]["username"] == "nina@Bücher.test"


def test_discoveries_count_as_connection_tests(searching: Searching) -> None:
    client = searching(**{"limits.probes_per_minute": "3"})
    answers = [client.post("/accounts/discover", {"email": "a@gmail.com"}).status for _ in range(4)]
    assert answers == [200, 200, 200, 429]
    client.post("/accounts/folders", {}).failed(429, 42902)


# -- hostile answers

BOMB = (
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9))
    + "]>"
)


@pytest.mark.parametrize(("answer", "expected", "message"), [
    (redirects(FILE), "failed", "redirects more than 3 times"),
    (redirects(f"http://autoconfig.{DOMAIN}/mail/config-v1.1.xml"), "refused", "redirects to an address that is not allowed"),
    (redirects("https://127.0.0.1/mail"), "refused", "redirects to an address that is not allowed"),
    (redirects("https://169.254.169.254/latest/meta-data"), "refused", "redirects to an address that is not allowed"),
    (redirects("file:///etc/passwd"), "refused", "redirects to an address that is not allowed"),
    (endless, "failed", "64 KiB"),
    (response(GOOD + b" " * 70_000), "failed", "64 KiB"),
    (response(config(incoming("&j;"), before=BOMB)), "failed", "document type"),
    (response(b"<html><body>nothing"), "failed", "not a mail configuration"),
    (response(b"\xff\xfe\x00"), "failed", "cannot be used"),
    (response(GOOD, "500 Oops"), "failed", "status 500"),
    (response(config(incoming(f"imap.{DOMAIN}", kind="pop3"))), "failed", "POP3"),
    (response(config(incoming("169.254.169.254"))), "refused", "not allowed"),
    (response(config(incoming("nowhere.other.test"))), "failed", "no address"),
], ids=range(14))  # fmt: skip
def test_bad_file_is_passed_over(client: Client, world: MailDomain, answer: Any, expected: str, message: str) -> None:
    world.names.means("nowhere.other.test", "none")
    world.has_web(f"autoconfig.{DOMAIN}")
    world.has_mail_hosts()
    world.dns.service(f"_imaps._tcp.{DOMAIN}", (0, 0, 993, f"imap.{DOMAIN}"))
    world.web.files[FILE] = answer
    found = discover(client)
    assert found["source"] == "srv"
    tried = outcome(found, "autoconfig")
    assert tried["outcome"] == expected and message in tried["message"]


def test_slow_host_does_not_hold_up_the_others(client: Client, world: MailDomain) -> None:
    world.has_web(f"autoconfig.{DOMAIN}")
    world.has_mail_hosts()
    world.web.files[FILE] = hangs
    world.dns.service(f"_imaps._tcp.{DOMAIN}", (0, 0, 993, f"imap.{DOMAIN}"))
    found = discover(client)
    assert found["source"] == "srv"
    assert outcome(found, "autoconfig")["outcome"] == "unanswered"


def test_silence_everywhere_ends_in_time(client: Client, world: MailDomain) -> None:
    world.dns.silent = True
    for host in HOSTS:
        world.names.means(host, "silence")
    found = discover(client)
    assert found["found"] is False
    assert {attempt["outcome"] for attempt in found["tried"][1:]} <= {"failed", "nothing", "unanswered"}
    assert wait_until(lambda: world.dns.query_count(f"_imaps._tcp.{DOMAIN}"), what="a question") >= 1
    assert client.get("/health").status == 200


def test_damaged_records_are_passed_over(client: Client, world: MailDomain) -> None:
    world.dns.raw(
        f"_imaps._tcp.{DOMAIN}",
        SRV,
        b"",
        b"\0",
        b"\0\0\0\0\0\0\xff\xff",
        b"\0" * 7 + b"\xc0\x0c",
        b"\0\0\0\0\x03\xe1\xc0\xff",
    )
    world.dns.service(f"_imap._tcp.{DOMAIN}", (0, 0, 143, f"_imaps._tcp.{DOMAIN}"))
    world.names.means(f"_imaps._tcp.{DOMAIN}", "none")
    assert discover(client)["found"] is False


def test_private_addresses_are_not_connected_to(searching: Searching, world: MailDomain) -> None:
    client = searching(**{"mail.allow_private": "false"})
    for host in HOSTS:
        world.has_web(host, address=PRIVATE)
    for port in (993, 465, 587):
        world.names.leads(PRIVATE, port, world.web.port)
    world.web.files[FILE] = world.web.files[WELL_KNOWN] = response(GOOD)
    world.dns.service(f"_imaps._tcp.{DOMAIN}", (0, 0, 993, f"imap.{DOMAIN}"))
    found = discover(client)
    assert found["found"] is False
    assert [outcome(found, source)["outcome"] for source in RANK[1:4]] == ["refused"] * 3
    assert world.web.connections == 0


def test_public_file_must_not_name_private_servers(searching: Searching, world: MailDomain) -> None:
    client = searching(**{"mail.allow_private": "false"})
    world.has_web(f"autoconfig.{DOMAIN}", address=PUBLIC)
    for host in ("imap", "smtp"):
        world.names.means(f"{host}.{DOMAIN}", PRIVATE)
    world.web.files[FILE] = response(GOOD)
    assert outcome(discover(client), "autoconfig")["outcome"] == "refused"
    world.names.means(f"imap.{DOMAIN}", PUBLIC)
    world.names.means(f"smtp.{DOMAIN}", f"{PUBLIC},{PRIVATE}")
    assert outcome(discover(client), "autoconfig")["outcome"] == "refused", "it may answer with either"
    world.names.means(f"smtp.{DOMAIN}", PUBLIC)
    assert discover(client)["source"] == "autoconfig"


def test_metadata_is_never_asked(client: Client, world: MailDomain) -> None:
    for address in ("169.254.169.254", "100.100.100.200"):
        for host in HOSTS:
            world.has_web(host, address=address)
        found = discover(client)
        assert found["found"] is False
        assert [outcome(found, source)["outcome"] for source in RANK[1:3]] == ["refused"] * 2
    assert world.web.connections == 0


def test_end_of_the_service_does_not_wait_for_a_search(client: Client, world: MailDomain, searching: Searching) -> None:
    """All sources wait at that moment; stop() fails if the service does not end in time with status 0."""
    world.has_web(f"autoconfig.{DOMAIN}", DOMAIN)
    world.web.files[FILE] = world.web.files[WELL_KNOWN] = hangs
    world.names.means(f"imap.{DOMAIN}", "silence")
    world.has_imap(f"mail.{DOMAIN}")
    world.dovecot.pause()
    world.dns.silent = True
    try:
        with ThreadPoolExecutor() as pool:
            search = pool.submit(client.post, "/accounts/discover", {"email": f"nina@{DOMAIN}"})
            wait_until(lambda: world.dns.query_count(DOMAIN) and len(world.web.requests) == 2, what="the questions")
            searching.stop()
            with suppress(OSError, HTTPException):
                assert search.result(scaled(10)).data["found"] is False
    finally:
        world.dovecot.resume()


def test_bad_nameserver_stops_the_start(tmp_path: Path) -> None:
    service = Service(tmp_path, config={"mail.nameserver": "dns.example"})
    assert service.run_to_end() == 2
    assert "mail.nameserver must be an IPv4 address" in service.log()
