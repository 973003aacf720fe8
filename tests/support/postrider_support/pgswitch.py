# SPDX-License-Identifier: GPL-3.0-or-later
"""A proxy between a service and PostgreSQL: switches to another server, or loses the answer to a COMMIT."""

import asyncio
import re
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any

from postrider_support.faults import reset

_PIECE = 256 * 1024
_PREPARE = re.compile(rb"PREPARE (\S+?)(?:\([^)]*\))? AS (.*)", re.DOTALL)
_EXECUTE = re.compile(rb"EXECUTE (\S+)")
_STARTUP = 3 << 16  # version 3.0 of the protocol


class PgSwitch:
    """Listens on `port` of 127.0.0.1 and forwards to `target`, without TLS.

    A transaction of a writer takes the service's advisory lock; `lose_answer()` waits for one with a
    certain statement, lets the server commit it, and resets the connection instead of passing the
    answer on.
    """

    def __init__(self, target: int) -> None:
        self.target = target
        self.lost = 0  # lost answers
        self._lose: bytes | None = None
        self._refuses = False
        self._refuses_after_loss = False
        self._is_silent_after_loss = False
        self._may_pass = asyncio.Event()
        self._may_pass.set()
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._server: asyncio.Server = self._call(asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_PIECE))
        self.port: int = self._server.sockets[0].getsockname()[1]

    def __enter__(self) -> "PgSwitch":
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

    def url(self, url: str, port: int) -> str:
        """The URL of a server on `port`, through here."""
        return url.replace(f":{port}/", f":{self.port}/") + "?sslmode=disable"

    def point_at(self, target: int) -> None:
        """Forwards to the server on this port from now on; open connections are reset."""
        self.target = target
        self.cut()

    def cut(self) -> None:
        """Resets every open connection; new ones are accepted."""
        self._call(self._reset())

    def refuse(self, on: bool = True) -> None:
        """New connections are reset at once."""
        self._refuses = on

    def speak(self) -> None:
        """Ends the silence after `lose_answer()`; what was held back arrives."""
        self._loop.call_soon_threadsafe(self._may_pass.set)

    def lose_answer(self, statement: str = "", *, then_refuse: bool = False, then_silent: bool = False) -> None:
        """Loses the answer to the next COMMIT of a writer with this text in its transaction.

        `then_refuse`: after that all connections are reset, and new ones are refused until `refuse(False)`.
        `then_silent`: all connections stay open, also this one, and nothing passes any more until `speak()`.
        """
        self._refuses_after_loss = then_refuse
        self._is_silent_after_loss = then_silent
        self._lose = statement.encode()

    @property
    def is_armed(self) -> bool:
        """Whether `lose_answer()` still waits for its COMMIT."""
        return self._lose is not None

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
        if self._refuses:
            reset(writer)
            return
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target, limit=_PIECE)
        except OSError:
            reset(writer)
            return
        self._open |= {writer, far_writer}
        link = _Link()
        try:
            await asyncio.gather(
                self._requests(reader, far_writer, link),
                self._answers(far_reader, writer, far_writer, link),
            )
        except (OSError, asyncio.IncompleteReadError):
            pass  # one side broke the connection
        finally:
            self._open -= {writer, far_writer}
            writer.close()
            far_writer.close()

    async def _requests(self, reader: asyncio.StreamReader, server: asyncio.StreamWriter, link: "_Link") -> None:
        try:
            while True:
                head = await reader.readexactly(4 if not link.begun else 5)
                size = int.from_bytes(head[-4:], "big") - 4
                body = await reader.readexactly(size)
                if not link.begun:
                    link.begun = int.from_bytes(body[:4], "big") == _STARTUP
                elif head[:1] == b"Q":
                    link.note(body[:-1])
                    if self._lose is not None and link.commits(self._lose):
                        link.is_losing = True
                        self._lose = None
                await self._may_pass.wait()
                server.write(head + body)
                await server.drain()
        except asyncio.IncompleteReadError:
            server.close()

    async def _answers(
        self,
        reader: asyncio.StreamReader,
        client: asyncio.StreamWriter,
        server: asyncio.StreamWriter,
        link: "_Link",
    ) -> None:
        held = b""
        while piece := await reader.read(_PIECE):
            if not link.is_losing:
                await self._may_pass.wait()
                client.write(piece)
                await client.drain()
                continue
            held += piece
            if b"COMMIT\0" not in held:
                continue
            self.lost += 1
            if self._is_silent_after_loss:
                self._may_pass.clear()
                await self._may_pass.wait()
                client.write(held)
                link.is_losing, held = False, b""
                continue
            if self._refuses_after_loss:
                self._refuses = True
                await self._reset()
            reset(client)
            reset(server)
            return
        client.close()


class _Link:
    """The state of one connection, derived from the statements that passed through it."""

    def __init__(self) -> None:
        self.begun = False
        self.is_losing = False
        self._prepared: dict[bytes, bytes] = {}
        self._transaction: list[bytes] = []

    def note(self, sql: bytes) -> None:
        if prepared := _PREPARE.match(sql):
            self._prepared[prepared[1]] = prepared[2]
            return
        if sql.startswith(b"BEGIN"):
            self._transaction = []
        executed = _EXECUTE.match(sql)
        self._transaction.append(self._prepared.get(executed[1], b"") if executed else sql)

    def commits(self, statement: bytes) -> bool:
        """Whether the last statement commits a writer's transaction that has this text."""
        texts = self._transaction
        is_writer = b"8725" in texts[0] and b"lock_timeout" not in texts[0]
        return is_writer and texts[-1].endswith(b"COMMIT") and any(statement in t for t in texts)
