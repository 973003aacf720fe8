# SPDX-License-Identifier: GPL-3.0-or-later
"""Which address the service takes for the client's: behind real proxies, and over IPv6."""

import http.client
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import pytest
from conftest import need
from postrider_support import Service
from postrider_support.haproxy import Haproxy
from postrider_support.nginx import Nginx
from postrider_support.waiting import scaled

TRIES = 3
CLIENT = "127.0.0.5"  # on Linux every address of 127/8 is local
OTHER_CLIENT = "127.0.0.6"
FORWARDED = "Forwarded"
USUAL = "X-Forwarded-For"


class Front(Protocol):
    """A proxy in front of the service."""

    base_url: str


Make = Callable[[Path, str], AbstractContextManager[Front]]


def haproxy(forwarding: str) -> Make:
    def make(directory: Path, base_url: str) -> Haproxy:
        need(Haproxy.available(), "haproxy")
        return Haproxy(directory, base_url, forwarding)

    return make


def nginx(forwarding: str) -> Make:
    def make(directory: Path, base_url: str) -> Nginx:
        need(Nginx.available(), "nginx")
        return Nginx(directory, base_url, forwarding=forwarding)

    return make


def guess(base_url: str, client: str, headers: list[tuple[str, str]]) -> int:
    """The status of a login with a wrong password from that address, with these header lines."""
    body = json.dumps({"username": "admin", "password": "a wrong one"}).encode()
    parts = urlsplit(base_url)
    assert parts.hostname
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=scaled(30), source_address=(client, 0))
    connection.putrequest("POST", "/api/v1/auth/login", skip_host=True)
    own = [("Host", "localhost"), ("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
    for name, value in own + headers:
        connection.putheader(name, value)
    connection.endheaders(body)
    status = connection.getresponse().status
    connection.close()
    return status


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Callable[..., tuple[Service, str]]]:
    """Starts a service that trusts 127.0.0.1, and a proxy in front of it; returns the proxy's URL too."""
    started: list[AbstractContextManager[object]] = []

    def start(make: Make, config: dict[str, str]) -> tuple[Service, str]:
        limits = {"auth.logins_per_minute": str(TRIES), "trusted_proxies": "127.0.0.1"}
        service = Service(tmp_path / "data", config=limits | config)
        started.append(service)
        service.start()
        front = make(tmp_path / "proxy", service.base_url)
        front.__enter__()
        started.append(front)
        return service, front.base_url  # type: ignore[attr-defined]

    yield start
    for one in reversed(started):
        one.__exit__(None, None, None)


ADDING_LINE = haproxy("option forwardfor")
JOINING = nginx(f"proxy_set_header {USUAL} $proxy_add_x_forwarded_for;")
WITH_PORT = nginx(f'proxy_set_header {USUAL} "$http_x_forwarded_for, $remote_addr:$remote_port";')
ADDING_STANDARD_LINE = haproxy("http-request add-header Forwarded for=%[src];proto=http")
JOINING_STANDARD = nginx('proxy_set_header Forwarded "$http_forwarded, for=$remote_addr";')
STANDARD = {"forwarded_header": "forwarded"}


@pytest.mark.parametrize(
    ("make", "config", "forged"),
    [
        pytest.param(ADDING_LINE, {}, [(USUAL, "{}")], id="haproxy adds a line"),
        pytest.param(ADDING_LINE, {}, [(USUAL, "{}"), (USUAL, "{}, 127.0.0.1")], id="haproxy adds a third line"),
        pytest.param(ADDING_LINE, {}, [(FORWARDED, "for={}")], id="haproxy passes Forwarded on"),
        pytest.param(JOINING, {}, [(USUAL, "{}")], id="nginx joins"),
        pytest.param(JOINING, {}, [(FORWARDED, "for={}")], id="nginx passes Forwarded on"),
        pytest.param(WITH_PORT, {}, [(USUAL, "{}:1234")], id="nginx writes a port"),
        pytest.param(ADDING_STANDARD_LINE, {}, [(FORWARDED, "for={}")], id="haproxy adds Forwarded"),
        pytest.param(ADDING_STANDARD_LINE, STANDARD, [(USUAL, "{}")], id="haproxy passes X-Forwarded-For on"),
        pytest.param(JOINING_STANDARD, STANDARD, [(FORWARDED, 'for="{}')], id="nginx joins after an open quote"),
    ],
)  # fmt: skip
def test_client_behind_a_proxy_cannot_choose_its_address(
    behind: Callable[..., tuple[Service, str]], make: Make, config: dict[str, str], forged: list[tuple[str, str]]
) -> None:
    service, front = behind(make, config)
    for number in range(TRIES):
        lines = [(name, value.format(f"203.0.113.{number}")) for name, value in forged]
        assert guess(front, CLIENT, lines) == 401
    assert guess(front, CLIENT, [(name, value.format("198.51.100.1")) for name, value in forged]) == 429
    assert service.log().count(f"refused login from {CLIENT}\n") == TRIES
    assert guess(front, OTHER_CLIENT, []) == 401, "others are not counted with it"


def test_service_names_a_bad_proxy(tmp_path: Path) -> None:
    service = Service(tmp_path, config={"trusted_proxies": "proxy.example"})
    assert service.run_to_end() == 2
    assert "trusted_proxies must be networks" in service.log()


# -- IPv6

COUNTED_BY_NETWORK = """
import http.client, subprocess, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from postrider_support import Service, wait_until
from postrider_support.waiting import scaled

subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
HERE, CUSTOMER, OTHER = "2001:db8:0:1::1", [f"2001:db8:0:2::{n:x}" for n in range(1, 5)], "2001:db8:0:3::1"
for address in [HERE, *CUSTOMER, OTHER]:
    subprocess.run(["ip", "addr", "add", address + "/128", "dev", "lo", "nodad"], check=True)
config = {"limits.connections_per_address": "3"}
with Service(Path(sys.argv[2]), config=config, arguments=("--listen", f"[{HERE}]:0")) as service:
    port = int(service.base_url.rpartition(":")[2])
    def connect(source):
        connection = http.client.HTTPConnection(HERE, port, timeout=scaled(20), source_address=(source, 0))
        connection.request("GET", "/api/v1/health")
        answer = connection.getresponse()
        answer.read()
        return answer.status, connection
    kept = [connect(source) for source in CUSTOMER[:3]]
    print([status for status, _ in kept], connect(CUSTOMER[3])[0], connect(OTHER)[0])
"""


def test_network_of_an_ipv6_customer_counts_as_one_address(tmp_path: Path) -> None:
    alone = ["unshare", "--net"]
    if os.geteuid() != 0 or not shutil.which("ip"):
        pytest.skip("a network of its own takes root and the program ip")
    if subprocess.run([*alone, "true"], capture_output=True).returncode != 0:
        pytest.skip("this machine gives nobody a network of their own")
    support = str(Path(__file__).parents[1] / "support")
    command = [*alone, sys.executable, "-c", COUNTED_BY_NETWORK, support, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=scaled(100))
    assert (done.returncode, done.stdout) == (0, "[200, 200, 200] 503 200\n"), done.stderr
