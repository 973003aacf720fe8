# SPDX-License-Identifier: GPL-3.0-or-later
"""A small file system in memory for the data of a PostgreSQL server, which a test fills. Only root can make one."""

import errno
import os
import subprocess
from pathlib import Path
from types import TracebackType

_PIECE = 64 * 1024


class SmallDisk:
    """Mounted at `place` during the `with` block."""

    def __init__(self, place: Path, size: str) -> None:
        self._place, self._size = place, size
        self._filler = place / "filler"

    @staticmethod
    def available() -> bool:
        """Whether this user may mount one."""
        return os.geteuid() == 0 and subprocess.run(["unshare", "-m", "true"], check=False).returncode == 0

    def __enter__(self) -> "SmallDisk":
        self._place.mkdir(parents=True, exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={self._size}", "tmpfs", self._place], check=True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        subprocess.run(["umount", self._place], check=True)

    def grow(self, size: str) -> None:
        """Gives it another size, `400m`."""
        subprocess.run(["mount", "-o", f"remount,size={size}", self._place], check=True)

    def fill(self) -> None:
        """Takes all space that is free now."""
        descriptor = os.open(self._filler, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            piece = bytes(_PIECE)
            while piece:
                try:
                    if os.write(descriptor, piece) < len(piece):
                        return
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    return
        finally:
            os.close(descriptor)

    def free(self) -> None:
        """Gives back what `fill()` took."""
        self._filler.unlink()
