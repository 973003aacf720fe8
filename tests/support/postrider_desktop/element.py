# SPDX-License-Identifier: GPL-3.0-or-later
"""An element of a window as a screen reader receives it."""

from collections.abc import Iterator
from typing import Any


class Element:
    """An element in its state when it was read; `children` are the visible ones.

    `is_inside`: it is a part of a text field, for the mouse.
    """

    def __init__(self, properties: dict[str, Any], is_inside: bool = False) -> None:
        self.role: str = properties["role"]
        self.name: str = properties["name"]
        self.description: str = properties["description"]
        self.states: frozenset[str] = frozenset(properties["states"])
        self.relations: dict[str, list[str]] = properties["relations"]
        self.value: list[float] | None = properties.get("value")
        self.text: str | None = properties.get("text")
        self.actions: list[list[str]] = properties.get("actions", [])
        self.path: str = properties["path"]
        self.is_inside = is_inside
        self.children = [
            Element(one, self.role == "text") for one in properties["children"] if "visible" in one["states"]
        ]

    def __iter__(self) -> Iterator["Element"]:
        """It and all elements below it, in the order of reading."""
        yield self
        for child in self.children:
            yield from child

    @property
    def labels(self) -> list[str]:
        """The texts beside it, and above the group that it is in."""
        return self.relations.get("labelled-by", [])

    @property
    def is_usable(self) -> bool:
        """Whether it is not greyed out."""
        return "enabled" in self.states

    def named(self, name: str, role: str = "") -> "Element | None":
        """The first element of that name, and of that role if one is given."""
        fits = (one for one in self if one.name == name and role in ("", one.role))
        return next(fits, None)

    def __getitem__(self, name: str) -> "Element":
        """The first element of that name; AssertionError if there is none."""
        found = self.named(name)
        assert found is not None, f"nothing is called {name!r} in:\n{self.dump()}"
        return found

    def line(self) -> str:
        """Its description, in one line."""
        parts = [f"{self.role} {self.name!r}"]
        if self.description:
            parts.append(f"({self.description!r})")
        if self.value is not None:
            parts.append("value {:g} of {:g} to {:g}".format(*self.value))
        if self.text is not None and self.text != self.name:
            parts.append(f"text {self.text!r}")
        parts += [
            f"{kind} {names!r}" for kind, names in sorted(self.relations.items()) if kind != "controller-for"
        ]  # controller-for lists receivers of its signals
        keys = [action[2] for action in self.actions if action[2]]
        parts += [f"keys {keys!r}"] if keys else []
        unsaid = {"enabled", "sensitive", "showing", "visible"}
        shown = sorted(self.states - unsaid) + sorted(f"not {one}" for one in unsaid - self.states)
        return " ".join(parts + [f"[{', '.join(shown)}]"])

    def dump(self, depth: int = 0) -> str:
        """The whole tree as text, a line for each element."""
        lines = ["  " * depth + self.line()]
        return "\n".join(lines + [child.dump(depth + 1) for child in self.children])
