# SPDX-License-Identifier: GPL-3.0-or-later
"""Host names whose addresses a test chooses, without a name server: tests/support/fakenames.cpp."""

from pathlib import Path

from postrider_support.service import program


class Names:
    """`means("hook.example", "127.0.0.1", "10.0.0.1,10.0.0.2")`: the first look-up, all later ones."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lines: dict[str, str] = {}
        self._write()

    @property
    def environment(self) -> dict[str, str]:
        """For the service. `verify_asan_link_order=0`: the sanitizers' runtime need not be loaded first."""
        return {
            "LD_PRELOAD": str(program().parents[1] / "lib" / "fakenames.so"),
            "FAKE_NAMES": str(self._file),
            "ASAN_OPTIONS": "verify_asan_link_order=0",
        }

    def means(self, name: str, *answers: str) -> None:
        """Each answer is addresses joined by commas, `silence` (none for 30 s) or `none` (no such name)."""
        self._lines[name] = " ".join([name, *answers])
        self._write()

    def leads(self, address: str, port: int, real_port: int) -> None:
        """The service's connections to that port of an IPv4 address go to `real_port` of 127.0.0.1."""
        self.means(f"{address}:{port}", str(real_port))

    def _write(self) -> None:
        beside = self._file.with_suffix(".new")
        beside.write_text("".join(f"{line}\n" for line in self._lines.values()))
        beside.rename(self._file)
