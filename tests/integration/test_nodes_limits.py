# SPDX-License-Identifier: GPL-3.0-or-later
"""Several services on one PostgreSQL: what is counted for all of them together."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from accountbodies import VALID
from postrider_support import UNLIMITED, Answer, Client, Postgresql, Service, SmtpScript, wait_until
from postrider_support.sending import QUICK, mail
from postrider_support.service import ADMIN_PASSWORD
from postrider_support.wrongclock import wrong_clock

CONFIG = UNLIMITED | QUICK
Nodes = Callable[..., list[Service]]


@pytest.fixture
def started(postgresql: Postgresql, tmp_path: Path) -> Iterator[Nodes]:
    """Starts three nodes with these settings; the third one also with this environment."""
    shared = {"POSTRIDER_DATABASE_URL": postgresql.url(postgresql.new_database()), "POSTRIDER_KEY": "7d" * 32}
    services: list[Service] = []

    def start(config: dict[str, str], third: dict[str, str] | None = None) -> list[Service]:
        for number in range(3):
            environment = shared | (third or {}) if number == 2 else shared
            services.append(Service(tmp_path / f"node{number}", config=CONFIG | config, environment=environment))
            services[-1].start()
        return services

    yield start
    for service in services:
        service.kill()


def login(service: Service, name: str = "admin", password: str = "wrong") -> Answer:
    """One try to log in, over a connection of its own."""
    client = Client(service.base_url)
    try:
        return client.post("/auth/login", {"username": name, "password": password})
    finally:
        client.close()


def at_once(tries: list[Callable[[], Answer]]) -> list[Answer]:
    """The answers of requests that are sent at the same time."""
    answers: list[Answer] = []
    gate = threading.Barrier(len(tries))

    def run(one: Callable[[], Answer]) -> None:
        gate.wait()
        answers.append(one())

    threads = [threading.Thread(target=run, args=(one,)) for one in tries]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def waits_long(service: Service) -> None:
    """Makes each name that waits wait for a hundred seconds more, so that no test depends on its own speed."""
    service.sql("UPDATE rate_counts SET until = until + interval '100 s' WHERE count >= 5")


def is_refused_for_long(service: Service) -> bool:
    """Whether the right password is refused for a hundred seconds; it must be refused in any case."""
    refused = login(service, password=ADMIN_PASSWORD)
    refused.failed(429, 42901)
    return 90 < int(refused.headers["retry-after"]) <= 101


# -- logins


def test_wrong_passwords_are_counted_at_all_nodes_together(started: Nodes) -> None:
    services = started({})
    answers = [login(services[number % 3]) for number in range(6)]
    assert [answer.status for answer in answers] == [401] * 5 + [429]
    assert answers[5].headers["retry-after"] == "1"
    answers[5].failed(429, 42901)
    waits_long(services[0])
    for service in services:
        wait_until(lambda one=service: is_refused_for_long(one), 10, "what the node knew itself to be over")


def test_right_password_restores_the_tries_at_all_nodes(started: Nodes) -> None:
    services = started({})
    for _ in range(3):
        assert [login(services[number % 3]).status for number in range(4)] == [401] * 4
        assert login(services[1], password=ADMIN_PASSWORD).status == 200
    assert services[0].sql("SELECT count(*) FROM rate_counts WHERE until > now()") == [("0",)]


def test_parallel_tries_of_an_address_are_counted_one_by_one(started: Nodes) -> None:
    services = started({"auth.logins_per_minute": "7"})
    tries = [lambda number=number: login(services[number % 3], f"user{number}") for number in range(30)]
    answers = at_once(tries)
    assert Counter(answer.status for answer in answers) == {401: 7, 429: 23}
    assert all(0 < int(answer.headers["retry-after"]) <= 60 for answer in answers if answer.status == 429)


def test_what_a_node_refuses_costs_the_database_nothing(started: Nodes) -> None:
    services = started({})
    for _ in range(5):
        assert login(services[0]).status == 401
    waits_long(services[0])
    assert login(services[1]).status == 429
    services[0].sql("ALTER TABLE rate_counts RENAME TO hidden")  # so that each statement fails
    assert {login(services[1]).status for _ in range(20)} == {429}
    login(services[1], "another").failed(503, 50303)
    login(services[2]).failed(503, 50303)
    services[0].sql("ALTER TABLE hidden RENAME TO rate_counts")
    assert login(services[2]).status == 429


def test_names_are_not_stored(started: Nodes) -> None:
    services = started({})
    login(services[0], "a-name-that-nobody-has")
    assert b"a-name-that-nobody-has" not in services[0].stored()
    assert services[0].sql("SELECT DISTINCT length(key) FROM rate_counts") == [("32",)]


def test_clock_of_a_node_does_not_matter_for_logins(started: Nodes) -> None:
    wrong = wrong_clock("+1h")
    services = started({}, wrong)
    assert [login(services[number % 3]).status for number in range(6)] == [401] * 5 + [429]
    waits_long(services[0])
    for service in services:
        wait_until(lambda one=service: is_refused_for_long(one), 10, "what the node knew itself to be over")


def test_old_counts_are_removed(started: Nodes) -> None:
    services = started({})
    assert login(services[0]).status == 401
    services[0].sql("UPDATE rate_counts SET forget_at = now()")
    wait_until(lambda: services[0].sql("SELECT count(*) FROM rate_counts") == [("0",)], 30, "the removal")


# -- calls to other hosts


def test_calls_to_other_hosts_are_counted_at_all_nodes_together(started: Nodes) -> None:
    services = started({"limits.probes_per_minute": "4"})
    clients = [service.admin() for service in services]
    for number in range(4):
        clients[number % 2].post("/accounts/test-connection", VALID).ok()
    for path, body in (
        ("/accounts/test-connection", VALID),
        ("/accounts/folders", VALID),
        ("/accounts?verify=true", VALID),
        ("/accounts/discover", {"email": "a@example.org"}),
        ("/mails/1/unsubscribe", None),
    ):
        refused = clients[2].post(path, body)
        refused.failed(429, 42902)
        assert 0 < int(refused.headers["retry-after"]) <= 15
    clients[2].post("/accounts", VALID).ok(201)
    services[0].sql("UPDATE rate_counts SET forget_at = forget_at - interval '15 s'")
    clients[0].post("/accounts/test-connection", VALID).ok()
    clients[1].post("/accounts/test-connection", VALID).failed(429, 42902)


def test_parallel_calls_to_other_hosts_are_counted_one_by_one(started: Nodes) -> None:
    services = started({"limits.probes_per_minute": "6"})
    clients = [services[number % 3].admin() for number in range(18)]
    answers = at_once([lambda c=client: c.post("/accounts/test-connection", VALID) for client in clients])
    assert Counter(answer.status for answer in answers) == {200: 6, 429: 12}


# -- a request that is sent twice


def test_request_with_one_key_at_all_nodes_sends_one_mail(started: Nodes) -> None:
    services = started({})
    with SmtpScript() as smtp:
        account = services[0].admin().post("/accounts", smtp.account()).ok(201)
        for round_ in range(5):
            clients = [services[number % 3].admin() for number in range(6)]
            body, headers = mail(account, subject=f"Once {round_}"), {"Idempotency-Key": f"key-{round_}"}
            answers = at_once([lambda c=c: c.post("/mails/send", body, headers=headers) for c in clients])
            assert {answer.status for answer in answers} == {200}, [answer.body for answer in answers]
            assert len({str(answer.data) for answer in answers}) == 1
            assert len(smtp.mails) == round_ + 1
        assert services[0].sql("SELECT count(*) FROM outbox") == [("5",)]
