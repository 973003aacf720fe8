# SPDX-License-Identifier: GPL-3.0-or-later
"""Small servers that stand for faulty mail servers: a foreign certificate, silence, nonsense."""

import hashlib
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable
from types import TracebackType

from postrider_support.certificates import Certificate

Serve = Callable[[socket.socket], None]


class Front:
    """Accepts on a free port of 127.0.0.1 and passes each connection to `serve`, in a thread of its own."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: list[socket.socket] = []
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def __enter__(self) -> "Front":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # The thread must end before the descriptor is closed: otherwise it would accept connections of the
        # next socket that gets the same number.
        try:
            self._listener.shutdown(socket.SHUT_RDWR)
            self._accepting.join()
        except OSError:
            pass  # not every system can wake the thread
        self._listener.close()
        for connection in self._open:
            _close(connection)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._open.append(connection)
            threading.Thread(target=self._run, args=(connection,), daemon=True).start()

    def _run(self, connection: socket.socket) -> None:
        try:
            self._serve(connection)
        except OSError:
            pass  # the client disconnected, or refused the certificate
        finally:
            _close(connection)


def tls_to(target_port: int, certificate: Certificate) -> Serve:
    """TLS with that certificate in front of a plain server."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.certificate, certificate.key)

    def serve(connection: socket.socket) -> None:
        with context.wrap_socket(connection, server_side=True) as inner, socket.create_connection(
            ("127.0.0.1", target_port)
        ) as outer:
            threading.Thread(target=_pump, args=(outer, inner), daemon=True).start()
            _pump(inner, outer)

    return serve


def send_greeting(greeting: bytes) -> Serve:
    """Sends these bytes (none: silence) and then only reads."""

    def serve(connection: socket.socket) -> None:
        connection.sendall(greeting)
        while connection.recv(4096):
            pass

    return serve


def key_fingerprint(certificate: Certificate) -> str:
    """SHA-256 of the certificate's public key (SubjectPublicKeyInfo in DER), hexadecimal."""
    key = subprocess.run(
        ["openssl", "x509", "-in", str(certificate.certificate), "-pubkey", "-noout"], check=True, capture_output=True
    ).stdout
    der = subprocess.run(
        ["openssl", "pkey", "-pubin", "-outform", "DER"], input=key, check=True, capture_output=True
    ).stdout
    return hashlib.sha256(der).hexdigest()


def _pump(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    _close(target)


def _close(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    connection.close()
