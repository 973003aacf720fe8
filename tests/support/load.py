# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints how many times slower this machine is just now than when it has nothing else to do: the
POSTRIDER_TIME_FACTOR by which tests stretch their deadlines.

One process a core works for half a second of processor time. How long that takes is what the others
on the machine leave; a quiet machine gives 1.
"""

import multiprocessing
import time

WORK = 0.5  # seconds of processor time
QUIET = 1.3  # what a quiet machine gives at most
MOST = 20.0


def slowness(_number: int) -> float:
    """Elapsed seconds for each second of processor time."""
    began, work_began = time.monotonic(), time.process_time()
    while time.process_time() - work_began < WORK:
        sum(range(1000))
    return (time.monotonic() - began) / (time.process_time() - work_began)


def main() -> None:
    """One line: the factor, 1 on a quiet machine."""
    cores = multiprocessing.cpu_count()
    with multiprocessing.Pool(cores) as pool:
        worst = max(pool.map(slowness, range(cores), chunksize=1))
    print("1" if worst < QUIET else f"{min(worst, MOST):.1f}")


if __name__ == "__main__":
    main()
