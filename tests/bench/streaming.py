# SPDX-License-Identifier: GPL-3.0-or-later
"""Events to many listeners at once, beside nginx with nchan and Node.js.

Ours are stored, numbered and committed before they are sent; the others only pass them on.
"""

import json
import shutil
import statistics
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from bench import load, ours
from bench.load import Server
from bench.table import Row
from postrider_support import Dovecot, Service, User
from postrider_support.bystander import resident
from postrider_support.letters import all_mails, letter, synced_account
from postrider_support.waiting import accepts, free_ports, wait_until

_LOAD = Path(__file__).parents[2] / "build" / "bench" / "bin" / "streamload"
_NODE = Path(__file__).parent / "broadcast.js"
_NCHAN = Path("/usr/lib/nginx/modules/ngx_nchan_module.so")
_CONFIG = """load_module {module};
daemon off;
worker_processes 1;
worker_rlimit_nofile 20000;
pid {place}/pid;
error_log {place}/error.log;
events {{ worker_connections 16000; }}
http {{
    access_log off;
    keepalive_requests 1000000000;
    keepalive_timeout 1h;
    server {{
        listen 127.0.0.1:{port} backlog=8192;
        location = /publish {{ nchan_publisher; nchan_channel_id all; nchan_message_buffer_length 300; }}
        location = /stream {{ nchan_subscriber eventsource; nchan_channel_id all; nchan_subscriber_first_message newest; }}
    }}
}}
"""
_MARKER = ': {"a'  # where the data of an event begins
_SATURATED, _PACED, _RATE, _SECONDS = 1000, 5000, 10, 8


@dataclass(frozen=True)
class Target:
    """A server, and how to listen and publish there. `each`: events that one publication makes.
    `prepare` makes sure that the first publication changes something."""

    server: Server
    stream: bytes
    publish: tuple[bytes, ...]
    marker: str
    each: int
    prepare: Callable[[], object] = lambda: None


@dataclass(frozen=True)
class Found:
    """Events a second, ms from publication to arrival, microseconds of the server's time for each
    event, and the part of the events that arrived."""

    rate: float
    p50: float
    p99: float
    work: float
    arrived: float


def measure(store: Path, _size: int, runs: int) -> tuple[str, list[Row]]:
    """Title and rows."""
    load.allow_many_connections()
    directory = store / "stream"
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True)
    with ExitStack() as stack:
        service, mine = stack.enter_context(_ours(directory))
        targets = {"ours": mine}
        if node := stack.enter_context(_node(len(_message()))):
            targets["Node"] = node
        if nchan := stack.enter_context(_nchan(directory / "nchan")):
            targets["nchan"] = nchan
        saturated = _in_turns("saturated", runs, targets, _SATURATED, 0)
        paced = _in_turns("paced", runs, targets, _PACED, _RATE)
        before = resident(service.pid)
        parts = urlsplit(service.base_url)
        token = service.admin().token
        url = f"http://{parts.netloc}/api/v1/mails/stream"
        with load.idle_clients(url, _PACED, token):
            each = (resident(service.pid) - before) / _PACED
    shutil.rmtree(directory, ignore_errors=True)
    title = f"Events to {_SATURATED:,} listeners as fast as they go, and to {_PACED:,} at {_RATE} a second"
    memory = Row("memory of a listener", each / 1000, "kB", target="<= 16 kB")
    return title, [*_saturated(saturated), *_paced(paced), memory]


def _message() -> str:
    """A message as long as an event of the service."""
    return json.dumps({"account_id": 1, "pad": "x" * 150})


@contextmanager
def _ours(directory: Path) -> Iterator[tuple[Service, Target]]:
    user = User("stream", "correct horse")
    with Dovecot(directory / "dovecot") as server:
        server.add_user(user.name)
        server.deliver(user, letter("The only one"))
        config = ours.UNLIMITED | {"stream.heartbeat": "3600"}
        with Service(directory / "data", binary=ours.PROGRAM, extra_ca=server.ca_file, config=config) as service:
            client = service.admin()
            synced_account(client, server.account(user))
            mail = all_mails(client)[0]["id"]
            head = f"Host: localhost\r\nAuthorization: Bearer {client.token}\r\n"
            publish = tuple(
                _request(f"PUT /api/v1/mails/{mail}/star HTTP/1.1\r\n{head}", f'{{"isStarred":{flag}}}')
                for flag in ("true", "false")
            )
            stream = f"GET /api/v1/mails/stream HTTP/1.1\r\n{head}\r\n".encode()
            # Starring a mail that has its star already publishes no event. Each later event would
            # then be taken for that of the publication before it.
            yield service, Target(
                Server(service.base_url, service.pid),
                stream,
                publish,
                _MARKER,
                2,
                prepare=lambda: client.put(f"/mails/{mail}/star", {"isStarred": False}).ok(),
            )


def _request(head: str, body: str) -> bytes:
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()


def _other(port: int, pid: int) -> Target:
    publish = _request("POST /publish HTTP/1.1\r\nHost: localhost\r\n", _message())
    stream = b"GET /stream HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
    return Target(Server(f"http://127.0.0.1:{port}/", pid), stream, (publish,), _MARKER, 1)


@contextmanager
def _node(_: int) -> Iterator[Target | None]:
    if shutil.which("node") is None:
        yield None
        return
    with subprocess.Popen(["node", str(_NODE)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield _other(int(process.stdout.readline()), process.pid)
        finally:
            process.kill()


@contextmanager
def _nchan(place: Path) -> Iterator[Target | None]:
    if not _NCHAN.exists() or shutil.which("nginx") is None:
        yield None
        return
    place.mkdir(parents=True)
    (port,) = free_ports(1)
    config = place / "nginx.conf"
    config.write_text(_CONFIG.format(module=_NCHAN, place=place, port=port))
    with subprocess.Popen(["nginx", "-c", str(config), "-e", str(place / "error.log")]) as process:
        try:
            wait_until(lambda: accepts(port), 10, "nginx")
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            worker, *_ = wait_until(lambda: children.read_text().split(), 10, "the worker of nginx")
            yield _other(port, int(worker))
        finally:
            process.terminate()


def _in_turns(name: str, runs: int, targets: dict[str, Target], clients: int, rate: int) -> dict[str, Found]:
    found: dict[str, list[Found]] = {key: [] for key in targets}
    for number in range(runs):
        print(f"sse: {name}, run {number + 1} of {runs}", flush=True)
        for key, target in targets.items():
            found[key].append(_once(target, clients, rate))
    return {key: _median(each) for key, each in found.items()}


def _once(target: Target, clients: int, rate: int) -> Found:
    port = urlsplit(target.server.url).port
    command = [
        str(_LOAD),
        str(port),
        str(clients),
        str(rate),
        str(_SECONDS),
        str(target.each),
        target.marker,
    ]
    target.prepare()
    before = target.server.work()
    done = subprocess.run([*command, target.stream, *target.publish], check=True, capture_output=True, text=True)
    work = target.server.work() - before
    told = json.loads(done.stdout)
    assert told["closed"] == 0, told
    delivered = told["delivered"]
    return Found(
        delivered / told["seconds"],
        told["p50"],
        told["p99"],
        work / delivered * 1e6,
        delivered / told["expected"],
    )


def _median(found: list[Found]) -> Found:
    columns = zip(*((one.rate, one.p50, one.p99, one.work, one.arrived) for one in found))
    return Found(*(statistics.median(column) for column in columns))


def _saturated(found: dict[str, Found]) -> list[Row]:
    mine = found["ours"]
    goals = {"nchan": "ratio >= 1.3"}
    rows = []
    for name, other in found.items():
        if name != "ours":
            rows += [
                Row("events delivered", mine.rate, "events/s", other.rate, name, goals.get(name, "")),
                Row("processor time of each", mine.work * 1000, "ns", other.work * 1000, name),
            ]
    return rows


def _paced(found: dict[str, Found]) -> list[Row]:
    mine = found["ours"]
    rows = [Row(f"arrived of {_PACED:,} x {_RATE}/s", mine.arrived * 100, "%", target="100 %")]
    for name, other in found.items():
        if name != "ours":
            goal = "not slower" if name == "nchan" else ""
            rows += [
                Row("publication to arrival, median", mine.p50, "ms", other.p50, name, goal),
                Row("slowest of 100", mine.p99, "ms", other.p99, name, goal),
                Row("processor time of each", mine.work * 1000, "ns", other.work * 1000, name),
            ]
    return rows
