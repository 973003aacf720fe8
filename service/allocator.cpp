// SPDX-License-Identifier: GPL-3.0-or-later
#include "allocator.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void keepHeapSmall()
{
#ifdef __GLIBC__
    // Two heaps: as many as work at once where this matters. Large blocks come from the kernel and
    // go back to it at once; glibc would raise that limit with the first one freed.
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
    mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
#endif
}
