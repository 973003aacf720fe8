# SPDX-License-Identifier: GPL-3.0-or-later
"""A service whose answers the test decides, for answers that a real one gives rarely, late or never."""

import base64
import hashlib
import hmac
import json
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

TIME = "2026-06-05T09:30:00Z"
SECRET = b"the secret of this run, 32 bytes"


def mail(number: int, account: int = 1, **changes: Any) -> dict[str, Any]:
    """An element of `mails` in mail.received."""
    return {
        "id": number,
        "account_id": account,
        "message_id": f"<{number}@example.org>",
        "folder": "INBOX",
        "from": "anna@example.org",
        "from_name": "Anna Berg",
        "to": ["me@example.org"],
        "to_count": 1,
        "cc": [],
        "cc_count": 0,
        "subject": f"Mail {number}",
        "preview": "The first words",
        "sent_at": TIME,
        "created_at": TIME,
        "is_read": False,
        "has_attachment": False,
        "size": 1000,
    } | changes


def base64url(data: bytes) -> str:
    """RFC 4648 5 without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def proof(secret: str, address: str, nonce: str) -> str:
    """The answer of a service at `address` to a challenge; all texts are as they are sent."""
    key, random = (base64.urlsafe_b64decode(text + "=") for text in (secret, nonce))
    message = b"postrider-proof\n" + address.encode() + b"\n" + random
    return base64url(hmac.new(key, message, hashlib.sha256).digest())


class FakeService:
    """Answers the tray's requests, streams the test's events, and records the requests.

    `answers[(method, path)]` = (status, body) replaces an answer; an answer in `gates` waits until the test
    sets its event. `tokens` are the accepted ones. Requests for its proof are not in `requests`. `queries`
    are the query strings, `keys` the Idempotency-Keys.
    """

    def __init__(self) -> None:
        self.requests: list[tuple[str, str, Any]] = []
        self.queries: list[tuple[str, dict[str, str]]] = []
        self.keys: list[str] = []
        self.answers: dict[tuple[str, str], tuple[int, dict[str, Any]]] = {}
        self.gates: dict[tuple[str, str], threading.Event] = {}
        self.tokens = {"good"}
        self.grants = 0
        self.unread = 0
        self.accounts = [{"id": 1, "name": "Work", "email": "me@example.org"}]
        self.items: list[dict[str, Any]] = []
        self.last_id = 100
        self.kept: list[tuple[int, bytes]] = []
        self._streams: list[queue.Queue[bytes | None]] = []
        self._lock = threading.Lock()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: Any) -> None:
                pass

            def handle_any(self) -> None:
                fake._handle(self)

            do_GET = do_POST = do_PUT = do_DELETE = handle_any

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Ends it and its streams."""
        self.drop_streams()
        self._server.shutdown()
        self._server.server_close()

    def write_pair_file(self, runtime: Path, code: str = "code") -> None:
        """Writes the file that the service leaves for programs of the same user."""
        folder = runtime / "postrider"
        folder.mkdir(exist_ok=True)
        folder.chmod(0o700)
        fresh = folder / "pair.new"
        offer = {"url": self.url, "code": code, "proof": base64url(SECRET)}
        fresh.write_text(json.dumps(offer))
        fresh.chmod(0o600)
        fresh.rename(folder / "pair.json")

    @property
    def streams(self) -> int:
        """The number of open event streams."""
        with self._lock:
            return len(self._streams)

    def send_event(self, name: str, data: dict[str, Any], durable: bool = True) -> None:
        """Sends an event to every stream; durable ones are kept for clients that reconnect."""
        with self._lock:
            text = f"event: {name}\ndata: {json.dumps(data)}\n\n"
            if durable:
                self.last_id += 1
                text = f"id: {self.last_id}\n" + text
                self.kept.append((self.last_id, text.encode()))
            for stream in self._streams:
                stream.put(text.encode())

    def receive(self, *mails: dict[str, Any], account: int = 1, count: int | None = None) -> None:
        """Sends mail.received with these mails."""
        self.unread += len(mails) if count is None else count
        self.send_event(
            "mail.received",
            {
                "account_id": account,
                "account_email": "me@example.org",
                "mail_count": len(mails) if count is None else count,
                "mails": list(mails),
                "timestamp": TIME,
            },
        )

    def drop_streams(self) -> None:
        """Ends every stream."""
        with self._lock:
            for stream in self._streams:
                stream.put(None)

    def bodies_of(self, method: str, path: str) -> list[Any]:
        """The bodies of the requests with that method and path."""
        return [body for verb, at, body in list(self.requests) if (verb, at) == (method, path)]

    def _handle(self, request: BaseHTTPRequestHandler) -> None:
        length = int(request.headers.get("Content-Length") or 0)
        body = json.loads(request.rfile.read(length)) if length else None
        address = urlsplit(request.path)
        path = address.path.removeprefix("/api/v1")
        query = {name: values[0] for name, values in parse_qs(address.query).items()}
        if path == "/auth/proof":
            self._answer(request, 200, {"code": 0, "data": {"proof": self._proof(body["nonce"])}})
            return
        self.requests.append((request.command, path, body))
        if query:
            self.queries.append((path, query))
        if key := request.headers.get("Idempotency-Key"):
            self.keys.append(key)
        if gate := self.gates.get((request.command, path)):
            gate.wait(60)
        token = (request.headers.get("Authorization") or "").removeprefix("Bearer ")
        fixed = self.answers.get((request.command, path))
        is_open = path in ("/health", "/auth/pair", "/auth/login")
        if fixed is None and not is_open and token not in self.tokens:
            fixed = (401, {"code": 40102, "error": "token_invalid", "message": "No.", "data": None})
        if fixed is None and path == "/mails/stream":
            self._stream(request)
            return
        status, answer = fixed or (200, {"code": 0, "data": self._data(path, query)})
        self._answer(request, status, answer)

    def _answer(self, request: BaseHTTPRequestHandler, status: int, answer: dict[str, Any]) -> None:
        text = json.dumps(answer).encode()
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(text)))
        request.end_headers()
        request.wfile.write(text)

    def _proof(self, nonce: str) -> str:
        address = self.url.removeprefix("http://")
        return proof(base64url(SECRET), address, nonce)

    def _data(self, path: str, query: dict[str, str]) -> Any:
        if path in ("/auth/pair", "/auth/login", "/auth/refresh"):
            self.grants += 1
            token = f"good{self.grants}"
            self.tokens.add(token)
            return {"token": token, "tokenType": "Bearer", "expiresAt": "2099-01-01T00:00:00Z",
                    "username": "admin", "role": "admin"}  # fmt: skip
        if path == "/accounts":
            base = {"status": "active", "mode": "idle", "errorCode": None, "errorMessage": None}
            base |= {"notify": True, "unreadCount": 0, "syncProgress": None}
            return [base | account for account in self.accounts]
        if path == "/mails/stats":
            counts = [{"accountId": one["id"], "unread": 0} for one in self.accounts]
            if counts:
                counts[0]["unread"] = self.unread
            return {"items": counts, "total": 0, "unread": self.unread}
        if path == "/mails":
            words = query.get("q", query.get("keyword", "")).lower()
            found = [one for one in self.items if words in one["subject"].lower()]
            return {"items": found, "total": len(found), "page": 1, "pageSize": 20}
        if path == "/mails/send":
            return {"id": 1, "status": "sent"}
        if path.startswith("/mails/") and path.count("/") == 2:
            return next((one for one in self.items if path == f"/mails/{one['id']}"), {})
        return {}

    def _stream(self, request: BaseHTTPRequestHandler) -> None:
        last = int(request.headers.get("Last-Event-ID") or 0)
        own: queue.Queue[bytes | None] = queue.Queue()
        with self._lock:
            data = {"client_id": "c", "server_time": TIME, "online_count": 1}
            hello = json.dumps(data | {"last_event_id": self.last_id})
            own.put(f"retry: 3000\n\nevent: connected\ndata: {hello}\n\n".encode())
            for number, frame in self.kept:
                if last and number > last:
                    own.put(frame)
            self._streams.append(own)
        request.send_response(200)
        request.send_header("Content-Type", "text/event-stream")
        request.send_header("Connection", "close")
        request.end_headers()
        try:
            while (frame := own.get()) is not None:
                request.wfile.write(frame)
                request.wfile.flush()
        except OSError:
            pass
        finally:
            with self._lock:
                self._streams.remove(own)
        request.close_connection = True
