# SPDX-License-Identifier: GPL-3.0-or-later
"""From a new mail to a browser: the content of the notice, and what push services may answer."""

import time
from collections.abc import Callable, Iterator
from email.utils import formatdate
from typing import Any

import pytest
from corpus.writer import generate
from postrider_support import Client, Dovecot, Service, User, wait_until
from postrider_support.letters import all_mails, letter, mails_when, synced_account
from postrider_support.pushservice import Browser, PushService, checked_token
from test_users import NINA_PASSWORD, added, logged_in

ENVIRONMENT = {"POSTRIDER_PUSH_ALLOWED_NETWORKS": "127.0.0.0/8"}
QUICK = {"push.retries": "1", "push.timeout": "2"}
CONFIG = QUICK


@pytest.fixture
def push() -> Iterator[PushService]:
    with PushService() as service:
        yield service


@pytest.fixture
def browser(client: Client, push: PushService) -> Iterator[Browser]:
    """A browser of the user of `client`."""
    one = push.browser()
    client.post("/push/subscribe", one.subscription).ok(201)
    yield one
    client.post("/push/unsubscribe", {"endpoint": one.endpoint}).ok()


@pytest.fixture
def account(client: Client, dovecot: Dovecot, mail_user: User) -> Iterator[dict[str, Any]]:
    """An account that has been synchronised."""
    dovecot.deliver(mail_user, letter("Old"))
    made = synced_account(client, dovecot.account(mail_user))
    yield made
    client.delete(f"/accounts/{made['id']}")


def subscription(client: Client, browser: Browser) -> dict[str, Any] | None:
    found = [one for one in client.get("/push/subscriptions").ok() if one["endpoint"] == browser.endpoint]
    return found[0] if found else None


def subjects(browser: Browser) -> list[str]:
    return [shown["body"] for shown in browser.shown()]


def mail_with(client: Client, account: dict[str, Any], subject: str) -> dict[str, Any]:
    return next(mail for mail in all_mails(client, accountId=account["id"]) if mail["subject"] == subject)


# -- what the browser gets


def test_new_mail_reaches_the_browser(
    client: Client, browser: Browser, push: PushService, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    dovecot.deliver(mail_user, letter("Grüße aus Köln ✉", sender=("Zoë", "zoe@example.com")))
    (shown,) = browser.wait_for(1)
    mail = mail_with(client, account, "Grüße aus Köln ✉")
    assert shown == {
        "title": "Zoë",
        "body": "Grüße aus Köln ✉",
        "icon": "/icons/icon-192x192.png",
        "tag": f"mail-{account['id']}",
        "data": {
            "event": "mail.received",
            "account_id": account["id"],
            "account_email": account["email"],
            "mail_count": 1,
            "mail_id": mail["id"],
            "url": f"/mails/{mail['id']}",
        },
    }
    headers = browser.messages[0].headers
    assert (headers["ttl"], headers["urgency"], headers["topic"]) == ("86400", "high", f"mail-{account['id']}")
    checked_token(headers, push.origin)
    wait_until(lambda: (subscription(client, browser) or {})["lastStatusCode"] == 201, 5, "the note of the success")


def test_every_browser_of_the_user_gets_one_notification(
    client: Client, browser: Browser, push: PushService, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    other = push.browser()
    client.post("/push/subscribe", other.subscription).ok(201)
    for subject in ("First", "Second"):
        dovecot.deliver(mail_user, letter(subject))
        wait_until(
            lambda subject=subject: subject in subjects(browser) and subject in subjects(other),
            15,
            f"{subject} at both",
        )
    assert subjects(browser) == subjects(other) == ["First", "Second"]
    client.post("/push/unsubscribe", {"endpoint": other.endpoint}).ok()


def test_user_who_switched_notifications_off_gets_none(
    fresh_service: Callable[..., Service], push: PushService, dovecot: Dovecot, mail_user: User
) -> None:
    service = fresh_service(QUICK | {"visibility": "shared"}, ENVIRONMENT)
    client = service.admin()
    added(service, "nina", NINA_PASSWORD)
    nina = logged_in(service, "nina", NINA_PASSWORD)
    ours, hers = push.browser(), push.browser()
    client.post("/push/subscribe", ours.subscription).ok(201)
    nina.post("/push/subscribe", hers.subscription).ok(201)
    synced_account(client, dovecot.account(mail_user))
    nina.put("/settings", {"notifications": False}).ok()
    dovecot.deliver(mail_user, letter("Only for one"))
    ours.wait_for(1)
    nina.put("/settings", {"notifications": True}).ok()
    dovecot.deliver(mail_user, letter("For both"))
    hers.wait_for(1)
    assert subjects(hers) == ["For both"]


def test_mails_of_one_pass_share_a_notification(
    fresh_service: Callable[..., Service], push: PushService, dovecot: Dovecot, mail_user: User
) -> None:
    service = fresh_service(QUICK, ENVIRONMENT)
    client = service.admin()
    account = synced_account(client, dovecot.account(mail_user))
    browser = push.browser()
    client.post("/push/subscribe", browser.subscription).ok(201)
    service.stop()
    now = time.time()
    for number in range(3):
        dovecot.deliver(mail_user, letter(f"Mail {number}"), received_at=now - 10 + number)
    service.start()
    client = service.admin()
    (shown,) = browser.wait_for(1)
    assert (shown["title"], shown["body"]) == ("3 new mails", account["email"])
    assert shown["data"] == {
        "event": "mail.received",
        "account_id": account["id"],
        "account_email": account["email"],
        "mail_count": 3,
        "mail_id": mail_with(client, account, "Mail 2")["id"],
        "url": "/",
    }


def test_first_import_sends_no_notification_but_later_mail_does(
    client: Client, browser: Browser, dovecot: Dovecot, mail_user: User
) -> None:
    generate(dovecot.maildir(mail_user).parent, 500, seed=3)
    dovecot.adopt(mail_user)
    account = synced_account(client, dovecot.account(mail_user), 60)
    dovecot.deliver(mail_user, letter("The first new one"))
    assert browser.wait_for(1)[0]["body"] == "The first new one"
    assert len(browser.messages) == 1
    client.delete(f"/accounts/{account['id']}").ok()


def test_mail_that_was_read_elsewhere_sends_no_notification(
    client: Client, browser: Browser, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    with dovecot.mailbox(mail_user) as box:
        box.append(letter("Read"), flags=["\\Seen"])
        mails_when(client, 2, accountId=account["id"])
        box.append(letter("Unread"))
    assert browser.wait_for(1)[0]["body"] == "Unread"


def test_muted_account_sends_no_notification(
    client: Client, browser: Browser, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    client.put(f"/accounts/{account['id']}", {"notify": False}).ok()
    dovecot.deliver(mail_user, letter("Quiet"))
    mails_when(client, 2, accountId=account["id"])
    client.put(f"/accounts/{account['id']}", {"notify": True}).ok()
    dovecot.deliver(mail_user, letter("Loud"))
    assert browser.wait_for(1)[0]["body"] == "Loud"


def test_minimal_notices_name_neither_sender_nor_subject(
    fresh_service: Callable[..., Service], push: PushService, dovecot: Dovecot, mail_user: User
) -> None:
    client = fresh_service(QUICK | {"push_content": "minimal"}, ENVIRONMENT).admin()
    account = synced_account(client, dovecot.account(mail_user))
    browser = push.browser()
    client.post("/push/subscribe", browser.subscription).ok(201)
    dovecot.deliver(mail_user, letter("Secret plan", sender=("Mole", "mole@example.com")))
    (shown,) = browser.wait_for(1)
    assert (shown["title"], shown["body"]) == ("New mail", account["email"])
    plain = browser.decrypt(browser.messages[0])
    assert b"Secret" not in plain and b"ole" not in plain.replace(account["email"].encode(), b"")


def test_huge_subject_is_cut(
    client: Client, browser: Browser, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    dovecot.deliver(mail_user, letter("Ω" * 5000))
    (shown,) = browser.wait_for(1)
    assert shown["body"].endswith("…") and shown["body"].startswith("ΩΩΩ")
    assert client.openapi is not None
    client.openapi.check_call("push", {}, shown)
    assert len(browser.decrypt(browser.messages[0])) <= 3000 and len(browser.messages[0].body) <= 4096


@pytest.mark.parametrize("visibility", ["owner", "shared"])
def test_users_who_may_see_the_account_get_notifications(
    fresh_service: Callable[..., Service], push: PushService, dovecot: Dovecot, mail_user: User, visibility: str
) -> None:
    service = fresh_service(QUICK | {"visibility": visibility}, ENVIRONMENT)
    client = service.admin()
    added(service, "nina", NINA_PASSWORD)
    nina = logged_in(service, "nina", NINA_PASSWORD)
    ours, hers = push.browser(), push.browser()
    client.post("/push/subscribe", ours.subscription).ok(201)
    nina.post("/push/subscribe", hers.subscription).ok(201)
    synced_account(client, dovecot.account(mail_user))
    dovecot.deliver(mail_user, letter("For whom?"))
    ours.wait_for(1)
    if visibility == "shared":
        hers.wait_for(1)
    nina.post("/push/test", {"title": "Last"}).ok()
    expected = ["Last"] if visibility == "owner" else ["Anna Berg", "Last"]
    assert [shown["title"] for shown in hers.shown()] == expected


# -- what push services answer


@pytest.mark.parametrize("status", [404, 410])
def test_subscription_that_is_gone_is_removed(
    client: Client, browser: Browser, dovecot: Dovecot, mail_user: User, account: dict[str, Any], status: int
) -> None:
    browser.will_answer(status)
    dovecot.deliver(mail_user, letter("Anybody there?"))
    wait_until(lambda: subscription(client, browser) is None, 15, "the end of the subscription")
    assert len(browser.messages) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 307])
def test_refused_message_is_counted_and_not_repeated(
    client: Client, browser: Browser, dovecot: Dovecot, mail_user: User, account: dict[str, Any], status: int
) -> None:
    browser.will_answer(status)
    dovecot.deliver(mail_user, letter("Refused"))
    wait_until(lambda: (subscription(client, browser) or {})["failureCount"] == 1, 15, "the failure")
    assert (subscription(client, browser) or {})["lastStatusCode"] == status
    dovecot.deliver(mail_user, letter("Taken"))
    assert [shown["body"] for shown in browser.wait_for(1)] == ["Taken"]
    wait_until(lambda: (subscription(client, browser) or {})["failureCount"] == 0, 5, "the note of the success")


def test_trouble_of_the_service_is_tried_again_in_order(
    client: Client, browser: Browser, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    browser.will_answer(500, 502)
    dovecot.deliver(mail_user, letter("First"))
    wait_until(lambda: browser.messages, 15, "the first try")
    dovecot.deliver(mail_user, letter("Second"))
    assert [shown["body"] for shown in browser.wait_for(2)] == ["First", "Second"]
    assert [message.status for message in browser.messages] == [500, 502, 201, 201]
    tries = [message.at for message in browser.messages]
    assert all(later - earlier > 0.9 for earlier, later in zip(tries[:2], tries[1:3]))


def test_too_large_message_is_sent_again_with_less(
    client: Client, browser: Browser, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    browser.will_answer(413)
    dovecot.deliver(mail_user, letter("Long"))
    (shown,) = browser.wait_for(1)
    assert (shown["title"], shown["body"]) == ("New mail", account["email"])


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("form", ["seconds", "date"])
def test_retry_after_of_a_push_service_pauses_all_its_browsers(
    client: Client,
    browser: Browser,
    push: PushService,
    dovecot: Dovecot,
    mail_user: User,
    account: dict[str, Any],
    status: int,
    form: str,
) -> None:
    other = push.browser()
    client.post("/push/subscribe", other.subscription).ok(201)
    wish = "2" if form == "seconds" else formatdate(time.time() + 4, usegmt=True)
    for one in (browser, other):
        one.will_answer(status, headers={"Retry-After": wish})
    dovecot.deliver(mail_user, letter("Patience"))
    wait_until(lambda: browser.messages and other.messages, 15, "the first tries")
    asked = max(one.messages[0].at for one in (browser, other))
    dovecot.deliver(mail_user, letter("More"))
    mails_when(client, 3, accountId=account["id"])
    browser.wait_for(2)
    other.wait_for(2)
    for one in (browser, other):
        assert one.messages[1].at - asked > 1.5
        assert [shown["body"] for shown in one.shown()] == ["Patience", "More"]
    client.post("/push/unsubscribe", {"endpoint": other.endpoint}).ok()


def test_other_services_do_not_wait_for_one_that_pauses(
    client: Client, browser: Browser, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    browser.will_answer(503, headers={"Retry-After": "3600"})
    with PushService() as elsewhere:
        other = elsewhere.browser()
        client.post("/push/subscribe", other.subscription).ok(201)
        for subject in ("One", "Two"):
            dovecot.deliver(mail_user, letter(subject))
            wait_until(lambda subject=subject: subject in subjects(other), 15, subject)
        client.post("/push/unsubscribe", {"endpoint": other.endpoint}).ok()
    assert len(browser.messages) == 1


def test_service_that_never_answers_holds_up_only_itself(
    client: Client, browser: Browser, push: PushService, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    push.delay = 3  # longer than push.timeout
    with PushService() as elsewhere:
        other = elsewhere.browser()
        client.post("/push/subscribe", other.subscription).ok(201)
        dovecot.deliver(mail_user, letter("Slow and quick"))
        other.wait_for(1)
        wait_until(lambda: (subscription(client, browser) or {})["failureCount"] >= 1, 15, "the time-out")
        assert (subscription(client, browser) or {})["lastStatusCode"] is None
        client.post("/push/unsubscribe", {"endpoint": other.endpoint}).ok()
    push.delay = 0
    assert "Slow and quick" in [shown["body"] for shown in browser.wait_for(1)]


def test_browser_that_fails_for_long_is_left_alone(
    fresh_service: Callable[..., Service], push: PushService, dovecot: Dovecot, mail_user: User
) -> None:
    client = fresh_service(QUICK | {"push.give_up": "2"}, ENVIRONMENT).admin()
    account = synced_account(client, dovecot.account(mail_user))
    browser = push.browser()
    client.post("/push/subscribe", browser.subscription).ok(201)
    browser.will_answer(*[500] * 100)
    dovecot.deliver(mail_user, letter("Lost"))
    wait_until(lambda: not (subscription(client, browser) or {})["active"], 20, "the end of our patience")
    tries = len(browser.messages)
    dovecot.deliver(mail_user, letter("Not tried"))
    mails_when(client, 2, accountId=account["id"])
    browser.answers.clear()
    client.post("/push/subscribe", browser.subscription).ok(200)
    assert (subscription(client, browser) or {})["active"]
    dovecot.deliver(mail_user, letter("Back"))
    assert [shown["body"] for shown in browser.wait_for(1)] == ["Back"]
    assert len(browser.messages) == tries + 1


# -- changes before a notice is sent


def test_deleted_mail_sends_no_notification(
    client: Client, browser: Browser, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    browser.will_answer(503, headers={"Retry-After": "3"})
    dovecot.deliver(mail_user, letter("Deleted meanwhile"))
    wait_until(lambda: browser.messages, 15, "the first try")
    client.delete(f"/mails/{mail_with(client, account, 'Deleted meanwhile')['id']}").ok()
    dovecot.deliver(mail_user, letter("Stays"))
    assert [shown["body"] for shown in browser.wait_for(1)] == ["Stays"]


def test_deleted_account_sends_no_more_notifications(
    client: Client, browser: Browser, dovecot: Dovecot, mail_user: User, account: dict[str, Any]
) -> None:
    browser.will_answer(503, headers={"Retry-After": "3"})
    dovecot.deliver(mail_user, letter("Of a deleted account"))
    wait_until(lambda: browser.messages, 15, "the first try")
    client.delete(f"/accounts/{account['id']}").ok()
    other = client.post("/accounts", dovecot.account(mail_user)).ok(201)
    wait_until(lambda: client.get(f"/accounts/{other['id']}").ok()["lastSyncAt"], 20, "another first sync")
    dovecot.deliver(mail_user, letter("Of another"))
    wait_until(lambda: "Of another" in subjects(browser), 15, "its notice")
    assert "Of a deleted account" not in subjects(browser)
    client.delete(f"/accounts/{other['id']}").ok()
