# SPDX-License-Identifier: GPL-3.0-or-later
"""Bytes over a socket, for requests that no HTTP library sends."""

import http.client
import json
import socket
from urllib.parse import urlsplit

from postrider_support.client import Answer
from postrider_support.waiting import scaled


def exchange(base_url: str, request: bytes, timeout: float = 20, method: str = "GET") -> Answer:
    """Sends the bytes and reads one answer; `method` decides whether the answer has a body."""
    parts = urlsplit(base_url)
    with socket.create_connection((parts.hostname, parts.port), timeout=scaled(timeout)) as connection:
        try:
            connection.sendall(request)
        except ConnectionError:
            pass  # refused before all of it was read; the answer can be read
        return read_answer(connection, method)


def read_answer(connection: socket.socket, method: str = "GET") -> Answer:
    """The next answer on the connection."""
    response = http.client.HTTPResponse(connection, method=method)
    response.begin()
    body = response.read()
    headers = {name.lower(): value for name, value in response.getheaders()}
    is_plain = body and "content-encoding" not in headers
    is_json = is_plain and headers.get("content-type", "").startswith("application/json")
    return Answer(response.status, headers, body, json.loads(body) if is_json else None)
