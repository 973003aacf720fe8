# SPDX-License-Identifier: GPL-3.0-or-later
"""Converts values for the browser and back, in the forms of browser/values.mjs."""

import base64
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# [method, arguments], or [property]
Link = list[Any]
_FLAGS = {re.IGNORECASE: "i", re.MULTILINE: "m", re.DOTALL: "s"}


@dataclass(frozen=True)
class Handle:
    """An object that stays with the browser: page, context, cdp, download, frame."""

    number: int
    kind: str


def encoded(value: Any) -> Any:
    """The value as JSON: patterns, bytes, paths and locators have forms of their own."""
    if isinstance(value, (list, tuple)):
        return [encoded(one) for one in value]
    if isinstance(value, dict):
        return {key: encoded(one) for key, one in value.items()}
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode()}
    if isinstance(value, re.Pattern):
        flags = "".join(letter for flag, letter in _FLAGS.items() if value.flags & flag)
        return {"$regexp": [value.pattern, flags]}
    if isinstance(value, Handle):
        return {"$handle": value.number}
    if hasattr(value, "as_chain"):
        return {"$chain": value.as_chain()}
    return str(value) if isinstance(value, Path) else value


def decoded(value: Any) -> Any:
    """The value of an answer, with bytes and handles instead of their forms in JSON."""
    if isinstance(value, list):
        return [decoded(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "$bytes" in value:
        return base64.b64decode(value["$bytes"])
    if "$handle" in value:
        return Handle(value["$handle"], value["kind"])
    return {key: decoded(one) for key, one in value.items()}


def camel(name: str) -> str:
    """A snake_case name in camelCase."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def saved(picture: bytes, path: Path | None) -> bytes:
    """Writes a picture to `path`, if it is given; returns the picture."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(picture)
    return picture
