# SPDX-License-Identifier: GPL-3.0-or-later
"""A database server that hangs or does not answer, and connections that come back: requests end,
the service stops, and no event of that time is lost."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import need
from postrider_support import (
    UNLIMITED,
    Answer,
    Client,
    Dovecot,
    EventStream,
    Postgresql,
    Proxy,
    Service,
    User,
    wait_until,
)
from postrider_support.letters import all_mails, letter, settled, synced_account
from postrider_support.waiting import scaled

ROUNDS = 40 if os.environ.get("POSTRIDER_LONG") else 5
# Seconds that a request may take while the server answers nothing. After 10 s it would end by another time limit.
LONGEST = min(scaled(5), 9)
BACK = 5  # seconds from the return of the server to the last event
CONFIG = UNLIMITED | {
    "sync.retry_min": "1",
    "sync.retry_max": "1",
    "sync.poll_interval": "1",
    "sync.quick_retry": "1",
    "database_wait": "5",
}


@pytest.fixture
def server() -> Iterator[Postgresql]:
    need(Postgresql.available(), "postgresql")
    with Postgresql(tcp=True) as one:
        yield one
        one.thaw()


@pytest.fixture
def on(dovecot: Dovecot, tmp_path: Path) -> Iterator[Callable[[str], Service]]:
    """Makes services on the database of a URL."""
    made: list[Service] = []

    def make(url: str) -> Service:
        made.append(
            Service(
                tmp_path / f"service{len(made)}",
                config=CONFIG,
                environment={"POSTRIDER_DATABASE_URL": url, "POSTRIDER_KEY": "5e" * 32},
                extra_ca=dovecot.ca_file,
            )
        )
        return made[-1]

    yield make
    for one in made:
        one.kill()


@pytest.fixture
def proxy(server: Postgresql) -> Iterator[Proxy]:
    """The network between a service and the server."""
    with Proxy(server.port) as one:
        yield one


def through(proxy: Proxy, server: Postgresql, name: str) -> str:
    return server.tcp_url(name).replace(f":{server.port}/", f":{proxy.port}/")


@dataclass
class Box:
    """A service with one mail, and a client of its first user."""

    service: Service
    client: Client
    mail: int
    account: int

    def star(self, starred: bool) -> Answer:
        return self.client.put(f"/mails/{self.mail}/star", {"isStarred": starred})


def box(service: Service, dovecot: Dovecot, user: User) -> Box:
    dovecot.deliver(user, letter("Here"))
    client = service.admin()
    account = synced_account(client, dovecot.account(user))
    return Box(service, client, all_mails(client)[0]["id"], account["id"])


def requests_of(one: Box) -> list[Callable[[], Answer]]:
    """Requests of all kinds, each with a client of its own."""

    def get(path: str) -> Callable[[], Answer]:
        return lambda: Client(one.service.base_url, one.client.token, timeout=60).get(path)

    def put() -> Answer:
        own = Client(one.service.base_url, one.client.token, timeout=60)
        return own.put(f"/mails/{one.mail}/star", {"isStarred": True})

    return [
        get("/mails"),
        get(f"/mails/{one.mail}"),
        get("/accounts"),
        put,
        put,
        put,
        get("/mails/stats"),
        get("/mails"),
    ]


def timed(request: Callable[[], Answer]) -> tuple[float, Answer]:
    began = time.monotonic()
    answer = request()
    return time.monotonic() - began, answer


def check_is_alive(service: Service) -> None:
    took, answer = timed(lambda: Client(service.base_url).get("/health"))
    assert answer.status == 200 and took < 1
    took, answer = timed(lambda: Client(service.base_url).get("/health/ready"))
    assert took < 1


def check_requests_end(one: Box) -> None:
    """Two rounds: the first requests to the silent server, and those that come later."""
    for _ in range(2):
        with ThreadPoolExecutor(16) as pool:
            under_way = [pool.submit(timed, request) for request in requests_of(one) * 2]
            check_is_alive(one.service)
            taken = [answered.result() for answered in under_way]
        for took, answer in taken:
            answer.failed(503, 50303)
            assert took < LONGEST
        print(f"the longest took {max(took for took, _ in taken):.1f} s")
    check_is_alive(one.service)
    Client(one.service.base_url).get("/health/ready").failed(503, 50301)


def check_is_back(one: Box) -> None:
    wait_until(lambda: one.client.get("/mails").status == 200, BACK, "the list")
    wait_until(lambda: one.star(True).status == 200, BACK, "a change")
    wait_until(lambda: Client(one.service.base_url).get("/health/ready").status == 200, BACK, "to be ready")


# -- a server that does not answer


def test_requests_end_while_the_server_stands_still(
    server: Postgresql, on: Callable[[str], Service], dovecot: Dovecot, mail_user: User
) -> None:
    service = on(server.url(server.new_database()))
    service.start()
    one = box(service, dovecot, mail_user)
    server.freeze()
    check_requests_end(one)
    server.thaw()
    check_is_back(one)


def test_requests_end_while_the_network_swallows_everything(
    server: Postgresql, proxy: Proxy, on: Callable[[str], Service], dovecot: Dovecot, mail_user: User
) -> None:
    service = on(through(proxy, server, server.new_database()))
    service.start()
    one = box(service, dovecot, mail_user)
    proxy.hold()
    check_requests_end(one)
    proxy.release()
    check_is_back(one)


def test_requests_end_although_an_event_of_another_service_came_when_the_network_failed(
    proxy: Proxy, pair: tuple[Service, Service], dovecot: Dovecot, mail_user: User
) -> None:
    first, second = pair
    one = box(first, dovecot, mail_user)
    theirs = Box(second, second.admin(), one.mail, one.account)
    proxy.hold(to_client=False)
    one.star(True).ok()  # the other service begins to read its event
    check_requests_end(theirs)
    proxy.release()
    check_is_back(theirs)


@pytest.mark.parametrize("busy", [True, False])
def test_service_stops_while_the_server_stands_still(
    busy: bool, server: Postgresql, on: Callable[[str], Service], dovecot: Dovecot, mail_user: User
) -> None:
    service = on(server.url(server.new_database()))
    service.start()
    one = box(service, dovecot, mail_user)
    server.freeze()
    if busy:
        dovecot.deliver(mail_user, letter("Under way"))
    with ThreadPoolExecutor(16) as pool:
        under_way = [pool.submit(request) for request in requests_of(one)] if busy else []
        if busy:
            wait_until(lambda: Client(service.base_url).get("/health/ready").status == 503, 10, "that it is missed")
        service.stop()  # within 5 s
        for running in under_way:
            running.exception()  # an answer, or a connection that ended


def test_service_stops_while_the_network_swallows_everything(
    server: Postgresql, proxy: Proxy, on: Callable[[str], Service], dovecot: Dovecot, mail_user: User
) -> None:
    service = on(through(proxy, server, server.new_database()))
    service.start()
    one = box(service, dovecot, mail_user)
    proxy.hold()
    with ThreadPoolExecutor(16) as pool:
        under_way = [pool.submit(request) for request in requests_of(one)]
        wait_until(lambda: Client(service.base_url).get("/health/ready").status == 503, 10, "the server to be missed")
        service.stop()
        for running in under_way:
            running.exception()


def test_start_gives_up_at_a_server_that_takes_connections_and_is_silent(
    server: Postgresql, proxy: Proxy, on: Callable[[str], Service]
) -> None:
    service = on(through(proxy, server, server.new_database()))
    proxy.hold()
    began = time.monotonic()
    assert service.run_to_end(60) == 1
    assert "Cannot open the database postgresql://" in service.log().splitlines()[-1]
    assert time.monotonic() - began < 30


# -- another service that hangs


def test_service_that_stands_still_in_a_transaction_stops_the_other_for_seconds(
    server: Postgresql, on: Callable[[str], Service], dovecot: Dovecot, mail_user: User
) -> None:
    name = server.new_database()
    first = on(server.url(name))
    second = on(server.url(name) + "&application_name=second")
    for service in (first, second):
        service.start()
    one = box(first, dovecot, mail_user)
    theirs = Box(second, second.admin(), one.mail, one.account)
    under_way = frozen_in_a_transaction(second, theirs, server, name)
    began = time.monotonic()
    one.star(False).ok()
    assert time.monotonic() - began < 10
    ids = [all_mails(one.client)[0]["id"]]
    assert not under_way.done()
    second.resume()
    wait_until(lambda: theirs.client.get("/mails").status == 200, 20, "the other service")
    # The server ended its session and rolled back its transaction.
    assert under_way.result(timeout=60).status == 503
    assert [mail["isStarred"] for mail in all_mails(one.client)] == [False]
    assert [mail["id"] for mail in all_mails(theirs.client)] == ids
    wait_until(lambda: theirs.star(True).status == 200, 20, "a change there")
    assert [mail["isStarred"] for mail in all_mails(one.client)] == [True]


def frozen_in_a_transaction(service: Service, one: Box, server: Postgresql, name: str) -> Future[Answer]:
    """Pauses the service while it has the lock of the writers, to star a mail, and the server waits for its
    next statement. Returns the answer to that request, which is the last one: no other can still be done."""
    holds = (
        "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE l.locktype = 'advisory'"
        " AND l.granted AND l.mode = 'ExclusiveLock' AND a.application_name = 'second'"
        f" AND a.state = 'idle in transaction' AND a.datname = '{name}'"
    )
    ended = threading.Event()

    def write() -> Answer:
        own = Client(service.base_url, one.client.token, timeout=60)
        while True:
            answer = own.put(f"/mails/{one.mail}/star", {"isStarred": True})
            if ended.is_set():
                return answer

    writer = ThreadPoolExecutor(1)
    last = writer.submit(write)
    writer.shutdown(wait=False)
    try:

        def caught() -> bool:
            service.pause()
            if server.sql(holds) == "1":
                return True
            service.resume()
            return False

        wait_until(caught, 60, "a moment within a transaction")
    finally:
        ended.set()
    return last


# -- events of another service


@pytest.fixture
def pair(server: Postgresql, proxy: Proxy, on: Callable[[str], Service]) -> tuple[Service, Service]:
    """Two services on one database; the second reaches the server through the proxy."""
    name = server.new_database()
    first, second = on(server.url(name)), on(through(proxy, server, name))
    first.start()
    second.start()
    return first, second


def check_star_events(stream: EventStream, starred: list[bool]) -> None:
    """Waits for the events of all these changes; each must come once and in this order."""

    def starred_so_far() -> list[bool]:
        return [
            event.data["changes"]["is_starred"]
            for event in stream.named("mail.updated")
            if "is_starred" in event.data["changes"]
        ]

    wait_until(lambda: len(starred_so_far()) >= len(starred), BACK, f"{len(starred)} events; came: {starred_so_far()}")
    assert starred_so_far() == starred


@pytest.mark.parametrize("how", ["stop", "crash", "kill", "terminate", "cut", "refuse"])
def test_events_of_another_service_arrive_after_the_connection_was_lost(
    how: str, server: Postgresql, proxy: Proxy, pair: tuple[Service, Service], dovecot: Dovecot, mail_user: User
) -> None:
    first, second = pair
    one = box(first, dovecot, mail_user)
    changes: list[bool] = []

    def change() -> None:
        wait_until(lambda: one.star(not (changes and changes[-1])).status == 200, 20, "the change")
        changes.append(not (changes and changes[-1]))

    with second.events(second.admin().token) as stream:
        stream.wait_for("connected")
        for _ in range(3):
            if how == "terminate":
                server.sql(
                    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                    " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
                )
            elif how == "cut":
                proxy.cut()
            elif how == "refuse":  # the first service makes changes meanwhile
                proxy.refuse()
                proxy.cut()
                change()
                change()
                proxy.heal()
            else:
                getattr(server, how)()
                server.start()
            change()
            check_star_events(stream, changes)


def test_outage_is_said_when_it_begins_and_when_it_ends(server: Postgresql, on: Callable[[str], Service]) -> None:
    service = on(server.url(server.new_database()))
    service.start()
    wait_until(lambda: service.client().get("/health/ready").status == 200, 20, "it to be ready")
    before = len(service.log().splitlines())
    server.stop()
    wait_until(lambda: "The connection to the database is lost" in service.log(), 10, "the line that says so")
    gone = time.monotonic()
    wait_until(lambda: time.monotonic() - gone > 8, 20, "a while without it")
    server.start()
    wait_until(lambda: "The database is available again" in service.log(), BACK, "the line that says so")
    lines = service.log().splitlines()[before:]
    messages = [line.split(" ", 2)[2] for line in lines]
    assert len([line for line in messages if line.startswith("postrider.store")]) == 2, lines
    assert not [line for line in lines if line.startswith("FATAL")], lines  # libpq's own
    # One line of each part that used the database; Qt 6.4 adds its own (its notifier outlives the socket).
    running = [line for line in messages if line.startswith(("postrider.auth", "postrider.sync"))]
    assert len(running) == len(set(running)) <= 3, lines


# -- over and over


@pytest.mark.parametrize("how", ["restart", "cut", "freeze"])
def test_each_mail_is_announced_soon_after_the_server_is_available_again(
    how: str, server: Postgresql, proxy: Proxy, on: Callable[[str], Service], dovecot: Dovecot, mail_user: User
) -> None:
    service = on(through(proxy, server, server.new_database()))
    service.start()
    one = box(service, dovecot, mail_user)
    longest = 0.0
    with service.events(one.client.token) as stream:
        stream.wait_for("connected")
        for number in range(ROUNDS):
            subject = f"Round {number}"
            if how == "restart":
                server.stop()
                dovecot.deliver(mail_user, letter(subject))
                server.start()
            elif how == "cut":
                proxy.cut()
                dovecot.deliver(mail_user, letter(subject))
            else:
                server.freeze()
                dovecot.deliver(mail_user, letter(subject))
                thaw_at = time.monotonic() + 1 + 4 * (number % 2)  # before the service gives up, and after
                wait_until(lambda: time.monotonic() >= thaw_at, 20, "a while without it")
                server.thaw()
            back = time.monotonic()
            stream.wait_for(
                "mail.received", lambda event: any(m["subject"] == subject for m in event.data["mails"]), BACK
            )
            longest = max(longest, time.monotonic() - back)
        named = [m["subject"] for event in stream.named("mail.received") for m in event.data["mails"]]
        assert named == [f"Round {number}" for number in range(ROUNDS)]
    settled(one.client, one.account)
    assert len(all_mails(one.client)) == ROUNDS + 1
    print(f"{how}: the longest took {longest:.1f} s")
    service.stop()
