# SPDX-License-Identifier: GPL-3.0-or-later
"""Drafts: unchanged when they are read again, safe against two editors, gone once they are sent."""

import subprocess
from typing import Any

import pytest
from postrider_support import Client, EventStream, OpenApi, Service, SmtpScript
from postrider_support.sending import mail, parsed, reply
from postrider_support.service import ADMIN_PASSWORD, program

CONFIG = {"sync.retry_min": "3600", "sync.retry_max": "3600", "visibility": "shared"}


def attach(service: Service, client: Client, name: str, content: bytes) -> str:
    """Makes a file that the user may send; returns its path."""
    folder = service.data_dir / "attachments-out" / str(client.get("/auth/me").ok()["id"])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(content)
    return name


def whole(account: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return (
        mail(
            account,
            to=["Anna <anna@example.org>", "unfinished"],
            cc=["bob@example.org"],
            bcc=["Eve <eve@example.org>"],
            subject="Grüße",
            body="<p>Hällo</p>",
            attachments=["notes.txt", "upload:" + "a" * 32],
            replyTo=["desk@example.org"],
            replyToMailId=17,
            forwardAttachmentIds=[3, 4],
            inline=[{"cid": "pic", "attachment": "pic.png"}],
        )
        | changes
    )


def test_draft_comes_back_whole(client: Client, account: dict[str, Any]) -> None:
    saved = client.post("/drafts", whole(account)).ok()
    assert {key: saved[key] for key in whole(account)} == whole(account)
    assert (saved["accountName"], saved["summary"], saved["version"]) == ("Sender", "Hällo", 1)
    read = client.get(f"/drafts/{saved['id']}")
    assert read.ok() == saved and read.headers["etag"] == '"1"'
    item = client.get("/drafts").ok()["items"][0]
    assert item == {key: value for key, value in saved.items() if key != "body"}


def test_unfinished_draft_is_kept(client: Client, account: dict[str, Any]) -> None:
    empty = {"accountId": account["id"], "to": [], "subject": "", "body": ""}
    saved = client.post("/drafts", empty).ok()
    assert (saved["to"], saved["cc"], saved["bcc"], saved["attachments"]) == ([], [], [], [])
    client.post(f"/drafts/{saved['id']}/send").failed(400, 40001)
    client.get(f"/drafts/{saved['id']}").ok()


def test_saving_again_overwrites_everything(client: Client, account: dict[str, Any]) -> None:
    saved = client.post("/drafts", whole(account)).ok()
    again = client.post("/drafts", mail(account, id=saved["id"], subject="New")).ok()
    assert (again["id"], again["version"], again["subject"], again["bcc"]) == (saved["id"], 2, "New", [])
    put = client.put(f"/drafts/{saved['id']}", whole(account, id=saved["id"])).ok()
    assert (put["version"], put["bcc"]) == (3, ["Eve <eve@example.org>"])
    assert client.get("/drafts").ok()["items"][0]["id"] == saved["id"]


@pytest.mark.parametrize(
    "change, status, code",
    [
        ({"to": None}, 400, 40001),
        ({"subject": None}, 400, 40001),
        ({"body": None}, 400, 40001),
        ({"accountId": None}, 400, 40001),
        ({"accountId": 9007199254740991}, 404, 40402),
        ({"subject": "a\nb"}, 400, 40007),
        ({"to": ["a\r\nb"]}, 400, 40007),
        ({"body": "\0"}, 400, 40007),
        ({"attachments": ["../../etc/passwd"]}, 400, 40008),
        ({"attachments": ["/etc/passwd"]}, 400, 40008),
        ({"inline": [{"cid": "a", "attachment": ".."}]}, 400, 40008),
        ({"id": 9007199254740991}, 404, 40403),
        ({"id": "1"}, 400, 40001),
        ({"id": 0}, 400, 40001),
    ],
)
def test_bad_draft_is_refused(
    client: Client, account: dict[str, Any], change: dict[str, Any], status: int, code: int
) -> None:
    before = client.get("/drafts").ok()["total"]
    client.post("/drafts", whole(account) | change).failed(status, code)
    assert client.get("/drafts").ok()["total"] == before


def test_ids_must_agree(client: Client, account: dict[str, Any]) -> None:
    saved = client.post("/drafts", whole(account)).ok()
    client.put(f"/drafts/{saved['id']}", whole(account, id=saved["id"] + 1)).failed(400, 40002)
    client.put("/drafts/9007199254740991", whole(account)).failed(404, 40403)
    client.get("/drafts/9007199254740991").failed(404, 40403)
    client.get("/drafts/x").failed(400, 40005)
    client.delete("/drafts/9007199254740991").failed(404, 40403)


def test_two_editors_do_not_overwrite_each_other(client: Client, account: dict[str, Any]) -> None:
    saved = client.post("/drafts", whole(account)).ok()
    path = f"/drafts/{saved['id']}"
    second = client.put(path, whole(account, subject="First"), headers={"If-Match": '"1"'}).ok()
    refused = client.put(path, whole(account, subject="Second"), headers={"If-Match": '"1"'}).failed(409, 40905)
    assert refused["data"] == second
    client.post("/drafts", whole(account, id=saved["id"]), headers={"If-Match": '"1"'}).failed(409, 40905)
    client.post(f"{path}/send", headers={"If-Match": '"1"'}).failed(409, 40905)
    client.put(path, whole(account), headers={"If-Match": '"2"'}).ok()
    client.put(path, whole(account), headers={"If-Match": "*"}).ok()
    assert client.get(path).headers["etag"] == '"4"'


def test_drafts_are_paged_and_found(client: Client, account: dict[str, Any]) -> None:
    for draft in client.get("/drafts", pageSize=100).ok()["items"]:
        client.delete(f"/drafts/{draft['id']}").ok()
    ids = [
        client.post(
            "/drafts",
            mail(
                account,
                subject=f"Number {n}",
                to=[f"who{n}@example.org"],
                body=f"<p>Straße {n}</p><style>hidden</style>",
            ),
        ).ok()["id"]
        for n in range(5)
    ]
    client.put(f"/drafts/{ids[1]}", mail(account, subject="会议纪要")).ok()
    order = [ids[1], ids[4], ids[3], ids[2], ids[0]]
    first = client.get("/drafts", pageSize=2).ok()
    assert ([one["id"] for one in first["items"]], first["total"]) == (order[:2], 5)
    assert [one["id"] for one in client.get("/drafts", pageSize=2, page=3).ok()["items"]] == order[4:]
    assert client.get("/drafts", page=9).ok()["items"] == []
    client.get("/drafts", page=0).failed(400, 40003)

    def found(keyword: str) -> list[int]:
        page = client.get("/drafts", keyword=keyword).ok()
        assert page["total"] == len(page["items"])
        return [one["id"] for one in page["items"]]

    assert found("number 4") == [ids[4]]
    assert found("STRASSE 3") == [ids[3]]
    assert found("who2") == [ids[2]]
    assert found("议纪") == [ids[1]]
    assert found("hidden") == found("<p>") == found("%") == []
    assert client.get("/drafts", keyword="strasse", pageSize=3, page=2).ok()["total"] == 4


def test_drafts_are_deleted_together(client: Client, account: dict[str, Any], events: EventStream) -> None:
    ids = [client.post("/drafts", mail(account)).ok()["id"] for _ in range(3)]
    gone = 9007199254740991
    assert client.post("/drafts/batch-delete", {"ids": [ids[0], gone, ids[1], ids[0]]}).ok() == {
        "deleted": 2,
        "failed": [gone],
    }
    assert sorted(events.wait_for("draft.deleted").data["ids"]) == ids[:2]
    client.get(f"/drafts/{ids[0]}").failed(404, 40403)
    client.delete(f"/drafts/{ids[2]}").ok()
    assert events.wait_for("draft.deleted").data["ids"] == ids[2:]
    client.post("/drafts/batch-delete", {"ids": []}).failed(400, 40001)


def test_draft_is_sent_whole_and_goes(
    service: Service, client: Client, smtp: SmtpScript, account: dict[str, Any], events: EventStream
) -> None:
    notes, picture = attach(service, client, "Zoë notes.txt", b"notes\n" * 100), bytes(range(256)) * 40
    token = client.request(
        "POST", "/attachments", query={"filename": "pic.png"}, raw=picture, headers={"Content-Type": "image/png"}
    ).ok(201)["id"]
    saved = client.post(
        "/drafts",
        mail(
            account,
            cc=["bob@example.org"],
            bcc=["eve@example.org"],
            attachments=[notes],
            body='<p>See <img src="cid:pic"></p>',
            inline=[{"cid": "pic", "attachment": token}],
        ),
    ).ok()
    headers = {"Idempotency-Key": "draft-1"}
    sent = client.post(f"/drafts/{saved['id']}/send", headers=headers).ok()
    assert client.post(f"/drafts/{saved['id']}/send", headers=headers).ok() == sent
    (arrived,) = smtp.mails
    assert arrived.recipients == ("anna@example.org", "bob@example.org", "eve@example.org")
    assert b"eve@" not in arrived.raw
    message = parsed(arrived.raw)
    parts = {part.get_filename(): part.get_content() for part in message.walk() if part.get_filename()}
    assert parts == {"Zoë notes.txt": "notes\n" * 100, "pic.png": picture}
    related = next(part for part in message.walk() if part.get_content_type() == "multipart/related")
    assert [part["Content-ID"] for part in related.iter_parts()] == [None, "<pic>"]
    client.get(f"/drafts/{saved['id']}").failed(404, 40403)
    client.post(f"/drafts/{saved['id']}/send").failed(404, 40403)
    assert events.wait_for("draft.deleted").data["ids"] == [saved["id"]]


def test_draft_stays_where_it_cannot_be_sent(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    saved = client.post("/drafts", mail(account, to=["nobody"])).ok()
    client.post(f"/drafts/{saved['id']}/send").failed(400, 40006)
    client.get(f"/drafts/{saved['id']}").ok()
    client.put(f"/drafts/{saved['id']}", mail(account, attachments=["missing.txt"])).ok()
    client.post(f"/drafts/{saved['id']}/send").failed(400, 40008)
    client.get(f"/drafts/{saved['id']}").ok()
    assert smtp.mails == []


def test_draft_is_in_the_outbox_where_the_server_refuses(
    client: Client, smtp: SmtpScript, account: dict[str, Any]
) -> None:
    smtp.on("MAIL", reply("554 5.7.1 no"))
    saved = client.post("/drafts", mail(account)).ok()
    client.post(f"/drafts/{saved['id']}/send").failed(502, 50205)
    client.get(f"/drafts/{saved['id']}").failed(404, 40403)
    assert client.get("/outbox", accountId=account["id"]).ok()["items"][0]["status"] == "failed"


def test_deleted_account_takes_its_drafts_with_it(client: Client, smtp: SmtpScript) -> None:
    made = client.post("/accounts", smtp.account(username="passing")).ok(201)
    saved = client.post("/drafts", mail(made)).ok()
    client.delete(f"/accounts/{made['id']}").ok()
    client.get(f"/drafts/{saved['id']}").failed(404, 40403)


def test_drafts_belong_to_who_wrote_them(fresh_service: Any) -> None:
    service: Service = fresh_service(CONFIG)
    service.stop()
    arguments = [program(), "--data-dir", service.data_dir, "user", "add", "bob", "--visibility", "shared"]
    subprocess.run(
        arguments, input=f"{ADMIN_PASSWORD}\n", text=True, check=True, capture_output=True, env=service.variables()
    )
    service.start()
    admin, bob = service.admin(), service.client().login("bob", ADMIN_PASSWORD)
    with SmtpScript() as smtp:
        account = admin.post("/accounts", smtp.account()).ok(201)
        saved = admin.post("/drafts", mail(account)).ok()
        path = f"/drafts/{saved['id']}"
        bob.get(path).failed(404, 40403)
        bob.put(path, mail(account)).failed(404, 40403)
        bob.delete(path).failed(404, 40403)
        bob.post(f"{path}/send").failed(404, 40403)
        assert bob.get("/drafts").ok()["total"] == 0
        assert bob.post("/drafts/batch-delete", {"ids": [saved["id"]]}).ok()["failed"] == [saved["id"]]
        # The account is shared here, so the mails that are sent through it are too.
        sent = bob.post("/mails/send", mail(account)).ok()
        assert admin.get(f"/outbox/{sent['id']}").ok()["status"] == "sent"


def test_user_has_as_many_drafts_as_allowed(fresh_service: Any, openapi: OpenApi, smtp: SmtpScript) -> None:
    client = fresh_service({"limits.drafts_per_user": "2"}).admin(openapi)
    account = client.post("/accounts", smtp.account()).ok(201)
    first, _ = [client.post("/drafts", whole(account)).ok() for _ in range(2)]
    assert "limits.drafts_per_user" in client.post("/drafts", whole(account)).failed(409, 40907)["message"]
    client.put(f"/drafts/{first['id']}", whole(account, subject="Changed")).ok()
    client.post("/drafts", whole(account, id=first["id"])).ok()
    client.delete(f"/drafts/{first['id']}").ok()
    client.post("/drafts", whole(account)).ok()
