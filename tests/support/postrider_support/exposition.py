# SPDX-License-Identifier: GPL-3.0-or-later
"""A strict reader of Prometheus' text format 0.0.4, written from its description."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

_NAME = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
_SAMPLE = re.compile(rf"({_NAME})(?:\{{(.*)\}})? (\S+)")
_LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)')
_COMMENT = re.compile(rf"# (HELP|TYPE) ({_NAME}) (.+)")
_PARTS = ("_bucket", "_sum", "_count")


@dataclass(frozen=True)
class Sample:
    """One line."""

    name: str
    labels: tuple[tuple[str, str], ...]
    value: float

    def without(self, label: str) -> tuple[tuple[str, str], ...]:
        """Its labels except that one."""
        return tuple(pair for pair in self.labels if pair[0] != label)


class Page:
    """The parsed answer of the service. A line that violates the format is an AssertionError."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.families: dict[str, str] = {}  # name -> type
        self.samples: list[Sample] = []
        self._helps: Counter[str] = Counter()
        self._types: Counter[str] = Counter()
        self._family_of: list[str] = []  # of each sample, in the same order
        assert text.endswith("\n")
        current = ""
        for line in text.splitlines():
            comment = _COMMENT.fullmatch(line)
            if comment is None:
                self.samples.append(_sample(line))
                self._family_of.append(current)
            elif comment[1] == "HELP":
                self._helps[comment[2]] += 1
            else:
                current = comment[2]
                self._types[current] += 1
                self.families[current] = comment[3]

    def value(self, name: str, **labels: str) -> float:
        """The value of the only sample with these labels; 0 for a histogram without observations."""
        found = [one for one in self.samples if one.name == name and dict(one.labels) == labels]
        if not found and self.families.get(_family(name, self.families)) == "histogram":
            return 0
        assert len(found) == 1, f"{name} {labels}: {found}"
        return found[0].value

    def labels(self, name: str) -> list[dict[str, str]]:
        """The labels of all samples of that name."""
        return [dict(one.labels) for one in self.samples if one.name == name]

    def sample_names(self) -> set[str]:
        """The names of all samples."""
        return {one.name for one in self.samples}

    def problems(self) -> list[str]:
        """The faults of the page; empty if there are none."""
        return [*self._wrong_families(), *self._wrong_samples(), *self._wrong_histograms()]

    def _wrong_families(self) -> Iterator[str]:
        for name, kind in self.families.items():
            if (self._helps[name], self._types[name]) != (1, 1):
                yield f"{name}: {self._helps[name]} helps, {self._types[name]} types"
            if kind not in ("counter", "gauge", "histogram"):
                yield f"{name}: type {kind}"
            if (kind == "counter") != name.endswith("_total"):
                yield f"{name}: a {kind} of that name"

    def _wrong_samples(self) -> Iterator[str]:
        for sample, family in zip(self.samples, self._family_of, strict=True):
            if _family(sample.name, self.families) != family:
                yield f"{sample.name} stands below {family}"
        for (name, labels), count in Counter((one.name, one.labels) for one in self.samples).items():
            if count > 1:
                yield f"{name} {labels}: {count} times"

    def _wrong_histograms(self) -> Iterator[str]:
        for name in (name for name, kind in self.families.items() if kind == "histogram"):
            for labels in {one.labels for one in self.samples if one.name == f"{name}_count"}:
                buckets = [one for one in self.samples if one.name == f"{name}_bucket" and one.without("le") == labels]
                bounds = [float(dict(one.labels)["le"]) for one in buckets]
                counts = [one.value for one in buckets]
                total = self.value(f"{name}_count", **dict(labels))
                if bounds != sorted(set(bounds)) or bounds[-1] != float("inf"):
                    yield f"{name} {labels}: bounds {bounds}"
                if counts != sorted(counts) or counts[-1] != total:
                    yield f"{name} {labels}: counts {counts}, {total} in all"


def _family(name: str, families: dict[str, str]) -> str:
    for part in _PARTS:
        base = name.removesuffix(part)
        if base != name and families.get(base) == "histogram":
            return base
    return name


def _sample(line: str) -> Sample:
    match = _SAMPLE.fullmatch(line)
    assert match, f"no line of the format: {line!r}"
    inner = match[2] or ""
    labels = [(found[1], found[2]) for found in _LABEL.finditer(inner)]
    assert sum(len(found[0]) for found in _LABEL.finditer(inner)) == len(inner), f"bad labels: {line!r}"
    assert len({name for name, _ in labels}) == len(labels), f"a label twice: {line!r}"
    return Sample(match[1], tuple(labels), float(match[3]))
