# SPDX-License-Identifier: GPL-3.0-or-later
"""What may happen to bytes on their way, and one direction of one connection to which it happens."""

import asyncio
import enum
import math
import socket
import struct
from collections.abc import Callable
from dataclasses import dataclass


class End(enum.Enum):
    """How a connection ends in the middle."""

    RESET = "both sides get a RST, as from a crashed machine or a firewall"
    FINISH = "the receiver gets a FIN, as from a program that ended; the sender is closed"
    SILENCE = "nobody gets anything any more and nothing is closed: half-open"


@dataclass(frozen=True)
class Fault:
    """What happens to the bytes of one direction; all of it may come together. None: nothing.

    Counts of bytes begin anew for each connection, and for open ones when the fault is set.
    """

    delay: float = 0  # seconds that everything is late; bandwidth stays
    first_late: float = 0  # seconds before the first byte passes
    rate: float = math.inf  # bytes per second
    piece: int = 0  # bytes sent at a time, each in a segment of its own; 0: as they come
    flip_after: int | None = None  # the byte after so many arrives changed
    end_after: int | None = None  # so many bytes pass, then `end`
    end: End = End.RESET


FAITHFUL = Fault()
SILENT = Fault(end_after=0, end=End.SILENCE)


def reset_after(count: int) -> Fault:
    """The connection is reset once `count` bytes have passed and more would."""
    return Fault(end_after=count, end=End.RESET)


def finish_after(count: int) -> Fault:
    """The connection is closed in good order after `count` bytes."""
    return Fault(end_after=count, end=End.FINISH)


def silence_after(count: int) -> Fault:
    """After `count` bytes nothing passes any more, in neither direction, and nothing is closed."""
    return Fault(end_after=count, end=End.SILENCE)


def drip(rate: float) -> Fault:
    """`rate` bytes a second, one at a time."""
    return Fault(rate=rate, piece=1)


def chop(piece: int) -> Fault:
    """Pieces of that many bytes, quickly one after the other."""
    return Fault(piece=piece)


def flip_after(count: int) -> Fault:
    """One changed byte: TLS ends the connection, plain text does not notice."""
    return Fault(flip_after=count)


class Wire:
    """One direction of one connection: sends what it is given, as the fault of that moment says.

    `ended` is called when the fault ends the connection; what comes afterwards is swallowed.
    """

    def __init__(self, writer: asyncio.StreamWriter, fault: Callable[[], Fault], ended: Callable[[End], None]) -> None:
        self._writer = writer
        self._fault_now = fault
        self._ended = ended
        self._fault = FAITHFUL
        self._passed = 0
        self._is_over = False

    async def send(self, data: bytes) -> None:
        """Returns when the bytes are on their way, or swallowed."""
        fault = self._fault_now()
        if fault is not self._fault:
            self._fault, self._passed = fault, 0
        if self._is_over or self._writer.is_closing():
            return
        if self._passed == 0 and fault.first_late:
            await asyncio.sleep(fault.first_late)
        if fault.flip_after is not None:
            data = self._flipped(data, fault.flip_after)
        allowed = data
        if fault.end_after is not None:
            allowed = data[: max(0, fault.end_after - self._passed)]
        await self._write(allowed, fault)
        if len(allowed) < len(data):
            self._is_over = True
            self._ended(fault.end)

    def finish(self) -> None:
        """The sender said that it has no more."""
        if self._is_over or self._fault_now() is SILENT or self._writer.is_closing():
            return
        self._writer.write_eof()

    async def _write(self, data: bytes, fault: Fault) -> None:
        step = fault.piece or len(data) or 1
        for at in range(0, len(data), step):
            piece = data[at : at + step]
            self._writer.write(piece)
            await self._writer.drain()
            self._passed += len(piece)
            # With a pause of nothing the loop still gets its turn, and the piece its own segment.
            await asyncio.sleep(len(piece) / fault.rate)

    def _flipped(self, data: bytes, after: int) -> bytes:
        at = after - self._passed
        if not 0 <= at < len(data):
            return data
        return data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]


def reset(writer: asyncio.StreamWriter) -> None:
    """Closes with a RST instead of a FIN."""
    connection: socket.socket = writer.get_extra_info("socket")
    if connection is not None and connection.fileno() >= 0:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


def without_delay(writer: asyncio.StreamWriter) -> None:
    """Lets each write become a segment of its own."""
    connection: socket.socket = writer.get_extra_info("socket")
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
