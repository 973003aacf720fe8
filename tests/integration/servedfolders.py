# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders of a mail server and what the service lists of them: what the tests of folders share.

A test file imports the fixtures, and CONFIG for its service.
"""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from postrider_support import Client, Dovecot, Service, User
from postrider_support.letters import all_mails, letter

CONFIG = {
    "visibility": "owner",
    "sync.poll_interval": "1",
    "sync.retry_min": "1",
    "sync.retry_max": "1",
    "sync.quick_retry": "1",
    "mail.silence_timeout": "20",
}
WIRE = {"POSTRIDER_LOG": "postrider.imap.wire.debug=true"}
NOWHERE = "9007199254740991"

_numbers = itertools.count(1)


@pytest.fixture(autouse=True)
def no_accounts_left(client: Client) -> Iterator[None]:
    yield
    for account in client.get("/accounts").ok():
        client.delete(f"/accounts/{account['id']}").ok()


@pytest.fixture(scope="module", name="dovecot")
def renaming_dovecot(scratch: Path) -> Iterator[Dovecot]:
    """The mail server of a file that imports this: its folders can be renamed while a session has them open."""
    with Dovecot(scratch / f"renaming{next(_numbers)}", storage="sdbox") as server:
        server.add_users(User(f"user{number}", "correct horse") for number in range(1, 10))
        yield server


@pytest.fixture(scope="module")
def plain(scratch: Path, dovecot: Dovecot) -> Iterator[Dovecot]:
    """A server like Courier: all folders are below INBOX, and LIST returns neither roles nor counts."""
    server = Dovecot(scratch / "folders-plain", special_use=False, list_status=False, separator=".", prefix="INBOX.")
    server.add_users(User(f"user{number}", "correct horse") for number in range(1, 20))
    with server:
        yield server


@pytest.fixture(params=["LIST-STATUS", "STATUS", "no CONDSTORE"])
def real(request: pytest.FixtureRequest, scratch: Path) -> Iterator[Dovecot]:
    """Servers that return counts with LIST, with one STATUS for each folder, and without a modSeq."""
    options = {
        "LIST-STATUS": {},
        "STATUS": {"list_status": False},
        "no CONDSTORE": {"list_status": False, "condstore": False},
    }[request.param]
    with Dovecot(scratch / f"real{next(_numbers)}", storage="sdbox", **options) as server:
        server.add_users([User("user1", "correct horse")])
        yield server


def trusting(fresh_service: Any, *servers: Dovecot, wire: bool = False) -> Service:
    authorities = Path(servers[0].directory / "all.pem")
    authorities.write_text("".join(Path(server.ca_file).read_text() for server in servers))
    environment = {"POSTRIDER_MAIL_EXTRA_CA": str(authorities)} | (WIRE if wire else {})
    service: Service = fresh_service(CONFIG, environment)
    return service


def put(server: Dovecot, user: User, folder: str, *names: str) -> None:
    with server.mailbox(user) as mailbox:
        for name in names:
            mailbox.append(letter(name), folder)


def made_folders(server: Dovecot, user: User, *folders: str) -> None:
    with server.mailbox(user) as mailbox:
        for folder in folders:
            mailbox.create(folder)


def folders_of(client: Client, account: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {folder["path"]: folder for folder in client.get(f"/accounts/{account['id']}/folders").ok()}


def problems(client: Client, account: dict[str, Any]) -> list[tuple[str | None, str | None, str]]:
    now = client.get(f"/accounts/{account['id']}").ok()
    return [(one["path"], one["role"], one["problem"]) for one in now["folderProblems"]]


def rows(client: Client, account: dict[str, Any], folder: str = "$all") -> dict[str, dict[str, Any]]:
    """Mails by subject, with the hidden ones; each must be listed once."""
    mails = all_mails(client, accountId=account["id"], folder=folder)
    assert len({mail["subject"] for mail in mails}) == len(mails), [mail["subject"] for mail in mails]
    return {mail["subject"]: mail for mail in mails}


def row(client: Client, mail: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/mails/{mail['id']}").ok()
    return found
