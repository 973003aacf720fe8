# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of a network, and one direction of one connection to which they are applied."""

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
    """What happens to the bytes of one direction. All fields can be combined; None: never.

    Counts of bytes begin at 0 for each connection, and for open ones again when the fault is set.
    """

    delay: float = 0  # seconds by which everything is late; the bandwidth stays the same
    first_late: float = 0  # seconds before the first byte passes
    rate: float = math.inf  # bytes per second
    piece: int = 0  # bytes sent at a time, each piece in a segment of its own; 0: as received
    flip_after: int | None = None  # the byte after this number of bytes is changed
    end_after: int | None = None  # this number of bytes passes, then `end`
    end: End = End.RESET


FAITHFUL = Fault()
SILENT = Fault(end_after=0, end=End.SILENCE)


def reset_after(count: int) -> Fault:
    """The connection is reset after `count` bytes, as soon as more would pass."""
    return Fault(end_after=count, end=End.RESET)


def finish_after(count: int) -> Fault:
    """The connection is closed with a FIN after `count` bytes."""
    return Fault(end_after=count, end=End.FINISH)


def silence_after(count: int) -> Fault:
    """After `count` bytes nothing passes any more, in neither direction, and nothing is closed."""
    return Fault(end_after=count, end=End.SILENCE)


def drip(rate: float) -> Fault:
    """`rate` bytes a second, one at a time."""
    return Fault(rate=rate, piece=1)


def chop(piece: int) -> Fault:
    """Pieces of this number of bytes, without pauses."""
    return Fault(piece=piece)


def flip_after(count: int) -> Fault:
    """Changes one byte: TLS ends the connection, plain text does not detect it."""
    return Fault(flip_after=count)


class Wire:
    """One direction of one connection: sends data with the fault that is set at that moment.

    `ended` is called when the fault ends the connection; later data is dropped.
    """

    def __init__(self, writer: asyncio.StreamWriter, fault: Callable[[], Fault], ended: Callable[[End], None]) -> None:
        self._writer = writer
        self._fault_now = fault
        self._ended = ended
        self._fault = FAITHFUL
        self._passed = 0
        self._is_over = False

    async def send(self, data: bytes) -> None:
        """Returns when the bytes are sent or dropped."""
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
        """The sender has ended its direction."""
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
            # Even a pause of 0 s lets the event loop run, so that the piece has a segment of its own.
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
    """Makes each write a segment of its own."""
    connection: socket.socket = writer.get_extra_info("socket")
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
