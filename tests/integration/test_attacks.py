# SPDX-License-Identifier: GPL-3.0-or-later
"""Hostile clients against the real program, each beside a well-behaved one (see `unharmed`)."""

import json
import os
import random
import re
import resource
import select
import socket
import ssl
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import need
from postrider_support import CertificateAuthority, Client, Dovecot, Service, User, wait_until
from postrider_support.bystander import MOST_GROWTH, unharmed
from postrider_support.letters import letter
from postrider_support.rawhttp import exchange, read_answer
from postrider_support.service import ADMIN, ADMIN_PASSWORD
from postrider_support.waiting import scaled, setting

# Short time limits: with the defaults the tests would wait for minutes.
CONFIG = {f"limits.{key}": setting(1) for key in ("header_timeout", "body_window", "write_timeout", "tls_timeout")}

MEGABYTE = b"x" * 2**20
HOST = b"Host: localhost\r\n"
HEALTH = b"GET /api/v1/health HTTP/1.1\r\n" + HOST + b"\r\n"
LARGE = b"GET /api/v1/openapi.json HTTP/1.1\r\n" + HOST + b"\r\n"
READY = b"GET /api/v1/health/ready HTTP/1.1\r\n" + HOST + b"\r\n"
LOGIN = b"POST /api/v1/auth/login HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
MANY_DESCRIPTORS = 10_000


@pytest.fixture(scope="module", autouse=True)
def descriptors() -> None:
    """Thousands of connections need thousands of descriptors, in this process and in the service."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need(hard == resource.RLIM_INFINITY or hard >= MANY_DESCRIPTORS, f"a limit of {MANY_DESCRIPTORS} open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, MANY_DESCRIPTORS), hard))


@pytest.fixture(autouse=True)
def warm(service: Service) -> None:
    """Uses the service first, so that what it allocates and opens only once does not count as growth."""
    with connections(service, 50) as opened:
        for request in (LARGE, READY):
            for one in opened:  # in turn: a client that leaves its answer unread is cut off after 1 s
                one.sendall(request)
                assert read_answer(one).status == 200


def connect(service: Service, receive_buffer: int | None = None) -> socket.socket:
    parts = urlsplit(service.base_url)
    one = socket.socket()
    if receive_buffer:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    one.settimeout(scaled(10))
    one.connect((parts.hostname, parts.port))
    return one


@contextmanager
def connections(service: Service, count: int, receive_buffer: int | None = None) -> Iterator[list[socket.socket]]:
    opened = [connect(service, receive_buffer) for _ in range(count)]
    try:
        yield opened
    finally:
        for one in opened:
            one.close()


def reset(one: socket.socket) -> None:
    """Closes the connection with a reset (RST) instead of a FIN."""
    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    one.close()


def send_all_it_takes(one: socket.socket, piece: bytes, count: int) -> None:
    """Sends the piece `count` times, or until the service closes the connection or stops reading."""
    try:
        for _ in range(count):
            one.sendall(piece)
    except (ConnectionError, TimeoutError):
        pass


def until_closed(one: socket.socket) -> bytes:
    """All bytes received until the connection is closed or reset."""
    got = b""
    try:
        while piece := one.recv(65536):
            got += piece
    except ConnectionResetError:
        pass
    return got


def answers_in(got: bytes) -> list[int]:
    """The status of each answer in these bytes."""
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", got)]


# -- large


@pytest.mark.parametrize(
    "head, piece",
    [
        (LOGIN + b"Content-Length: 209715200\r\n\r\n", MEGABYTE),
        (LOGIN + b"Transfer-Encoding: chunked\r\n\r\n", b"100000\r\n" + MEGABYTE + b"\r\n"),
        (b"GET /api/v1/health HTTP/1.1\r\n" + HOST + b"Content-Length: 209715200\r\n\r\n", MEGABYTE),
        (
            b"PUT /api/v1/mails/1/read HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n",
            b"100000\r\n" + MEGABYTE + b"\r\n",
        ),
    ],
    ids=["with its length", "chunked", "where none is wanted", "without a token"],
)
def test_body_of_200_megabytes_is_not_kept(service: Service, head: bytes, piece: bytes) -> None:
    with unharmed(service), connections(service, 1) as [one]:
        one.sendall(head)
        send_all_it_takes(one, piece, 200)


def test_large_body_is_refused_with_an_answer(service: Service) -> None:
    exchange(service.base_url, LOGIN + b"Content-Length: 209715200\r\n\r\n" + MEGABYTE).failed(413, 41301)


def test_header_of_50_megabytes_is_not_kept(service: Service) -> None:
    with unharmed(service), connections(service, 1) as [one]:
        one.sendall(b"GET /api/v1/health HTTP/1.1\r\n" + HOST + b"X: ")
        send_all_it_takes(one, MEGABYTE, 50)


def test_millions_of_tiny_chunks_are_refused(service: Service) -> None:
    with unharmed(service), connections(service, 1) as [one]:
        one.sendall(LOGIN + b"Transfer-Encoding: chunked\r\n\r\n")
        send_all_it_takes(one, b"1\r\nx\r\n" * 100_000, 20)


# -- slow


@pytest.mark.parametrize(
    "beginning",
    [
        b"GET /api/v1/health HTTP/1.1\r\nX: ",
        LOGIN + b"Content-Length: 100000\r\n\r\n",
    ],
    ids=["headers", "bodies"],
)
def test_500_dripping_requests_are_ended(service: Service, beginning: bytes) -> None:
    with unharmed(service), connections(service, 500) as opened:
        for one in opened:
            one.sendall(beginning)
        dripping, answers = set(opened), {}
        deadline = time.monotonic() + scaled(10)
        while dripping and time.monotonic() < deadline:
            readable, _, _ = select.select(list(dripping), [], [], 0.05)
            for one in readable:
                answers[one] = one.recv(4096)
            dripping -= set(readable)
            for one in dripping:
                send_all_it_takes(one, b"x", 1)
    assert not dripping
    assert {answer[:12] for answer in answers.values()} == {b"HTTP/1.1 408"}


def test_clients_that_do_not_read_are_cut_off(service: Service) -> None:
    with unharmed(service), connections(service, 100, receive_buffer=4096) as opened:
        for one in opened:
            one.sendall(LARGE * 20)
        wait_until(lambda: service.log().count("client does not read its answer") >= 100, 15, "100 cuts")


def test_slow_readers_of_a_large_mail_cost_little(
    service: Service, client: Client, dovecot: Dovecot, mail_user: User
) -> None:
    size = 10 * 2**20
    dovecot.deliver(mail_user, letter("Large", files={"noise": random.Random(3).randbytes(size)}))
    client.post("/accounts", dovecot.account(mail_user)).ok(201)
    [mail] = wait_until(lambda: client.get("/mails", keyword="Large").ok()["items"], 20, "the mail")
    path = f"/mails/{mail['id']}/raw"
    assert client.get(path).status == 200
    request = b"GET /api/v1%s HTTP/1.1\r\nAuthorization: Bearer %s\r\n" % (path.encode(), str(client.token).encode())
    # A mail that is read from the database is in memory compressed and plain; several may be read at once.
    with unharmed(service, MOST_GROWTH + 5 * size), connections(service, 30, receive_buffer=4096) as opened:
        before = service.log().count("client does not read its answer")
        for one in opened:
            one.sendall(request + HOST + b"\r\n")
        wait_until(lambda: service.log().count("client does not read its answer") >= before + 30, 15, "30 cuts")


def test_thousands_of_requests_without_reading_cost_nothing(service: Service) -> None:
    with unharmed(service), connections(service, 4) as opened:
        for one in opened:
            one.settimeout(scaled(1))
            send_all_it_takes(one, LARGE * 1000, 5)
            assert b"HTTP/1.1 200 " in one.recv(100)


def test_hundreds_of_requests_at_once_are_answered(service: Service) -> None:
    with unharmed(service), connections(service, 4) as opened:
        for one in opened:
            one.sendall(HEALTH * 500)
        for one in opened:
            got = b""
            while len(answers_in(got)) < 500:
                got += one.recv(65536)
            assert set(answers_in(got)) == {200}


# -- leaving


def leave_before_the_answer(service: Service, request: bytes) -> None:
    for number in range(200):
        one = connect(service)
        one.sendall(request)
        if number % 2:
            reset(one)
        else:
            one.close()


def test_clients_that_leave_before_their_answer_do_no_harm(service: Service, token: str) -> None:
    mails = b"GET /api/v1/mails HTTP/1.1\r\nAuthorization: Bearer %s\r\n" % token.encode() + HOST + b"\r\n"
    with unharmed(service):
        for request in (HEALTH, LARGE, mails):
            leave_before_the_answer(service, request)


def test_clients_that_leave_during_their_login_do_no_harm(service: Service) -> None:
    def login(username: str, password: str) -> bytes:
        body = json.dumps({"username": username, "password": password}).encode()
        return LOGIN + b"Content-Length: %d\r\n\r\n" % len(body) + body

    # Each core may check one password at a time, which takes 32 MiB.
    with unharmed(service, MOST_GROWTH + (os.cpu_count() or 1) * 32 * 2**20):
        leave_before_the_answer(service, login("nobody", "wrong password"))
        # Passwords are checked in order of arrival: when this login is answered, no earlier one is waiting.
        wait_until(lambda: exchange(service.base_url, login(ADMIN, ADMIN_PASSWORD)).status == 200, 30, "a login")


def test_resets_in_the_middle_of_everything_do_no_harm(service: Service, token: str) -> None:
    stream = b"GET /api/v1/mails/stream?token=%s HTTP/1.1\r\n" % token.encode() + HOST + b"\r\n"
    upload = LOGIN + b"Content-Length: 1000\r\n\r\n" + b"x" * 1000
    chance = random.Random(1)
    with unharmed(service):
        for number in range(400):
            request = (HEALTH, LARGE, stream, upload, HEALTH * 50)[number % 5]
            one = connect(service)
            send_all_it_takes(one, request[: chance.randrange(len(request) + 1)], 1)
            if chance.random() < 0.3:
                one.setblocking(False)
                try:
                    one.recv(chance.randrange(1, 3000))
                except BlockingIOError:
                    pass
            reset(one)


@pytest.mark.parametrize(
    "sent, statuses",
    [
        (b"", []),
        (HEALTH[:30], []),
        (HEALTH, [200]),
        (HEALTH * 3, [200] * 3),
        (LARGE, [200]),
        (LOGIN + b"Content-Length: 10\r\n\r\n{", []),
    ],
    ids=["nothing", "half a head", "a request", "three requests", "a large answer", "half a body"],
)
def test_half_closed_clients_get_what_is_answered_at_once_and_go(
    service: Service, sent: bytes, statuses: list[int]
) -> None:
    with unharmed(service), connections(service, 50) as opened:
        for one in opened:
            one.sendall(sent)
            one.shutdown(socket.SHUT_WR)
        for one in opened:
            assert answers_in(until_closed(one)) == statuses


# -- smuggling

POST = b"POST /api/v1/auth/login HTTP/1.1\r\n" + HOST
SMUGGLED = b"GET /api/v1/health HTTP/1.1\r\n" + HOST + b"\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    "request_bytes",
    [
        POST + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
        POST + b"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        POST + b"Content-Length: 0\r\nContent-Length: 5\r\n\r\n",
        POST + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\n",
        POST + b"Content-Length: 5, 5\r\n\r\n",
        POST + b"Content-Length: +5\r\n\r\n",
        POST + b"Content-Length: -5\r\n\r\n",
        POST + b"Content-Length: 0x5\r\n\r\n",
        POST + b"Content-Length: 5 0\r\n\r\n",
        POST + b"Content-Length: 18446744073709551621\r\n\r\n",
        POST + b"Content-Length: 9223372036854775808\r\n\r\n",
        POST + b"Content-Length:\r\n\r\n",
        POST + b"Content-Length : 5\r\n\r\n",
        POST + b"Content-Length\t: 5\r\n\r\n",
        POST + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: x-chunked\r\n\r\n",
        POST + b"Transfer-Encoding: chunked, chunked\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n",
        POST + b"Transfer-Encoding: identity\r\n\r\n",
        POST + b"Transfer-Encoding: \x0bchunked\r\n\r\n",
        POST + b'Transfer-Encoding: "chunked"\r\n\r\n',
        POST + b"Transfer-Encoding:\r\n chunked\r\n\r\n",
        POST + b"X: a\r\n Transfer-Encoding: chunked\r\n\r\n",
        POST + b"X: a\nTransfer-Encoding: chunked\r\n\r\n",
        POST + b"X: a\rTransfer-Encoding: chunked\r\n\r\n",
        POST + b"X: a\x00b\r\n\r\n",
        POST + b"X\x00Y: b\r\n\r\n",
        b"POST /api/v1/auth/login HTTP/1.0\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        CHUNKED + b"g\r\n",
        CHUNKED + b"-1\r\n",
        CHUNKED + b"+1\r\n",
        CHUNKED + b"0x1\r\n",
        CHUNKED + b" 1\r\n",
        CHUNKED + b"1 \r\n",
        CHUNKED + b"1\nx\n0\n\n",
        CHUNKED + b"fffffffffffffffff\r\n",
        CHUNKED + b"10000000000000000\r\n",
        CHUNKED + b"\r\n",
        CHUNKED + b"1\r\nxx\r\n0\r\n\r\n",
        CHUNKED + b"1;" + b"a" * 5000 + b"\r\nx\r\n0\r\n\r\n",
        CHUNKED + b"0\r\n" + b"X: y\r\n" * 1000 + b"\r\n",
        b"GET /api/v1/health HTTP/1.1\r\n" + HOST + HOST + b"\r\n",
        b"GET /api/v1/health HTTP/1.1\r\n\r\n",
        b"GET http://localhost/api/v1/health HTTP/1.1\r\n" + HOST + b"\r\n",
        b"CONNECT localhost:80 HTTP/1.1\r\n" + HOST + b"\r\n",
        b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /api/v1/health HTTP/1.2\r\n" + HOST + b"\r\n",
        b"GET /api/v1/health HTTP/2.0\r\n" + HOST + b"\r\n",
        b"GET /api/v1/health HTTP/0.9\r\n" + HOST + b"\r\n",
        b"GET /api/v1/health HTTP/1.1x\r\n" + HOST + b"\r\n",
        b"GET /api/v1/health http/1.1\r\n" + HOST + b"\r\n",
        b"GET /api/v1/health\r\n\r\n",
        b"GET  /api/v1/health HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET\t/api/v1/health\tHTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /api/v1/health HTTP/1.1\n" + HOST + b"\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"\x00" * 100 + b"\r\n\r\n",
        b"\r\n" * 100,
    ],
)
def test_request_that_two_programs_may_read_differently_ends_the_connection(
    service: Service, request_bytes: bytes
) -> None:
    with connections(service, 1) as [one]:
        send_all_it_takes(one, request_bytes + SMUGGLED, 1)
        one.shutdown(socket.SHUT_WR)
        assert answers_in(until_closed(one)) == [400]


def test_noise_is_survived(service: Service) -> None:
    chance = random.Random(2)
    seeds = [HEALTH, LARGE, LOGIN + b"Content-Length: 2\r\n\r\n{}", CHUNKED + b"2\r\n{}\r\n0\r\n\r\n"]
    with unharmed(service):
        for _ in range(300):
            noise = bytearray(chance.choice(seeds) * chance.randrange(1, 4))
            for _ in range(chance.randrange(1, 6)):
                noise[chance.randrange(len(noise))] = chance.randrange(256)
            with connections(service, 1) as [one]:
                send_all_it_takes(one, bytes(noise), 1)
                one.shutdown(socket.SHUT_WR)
                assert all(
                    status in (200, 400, 401, 404, 405, 408, 413, 415, 421, 429, 431)
                    for status in answers_in(until_closed(one))
                )


# -- many


def test_2000_idle_connections_cost_little(service: Service) -> None:
    with unharmed(service), connections(service, 2000) as opened:
        for one in opened:
            one.sendall(HEALTH)
        for one in opened:
            assert read_answer(one).status == 200


def test_connections_above_the_limit_get_an_error(fresh_service: Callable[..., Service]) -> None:
    service = fresh_service({"limits.connections": "50"})
    with connections(service, 50) as opened:
        for one in opened:
            one.sendall(HEALTH)
            assert read_answer(one).status == 200
        with connections(service, 20) as more:
            for one in more:
                answer = read_answer(one)
                answer.failed(503, 50304)
                assert answer.headers["retry-after"] == "1"
                assert until_closed(one) == b""
        opened[0].sendall(HEALTH)
        assert read_answer(opened[0]).status == 200
    wait_until(lambda: exchange(service.base_url, HEALTH).status == 200, 5, "a free place")
    wait_until(lambda: service.log().count("refused: too many connections peer=127.0.0.1") >= 20, 5, "20 lines")


def own_address() -> str | None:
    """An address of this machine that is not loopback. The connect() of a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def test_one_address_cannot_take_all_connections(tmp_path: Path) -> None:
    address = own_address()
    if address is None:
        pytest.skip("this machine has loopback only, which is exempt")
    config = {"limits.connections_per_address": "20"}
    with Service(tmp_path, config=config, arguments=("--listen", "0.0.0.0:0")) as service:
        port = urlsplit(service.base_url).port
        opened = [socket.create_connection((address, port), timeout=scaled(10)) for _ in range(30)]
        for one in opened[:20]:
            one.sendall(HEALTH)
            assert read_answer(one).status == 200
        for one in opened[20:]:
            read_answer(one).failed(503, 50304)
        assert exchange(f"http://127.0.0.1:{port}", HEALTH).status == 200
        for one in opened:
            one.close()
        wait_until(lambda: exchange(f"http://{address}:{port}", HEALTH).status == 200, 5, "a free place")


# -- TLS


@pytest.fixture(scope="module")
def tls_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service with a certificate of its own."""
    directory = tmp_path_factory.mktemp("tls")
    certificate = CertificateAuthority(directory).issue("service")
    config = CONFIG | {"tls_cert": str(certificate.certificate), "tls_key": str(certificate.key)}
    with Service(directory / "data", config=config) as running:
        yield running


HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"r" * 32


@pytest.mark.parametrize("sent", [b"", HELLO[:3], HELLO], ids=["nothing", "a beginning", "half a hello"])
def test_200_unfinished_handshakes_are_ended(tls_service: Service, sent: bytes) -> None:
    with unharmed(tls_service), connections(tls_service, 200) as opened:
        for one in opened:
            one.sendall(sent)
        for one in opened:
            assert until_closed(one) == b""


@pytest.mark.parametrize(
    "sent",
    [HEALTH, b"\x00" * 1000, b"\x16\x03\x01" + b"\xff" * 1000, MEGABYTE],
    ids=["plain HTTP", "zeros", "a broken hello", "a megabyte"],
)
def test_garbage_instead_of_a_handshake_is_ended(tls_service: Service, sent: bytes) -> None:
    with unharmed(tls_service), connections(tls_service, 100) as opened:
        for one in opened:
            send_all_it_takes(one, sent, 1)
        for one in opened:
            assert b"HTTP/1.1" not in until_closed(one)


def test_resets_in_the_middle_of_handshakes_do_no_harm(tls_service: Service) -> None:
    with unharmed(tls_service):
        for number in range(200):
            one = connect(tls_service)
            one.sendall(HELLO[: number % len(HELLO)])
            reset(one)


def test_slow_readers_over_tls_cost_little(tls_service: Service) -> None:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with unharmed(tls_service), connections(tls_service, 50, receive_buffer=4096) as opened:
        readers = [context.wrap_socket(one) for one in opened]
        for one in readers:
            one.sendall(LARGE * 20)
        wait_until(lambda: tls_service.log().count("client does not read its answer") >= 50, 15, "50 cuts")
        for one in readers:
            one.close()
