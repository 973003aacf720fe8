# SPDX-License-Identifier: GPL-3.0-or-later
"""The first tour of the service for Windows, under wine: from its first start to a starred mail at the server."""

from collections.abc import Callable
from urllib.request import urlopen

import pytest
from conftest import WindowsService
from postrider_support import Client, Dovecot, User, wait_until
from postrider_support.letters import account_when, all_mails, letter, synced_account

MIB = 2**20


@pytest.fixture
def user(dovecot: Dovecot) -> User:
    """A user with three mails."""
    one = dovecot.add_user("windows")
    with dovecot.mailbox(one) as box:
        if not box.uids():
            for subject, text in (
                ("Offer", "A new roof."),
                ("Invoice", "Paid."),
                ("Grüße", "Straße"),
            ):
                box.append(letter(subject, text, files={"plan.pdf": b"%PDF-1.4 " * 1000}))
    return one


def subjects(client: Client, **query: object) -> list[str]:
    return sorted(mail["subject"] for mail in all_mails(client, **query))


def test_tour(make_service: Callable[..., WindowsService], dovecot: Dovecot, user: User) -> None:
    service = make_service()
    service.start(timeout=60)
    first_start = service.start_seconds
    client = service.admin()
    account = synced_account(client, dovecot.account(user, flagSync="both"), 60)
    assert subjects(client) == ["Grüße", "Invoice", "Offer"]
    wait_until(lambda: subjects(client, q="roof") == ["Offer"], 20, "the text in the index")
    (offer,) = all_mails(client, q="roof")
    detail = client.get(f"/mails/{offer['id']}").ok()
    assert "A new roof." in detail["textBody"]
    client.put(f"/mails/{offer['id']}/star", {"isStarred": True}).ok()
    with dovecot.mailbox(user) as box:
        wait_until(lambda: sum("\\Flagged" in flags for flags in box.flags().values()) == 1, 20, "the star")
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        dovecot.deliver(user, letter("While it runs"))
        stream.wait_for("mail.received", timeout=30)
    with urlopen(service.base_url, timeout=20) as page:
        assert b"<html" in page.read()
    memory = service.resident()
    service.stop()
    service.start(timeout=60)
    again = service.admin()
    account_when(again, account["id"], lambda now: now["mode"] in ("idle", "polling"), 60)
    assert len(all_mails(again)) == 4
    print(
        f"\nfirst start {first_start:.2f} s, next start {service.start_seconds:.2f} s, "
        f"memory {memory / MIB:.0f} MiB, at most {service.peak_memory() / MIB:.0f} MiB"
    )
    service.stop()


def test_passwords_of_a_person_are_in_the_credential_manager(
    make_service: Callable[..., WindowsService], dovecot: Dovecot, user: User
) -> None:
    service = make_service("--desktop")
    service.start(timeout=60)
    account = synced_account(service.admin(), dovecot.account(user), 60)
    assert account["secretStore"] == "keychain"
    service.stop()
    assert user.password.encode() not in service.stored()
    service.start(timeout=60)
    account_when(service.admin(), account["id"], lambda now: now["mode"] in ("idle", "polling"), 60)
    service.stop()


def test_second_service_on_the_same_data_is_refused(
    make_service: Callable[..., WindowsService],
) -> None:
    first, second = make_service(), make_service()
    first.start(timeout=60)
    assert second.run_to_end(60) == 1
    assert "Another service has the database" in second.log()
    first.stop()
    first.start(timeout=60)  # the lock has ended with its process
    first.stop()
