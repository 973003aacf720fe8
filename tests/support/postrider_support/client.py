# SPDX-License-Identifier: GPL-3.0-or-later
"""A REST client whose answers have status, headers and JSON."""

import http.client
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from postrider_support.openapi import OpenApi
from postrider_support.waiting import scaled

API = "/api/v1"


@dataclass(frozen=True)
class Answer:
    """One HTTP answer. `json` is None if the body is not JSON; header names are lower case."""

    status: int
    headers: dict[str, str]
    body: bytes
    json: Any

    @property
    def code(self) -> int:
        """The envelope's code, 0 for success."""
        code: int = self.json["code"]
        return code

    @property
    def data(self) -> Any:
        """The envelope's payload."""
        return self.json["data"]

    def ok(self, status: int = 200) -> Any:
        """The payload of a success with that status; else AssertionError with the body."""
        assert (self.status, self.json and self.json["code"]) == (
            status,
            0,
        ), f"{self.status}: {self.body!r}"
        return self.data

    def failed(self, status: int, code: int) -> Any:
        """The error object, when status and code are these; AssertionError otherwise."""
        assert (self.status, self.json and self.json["code"]) == (
            status,
            code,
        ), f"{self.status}: {self.body!r}"
        return self.json


class Client:
    """One user of the service over one kept-alive connection. Not for use from several threads.

    Paths are below /api/v1 ("/mails"); those starting with "/api/", and "/metrics", are taken as they are. With
    `openapi` each answer is checked against the description.
    """

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        openapi: OpenApi | None = None,
        timeout: float = 30,
    ) -> None:
        self.base_url = base_url
        self.token = token
        self.openapi = openapi
        self._timeout = scaled(timeout)
        self._connection: http.client.HTTPConnection | None = None

    def get(self, path: str, **query: Any) -> Answer:
        """GET; keyword arguments become the query, booleans as true and false."""
        return self.request("GET", path, query=query)

    def post(self, path: str, body: Any = None, **options: Any) -> Answer:
        """POST of a JSON body (None: no body)."""
        return self.request("POST", path, body=body, **options)

    def put(self, path: str, body: Any = None, **options: Any) -> Answer:
        """PUT of a JSON body."""
        return self.request("PUT", path, body=body, **options)

    def delete(self, path: str, **options: Any) -> Answer:
        """DELETE."""
        return self.request("DELETE", path, **options)

    def login(self, username: str, password: str) -> "Client":
        """Logs in and keeps the token; returns itself."""
        answer = self.post("/auth/login", {"username": username, "password": password})
        self.token = answer.ok()["token"]
        return self

    def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        raw: bytes | None = None,
        query: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Any request. `raw` is sent as it is instead of `body`; `headers` replace ours of the same name."""
        target = path if path.startswith("/api/") or path == "/metrics" else API + path
        sent = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        content = raw
        if body is not None:
            content = json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        pairs = [(name, _text(value)) for name, value in (query or {}).items() if value is not None]
        url = f"{target}?{urlencode(pairs)}" if pairs else target
        answer = self._exchange(method, url, content, sent | (headers or {}))
        if self.openapi is not None:
            self.openapi.check(method, target.split("?")[0], answer.status, answer.headers, answer.json)
        return answer

    def close(self) -> None:
        """Closes the connection; the next request opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _exchange(self, method: str, url: str, content: bytes | None, headers: dict[str, str]) -> Answer:
        # The server may have closed a kept connection meanwhile; then the request is repeated on a new
        # one. A failure on a new connection is passed to the test.
        reused = self._connection is not None
        try:
            return self._once(method, url, content, headers)
        except (http.client.RemoteDisconnected, ConnectionError, BrokenPipeError):
            self.close()
            if not reused:
                raise
        return self._once(method, url, content, headers)

    def _once(self, method: str, url: str, content: bytes | None, headers: dict[str, str]) -> Answer:
        if self._connection is None:
            parts = urlsplit(self.base_url)
            assert parts.hostname
            self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=self._timeout)
        self._connection.request(method, url, content, headers)
        response = self._connection.getresponse()
        text = response.read()
        found = {name.lower(): value for name, value in response.getheaders()}
        is_json = found.get("content-type", "").startswith("application/json") and text
        return Answer(response.status, found, text, json.loads(text) if is_json else None)


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)
