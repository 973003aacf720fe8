# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints how many times slower a test is at this moment than alone on a quiet machine. This is the
POSTRIDER_TIME_FACTOR, by which tests multiply their deadlines.

`./dev test` runs two tests for each core at a time, so two processes for each core work for half a second of
processor time. The time that this takes shows how much they and other programs leave to each; a quiet
machine gives 2.
"""

import multiprocessing
import time

WORK = 0.5  # seconds of processor time
TESTS_A_CORE = 2  # tests for each core that run at a time
QUIET = 2.6  # the most that a quiet machine gives
MOST = 20.0


def slowness(_number: int) -> float:
    """Elapsed seconds for each second of processor time."""
    began, work_began = time.monotonic(), time.process_time()
    while time.process_time() - work_began < WORK:
        sum(range(1000))
    return (time.monotonic() - began) / (time.process_time() - work_began)


def main() -> None:
    """Prints one line: the factor, which is 2 on a quiet machine."""
    count = TESTS_A_CORE * multiprocessing.cpu_count()
    with multiprocessing.Pool(count) as pool:
        worst = max(pool.map(slowness, range(count), chunksize=1))
    print("2" if worst < QUIET else f"{min(worst, MOST):.1f}")


if __name__ == "__main__":
    main()
