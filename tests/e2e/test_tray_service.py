# SPDX-License-Identifier: GPL-3.0-or-later
"""The connection to the service: with a real mail server, killed, restarted, or on another host."""

import json
import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import click, notice, online, ready
from postrider_desktop import DesktopSession, FakeService, Helper, Tray
from postrider_desktop.fakeservice import mail
from postrider_support import UNLIMITED, Dovecot, Service, User
from postrider_support.letters import letter, synced_account
from postrider_support.waiting import wait_until

TOKEN_KEY = "postrider/org.postrider.tray/token"


@pytest.fixture(scope="module")
def dovecot() -> Iterator[Dovecot]:
    if not Dovecot.available():
        assert os.environ.get("POSTRIDER_REQUIRE_SERVERS") != "1", "dovecot-imapd is not installed"
        pytest.skip("dovecot-imapd is not installed")
    scratch = Path(tempfile.mkdtemp(prefix="postrider-test-"))
    scratch.chmod(0o755)
    server = Dovecot(scratch / "dovecot")
    server.add_users(User(f"user{number}", "correct horse") for number in range(1, 20))
    with server:
        yield server
    shutil.rmtree(scratch, ignore_errors=True)


@pytest.fixture
def service(session: DesktopSession, dovecot: Dovecot, tmp_path: Path) -> Iterator[Service]:
    """The real service in the environment of the session; it stores passwords sealed."""
    desktop = {
        name: session.environment[name]
        for name in ("HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS")
    }
    one = Service(
        tmp_path / "service",
        config=UNLIMITED,
        environment=desktop,
        extra_ca=dovecot.ca_file,
        arguments=("--desktop", "--secrets", "sealed"),
    )
    yield one
    one.kill()


def keyring_token(session: DesktopSession) -> str:
    text = session.secret(TOKEN_KEY)
    return json.loads(text)["token"] if text else ""


def test_pairs_without_a_password_and_notifies_of_real_mail(
    session: DesktopSession, service: Service, dovecot: Dovecot
) -> None:
    session.keyring()
    daemon, panel = session.notifications(), session.panel()
    service.start()
    user = User("user1", "correct horse")
    with dovecot.mailbox(user) as box:
        for number in range(5):
            box.append(letter(f"Old {number}"))
    admin = service.admin()
    account = synced_account(admin, dovecot.account(user))
    with Tray(session) as tray, dovecot.mailbox(user) as box:
        online(panel, tray, 5)
        assert keyring_token(session).startswith("eyJ")
        assert daemon.all("notify") == []
        box.append(letter("Fresh <b>one</b>", "First words.", sender=("Anna Berg", "anna@example.com")))
        told = notice(daemon, summary="Anna Berg", timeout=30)
        assert told["body"] == "Fresh &lt;b&gt;one&lt;/b&gt;\nFirst words."
        online(panel, tray, 6)
        newest = admin.get("/mails", pageSize=1).ok()["items"][0]
        daemon.send(f"act {told['id']} star")
        wait_until(lambda: admin.get(f"/mails/{newest['id']}").ok()["isStarred"], 10, "the star")
        admin.put(f"/mails/{newest['id']}/read", {"isRead": True}).ok()
        online(panel, tray, 5)
        box.append(letter("Second"))
        second = notice(daemon, timeout=30, since=daemon.mark(), summary="Anna Berg")
        daemon.send(f"act {second['id']} delete")
        wait_until(lambda: admin.get("/mails", accountId=account["id"]).ok()["total"] == 6, 10, "the deletion")
        box.append(letter("Third"))
        third = notice(daemon, timeout=30, since=daemon.mark(), summary="Anna Berg")
        newest = admin.get("/mails", pageSize=1).ok()["items"][0]
        admin.put(f"/mails/{newest['id']}/read", {"isRead": True}).ok()
        daemon.wait("close", lambda one: one["id"] == third["id"])


def test_what_is_unread_now_may_be_ignored(session: DesktopSession, service: Service, dovecot: Dovecot) -> None:
    panel = session.panel()
    service.start()
    user = User("user3", "correct horse")
    admin = service.admin()
    with dovecot.mailbox(user) as box:
        box.append(letter("Newest"))
        box.append(letter("Old, and found later"), received_at=1_700_000_000)
        synced_account(admin, dovecot.account(user))
        with Tray(session, {"service/start": "false"}) as tray:
            online(panel, tray, 2)
            click(panel, "Ignore what is unread now")
            online(panel, tray, 0)
            box.append(letter("Another"))
            wait_until(lambda: panel.ask("item", "item")["tooltip"] == "1 unread", 30, "the one that is new")
            click(panel, "Count all unread mails again")
            online(panel, tray, 3)


def test_a_killed_service_is_shown_and_found_again(session: DesktopSession, service: Service, dovecot: Dovecot) -> None:
    daemon, panel = session.notifications(), session.panel()
    service.start()
    user = User("user2", "correct horse")
    admin = service.admin()
    synced_account(admin, dovecot.account(user))
    with Tray(session, {"service/start": "false"}) as tray, dovecot.mailbox(user) as box:
        online(panel, tray, 0)
        box.append(letter("Before"))
        notice(daemon, timeout=30, body="Before\nHello, this is the text.")
        service.kill()
        ready(panel, tray, "Connection lost", timeout=45)
        service.start()  # on another port
        online(panel, tray, 1)
        box.append(letter("After"))
        notice(daemon, timeout=30, body="After\nHello, this is the text.")
        subjects = [one["body"].split("\n")[0] for one in daemon.all("notify")]
        assert subjects == ["Before", "After"]


def test_a_service_that_was_stopped_is_started_by_request_only(session: DesktopSession, service: Service) -> None:
    panel = session.panel()
    service.start()
    with Tray(session) as tray:
        online(panel, tray, 0)
        service.stop()  # a regular stop, as by systemctl --user stop
        ready(panel, tray, "The mail service is not running", timeout=45)
        find = ["pgrep", "-P", str(tray.pid), "postriderd"]
        assert subprocess.run(find, capture_output=True).stdout == b""
        service.start()  # the tray connects again
        online(panel, tray, 0)
        service.stop()
        click(panel, "Start the mail service", timeout=45)
        wait_until(lambda: subprocess.run(find, capture_output=True).stdout, 15, "a child")
        online(panel, tray, 0)


def test_starts_the_service_itself_and_ends_it(session: DesktopSession) -> None:
    panel = session.panel()
    session.keyring()
    with Tray(session) as tray:
        online(panel, tray, 0)
        children = subprocess.run(
            ["pgrep", "-P", str(tray.pid), "postriderd"], capture_output=True, text=True
        ).stdout.split()
        assert len(children) == 1
        click(panel, "Quit")
        wait_until(lambda: not tray.running, 15, "the end")
        wait_until(lambda: not Path(f"/proc/{children[0]}").exists(), 5, "the service's end")
    assert not (session.directory / "run" / "postrider" / "pair.json").exists()


def test_starts_it_again_when_it_is_killed(session: DesktopSession) -> None:
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        find = ["pgrep", "-P", str(tray.pid), "postriderd"]
        first = subprocess.run(find, capture_output=True, text=True).stdout.strip()
        os.kill(int(first), 9)
        wait_until(
            lambda: subprocess.run(find, capture_output=True, text=True).stdout.strip() not in ("", first),
            15,
            "another child",
        )
        online(panel, tray, 0)


def test_asks_the_sessions_service_manager_first(session: DesktopSession) -> None:
    panel = session.panel()
    (session.directory / "run" / "systemd").mkdir()
    (session.directory / "run" / "systemd" / "private").touch()
    folder = session.directory / "bin"
    folder.mkdir()
    script = folder / "systemctl"
    script.write_text(f'#!/bin/sh\necho "$@" >> "{session.directory}/asked"\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    session.environment["PATH"] = f"{folder}:{session.environment['PATH']}"
    with Tray(session) as tray:
        asked = session.directory / "asked"
        words = wait_until(lambda: asked.exists() and asked.read_text(), 15, "a call of systemctl")
        assert words == "--user start postriderd.service\n"
        ready(panel, tray, "Starting the mail service")
        late = FakeService()  # stands for the service that the manager would start
        late.write_pair_file(session.directory / "run")
        online(panel, tray, 0)
        late.close()


def test_a_token_in_the_keyring_is_used_again(session: DesktopSession, fake: FakeService) -> None:
    session.keyring()
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        wait_until(lambda: keyring_token(session) == "good1", 10, "the token in the keyring")
    with Tray(session) as tray:
        wait_until(lambda: len(panel.all("registered")) == 2, 20, "the icon")
        online(panel, tray, 0)
        assert len(fake.bodies_of("POST", "/auth/pair")) == 1


def test_a_revoked_token_is_replaced_once(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.tokens.clear()
        fake.drop_streams()
        wait_until(lambda: len(fake.bodies_of("POST", "/auth/pair")) == 2, 20, "pairing anew")
        online(panel, tray, 0)


def test_a_token_that_is_never_taken_makes_no_loop(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    refused = {"code": 40103, "error": "token_expired", "message": "Expired.", "data": None}
    fake.answers["GET", "/mails/stream"] = (401, refused)
    with Tray(session) as tray:
        ready(panel, tray, "Not signed in")
        assert len(fake.bodies_of("POST", "/auth/pair")) == 1
        fake.write_pair_file(session.directory / "run", "another")  # does not help either
        entries = panel.ask("menu", "menu")["entries"]
        assert any("refuses the login of this program" in one["label"] for one in entries)
        del fake.answers["GET", "/mails/stream"]
        click(panel, "Try again")
        online(panel, tray, 0)


def test_a_refused_code_is_tried_a_few_times(session: DesktopSession, fake: FakeService) -> None:
    panel = session.panel()
    refused = {"code": 40104, "error": "bad_credentials", "message": "No.", "data": None}
    fake.answers["POST", "/auth/pair"] = (401, refused)
    with Tray(session) as tray:
        ready(panel, tray, "Not signed in")
        assert len(fake.bodies_of("POST", "/auth/pair")) == 5


@pytest.mark.parametrize("spoil", ["readable", "link", "elsewhere", "folder"])
def test_a_pairing_file_that_others_could_have_made_is_not_believed(
    session: DesktopSession, fake: FakeService, spoil: str
) -> None:
    panel = session.panel()
    file = session.directory / "run" / "postrider" / "pair.json"
    if spoil == "readable":
        file.chmod(0o644)
    elif spoil == "folder":
        file.parent.chmod(0o777)
    elif spoil == "link":
        file.rename(file.with_name("real.json"))
        file.symlink_to(file.with_name("real.json"))
    else:
        file.write_text(json.dumps({"url": "http://192.0.2.1:8725", "code": "x"}))
    with Tray(session, {"service/start": "false"}) as tray:
        ready(panel, tray, "The mail service is not running")
        assert fake.requests == []


def test_a_locked_keyring_keeps_nobody_out(session: DesktopSession, fake: FakeService) -> None:
    session.keyring()
    lock = [
        "--session",
        "--print-reply",
        "--dest=org.freedesktop.secrets",
        "/org/freedesktop/secrets",
        "org.freedesktop.Secret.Service.Lock",
        "array:objpath:/org/freedesktop/secrets/collection/login",
    ]
    session.run("dbus-send", *lock)
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        entries = wait_until(
            lambda: [one for one in panel.ask("menu", "menu")["entries"] if "keychain" in one["label"]],
            15,
            "a word about the keychain",
        )
        assert "locked" in entries[0]["label"]


def test_a_keyring_that_hangs_keeps_nobody_waiting(session: DesktopSession, fake: FakeService) -> None:
    keyring = session.keyring()
    keyring.send_signal(19)  # SIGSTOP
    panel = session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        keyring.send_signal(18)


def test_a_keyring_that_dies_changes_nothing(session: DesktopSession, fake: FakeService) -> None:
    keyring = session.keyring()
    daemon, panel = session.notifications(), session.panel()
    with Tray(session) as tray:
        online(panel, tray, 0)
        keyring.kill()
        keyring.wait(10)
        fake.receive(mail(1))
        notice(daemon, summary="Anna Berg")
        online(panel, tray, 1)


def sign_in(session: DesktopSession, panel: Helper, password: str) -> None:
    """Signs in through the window, by keyboard alone."""
    window = session.window_id("^Sign in")
    session.run("xdotool", "windowfocus", "--sync", window)
    session.run("xdotool", "type", "--delay", "5", "admin")
    session.run("xdotool", "key", "Tab")
    session.run("xdotool", "type", "--delay", "5", password)
    session.run("xdotool", "key", "Return")


def test_a_service_on_another_machine_requires_a_login(session: DesktopSession, fake: FakeService) -> None:
    session.keyring()
    panel = session.panel()
    refused = {"code": 40104, "error": "bad_credentials", "message": "Name or password is wrong.", "data": None}
    fake.answers["POST", "/auth/login"] = (401, refused)
    with Tray(session, {"service/remote": "true", "service/url": fake.url}) as tray:
        ready(panel, tray, "Not signed in")
        click(panel, "Sign in …")
        sign_in(session, panel, "wrong")
        wait_until(lambda: len(fake.bodies_of("POST", "/auth/login")) == 1, 10, "a try")
        del fake.answers["POST", "/auth/login"]
        session.run("xdotool", "key", "ctrl+a")
        session.run("xdotool", "type", "--delay", "5", "right")
        session.run("xdotool", "key", "Return")
        online(panel, tray, 0)
        assert fake.bodies_of("POST", "/auth/login")[-1] == {"username": "admin", "password": "right", "remember": True}
        wait_until(lambda: keyring_token(session) == "good1", 10, "the token in the keyring")
        everything = tray.log() + tray.settings_file.read_text()
        assert "right" not in everything
        assert "good1" not in everything
        click(panel, "Sign out")
        ready(panel, tray, "Not signed in")
        wait_until(lambda: keyring_token(session) == "", 10, "an empty keyring")
        assert len(fake.bodies_of("POST", "/auth/logout")) == 1


def test_choosing_a_service_elsewhere_asks_for_the_login(session: DesktopSession, fake: FakeService) -> None:
    elsewhere = FakeService()
    panel = session.panel()
    with Tray(session, {"service/url": elsewhere.url}) as tray:
        online(panel, tray, 0)
        click(panel, "Settings …")
        window = session.window_id("^Settings")
        session.run("xdotool", "windowfocus", "--sync", window)
        session.run("xdotool", "key", "Down")  # from the local service to the one elsewhere
        session.run("xdotool", "key", "Return")
        sign_in(session, panel, "right")
        online(panel, tray, 0)
        assert elsewhere.bodies_of("POST", "/auth/login")
    elsewhere.close()


def test_an_address_without_tls_is_refused(session: DesktopSession) -> None:
    panel = session.panel()
    with Tray(session, {"service/remote": "true", "service/url": "http://mail.example.org"}) as tray:
        ready(panel, tray, "Not signed in")
        entries = panel.ask("menu", "menu")["entries"]
        assert any("https://" in one["label"] for one in entries)


def test_after_sleep_the_connection_is_made_anew(session: DesktopSession, fake: FakeService) -> None:
    panel, logind = session.panel(), session.helper("logind.py")
    # The session bus also serves as the system bus.
    session.environment["DBUS_SYSTEM_BUS_ADDRESS"] = session.environment["DBUS_SESSION_BUS_ADDRESS"]
    with Tray(session) as tray:
        online(panel, tray, 0)
        before = len(fake.bodies_of("GET", "/mails/stream"))
        logind.ask("sleep", "slept")
        wait_until(lambda: len(fake.bodies_of("GET", "/mails/stream")) == before + 1, 10, "a new stream")
        online(panel, tray, 0)


@pytest.mark.parametrize("jump", ["-26h", "+26h"])
def test_a_clock_that_jumps_ends_no_connection(session: DesktopSession, fake: FakeService, jump: str) -> None:
    faketime = shutil.which("faketime")
    if faketime is None:
        assert os.environ.get("POSTRIDER_REQUIRE_SERVERS") != "1", "faketime is not installed"
        pytest.skip("faketime is not installed")
    clock = session.directory / "clock"
    clock.write_text("+0\n")
    library = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    daemon, panel = session.notifications(), session.panel()
    session.environment |= {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }
    tray = Tray(session, {"service/start": "false"})
    del session.environment["LD_PRELOAD"]
    with tray:
        online(panel, tray, 0)
        click(panel, "For 30 minutes")
        wait_until(lambda: "held back" in panel.ask("item", "item")["tooltip"], 10, "the pause")
        fake.receive(mail(1))
        clock.write_text(jump + "\n")
        fake.send_event("heartbeat", {"time": "2026-06-05T09:30:15Z"}, durable=False)
        # Neither jump of the clock may stop notices for a day.
        notice(daemon, body="Mail 1\nThe first words")
        assert len(fake.bodies_of("GET", "/mails/stream")) == 1
