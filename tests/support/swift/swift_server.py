#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""OpenStack Swift with its S3 interface in one process: `swift_server.py FOLDER PORT KEY SECRET`.

Prints one line with the port when it listens. What it stores is in FOLDER, and is there again after the next start.
Signatures are checked. The user of the key owns all buckets.
"""

import sys
from pathlib import Path
from typing import Any

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.ring.builder import RingBuilder  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: E402

PIPELINE = "catch_errors gatekeeper s3api tempauth proxy-server"
FILTERS = ("catch_errors", "gatekeeper", "s3api", "tempauth")
BACKENDS = ("account", "container", "object")


class Cache:
    """What Swift expects of memcached, without a memory."""

    def get(self, *_: Any, **__: Any) -> None:
        return None

    def set(self, *_: Any, **__: Any) -> None:
        pass

    def delete(self, *_: Any, **__: Any) -> None:
        pass


def with_cache(app: Any) -> Any:
    cache = Cache()

    def answer(environment: dict[str, Any], start: Any) -> Any:
        environment["swift.cache"] = cache
        return app(environment, start)

    return answer


def listening(port: int) -> Any:
    return eventlet.listen(("127.0.0.1", port), reuse_addr=True)


def make_ring(folder: Path, name: str, port: int) -> None:
    """One device, each thing once."""
    builder = RingBuilder(0, 1, 0)
    device = {"id": 0, "region": 1, "zone": 1, "weight": 1.0, "device": "disk", "meta": ""}
    place = {"ip": "127.0.0.1", "port": port, "replication_ip": "127.0.0.1", "replication_port": port}
    builder.add_dev(device | place)
    builder.rebalance()
    builder.get_ring().save(str(folder / f"{name}.ring.gz"))


def backend(folder: Path, name: str) -> Any:
    file = folder / f"{name}.conf"
    file.write_text(
        f"[DEFAULT]\nswift_dir = {folder}\ndevices = {folder}\nmount_check = false\n"
        f"[app:main]\nuse = egg:swift#{name}\nfallocate_reserve = 0\nreplication_server =\n"
    )
    return loadapp(str(file), global_conf={"log_name": name})


def proxy(folder: Path, key: str, secret: str) -> Any:
    account, user = key.split(":")
    filters = "".join(f"[filter:{name}]\nuse = egg:swift#{name}\n" for name in FILTERS)
    file = folder / "proxy.conf"
    file.write_text(
        f"[DEFAULT]\nswift_dir = {folder}\n[pipeline:main]\npipeline = {PIPELINE}\n"
        "[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n"
        f"{filters}user_{account}_{user} = {secret} .admin\n"
    )
    return with_cache(loadapp(str(file), global_conf={"log_name": "proxy"}))


def main() -> None:
    folder, port, key, secret = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
    (folder / "disk").mkdir(parents=True, exist_ok=True)
    utils.HASH_PATH_SUFFIX = b"suffix"
    utils.HASH_PATH_PREFIX = b"prefix"
    sockets = {name: listening(0) for name in BACKENDS}
    for name, socket in sockets.items():
        make_ring(folder, name, socket.getsockname()[1])
    servers = [(socket, backend(folder, name)) for name, socket in sockets.items()]
    servers.append((listening(port), proxy(folder, key, secret)))
    log = open(folder / "requests.log", "a")
    pool = eventlet.GreenPool()
    for socket, app in servers:
        pool.spawn(wsgi.server, socket, app, log, protocol=SwiftHttpProtocol, capitalize_response_headers=False)
    print(servers[-1][0].getsockname()[1], flush=True)
    pool.waitall()


if __name__ == "__main__":
    main()
