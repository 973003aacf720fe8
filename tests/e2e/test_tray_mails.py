# SPDX-License-Identifier: GPL-3.0-or-later
"""Mails in the tray: codes, reminders, undo, search, replies, new mails, and the number in launchers."""

import os
from pathlib import Path
from typing import Any

import pytest
from conftest import click, notice, online
from postrider_desktop import DesktopSession, FakeService, Helper, Tray
from postrider_desktop.fakeservice import TIME, mail
from postrider_support.waiting import wait_until
from test_tray_screens import darken


@pytest.fixture
def daemon(session: DesktopSession) -> Helper:
    return session.notifications()


@pytest.fixture
def panel(session: DesktopSession) -> Helper:
    return session.panel()


def listed(number: int, subject: str, **changes: Any) -> dict[str, Any]:
    """An element of GET /mails, with the additional fields of GET /mails/:id."""
    return {"id": number, "accountId": 1, "from": "ben@example.org", "fromName": "Ben", "subject": subject,
            "summary": "The first words", "isRead": False, "createdAt": TIME, "folderRole": "inbox",
            "replyTo": [], "textBody": "Line 1\nLine 2"} | changes  # fmt: skip


def show_window(session: DesktopSession, panel: Helper) -> str:
    """Opens the main window and focuses it."""
    panel.ask("activate", "activated")
    window = session.window_id("^Postrider")
    session.run("xdotool", "windowfocus", "--sync", window)
    return window


def test_a_code_is_copied(session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.receive(mail(1, subject="Your verification code", preview="Your code is 482913."))
        told = notice(daemon, summary="Anna Berg")
        assert told["actions"][0::2] == ["default", "copy", "read", "delete", "later"]
        assert "Copy 482 913" in told["actions"]
        daemon.send(f"act {told['id']} copy")
        # The clipboard is read by pasting it into the program itself.
        click(panel, "New mail …")
        window = session.window_id("^New mail")
        session.run("xdotool", "windowfocus", "--sync", window)
        session.run("xdotool", "key", "ctrl+v", "Tab", "Tab", "Tab")
        session.run("xdotool", "type", "--delay", "5", "x")
        session.run("xdotool", "key", "ctrl+Return")
        sent = wait_until(lambda: fake.bodies_of("POST", "/mails/send"), 10, "the mail")
        assert sent[0]["to"] == ["482913"]


def test_no_code_is_shown_to_who_hides_texts(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session, {"notices/content": "sender"}) as tray:
        online(panel, tray, 0)
        fake.receive(mail(1, subject="Your verification code is 482913"))
        assert "482" not in "".join(notice(daemon, summary="Anna Berg")["actions"])


def test_a_notice_comes_again(session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper) -> None:
    fake.items = [listed(1, "Hello")]
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.receive(mail(1, subject="Hello"))
        told = notice(daemon, summary="Anna Berg")
        daemon.send(f"act {told['id']} later")
        asked = notice(daemon, summary="When should this notice be shown again?")
        assert asked["actions"][0] == "hour"
        assert asked["actions"][-2:] == ["monday", "On Monday"]
        daemon.send(f"act {asked['id']} hour")
        kept = lambda: tray.settings_file.exists() and "local 1 " in tray.settings_file.read_text()
        wait_until(kept, 10, "the mail's time in the settings")
    # The hour is over (its end is set to the past), and the tray starts again.
    text = tray.settings_file.read_text()
    due = text.split("local 1 ")[1].split()[0].strip('",')
    tray.settings_file.write_text(text.replace(f"local 1 {due}", "local 1 1000000000"))
    since = daemon.mark()
    with Tray(session) as tray:
        again = notice(daemon, since, timeout=30, summary="Ben")
        assert again["body"] == "Hello\nThe first words"
        wait_until(lambda: "local 1 " not in tray.settings_file.read_text(), 10, "the settings without it")


def test_what_was_read_meanwhile_does_not_come_again(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    fake.items = [listed(1, "Hello", isRead=True), listed(2, "Other")]
    with Tray(session, {"notices/snoozed": "local 1 1000000000, local 2 1000000000"}) as tray:
        online(panel, tray, 0)
        notice(daemon, body="Other\nThe first words")
        wait_until(lambda: [one for one in fake.requests if one[1] == "/mails/1"], 10, "the question")
        assert not [one for one in daemon.all("notify") if one["body"].startswith("Hello")]


def test_a_deletion_may_be_taken_back(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        for number in (1, 2):
            fake.receive(mail(number, account=number), account=number)
            told = notice(daemon, body=f"Mail {number}\nThe first words")
            daemon.send(f"act {told['id']} delete")
            undo = daemon.wait(
                "notify",
                lambda told, n=number: told["summary"] == "Mail deleted" and f"Mail {n}" in told["body"],
            )
            if number == 1:
                daemon.send(f"act {undo['id']} undo")
        wait_until(lambda: fake.bodies_of("DELETE", "/mails/2") == [None], 20, "the deletion")
        assert fake.bodies_of("DELETE", "/mails/1") == []


def test_what_was_deleted_is_gone_also_at_the_end(session: DesktopSession, fake: FakeService, panel: Helper) -> None:
    fake.items = [listed(9, "Hi")]
    with Tray(session) as tray:
        online(panel, tray, 0)
        show_window(session, panel)
        session.run("xdotool", "key", "alt+n", "Down", "Home", "Delete")
        tray.quit()
    assert fake.bodies_of("DELETE", "/mails/9") == [None]


def test_search_finds_while_a_person_types(session: DesktopSession, fake: FakeService, panel: Helper, browser) -> None:  # type: ignore[no-untyped-def]
    fake.items = [listed(1, "Invoice of May"), listed(2, "Holidays"), listed(3, "Invoice of June")]
    refused = {"code": 40003, "error": "invalid_parameter", "message": "No.", "data": None}
    with Tray(session) as tray:
        online(panel, tray, 0)
        show_window(session, panel)
        session.run("xdotool", "key", "ctrl+f")
        session.run("xdotool", "type", "--delay", "20", "holi & +1")
        wait_until(
            lambda: ("/mails", {"q": "holi & +1", "pageSize": "30"}) in fake.queries,
            10,
            "the question",
        )
        session.run("xdotool", "key", "ctrl+a")
        session.run("xdotool", "type", "--delay", "20", "holi")
        wait_until(lambda: ("/mails", {"q": "holi", "pageSize": "30"}) in fake.queries, 10, "the question")
        session.run("xdotool", "key", "Return")

        def open_first() -> Any:
            session.run("xdotool", "key", "Return")
            return browser()

        wait_until(open_first, 10, "the page of what was found")
        assert set(browser()) == {f"{fake.url}/mails/2"}
        # A text that the service cannot parse as a query with operators is searched for literally.
        fake.answers["GET", "/mails"] = (400, refused)
        session.run("xdotool", "key", "ctrl+f", "ctrl+a")
        session.run("xdotool", "type", "--delay", "5", "from:")
        wait_until(
            lambda: any(query.get("keyword") == "from:" for _, query in fake.queries),
            10,
            "the words",
        )


def test_the_menu_of_a_mail_by_keyboard(session: DesktopSession, fake: FakeService, panel: Helper) -> None:
    fake.items = [listed(9, "Hi")]
    with Tray(session) as tray:
        online(panel, tray, 0)
        show_window(session, panel)
        session.run("xdotool", "key", "alt+n", "Down", "Home", "Menu")
        wait_until(
            lambda: len(session.run("xdotool", "search", "--onlyvisible", "--class", "postrider-tray").split()) > 1,
            10,
            "the menu",
        )
        session.run("xdotool", "key", "Down", "Down", "Down", "Return")  # Open, Reply, Mark as read
        wait_until(lambda: fake.bodies_of("PUT", "/mails/9/read") == [{"isRead": True}], 10, "read")


def choose_unsubscribe(session: DesktopSession) -> str:
    """Chooses Unsubscribe in the menu of the first mail, by keyboard; returns the window that opens."""
    session.run("xdotool", "key", "alt+n", "Down", "Home", "Menu")
    wait_until(lambda: len(session.run("xdotool", "search", "--onlyvisible", "--class", "postrider-tray").split()) > 1,
               10, "the menu")  # fmt: skip
    session.run("xdotool", "key", "Up", "Up", "Return")  # from the end: Delete, Unsubscribe
    window = session.window_id("^Unsubscribe")
    session.run("xdotool", "windowfocus", "--sync", window)
    return window


def of_a_list(**offered: Any) -> dict[str, Any]:
    return {"oneClick": False, "url": None, "email": None} | offered


def test_a_list_is_left_after_a_question(
    session: DesktopSession, fake: FakeService, panel: Helper, tmp_path: Path
) -> None:
    screens = Path(os.environ.get("POSTRIDER_SCREENS") or tmp_path)
    fake.items = [listed(9, "News", unsubscribe=of_a_list(oneClick=True, url="https://news.example/leave?t=1"))]
    with Tray(session) as tray:
        online(panel, tray, 0)
        window = show_window(session, panel)
        choose_unsubscribe(session)
        session.run("xdotool", "key", "Escape")
        wait_until(lambda: not any("Unsubscribe" in title for title in session.windows()), 10, "no question")
        assert fake.bodies_of("POST", "/mails/9/unsubscribe") == [], "it was taken back"
        session.run("xdotool", "windowfocus", "--sync", window)
        question = choose_unsubscribe(session)
        session.screenshot(screens / "unsubscribe.png", question)
        session.run("xdotool", "key", "alt+u")
        wait_until(lambda: len(fake.bodies_of("POST", "/mails/9/unsubscribe")) == 1, 10, "the call")
        session.window_id("^Unsubscribe")  # shows the result


def test_a_list_that_requires_a_mail_opens_a_draft(session: DesktopSession, fake: FakeService, panel: Helper) -> None:
    fake.items = [listed(9, "News", unsubscribe=of_a_list(email="mailto:leave@news.example?subject=Leave%20me"))]
    with Tray(session) as tray:
        online(panel, tray, 0)
        show_window(session, panel)
        choose_unsubscribe(session)
        session.run("xdotool", "key", "alt+w")
        window = session.window_id("^Leave me|^New mail")
        session.run("xdotool", "windowfocus", "--sync", window)
        session.run("xdotool", "key", "ctrl+Return")
        sent = wait_until(lambda: fake.bodies_of("POST", "/mails/send"), 10, "the mail")
        assert (sent[0]["to"], sent[0]["subject"]) == (["leave@news.example"], "Leave me")


def test_a_failed_unsubscription_is_notified(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    fake.items = [listed(9, "News", unsubscribe=of_a_list(oneClick=True, url="https://news.example/leave"))]
    fake.answers["POST", "/mails/9/unsubscribe"] = (
        502,
        {"code": 50207, "error": "unsubscribe_failed", "message": "No.", "data": None},
    )
    with Tray(session) as tray:
        online(panel, tray, 0)
        show_window(session, panel)
        choose_unsubscribe(session)
        session.run("xdotool", "key", "alt+u")
        told = notice(daemon, summary="Unsubscribing from the list failed")
        assert "you may still be subscribed" in told["body"]


def test_an_answer_quotes_and_goes_out_once(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    fake.items = [listed(9, "Hi")]
    fake.answers["POST", "/mails/send"] = (
        502,
        {"code": 50203, "error": "smtp_unreachable", "message": "Away.", "data": None},
    )
    with Tray(session) as tray:
        online(panel, tray, 0)
        show_window(session, panel)
        session.run("xdotool", "key", "alt+n", "Down", "Home", "Menu")
        wait_until(
            lambda: len(session.run("xdotool", "search", "--onlyvisible", "--class", "postrider-tray").split()) > 1,
            10,
            "the menu",
        )
        session.run("xdotool", "key", "Down", "Down", "Return")
        window = session.window_id("^Reply")
        session.run("xdotool", "windowfocus", "--sync", window)
        session.run("xdotool", "type", "--delay", "5", "Fine <b>")
        session.run("xdotool", "key", "ctrl+Return")
        wait_until(lambda: fake.bodies_of("POST", "/mails/send"), 10, "the mail")
        del fake.answers["POST", "/mails/send"]

        def again() -> Any:
            session.run("xdotool", "key", "ctrl+Return")
            return len(fake.bodies_of("POST", "/mails/send")) >= 2

        wait_until(again, 10, "the second try")
        told = notice(daemon, summary="The mail is sent")
        assert told["body"] == "Re: Hi"
        written = fake.bodies_of("POST", "/mails/send")[-1]
        assert written["to"] == ["ben@example.org"]
        assert written["replyToMailId"] == 9
        assert written["body"].startswith("<div>Fine &lt;b&gt;</div>")
        assert "<div>&gt; Line 1</div><div>&gt; Line 2</div>" in written["body"]
        assert len(set(fake.keys)) == 1 and fake.keys[0]


def test_a_link_to_write_a_mail(session: DesktopSession, fake: FakeService, panel: Helper) -> None:
    with Tray(session, arguments=("mailto:a@example.org?subject=First",)) as tray:
        online(panel, tray, 0)
        session.window_id("^New mail")
        status, _ = tray.again("mailto:b@example.org?subject=Second&body=" + "x" * 5000)
        assert status == 0
        wait_until(
            lambda: sum(title.startswith("New mail") for title in session.windows()) >= 2,
            10,
            "both windows",
        )
        window = session.window_id("^New mail")
        session.run("xdotool", "windowfocus", "--sync", window)
        session.run("xdotool", "key", "ctrl+Return")
        wait_until(lambda: fake.bodies_of("POST", "/mails/send"), 10, "a mail")
        written = fake.bodies_of("POST", "/mails/send")[0]
        assert (written["to"], written["subject"]) in (
            (["a@example.org"], "First"),
            (["b@example.org"], "Second"),
        )


def test_launchers_show_the_number(session: DesktopSession, fake: FakeService, panel: Helper) -> None:
    log = session.directory / "launcher.log"
    session.start("dbus-monitor", "--session", "interface='com.canonical.Unity.LauncherEntry'", output=log)
    wait_until(lambda: "NameAcquired" in log.read_text(), 10, "the monitor")
    fake.unread = 7
    with Tray(session) as tray:
        online(panel, tray, 7)
        wait_until(
            lambda: "application://postrider-tray.desktop" in log.read_text() and "int64 7" in log.read_text(),
            10,
            "the number",
        )
        fake.unread = 0
        fake.send_event("stats.updated", {"account_id": 1}, durable=False)
        wait_until(lambda: "int64 0" in log.read_text(), 10, "no number")


@pytest.mark.parametrize("look", ["light", "dark", "double"])
def test_pictures_of_search_undo_and_a_new_mail(
    session: DesktopSession, fake: FakeService, panel: Helper, tmp_path: Path, look: str
) -> None:
    """Pictures for people to look at. They go to the folder POSTRIDER_SCREENS, if that is set."""
    screens = Path(os.environ.get("POSTRIDER_SCREENS") or tmp_path)
    fake.items = [listed(number, f"Invoice {number} of the year") for number in range(1, 9)]
    if look == "dark":
        darken(session)
    if look == "double":
        session.environment["QT_SCALE_FACTOR"] = "2"
    with Tray(session) as tray:
        online(panel, tray, 0)
        window = show_window(session, panel)
        session.run("xdotool", "key", "alt+n", "Down", "Home", "Delete", "ctrl+f")
        session.run("xdotool", "type", "--delay", "20", "invoice")
        wait_until(lambda: any(q.get("q") == "invoice" for _, q in fake.queries), 10, "a question")
        session.screenshot(screens / f"{look}-search.png", window)
        session.run("xdotool", "key", "Return", "Menu")
        menus = ("xdotool", "search", "--onlyvisible", "--class", "postrider-tray")
        wait_until(lambda: len(session.run(*menus).split()) > 1, 10, "the menu")
        session.run("xdotool", "key", "Down", "Down", "Return")
        reply = session.window_id("^Reply")
        session.run("xdotool", "windowfocus", "--sync", reply)
        session.screenshot(screens / f"{look}-reply.png", reply)
