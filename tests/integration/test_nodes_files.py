# SPDX-License-Identifier: GPL-3.0-or-later
"""Files at several services on one PostgreSQL: what one receives, all can list, send and delete."""

import hashlib
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from backups import copied_to_sqlite
from postrider_support import Answer, Client, Dovecot, Postgresql, Service, SmtpScript, wait_until
from postrider_support.letters import mails_when
from postrider_support.nodegroup import NodeGroup
from postrider_support.sending import mail
from postrider_support.service import UNLIMITED
from test_large_mails import MOVIE, cached, large_mail
from test_send_large import files_of, uploaded
from test_uploads import begun, files, folder, make_older, received, upload

MIB = 2**20
CONFIG = UNLIMITED | {"outbox.answer_within": "60"}
CONTENT = hashlib.shake_256(b"upload").digest(20 * MIB)


@pytest.fixture
def nodes(postgresql: Postgresql, dovecot: Dovecot, tmp_path: Path) -> Iterator[list[Service]]:
    """Two nodes; what is uploaded at the first is sent and deleted at the second."""
    shared = {"POSTRIDER_DATABASE_URL": postgresql.url(postgresql.new_database()), "POSTRIDER_KEY": "7d" * 32}
    services = [
        Service(tmp_path / f"node{number}", config=CONFIG, environment=shared, extra_ca=dovecot.ca_file)
        for number in range(2)
    ]
    try:
        for service in services:
            service.start()
        yield services
    finally:
        for service in services:
            service.kill()


@pytest.fixture
def first(nodes: list[Service]) -> Client:
    return nodes[0].admin()


@pytest.fixture
def second(nodes: list[Service]) -> Client:
    return nodes[1].admin()


@pytest.fixture
def sender(first: Client, smtp: SmtpScript) -> dict[str, Any]:
    """An account that sends through `smtp` and has no mailbox."""
    account: dict[str, Any] = first.post("/accounts", smtp.account()).ok(201)
    return account


def restart_and_sweep(service: Service) -> None:
    """Starts it again and waits until it has swept: an upload that stopped long ago goes."""
    service.restart()
    token = "A" * 32
    service.sql(
        "INSERT INTO uploads (token, user_id, filename, content_type, size, is_complete, is_in_database, written_at,"
        f" created_at, expires_at) VALUES ('{token}', 1, 'x', 'x', 1, 0, 1, 1, 1, 1)"
    )
    service.restart()
    wait_until(lambda: token not in files(service), 10, "the sweep")


def in_folders(nodes: list[Service]) -> list[Path]:
    return [path for service in nodes for path in folder(service).iterdir()]


# -- at another node


def test_upload_is_listed_sent_and_deleted_at_another_node(
    nodes: list[Service], first: Client, second: Client, sender: dict[str, Any], smtp: SmtpScript
) -> None:
    begin = time.monotonic()
    token = uploaded(first, CONTENT)
    uploading = time.monotonic() - begin
    assert [one["id"] for one in second.get("/attachments").ok()["items"]] == [token]
    begin = time.monotonic()
    second.post("/mails/send", mail(sender, attachments=[token])).ok()
    print(f"20 MiB: uploaded in {uploading:.2f} s, sent in {time.monotonic() - begin:.2f} s")
    assert files_of(smtp.mails[-1].raw) == {"large.bin": CONTENT}
    assert in_folders(nodes) == [] and cached(nodes[1]) == []
    second.delete(f"/attachments/{token}").ok()
    assert first.get("/attachments").ok()["total"] == 0
    assert received(nodes[0]) == 0
    first.post("/mails/send", mail(sender, attachments=[token])).failed(400, 40008)


def test_uploads_of_a_draft_are_sent_at_another_node(
    first: Client, second: Client, sender: dict[str, Any], smtp: SmtpScript
) -> None:
    tokens = [uploaded(first, CONTENT[:300_000]), uploaded(first, b"", "empty.txt", "text/plain")]
    picture = uploaded(first, CONTENT[-9:], "a.png", "image/png")
    draft = first.post(
        "/drafts",
        {"accountId": sender["id"], "to": ["anna@example.org"], "subject": "Two", "body": '<img src="cid:a">'}
        | {"attachments": [*tokens, picture], "inline": [{"cid": "a", "attachment": picture}]},
    ).ok()
    second.post(f"/drafts/{draft['id']}/send").ok()
    found = files_of(smtp.mails[-1].raw)
    assert found == {"large.bin": CONTENT[:300_000], "empty.txt": b"", "a.png": CONTENT[-9:]}


def test_sending_twice_reads_the_same_bytes(
    first: Client, second: Client, sender: dict[str, Any], smtp: SmtpScript
) -> None:
    token = uploaded(first, CONTENT[: 3 * MIB + 1])
    for client in (second, second, first):
        client.post("/mails/send", mail(sender, attachments=[token])).ok()
    assert [files_of(sent.raw) for sent in smtp.mails] == [{"large.bin": CONTENT[: 3 * MIB + 1]}] * 3


def test_upload_in_the_folder_of_a_node_is_sent_there(
    nodes: list[Service], first: Client, second: Client, sender: dict[str, Any], smtp: SmtpScript
) -> None:
    """As a version before uploads in the database has left it."""
    token = "B" * 32
    (folder(nodes[0]) / token).write_bytes(b"from before")
    nodes[0].sql(
        "INSERT INTO uploads (token, user_id, filename, content_type, size, is_complete, created_at, expires_at)"
        f" VALUES ('{token}', 1, 'old.txt', 'text/plain', 11, 1, 1, {int(time.time()) + 3600})"
    )
    for service in nodes:
        restart_and_sweep(service)
    first, second = nodes[0].admin(), nodes[1].admin()
    second.post("/mails/send", mail(sender, attachments=[f"upload:{token}"])).failed(400, 40008)
    first.post("/mails/send", mail(sender, attachments=[f"upload:{token}"])).ok()
    assert files_of(smtp.mails[-1].raw)["old.txt"].strip() == b"from before"
    second.delete(f"/attachments/upload:{token}").ok()
    restart_and_sweep(nodes[0])
    wait_until(lambda: in_folders(nodes) == [], 10, "the file to go")


def test_part_of_a_large_mail_is_answered_by_every_node(
    postgresql: Postgresql, dovecot: Dovecot, tmp_path: Path
) -> None:
    group = NodeGroup.made(postgresql, dovecot, tmp_path)
    try:
        dovecot.deliver(group.users[0], large_mail())
        found = mails_when(group.client(0), 1, timeout=60, accountId=group.accounts[0])[0]
        for index in range(3):
            client = group.client(index)
            files = client.get(f"/attachments/mail/{found['id']}").ok()
            movie = next((one for one in files if one["filename"] == "holiday.mp4"), None)
            assert movie, (files, client.get(f"/mails/{found['id']}").ok()["bodyState"])
            assert client.get(f"/attachments/{movie['id']}/download").body == MOVIE
    finally:
        group.kill()


# -- what ends in the middle


def test_killed_node_leaves_nothing_of_an_upload(nodes: list[Service], first: Client) -> None:
    with begun(nodes[0], str(first.token), 10 * MIB, bytes(3 * MIB)):
        wait_until(lambda: received(nodes[0]) > 2 * MIB, 10, "most of it to be stored")
        nodes[0].kill()
    restart_and_sweep(nodes[1])
    assert received(nodes[1]) > 2 * MIB, "it may still be received at another node"
    assert nodes[1].admin().get("/attachments").ok()["total"] == 0
    make_older(nodes[1], 900)
    restart_and_sweep(nodes[1])
    assert (files(nodes[1]), received(nodes[1])) == ([], 0)


def test_sweep_of_a_node_keeps_what_another_one_is_receiving(nodes: list[Service], first: Client) -> None:
    with begun(nodes[0], str(first.token), 4 * MIB, CONTENT[:MIB]) as connection:
        wait_until(lambda: received(nodes[0]) > MIB / 2, 10, "the beginning to be stored")
        make_older(nodes[0], 3600)
        connection.sendall(CONTENT[MIB : 2 * MIB])
        wait_until(lambda: received(nodes[0]) > MIB, 10, "more to be stored")
        restart_and_sweep(nodes[1])
        connection.sendall(CONTENT[2 * MIB : 4 * MIB])
        assert b" 201 " in connection.recv(1000)
    (kept,) = nodes[1].admin().get("/attachments").ok()["items"]
    token = kept["id"].removeprefix("upload:")
    ((digest,),) = nodes[1].sql(
        f"SELECT md5(string_agg(bytes, '' ORDER BY position)) FROM upload_pieces WHERE token = '{token}'"
    )
    assert digest == hashlib.md5(CONTENT[: 4 * MIB]).hexdigest()


def test_upload_that_a_sweep_removed_is_refused(nodes: list[Service], first: Client) -> None:
    """A node that hung for so long that its upload counts as left."""
    with begun(nodes[0], str(first.token), 4 * MIB, CONTENT[:MIB]) as connection:
        wait_until(lambda: received(nodes[0]) > MIB / 2, 10, "the beginning to be stored")
        make_older(nodes[0], 3600)
        restart_and_sweep(nodes[1])
        assert received(nodes[1]) == 0
        connection.sendall(CONTENT[MIB : 2 * MIB])
        assert b" 503 " in connection.recv(1000)
    assert files(nodes[1]) == []


def test_full_disk_of_the_database_refuses_and_leaves_nothing(nodes: list[Service], first: Client) -> None:
    nodes[0].sql(
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;"
        " CREATE TRIGGER full_disk BEFORE INSERT ON upload_pieces FOR EACH ROW WHEN (NEW.position = 4)"
        " EXECUTE FUNCTION full_disk()"
    )
    with begun(nodes[0], str(first.token), 4 * MIB, CONTENT[: 2 * MIB]) as connection:
        assert b" 507 " in connection.recv(1000)
    wait_until(lambda: files(nodes[0]) == [], 10, "the beginning to be removed")
    assert received(nodes[0]) == 0
    assert upload(first, CONTENT[:MIB]).ok(201)["size"] == MIB


# -- at the same time


def test_upload_that_is_deleted_while_another_node_reads_it_is_not_sent(
    nodes: list[Service], postgresql: Postgresql, first: Client, sender: dict[str, Any], smtp: SmtpScript
) -> None:
    token = uploaded(first, CONTENT[: 2 * MIB])
    database = nodes[0].environment["POSTRIDER_DATABASE_URL"].partition("?")[0].rpartition("/")[2]
    waiting = (
        "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'upload_pieces'::regclass AND mode = 'AccessShareLock'"
    )
    deletion = "LOCK TABLE upload_pieces IN ACCESS EXCLUSIVE MODE; DELETE FROM uploads"
    with ThreadPoolExecutor(1) as pool:
        with postgresql.holding(deletion, database, end="COMMIT"):
            sending = pool.submit(first.post, "/mails/send", mail(sender, attachments=[token]))
            wait_until(lambda: nodes[0].sql(waiting), 10, "the copy to wait")
        sending.result().failed(400, 40008)
    assert smtp.mails == []
    assert cached(nodes[0]) == []


def test_mail_is_sent_whole_or_not_at_all_when_its_upload_is_deleted(
    first: Client, second: Client, sender: dict[str, Any], smtp: SmtpScript
) -> None:
    content = CONTENT[: 3 * MIB]
    began = time.monotonic()
    first.post("/mails/send", mail(sender, attachments=[uploaded(first, content)])).ok()
    usual = time.monotonic() - began
    answers: list[Answer] = []
    for number in range(8):
        token = uploaded(second, content)
        delete = threading.Timer(usual * number / 8, lambda name=token: second.delete(f"/attachments/{name}").ok())
        delete.start()
        answers.append(first.post("/mails/send", mail(sender, attachments=[token])))
        delete.join()
    print("sent:", [answer.status for answer in answers])
    for answer in answers:
        if answer.status != 200:
            answer.failed(400, 40008)
    assert len(smtp.mails) == 1 + sum(answer.status == 200 for answer in answers)
    assert all(files_of(sent.raw) == {"large.bin": content} for sent in smtp.mails)
    assert second.get("/attachments").ok()["total"] == 1


# -- copies of the database


@pytest.mark.parametrize("way", ["migrate-database", "backup"])
def test_upload_goes_with_a_copy_of_the_database(
    nodes: list[Service], first: Client, sender: dict[str, Any], smtp: SmtpScript, tmp_path: Path, way: str
) -> None:
    token = uploaded(first, CONTENT[: 3 * MIB + 1])
    for service in nodes:
        service.stop()
    folder_of_copy = copied_to_sqlite(nodes[0], tmp_path, way)
    with Service(folder_of_copy, config=CONFIG, environment={"POSTRIDER_KEY": "7d" * 32}) as copy:
        client = copy.admin()
        assert [one["id"] for one in client.get("/attachments").ok()["items"]] == [token]
        client.post("/mails/send", mail(sender, attachments=[token])).ok()
        assert files_of(smtp.mails[-1].raw) == {"large.bin": CONTENT[: 3 * MIB + 1]}
        client.delete(f"/attachments/{token}").ok()
        assert received(copy) == 0
