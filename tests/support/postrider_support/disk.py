# SPDX-License-Identifier: GPL-3.0-or-later
"""A disk that becomes full or slow for one program, without root and without a file system."""

import struct
from pathlib import Path

_FORMAT = "qqq"  # as struct Faults of faultydisk.cpp
_ANY = -1


class FaultyDisk:
    """Start a program with `environment`; then the methods change its disk at once.

    Only the growth of files uses space, as in a file system: overwriting always works.
    """

    def __init__(self, control: Path, library: Path) -> None:
        self._control = control
        self._room, self._sync, self._rate = _ANY, 0.0, 0
        self._write()
        # The sanitizers' runtime checks that it is loaded first, but also works if it is not.
        self.environment = {
            "LD_PRELOAD": str(library),
            "FAULTY_DISK": str(control),
            "ASAN_OPTIONS": "verify_asan_link_order=0",
        }

    def leave(self, room: int) -> None:
        """From now on only this number of bytes is free; 0: the disk is full."""
        self._room = room
        self._write()

    def free(self) -> None:
        """Removes the limit of free bytes."""
        self.leave(_ANY)

    def slow(self, sync_seconds: float, bytes_per_second: int = 0) -> None:
        """Every sync takes longer by that time, and writing has that rate (0: not limited)."""
        self._sync, self._rate = sync_seconds, bytes_per_second
        self._write()

    def _write(self) -> None:
        # Written in place, because the program has mapped the file.
        with open(self._control, "r+b" if self._control.exists() else "wb") as file:
            file.write(struct.pack(_FORMAT, self._room, int(self._sync * 1e6), self._rate))
