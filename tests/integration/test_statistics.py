# SPDX-License-Identifier: GPL-3.0-or-later
"""GET /mails/stats/history and /senders: which mails count, on which day, only once, and for whom."""

import time
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from postrider_support import Client, Dovecot, Service, SmtpScript, User, wait_until
from postrider_support.letters import all_mails, letter, mails_when, synced_account
from postrider_support.sending import mail, outbox
from test_users import NINA_PASSWORD, added, logged_in

NOWHERE = 9007199254740991
DAY = 86400
FOLDERS = ["INBOX", "Sent", "Junk", "Trash"]
SEEN = ("\\Seen",)
# Noon of today, from which ages count: whole days before it are noon too, far from midnight, so that a test
# that runs over midnight finds these mails too.
NOON = int(time.time()) // DAY * DAY + DAY // 2
TODAY = datetime.fromtimestamp(NOON, UTC).date()


@dataclass(frozen=True)
class Put:
    """A mail as the test put it into the mailbox."""

    days_ago: float
    sender: tuple[str, str] = ("Anna Berg", "anna@example.com")
    folder: str = "INBOX"
    flags: tuple[str, ...] = ()

    @property
    def received_at(self) -> int:
        return int(NOON - self.days_ago * DAY)


ANNA, CAPITAL_ANNA = ("Anna Berg", "anna@example.com"), ("Anna Berg-Neu", "Anna@Example.COM")
BOX = [
    Put(0.4), Put(0.5 - 1 / DAY, flags=SEEN), Put(0.5), Put(0.5 + 1 / DAY),
    Put(1, CAPITAL_ANNA), Put(1.2, ("", "anna@example.com"), flags=SEEN), Put(30, ("Older Anna", "ANNA@example.com")),
    Put(3, ("", "nobody@example.com")), Put(3, ("", "nobody@example.com"), flags=SEEN),
    Put(3, ("Zoë Żak", "zoe@example.org")), Put(4, ("Zoë", "zoe@example.org"), "Junk"),
    Put(5, ("Carl", "carl@example.org"), "Trash", SEEN),
    Put(6, ("Me", "box@example.com"), "Sent", SEEN), Put(6.1, ("Me", "box@example.com"), "Sent", SEEN),
    Put(89, ("Long ago", "long@example.org")), Put(90, ("Longer ago", "longer@example.org")),
    Put(399, ("Last year", "year@example.org")), Put(400, ("Too old", "old@example.org")),
]  # fmt: skip


def filled(dovecot: Dovecot, user: User, mails: list[Put]) -> None:
    with dovecot.mailbox(user) as box:
        for folder in FOLDERS[1:]:
            box.create(folder)
        for one in mails:
            box.append(
                letter(sender=one.sender, sent_at=one.received_at),
                one.folder,
                one.flags,
                one.received_at,
            )


@pytest.fixture(scope="module")
def account(service: Service, token: str, dovecot: Dovecot) -> int:
    """An account with everything that is in BOX."""
    client = service.client()
    client.token = token
    user = dovecot.add_user("counted")
    filled(dovecot, user, BOX)
    made = synced_account(client, dovecot.account(user, folders=FOLDERS))["id"]
    mails_when(client, len(BOX), accountId=made)
    return made


def history(client: Client, **query: Any) -> dict[date, tuple[int, int]]:
    """Received and sent by day, without the days that have no mail; no day may be missing in the answer."""
    answer = client.get("/mails/stats/history", **query).ok()
    days = [date.fromisoformat(item["date"]) for item in answer["items"]]
    assert (answer["from"], answer["to"]) == (str(days[0]), str(days[-1]))
    assert days == [days[0] + timedelta(number) for number in range(len(days))]
    assert TODAY <= days[-1] <= TODAY + timedelta(1), "the last day is today, or tomorrow after midnight"
    assert len(days) == query.get("days", 90)
    return {day: (item["received"], item["sent"]) for day, item in zip(days, answer["items"])
            if item["received"] or item["sent"]}  # fmt: skip


def model(days: int) -> dict[date, tuple[int, int]]:
    counts: dict[date, tuple[int, int]] = {}
    for one in BOX:
        day = datetime.fromtimestamp(one.received_at, UTC).date()
        received, sent = counts.get(day, (0, 0))
        is_sent = one.folder == "Sent"
        if TODAY - timedelta(days) < day <= TODAY:
            counts[day] = (received + (not is_sent), sent + is_sent)
    return counts


# -- each day


@pytest.mark.parametrize("days", [1, 2, 7, 90, 400])
def test_mails_count_on_their_day_of_utc(client: Client, account: int, days: int) -> None:
    if datetime.now(UTC).date() != TODAY:
        pytest.skip("midnight has passed since the mails were made")
    assert history(client, accountId=account, days=days) == model(days)


def test_ninety_days_are_asked_for_where_nothing_is_said(client: Client, account: int) -> None:
    assert history(client, accountId=account) == history(client, accountId=account, days=90)


def test_each_day_counts_what_the_default_list_shows(client: Client, account: int) -> None:
    """Junk and trash count too; mails in the folder of sent mails count as sent."""
    for day, (received, sent) in history(client, accountId=account, days=400).items():
        span = {"since": f"{day}T00:00:00Z", "before": f"{day + timedelta(1)}T00:00:00Z"}
        assert client.get("/mails", accountId=account, **span).ok()["total"] == received + sent
        assert client.get("/mails", accountId=account, folder="Sent", **span).ok()["total"] == sent


def test_history_of_an_unknown_account_is_zeros(client: Client, account: int) -> None:
    assert history(client, accountId=NOWHERE, days=7) == {}
    assert client.get("/mails/stats/senders", accountId=NOWHERE).ok() == {"items": []}


def test_new_and_deleted_mails_count_at_once(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    filled(dovecot, mail_user, [Put(1), Put(1), Put(2)])
    made = synced_account(client, dovecot.account(mail_user, folders=FOLDERS))["id"]
    day = TODAY - timedelta(1)
    assert history(client, accountId=made, days=10) == {day: (2, 0), day - timedelta(1): (1, 0)}
    newest = all_mails(client, accountId=made)[0]
    client.delete(f"/mails/{newest['id']}").ok()
    assert history(client, accountId=made, days=10) == {day: (1, 0), day - timedelta(1): (1, 0)}
    client.delete(f"/accounts/{made}").ok()
    assert history(client, accountId=made, days=10) == {}


def test_hidden_mail_does_not_count(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    filled(dovecot, mail_user, [Put(1), Put(2)])
    made = synced_account(client, dovecot.account(mail_user, onExpunge="hide"))["id"]
    with dovecot.mailbox(mail_user) as box:
        box.delete(box.uids()[:1])
    mails_when(client, 1, accountId=made)
    assert history(client, accountId=made, days=10) == {TODAY - timedelta(2): (1, 0)}
    assert [item["total"] for item in client.get("/mails/stats/senders", accountId=made).ok()["items"]] == [1]


def test_sent_mail_counts_once_when_the_servers_copy_takes_its_place(
    client: Client, dovecot: Dovecot, smtp: SmtpScript, mail_user: User
) -> None:
    filled(dovecot, mail_user, [])
    made = synced_account(
        client,
        dovecot.account(
            mail_user,
            folders=FOLDERS,
            smtp_host="127.0.0.1",
            smtp_port=smtp.port,
            smtpSecurity="none",
        ),
    )
    sent = client.post("/mails/send", mail(made)).ok()
    assert client.get("/mails", accountId=made["id"], folder="$sent").ok()["total"] == 1
    (today,) = history(client, accountId=made["id"], days=2).items()
    assert today[1] == (0, 1)
    with dovecot.mailbox(mail_user) as box:
        box.append(smtp.mails[0].raw, "Sent", SEEN)
    wait_until(lambda: client.post(f"/accounts/{made['id']}/sync").ok()["state"] == "started", 20, "a look")
    mails_when(client, 1, accountId=made["id"], folder="Sent")
    assert client.get("/mails", accountId=made["id"], folder="$sent").ok()["total"] == 0
    assert outbox(client, sent["id"])["mailId"] == all_mails(client, accountId=made["id"])[0]["id"]
    assert list(history(client, accountId=made["id"], days=2).values()) == [(0, 1)]
    assert client.get("/mails/stats/senders", accountId=made["id"]).ok() == {
        "items": []
    }, "what I sent I did not receive"


# -- senders


def senders(client: Client, account: int, **query: Any) -> list[tuple[str, str, int, int]]:
    items = client.get("/mails/stats/senders", accountId=account, **query).ok()["items"]
    return [(item["address"], item["name"], item["total"], item["unread"]) for item in items]


NINETY = [
    ("anna@example.com", "Anna Berg", 7, 5), ("nobody@example.com", "", 2, 1), ("zoe@example.org", "Zoë Żak", 2, 2),
    ("carl@example.org", "Carl", 1, 0), ("long@example.org", "Long ago", 1, 1),
]  # fmt: skip


def test_senders_with_the_most_mails_come_first(client: Client, account: int) -> None:
    """Addresses are compared without case, names are of the newest mail with one, ties go by address."""
    if datetime.now(UTC).date() != TODAY:
        pytest.skip("midnight has passed since the mails were made")
    assert senders(client, account) == NINETY
    assert senders(client, account, limit=2) == NINETY[:2]
    assert [address for address, *_ in senders(client, account, days=400)] == [
        *(address for address, *_ in NINETY[:4]),
        "long@example.org",
        "longer@example.org",
        "year@example.org",
    ]


def test_name_is_that_of_the_newest_mail_which_has_one(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    filled(
        dovecot,
        mail_user,
        [
            Put(3, ("Old name", "a@example.org")),
            Put(2, ("New name", "A@example.org")),
            Put(1, ("", "a@example.org")),
        ],
    )
    made = synced_account(client, dovecot.account(mail_user))["id"]
    assert senders(client, made, days=10) == [("a@example.org", "New name", 3, 3)]


def test_marking_read_changes_unread(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    filled(dovecot, mail_user, [Put(1), Put(1), Put(2)])
    made = synced_account(client, dovecot.account(mail_user))["id"]
    client.put(f"/mails/{all_mails(client, accountId=made)[0]['id']}/read", {"isRead": True}).ok()
    assert senders(client, made) == [("anna@example.com", "Anna Berg", 3, 2)]


def test_mail_without_a_sender_is_left_out(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    with dovecot.mailbox(mail_user) as box:
        box.append(letter(headers={"From": ""}))
        box.append(letter(sender=("N" * 500, "long@example.org")))
    made = synced_account(client, dovecot.account(mail_user))["id"]
    assert sum(received for received, _ in history(client, accountId=made, days=2).values()) == 2
    ((address, name, total, unread),) = senders(client, made)
    assert (address, total, unread, len(name)) == ("long@example.org", 1, 1, 256)


# -- parameters, and who may read


@pytest.mark.parametrize("path", ["/mails/stats/history", "/mails/stats/senders"])
@pytest.mark.parametrize("query", [{"days": 0}, {"days": 401}, {"days": -1}, {"days": "x"}, {"days": "1.5"},
                                   {"accountId": 0}, {"accountId": "x"}], ids=str)  # fmt: skip
def test_wrong_question_is_refused(client: Client, path: str, query: dict[str, Any]) -> None:
    client.get(path, **query).failed(400, 40003)


@pytest.mark.parametrize("limit", [0, 51, "x"])
def test_wrong_limit_is_refused(client: Client, limit: Any) -> None:
    client.get("/mails/stats/senders", limit=limit).failed(400, 40003)


def test_statistics_need_a_token(service: Service) -> None:
    service.client().get("/mails/stats/history").failed(401, 40101)
    service.client().get("/mails/stats/senders").failed(401, 40101)


@pytest.mark.parametrize(("visibility", "seen"), [("owner", 1), ("shared", 2)])
def test_user_counts_the_accounts_that_they_see(
    fresh_service: Any, dovecot: Dovecot, mail_user: User, visibility: str, seen: int
) -> None:
    service = fresh_service({"visibility": visibility})
    added(service, "nina", NINA_PASSWORD)
    admin, nina = service.admin(), logged_in(service, "nina", NINA_PASSWORD)
    other = dovecot.add_user(f"{mail_user.name}-nina")
    accounts = []
    for client, user in ((admin, mail_user), (nina, other)):
        filled(dovecot, user, [Put(1, (user.name, f"{user.name}@example.com"))])
        accounts.append(synced_account(client, dovecot.account(user))["id"])
    day = TODAY - timedelta(1)
    for client in (admin, nina):
        assert history(client, days=10) == {day: (seen, 0)}
        assert len(client.get("/mails/stats/senders").ok()["items"]) == seen
    foreign = {day: (1, 0)} if visibility == "shared" else {}
    assert history(admin, days=10, accountId=accounts[1]) == foreign
    assert len(senders(admin, accounts[1])) == len(foreign)
    wait_until(lambda: history(nina, days=10, accountId=accounts[1]) == {day: (1, 0)}, 5, "nina's own")
