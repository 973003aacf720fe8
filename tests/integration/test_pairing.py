# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs of the same person get a token without a password: through a file that only they can read."""

import base64
import hashlib
import hmac
import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from postrider_support import UNLIMITED, OpenApi, Service


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Service]:
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    environment = {"XDG_RUNTIME_DIR": str(runtime), "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
    with Service(tmp_path / "data", config=UNLIMITED, environment=environment, arguments=("--desktop",)) as one:
        yield one


def pairing_file(service: Service) -> Path:
    return Path(service.environment["XDG_RUNTIME_DIR"]) / "postrider" / "pair.json"


def read(service: Service) -> dict[str, str]:
    service.client().get("/health").ok()  # the file is written on the thread that answers
    return json.loads(pairing_file(service).read_text())


def test_code_gives_a_token_once(desktop: Service) -> None:
    client = desktop.client(OpenApi(desktop.client().get("/openapi.json").json))
    offer = read(desktop)
    assert offer["url"] == desktop.base_url
    session = client.post("/auth/pair", {"code": offer["code"]}).ok()
    assert (session["username"], session["role"]) == ("admin", "admin")
    client.token = session["token"]
    assert client.get("/auth/me").ok()["username"] == "admin"
    again = client.post("/auth/pair", {"code": offer["code"]})
    assert (again.status, again.json["code"]) == (401, 40104)
    assert client.post("/auth/pair", {"code": read(desktop)["code"]}).ok()["token"]


def test_file_is_for_its_owner_only_and_goes_with_the_service(desktop: Service) -> None:
    read(desktop)
    path = pairing_file(desktop)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    desktop.stop()
    assert not path.exists()


def test_wrong_codes_are_slowed_down(desktop: Service) -> None:
    read(desktop)
    answers = [desktop.client().post("/auth/pair", {"code": f"guess {number}"}).status for number in range(8)]
    assert answers[0] == 401 and answers[-1] == 429


def test_wrong_codes_do_not_lock_out_the_right_one(desktop: Service) -> None:
    offer = read(desktop)
    client = desktop.client(OpenApi(desktop.client().get("/openapi.json").json))
    while client.post("/auth/pair", {"code": "a guess"}).status != 429:
        pass
    for _ in range(3):
        assert client.post("/auth/pair", {"code": read(desktop)["code"]}).ok()["token"]
    refused = client.post("/auth/pair", {"code": offer["code"]})
    assert refused.status == 429, "the right code does not give free guesses again"
    assert int(refused.headers["retry-after"]) >= 1


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def expected(offer: dict[str, str], nonce: bytes) -> str:
    address = offer["url"].removeprefix("http://")
    key = base64.urlsafe_b64decode(offer["proof"] + "=")
    return encoded(hmac.new(key, b"postrider-proof\n" + address.encode() + b"\n" + nonce, hashlib.sha256).digest())


def test_service_proves_that_the_file_is_its_own(desktop: Service) -> None:
    client = desktop.client(OpenApi(desktop.client().get("/openapi.json").json))
    offer = read(desktop)
    for nonce in (bytes(32), bytes(range(32)), b"\xff" * 32):
        assert client.post("/auth/proof", {"nonce": encoded(nonce)}).ok() == {"proof": expected(offer, nonce)}
    # A run of the service has one secret: using a code does not change it, a restart does.
    client.post("/auth/pair", {"code": offer["code"]}).ok()
    assert read(desktop)["proof"] == offer["proof"]
    desktop.restart()
    later = read(desktop)
    assert later["proof"] != offer["proof"]
    nonce = bytes(range(32))
    assert desktop.client().post("/auth/proof", {"nonce": encoded(nonce)}).ok() == {"proof": expected(later, nonce)}


def test_proofs_are_given_as_often_as_connections_are_made(desktop: Service) -> None:
    offer = read(desktop)
    client = desktop.client()
    nonces = [encoded(bytes([number]) * 32) for number in range(100)]
    assert len({client.post("/auth/proof", {"nonce": nonce}).ok()["proof"] for nonce in nonces}) == 100
    assert client.post("/auth/pair", {"code": offer["code"]}).ok()["token"]


@pytest.mark.parametrize(
    "nonce", [None, "", 7, "A" * 42, "A" * 44, "A" * 42 + "B", "A" * 42 + "=", "A" * 42 + "\u00e4", "/" * 43]
)
def test_nonce_is_32_bytes_in_base64url(desktop: Service, nonce: object) -> None:
    answer = desktop.client().post("/auth/proof", {"nonce": nonce})
    assert (answer.status, answer.json["code"]) == (400, 40001)
    assert [one["field"] for one in answer.json["details"]] == ["nonce"]


def test_no_long_story_is_taken_for_a_nonce(desktop: Service) -> None:
    answer = desktop.client().post("/auth/proof", {"nonce": encoded(bytes(32)), "pad": "x" * 1024})
    assert (answer.status, answer.json["code"]) == (413, 41301)


@pytest.mark.parametrize("body", [{}, {"code": ""}, {"code": 7}, {"code": "x" * 257}])
def test_code_must_be_a_text(desktop: Service, body: dict[str, object]) -> None:
    answer = desktop.client().post("/auth/pair", body)
    assert (answer.status, answer.json["code"]) == (400, 40001)


def test_strangers_behind_a_proxy_are_not_let_in(tmp_path: Path) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    config = UNLIMITED | {"trusted_proxies": "127.0.0.1"}
    environment = {"XDG_RUNTIME_DIR": str(runtime), "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
    with Service(tmp_path / "data", config=config, environment=environment, arguments=("--desktop",)) as service:
        code = read(service)["code"]
        for name, value in [
            ("X-Forwarded-For", "203.0.113.9"),
            ("X-Forwarded-For", "unknown"),
            ("X-Forwarded-For", "127.0.0.1"),
            ("Forwarded", "for=203.0.113.9"),
            ("Forwarded", "for=_hidden"),
        ]:
            answer = service.client().post("/auth/pair", {"code": code}, headers={name: value})
            assert (answer.status, answer.json["code"]) == (403, 40301), value
            answer = service.client().post("/auth/proof", {"nonce": "A" * 43}, headers={name: value})
            assert (answer.status, answer.json["code"]) == (403, 40301), value


def test_server_pairs_with_nobody(fresh_service) -> None:  # type: ignore[no-untyped-def]
    answer = fresh_service().client().post("/auth/pair", {"code": "x"})
    assert (answer.status, answer.json["code"]) == (401, 40104)
    answer = fresh_service().client().post("/auth/proof", {"nonce": "A" * 43})
    assert (answer.status, answer.json["code"]) == (403, 40301)
