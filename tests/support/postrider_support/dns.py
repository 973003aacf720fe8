# SPDX-License-Identifier: GPL-3.0-or-later
"""A name server on a port of 127.0.0.1 that answers SRV and MX queries as a test specifies."""

import socket
import struct
import threading
from types import TracebackType

SRV, MX = 33, 15
_MOST_OVER_UDP = 512  # RFC 1035 4.2.1


class DnsServer:
    """Listens over UDP and TCP from construction to `close()`.

    Names without records do not exist. With `silent`, queries are recorded but not answered.
    """

    def __init__(self) -> None:
        self.silent = False
        self.questions: list[tuple[str, int, str]] = []  # name, type, udp or tcp
        self._records: dict[tuple[str, int], list[bytes]] = {}
        self._lock = threading.Lock()
        self._udp, self._tcp = _bound()
        self.port: int = self._udp.getsockname()[1]
        threading.Thread(target=self._serve_udp, daemon=True).start()
        threading.Thread(target=self._serve_tcp, daemon=True).start()

    @property
    def address(self) -> str:
        """The value for `mail.nameserver`."""
        return f"127.0.0.1:{self.port}"

    def service(self, name: str, *records: tuple[int, int, int, str]) -> None:
        """SRV: each record is priority, weight, port and target; the target `.` is no service."""
        self._set(name, SRV, [struct.pack("!HHH", *record[:3]) + _wire(record[3]) for record in records])

    def exchanger(self, name: str, *records: tuple[int, str]) -> None:
        """MX: preference and host."""
        self._set(name, MX, [struct.pack("!H", preference) + _wire(host) for preference, host in records])

    def raw(self, name: str, kind: int, *data: bytes) -> None:
        """Records whose content is these bytes, however damaged."""
        self._set(name, kind, list(data))

    def query_count(self, name: str) -> int:
        """How many queries there were for that name."""
        with self._lock:
            return sum(1 for question in self.questions if question[0] == name)

    def close(self) -> None:
        """Stops answering."""
        self._udp.close()
        self._tcp.shutdown(socket.SHUT_RDWR)
        self._tcp.close()

    def __enter__(self) -> "DnsServer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _set(self, name: str, kind: int, data: list[bytes]) -> None:
        with self._lock:
            self._records[name.lower(), kind] = data

    def _serve_udp(self) -> None:
        while True:
            try:
                question, client = self._udp.recvfrom(4096)
                answer = self._answer(question, "udp")
                if answer is not None:
                    self._udp.sendto(_cut(answer, question), client)
            except (ValueError, IndexError, struct.error):
                continue  # no question: a packet for a program that had this port before
            except OSError:
                return  # closed

    def _serve_tcp(self) -> None:
        while True:
            try:
                client, _ = self._tcp.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(client,), daemon=True).start()

    def _talk(self, client: socket.socket) -> None:
        with client, client.makefile("rb") as stream:
            while len(head := stream.read(2)) == 2:
                answer = self._answer(stream.read(struct.unpack("!H", head)[0]), "tcp")
                if answer is not None:
                    client.sendall(struct.pack("!H", len(answer)) + answer)

    def _answer(self, message: bytes, way: str) -> bytes | None:
        name, kind, asked = _question(message)
        with self._lock:
            self.questions.append((name, kind, way))
            silent = self.silent
            found = list(self._records.get((name, kind), []))
            exists = any(known == name for known, _ in self._records)
        if silent:
            return None
        flags = 0x8180 | (0 if exists else 3)  # NXDOMAIN
        head = message[:2] + struct.pack("!HHHHH", flags, 1, len(found), 0, 0)
        records = b"".join(b"\xc0\x0c" + struct.pack("!HHIH", kind, 1, 60, len(data)) + data for data in found)
        return head + asked + records


def _cut(answer: bytes, question: bytes) -> bytes:
    """The answer if it fits into one packet; otherwise an empty one with the flag TC: ask again over TCP."""
    if len(answer) <= _MOST_OVER_UDP:
        return answer
    flags = struct.unpack("!H", answer[2:4])[0] | 0x0200
    return answer[:2] + struct.pack("!HHHHH", flags, 1, 0, 0, 0) + _question(question)[2]


def _question(message: bytes) -> tuple[str, int, bytes]:
    """Name and type in the question, and its bytes."""
    at, labels = 12, []
    while length := message[at]:
        labels.append(message[at + 1 : at + 1 + length].decode("ascii"))
        at += 1 + length
    kind = struct.unpack("!H", message[at + 1 : at + 3])[0]
    return ".".join(labels).lower(), kind, message[12 : at + 5]


def _wire(name: str) -> bytes:
    labels = [label.encode("ascii") for label in name.split(".") if label]
    return b"".join(bytes([len(label)]) + label for label in labels) + b"\0"


def _bound() -> tuple[socket.socket, socket.socket]:
    """UDP and TCP sockets of the same port; another port is tried if it is taken over TCP."""
    while True:
        udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        udp.bind(("127.0.0.1", 0))
        try:
            return udp, socket.create_server(udp.getsockname())
        except OSError:
            udp.close()
