# SPDX-License-Identifier: GPL-3.0-or-later
"""A file of 25 MiB on its way out: uploaded, sent, kept, downloaded and sent on, and never in memory as a whole."""

import hashlib
from typing import Any

from postrider_support import Client, Dovecot, Service, SmtpScript, User, wait_until
from postrider_support.memory import Growth
from postrider_support.sending import mail, parsed
from postrider_support.service import is_sanitized

MIB = 2**20
CONFIG = {"sync.retry_min": "3600", "sync.retry_max": "3600", "outbox.answer_within": "60"}
CONTENT = hashlib.shake_256(b"seed").digest(25 * MIB)
# Twice the measured growth, of which 12 MiB are pages that the database keeps. The message alone has 34 MiB.
MOST = 40 * MIB


def uploaded(
    client: Client, content: bytes = CONTENT, name: str = "large.bin", kind: str = "application/octet-stream"
) -> str:
    token: str = client.request(
        "POST", "/attachments", query={"filename": name}, raw=content, headers={"Content-Type": kind}
    ).ok(201)["id"]
    return token


def copy_of(client: Client, sent: dict[str, Any]) -> dict[str, Any]:
    identifier = client.get(f"/outbox/{sent['id']}").ok()["mailId"]
    detail: dict[str, Any] = client.get(f"/mails/{identifier}").ok()
    return detail


def files_of(raw: bytes) -> dict[str | None, Any]:
    return {part.get_filename(): part.get_payload(decode=True) for part in parsed(raw).iter_attachments()}


def test_memory_stays_flat_while_a_large_file_goes_out(
    service: Service, client: Client, smtp: SmtpScript, account: dict[str, Any]
) -> None:
    client.post("/mails/send", mail(account)).ok()
    copy_of(client, client.post("/mails/send", mail(account)).ok())
    with Growth(service.pid) as growth:
        token = uploaded(client)
        upload = growth.bytes
        sent = client.post("/mails/send", mail(account, attachments=[token])).ok()
        sending = growth.bytes
        copy = copy_of(client, sent)
        (file,) = copy["attachments"]
        download = client.get(f"/attachments/{file['id']}/download")
        raw = client.get(f"/mails/{copy['id']}/raw")
    print(f"MiB: uploaded {upload / MIB:.1f}, sent {sending / MIB:.1f}, downloaded {growth.bytes / MIB:.1f}")
    assert download.body == CONTENT
    assert raw.body == smtp.mails[-1].raw
    assert files_of(raw.body) == {"large.bin": CONTENT}
    assert growth.bytes < MOST or is_sanitized()


def test_large_copy_is_as_good_as_any(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    picture = hashlib.shake_256(b"picture").digest(2 * MIB)
    tokens = [uploaded(client, CONTENT[: 4 * MIB]), uploaded(client, b"", "empty.txt", "text/plain")]
    sent = client.post(
        "/mails/send",
        mail(
            account,
            subject="Large quokka",
            body='<p>wombats <img src="cid:pic"></p>',
            attachments=tokens,
            inline=[{"cid": "pic", "attachment": uploaded(client, picture, "pic.png", "image/png")}],
        ),
    ).ok()
    copy = copy_of(client, sent)
    raw = smtp.mails[-1].raw
    assert (copy["bodyState"], copy["size"], copy["hasAttachment"]) == ("stored", len(raw), True)
    assert "wombats" in copy["htmlBody"] and "wombats" in copy["summary"]
    listed = {one["filename"]: (one["contentType"], one["size"], one["isInline"]) for one in copy["attachments"]}
    assert listed == {
        "large.bin": ("application/octet-stream", 4 * MIB, False),
        "empty.txt": ("text/plain", 0, False),
        "pic.png": ("image/png", 2 * MIB, True),
    }
    contents = {"large.bin": CONTENT[: 4 * MIB], "empty.txt": b"", "pic.png": picture}
    for file in copy["attachments"]:
        url = f"/attachments/{file['id']}/download"
        assert client.get(url).body == contents[file["filename"]]
        if file["size"]:
            part = client.request("GET", url, headers={"Range": "bytes=1000000-1000999"})
            assert (part.status, part.body) == (206, contents[file["filename"]][1_000_000:1_001_000])
    part = client.request("GET", f"/mails/{copy['id']}/raw", headers={"Range": f"bytes={MIB}-{MIB + 9}"})
    assert (part.status, part.body) == (206, raw[MIB : MIB + 10])
    wait_until(lambda: client.get("/mails", folder="$sent", keyword="wombats").ok()["total"], 10, "a hit")
    client.delete(f"/mails/{copy['id']}").ok()
    client.get(f"/attachments/{copy['attachments'][0]['id']}/download").failed(404, 40405)
    assert client.get("/mails", folder="$sent", keyword="wombats").ok()["total"] == 0


def test_large_copy_survives_a_restart(fresh_service: Any, smtp: SmtpScript) -> None:
    service: Service = fresh_service(CONFIG)
    client = service.admin()
    made = client.post("/accounts", smtp.account()).ok(201)
    copy = copy_of(client, client.post("/mails/send", mail(made, attachments=[uploaded(client)])).ok())
    service.kill()
    service.start()
    client = service.admin()
    assert client.get(f"/attachments/{copy['attachments'][0]['id']}/download").body == CONTENT


def test_large_file_is_sent_on(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    first = copy_of(client, client.post("/mails/send", mail(account, attachments=[uploaded(client)])).ok())
    again = client.post("/mails/send", mail(account, forwardAttachmentIds=[first["attachments"][0]["id"]])).ok()
    assert files_of(smtp.mails[-1].raw) == {"large.bin": CONTENT}
    second = copy_of(client, again)
    assert client.get(f"/attachments/{second['attachments'][0]['id']}/download").body == CONTENT


def test_large_message_is_attached_as_it_is(client: Client, smtp: SmtpScript, account: dict[str, Any]) -> None:
    inner = b"Subject: Inner\r\nFrom: a@example.org\r\n\r\n" + b"many words on a line\r\n" * 200_000
    token = uploaded(client, inner, "inner.eml", "message/rfc822")
    copy = copy_of(client, client.post("/mails/send", mail(account, attachments=[token])).ok())
    (attached,) = parsed(smtp.mails[-1].raw).iter_attachments()
    assert attached.get_content_type() == "message/rfc822" and attached.get_content()["Subject"] == "Inner"
    (file,) = copy["attachments"]
    assert (file["contentType"], file["size"]) == ("message/rfc822", len(inner))
    assert client.get(f"/attachments/{file['id']}/download").body == inner


def test_large_mail_is_put_into_the_servers_folder(
    service: Service, client: Client, smtp: SmtpScript, dovecot: Dovecot, mail_user: User
) -> None:
    body = dovecot.account(
        mail_user,
        smtp_host="127.0.0.1",
        smtp_port=smtp.port,
        smtpSecurity="none",
        appendSent=True,
        folders=["INBOX", "Sent"],
    )
    made = client.post("/accounts", body).ok(201)
    with Growth(service.pid) as growth:
        sent = client.post("/mails/send", mail(made, attachments=[uploaded(client)])).ok()
        with dovecot.mailbox(mail_user) as box:
            wait_until(lambda: box.uids("Sent"), 60, "the mail in the folder Sent")
    copy = copy_of(client, sent)
    client.post(f"/accounts/{made['id']}/sync").ok()
    wait_until(lambda: client.get(f"/mails/{copy['id']}").ok()["onServer"], 60, "the copy at the server")
    # The local copy is used, although the mail is in a folder of the server now.
    assert client.get(f"/attachments/{copy['attachments'][0]['id']}/download").body == CONTENT
    assert client.get(f"/mails/{copy['id']}/raw").body == smtp.mails[-1].raw
    client.delete(f"/accounts/{made['id']}").ok()
    print(f"MiB: sent and put away {growth.bytes / MIB:.1f}")
    assert growth.bytes < MOST or is_sanitized()
