# SPDX-License-Identifier: GPL-3.0-or-later
"""Several people on one service: `postriderd user`, and who sees what."""

import subprocess
from typing import Any

import pytest
from postrider_support import Client, Dovecot, OpenApi, Service, User, wait_until
from postrider_support.letters import all_mails, letter, mails_when, synced_account
from postrider_support.service import ADMIN, ADMIN_PASSWORD, program
from postrider_support.waiting import scaled

NINA_PASSWORD = "nina's own password"


def user_command(service: Service, *arguments: str, password: str = "") -> subprocess.CompletedProcess[str]:
    """`postriderd user ...` on the service's data, the password as one line of standard input."""
    options = ["--data-dir", str(service.data_dir)]
    if (service.data_dir / "test.conf").exists():
        options += ["--config", str(service.data_dir / "test.conf")]
    return subprocess.run(
        [str(program()), *options, "user", *arguments],
        input=f"{password}\n" if password else "",
        capture_output=True,
        text=True,
        timeout=scaled(20),
        env=service.variables(),
    )


def added(service: Service, name: str, password: str, *options: str) -> None:
    done = user_command(service, "add", name, *options, password=password)
    assert done.returncode == 0, done.stderr


def logged_in(service: Service, name: str, password: str, openapi: OpenApi | None = None) -> Client:
    """A client of that user."""
    return service.client(openapi).login(name, password)


# -- the command


def test_added_user_may_log_in_with_the_role_user(fresh_service: Any, openapi: OpenApi) -> None:
    service = fresh_service({"visibility": "shared"})
    added(service, "nina", NINA_PASSWORD)
    me = logged_in(service, "nina", NINA_PASSWORD, openapi).get("/auth/me").ok()
    assert (me["username"], me["role"]) == ("nina", "user")


def test_list_names_users_and_no_hashes(fresh_service: Any) -> None:
    service = fresh_service({"visibility": "shared"})
    added(service, "nina", NINA_PASSWORD)
    done = user_command(service, "list")
    assert done.returncode == 0
    assert ADMIN in done.stdout and "nina" in done.stdout
    assert "scrypt" not in done.stdout


def test_second_user_needs_a_decision_on_visibility(fresh_service: Any) -> None:
    service = fresh_service()
    done = user_command(service, "add", "nina", password=NINA_PASSWORD)
    assert done.returncode != 0
    assert "visibility" in done.stderr and "owner" in done.stderr and "shared" in done.stderr
    assert "nina" not in user_command(service, "list").stdout
    added(service, "nina", NINA_PASSWORD, "--visibility", "shared")
    added(service, "otto", "otto's own password")


@pytest.mark.parametrize(
    "arguments, password",
    [
        (("add", ADMIN), NINA_PASSWORD),
        (("add", "nina"), "short"),
        (("add", "nina"), "x" * 257),
        (("add", "nina"), ""),
        (("add", ""), NINA_PASSWORD),
        (("add",), NINA_PASSWORD),
        (("add", "nina", "--role", "king"), NINA_PASSWORD),
        (("passwd", "nobody"), NINA_PASSWORD),
        (("passwd", ADMIN), "short"),
        (("remove", "nobody"), ""),
        (("remove", ADMIN), ""),
        (("rename", ADMIN), ""),
        ((), ""),
    ],
)
def test_wrong_command_fails_with_a_line_and_changes_nothing(
    fresh_service: Any, arguments: tuple[str, ...], password: str
) -> None:
    service = fresh_service({"visibility": "shared"})
    before = user_command(service, "list").stdout
    done = user_command(service, *arguments, password=password)
    assert done.returncode != 0
    assert done.stderr.strip()
    assert user_command(service, "list").stdout == before
    service.admin().get("/auth/me").ok()


def test_new_password_voids_tokens_and_streams(fresh_service: Any) -> None:
    service = fresh_service()
    client = service.admin()
    with service.events(client.token) as stream:
        stream.wait_for("connected")
        done = user_command(service, "passwd", ADMIN, password="another password")
        assert done.returncode == 0, done.stderr
        wait_until(lambda: client.get("/auth/me").status == 401, 10, "the end of the token")
        stream.wait_end(10)
    client.get("/auth/me").failed(401, 40102)
    logged_in(service, ADMIN, "another password")
    service.client().post("/auth/login", {"username": ADMIN, "password": ADMIN_PASSWORD}).failed(401, 40104)


def test_removed_user_is_out_at_once(fresh_service: Any) -> None:
    service = fresh_service({"visibility": "shared"})
    added(service, "nina", NINA_PASSWORD)
    client = logged_in(service, "nina", NINA_PASSWORD)
    assert user_command(service, "remove", "nina").returncode == 0
    wait_until(lambda: client.get("/auth/me").status == 401, 10, "the end of the token")
    client.get("/auth/me").failed(401, 40102)
    service.client().post("/auth/login", {"username": "nina", "password": NINA_PASSWORD}).failed(401, 40104)


# -- who sees what


class Two:
    """Two users with an account and a mail each."""

    def __init__(self, service: Service, openapi: OpenApi, dovecot: Dovecot, name: str) -> None:
        added(service, "nina", NINA_PASSWORD)
        self.service = service
        self.dovecot = dovecot
        self.admin = service.admin(openapi)
        self.nina = logged_in(service, "nina", NINA_PASSWORD, openapi)
        self.boxes = [dovecot.add_user(f"{name}-{who}") for who in ("admin", "nina")]
        for box in self.boxes:
            dovecot.deliver(box, letter(f"For {box.name}"))
        self.accounts = [
            synced_account(client, dovecot.account(box)) for client, box in zip((self.admin, self.nina), self.boxes)
        ]


@pytest.fixture
def apart(fresh_service: Any, openapi: OpenApi, dovecot: Dovecot, mail_user: User) -> Two:
    """Each sees only what is their own."""
    return Two(fresh_service({"visibility": "owner"}), openapi, dovecot, mail_user.name)


@pytest.fixture
def together(fresh_service: Any, openapi: OpenApi, dovecot: Dovecot, mail_user: User) -> Two:
    """Each sees everything."""
    return Two(fresh_service({"visibility": "shared"}), openapi, dovecot, mail_user.name)


def test_visibility_that_is_chosen_with_the_second_user_applies_at_once(
    fresh_service: Any, openapi: OpenApi, dovecot: Dovecot, mail_user: User
) -> None:
    service = fresh_service()
    admin = service.admin(openapi)
    dovecot.deliver(mail_user, letter("Private"))
    account = synced_account(admin, dovecot.account(mail_user))
    added(service, "nina", NINA_PASSWORD, "--visibility", "owner")
    nina = logged_in(service, "nina", NINA_PASSWORD, openapi)
    assert nina.get("/accounts").ok() == []
    assert all_mails(nina) == []
    nina.get(f"/mails/{all_mails(admin)[0]['id']}").failed(404, 40401)
    with service.events(nina.token) as hers, service.events(admin.token) as his:
        hers.wait_for("connected")
        his.wait_for("connected")
        dovecot.deliver(mail_user, letter("Private too"))
        admin.post(f"/accounts/{account['id']}/sync").ok()
        his.wait_for("mail.received")
        assert hers.named("mail.received") == []
    added(service, "otto", "otto's own password", "--visibility", "shared")
    otto = logged_in(service, "otto", "otto's own password", openapi)
    wait_until(lambda: len(all_mails(otto)) == len(all_mails(nina)) == 2, 20, "the mails for everybody")


def test_owners_see_only_their_accounts_mails_and_counts(apart: Two) -> None:
    for client, account, box in zip((apart.admin, apart.nina), apart.accounts, apart.boxes):
        assert [one["id"] for one in client.get("/accounts").ok()] == [account["id"]]
        assert [mail["subject"] for mail in all_mails(client)] == [f"For {box.name}"]
        assert client.get("/mails").ok()["total"] == 1
        stats = client.get("/mails/stats").ok()
        assert (stats["total"], [item["accountId"] for item in stats["items"]]) == (1, [account["id"]])


def test_owners_find_nothing_of_others(apart: Two) -> None:
    foreign = apart.accounts[1]["id"]
    assert apart.admin.get("/mails", keyword="nina").ok()["total"] == 0
    assert apart.admin.get("/mails", accountId=foreign).ok() == {"items": [], "total": 0, "page": 1, "pageSize": 20}
    assert apart.admin.get("/mails", folder="$all", sort="subject").ok()["total"] == 1
    assert apart.admin.get("/mails/stats", accountId=foreign).ok()["items"] == []


def test_foreign_ids_are_404_and_untouched(apart: Two) -> None:
    account = apart.accounts[1]["id"]
    mail = all_mails(apart.nina)[0]["id"]
    for method, path, body, code in (
        ("GET", f"/accounts/{account}", None, 40402),
        ("PUT", f"/accounts/{account}", {"name": "x"}, 40402),
        ("DELETE", f"/accounts/{account}", None, 40402),
        ("POST", f"/accounts/{account}/sync", None, 40402),
        ("PUT", f"/accounts/{account}/status", {"status": "disabled"}, 40402),
        ("POST", "/mails/mark-all-read", {"accountId": account}, 40402),
        (
            "POST",
            "/accounts/test-connection",
            apart.dovecot.account(apart.boxes[1], id=account, password="********"),
            40402,
        ),
        ("GET", f"/mails/{mail}", None, 40401),
        ("GET", f"/mails/{mail}/raw", None, 40401),
        ("DELETE", f"/mails/{mail}", None, 40401),
        ("PUT", f"/mails/{mail}/read", {"isRead": True}, 40401),
        ("PUT", f"/mails/{mail}/star", {"isStarred": True}, 40401),
    ):
        apart.admin.request(method, path, body=body).failed(404, code)
    assert apart.admin.post("/mails/batch-delete", {"ids": [mail]}).ok() == {"deleted": 0, "failed": [mail]}
    assert apart.admin.post("/mails/batch-read", {"ids": [mail], "isRead": True}).ok() == {
        "updated": 0,
        "failed": [mail],
    }
    assert apart.admin.post("/mails/batch-star", {"ids": [mail], "isStarred": True}).ok() == {
        "updated": 0,
        "failed": [mail],
    }
    apart.admin.post("/mails/mark-all-read", {}).ok()
    untouched = apart.nina.get(f"/mails/{mail}").ok()
    assert (untouched["isRead"], untouched["isStarred"]) == (False, False)
    assert apart.nina.get(f"/accounts/{account}").ok()["status"] == "active"


def test_owners_get_only_their_events_live_and_replayed(apart: Two) -> None:
    ids = [account["id"] for account in apart.accounts]
    with apart.service.events(apart.admin.token, 0) as admin, apart.service.events(apart.nina.token, 0) as nina:
        for stream in (admin, nina):
            stream.wait_for("connected")
        for box in apart.boxes:
            apart.dovecot.deliver(box, letter("News"))
        for stream in (admin, nina):
            stream.wait_for("mail.received")
        apart.nina.delete(f"/mails/{all_mails(apart.nina)[0]['id']}").ok()
        nina.wait_for("mail.deleted")
        apart.admin.put(f"/mails/{all_mails(apart.admin)[0]['id']}/read", {"isRead": True}).ok()
        admin.wait_for("mail.updated", lambda event: event.data["changes"] == {"is_read": True})
        for stream, own in ((admin, ids[0]), (nina, ids[1])):
            assert {event.data["account_id"] for event in stream.received if "account_id" in event.data} == {own}


def test_same_mailbox_may_be_the_account_of_two_owners(apart: Two) -> None:
    body = apart.dovecot.account(apart.boxes[0])
    apart.admin.post("/accounts", body).failed(409, 40901)
    own = apart.nina.post("/accounts", body).ok(201)
    mails_when(apart.nina, 1, accountId=own["id"])


def test_shared_service_shows_everything_to_everybody(together: Two) -> None:
    ids = [account["id"] for account in together.accounts]
    for client in (together.admin, together.nina):
        assert [one["id"] for one in client.get("/accounts").ok()] == ids
        assert client.get("/mails").ok()["total"] == client.get("/mails/stats").ok()["total"] == 2
    with together.service.events(together.nina.token) as stream:
        stream.wait_for("connected")
        together.dovecot.deliver(together.boxes[0], letter("To everybody"))
        assert stream.wait_for("mail.received").data["account_id"] == ids[0]
    mail = all_mails(together.admin, accountId=ids[0])[0]["id"]
    together.nina.put(f"/mails/{mail}/read", {"isRead": True}).ok()
    assert together.admin.get(f"/mails/{mail}").ok()["isRead"] is True
