# SPDX-License-Identifier: GPL-3.0-or-later
"""A network that misbehaves: forwards TCP to a server, slowly, or breaks it in a chosen way."""

import asyncio
import socket
import struct
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any

_PIECE = 256 * 1024


class Proxy:
    """Listens on `port` of 127.0.0.1 and forwards to `target`, from construction to `close()`.

    `delay` is added each way, in seconds; bandwidth stays. TLS passes through, so certificates for
    localhost fit. The breaking calls act on all open connections or on those to come.
    """

    def __init__(self, target: int, delay: float = 0) -> None:
        self._target = target
        self._delay = delay
        self._open: set[asyncio.StreamWriter] = set()
        self._may_pass = asyncio.Event()
        self._may_pass.set()
        self._refuses = False
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._server: asyncio.Server = self._call(
            asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_PIECE)
        )
        self.port: int = self._server.sockets[0].getsockname()[1]

    def __enter__(self) -> "Proxy":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends all connections and stops listening."""
        self._call(self._shut())
        self._loop.call_soon_threadsafe(self._loop.stop)

    def hold(self) -> None:
        """Connections stay open and nothing passes any more (half-open), until `release()`."""
        self._loop.call_soon_threadsafe(self._may_pass.clear)

    def release(self) -> None:
        """Ends a `hold()`; what was held back arrives."""
        self._loop.call_soon_threadsafe(self._may_pass.set)

    def cut(self) -> None:
        """Resets every open connection; new ones are welcome."""
        self._call(self._reset())

    def refuse(self, on: bool = True) -> None:
        """New connections are reset at once, as by a server that is down."""
        self._refuses = on

    def _call(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _shut(self) -> None:
        self._server.close()
        await self._reset()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _reset(self) -> None:
        for writer in list(self._open):
            _reset_on_close(writer)
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._refuses:
            _reset_on_close(writer)
            writer.close()
            return
        far_reader, far_writer = await asyncio.open_connection(
            "127.0.0.1", self._target, limit=_PIECE
        )
        self._open |= {writer, far_writer}
        try:
            await asyncio.gather(
                self._forward(reader, far_writer), self._forward(far_reader, writer)
            )
        except OSError:
            pass  # one side broke it
        finally:
            self._open -= {writer, far_writer}
            writer.close()
            far_writer.close()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Reading goes on while earlier pieces wait for their time, or a delay would cap the rate.
        queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(1000)
        sending = asyncio.create_task(self._send(queue, writer))
        try:
            while piece := await reader.read(_PIECE):
                await queue.put((self._loop.time() + self._delay, piece))
        finally:
            await queue.put((self._loop.time() + self._delay, b""))
            await sending

    async def _send(
        self, queue: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter
    ) -> None:
        while True:
            due, piece = await queue.get()
            await asyncio.sleep(max(0, due - self._loop.time()))
            await self._may_pass.wait()
            if not piece:
                if writer.can_write_eof() and not writer.is_closing():
                    writer.write_eof()
                return
            if not writer.is_closing():
                writer.write(piece)
                await writer.drain()


def _reset_on_close(writer: asyncio.StreamWriter) -> None:
    connection: socket.socket = writer.get_extra_info("socket")
    if connection is not None and connection.fileno() >= 0:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
