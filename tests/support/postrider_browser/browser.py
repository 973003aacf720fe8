# SPDX-License-Identifier: GPL-3.0-or-later
"""Chromium, without a window and without a network beyond this machine."""

from types import TracebackType
from typing import Any

from postrider_browser.bridge import Bridge
from postrider_browser.canary import Canary
from postrider_browser.context import Context
from postrider_browser.programs import chromium_program

# In addition to Playwright's switches, which turn off the first run and most reports. No --disable-features,
# because only the last one counts, and Playwright's list is needed.
_QUIET = (
    "--no-proxy-server",
    "--disable-quic",
    "--no-pings",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
)
# Chromium connects to some of these for the time, updates and forms, whatever its switches are.
_ITS_OWN = ("*.google.com", "*.googleapis.com", "*.gvt1.com")


class Chromium:
    """A browser from construction to `close()`; a second or less to start.

    Only this machine can be reached: with `canary`, every other host leads to the canary; without it,
    no other host is found. Hosts of Google (_ITS_OWN) are never found, because Chromium connects to some
    by itself; tests of requests to foreign hosts must use others. `arguments` are added after our
    switches; a second `--host-resolver-rules` replaces the first.
    """

    def __init__(
        self,
        *,
        canary: Canary | None = None,
        arguments: tuple[str, ...] = (),
        program: str | None = None,
    ) -> None:
        executable = program or chromium_program()
        assert executable, "chromium is not installed"
        all_arguments = [*_QUIET, f"--host-resolver-rules={_rules(canary)}", *arguments]
        options = {"executable": executable, "arguments": all_arguments}
        self._bridge = Bridge("chromium", options)
        self.version = self._bridge.version

    def __enter__(self) -> "Chromium":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def new_context(self, viewport: tuple[int, int] = (1440, 900), locale: str = "en-US", **options: Any) -> Context:
        """A fresh profile.

        Options are Playwright's: `color_scheme`, `reduced_motion`, `timezone_id`, `permissions`,
        `device_scale_factor`, `has_touch`, `is_mobile`, `offline`, `user_agent`,
        `extra_http_headers`, `service_workers` ("block"), `storage_state` ..
        """
        width, height = viewport
        handle = self._bridge.call(
            self._bridge.browser,
            [],
            "newContext",
            viewport={"width": width, "height": height},
            locale=locale,
            **options,
        )
        return Context(self._bridge, self._bridge.browser, handle.number)

    def close(self) -> None:
        """Ends it and removes its profile."""
        self._bridge.close()


def _rules(canary: Canary | None) -> str:
    everywhere = f"127.0.0.1:{canary.port}" if canary else "~NOTFOUND"
    here = [f"EXCLUDE {host}" for host in ("127.0.0.1", "localhost", "[::1]")]
    nowhere = [f"MAP {host} ~NOTFOUND" for host in _ITS_OWN]
    return ", ".join([*here, *nowhere, f"MAP * {everywhere}"])
