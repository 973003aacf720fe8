# SPDX-License-Identifier: GPL-3.0-or-later
"""Uploads in an S3 store: at one service with SQLite, and at several on one PostgreSQL."""

import hashlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from backups import copied_to_sqlite
from conftest import need
from postrider_support import Answer, CertificateAuthority, Client, Postgresql, Service, SmtpScript, s3store, wait_until
from postrider_support.s3store import BUCKET, ScriptedStore, SwiftStore
from postrider_support.sending import mail
from postrider_support.service import UNLIMITED, ini, is_sanitized
from postrider_support.tlsfront import Front, tls_to
from test_doctor import findings
from test_send_large import files_of, uploaded
from test_uploads import begun, folder, make_older, upload
from test_users import NINA_PASSWORD, added, logged_in, user_command

MIB = 2**20
OBJECT = 2 * MIB
CONFIG = UNLIMITED | {"outbox.answer_within": "60", "visibility": "shared"}
CONTENT = hashlib.shake_256(b"s3").digest(20 * MIB)


@pytest.fixture(scope="module")
def swift(scratch: Path) -> Iterator[SwiftStore]:
    need(s3store.available(), "python3-swift or python3-botocore")
    with SwiftStore(scratch / "swift") as store:
        yield store


@pytest.fixture
def store(swift: SwiftStore) -> SwiftStore:
    for key in swift.keys():
        swift.client.delete_object(Bucket=BUCKET, Key=key)
    return swift


@pytest.fixture
def one(store: SwiftStore, tmp_path: Path) -> Iterator[Service]:
    """A service with SQLite."""
    service = Service(tmp_path / "one", config=CONFIG | s3store.config(store.url), environment=s3store.environment())
    try:
        service.start()
        yield service
    finally:
        service.kill()


@pytest.fixture
def nodes(store: SwiftStore, postgresql: Postgresql, tmp_path: Path) -> Iterator[list[Service]]:
    """Three services on one PostgreSQL."""
    shared = {"POSTRIDER_DATABASE_URL": postgresql.url(postgresql.new_database()), "POSTRIDER_KEY": "7d" * 32}
    services = [
        Service(
            tmp_path / f"node{number}",
            config=CONFIG | s3store.config(store.url),
            environment=shared | s3store.environment(),
        )
        for number in range(3)
    ]
    try:
        for service in services:
            service.start()
        yield services
    finally:
        for service in services:
            service.kill()


def base_of(service: Service) -> str:
    """The folder of all uploads of its database."""
    ((name,),) = service.sql("SELECT value FROM settings WHERE user_id = 0 AND name = 'uploads_folder'")
    assert len(name) == 16
    return f"postrider/{name}/"


def folder_of(service: Service, upload_id: str) -> str:
    return f"{base_of(service)}{upload_id.removeprefix('upload:')}/"


def sender_at(client: Client, smtp: SmtpScript) -> dict[str, Any]:
    account: dict[str, Any] = client.post("/accounts", smtp.account()).ok(201)
    return account


def count(service: Service, table: str = "uploads") -> int:
    """Rows of the table."""
    ((rows,),) = service.sql(f"SELECT COUNT(*) FROM {table}")
    return int(rows)


def swept(store: SwiftStore, kept: int = 0) -> None:
    wait_until(lambda: len(store.keys()) == kept, 60, f"{kept} objects to be left")


# -- one service


@pytest.mark.parametrize("size", [0, 1, OBJECT - 1, OBJECT, OBJECT + 1, 20 * MIB])
def test_upload_is_kept_sent_and_deleted(one: Service, store: SwiftStore, smtp: SmtpScript, size: int) -> None:
    client = one.admin()
    content = CONTENT[:size]
    made = upload(client, content).ok(201)
    assert made["size"] == size
    assert client.get("/attachments").ok()["items"] == [made]
    assert len(store.keys()) == -(-size // OBJECT)
    assert store.content(folder_of(one, made["id"])) == content
    assert list(folder(one).iterdir()) == []
    client.post("/mails/send", mail(sender_at(client, smtp), attachments=[made["id"]])).ok()
    assert files_of(smtp.mails[-1].raw) == {"a.bin": content}
    client.delete(f"/attachments/{made['id']}").ok()
    wait_until(lambda: store.keys() == [], 10, "the objects to go")


def test_log_says_where_uploads_are_but_not_the_secret(one: Service, store: SwiftStore) -> None:
    wait_until(lambda: f"uploads are stored in the bucket box at {store.url}" in one.log(), 10, "the line")
    assert s3store.SECRET not in one.log()


def test_client_that_leaves_leaves_nothing(one: Service, store: SwiftStore) -> None:
    with begun(one, str(one.admin().token), 10 * MIB, bytes(5 * MIB)):
        wait_until(lambda: len(store.keys()) == 2, 20, "two objects")
    wait_until(lambda: store.keys() == [], 20, "the objects to go")
    wait_until(lambda: count(one) == 0, 10, "the row to go")


def test_files_of_before_stay_where_they_are(store: SwiftStore, smtp: SmtpScript, tmp_path: Path) -> None:
    with Service(tmp_path / "one", config=CONFIG) as service:
        before = uploaded(service.admin(), b"from before", "old.txt")
    moved = Service(tmp_path / "one", config=CONFIG | s3store.config(store.url), environment=s3store.environment())
    with moved as service:
        client = service.admin()
        account = sender_at(client, smtp)
        after = uploaded(client, b"from after", "new.txt")
        client.post("/mails/send", mail(account, attachments=[before, after])).ok()
        found = files_of(smtp.mails[-1].raw)
        assert {name: content.strip() for name, content in found.items()} == {
            "old.txt": b"from before",
            "new.txt": b"from after",
        }
        client.delete(f"/attachments/{before}").ok()
        wait_until(lambda: list(folder(service).iterdir()) == [], 10, "the file to go")
    with Service(tmp_path / "one", config=CONFIG) as service:
        client = service.admin()
        client.post("/mails/send", mail(account, attachments=[after])).failed(503, 50303)
        assert "s3.url is not set" in service.log()
        assert len(smtp.mails) == 1


def test_sweep_removes_what_has_no_row(one: Service, store: SwiftStore) -> None:
    client = one.admin()
    kept = upload(client, CONTENT[: OBJECT + 5]).ok(201)
    store.put("elsewhere/object")
    store.put(f"{base_of(one)}notes.txt")
    store.put(f"{base_of(one)}backup/of somebody")
    orphan = "A" * 32
    store.put(f"postrider/another-database/{orphan}/00000000")
    for position in range(3):
        store.put(f"{base_of(one)}{orphan}/{position:08}")
    one.restart()
    swept(store, 6)
    assert len([key for key in store.keys() if orphan in key]) == 1
    assert store.content(folder_of(one, kept["id"])) == CONTENT[: OBJECT + 5]


def test_uploads_go_with_their_user(one: Service, store: SwiftStore) -> None:
    added(one, "nina", NINA_PASSWORD)
    upload(logged_in(one, "nina", NINA_PASSWORD), b"x").ok(201)
    kept = upload(one.admin(), b"y").ok(201)
    assert user_command(one, "remove", "nina").returncode == 0
    one.restart()
    swept(store, 1)
    assert store.content(folder_of(one, kept["id"])) == b"y"


@pytest.mark.skipif(is_sanitized(), reason="sanitizers take memory")
def test_memory_stays_flat_while_files_come_in(one: Service) -> None:
    client = one.admin()
    upload(client, bytes(5 * MIB)).ok(201)
    before = one.peak_memory()
    threads = [threading.Thread(target=lambda: upload(one.admin(), CONTENT).ok(201)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    grown = one.peak_memory() - before
    print(f"{grown / MIB:.1f} MiB for four files at a time")
    assert grown < 48 * MIB


# -- several services


def test_upload_is_listed_sent_and_deleted_at_other_nodes(
    nodes: list[Service], store: SwiftStore, smtp: SmtpScript
) -> None:
    first, second, third = (service.admin() for service in nodes)
    account = sender_at(first, smtp)
    token = uploaded(first, CONTENT)
    assert [found["id"] for found in second.get("/attachments").ok()["items"]] == [token]
    for client in (third, second):
        client.post("/mails/send", mail(account, attachments=[token])).ok()
        assert files_of(smtp.mails[-1].raw) == {"large.bin": CONTENT}
    draft = second.post(
        "/drafts",
        {"accountId": account["id"], "to": ["a@b.example"], "subject": "", "body": ""} | {"attachments": [token]},
    ).ok()
    third.post(f"/drafts/{draft['id']}/send").ok()
    assert files_of(smtp.mails[-1].raw) == {"large.bin": CONTENT}
    assert count(nodes[0], "upload_pieces") == 0
    third.delete(f"/attachments/{token}").ok()
    wait_until(lambda: store.keys() == [], 20, "the objects to go")
    first.post("/mails/send", mail(account, attachments=[token])).failed(400, 40008)


def test_killed_node_leaves_nothing_of_an_upload(nodes: list[Service], store: SwiftStore) -> None:
    token = str(nodes[2].admin().token)
    kept = upload(nodes[1].admin(), b"kept").ok(201)
    with begun(nodes[2], token, 10 * MIB, bytes(7 * MIB)):
        wait_until(lambda: len(store.keys()) == 1 + 3, 20, "three objects")
        nodes[2].kill()
    nodes[0].restart()
    nodes[1].restart()
    time.sleep(12)  # a check for a sweep comes every ten seconds
    assert len(store.keys()) == 1 + 3, "it may still be received at another node"
    make_older(nodes[0], 900)
    nodes[0].restart()
    nodes[1].restart()
    swept(store, 1)
    assert store.content(folder_of(nodes[0], kept["id"])) == b"kept"
    assert count(nodes[0]) == 1


def test_sweep_keeps_what_another_node_is_receiving(nodes: list[Service], store: SwiftStore) -> None:
    with begun(nodes[2], str(nodes[2].admin().token), 6 * MIB, CONTENT[: 3 * MIB]) as connection:
        wait_until(lambda: len(store.keys()) == 1, 20, "an object")
        store.put(f"{base_of(nodes[0])}{'A' * 32}/00000000")
        nodes[0].restart()
        nodes[1].restart()
        swept(store, 1)
        connection.sendall(CONTENT[3 * MIB : 6 * MIB])
        assert b" 201 " in connection.recv(1000)
    (made,) = nodes[0].admin().get("/attachments").ok()["items"]
    assert store.content(folder_of(nodes[0], made["id"])) == CONTENT[: 6 * MIB]


@pytest.mark.parametrize("way", ["migrate-database", "backup"])
def test_copy_of_the_database_finds_its_uploads(
    nodes: list[Service], store: SwiftStore, smtp: SmtpScript, tmp_path: Path, way: str
) -> None:
    """A service that moves to SQLite."""
    first = nodes[0].admin()
    sender = sender_at(first, smtp)
    token = uploaded(first, CONTENT[: 3 * MIB + 1])
    for service in nodes:
        service.stop()
    folder_of_copy = copied_to_sqlite(nodes[0], tmp_path, way)
    environment = {"POSTRIDER_KEY": "7d" * 32} | s3store.environment()
    with Service(folder_of_copy, config=CONFIG | s3store.config(store.url), environment=environment) as copy:
        client = copy.admin()
        client.post("/mails/send", mail(sender, attachments=[token])).ok()
        assert files_of(smtp.mails[-1].raw) == {"large.bin": CONTENT[: 3 * MIB + 1]}
        client.delete(f"/attachments/{token}").ok()
        wait_until(lambda: store.keys() == [], 20, "the objects to go")


# -- a store that fails


def test_store_that_dies_in_the_middle_refuses_the_upload(one: Service, store: SwiftStore, smtp: SmtpScript) -> None:
    client = one.admin()
    account = sender_at(client, smtp)
    token = uploaded(client, CONTENT[: 3 * MIB])
    with begun(one, str(client.token), 10 * MIB, CONTENT[: 5 * MIB]) as connection:
        wait_until(lambda: len(store.keys()) == 2 + 2, 20, "two objects")
        store.kill()
        try:
            connection.sendall(CONTENT[5 * MIB : 10 * MIB])
        except OSError:
            pass  # it may be refused before all is sent
        assert b" 503 " in connection.recv(1000)
    client.post("/mails/send", mail(account, attachments=[token])).failed(503, 50303)
    client.get("/attachments").ok()
    assert smtp.mails == []
    assert f"The S3 store at {store.url} cannot be used" in one.log()
    one.restart()
    wait_until(lambda: "files cannot be uploaded now" in one.log(), 30, "the warning of the start")
    client = one.admin()
    store.start()
    client.post("/mails/send", mail(account, attachments=[token])).ok()
    assert [files_of(sent.raw) for sent in smtp.mails] == [{"large.bin": CONTENT[: 3 * MIB]}]
    wait_until(lambda: count(one) == 1, 20, "the row of the refused one to go")
    one.restart()
    swept(store, 2)


def test_wrong_secret_is_named_in_the_log(store: SwiftStore, tmp_path: Path) -> None:
    config = CONFIG | s3store.config(store.url)
    with Service(tmp_path / "one", config=config, environment=s3store.environment("wrong-secret")) as service:
        wait_until(lambda: "check s3.access_key" in service.log(), 10, "the warning of the start")
        answer = upload(service.admin(), b"x")
        answer.failed(503, 50303)
        assert "POSTRIDER_S3_SECRET_KEY" in service.log() and "wrong-secret" not in service.log()
        assert b"s3" not in answer.body.lower()
        wait_until(lambda: count(service) == 0, 10, "the row to go")
    assert store.keys() == []


@pytest.mark.parametrize("is_trusted", [True, False])
def test_certificate_of_the_store_is_checked(store: SwiftStore, tmp_path: Path, is_trusted: bool) -> None:
    authority = CertificateAuthority(tmp_path / "authority")
    with Front(tls_to(urlsplit(store.url).port or 0, authority.issue("store"))) as front:
        service = Service(
            tmp_path / "one",
            config=CONFIG | s3store.config(f"https://127.0.0.1:{front.port}"),
            environment=s3store.environment(),
            extra_ca=authority.certificate if is_trusted else None,
        )
        with service:
            client = service.admin()
            if is_trusted:
                made = upload(client, CONTENT[: 3 * MIB]).ok(201)
                assert store.content(folder_of(service, made["id"])) == CONTENT[: 3 * MIB]
            else:
                upload(client, CONTENT[: 3 * MIB]).failed(503, 50303)
                assert "certificate" in service.log() and store.keys() == []


def test_missing_bucket_is_named_in_the_log(store: SwiftStore, tmp_path: Path) -> None:
    config = CONFIG | s3store.config(store.url) | {"s3.bucket": "other"}
    with Service(tmp_path / "one", config=config, environment=s3store.environment()) as service:
        wait_until(lambda: "no bucket other" in service.log(), 10, "the warning of the start")
        upload(service.admin(), b"x").failed(503, 50303)


def test_doctor_names_what_is_wrong_with_the_store(store: SwiftStore, tmp_path: Path) -> None:
    config = CONFIG | s3store.config(store.url)
    (tmp_path / "postrider.conf").write_text(ini(config))
    with Service(tmp_path / "one", config=config, environment=s3store.environment()) as service:
        right = findings(service, config=tmp_path / "postrider.conf")
        wrong = findings(service, config=tmp_path / "postrider.conf", variables=s3store.environment("wrong-secret"))
    assert [one for one in right if one["check"] == "uploads"] == []
    wrong = [one for one in wrong if one["check"] == "uploads"]
    assert [(one["level"], one["where"]) for one in wrong] == [("fault", f"{store.url}/box")]
    assert "check s3.access_key" in wrong[0]["what"] and "wrong-secret" not in wrong[0]["what"]


@pytest.mark.parametrize(
    ("config", "secret", "named"),
    [
        ({"s3.bucket": "box"}, "x", "s3.url is not set"),
        ({"s3.url": "https://s3.example.org", "s3.access_key": "k"}, "x", "s3.bucket is not set"),
        ({"s3.url": "https://s3.example.org", "s3.bucket": "box"}, "x", "s3.access_key is not set"),
        ({"s3.url": "https://s3.example.org", "s3.bucket": "box", "s3.access_key": "k"}, "", "POSTRIDER_S3_SECRET_KEY"),
        ({"s3.url": "ftp://s3.example.org"}, "x", "s3.url must begin with"),
        ({"s3.url": "https://s3.example.org/box"}, "x", "s3.url must have no path"),
        ({"s3.bucket": "a/b"}, "x", "s3.bucket must be"),
        ({"s3.prefix": "../a"}, "x", "s3.prefix must be"),
    ],
)
def test_wrong_settings_stop_the_start(tmp_path: Path, config: dict[str, str], secret: str, named: str) -> None:
    service = Service(tmp_path, config=config, environment=s3store.environment(secret) if secret else {})
    assert service.run_to_end() == 2
    assert named in service.log()


# -- a store that a test disturbs


@pytest.fixture
def scripted() -> Iterator[ScriptedStore]:
    need(s3store.available(), "python3-botocore")
    with ScriptedStore() as store:
        yield store


@pytest.fixture
def disturbed(scripted: ScriptedStore, tmp_path: Path) -> Iterator[Service]:
    config = CONFIG | s3store.config(scripted.url)
    service = Service(tmp_path / "one", config=config, environment=s3store.environment())
    try:
        service.start()
        yield service
    finally:
        service.kill()


def test_every_signature_is_the_one_that_botocore_computes(
    disturbed: Service, scripted: ScriptedStore, smtp: SmtpScript
) -> None:
    client = disturbed.admin()
    account = sender_at(client, smtp)
    tokens = [uploaded(client, CONTENT[:size]) for size in (0, 1, 777, 9 * MIB, 16 * MIB)]
    for token in tokens:
        client.post("/mails/send", mail(account, attachments=[token])).ok()
    for path in [f"/{BUCKET}/{base_of(disturbed)}{letter * 32}/00000000" for letter in "ABCDEFGH"]:
        scripted.objects[path] = b"orphan"
    disturbed.restart()
    kept = 1 + 1 + 5 + 8
    wait_until(lambda: len(scripted.objects) == kept, 60, "the sweep, which needs several pages")
    client = disturbed.admin()
    for token in tokens:
        client.delete(f"/attachments/{token}").ok()
    wait_until(lambda: not scripted.objects, 20, "the objects to go")
    pages = [line for line in scripted.requests if "continuation-token=%2B%2F%3D%26" in line]
    print(f"{len(scripted.requests)} requests, {len(pages)} of them for further pages")
    assert scripted.wrong == [] and pages


def test_faults_that_end_are_not_noticed(disturbed: Service, scripted: ScriptedStore, smtp: SmtpScript) -> None:
    client = disturbed.admin()
    account = sender_at(client, smtp)
    seen: dict[str, int] = {}
    faults = [(500, "InternalError"), (503, "SlowDown")]

    def fault(method: str, path: str) -> tuple[int, str] | None:
        number = seen[method + path] = seen.get(method + path, 0) + 1
        if method == "GET" and number == 2:
            return ScriptedStore.cut
        return faults[number - 1] if number <= (1 if method == "GET" else 2) else None

    scripted.fault = fault
    token = uploaded(client, CONTENT[: 5 * MIB])
    client.post("/mails/send", mail(account, attachments=[token])).ok()
    assert files_of(smtp.mails[-1].raw) == {"large.bin": CONTENT[: 5 * MIB]}
    client.delete(f"/attachments/{token}").ok()
    wait_until(lambda: not scripted.objects, 60, "the objects to go")
    assert max(seen.values()) >= 3


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [
        ((507, "XMinioStorageFull"), 507, 50700),
        ((403, "QuotaExceeded"), 507, 50700),
        ((403, "AccessDenied"), 503, 50303),
        ((307, "TemporaryRedirect"), 503, 50303),
        ((404, "NoSuchKey"), 503, 50303),
    ],
)
def test_refused_object_refuses_the_upload(
    disturbed: Service, scripted: ScriptedStore, fault: tuple[int, str], status: int, code: int
) -> None:
    client = disturbed.admin()
    scripted.fault = lambda method, path: fault if path.endswith("1") and method == "PUT" else None
    answer: Answer = upload(client, CONTENT[: 3 * MIB])
    answer.failed(status, code)
    wait_until(lambda: not scripted.objects, 20, "the first object to go")
    assert client.get("/attachments").ok()["total"] == 0
    scripted.fault = lambda method, path: None
    upload(client, CONTENT[: 3 * MIB]).ok(201)


def test_mail_without_its_file_is_not_sent(disturbed: Service, scripted: ScriptedStore, smtp: SmtpScript) -> None:
    client = disturbed.admin()
    account = sender_at(client, smtp)
    token = uploaded(client, CONTENT[: 5 * MIB])
    key = {"Idempotency-Key": "once"}
    body = mail(account, attachments=[token])
    lost = next(path for path in scripted.objects if path.endswith("1"))
    content = scripted.objects.pop(lost)
    client.post("/mails/send", body, headers=key).failed(400, 40008)
    scripted.objects[lost] = content[:-1]
    client.post("/mails/send", body, headers=key).failed(503, 50303)
    scripted.objects[lost] = content
    scripted.fault = lambda method, path: (403, "AccessDenied") if path == lost else None
    client.post("/mails/send", body, headers=key).failed(503, 50303)
    assert client.get("/outbox").ok()["total"] == 0 and smtp.mails == []
    scripted.fault = lambda method, path: None
    client.post("/mails/send", body, headers=key).ok()
    client.post("/mails/send", body, headers=key).ok()
    assert [files_of(sent.raw) for sent in smtp.mails] == [{"large.bin": CONTENT[: 5 * MIB]}]


def test_service_stops_while_the_store_hangs(one: Service, store: SwiftStore) -> None:
    client = one.admin()
    store.pause()
    try:
        with begun(one, str(client.token), 3 * MIB, bytes(3 * MIB)):
            time.sleep(1)
            began = time.monotonic()
            one.stop()
            assert time.monotonic() - began < 8
    finally:
        store.resume()
