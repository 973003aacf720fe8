# SPDX-License-Identifier: GPL-3.0-or-later
"""/health/live and /health/ready: they name failures within a second, whatever the database does."""

import os
import signal
import socket
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import need
from postrider_support import Answer, OpenApi, Postgresql, Service, wait_until
from postrider_support.rawhttp import read_answer
from postrider_support.waiting import scaled

sqlite_only = pytest.mark.skipif(bool(os.environ.get("POSTRIDER_TEST_ENGINE")), reason="SQLite only")


def ready(service: Service, openapi: OpenApi | None = None) -> Answer:
    began = time.monotonic()
    answer = service.client(openapi).get("/health/ready")
    assert time.monotonic() - began < scaled(1)
    return answer


def failing(service: Service, openapi: OpenApi | None = None) -> list[str]:
    """The checks that fail, in order."""
    answer = ready(service, openapi)
    if answer.status == 200:
        return []
    details = answer.failed(503, 50301)["details"]
    assert all(detail["reason"] for detail in details)
    assert details[0]["reason"] in answer.json["message"]
    return [detail["field"] for detail in details]


def test_live_and_ready_need_no_token(service: Service, openapi: OpenApi) -> None:
    assert service.client(openapi).get("/health/live").ok()["status"] == "ok"
    assert ready(service, openapi).ok()["status"] == "ready"


def test_it_stays_ready_while_it_is_asked(service: Service) -> None:
    deadline = time.monotonic() + scaled(3)  # some rounds of its checks
    while time.monotonic() < deadline:
        assert failing(service) == []


def test_the_first_question_is_answered_by_checks(fresh_service: Callable[..., Service]) -> None:
    """A monitor with one request in five minutes gets the current state."""
    service = fresh_service()
    service.sql("INSERT INTO schema_versions (version, name, applied_at) VALUES (9999, 'future', 1)")
    assert failing(service) == ["schema"]


@sqlite_only
def test_a_writer_that_does_not_come_through_is_named(fresh_service: Callable[..., Service], openapi: OpenApi) -> None:
    """Another program has locked the database for writing; reading still works."""
    service = fresh_service()
    with closing(sqlite3.connect(service.data_dir / "postrider.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        wait_until(lambda: failing(service, openapi) == ["database_writer"], 20, "the writer to be missed")
        assert service.client().get("/health/live").status == 200
        other.execute("ROLLBACK")
    wait_until(lambda: failing(service) == [], 20, "the service to be ready")


def test_a_newer_schema_is_named(fresh_service: Callable[..., Service], openapi: OpenApi) -> None:
    service = fresh_service()
    assert failing(service) == []
    service.sql("INSERT INTO schema_versions (version, name, applied_at) VALUES (9999, 'future', 1)")
    wait_until(lambda: failing(service, openapi) == ["schema"], 10, "the schema to be missed")
    service.sql("DELETE FROM schema_versions WHERE version = 9999")
    wait_until(lambda: failing(service) == [], 10, "the service to be ready")


def test_a_frozen_database_server_is_named_and_live_stays_so(tmp_path: Path) -> None:
    need(Postgresql.available(), "postgresql")
    with Postgresql(tcp=True) as server:
        url = server.url(server.new_database())
        with Service(tmp_path, environment={"POSTRIDER_DATABASE_URL": url}) as service:
            assert failing(service) == []
            server.freeze()
            try:
                found = wait_until(lambda: failing(service), 10, "the server to be missed")
                assert set(found) <= {"database_connection", "database_reader", "database_writer"}
                wait_until(
                    lambda: {"database_reader", "database_writer"} <= set(failing(service)),
                    20,
                    "both ways to fail",
                )
                assert service.client().get("/health/live").status == 200
            finally:
                server.thaw()
            wait_until(lambda: failing(service) == [], 20, "the service to be ready")


def test_a_service_that_stops_says_so(fresh_service: Callable[..., Service]) -> None:
    """A request that began before the stop is answered: the check `stopping` fails."""
    service = fresh_service()
    parts = urlsplit(service.base_url)
    with socket.create_connection((parts.hostname, parts.port), timeout=scaled(10)) as connection:
        connection.sendall(b"GET /api/v1/health/ready HTTP/1.1\r\nHost: localhost\r\n")
        wait_until(
            lambda: service.client().get("/health").status == 200,
            5,
            "the half request to be read before this one",
        )
        os.kill(service.pid, signal.SIGTERM)
        wait_until(lambda: refuses(service), 5, "new connections to be refused")
        connection.sendall(b"\r\n")
        answer = read_answer(connection)
    assert [detail["field"] for detail in answer.failed(503, 50301)["details"]][0] == "stopping"
    wait_until(lambda: not service.running, 10, "the end of the service")


def refuses(service: Service) -> bool:
    parts = urlsplit(service.base_url)
    with socket.socket() as probe:
        return probe.connect_ex((parts.hostname, parts.port)) != 0
