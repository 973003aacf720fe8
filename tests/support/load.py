# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints how many times slower a test is here just now than alone on a quiet machine: the
POSTRIDER_TIME_FACTOR by which tests stretch their deadlines.

`./dev test` runs two tests a core at a time, so two processes a core work for half a second of
processor time. How long that takes is what they and the others on the machine leave to each; a quiet
machine gives 2.
"""

import multiprocessing
import time

WORK = 0.5  # seconds of processor time
TESTS_A_CORE = 2  # that run at a time
QUIET = 2.6  # what a quiet machine gives at most
MOST = 20.0


def slowness(_number: int) -> float:
    """Elapsed seconds for each second of processor time."""
    began, work_began = time.monotonic(), time.process_time()
    while time.process_time() - work_began < WORK:
        sum(range(1000))
    return (time.monotonic() - began) / (time.process_time() - work_began)


def main() -> None:
    """One line: the factor, 2 on a quiet machine."""
    count = TESTS_A_CORE * multiprocessing.cpu_count()
    with multiprocessing.Pool(count) as pool:
        worst = max(pool.map(slowness, range(count), chunksize=1))
    print("2" if worst < QUIET else f"{min(worst, MOST):.1f}")


if __name__ == "__main__":
    main()
