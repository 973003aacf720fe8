# SPDX-License-Identifier: GPL-3.0-or-later
"""A mailbox is added while the keyring is locked, hangs or is killed."""

from collections.abc import Callable

import pytest
from conftest import accounts, click
from postrider_support.keyring import KeyringSession
from postrider_support.waiting import wait_until
from traysetup import AWAY, PASSWORD, Wizard, domain, dovecot, keyring, safe, tray_of


def lock(keyring: KeyringSession) -> None:
    keyring.lock()


def hang(keyring: KeyringSession) -> None:
    keyring.hang()


def kill(keyring: KeyringSession) -> None:
    keyring.kill_keyring()


def repair(keyring: KeyringSession, trouble: Callable[[KeyringSession], None]) -> None:
    {lock: keyring.unlock, hang: keyring.go_on, kill: keyring.start_keyring}[trouble]()


TROUBLES = {
    lock: "The keychain is locked",
    hang: "No keychain answers",
    kill: "No keychain answers",
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_keyring_that_takes_nothing_is_waited_for(
    keyring: KeyringSession, safe: Wizard, trouble: Callable[[KeyringSession], None]
) -> None:
    safe.session.panel()
    safe.service.start()
    with tray_of(safe.session):
        safe.reach("folders")
        trouble(keyring)
        safe.typist.press("alt+a")
        safe.wait_text("Not yet:", TROUBLES[trouble], "This is tried again automatically.")
        safe.holds_what_was_typed("folders")
        assert accounts(safe.service) == []
        repair(keyring, trouble)
        safe.finish("saving")
        assert list(keyring.secrets().values()) == [PASSWORD]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_setup_that_is_left_before_a_keyring_that_takes_nothing_leaves_nothing(
    keyring: KeyringSession, safe: Wizard, trouble: Callable[[KeyringSession], None]
) -> None:
    panel = safe.session.panel()
    safe.service.start()
    with tray_of(safe.session):
        safe.reach("folders")
        trouble(keyring)
        safe.typist.press("alt+a")
        safe.wait_text("Not yet:", TROUBLES[trouble])
        safe.typist.press("Escape")
        safe.typist.wait_gone("What to fetch")
        repair(keyring, trouble)
        # The service finishes the work for the abandoned mailbox before it stores the next one.
        click(panel, "No mailbox yet: add one …")
        assert accounts(safe.service) == []
        safe.reach("folders")
        safe.finish("folders")
        assert list(keyring.secrets().values()) == [PASSWORD]


def test_a_way_back_leads_from_a_keyring_that_stays_locked(keyring: KeyringSession, safe: Wizard) -> None:
    safe.session.panel()
    safe.service.start()
    with tray_of(safe.session):
        safe.reach("folders")
        keyring.lock()
        safe.typist.press("alt+a")
        safe.wait_text("Not yet:", "The keychain is locked")
        safe.typist.press("alt+b")
        safe.typist.turn_to("^Sign in")
        assert accounts(safe.service) == []
        keyring.unlock()
        safe.typist.press("Return")
        safe.typist.turn_to("^What to fetch")
        safe.holds_what_was_typed("folders")
        safe.finish("folders")
        assert list(keyring.secrets().values()) == [PASSWORD]


def test_a_service_that_is_killed_before_a_keyring_that_hangs_stores_one_secret(
    keyring: KeyringSession, safe: Wizard
) -> None:
    safe.session.panel()
    safe.service.config["keychain.patience"] = "60"
    safe.service.start()
    with tray_of(safe.session):
        safe.reach("folders")
        keyring.hang()
        safe.typist.press("alt+a")
        safe.wait_text("Saving …")
        safe.service.kill()
        safe.wait_text(AWAY)
        keyring.go_on()
        safe.service.start()
        safe.finish("saving")
        wait_until(lambda: list(keyring.secrets().values()) == [PASSWORD], 20, "one secret in the keyring")
        assert safe.service.sql("SELECT COUNT(*) FROM keychain_items") == [(1,)]
