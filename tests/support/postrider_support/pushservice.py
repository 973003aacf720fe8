# SPDX-License-Identifier: GPL-3.0-or-later
"""A push service and its browsers: accepts messages, answers as a test specifies, and decrypts them.

What the service under test encrypts is read here with other code (the `cryptography` package), so
that a mistake on one side does not hide on the other.
"""

import base64
import json
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from postrider_support.waiting import wait_until

_CURVE = ec.SECP256R1()


def base64url(data: bytes) -> str:
    """Base64url without padding, as browsers write it."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """The bytes of such a text."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


@dataclass(frozen=True)
class Message:
    """One received message. `at`: time.monotonic() of its arrival."""

    headers: dict[str, str]
    body: bytes
    status: int
    at: float


@dataclass
class Browser:
    """One subscription with its private key. `messages` has all received ones, also refused ones."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey
    auth: bytes
    messages: list[Message] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str]]] = field(default_factory=list)

    @property
    def subscription(self) -> dict[str, Any]:
        """What PushSubscription.toJSON() returns."""
        return {
            "endpoint": self.endpoint,
            "keys": {
                "p256dh": base64url(_point(self.key.public_key())),
                "auth": base64url(self.auth),
            },
        }

    def will_answer(self, *statuses: int, headers: dict[str, str] | None = None) -> None:
        """The next messages get these answers, then 201 again."""
        self.answers += [(status, headers or {}) for status in statuses]

    def decrypt(self, message: Message) -> bytes:
        """Decrypts a message (RFC 8291 4); raises if that fails."""
        salt, record_size, id_size = message.body[:16], message.body[16:20], message.body[20]
        assert (record_size, id_size) == (b"\0\0\x10\0", 65) and len(message.body) <= 4096
        sender = message.body[21:86]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, sender))
        info = b"WebPush: info\0" + _point(self.key.public_key()) + sender
        secret = _hkdf(self.auth, shared, info, 32)
        key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, message.body[86:], None)
        assert plain.rstrip(b"\0").endswith(b"\2"), "the end of the last record is missing"
        return plain.rstrip(b"\0")[:-1]

    def shown(self) -> list[Any]:
        """The contents of the accepted messages, in order."""
        taken = [message for message in self.messages if message.status < 300]
        return [json.loads(self.decrypt(message)) for message in taken]

    def wait_for(self, count: int, timeout: float = 15) -> list[Any]:
        """Waits until this number of messages was accepted; returns `shown()`."""
        wait_until(lambda: len(self.shown()) >= count, timeout, f"{count} pushes")
        return self.shown()


def checked_token(headers: dict[str, str], audience: str) -> dict[str, Any]:
    """The claims of the Authorization header of RFC 8292; AssertionError if it is not valid."""
    scheme, _, rest = headers["authorization"].partition(" ")
    values = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = values["t"].rpartition(".")
    point, raw = from_base64url(values["k"]), from_base64url(signature)
    assert (scheme, len(point), len(raw)) == ("vapid", 65, 64)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, point).verify(
        utils.encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256())
    )
    head, claims = (json.loads(from_base64url(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims["aud"] == audience
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    assert claims["sub"].startswith(("mailto:", "https:"))
    return claims


class PushService:
    """Accepts messages on 127.0.0.1 from construction to `close()`."""

    def __init__(self) -> None:
        self.browsers: dict[str, Browser] = {}
        self.delay = 0.0  # seconds before each answer
        self.on_message: Callable[[Browser], None] = lambda browser: None
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                service._take(self)

            def log_message(self, *_: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 256

            def handle_error(self, *_: Any) -> None:
                pass  # the service under test was killed while it sent

        self._server = Server(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def __enter__(self) -> "PushService":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stops accepting messages."""
        self._server.shutdown()
        self._server.server_close()

    def browser(self) -> Browser:
        """A new browser."""
        path = f"/send/{secrets.token_urlsafe(24)}"
        made = Browser(self.origin + path, ec.generate_private_key(_CURVE), secrets.token_bytes(16))
        self.browsers[path] = made
        return made

    def _take(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in request.headers.items()}
        browser = self.browsers.get(request.path)
        status, extra = 404, {}
        if browser is not None:
            status, extra = browser.answers.pop(0) if browser.answers else (201, {})
            message = Message(headers, body, status, time.monotonic())
            if self.delay:
                time.sleep(self.delay)
            self.on_message(browser)
            browser.messages.append(message)
        request.send_response(status)
        for name, value in ({"Content-Length": "0"} | extra).items():
            request.send_header(name, value)
        request.end_headers()
