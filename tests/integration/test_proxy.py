# SPDX-License-Identifier: GPL-3.0-or-later
"""The proxy with which other tests break the network: each fault does what its name says."""

import socket
import time
from collections.abc import Callable, Iterator

import pytest
from postrider_support import Proxy, wait_until
from postrider_support.faults import Fault, chop, drip, finish_after, flip_after, reset_after, silence_after
from postrider_support.tlsfront import Front
from postrider_support.waiting import scaled

SAID = bytes(range(200))


def sends_and_echoes(connection: socket.socket) -> None:
    connection.sendall(SAID)
    while data := connection.recv(4096):
        connection.sendall(data)


@pytest.fixture
def server() -> Iterator[Front]:
    with Front(sends_and_echoes) as front:
        yield front


@pytest.fixture
def connected() -> Iterator[Callable[[Proxy], socket.socket]]:
    """Opens connections that give up after 5 s, and closes them."""
    opened: list[socket.socket] = []

    def connect(proxy: Proxy) -> socket.socket:
        opened.append(socket.create_connection(("127.0.0.1", proxy.port), timeout=5))
        return opened[-1]

    yield connect
    for connection in opened:
        connection.close()


def read(connection: socket.socket, count: int) -> bytes:
    """`count` bytes, or fewer if the connection ends."""
    data = b""
    while len(data) < count and (piece := connection.recv(count - len(data))):
        data += piece
    return data


def is_silent(connection: socket.socket, seconds: float = 0.3) -> bool:
    """Whether neither data nor the end of the connection comes for that long."""
    connection.settimeout(seconds)
    try:
        connection.recv(1)
    except TimeoutError:
        return True
    finally:
        connection.settimeout(5)
    return False


Connect = Callable[[Proxy], socket.socket]


def test_faithful_proxy_passes_everything_both_ways(server: Front, connected: Connect) -> None:
    with Proxy(server.port) as proxy:
        connection = connected(proxy)
        assert read(connection, 200) == SAID
        connection.sendall(b"x" * 100_000)
        assert read(connection, 100_000) == b"x" * 100_000
        assert proxy.connections == 1


def test_delay_makes_everything_late(server: Front, connected: Connect) -> None:
    with Proxy(server.port, delay=0.2) as proxy:
        began = time.monotonic()
        connection = connected(proxy)
        assert read(connection, 200) == SAID
        assert time.monotonic() - began >= 0.2
        began = time.monotonic()
        connection.sendall(b"x" * 50_000)
        assert read(connection, 50_000) == b"x" * 50_000
        assert 0.4 <= time.monotonic() - began < scaled(2), "late once each way, not once each piece"


@pytest.mark.parametrize("count", [0, 1, 50])
def test_reset_after_some_bytes(server: Front, connected: Connect, count: int) -> None:
    with Proxy(server.port, to_client=reset_after(count)) as proxy:
        got = b""
        with pytest.raises(ConnectionResetError):
            connection = connected(proxy)  # which may fail already because of the reset
            while piece := connection.recv(200):
                got += piece
        assert got in (SAID[:count], b""), "a reset may overtake what came before it"


@pytest.mark.parametrize("count", [0, 1, 50])
def test_end_in_good_order_after_some_bytes(server: Front, connected: Connect, count: int) -> None:
    with Proxy(server.port, to_client=finish_after(count)) as proxy:
        connection = connected(proxy)
        assert read(connection, 200) == SAID[:count]


@pytest.mark.parametrize("count", [0, 1, 50])
def test_silence_after_some_bytes(server: Front, connected: Connect, count: int) -> None:
    with Proxy(server.port, to_client=silence_after(count)) as proxy:
        connection = connected(proxy)
        assert read(connection, count) == SAID[:count]
        assert is_silent(connection)
        connection.sendall(b"is anybody there?")
        assert is_silent(connection)


def test_silence_outlives_the_server(connected: Connect) -> None:
    with Front(lambda connection: connection.sendall(SAID)) as server:
        with Proxy(server.port, to_client=silence_after(10)) as proxy:
            connection = connected(proxy)
            assert read(connection, 10) == SAID[:10]
            assert is_silent(connection), "a FIN does not pass either"


def test_fault_towards_the_server(server: Front, connected: Connect) -> None:
    with Proxy(server.port, to_server=reset_after(5)) as proxy:
        connection = connected(proxy)
        assert read(connection, 200) == SAID
        connection.sendall(b"12345")
        assert read(connection, 5) == b"12345"
        with pytest.raises(ConnectionResetError):
            connection.sendall(b"6")
            connection.recv(1)


def test_drip_has_its_rate(server: Front, connected: Connect) -> None:
    with Proxy(server.port, to_client=drip(100)) as proxy:
        connection = connected(proxy)
        began = time.monotonic()
        assert read(connection, 50) == SAID[:50]
        assert time.monotonic() - began >= 0.45


def test_late_first_byte(server: Front, connected: Connect) -> None:
    with Proxy(server.port, to_client=Fault(first_late=0.4)) as proxy:
        connection = connected(proxy)
        assert is_silent(connection)
        assert read(connection, 200) == SAID


def test_one_byte_is_flipped(server: Front, connected: Connect) -> None:
    with Proxy(server.port, to_client=flip_after(7)) as proxy:
        got = read(connected(proxy), 200)
    assert [at for at in range(200) if got[at] != SAID[at]] == [7]


def test_pieces_come_one_by_one(server: Front, connected: Connect) -> None:
    with Proxy(server.port, to_client=chop(3)) as proxy:
        connection = connected(proxy)
        pieces = []
        while sum(map(len, pieces)) < 200:
            pieces.append(connection.recv(4096))
        assert b"".join(pieces) == SAID
        assert len(pieces) > 1


def test_cut_resets_open_connections_only(server: Front, connected: Connect) -> None:
    with Proxy(server.port) as proxy:
        first = connected(proxy)
        assert read(first, 200) == SAID
        proxy.cut()
        with pytest.raises(ConnectionResetError):
            first.recv(1)
        assert read(connected(proxy), 200) == SAID


def test_refusal_until_healed(server: Front, connected: Connect) -> None:
    with Proxy(server.port) as proxy:
        proxy.refuse()
        with pytest.raises(ConnectionResetError):
            connected(proxy).recv(1)
        proxy.heal()
        assert read(connected(proxy), 200) == SAID


def test_hold_is_silence_that_ends(server: Front, connected: Connect) -> None:
    with Proxy(server.port) as proxy:
        connection = connected(proxy)
        assert read(connection, 200) == SAID
        proxy.hold()
        connection.sendall(b"later")
        assert is_silent(connection)
        proxy.release()
        assert read(connection, 5) == b"later"


def test_hold_of_one_direction_lets_the_other_pass(connected: Connect) -> None:
    heard: list[bytes] = []

    def echoes(connection: socket.socket) -> None:
        while data := connection.recv(4096):
            heard.append(data)
            connection.sendall(data)

    with Front(echoes) as server, Proxy(server.port) as proxy:
        connection = connected(proxy)
        proxy.hold(to_server=False)
        connection.sendall(b"first")
        wait_until(lambda: heard == [b"first"], 5, "the server to have it")
        assert is_silent(connection)
        proxy.release()
        assert read(connection, 5) == b"first"
        proxy.hold(to_client=False)
        connection.sendall(b"second")
        assert is_silent(connection)
        assert heard == [b"first"]
        proxy.release()
        assert read(connection, 6) == b"second"


def test_fault_that_is_set_later_counts_from_then_on(server: Front, connected: Connect) -> None:
    with Proxy(server.port) as proxy:
        connection = connected(proxy)
        assert read(connection, 200) == SAID
        proxy.to_client = finish_after(3)
        connection.sendall(b"12345")
        assert read(connection, 5) == b"123"
        wait_until(lambda: proxy.connections == 1)
