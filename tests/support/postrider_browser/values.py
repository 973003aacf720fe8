# SPDX-License-Identifier: GPL-3.0-or-later
"""Values on their way to the browser and back, as browser/values.mjs has them."""

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
    """As JSON: patterns, bytes, paths and locators have forms of their own."""
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
    """What an answer holds: bytes and handles instead of their forms in JSON."""
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
    """A name of Python's kind as JavaScript has it."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def saved(picture: bytes, path: Path | None) -> bytes:
    """Writes a picture where it is wanted; returns it."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(picture)
    return picture
