# SPDX-License-Identifier: GPL-3.0-or-later
"""Requests of a page or context that do not get their usual answer.

A pattern is a glob for the whole address ("**/api/v1/mails*") or a regular expression. While a rule is
in force, that page does not use the browser's HTTP cache.
"""

import json
import re
from collections.abc import Callable
from types import TracebackType
from typing import Any

from postrider_browser.bridge import Bridge
from postrider_browser.values import encoded

Pattern = str | re.Pattern[str]


class Rule:
    """A rule; it is in force until `end()` or the end of its `with`."""

    def __init__(self, bridge: Bridge, number: int) -> None:
        self._bridge, self._number = bridge, number

    def end(self) -> None:
        """Held requests continue, and later ones get their usual answers."""
        self._bridge.request("release", rule=self._number)

    def __enter__(self) -> "Rule":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()


class Faults:
    """Makes rules for a page or a context; `times` limits the number of requests to which a rule applies."""

    def __init__(self, bridge: Bridge, on: int, before: Callable[[], None] = lambda: None) -> None:
        """`before` is called before each rule."""
        self._bridge, self._on, self._before = bridge, on, before

    def abort(self, pattern: Pattern, reason: str = "failed", times: int = 0) -> Rule:
        """The network fails: "failed", "connectionrefused", "connectionreset", "timedout" .."""
        return self._rule(pattern, action="abort", reason=reason, times=times)

    def fulfil(
        self,
        pattern: Pattern,
        body: Any = "",
        status: int = 200,
        headers: dict[str, str] | None = None,
        times: int = 0,
    ) -> Rule:
        """Another answer; a body that is no text is sent as JSON."""
        response: dict[str, Any] = {"status": status, "headers": headers or {}}
        if isinstance(body, str):
            response["body"] = body
        else:
            response |= {"body": json.dumps(body), "contentType": "application/json"}
        return self._rule(pattern, action="fulfill", response=response, times=times)

    def delay(self, pattern: Pattern, milliseconds: int, times: int = 0) -> Rule:
        """The request starts later by this time."""
        return self._rule(pattern, action="continue", delay=milliseconds, times=times)

    def hold(self, pattern: Pattern) -> Rule:
        """The request starts when the rule ends."""
        return self._rule(pattern, action="hold")

    def _rule(self, pattern: Pattern, **fields: Any) -> Rule:
        self._before()
        number = self._bridge.request("route", on=self._on, pattern=encoded(pattern), **fields)
        return Rule(self._bridge, number)
