# SPDX-License-Identifier: GPL-3.0-or-later
"""Mail is fetched whole and once, and stays unchanged at the server, whatever happens on the way."""

import itertools
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from following import events_of, of, run_pass
from madebox import check_against, made_box
from postrider_support import Client, Dovecot, Event, EventStream, Proxy, Service, User, wait_until
from postrider_support.letters import account_when, all_mails, letter, mails_when, settled, synced_account

# Short waits: a poll each second where there is no IDLE, and a new try a second after a failure.
CONFIG = {"sync.poll_interval": "1", "sync.retry_min": "1", "sync.retry_max": "1", "sync.auth_retry_min": "1"}
_numbers = itertools.count(1)


def filled(server: Dovecot, user: User, count: int) -> list[str]:
    """Appends small mails; returns their subjects."""
    subjects = [f"Number {number}" for number in range(count)]
    with server.mailbox(user) as box:
        for number, subject in enumerate(subjects):
            box.append(letter(subject), received_at=time.time() - 86400 + number)
    return subjects


@pytest.fixture
def own_dovecot(scratch: Path) -> Iterator[Dovecot]:
    """A mail server that only this test uses and may stop. A service that `trusting` makes trusts it."""
    with Dovecot(scratch / f"own{next(_numbers)}") as server:
        yield server


def trusting(fresh_service: Any, server: Dovecot, **config: str) -> Any:
    """A service that only this test uses and that trusts that mail server."""
    return fresh_service(
        CONFIG | {name.replace("__", "."): value for name, value in config.items()},
        {"POSTRIDER_MAIL_EXTRA_CA": str(server.ca_file)},
    )


# -- ways to the server


@pytest.mark.parametrize("security", ["auto", "starttls"])
def test_starttls_on_the_plain_port(client: Client, dovecot: Dovecot, mail_user: User, security: str) -> None:
    dovecot.deliver(mail_user, letter("Encrypted"))
    account = synced_account(client, dovecot.account(mail_user, port=dovecot.plain_port, security=security))
    assert [mail["subject"] for mail in all_mails(client, accountId=account["id"])] == ["Encrypted"]


def test_server_without_starttls_gets_no_login(client: Client, scratch: Path) -> None:
    with Dovecot(scratch / f"bare{next(_numbers)}", starttls=False) as server:
        user = server.add_user("bare")
        before = server.logins()
        account = client.post("/accounts", server.account(user, port=server.plain_port, security="auto")).ok(201)
        broken = account_when(client, account["id"], lambda now: now["status"] == "error")
        assert broken["errorCode"] == "tls_failed"
        assert server.logins() == before
        client.delete(f"/accounts/{account['id']}").ok()


def test_chosen_folders_only(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    with dovecot.mailbox(mail_user) as box:
        box.create("Work/Alpha")
        box.create("Private")
        for folder in ("INBOX", "Work/Alpha", "Private", "Sent"):
            box.append(letter(f"In {folder}"), folder)
    account = synced_account(client, dovecot.account(mail_user, folders=["INBOX", "Work/Alpha", "Sent"]))
    mails = {
        mail["subject"]: (mail["folder"], mail["folderRole"]) for mail in all_mails(client, accountId=account["id"])
    }
    assert mails == {"In INBOX": ("INBOX", "inbox"), "In Work/Alpha": ("Work/Alpha", None), "In Sent": ("Sent", "sent")}
    found = client.get("/mails", accountId=account["id"], folder="Work/Alpha").ok()
    assert [mail["subject"] for mail in found["items"]] == ["In Work/Alpha"]


def test_folder_added_later_is_imported_without_notice(
    client: Client, events: EventStream, dovecot: Dovecot, mail_user: User
) -> None:
    with dovecot.mailbox(mail_user) as box:
        box.create("Later")
        box.append(letter("Old one"), "Later")
    account = synced_account(client, dovecot.account(mail_user))
    client.put(f"/accounts/{account['id']}", {"folders": ["INBOX", "Later"]}).ok()
    mails_when(client, 1, accountId=account["id"])
    settled(client, account["id"])
    assert events_of(events, "mail.received", account) == []


@pytest.mark.parametrize(
    "mode, wanted",
    [
        ("all", {"Old read", "Old unread", "New read", "New unread"}),
        ("recent", {"New read", "New unread"}),
        ("unread", {"Old unread", "New unread"}),
    ],
)
def test_sync_mode_chooses_mails(
    client: Client, dovecot: Dovecot, mail_user: User, mode: str, wanted: set[str]
) -> None:
    with dovecot.mailbox(mail_user) as box:
        for age, days in (("Old", 30), ("New", 1)):
            box.append(letter(f"{age} read"), flags=["\\Seen"], received_at=time.time() - days * 86400)
            box.append(letter(f"{age} unread"), received_at=time.time() - days * 86400)
    account = synced_account(client, dovecot.account(mail_user, syncMode=mode, syncDays=7))
    assert {mail["subject"] for mail in all_mails(client, accountId=account["id"])} == wanted


def test_mail_that_is_opened_during_the_import_does_not_wait_for_its_end(client: Client, dovecot: Dovecot) -> None:
    count = 3000
    user, truths = made_box(dovecot, count, seed=31)
    with Proxy(dovecot.tls_port, delay=0.2) as far:
        account = client.post("/accounts", dovecot.account(user, port=far.port)).ok(201)
        wait_until(lambda: client.get("/mails", accountId=account["id"]).ok()["total"] == count, 30, "the list")
        oldest = client.get("/mails", accountId=account["id"], order="asc", pageSize=1).ok()["items"][0]
        assert oldest["bodyState"] == "pending", "newest come first"
        mail = client.get(f"/mails/{oldest['id']}").ok()
        assert mail["bodyState"] == "stored" and mail["headers"]
        assert mail["subject"] == min(truths, key=lambda truth: truth.createdAt).subject
        assert client.get(f"/accounts/{account['id']}").ok()["lastSyncAt"] is None, "the import goes on"


# -- new mail


def test_new_mail_reaches_the_stream_and_the_list_through_idle(
    client: Client, events: EventStream, dovecot: Dovecot, mail_user: User
) -> None:
    account = synced_account(client, dovecot.account(mail_user))
    account_when(client, account["id"], lambda now: now["mode"] == "idle")
    dovecot.deliver(mail_user, letter("News", sender=("Zoë", "zoe@example.com")))
    event = events.wait_for("mail.received", of(account))
    assert (event.data["mail_count"], event.data["account_email"]) == (1, account["email"])
    mail = event.data["mails"][0]
    assert (mail["subject"], mail["from"], mail["from_name"], mail["is_read"]) == (
        "News",
        "zoe@example.com",
        "Zoë",
        False,
    )
    listed = all_mails(client, accountId=account["id"])
    assert [(one["id"], one["subject"]) for one in listed] == [(mail["id"], "News")], "listed when the event comes"


def test_new_mail_is_found_by_polling_without_idle(fresh_service: Any, scratch: Path) -> None:
    with Dovecot(scratch / f"no-idle{next(_numbers)}", idle=False) as server:
        user = server.add_user("poll")
        service = trusting(fresh_service, server)
        client = service.admin()
        account = synced_account(client, server.account(user))
        assert account_when(client, account["id"], lambda now: now["mode"] == "polling")
        with service.events(client.token) as stream:
            server.deliver(user, letter("Polled"))
            assert stream.wait_for("mail.received", of(account)).data["mails"][0]["subject"] == "Polled"
        assert [mail["subject"] for mail in all_mails(client)] == ["Polled"]


def test_server_without_condstore_is_followed_too(fresh_service: Any, scratch: Path) -> None:
    with Dovecot(scratch / f"plain{next(_numbers)}", idle=False, condstore=False) as server:
        user = server.add_user("old")
        filled(server, user, 20)
        client = trusting(fresh_service, server).admin()
        account = synced_account(client, server.account(user))
        with server.mailbox(user) as box:
            box.delete(box.uids()[:5])
        mails_when(client, 15, accountId=account["id"])
        server.deliver(user, letter("Another"))
        mails_when(client, 16, accountId=account["id"])


def test_each_mail_of_a_burst_is_announced_once(
    client: Client, events: EventStream, dovecot: Dovecot, mail_user: User
) -> None:
    account = synced_account(client, dovecot.account(mail_user))
    filled(dovecot, mail_user, 120)
    mails_when(client, 120, accountId=account["id"])

    def notices() -> list[Event]:
        return events_of(events, "mail.received", account)

    wait_until(lambda: sum(event.data["mail_count"] for event in notices()) >= 120, 20, "notices of all mails")
    assert sum(event.data["mail_count"] for event in notices()) == 120
    assert all(len(event.data["mails"]) == min(50, event.data["mail_count"]) for event in notices())
    ids = [mail["id"] for event in notices() for mail in event.data["mails"]]
    assert len(ids) == len(set(ids))


def test_folders_that_are_not_for_incoming_mail_give_no_notice(
    client: Client, events: EventStream, dovecot: Dovecot, mail_user: User
) -> None:
    folders = ["INBOX", "Sent", "Drafts", "Junk", "Trash"]
    account = synced_account(client, dovecot.account(mail_user, folders=folders))
    with dovecot.mailbox(mail_user) as box:
        for folder in folders[1:]:
            box.append(letter(f"In {folder}"), folder)
    client.post(f"/accounts/{account['id']}/sync").ok()
    mails_when(client, 4, accountId=account["id"])
    dovecot.deliver(mail_user, letter("In INBOX"))
    events.wait_for("mail.received", of(account))
    assert [
        mail["subject"] for event in events_of(events, "mail.received", account) for mail in event.data["mails"]
    ] == ["In INBOX"]


def test_first_import_announces_nothing_and_is_synced_once(
    client: Client, events: EventStream, dovecot: Dovecot, mail_user: User
) -> None:
    filled(dovecot, mail_user, 500)
    account = synced_account(client, dovecot.account(mail_user), 60)
    synced = events.wait_for("mail.synced", of(account))
    assert synced.data["new_count"] == 500
    assert client.get("/mails", accountId=account["id"]).ok()["total"] == 500
    assert events_of(events, "mail.received", account) == []
    assert len(events_of(events, "mail.synced", account)) == 1


def test_mail_that_arrives_during_the_first_import_is_announced(
    client: Client, events: EventStream, dovecot: Dovecot
) -> None:
    user, _ = made_box(dovecot, 1500, seed=2)
    account = client.post("/accounts", dovecot.account(user)).ok(201)
    wait_until(lambda: client.get("/mails", accountId=account["id"]).ok()["total"], 20, "the first mails")
    dovecot.deliver(user, letter("In between"))
    settled(client, account["id"], 60)
    mails_when(client, 1501, accountId=account["id"])
    events.wait_for("mail.received", of(account))
    announced = [
        mail["subject"] for event in events_of(events, "mail.received", account) for mail in event.data["mails"]
    ]
    assert announced == ["In between"]


# -- changes that were made here stay


def marked(client: Client, account: dict[str, Any]) -> dict[str, tuple[int, bool, bool]]:
    return {
        mail["subject"]: (mail["id"], mail["isRead"], mail["isStarred"])
        for mail in all_mails(client, accountId=account["id"])
    }


def by_subject(client: Client, account: dict[str, Any]) -> dict[str, int]:
    return {subject: values[0] for subject, values in marked(client, account).items()}


def synced_again(service: Service, client: Client, account: dict[str, Any]) -> None:
    """Runs one pass that begins after this call, and waits for its end."""
    at = f"/accounts/{account['id']}"

    def started() -> bool:
        return client.post(f"{at}/sync").ok()["state"] == "started"

    with service.events(client.token) as stream:
        stream.wait_for("connected")
        wait_until(lambda: client.get(at).ok()["mode"] in ("idle", "polling"), 20, "the end of what runs")
        wait_until(started, 10, "a sync of our own")
        stream.wait_for("mail.synced", of(account), 20)
    settled(client, account["id"])


def test_deleted_read_and_starred_stay_so_after_sync_restart_and_new_uid_validity(
    fresh_service: Any, own_dovecot: Dovecot
) -> None:
    user = own_dovecot.add_user("stay")
    filled(own_dovecot, user, 30)
    service = trusting(fresh_service, own_dovecot)
    client = service.admin()
    account = synced_account(client, own_dovecot.account(user))
    ids = by_subject(client, account)
    client.delete(f"/mails/{ids['Number 1']}").ok()
    client.post("/mails/batch-delete", {"ids": [ids["Number 2"], ids["Number 3"]]}).ok()
    client.put(f"/mails/{ids['Number 4']}/read", {"isRead": True}).ok()
    client.put(f"/mails/{ids['Number 5']}/star", {"isStarred": True}).ok()
    wanted = marked(client, account)
    assert len(wanted) == 27 and wanted["Number 4"][1] and wanted["Number 5"][2]

    synced_again(service, client, account)
    assert marked(client, account) == wanted

    service.restart()
    client = service.admin()
    synced_again(service, client, account)
    assert marked(client, account) == wanted

    with service.events(client.token) as stream:
        stream.wait_for("connected")
        own_dovecot.stop()
        own_dovecot.change_uid_validity(user)
        own_dovecot.start()
        synced_again(service, client, account)
        own_dovecot.deliver(user, letter("After the change"))
        stream.wait_for("mail.received", of(account))
        announced = [mail["subject"] for event in stream.named("mail.received") for mail in event.data["mails"]]
    assert announced == ["After the change"], "no notices for mails that only got new numbers"
    now = marked(client, account)
    del now["After the change"]
    assert now == wanted, "the same ids, nothing twice, nothing back"
    assert client.get("/mails", accountId=account["id"], onServer=False).ok()["total"] == 0
    with own_dovecot.mailbox(user) as box:
        assert len(box.uids()) == 31, "the server keeps what was deleted here"


def test_new_uid_validity_with_many_mails_makes_no_duplicates(fresh_service: Any, own_dovecot: Dovecot) -> None:
    user, truths = made_box(own_dovecot, 800, seed=3)
    service = trusting(fresh_service, own_dovecot)
    client = service.admin()
    account = synced_account(client, own_dovecot.account(user), 60)
    before = {mail["messageId"]: mail["id"] for mail in all_mails(client)}
    service.stop()
    own_dovecot.stop()
    own_dovecot.change_uid_validity(user)
    own_dovecot.start()
    service.start()
    client = service.admin()
    synced_again(service, client, account)
    check_against(truths, all_mails(client))
    assert {mail["messageId"]: mail["id"] for mail in all_mails(client)} == before


def test_server_flags_do_not_undo_local_ones(
    service: Service, client: Client, dovecot: Dovecot, mail_user: User
) -> None:
    filled(dovecot, mail_user, 4)
    account = synced_account(client, dovecot.account(mail_user, flagSync="off"))
    ids = by_subject(client, account)
    client.put(f"/mails/{ids['Number 0']}/read", {"isRead": True}).ok()
    with dovecot.mailbox(mail_user) as box:
        box.store(box.uids()[1:2], "+", ["\\Seen", "\\Flagged"])
    synced_again(service, client, account)
    now = marked(client, account)
    assert now["Number 0"][1:] == (True, False)
    assert now["Number 1"][1:] == (False, False), "flagSync is off"
    with dovecot.mailbox(mail_user) as box:
        assert sorted(map(sorted, box.flags().values())) == [[], [], [], ["\\Flagged", "\\Seen"]]


def test_flags_are_pulled_where_asked_for(
    client: Client, events: EventStream, dovecot: Dovecot, mail_user: User
) -> None:
    filled(dovecot, mail_user, 3)
    account = synced_account(client, dovecot.account(mail_user, flagSync="pull"))
    ids = by_subject(client, account)
    client.put(f"/mails/{ids['Number 0']}/read", {"isRead": True}).ok()
    with dovecot.mailbox(mail_user) as box:
        box.store(box.uids()[1:2], "+", ["\\Seen", "\\Flagged"])
    wait_until(lambda: marked(client, account)["Number 1"][1:] == (True, True), 20, "the server's flags")
    changes: dict[str, bool] = {}
    while changes != {"is_read": True, "is_starred": True}:  # in one event or in two
        event = events.wait_for(
            "mail.updated",
            lambda event: event.data["ids"] == [ids["Number 1"]]
            and event.data["changes"].keys() <= {"is_read", "is_starred"},
        )
        changes |= event.data["changes"]
    assert marked(client, account)["Number 0"][1:] == (True, False), "an unchanged server flag undoes nothing"


@pytest.mark.parametrize("policy, left, hidden", [("hide", 2, 1), ("keep", 3, 0), ("delete", 2, 0)])
def test_mail_gone_from_the_server(
    client: Client, dovecot: Dovecot, mail_user: User, policy: str, left: int, hidden: int
) -> None:
    filled(dovecot, mail_user, 3)
    account = synced_account(client, dovecot.account(mail_user, onExpunge=policy))
    gone = f"/mails/{by_subject(client, account)['Number 0']}"
    with dovecot.mailbox(mail_user) as box:
        box.delete(box.uids()[:1])
    wait_until(lambda: not client.get(gone).ok()["onServer"], 20, "the end of the mail at the server")
    for _ in range(3 if policy == "delete" else 0):  # until it is certain that no other folder has it
        run_pass(client, account)
    assert client.get(gone).status == (404 if policy == "delete" else 200)
    away = client.get("/mails", accountId=account["id"], onServer=False).ok()
    assert [mail["subject"] for mail in away["items"]] == ([] if policy == "delete" else ["Number 0"])
    stats = client.get("/mails/stats", accountId=account["id"]).ok()["items"][0]
    assert (stats["total"], stats["hidden"], stats["unread"]) == (left, hidden, left)
    assert client.get("/mails", accountId=account["id"]).ok()["total"] == left


# -- trouble


def test_refused_login_is_an_error_at_once_and_disturbs_nobody(
    client: Client, events: EventStream, dovecot: Dovecot, mail_user: User
) -> None:
    good = synced_account(client, dovecot.account(mail_user))
    other = dovecot.add_user(f"{mail_user.name}-refused")
    bad = client.post("/accounts", dovecot.account(other, password="wrong")).ok(201)
    broken = account_when(client, bad["id"], lambda now: now["status"] == "error")
    assert broken["errorCode"] == "auth_failed" and broken["errorMessage"]
    assert "wrong" not in broken["errorMessage"]
    health = events.wait_for("account.health", of(bad))
    assert (health.data["status"], health.data["error_code"]) == ("error", "auth_failed")
    assert events.wait_for("account.sync_error", of(bad)).data["error_code"] == "auth_failed"
    dovecot.deliver(mail_user, letter("Still working"))
    events.wait_for("mail.received", of(good))
    assert client.get(f"/accounts/{good['id']}").ok()["status"] == "active"


def test_refused_login_is_not_repeated_at_once(fresh_service: Any, own_dovecot: Dovecot) -> None:
    """Mail servers lock out clients whose logins fail too often."""
    user = own_dovecot.add_user("patient")
    service = trusting(fresh_service, own_dovecot, sync__auth_retry_min="300", stream__heartbeat="1")
    client = service.admin()
    before = own_dovecot.log().count("auth failed")
    with service.events(client.token) as stream:
        account = client.post("/accounts", own_dovecot.account(user, password="wrong")).ok(201)
        account_when(client, account["id"], lambda now: now["status"] == "error")
        wait_until(lambda: own_dovecot.log().count("auth failed") > before, 10, "the server's word on it")
        for _ in range(4):
            stream.wait_for("heartbeat", timeout=5)
    assert own_dovecot.log().count("auth failed") == before + 1


def test_account_in_error_is_tried_at_once_after_a_restart(fresh_service: Any, own_dovecot: Dovecot) -> None:
    user = own_dovecot.add_user("error")
    service = trusting(fresh_service, own_dovecot, sync__retry_min="1", sync__retry_max="3600")
    client = service.admin()
    own_dovecot.stop()
    account = client.post("/accounts", own_dovecot.account(user)).ok(201)
    broken = account_when(client, account["id"], lambda now: now["status"] == "error")
    assert broken["errorCode"] == "connect_failed"
    service.stop()
    own_dovecot.start()
    own_dovecot.deliver(user, letter("Waited"))
    service.config["sync.retry_min"] = service.config["sync.retry_max"] = "3600"
    service.start()
    client = service.admin()
    healed = account_when(client, account["id"], lambda now: now["status"] == "active" and now["mailCount"] == 1)
    assert (healed["errorCode"], healed["errorMessage"]) == (None, None)


def test_refused_login_is_tried_again_after_a_restart(fresh_service: Any, dovecot: Dovecot, mail_user: User) -> None:
    """The next try would come much later; a pass that a person requests comes at once."""
    service = fresh_service({"sync.auth_retry_min": "3600"})
    client = service.admin()
    account = client.post("/accounts", dovecot.account(mail_user, password="later")).ok(201)
    account_when(client, account["id"], lambda now: now["status"] == "error")
    dovecot.add_user(mail_user.name, "later")
    dovecot.deliver(mail_user, letter("Waited"))
    service.restart()
    client = service.admin()
    client.post(f"/accounts/{account['id']}/sync").ok()
    healed = account_when(client, account["id"], lambda now: now["status"] == "active" and now["mailCount"] == 1)
    assert (healed["errorCode"], healed["errorMessage"]) == (None, None)


def test_server_that_goes_away_and_comes_back(fresh_service: Any, own_dovecot: Dovecot) -> None:
    user = own_dovecot.add_user("away")
    service = trusting(fresh_service, own_dovecot)
    client = service.admin()
    account = synced_account(client, own_dovecot.account(user))
    own_dovecot.kill()
    broken = account_when(client, account["id"], lambda now: now["status"] == "error")
    assert broken["errorCode"] == "connect_failed"
    own_dovecot.start()
    own_dovecot.deliver(user, letter("Back"))
    with service.events(client.token, 0) as stream:
        assert stream.wait_for("mail.received", timeout=20).data["mails"][0]["subject"] == "Back"
    healed = account_when(client, account["id"], lambda now: now["status"] == "active")
    assert healed["errorCode"] is None


def test_mail_that_arrived_while_the_service_was_down_is_announced(
    fresh_service: Any, dovecot: Dovecot, mail_user: User
) -> None:
    service = fresh_service(CONFIG)
    client = service.admin()
    account = synced_account(client, dovecot.account(mail_user))
    service.stop()
    dovecot.deliver(mail_user, letter("Meanwhile"))
    service.start()
    client = service.admin()
    mails_when(client, 1, accountId=account["id"])
    with service.events(client.token, 0) as stream:
        assert stream.wait_for("mail.received").data["mails"][0]["subject"] == "Meanwhile"


def test_first_sync_killed_again_and_again_ends_whole(fresh_service: Any, dovecot: Dovecot) -> None:
    user, truths = made_box(dovecot, 3000, seed=4)
    service = fresh_service(CONFIG)
    client = service.admin()
    account = client.post("/accounts", dovecot.account(user)).ok(201)
    for listed in (1, 400, 1500, 3000):
        wait_until(lambda: client.get("/mails", pageSize=1).ok()["total"] >= listed, 60, f"{listed} mails")
        service.kill()
        service.start()
        client = service.admin()
    settled(client, account["id"], 120)
    check_against(truths, all_mails(client))
    with service.events(client.token, 0) as stream:
        dovecot.deliver(user, letter("The first new one"))
        stream.wait_for("mail.received", of(account))
        announced = [mail["subject"] for event in stream.named("mail.received") for mail in event.data["mails"]]
    assert announced == ["The first new one"], "imported mail is not new, however often it was interrupted"
    for mail in all_mails(client)[::300]:
        assert client.get(f"/mails/{mail['id']}").ok()["bodyState"] == "stored"


def test_new_mail_is_announced_exactly_once_over_kills(fresh_service: Any, dovecot: Dovecot, mail_user: User) -> None:
    service = fresh_service(CONFIG)
    client = service.admin()
    account = synced_account(client, dovecot.account(mail_user))
    for batch in range(3):
        with dovecot.mailbox(mail_user) as box:
            for number in range(20):
                box.append(letter(f"Mail {batch}-{number}"))
        wait_until(lambda: client.get("/mails", pageSize=1).ok()["total"] > batch * 20, 20, "the first of the batch")
        service.kill()
        service.start()
        client = service.admin()
    mails_when(client, 60, accountId=account["id"])
    with service.events(client.token, 0) as stream:
        dovecot.deliver(mail_user, letter("Last"))
        stream.wait_for("mail.received", lambda event: event.data["mails"][0]["subject"] == "Last")
        announced = Counter(mail["subject"] for event in stream.named("mail.received") for mail in event.data["mails"])
    assert set(announced.values()) == {1}
    assert len(announced) == 61
