# SPDX-License-Identifier: GPL-3.0-or-later
"""Notices on the bus: which ones are shown, their texts, and what their buttons do."""

import re

import pytest
from conftest import click, notice, online
from postrider_desktop import DesktopSession, FakeService, Helper, Tray
from postrider_desktop.fakeservice import mail
from postrider_support.waiting import wait_until


@pytest.fixture
def daemon(session: DesktopSession) -> Helper:
    return session.notifications()


@pytest.fixture
def panel(session: DesktopSession) -> Helper:
    return session.panel()


def settle(panel: Helper, fake: FakeService, unread: int) -> None:
    """Waits until the tray has processed all earlier events: it shows the number of one last event."""
    fake.unread = unread
    fake.send_event("stats.updated", {"account_id": 1}, durable=False)
    wait_until(lambda: panel.ask("item", "item")["tooltip"].startswith(f"{unread} unread"), 20, "the last number")


def test_a_notification_of_a_mail_has_buttons(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.receive(mail(1, subject="Hello", from_name="Anna Berg"))
        told = notice(daemon, summary="Anna Berg")
        assert told["body"] == "Hello\nThe first words"
        assert told["actions"][0::2] == ["default", "read", "delete", "later", "star"]  # a single "Open"
        assert told["hints"]["category"] == "email.arrived"


HOSTILE = [
    (
        "markup",
        {"subject": "<b>Hi</b> & <a href='x'>you</a>"},
        "&lt;b&gt;Hi&lt;/b&gt; &amp; &lt;a href='x'&gt;you&lt;/a&gt;",
    ),
    ("NUL", {"subject": "a\0b"}, "a b"),
    ("controls", {"subject": "a\r\nb\u0007\u001b[0m"}, "a b[0m"),
    ("right to left", {"subject": "שלום \u202egpj.exe"}, "שלום gpj.exe"),
    ("lone surrogate", {"subject": "a\ud800b"}, "a\ufffdb"),
    ("nothing", {"subject": ""}, "(no subject)"),
    ("10 kB", {"subject": "x" * 10_240}, "x" * 199 + "…"),
    ("10 kB of CJK", {"subject": "会" * 10_240}, "会" * 199 + "…"),
]


@pytest.mark.parametrize("subjects", [HOSTILE[:5], HOSTILE[5:]])  # more mails at once would be one notice
def test_what_strangers_write_is_harmless(
    session: DesktopSession,
    fake: FakeService,
    daemon: Helper,
    panel: Helper,
    subjects: list[tuple[str, dict[str, str], str]],
) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        for number, (what, fields, subject) in enumerate(subjects, 1):
            since = daemon.mark()
            # Each mail is in an account of its own, so that they do not count as a burst.
            fake.receive(mail(number, account=number, preview="<i>p</i>", **fields), account=number)
            told = daemon.wait("notify", since=since)
            assert told["body"].split("\n")[0] in (subject, subject.replace("'", "&#39;")), what
            assert told["body"].split("\n")[1] == "&lt;i&gt;p&lt;/i&gt;"
        assert not re.search(r"<(?!br)", "".join(one["body"] for one in daemon.all("notify")))


def test_senders_that_strangers_choose_are_harmless(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        for number, name in ((50, "\0\u202e<b>Eve\r\n"), (51, "E" * 10_240), (52, "")):
            since = daemon.mark()
            fake.receive(mail(number, account=number, from_name=name), account=number)
            summary = daemon.wait("notify", since=since)["summary"]
            assert summary in ("<b>Eve", "E" * 79 + "…", "anna@example.org")
        assert not re.search(r"<(?!br)", "".join(one["body"] for one in daemon.all("notify")))


def test_buttons_do_what_they_say(session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper, browser) -> None:  # type: ignore[no-untyped-def]
    with Tray(session) as tray:
        online(panel, tray, 0)
        for number, action in enumerate(("read", "star", "delete", "default"), 1):
            fake.receive(mail(number, account=number), account=number)
            told = notice(daemon, body=f"Mail {number}\nThe first words")
            daemon.send(f"act {told['id']} {action}")
        wait_until(lambda: fake.bodies_of("PUT", "/mails/1/read") == [{"isRead": True}], 10, "read")
        wait_until(lambda: fake.bodies_of("PUT", "/mails/2/star") == [{"isStarred": True}], 10, "star")
        wait_until(lambda: fake.bodies_of("DELETE", "/mails/3") == [None], 20, "delete")
        wait_until(lambda: browser() == [f"{fake.url}/mails/4"], 10, "a page")


def test_buttons_of_other_programs_do_nothing(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.receive(mail(1))
        told = notice(daemon, summary="Anna Berg")
        for foreign in (told["id"] + 1, 4711):
            daemon.send(f"act {foreign} delete")
        daemon.send(f"act {told['id']} star")
        wait_until(lambda: fake.bodies_of("PUT", "/mails/1/star"), 10, "our own")
        assert [one for one in fake.requests if one[0] == "DELETE"] == []


def test_a_button_that_fails_says_so(session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper) -> None:
    refused = {"code": 50700, "error": "storage_full", "message": "No space is left.", "data": None}
    fake.answers["PUT", "/mails/1/read"] = (507, refused)
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.receive(mail(1))
        told = notice(daemon, summary="Anna Berg")
        daemon.send(f"act {told['id']} read")
        failure = notice(daemon, summary="The mail could not be marked as read")
        assert failure["body"] == "The disk of the mail service is full. Free some space and try again."


def test_thirty_mails_in_a_burst_are_few_notices(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        for number in range(1, 31):
            fake.receive(mail(number))
        last = notice(daemon, summary="30 new mails")
        assert last["body"] == "Work"
        everything = daemon.all("notify")
        assert len({one["id"] for one in everything}) <= 3
        # The first notices, each for one mail, were closed, so one notice is left.
        closed = {one["id"] for one in daemon.all("close")}
        assert {one["id"] for one in everything} - closed == {last["id"]}


def test_thirty_mailboxes_at_once_are_few_notices(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    fake.accounts = [{"id": n, "name": f"Box {n}", "email": f"box{n}@example.org"} for n in range(1, 31)]
    with Tray(session) as tray:
        online(panel, tray, 0)
        for account in range(1, 31):
            fake.receive(*[mail(account * 10 + n, account=account) for n in range(3)], account=account)
        last = notice(daemon, summary="90 new mails", timeout=20)
        assert last["body"].splitlines()[0] == "\u2068Box 1\u2069: 3"
        assert last["body"].splitlines()[-1] == "and 24 more mailboxes"
        everything = daemon.all("notify")
        closed = {one["id"] for one in daemon.all("close")}
        assert {one["id"] for one in everything} - closed == {last["id"]}
        assert len({one["id"] for one in everything}) <= 7


def test_notices_name_the_mailbox_where_there_are_several(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    fake.accounts.append({"id": 2, "name": "Home", "email": "home@example.org"})
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.receive(mail(1, account=2), account=2)
        notice(daemon, summary="\u2068Anna Berg\u2069 – \u2068Home\u2069")


def test_eight_hundred_at_once_are_one_notice(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.receive(*[mail(number) for number in range(1, 51)], count=500)
        fake.receive(*[mail(number) for number in range(501, 551)], count=300)
        notice(daemon, summary="800 new mails")
        assert len({one["id"] for one in daemon.all("notify")}) == 1


def test_what_was_there_before_is_no_news(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    fake.unread = 800
    fake.items = [
        {
            "id": n,
            "accountId": 1,
            "from": "a@example.org",
            "fromName": "",
            "subject": "old",
            "summary": "",
            "isRead": False,
            "createdAt": "2026-06-05T09:29:00Z",
            "folderRole": "inbox",
        }
        for n in range(1, 9)
    ]
    with Tray(session) as tray:
        online(panel, tray, 800)
        settle(panel, fake, 799)
        assert daemon.all("notify") == []
        fake.receive(mail(900))
        notice(daemon, body="Mail 900\nThe first words")
        assert len(daemon.all("notify")) == 1


def test_read_or_deleted_elsewhere_is_taken_away(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.receive(mail(1))
        fake.receive(mail(2))
        one = notice(daemon, body="Mail 1\nThe first words")["id"]
        two = notice(daemon, body="Mail 2\nThe first words")["id"]
        fake.send_event("mail.updated", {"account_id": 1, "ids": [1], "changes": {"is_read": True}})
        daemon.wait("close", lambda told: told["id"] == one)
        fake.send_event("mail.deleted", {"account_id": 1, "ids": [2]})
        daemon.wait("close", lambda told: told["id"] == two)


def test_a_break_loses_and_repeats_nothing(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.receive(mail(1))
        notice(daemon, body="Mail 1\nThe first words")
        fake.drop_streams()
        wait_until(lambda: fake.streams == 0, 10, "the end of the stream")
        fake.receive(mail(2))
        fake.receive(mail(3))
        fake.send_event("mail.updated", {"account_id": 1, "ids": [3], "changes": {"is_read": True}})
        notice(daemon, body="Mail 2\nThe first words")
        settle(panel, fake, 5)
        bodies = [one["body"].split("\n")[0] for one in daemon.all("notify")]
        assert bodies == ["Mail 1", "Mail 2"]  # mail 3 was read meanwhile


def test_after_a_resync_the_list_tells(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.receive(mail(1))
        notice(daemon, body="Mail 1\nThe first words")
        listed = {
            "accountId": 1,
            "from": "a@example.org",
            "fromName": "Ben",
            "summary": "",
            "isRead": False,
            "createdAt": "2026-06-05T09:31:00Z",
        }
        fake.items = [
            listed | {"id": 4, "subject": "four", "folderRole": "inbox"},
            listed | {"id": 3, "subject": "junk", "folderRole": "junk"},
            listed | {"id": 1, "subject": "known", "folderRole": "inbox"},
        ]
        fake.send_event("resync", {"reason": "overflow"}, durable=False)
        notice(daemon, body="four")
        settle(panel, fake, 5)
        assert [one["body"].split("\n")[0] for one in daemon.all("notify")] == ["Mail 1", "four"]
        asked = [path for verb, path, _ in fake.requests if path == "/mails"]
        assert asked


def test_a_pause_holds_back_and_ends_in_one(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    fake.accounts.append({"id": 2, "name": "Home", "email": "home@example.org"})
    with Tray(session) as tray:
        online(panel, tray, 0)
        click(panel, "For 1 hour")
        wait_until(lambda: "held back" in panel.ask("item", "item")["tooltip"], 10, "the pause in the tooltip")
        fake.receive(mail(1), mail(2))
        fake.receive(mail(3, account=2), account=2)
        settle(panel, fake, 3)
        assert daemon.all("notify") == []
        label = next(one["label"] for one in panel.ask("menu", "menu")["entries"] if "paused until" in one["label"])
        click(panel, label)
        told = notice(daemon, summary="3 new mails")
        assert told["body"] == "\u2068Work\u2069: 2\n\u2068Home\u2069: 1"
        assert len(daemon.all("notify")) == 1


def test_quiet_hours_are_kept(session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper) -> None:
    with Tray(session, {"quiet/daily": "true", "quiet/from": "00:00", "quiet/to": "23:59"}) as tray:
        wait_until(lambda: fake.streams == 1, 20, "a connection")
        panel.wait("registered")
        fake.receive(mail(1))
        settle(panel, fake, 1)
        assert "held back" in panel.ask("item", "item")["tooltip"]
        assert daemon.all("notify") == []
        assert tray.running


def test_a_muted_mailbox_shows_no_notifications(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    fake.accounts += [
        {"id": 2, "name": "Home", "email": "h@example.org"},
        {"id": 3, "name": "Lists", "email": "l@example.org", "notify": False},
    ]
    with Tray(session, {"notices/muted": "2"}) as tray:
        online(panel, tray, 0)
        for account in (2, 3, 1):
            fake.receive(mail(account, account=account), account=account)
        notice(daemon, body="Mail 1\nThe first words")
        settle(panel, fake, 3)
        assert len(daemon.all("notify")) == 1
        assert tray.running


def test_what_notices_show_is_the_persons_choice(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session, {"notices/content": "sender"}) as tray:
        online(panel, tray, 0)
        fake.receive(mail(1))
        assert notice(daemon, summary="Anna Berg")["body"] == ""


def test_a_mailbox_that_needs_attention_is_notified_once(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.accounts[0] |= {"status": "error", "errorCode": "auth_failed"}
        for _ in range(2):
            fake.send_event("account.health", {"account_id": 1, "status": "error"}, durable=False)
        told = notice(daemon, summary="A mailbox needs your attention")
        assert told["body"] == "\u2068Work\u2069: sign in again"
        fake.accounts[0] |= {"status": "active", "errorCode": None}
        fake.send_event("account.health", {"account_id": 1, "status": "active"}, durable=False)
        daemon.wait("close", lambda one: one["id"] == told["id"])
        assert len(daemon.all("notify")) == 1


def test_a_locked_keyring_of_many_mailboxes_is_one_notice(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    fake.accounts = [{"id": n, "name": f"Box {n}", "email": f"box{n}@example.org"} for n in range(1, 31)]
    with Tray(session) as tray:
        online(panel, tray, 0)
        for account in fake.accounts:
            account |= {"status": "error", "errorCode": "secret_locked"}
        fake.send_event("account.health", {"account_id": 1, "status": "error"}, durable=False)
        told = notice(daemon, summary="30 mailboxes need your attention")
        assert told["body"].splitlines()[0] == "\u2068Box 1\u2069: the keychain is locked"
        assert len(daemon.all("notify")) == 1
        for account in fake.accounts:
            account |= {"status": "active", "errorCode": None}
        fake.send_event("account.health", {"account_id": 1, "status": "active"}, durable=False)
        daemon.wait("close", lambda one: one["id"] == told["id"])


def test_a_refused_sync_is_shown(session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper) -> None:
    refused = {"code": 42902, "error": "rate_limited", "message": "Too many requests.", "data": None}
    fake.answers["POST", "/accounts/1/sync"] = (429, refused)
    with Tray(session) as tray:
        online(panel, tray, 0)
        click(panel, "Sync now")
        told = notice(daemon, summary="The mailbox could not be synchronised")
        assert told["body"] == "Work: The mail service is busy. Please try again in a moment."
        wait_until(
            lambda: any("The mail service is busy." in one["label"] for one in panel.ask("menu", "menu")["entries"]),
            10,
            "the reason in the menu",
        )


def test_a_missing_browser_is_shown(session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper) -> None:
    session.environment["PATH"] = str(session.directory)  # a folder without programs
    session.environment.pop("BROWSER", None)
    with Tray(session) as tray:
        online(panel, tray, 0)
        click(panel, "Open mail in the browser")
        assert fake.url in notice(daemon, summary="The page could not be opened")["body"]
        tray.kill()  # not `quit()`, which fails because Qt logged a warning


def test_without_notices_a_failure_opens_the_window(session: DesktopSession, fake: FakeService, panel: Helper) -> None:
    refused = {"code": 42902, "error": "rate_limited", "message": "Too many requests.", "data": None}
    fake.answers["POST", "/accounts/1/sync"] = (429, refused)
    with Tray(session) as tray:
        online(panel, tray, 0)
        click(panel, "Sync now")
        session.window_id("^Postrider$")


def test_the_services_own_words_are_shown(session: DesktopSession, fake: FakeService, panel: Helper) -> None:
    fake.accounts[0] |= {
        "status": "error",
        "errorCode": "tls_failed",
        "errorMessage": "The mail server speaks no TLS on port 993 & ends.",
    }
    with Tray(session) as tray:
        online(panel, tray, 0)
        labels = [one["label"] for one in panel.ask("menu", "menu")["entries"]]
        assert any(
            "no encrypted connection to the mail server (The mail server speaks" in label for label in labels
        ), labels


def test_a_daemon_that_is_restarted_gets_the_next(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.receive(mail(1))
        notice(daemon, summary="Anna Berg")
        daemon.stop()
        wait_until(lambda: not session.has_owner("org.freedesktop.Notifications"), 10, "the daemon to be gone")
        fake.receive(mail(2))
        settle(panel, fake, 2)
        fresh = session.notifications()
        wait_until(
            lambda: (
                fake.receive(mail(100 + len(fake.kept), account=len(fake.kept)), account=len(fake.kept)),
                fresh.all("notify"),
            )[1],
            15,
            "a notice of the new daemon",
        )
        assert fresh.all("notify")[0]["replaces"] == 0


def test_a_daemon_that_hangs_holds_nothing_up(
    session: DesktopSession, fake: FakeService, daemon: Helper, panel: Helper
) -> None:
    with Tray(session) as tray:
        online(panel, tray, 0)
        fake.receive(mail(1))
        notice(daemon, summary="Anna Berg")
        daemon.pause()
        fake.receive(mail(2, account=2), account=2)
        settle(panel, fake, 9)
        daemon.resume()
        notice(daemon, body="Mail 2\nThe first words")
        assert tray.running
