# SPDX-License-Identifier: GPL-3.0-or-later
"""A service on a machine whose clock is wrong."""

from pathlib import Path


def wrong_clock(by: str) -> dict[str, str]:
    """Variables for a service whose clock differs by that much, for example `+1h`; its timers are right."""
    library = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    return {
        "LD_PRELOAD": str(library),
        "FAKETIME": by,
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "ASAN_OPTIONS": "verify_asan_link_order=0",  # the sanitizers' runtime need not be loaded first
    }
