# SPDX-License-Identifier: GPL-3.0-or-later
"""A mailbox is added while the service, the panel or the bus goes away, at each step of the setup."""

import itertools
import os
import random
import threading
import time
from collections.abc import Callable

import pytest
from conftest import accounts, click, online, ready
from postrider_desktop import DesktopSession, FakeService, Helper, Tray
from postrider_support.keyring import KeyringSession
from postrider_support.waiting import wait_until
from traysetup import AWAY, PASSWORD, STEPS, TITLES, Wizard, domain, dovecot, keyring, safe, tray_of, wizard


@pytest.mark.parametrize("step", STEPS[1:])
def test_a_service_that_is_killed_is_waited_for(wizard: Wizard, step: str) -> None:
    wizard.service.start()
    with tray_of(wizard.session):
        wizard.reach(step)
        wizard.service.kill()
        wizard.wait_text(AWAY)
        wizard.holds_what_was_typed(step)
        wizard.let_go()
        wizard.service.start()
        wizard.wait_text_gone("does not answer")
        wizard.finish(step)


def test_a_service_that_is_killed_while_it_stores_leaves_one_mailbox(wizard: Wizard) -> None:
    seed = int(os.environ.get("POSTRIDER_SEED", time.time_ns()))
    print(f"POSTRIDER_SEED={seed}")
    chance = random.Random(seed)
    panel = wizard.session.panel()
    wizard.service.start()
    with tray_of(wizard.session) as tray:
        for turn in range(40 if os.environ.get("POSTRIDER_LONG") else 4):
            if turn > 0:
                click(panel, "No mailbox yet: add one …", timeout=45)
            wizard.reach("folders")
            wizard.typist.press("alt+a")
            threading.Event().wait(chance.uniform(0, 0.08))  # a random moment while it stores
            wizard.service.kill()
            wizard.service.start()
            wizard.typist.turn_to("^All mail has been fetched")
            [made] = accounts(wizard.service)
            assert (made["username"], made["name"]) == (wizard.user.name, "Home")
            wizard.typist.press("Return")
            wizard.typist.wait_gone("All mail has been fetched")
            wizard.service.admin().delete(f"/accounts/{made['id']}").ok()
            ready(panel, tray, "0 unread")


def test_a_panel_that_goes_and_comes_changes_nothing(wizard: Wizard) -> None:
    wizard.service.start()
    panel = wizard.session.panel()
    with tray_of(wizard.session):
        panel.wait("registered", timeout=30)
        wizard.typist.turn_to("^Add a mailbox")
        wizard.typist.type(wizard.user.name)
        for step, after in itertools.pairwise((*STEPS, "")):
            before = wizard.window()["title"]
            panel.stop()
            panel = wizard.session.panel()
            panel.wait("registered", timeout=30)
            if step != "sync":
                assert wizard.window()["title"] == before
            wizard.holds_what_was_typed(step)
            wizard.let_go()
            if step == "saving":
                wizard.service.resume()
            if after:
                wizard.go_on(step, after)
        wizard.finish("sync")


@pytest.mark.parametrize("step", STEPS)
def test_a_bus_that_is_killed_ends_nothing(keyring: KeyringSession, wizard: Wizard, step: str) -> None:
    assert keyring.secrets() == {}  # the keyring runs and is empty; the tray will keep its token in it
    wizard.session.panel()
    wizard.service.start()
    with tray_of(wizard.session) as tray:
        wizard.reach(step)
        wait_until(lambda: keyring.secrets("Postrider Tray"), 20, "the token in the keyring")
        keyring.kill_bus()
        wizard.let_go()
        if step == "saving":
            wizard.service.resume()
        wizard.finish(step)
        assert tray.running and wizard.service.running


def leave_by_escape(wizard: Wizard, tray: Tray, panel: Helper) -> None:
    wizard.typist.press("Escape")


def leave_by_closing(wizard: Wizard, tray: Tray, panel: Helper) -> None:
    wizard.session.close_window(" – Postrider$")


def leave_by_quitting(wizard: Wizard, tray: Tray, panel: Helper) -> None:
    click(panel, "Quit")
    wait_until(lambda: not tray.running, 15, "the end")


def leave_by_kill(wizard: Wizard, tray: Tray, panel: Helper) -> None:
    tray.kill()


@pytest.mark.parametrize("leave", [leave_by_escape, leave_by_closing, leave_by_quitting, leave_by_kill])
def test_a_setup_that_is_left_leaves_nothing(
    keyring: KeyringSession, safe: Wizard, leave: Callable[[Wizard, Tray, Helper], None]
) -> None:
    panel = safe.session.panel()
    safe.service.start()
    tray = tray_of(safe.session)
    try:
        tray.start()
        for step in STEPS[:-2]:
            if step != STEPS[0] and tray.running:
                click(panel, "No mailbox yet: add one …")
            elif step != STEPS[0]:
                tray.kill()  # the tray has ended already; this only collects its process
                tray.start()
            safe.reach(step)
            leave(safe, tray, panel)
            safe.typist.wait_gone(TITLES[step])
            safe.let_go()
            assert accounts(safe.service) == []
            assert keyring.secrets() == {}
            assert safe.service.sql("SELECT COUNT(*) FROM keychain_items") == [(0,)]
        assert PASSWORD.encode() not in safe.service.stored()
        assert PASSWORD not in safe.service.log() + tray.log()
    finally:
        tray.kill()


def test_a_list_of_mailboxes_that_cannot_be_read_opens_no_wizard(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    fake.answers["GET", "/accounts"] = (
        503,
        {"code": 50303, "error": "storage_unavailable", "message": "Not now.", "data": None},
    )
    with Tray(session) as tray:
        wait_until(lambda: len(fake.bodies_of("GET", "/accounts")) >= 2, 30, "another question")
        assert not [title for title in session.windows() if "Add a mailbox" in title]
        del fake.answers["GET", "/accounts"]
        online(panel, tray, 0)
        labels = [one["label"] for one in panel.ask("menu", "menu")["entries"]]
        assert not [label for label in labels if "No mailbox yet" in label]
        assert not [title for title in session.windows() if "Add a mailbox" in title]
