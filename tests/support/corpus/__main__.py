# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line; prints figures of the generated mails as JSON."""

import argparse
import json
import time
from collections import Counter
from pathlib import Path

from corpus.truth import Truth
from corpus.writer import generate


def describe(truths: list[Truth]) -> dict[str, object]:
    """Sizes in bytes, and how many mails of each kind and language."""
    sizes = sorted(truth.size for truth in truths)
    return {
        "count": len(sizes),
        "bytes": sum(sizes),
        "median": sizes[len(sizes) // 2],
        "p90": sizes[len(sizes) * 9 // 10],
        "p99": sizes[len(sizes) * 99 // 100],
        "max": sizes[-1],
        "kinds": Counter(truth.kind for truth in truths),
        "languages": Counter(truth.language for truth in truths),
        "attachments": sum(truth.hasAttachment for truth in truths),
    }


def main() -> None:
    """Generates the mailbox that the command line describes."""
    parser = argparse.ArgumentParser(prog="corpus", description="Makes a mailbox from a seed.")
    parser.add_argument("directory", type=Path)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    began = time.monotonic()
    made = describe(generate(wanted.directory, wanted.count, wanted.seed))
    print(json.dumps(made | {"seconds": round(time.monotonic() - began, 1)}))


main() if __name__ == "__main__" else None
