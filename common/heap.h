// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <optional>

/** The C library's heap. Everything here does nothing where that is not glibc. */
namespace Heap {

/**
 * Makes the C library give memory back: mail comes in pieces of megabytes that are handed from
 * thread to thread, and glibc would keep a heap for each of them. Call it before the first thread starts.
 */
void keepSmall();

/** Bytes of the heap. */
struct Use {
    qint64 live = 0; ///< allocated, including large blocks that the kernel gave separately
    qint64 free = 0; ///< kept for later, a part of it still in memory
};

/// Takes some milliseconds where many small blocks are free. Any thread.
std::optional<Use> use();

/// Gives free pages back to the kernel, also those between blocks that are in use. Any thread; takes
/// milliseconds, in which other threads may wait for memory.
void trim();

} // namespace Heap
