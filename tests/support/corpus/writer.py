# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a mailbox to disk, on all cores; the result does not depend on the number of cores."""

import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from corpus.mail import make_mail
from corpus.truth import Truth

_SHARE = 250


def generate(directory: Path, count: int, seed: int = 1) -> list[Truth]:
    """Writes directory/Maildir and directory/truth.jsonl; returns the truths, oldest mail first."""
    for part in ("cur", "new", "tmp"):
        (directory / "Maildir" / part).mkdir(parents=True, exist_ok=True)
    ranges = [range(start, min(start + _SHARE, count)) for start in range(0, count, _SHARE)]
    with ProcessPoolExecutor() as pool:
        work = partial(_write, directory / "Maildir" / "cur", seed, count)
        truths = list(chain.from_iterable(pool.map(work, ranges)))
    with (directory / "truth.jsonl").open("w", encoding="utf-8") as index:
        index.writelines(f"{truth.line()}\n" for truth in truths)
    return truths


def read_truth(directory: Path) -> Iterator[Truth]:
    """The index that `generate` wrote, oldest mail first."""
    with (directory / "truth.jsonl").open(encoding="utf-8") as index:
        for line in index:
            yield Truth.parse(line)


def _write(folder: Path, seed: int, count: int, numbers: range) -> list[Truth]:
    return [_write_one(folder, seed, count, number) for number in numbers]


def _write_one(folder: Path, seed: int, count: int, number: int) -> Truth:
    mail = make_mail(seed, number, count)
    at, size = mail.truth.createdAt, len(mail.raw)
    # S and W are Dovecot's: the sizes on disk and with CRLF, so that it need not read the file for them.
    name = f"{at}.M{number}P1.made,S={size},W={size}:2,{mail.maildir_flags}"
    path = folder / name
    path.write_bytes(mail.raw)
    os.utime(path, (at, at))
    return replace(mail.truth, file=name)
