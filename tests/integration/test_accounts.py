# SPDX-License-Identifier: GPL-3.0-or-later
"""Mailbox accounts: adding, changing, switching off, removing; passwords that are never shown again."""

import base64
from collections.abc import Iterator
from typing import Any

import pytest
from accountbodies import MASK, NOWHERE, VALID
from postrider_support import Client, Dovecot, EventStream, Service, User, wait_until
from postrider_support.letters import account_when, letter, mails_when, synced_account
from postrider_support.waiting import free_ports


@pytest.fixture(autouse=True)
def no_accounts_left(client: Client) -> Iterator[None]:
    """Each test begins without accounts."""
    yield
    for account in client.get("/accounts").ok():
        client.delete(f"/accounts/{account['id']}").ok()


def create(client: Client, body: dict[str, Any]) -> dict[str, Any]:
    return client.post("/accounts", body).ok(201)


# -- create, list, get


def test_created_account_has_its_fields_and_the_defaults(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    body = dovecot.account(mail_user)
    del body["security"]
    answer = client.post("/accounts", body | {"port": dovecot.tls_port})
    account = answer.ok(201)
    assert answer.json["message"]
    wanted = {name: body[name] for name in ("name", "email", "host", "port", "username")} | {
        "password": MASK,
        "hasPassword": True,
        "secretStore": "sealed",
        "security": "auto",
        "authMechanism": "auto",
        "smtp_host": None,
        "smtp_port": None,
        "smtpAuthMechanism": "auto",
        "smtpSecurity": "auto",
        "smtpUsername": None,
        "smtpPassword": "",
        "senderName": "",
        "authType": "password",
        "tlsPin": None,
        "proxyUrl": None,
        "folders": ["INBOX"],
        "folderRoles": {},
        "folderProblems": [],
        "syncMode": "all",
        "flagSync": "pull",
        "onExpunge": "hide",
        "deleteOnServer": False,
        "appendSent": False,
        "notify": True,
        "status": "active",
        "errorCode": None,
        "errorMessage": None,
        "mailCount": 0,
        "unreadCount": 0,
        "lastSyncAt": None,
    }
    assert {name: account[name] for name in wanted} == wanted
    assert account["mode"] in ("connecting", "syncing")
    assert account["createdAt"] == account["updatedAt"]


def test_created_account_keeps_what_it_was_given(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    given = {
        "smtp_host": "smtp.example.com",
        "smtp_port": 587,
        "smtpSecurity": "starttls",
        "senderName": "Anna Bérg",
        "folders": ["INBOX", "Sent"],
        "folderRoles": {"sent": "INBOX.Gesendet", "trash": None},
        "syncMode": "recent",
        "syncDays": 7,
        "onExpunge": "keep",
        "notify": False,
        "flagSync": "both",
        "deleteOnServer": True,
        "appendSent": True,
        "tlsPin": "ab" * 32,
        "authMechanism": "SCRAM-SHA-1",
        "smtpAuthMechanism": "PLAIN",
    }
    account = create(client, dovecot.account(mail_user, **given))
    assert {name: account[name] for name in given} == given


def test_null_for_an_optional_field_is_its_default(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    account = create(
        client,
        dovecot.account(
            mail_user,
            smtp_host=None,
            smtp_port=None,
            folders=None,
            senderName=None,
            syncMode=None,
            notify=None,
            security=None,
        ),
    )
    assert (account["folders"], account["senderName"], account["syncMode"]) == (["INBOX"], "", "all")
    assert (account["notify"], account["security"]) == (True, "auto")


def test_list_and_detail_have_the_same_shape(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    account = synced_account(client, dovecot.account(mail_user))
    assert client.get("/accounts").ok() == [client.get(f"/accounts/{account['id']}").ok()]


def test_list_is_whole_and_by_id(client: Client) -> None:
    unreachable = {"host": "localhost", "port": 1, "username": "x", "password": "y"}
    ids = [
        create(client, unreachable | {"name": f"n{number}", "email": "a@b.example", "username": f"u{number}"})["id"]
        for number in range(25)
    ]
    assert [account["id"] for account in client.get("/accounts").ok()] == ids == sorted(ids)


def test_first_sync_starts_by_itself(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    dovecot.deliver(mail_user, letter("First"))
    account = synced_account(client, dovecot.account(mail_user))
    assert (account["status"], account["mailCount"], account["unreadCount"]) == ("active", 1, 1)
    assert account["mode"] in ("idle", "polling")
    assert account["syncProgress"] is None


def test_ids_are_never_used_again(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    first = create(client, dovecot.account(mail_user))["id"]
    client.delete(f"/accounts/{first}").ok()
    assert create(client, dovecot.account(mail_user))["id"] > first


def test_second_account_of_the_same_mailbox_is_409(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    create(client, dovecot.account(mail_user))
    client.post("/accounts", dovecot.account(mail_user, name="Again", email="other@example.com")).failed(409, 40901)
    create(client, dovecot.account(mail_user, port=dovecot.plain_port, security="starttls"))
    create(client, dovecot.account(mail_user, username="somebody-else"))


WRONG_FIELDS = [
    ("name", ""),
    ("name", 5),
    ("email", ""),
    ("email", "nobody"),
    ("email", "a@b@c"),
    ("email", "@b.example"),
    ("email", "a@"),
    ("host", ""),
    ("host", "imap://localhost"),
    ("host", "local host"),
    ("host", "localhost:993"),
    ("host", "localhost/x"),
    ("port", 0),
    ("port", 65536),
    ("port", -1),
    ("port", "993"),
    ("port", 993.5),
    ("port", True),
    ("username", ""),
    ("username", ["x"]),
    ("password", 5),
    ("security", "ssl"),
    ("security", True),
    ("smtp_port", 0),
    ("smtp_port", 65536),
    ("smtp_port", "25"),
    ("smtp_host", 5),
    ("smtpSecurity", "ssl"),
    ("authMechanism", "plain"),
    ("authMechanism", "CRAM-MD5"),
    ("authMechanism", ""),
    ("smtpAuthMechanism", "none"),
    ("folders", []),
    ("folders", "INBOX"),
    ("folders", [""]),
    ("folders", [5]),
    ("folders", [f"F{number}" for number in range(1001)]),
    ("folderRoles", ["Sent"]),
    ("folderRoles", "Sent"),
    ("syncMode", "some"),
    ("syncDays", 0),
    ("syncDays", 3651),
    ("flagSync", "push"),
    ("deleteOnServer", "yes"),
    ("appendSent", "yes"),
    ("onExpunge", "shred"),
    ("notify", "yes"),
    ("notify", 1),
    ("tlsPin", "xyz"),
    ("tlsPin", 5),
    ("senderName", 5),
]


@pytest.mark.parametrize("field", ["name", "email", "host", "port", "username", "password"])
@pytest.mark.parametrize("path", ["/accounts", "/accounts/test-connection"])
def test_missing_required_field_is_named(client: Client, path: str, field: str) -> None:
    body = {name: value for name, value in VALID.items() if name != field}
    for one in (body, body | {field: None}):
        details = client.post(path, one).failed(400, 40001)["details"]
        assert [detail["field"] for detail in details] == [field]


@pytest.mark.parametrize("field, value", WRONG_FIELDS)
def test_wrong_field_is_named_and_nothing_stored(client: Client, field: str, value: Any) -> None:
    details = client.post("/accounts", VALID | {field: value}).failed(400, 40001)["details"]
    assert details[0]["field"].split("[")[0] == field
    assert client.get("/accounts").ok() == []


@pytest.mark.parametrize("field", ["name", "email", "host", "username", "senderName", "smtp_host"])
@pytest.mark.parametrize("bad", ["\r\n", "\n", "\0"])
def test_line_breaks_are_refused(client: Client, field: str, bad: str) -> None:
    answer = client.post("/accounts", VALID | {field: f"a@b{bad}c.example"})
    assert (answer.status, answer.code in (40001, 40007)) == (400, True)


def test_all_wrong_fields_are_named_at_once(client: Client) -> None:
    details = client.post("/accounts", VALID | {"port": 0, "email": "x", "host": ""}).failed(400, 40001)["details"]
    assert {detail["field"] for detail in details} == {"port", "email", "host"}


def test_verified_create_stores_a_working_account(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    account = client.post("/accounts", dovecot.account(mail_user), query={"verify": True}).ok(201)
    assert [one["id"] for one in client.get("/accounts").ok()] == [account["id"]]


def test_verified_create_refuses_a_failing_account(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    for changes, code in (({"password": "wrong"}, 50202), ({"port": free_ports(1)[0]}, 50201)):
        client.post("/accounts", dovecot.account(mail_user, **changes), query={"verify": True}).failed(502, code)
    assert client.get("/accounts").ok() == []


def test_verify_must_be_a_boolean(client: Client) -> None:
    client.post("/accounts", VALID, query={"verify": "maybe"}).failed(400, 40003)
    client.post("/accounts", VALID, query={"verify": "0"}).ok(201)


# -- update


def test_update_changes_only_what_it_names(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    before = synced_account(client, dovecot.account(mail_user))
    answer = client.put(f"/accounts/{before['id']}", {"name": "Office"})
    after = answer.ok()
    assert answer.json["message"]
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"name", "updatedAt"} and after["name"] == "Office"
    client.put(f"/accounts/{before['id']}", {}).ok()


def test_null_in_update_gives_the_default_back(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    account = create(
        client,
        dovecot.account(
            mail_user, folders=["INBOX", "Sent"], senderName="A", smtp_host="x.example", smtp_port=25, notify=False
        ),
    )
    after = client.put(
        f"/accounts/{account['id']}",
        {"folders": None, "senderName": None, "smtp_host": None, "smtp_port": None, "notify": None},
    ).ok()
    assert (after["folders"], after["senderName"], after["smtp_host"], after["smtp_port"], after["notify"]) == (
        ["INBOX"],
        "",
        None,
        None,
        True,
    )


@pytest.mark.parametrize(
    "field, value",
    [*WRONG_FIELDS, ("name", None), ("host", None), ("status", "error"), ("status", "off"), ("status", 1)],
)
def test_wrong_field_in_update_is_named_and_changes_nothing(client: Client, field: str, value: Any) -> None:
    account = create(client, VALID)
    details = client.put(f"/accounts/{account['id']}", {"name": "Other", field: value}).failed(400, 40001)["details"]
    assert details[0]["field"].split("[")[0] == field
    assert client.get(f"/accounts/{account['id']}").ok()["name"] == "Work"


@pytest.mark.parametrize("password", [MASK, "", None])
def test_masked_empty_or_missing_password_keeps_the_stored_one(
    client: Client, dovecot: Dovecot, mail_user: User, password: str | None
) -> None:
    account = synced_account(client, dovecot.account(mail_user))
    body = {"name": "Renamed", "folders": ["INBOX", "Sent"]} | ({} if password is None else {"password": password})
    after = client.put(f"/accounts/{account['id']}", body).ok()
    assert (after["password"], after["hasPassword"]) == (MASK, True)
    test = dovecot.account(mail_user, id=account["id"], password=MASK)
    assert client.post("/accounts/test-connection", test).ok()["success"] is True


def test_wrong_new_password_is_an_error_and_the_right_one_ends_it(
    client: Client, dovecot: Dovecot, mail_user: User
) -> None:
    account = synced_account(client, dovecot.account(mail_user))
    client.put(f"/accounts/{account['id']}", {"password": "wrong"}).ok()
    broken = account_when(client, account["id"], lambda now: now["status"] == "error")
    assert broken["errorCode"] == "auth_failed" and broken["errorMessage"]
    client.put(f"/accounts/{account['id']}", {"password": mail_user.password}).ok()
    healed = account_when(
        client, account["id"], lambda now: now["status"] == "active" and now["mode"] in ("idle", "polling")
    )
    assert (healed["errorCode"], healed["errorMessage"]) == (None, None)


def test_update_into_another_account_is_409(client: Client) -> None:
    create(client, VALID)
    other = create(client, VALID | {"username": "other"})
    client.put(f"/accounts/{other['id']}", {"username": "user"}).failed(409, 40901)
    assert client.get(f"/accounts/{other['id']}").ok()["username"] == "other"
    client.put(f"/accounts/{other['id']}", {"username": "other"}).ok()


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("GET", "", None),
        ("PUT", "", {"name": "x"}),
        ("DELETE", "", None),
        ("POST", "/sync", None),
        ("PUT", "/status", {"status": "active"}),
    ],
)
def test_unknown_account_is_404(client: Client, method: str, path: str, body: Any) -> None:
    client.request(method, f"/accounts/{NOWHERE}{path}", body=body).failed(404, 40402)


# -- status


@pytest.mark.parametrize("path, back", [("/status", "/status"), ("", "")])
def test_disabled_account_stands_still_until_enabled(
    client: Client, dovecot: Dovecot, mail_user: User, path: str, back: str
) -> None:
    account = synced_account(client, dovecot.account(mail_user))
    at = f"/accounts/{account['id']}"
    assert client.put(at + path, {"status": "disabled"}).ok()["status"] == "disabled"
    account_when(client, account["id"], lambda now: now["mode"] == "stopped")
    client.post(f"{at}/sync").failed(409, 40903)
    dovecot.deliver(mail_user, letter("While away"))
    assert client.get("/mails", accountId=account["id"]).ok()["total"] == 0
    assert client.put(at + back, {"status": "active"}).ok()["status"] == "active"
    mails_when(client, 1, accountId=account["id"])


@pytest.mark.parametrize("body", [{}, {"status": "error"}, {"status": ""}, {"status": None}, {"status": True}])
def test_status_must_be_active_or_disabled(client: Client, body: dict[str, Any]) -> None:
    account = create(client, VALID)
    client.put(f"/accounts/{account['id']}/status", body).failed(400, 40001)


def test_disabled_stays_disabled_after_a_restart(fresh_service: Any, dovecot: Dovecot, mail_user: User) -> None:
    service = fresh_service()
    client = service.admin()
    account = synced_account(client, dovecot.account(mail_user))
    client.put(f"/accounts/{account['id']}/status", {"status": "disabled"}).ok()
    service.restart()
    now = service.admin().get(f"/accounts/{account['id']}").ok()
    assert (now["status"], now["mode"]) == ("disabled", "stopped")


# -- sync on request


def test_sync_answers_at_once_and_ends_with_an_event(
    client: Client, events: EventStream, dovecot: Dovecot, mail_user: User
) -> None:
    account = synced_account(client, dovecot.account(mail_user))
    events.wait_for("mail.synced", lambda event: event.data["account_id"] == account["id"])
    answer = client.post(f"/accounts/{account['id']}/sync")
    assert answer.ok()["accountId"] == account["id"]
    assert answer.ok()["state"] in ("started", "already_running")
    assert answer.json["message"]
    done = events.wait_for("mail.synced", lambda event: event.data["account_id"] == account["id"]).data
    assert done["account_email"] == account["email"]
    assert (done["new_count"], done["updated_count"]) == (0, 0)


def test_two_syncs_at_once_do_no_harm(client: Client, dovecot: Dovecot, mail_user: User) -> None:
    dovecot.deliver(mail_user, letter("Only one"))
    account = synced_account(client, dovecot.account(mail_user))
    for _ in range(10):
        client.post(f"/accounts/{account['id']}/sync").ok()
    account_when(client, account["id"], lambda now: now["mode"] in ("idle", "polling"))
    assert client.get("/mails", accountId=account["id"]).ok()["total"] == 1


# -- delete


def test_delete_removes_the_account_with_its_mails_and_no_others(
    client: Client, dovecot: Dovecot, mail_user: User
) -> None:
    other_user = dovecot.add_user(f"{mail_user.name}-other")
    for user in (mail_user, other_user):
        dovecot.deliver(user, letter(f"For {user.name}"))
    account, other = (synced_account(client, dovecot.account(user)) for user in (mail_user, other_user))
    mail = client.get("/mails", accountId=account["id"]).ok()["items"][0]
    with dovecot.mailbox(mail_user) as box:
        uids = box.uids()
    answer = client.delete(f"/accounts/{account['id']}")
    assert (answer.ok(), bool(answer.json["message"])) == (None, True)
    client.get(f"/accounts/{account['id']}").failed(404, 40402)
    client.delete(f"/accounts/{account['id']}").failed(404, 40402)
    client.get(f"/mails/{mail['id']}").failed(404, 40401)
    assert [one["accountId"] for one in client.get("/mails").ok()["items"]] == [other["id"]]
    assert [one["accountId"] for one in client.get("/mails/stats").ok()["items"]] == [other["id"]]
    with dovecot.mailbox(mail_user) as box:
        assert box.uids() == uids, "the mail server is not touched"


def test_deleted_account_can_be_added_again_with_all_its_mail(
    client: Client, dovecot: Dovecot, mail_user: User
) -> None:
    dovecot.deliver(mail_user, letter("Back again"))
    first = synced_account(client, dovecot.account(mail_user))
    mail = client.get("/mails", accountId=first["id"]).ok()["items"][0]
    client.delete(f"/mails/{mail['id']}").ok()
    client.delete(f"/accounts/{first['id']}").ok()
    again = synced_account(client, dovecot.account(mail_user))
    assert again["mailCount"] == 1


def test_account_can_be_deleted_in_the_middle_of_its_first_sync(
    client: Client, dovecot: Dovecot, mail_user: User
) -> None:
    for number in range(300):
        dovecot.deliver(mail_user, letter(f"Number {number}", "text " * 2000))
    account = create(client, dovecot.account(mail_user))
    wait_until(lambda: client.get("/mails", accountId=account["id"]).ok()["total"] > 0, 20, "a first mail")
    client.delete(f"/accounts/{account['id']}").ok()
    assert client.get("/mails").ok()["total"] == 0
    assert client.get("/mails/stats").ok()["total"] == 0


# -- events


def test_account_changes_are_published(client: Client, events: EventStream, dovecot: Dovecot, mail_user: User) -> None:
    account = synced_account(client, dovecot.account(mail_user))
    at = f"/accounts/{account['id']}"
    client.put(at, {"name": "Renamed"}).ok()
    client.put(f"{at}/status", {"status": "disabled"}).ok()
    client.delete(at).ok()
    for name in ("account.created", "account.updated", "account.status_changed", "account.deleted"):
        event = events.wait_for(name, lambda event: event.data["account_id"] == account["id"])
        assert event.id is not None
        assert event.data["account_email"] == account["email"]
    order = [event.name for event in events.received if event.id is not None and event.name != "connected"]
    assert order.index("account.created") < order.index("account.updated") < order.index("account.deleted")


# -- limits


def test_verifying_creates_count_as_connection_tests(fresh_service: Any) -> None:
    client = fresh_service({"limits.probes_per_minute": "3"}).admin()
    verify = [client.post("/accounts?verify=true", VALID | {"port": 1}).status for _ in range(2)]
    tests = [client.post("/accounts/test-connection", VALID | {"port": 1}).status for _ in range(2)]
    assert verify + tests == [502, 502, 200, 429]
    refused = client.post("/accounts?verify=1", VALID | {"port": 1})
    refused.failed(429, 42902)
    assert int(refused.headers["retry-after"]) >= 1
    for number in range(10):
        create(client, VALID | {"port": 1, "username": f"u{number}"})
    client.post("/accounts?verify=false", VALID | {"port": 1}).ok(201)


def test_user_has_as_many_accounts_as_allowed(fresh_service: Any) -> None:
    service = fresh_service({"limits.accounts_per_user": "2", "visibility": "shared"})
    client = service.admin()
    first, _ = [create(client, VALID | {"port": 1, "username": f"u{number}"}) for number in range(2)]
    third = VALID | {"port": 1, "username": "third"}
    assert "limits.accounts_per_user" in client.post("/accounts", third).failed(409, 40907)["message"]
    client.put(f"/accounts/{first['id']}", {"name": "Renamed"}).ok()
    client.delete(f"/accounts/{first['id']}").ok()
    create(client, third)


# -- passwords


def test_password_is_in_no_answer_event_log_or_file(fresh_service: Any, dovecot: Dovecot) -> None:
    secret, wrong = "Qx7-sesame-Umbrella", "Qx8-sesame-Parasol"
    user = dovecot.add_user("guarded", secret)
    dovecot.deliver(user, letter("Hello"))
    service: Service = fresh_service(environment={"POSTRIDER_LOG": "*.debug=true"})
    client = service.admin()
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        account = synced_account(client, dovecot.account(user))
        at = f"/accounts/{account['id']}"
        answers = [
            client.get("/accounts"),
            client.get(at),
            client.put(at, {"password": secret}),
            client.put(at, {"password": wrong}),
            client.post("/accounts", dovecot.account(user)),
            client.post("/accounts", dovecot.account(user, port="x")),
            client.post("/accounts/test-connection", dovecot.account(user)),
            client.post("/accounts/test-connection", dovecot.account(user, password=wrong)),
            client.request(
                "POST",
                "/accounts",
                raw=f'{{"password": "{secret}"'.encode(),
                headers={"Content-Type": "application/json"},
            ),
        ]
        account_when(client, account["id"], lambda now: now["status"] == "error")
        answers += [client.get("/accounts"), client.get(at), client.delete(at)]
        stream.wait_for("account.deleted")
        received = "".join(str(event.data) for event in stream.received)
    service.stop()
    places = {
        "answers": b"".join(answer.body for answer in answers),
        "events": received.encode(),
        "log": service.log().encode(),
        "files": service.stored(),
    }
    for password in (secret, wrong):
        forms = (
            password.encode(),
            base64.b64encode(password.encode()),
            base64.b64encode(f"\0guarded\0{password}".encode()),
            password.encode("utf-16-le"),
        )
        assert [name for name, text in places.items() if any(form in text for form in forms)] == []
