# SPDX-License-Identifier: GPL-3.0-or-later
"""A faulty network: forwards TCP to a server, slowly, or breaks it in a chosen way."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Any

from postrider_support.faults import FAITHFUL, SILENT, End, Fault, Wire, reset, without_delay

_PIECE = 256 * 1024


class Proxy:
    """Listens on `port` of 127.0.0.1 and forwards to `target`, from construction to `close()`.

    `to_client` and `to_server` are the faults of the two directions; `delay` is in seconds, for both. The
    faults may be set at any time, and apply to open and to new connections. TLS passes through, so
    certificates for localhost are valid. `connections` counts all connections so far.
    """

    def __init__(
        self,
        target: int,
        delay: float = 0,
        *,
        to_client: Fault | None = None,
        to_server: Fault | None = None,
    ) -> None:
        both = Fault(delay=delay) if delay else FAITHFUL
        self.to_client = to_client or both
        self.to_server = to_server or both
        self.connections = 0
        self._target = target
        self._open: set[asyncio.StreamWriter] = set()
        self._may_pass_to_client = asyncio.Event()
        self._may_pass_to_server = asyncio.Event()
        self._may_pass_to_client.set()
        self._may_pass_to_server.set()
        self._refuses = False
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._server: asyncio.Server = self._call(asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_PIECE))
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

    def hold(self, *, to_client: bool = True, to_server: bool = True) -> None:
        """Connections stay open and nothing passes in these directions any more (half-open), until `release()`."""
        if to_client:
            self._loop.call_soon_threadsafe(self._may_pass_to_client.clear)
        if to_server:
            self._loop.call_soon_threadsafe(self._may_pass_to_server.clear)

    def release(self) -> None:
        """Ends a `hold()`; what was held back arrives."""
        self._loop.call_soon_threadsafe(self._may_pass_to_client.set)
        self._loop.call_soon_threadsafe(self._may_pass_to_server.set)

    def cut(self) -> None:
        """Resets every open connection; new ones are accepted."""
        self._call(self._reset())

    def heal(self) -> None:
        """No faults and no refusals from now on."""
        self.to_client = self.to_server = FAITHFUL
        self._refuses = False
        self.release()

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
            reset(writer)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        if self._refuses:
            reset(writer)
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target, limit=_PIECE)
        except OSError:  # the server is down
            reset(writer)
            return
        self._open |= {writer, far_writer}
        link = _Link(self, writer, far_writer)
        try:
            await asyncio.gather(
                self._forward(reader, link.to_server, lambda: self.to_server, self._may_pass_to_server),
                self._forward(far_reader, link.to_client, lambda: self.to_client, self._may_pass_to_client),
            )
        except OSError:
            pass  # one side broke the connection
        finally:
            self._open -= {writer, far_writer}
            writer.close()
            far_writer.close()

    async def _forward(
        self, reader: asyncio.StreamReader, wire: Wire, fault: Callable[[], Fault], may_pass: asyncio.Event
    ) -> None:
        # Reading continues while earlier pieces wait for their time, because a delay must not limit the rate.
        queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(1000)
        sending = asyncio.create_task(self._send(queue, wire, may_pass))
        try:
            while piece := await reader.read(_PIECE):
                await queue.put((self._loop.time() + fault().delay, piece))
        finally:
            await queue.put((self._loop.time() + fault().delay, b""))
            await sending

    @staticmethod
    async def _send(queue: asyncio.Queue[tuple[float, bytes]], wire: Wire, may_pass: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due, piece = await queue.get()
            await asyncio.sleep(max(0, due - loop.time()))
            await may_pass.wait()
            if not piece:
                wire.finish()
                return
            await wire.send(piece)


class _Link:
    """Both directions of one connection, so that a fault in one can end the other."""

    def __init__(self, proxy: Proxy, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        without_delay(client)
        without_delay(server)
        self._writers = (client, server)
        self._is_silent = False
        self.to_client = Wire(client, lambda: self._now(proxy.to_client), self._end_at(client))
        self.to_server = Wire(server, lambda: self._now(proxy.to_server), self._end_at(server))

    def _now(self, fault: Fault) -> Fault:
        return SILENT if self._is_silent else fault

    def _end_at(self, receiver: asyncio.StreamWriter) -> Callable[[End], None]:
        def end(how: End) -> None:
            if how is End.SILENCE:
                self._is_silent = True
            elif how is End.RESET:
                for writer in self._writers:
                    reset(writer)
            else:
                receiver.write_eof()
                for writer in self._writers:
                    if writer is not receiver:
                        writer.close()

        return end
