# SPDX-License-Identifier: GPL-3.0-or-later
"""A disk that becomes full or slow for one program, without root and without a file system."""

import struct
from pathlib import Path

_FORMAT = "qqq"  # as struct Faults of faultydisk.cpp
_ANY = -1


class FaultyDisk:
    """Give `environment` to the program that shall suffer; then it obeys the calls at once.

    It counts by how much files grow, as a file system does: overwriting always works.
    """

    def __init__(self, control: Path, library: Path) -> None:
        self._control = control
        self._room, self._sync, self._rate = _ANY, 0.0, 0
        self._write()
        # The sanitizers' runtime wants to come first, and does no harm when it does not.
        self.environment = {
            "LD_PRELOAD": str(library),
            "FAULTY_DISK": str(control),
            "ASAN_OPTIONS": "verify_asan_link_order=0",
        }

    def leave(self, room: int) -> None:
        """Only so many bytes are free any more; 0: the disk is full."""
        self._room = room
        self._write()

    def free(self) -> None:
        """There is room again."""
        self.leave(_ANY)

    def slow(self, sync_seconds: float, bytes_per_second: int = 0) -> None:
        """Every sync takes so much longer, and writing goes at that rate (0: as fast as it can)."""
        self._sync, self._rate = sync_seconds, bytes_per_second
        self._write()

    def _write(self) -> None:
        # In place: the program has it mapped.
        with open(self._control, "r+b" if self._control.exists() else "wb") as file:
            file.write(struct.pack(_FORMAT, self._room, int(self._sync * 1e6), self._rate))
