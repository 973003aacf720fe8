# SPDX-License-Identifier: GPL-3.0-or-later
"""A web server with TLS that has files of a mail domain, and gives faulty answers if a test requests them."""

import socket
import ssl
from collections.abc import Callable

from postrider_support.certificates import Certificate
from postrider_support.tlsfront import Front

Answer = bytes | Callable[[ssl.SSLSocket], None]


def config(*servers: str, name: str = "Test Mail", before: str = "") -> bytes:
    """A config-v1.1.xml with these server elements; `before` is inserted before the root element."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>{before}
<clientConfig version="1.1"><emailProvider id="x"><displayName>{name}</displayName>
{"".join(servers)}</emailProvider></clientConfig>""".encode()


def incoming(
    host: str,
    port: int = 993,
    security: str = "SSL",
    kind: str = "imap",
    username: str = "%EMAILADDRESS%",
    login: str = "password-cleartext",
) -> str:
    """An element incomingServer."""
    return _server("incomingServer", kind, host, port, security, username, login)


def outgoing(
    host: str,
    port: int = 465,
    security: str = "SSL",
    username: str = "%EMAILADDRESS%",
    login: str = "password-cleartext",
) -> str:
    """An element outgoingServer."""
    return _server("outgoingServer", "smtp", host, port, security, username, login)


def _server(element: str, kind: str, host: str, port: int, security: str, username: str, login: str) -> str:
    return (
        f'<{element} type="{kind}"><hostname>{host}</hostname><port>{port}</port>'
        f"<socketType>{security}</socketType><username>{username}</username>"
        f"<authentication>{login}</authentication></{element}>"
    )


def response(body: bytes, status: str = "200 OK", **headers: str) -> bytes:
    """An answer in bytes."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


def redirects(to: str) -> bytes:
    """A redirection."""
    return response(b"", "302 Found", Location=to)


def endless(client: ssl.SSLSocket) -> None:
    """A body without an end."""
    client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while True:
        client.sendall(b"x" * 16384)


def hangs(client: ssl.SSLSocket) -> None:
    """No answer until the client disconnects."""
    client.recv(1)


class MailHost:
    """Answers each request with the entry of `files` for `Host` and path, otherwise with 404.

    `requests` has the first lines and hosts of all requests; `connections` counts those without TLS too.
    """

    def __init__(self, certificate: Certificate) -> None:
        self.files: dict[str, Answer] = {}
        self.requests: list[str] = []
        self.connections = 0
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate.certificate, certificate.key)
        self._front = Front(self._serve)
        self.port = self._front.port

    def close(self) -> None:
        """Stops listening."""
        self._front.__exit__(None, None, None)

    def _serve(self, connection: socket.socket) -> None:
        self.connections += 1
        with self._context.wrap_socket(connection, server_side=True) as client:
            received = b""
            while b"\r\n\r\n" not in received:
                some = client.recv(4096)
                if not some:
                    return
                received += some
            lines = received.decode("latin-1").split("\r\n")
            target = lines[0].split()[1]
            host = next(line[6:] for line in lines if line.startswith("Host: "))
            self.requests.append(f"{lines[0].split()[0]} https://{host}{target}")
            answer = self.files.get(f"https://{host}{target.partition('?')[0]}", response(b"", "404 Not Found"))
            if isinstance(answer, bytes):
                client.sendall(answer)
            else:
                answer(client)
