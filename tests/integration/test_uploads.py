# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that users upload: kept whole, bounded, private, and removed when nobody can use them any more."""

import os
import re
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from conftest import need
from postrider_support import Answer, Client, Dovecot, OpenApi, Service, User, wait_until
from postrider_support.disk import FaultyDisk
from postrider_support.rawhttp import exchange
from postrider_support.service import is_sanitized, program
from postrider_support.waiting import scaled
from test_users import NINA_PASSWORD, added, logged_in, user_command

MIB = 2**20
LARGEST = 25 * MIB
CONFIG = {"visibility": "shared", "limits.uploads_per_user": str(60 * MIB)}
in_files = pytest.mark.skipif(
    os.environ.get("POSTRIDER_TEST_ENGINE") == "postgresql", reason="uploads are in the database"
)


def folder(service: Service) -> Path:
    return service.data_dir / "attachments-out" / ".postrider-uploads"


def in_database(service: Service) -> bool:
    """Whether new uploads are stored in the database, and not in the folder."""
    return "POSTRIDER_DATABASE_URL" in service.environment


def files(service: Service) -> list[str]:
    """The files of the folder, and the uploads that are in the database."""
    kept = service.sql("SELECT token FROM uploads WHERE is_in_database = 1")
    return sorted([path.name for path in folder(service).iterdir()] + [str(token) for token, in kept])


def content_of(service: Service, upload_id: str) -> bytes:
    """What is stored of it."""
    token = upload_id.removeprefix("upload:")
    if not in_database(service):
        return (folder(service) / token).read_bytes()
    pieces = f"SELECT encode(bytes, 'hex') FROM upload_pieces WHERE token = '{token}' ORDER BY position"
    return b"".join(bytes.fromhex(str(piece)) for piece, in service.sql(pieces))


def upload(client: Client, content: bytes, filename: str = "a.bin", **headers: str) -> Answer:
    return client.request(
        "POST",
        "/attachments",
        raw=content,
        query={"filename": filename},
        headers={name.replace("_", "-"): value for name, value in headers.items()},
    )


def refused(service: Service, client: Client, size: int) -> None:
    """The refusal may come before all of the file was sent, which not every HTTP library handles."""
    head = (
        f"POST /api/v1/attachments?filename=a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {client.token}"
        f"\r\nContent-Length: {size}\r\n\r\n"
    ).encode()
    exchange(service.base_url, head + bytes(size)).failed(413, 41302)


def begun(service: Service, token: str, size: int, sent: bytes) -> socket.socket:
    """An upload that announces `size` bytes and stops after `sent`."""
    parts = urlsplit(service.base_url)
    connection = socket.create_connection((parts.hostname, parts.port), timeout=scaled(20))
    connection.sendall(
        f"POST /api/v1/attachments?filename=part.bin HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {token}\r\nContent-Length: {size}\r\n\r\n".encode() + sent
    )
    return connection


def received(service: Service) -> int:
    """Stored bytes of all uploads together."""
    ((pieces,),) = service.sql("SELECT COALESCE(SUM(LENGTH(bytes)), 0) FROM upload_pieces")
    return int(pieces) + sum(path.stat().st_size for path in folder(service).iterdir())


def make_older(service: Service, seconds: int) -> None:
    """As if all uploads had been begun, and received so far, earlier."""
    service.sql(f"UPDATE uploads SET created_at = created_at - {seconds}, written_at = written_at - {seconds}")
    for path in folder(service).iterdir():
        os.utime(path, (time.time() - seconds,) * 2)


@pytest.fixture(autouse=True)
def empty(service: Service, client: Client) -> Iterator[None]:
    yield
    for one in client.get("/attachments", pageSize=100).ok()["items"]:
        client.delete(f"/attachments/{one['id']}").ok()
    wait_until(lambda: not files(service), 10, "the files of removed uploads to go")


def test_upload_is_kept_and_listed(service: Service, client: Client) -> None:
    content = os.urandom(3 * MIB + 7)
    made = upload(client, content, "Übersicht 2026.pdf", Content_Type="application/pdf").ok(201)
    assert made["filename"] == "Übersicht 2026.pdf"
    assert (made["contentType"], made["size"]) == ("application/pdf", len(content))
    assert client.get("/attachments").ok() == {"items": [made], "total": 1, "page": 1, "pageSize": 20}
    assert content_of(service, made["id"]) == content
    assert folder(service).stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder(service).iterdir()} <= {0o600}
    assert len(list(folder(service).iterdir())) == (0 if in_database(service) else 1)


def test_upload_is_kept_for_seven_days(client: Client) -> None:
    made = upload(client, b"x").ok(201)
    left = time.mktime(time.strptime(made["expiresAt"], "%Y-%m-%dT%H:%M:%SZ")) - time.mktime(time.gmtime())
    assert 7 * 86400 - 120 < left <= 7 * 86400


def test_empty_file_is_a_file(client: Client) -> None:
    assert upload(client, b"", "empty.txt").ok(201)["size"] == 0


@pytest.mark.parametrize(
    "sent, kept",
    [
        ("C:\\secrets\\plan.doc", "plan.doc"),
        ("../../etc/passwd", "passwd"),
        ("a\r\nSet-Cookie: x", "aSet-Cookie: x"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        (" \tblank.txt ", "blank.txt"),
    ],
)
def test_name_is_cleaned(client: Client, sent: str, kept: str) -> None:
    assert upload(client, b"x", sent).ok(201)["filename"] == kept


@pytest.mark.parametrize("name", ["", "..", "/", "\r\n"])
def test_file_needs_a_name(service: Service, client: Client, name: str) -> None:
    assert upload(client, b"x", name).failed(400, 40003)["details"][0]["field"] == "filename"
    assert not files(service)


@pytest.mark.parametrize(
    "name, sent, kept",
    [
        ("a.png", "", "image/png"),
        ("a.png", "application/x-www-form-urlencoded", "image/png"),
        ("a.png", "Image/JPEG; charset=x", "image/jpeg"),
        ("a.unheardof", "", "application/octet-stream"),
        ("a.txt", "no type\t", "text/plain"),
        ("a.txt", "a/b c/d", "text/plain"),
    ],
)
def test_type_is_the_stated_one_or_goes_by_the_name(client: Client, name: str, sent: str, kept: str) -> None:
    headers = {"Content_Type": sent} if sent else {}
    assert upload(client, b"x", name, **headers).ok(201)["contentType"] == kept


def test_list_has_pages(client: Client) -> None:
    made = [upload(client, b"x", f"{index}.txt").ok(201) for index in range(5)]
    seen = [one for page in (1, 2, 3) for one in client.get("/attachments", page=page, pageSize=2).ok()["items"]]
    assert sorted(one["filename"] for one in seen) == sorted(one["filename"] for one in made)
    assert client.get("/attachments", page=4, pageSize=2).ok()["items"] == []
    assert client.get("/attachments", pageSize=0).failed(400, 40003)


def test_delete_removes_the_file(service: Service, client: Client) -> None:
    made = upload(client, b"x").ok(201)
    client.delete(f"/attachments/{made['id']}").ok()
    wait_until(lambda: not files(service), 10, "the file to go")
    client.delete(f"/attachments/{made['id']}").failed(404, 40405)


@pytest.mark.parametrize("reference", ["upload:", "upload:..%2f..%2fetc%2fpasswd", "7", "x", "upload:" + "A" * 32])
def test_delete_of_what_is_not_there(client: Client, reference: str) -> None:
    client.delete(f"/attachments/{reference}").failed(404, 40405)


def test_uploads_belong_to_their_user(service: Service, client: Client, openapi: OpenApi) -> None:
    added(service, "nina", NINA_PASSWORD)
    nina = logged_in(service, "nina", NINA_PASSWORD, openapi)
    made = upload(client, b"mine").ok(201)
    assert nina.get("/attachments").ok()["total"] == 0
    nina.delete(f"/attachments/{made['id']}").failed(404, 40405)
    assert client.get("/attachments").ok()["total"] == 1
    assert user_command(service, "remove", "nina").returncode == 0


# -- limits


def test_largest_file_is_taken(client: Client) -> None:
    assert upload(client, bytes(LARGEST)).ok(201)["size"] == LARGEST


def test_larger_file_is_refused_before_it_is_sent(service: Service, client: Client) -> None:
    with begun(service, str(client.token), LARGEST + 1, b"") as connection:
        assert b"413" in connection.recv(100)
    assert not files(service)


@pytest.mark.parametrize("size", [2 * LARGEST, 6 * LARGEST])
def test_client_that_sends_a_larger_file_gets_the_whole_refusal(service: Service, client: Client, size: int) -> None:
    """It reads the answer only after the file, or once nothing more of the file is taken."""
    with begun(service, str(client.token), size, b"") as connection:
        connection.settimeout(0.5)
        with suppress(TimeoutError):  # 64 MiB are taken at most
            connection.sendall(bytes(size))
        connection.settimeout(scaled(20))
        assert b'"code":41302' in connection.recv(64 * 1024)


def test_larger_file_without_a_length_is_refused_when_it_is_too_large(service: Service, client: Client) -> None:
    chunk = f"{MIB:x}\r\n".encode() + bytes(MIB) + b"\r\n"
    head = (
        f"POST /api/v1/attachments?filename=a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {client.token}"
        "\r\nTransfer-Encoding: chunked\r\n\r\n"
    ).encode()
    answer = exchange(service.base_url, head + chunk * 26 + b"0\r\n\r\n")
    answer.failed(413, 41302)
    wait_until(lambda: not files(service), 10, "the beginning to be removed")
    assert exchange(service.base_url, head + chunk * 2 + b"0\r\n\r\n").ok(201)["size"] == 2 * MIB


def test_all_uploads_of_a_user_are_bounded(service: Service, client: Client) -> None:
    for _ in range(2):
        upload(client, bytes(LARGEST)).ok(201)
    refused(service, client, 11 * MIB)
    upload(client, bytes(10 * MIB)).ok(201)
    assert len(files(service)) == 3


def test_quota_counts_what_is_being_received(service: Service, client: Client) -> None:
    token = str(client.token)
    with begun(service, token, 25 * MIB, bytes(MIB)) as one, begun(service, token, 25 * MIB, bytes(MIB)) as two:
        wait_until(lambda: len(files(service)) == 2, 10, "both to begin")
        refused(service, client, 11 * MIB)
        one.close()
        two.close()
        wait_until(lambda: not files(service), 10, "the beginnings to be removed")
    upload(client, bytes(11 * MIB)).ok(201)


# -- what ends in the middle


def test_client_that_leaves_leaves_nothing(service: Service, client: Client) -> None:
    for size in (0, 10, 300_000, 5 * MIB):
        with begun(service, str(client.token), 10 * MIB, bytes(size)):
            wait_until(lambda: len(files(service)) == 1, 10, "the file to be begun")
        wait_until(lambda: not files(service), 10, "the file to go")
    assert client.get("/attachments").ok()["total"] == 0


@in_files
def test_full_disk_refuses_and_leaves_nothing(fresh_service: Any, tmp_path: Path) -> None:
    library = program().parents[1] / "lib" / "faultydisk.so"
    need(library.exists(), str(library))
    disk = FaultyDisk(tmp_path / "disk", library)
    service = fresh_service(environment=disk.environment)
    client = service.admin()
    disk.leave(2 * MIB)
    head = (
        f"POST /api/v1/attachments?filename=a HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {client.token}"
        f"\r\nContent-Length: {10 * MIB}\r\n\r\n"
    ).encode()
    exchange(service.base_url, head + bytes(10 * MIB)).failed(507, 50700)
    disk.leave(0)  # now the database cannot write anything either
    wait_until(lambda: not files(service), 10, "the beginning to be removed")
    disk.free()
    upload(client, bytes(10 * MIB)).ok(201)


@pytest.mark.skipif(is_sanitized(), reason="sanitizers take memory")
def test_memory_stays_flat_while_files_come_in(fresh_service: Any) -> None:
    service = fresh_service()
    token = service.admin().token
    size = 5 * MIB if in_database(service) else LARGEST  # or the test takes minutes

    def send(_: int) -> int:
        client = Client(service.base_url, token)
        return int(upload(client, bytes(size)).ok(201)["size"])

    send(0)
    before = service.peak_memory()
    with ThreadPoolExecutor(8) as senders:
        assert sum(senders.map(send, range(16))) == 16 * size
    grown = service.peak_memory() - before
    assert grown < 24 * MIB, f"{grown / MIB:.1f} MiB for eight files at a time"


def test_killed_upload_leaves_no_orphan(fresh_service: Any) -> None:
    service = fresh_service()
    token = service.admin().token
    kept = upload(Client(service.base_url, token), b"kept").ok(201)
    with begun(service, token, 10 * MIB, bytes(3 * MIB)):
        wait_until(lambda: received(service) > 2 * MIB, 10, "most of it to be written")
        service.kill()
    assert len(files(service)) == 2
    service.start()
    client = service.admin()
    assert [one["id"] for one in client.get("/attachments").ok()["items"]] == [kept["id"]]
    service.stop()
    # As a quarter of an hour later, with a file in the folder that is not an upload.
    foreign_file = folder(service) / "not an upload"
    foreign_file.write_text("x")
    make_older(service, 900)
    service.start()
    wait_until(lambda: len(files(service)) == 2, 10, "the sweep")
    assert files(service) == sorted([foreign_file.name, kept["id"].removeprefix("upload:")])
    assert [int(count) for count, in service.sql("SELECT COUNT(*) FROM uploads")] == [1]
    assert content_of(service, kept["id"]) == b"kept" and received(service) == len("kept" + "x")


def test_file_without_a_row_goes_at_the_start(fresh_service: Any) -> None:
    service = fresh_service()
    service.stop()
    (folder(service) / ("A" * 32)).write_text("of a database that was restored")
    service.start()
    wait_until(lambda: not files(service), 10, "the sweep")


def test_old_uploads_go(fresh_service: Any) -> None:
    service = fresh_service({"limits.upload_life": "1"})
    client = service.admin()
    upload(client, b"x").ok(201)
    wait_until(lambda: client.get("/attachments").ok()["total"] == 0, 10, "it to expire")
    service.restart()
    wait_until(lambda: not files(service), 10, "the sweep")


def test_uploads_that_a_draft_names_stay(fresh_service: Any, dovecot: Dovecot, mail_user: User) -> None:
    service = fresh_service()
    client = service.admin()
    account = client.post("/accounts", dovecot.account(mail_user)).ok(201)
    named, forgotten = (upload(client, b"x", name).ok(201)["id"] for name in ("named.txt", "forgotten.txt"))
    client.post(
        "/drafts", {"accountId": account["id"], "to": [], "subject": "", "body": "", "attachments": [named]}
    ).ok()
    service.stop()
    service.sql("UPDATE uploads SET expires_at = 1")
    service.start()
    wait_until(lambda: files(service) == [named.removeprefix("upload:")], 10, "the sweep")
    kept = service.admin().get("/attachments").ok()["items"]
    assert [one["id"] for one in kept] == [named] and kept[0]["expiresAt"] > "2026"


def test_uploads_go_with_their_user(fresh_service: Any) -> None:
    service = fresh_service({"visibility": "shared"})
    added(service, "nina", NINA_PASSWORD)
    upload(logged_in(service, "nina", NINA_PASSWORD), b"x").ok(201)
    kept = upload(service.admin(), b"y").ok(201)
    assert user_command(service, "remove", "nina").returncode == 0
    service.restart()
    wait_until(lambda: files(service) == [kept["id"].removeprefix("upload:")], 10, "the sweep")


def test_uploads_survive_a_restart(fresh_service: Any) -> None:
    service = fresh_service()
    made = upload(service.admin(), b"x" * 100_000).ok(201)
    service.kill()
    service.start()
    assert service.admin().get("/attachments").ok()["items"] == [made]


@in_files
def test_folder_may_be_elsewhere(fresh_service: Any, tmp_path: Path) -> None:
    service = fresh_service({"attachments_dir": str(tmp_path / "deep" / "out")})
    made = upload(service.admin(), b"x").ok(201)
    name = made["id"].removeprefix("upload:")
    assert (tmp_path / "deep" / "out" / ".postrider-uploads" / name).read_bytes() == b"x"
    assert re.fullmatch("[A-Za-z0-9_-]{32}", name)


@in_files
def test_folder_that_cannot_be_made_is_said(fresh_service: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    service = fresh_service({"attachments_dir": str(tmp_path / "file" / "out")})
    assert "cannot create the folder" in service.log()
    upload(service.admin(), b"x").failed(503, 50303)
