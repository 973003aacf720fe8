// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/heap.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace Heap {

void keepSmall()
{
#ifdef __GLIBC__
    // Two heaps, because about two threads work at once when much memory is in use. Blocks of 256 KiB
    // or more come from the kernel and go back to it when they are freed. Without a fixed limit, glibc
    // would raise it when the first such block is freed.
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
    mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
#endif
}

std::optional<Use> use()
{
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    const struct mallinfo2 info = mallinfo2();
    return Use{ qint64(info.uordblks + info.hblkhd), qint64(info.fordblks) };
#else
    return std::nullopt;
#endif
}

void trim()
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

} // namespace Heap
