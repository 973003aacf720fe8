# SPDX-License-Identifier: GPL-3.0-or-later
"""A database server that is down, refuses, is full or blocks: nothing is lost, and it recovers by itself."""

import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from conftest import described, need
from corpus.truth import Truth
from corpus.writer import generate
from postrider_support import (
    UNLIMITED,
    CertificateAuthority,
    Client,
    Dovecot,
    EventStream,
    OpenApi,
    Postgresql,
    Service,
    User,
    wait_until,
)
from postrider_support.letters import account_when, all_mails, letter, mails_when, settled, synced_account
from postrider_support.postgresql import PASSWORD
from postrider_support.service import program
from postrider_support.smalldisk import SmallDisk
from postrider_support.waiting import scaled

CONFIG = UNLIMITED | {"sync.retry_min": "1", "sync.retry_max": "1", "sync.poll_interval": "1", "database_wait": "1"}


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> CertificateAuthority:
    return CertificateAuthority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def server(authority: CertificateAuthority) -> Iterator[Postgresql]:
    """With a password and TLS on 127.0.0.1. Tests that stop it start it again."""
    need(Postgresql.available(), "postgresql")
    with Postgresql(tcp=True) as one:
        one.stop()
        one.use_tls(authority.issue("database", hosts=("127.0.0.1",)))
        one.start()
        yield one


@pytest.fixture
def own_server() -> Iterator[Postgresql]:
    """A server that only this test uses, and that it may kill."""
    need(Postgresql.available(), "postgresql")
    with Postgresql() as one:
        yield one


@pytest.fixture
def on(dovecot: Dovecot, tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Makes services on the database of a URL: `on(url, {"database_wait": "9"})`."""
    made: list[Service] = []

    def make(url: str, config: dict[str, str] | None = None) -> Service:
        made.append(
            Service(
                tmp_path / f"service{len(made)}",
                config=CONFIG | (config or {}),
                environment={"POSTRIDER_DATABASE_URL": url, "POSTRIDER_KEY": "5e" * 32},
                extra_ca=dovecot.ca_file,
            )
        )
        return made[-1]

    yield make
    for one in made:
        one.kill()


def refused(service: Service) -> str:
    """The last log line of a service that does not start."""
    assert service.run_to_end() == 1
    lines = service.log().splitlines()
    assert all(PASSWORD not in line for line in lines)
    return lines[-1]


@pytest.fixture(scope="module")
def box(dovecot: Dovecot) -> tuple[User, dict[str, Truth]]:
    user = dovecot.add_user("databases")
    truths = generate(dovecot.maildir(user).parent, 1500, seed=8)
    dovecot.adopt(user)
    return user, {truth.messageId: truth for truth in truths}


def check_whole(client: Client, account: dict[str, Any], truths: dict[str, Truth]) -> None:
    """Checks that each mail is there once, with its text, and counted once."""
    settled(client, account["id"], 60)
    listed = all_mails(client, accountId=account["id"])
    assert Counter(mail["messageId"] for mail in listed) == Counter(truths.keys())
    assert {mail["messageId"]: mail["subject"] for mail in listed} == {t.messageId: t.subject for t in truths.values()}
    assert client.get("/mails/stats", accountId=account["id"]).ok()["total"] == len(truths)


# -- the start


def test_start_waits_for_a_server_that_comes_later(own_server: Postgresql, on: Callable[..., Service]) -> None:
    url = own_server.url(own_server.new_database())
    own_server.stop()
    service = on(url, {"database_wait": "60"})

    starting = threading.Thread(target=service.start, args=(60,))
    starting.start()
    wait_until(lambda: "Waiting for the database" in service.log(), 20, "the line that says so")
    own_server.start()
    starting.join()
    assert service.admin().get("/mails").ok()["total"] == 0


def test_start_gives_up_after_database_wait(own_server: Postgresql, on: Callable[..., Service]) -> None:
    own_server.stop()
    began = time.monotonic()
    line = refused(on(own_server.url()))
    assert "Cannot open the database postgresql://" in line and time.monotonic() - began >= 1


def test_user_commands_wait_too(own_server: Postgresql, on: Callable[..., Service]) -> None:
    service = on(own_server.url(own_server.new_database()), {"database_wait": "60"})
    service.start()
    service.stop()
    own_server.stop()
    command = subprocess.Popen(
        [
            str(program()),
            "--data-dir",
            str(service.data_dir),
            "--config",
            str(service.data_dir / "test.conf"),
            "user",
            "list",
        ],
        env=service.variables(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert command.stderr and "Waiting for the database" in command.stderr.readline()
    own_server.start()
    out, _ = command.communicate(timeout=scaled(30))
    assert command.returncode == 0 and "admin" in out


def test_wrong_password_is_refused_at_once(server: Postgresql, on: Callable[..., Service]) -> None:
    line = refused(on(server.tcp_url(password="wrong"), {"database_wait": "300"}))
    assert "password authentication failed" in line and "wrong" not in line.replace("postrider:***", "")


def test_unknown_database_is_refused_at_once(server: Postgresql, on: Callable[..., Service]) -> None:
    assert "does not exist" in refused(on(server.tcp_url("nowhere"), {"database_wait": "300"}))


def test_another_encoding_is_refused(server: Postgresql, on: Callable[..., Service]) -> None:
    name = server.new_database("ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'")
    assert "SQL_ASCII, but it must be UTF8" in refused(on(server.url(name)))


def test_newer_schema_is_refused_and_left_alone(server: Postgresql, on: Callable[..., Service]) -> None:
    name = server.new_database()
    service = on(server.url(name))
    service.start()
    service.stop()
    server.sql("INSERT INTO schema_versions (version, name, applied_at) VALUES (9999, 'future', 0)", name)
    before = server.sql("SELECT * FROM schema_versions ORDER BY version", name)
    assert "newer version of Postrider (schema 9999" in refused(service)
    assert server.sql("SELECT * FROM schema_versions ORDER BY version", name) == before


def test_two_that_start_at_once_on_an_empty_database_both_come_up(
    server: Postgresql, on: Callable[..., Service]
) -> None:
    url = server.url(server.new_database())
    services = [on(url) for _ in range(2)]
    starts = [threading.Thread(target=one.start) for one in services]
    for start in starts:
        start.start()
    for start in starts:
        start.join()
    assert all(one.running for one in services), [one.log() for one in services]


def test_two_services_on_one_file_are_refused(fresh_service: Callable[..., Service], dovecot: Dovecot) -> None:
    first = fresh_service()
    second = Service(first.data_dir, extra_ca=dovecot.ca_file)
    assert second.run_to_end() == 1
    assert "Another service has the database" in second.log().splitlines()[-1]
    assert first.client().get("/health").status == 200


# -- TLS to the server


def test_verified_tls_works_with_the_right_authority(
    server: Postgresql, authority: CertificateAuthority, on: Callable[..., Service]
) -> None:
    name = server.new_database()
    service = on(server.tcp_url(name, query=f"?sslmode=verify-full&sslrootcert={authority.certificate}"))
    service.start()
    assert service.admin().get("/mails").ok()["total"] == 0
    used = server.sql(
        "SELECT DISTINCT ssl FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid)" f" WHERE a.datname = '{name}'"
    )
    assert used == "t"


def test_certificate_of_another_authority_is_refused_at_once(
    server: Postgresql, tmp_path: Path, on: Callable[..., Service]
) -> None:
    other = CertificateAuthority(tmp_path / "other")
    url = server.tcp_url(server.new_database(), query=f"?sslmode=verify-full&sslrootcert={other.certificate}")
    assert "certificate verify failed" in refused(on(url, {"database_wait": "300"}))


# -- gone and back


@pytest.mark.parametrize("how", ["kill", "stop", "crash"])
def test_server_that_goes_in_the_middle_of_a_sync_costs_time_alone(
    how: str, own_server: Postgresql, on: Callable[..., Service], dovecot: Dovecot, box: tuple[User, dict[str, Truth]]
) -> None:
    user, truths = box
    service = on(own_server.url(own_server.new_database()))
    service.start()
    client = service.admin()
    account = client.post("/accounts", dovecot.account(user)).ok(201)
    wait_until(lambda: client.get("/mails").ok()["total"] > 200, 20, "the first mails")
    for _ in range(3):
        getattr(own_server, how)()
        client.get("/mails").failed(503, 50303)
        client.put(f"/accounts/{account['id']}/status", {"status": "active"}).failed(503, 50303)
        assert service.client().get("/health").status == 200
        own_server.start()
        wait_until(lambda: client.get("/mails").status == 200, 20, "the list to be there again")
    check_whole(client, account, truths)
    account_when(client, account["id"], lambda now: now["status"] == "active" and not now["errorCode"])
    assert service.running


def test_what_was_answered_survives_a_kill_of_the_server(
    own_server: Postgresql, on: Callable[..., Service], dovecot: Dovecot, mail_user: User
) -> None:
    for number in range(40):
        dovecot.deliver(mail_user, letter(f"Number {number}"))
    service = on(own_server.url(own_server.new_database()))
    service.start()
    client = service.admin()
    synced_account(client, dovecot.account(mail_user))
    ids = [mail["id"] for mail in all_mails(client)]
    for round_, mail in enumerate(ids):
        client.put(f"/mails/{mail}/star", {"isStarred": True}).ok()
        if round_ % 10 == 9:
            own_server.kill()
            own_server.start()
            wait_until(lambda: client.get("/mails").status == 200, 20, "the list to be there again")
    assert {mail["id"] for mail in all_mails(client, isStarred=True)} == set(ids)


def test_server_that_says_nothing_any_more_leaves_the_service_alive(
    own_server: Postgresql, dovecot: Dovecot, on: Callable[..., Service]
) -> None:
    service = on(own_server.url(own_server.new_database()))
    service.start()
    client = service.admin()
    own_server.freeze()
    began = time.monotonic()
    assert service.client().get("/health").status == 200
    assert time.monotonic() - began < 2
    own_server.thaw()
    wait_until(lambda: client.get("/mails").status == 200, 20, "the list")


def test_read_only_server_answers_what_is_read(
    own_server: Postgresql, on: Callable[..., Service], dovecot: Dovecot, mail_user: User
) -> None:
    dovecot.deliver(mail_user, letter("Stay"))
    name = own_server.new_database()
    service = on(own_server.url(name))
    service.start()
    client = service.admin()
    synced_account(client, dovecot.account(mail_user))
    mail = all_mails(client)[0]

    def become(read_only: str) -> None:
        own_server.sql(f"ALTER DATABASE {name} SET default_transaction_read_only TO {read_only}")
        own_server.sql(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            f" WHERE datname = '{name}' AND pid <> pg_backend_pid()"
        )
        # Many requests: each database connection is noticed as closed only when it is used next.
        wait_until(lambda: all(client.get("/mails").status == 200 for _ in range(20)), 20, "the list")

    become("on")
    dovecot.deliver(mail_user, letter("Later"))
    client.put(f"/mails/{mail['id']}/star", {"isStarred": True}).failed(503, 50303)
    assert client.get(f"/mails/{mail['id']}").ok()["isStarred"] is False
    become("off")
    client.put(f"/mails/{mail['id']}/star", {"isStarred": True}).ok()
    mails_when(client, 2)


def test_full_server_pauses_the_sync_until_there_is_room(
    own_server: Postgresql, on: Callable[..., Service], dovecot: Dovecot, box: tuple[User, dict[str, Truth]]
) -> None:
    user, truths = box
    if not SmallDisk.available():
        pytest.skip("only root makes a small file system")
    small = own_server.folder / "small"
    with SmallDisk(small, "20m") as disk, ExitStack() as stack:
        stack.callback(own_server.stop)
        subprocess.run(["chown", "postgres:postgres", small], check=True)
        own_server.sql(f"CREATE TABLESPACE small LOCATION '{small}'")
        service = on(own_server.url(own_server.new_database("TABLESPACE small")))
        service.start()
        client = service.admin()
        account = client.post("/accounts", dovecot.account(user)).ok(201)
        paused = account_when(client, account["id"], lambda now: now["status"] == "error", 60)
        assert paused["errorCode"] == "storage_full"
        assert client.get("/mails", pageSize=100).ok()["items"], "what is there can be read"
        disk.grow("400m")
        check_whole(client, account, truths)
        account_when(client, account["id"], lambda now: now["status"] == "active")
        service.stop()


def test_table_that_somebody_holds_ends_in_an_answer(
    own_server: Postgresql, on: Callable[..., Service], dovecot: Dovecot, mail_user: User
) -> None:
    dovecot.deliver(mail_user, letter("Held"))
    name = own_server.new_database()
    service = on(own_server.url(name))
    service.start()
    client = service.admin()
    synced_account(client, dovecot.account(mail_user))
    mail = all_mails(client)[0]
    with own_server.holding("LOCK TABLE mails IN ACCESS EXCLUSIVE MODE", name):
        began = time.monotonic()
        client.put(f"/mails/{mail['id']}/star", {"isStarred": True}).failed(503, 50303)
        assert time.monotonic() - began < 25
        assert service.client().get("/health").status == 200
    wait_until(lambda: client.put(f"/mails/{mail['id']}/star", {"isStarred": True}).status == 200, 30, "the change")
    assert [one["isStarred"] for one in all_mails(client)] == [True]


# -- two services on one database


@pytest.fixture
def pair(server: Postgresql, on: Callable[..., Service]) -> tuple[Service, Service]:
    url = server.url(server.new_database())
    first, second = on(url), on(url)
    first.start()
    second.start()
    return first, second


def test_changes_at_one_service_are_published_by_the_other_in_order(
    pair: tuple[Service, Service], dovecot: Dovecot, mail_user: User
) -> None:
    first, second = pair
    for number in range(20):
        dovecot.deliver(mail_user, letter(f"Number {number}"))
    here, there = first.admin(), second.admin()
    openapi = OpenApi(first.client().get("/openapi.json").json)
    there.openapi = openapi
    synced_account(here, dovecot.account(mail_user))
    mails = [mail["id"] for mail in all_mails(there)]
    assert len(mails) == 20
    with second.events(there.token) as stream, first.events(here.token) as own:
        stream.wait_for("connected")
        own.wait_for("connected")
        for turn, mail in enumerate(mails):
            (here if turn % 2 else there).put(f"/mails/{mail}/star", {"isStarred": True}).ok()
        for one in (stream, own):
            one.wait_for("mail.updated", lambda event: event.data["ids"] == mails[-1:])
            starred = [event for event in one.named("mail.updated") if "is_starred" in event.data["changes"]]
            assert [event.data["ids"] for event in starred] == [[mail] for mail in mails]
            ids = [event.id for event in one.received if event.id is not None]
            assert ids == sorted(set(ids))
        described(there, stream)


def check_announced_once(stream: EventStream, subjects: set[str]) -> None:
    named = Counter(mail["subject"] for event in stream.named("mail.received") for mail in event.data["mails"])
    assert named == Counter(subjects)


def test_two_services_store_and_announce_each_mail_once(
    pair: tuple[Service, Service], dovecot: Dovecot, mail_user: User
) -> None:
    first, second = pair
    client = first.admin()
    synced_account(client, dovecot.account(mail_user))
    second.restart()
    subjects = {f"Number {number}" for number in range(30)}
    with first.events(client.token) as stream:
        stream.wait_for("connected")
        with dovecot.mailbox(mail_user) as mailbox:
            for subject in sorted(subjects):
                mailbox.append(letter(subject))
        listed = mails_when(client, 30)
        assert {mail["subject"] for mail in listed} == subjects
        wait_until(
            lambda: sum(event.data["mail_count"] for event in stream.named("mail.received")) >= 30, 20, "the notices"
        )
        second.stop()
        check_announced_once(stream, subjects)
