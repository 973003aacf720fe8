# SPDX-License-Identifier: GPL-3.0-or-later
"""How much memory of its own a process uses during a block."""

import threading
from pathlib import Path
from types import TracebackType


class Growth:
    """Measures every few milliseconds from `with` on; `bytes` is the largest growth.

    Only anonymous memory counts, because the pages of files belong to the kernel's cache.
    """

    def __init__(self, pid: int) -> None:
        self._status = Path(f"/proc/{pid}/status")
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._idle = self._most = self._anonymous()

    @property
    def bytes(self) -> int:
        """The largest growth so far."""
        return self._most - self._idle

    def __enter__(self) -> "Growth":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(0.003):
            self._most = max(self._most, self._anonymous())

    def _anonymous(self) -> int:
        for line in self._status.read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024
        raise AssertionError("the kernel tells no RssAnon")
