// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"

namespace Sync {

/**
 * Runs `work` on the thread pool if `count` is large, else at once on this thread. A server may report
 * millions of uids, and sorting them would delay the other accounts of this thread. Small lists run at
 * once, so they do not wait for the mails that the pool is parsing.
 */
template<typename Work, typename T = std::invoke_result_t<Work>>
QCoro::Task<T> onPoolIfMany(QThreadPool *pool, qsizetype count, Work work)
{
    constexpr qsizetype few = 20'000; // sorted within a millisecond or two
    if (count <= few)
        co_return work();
    T value = co_await Async::onPool(pool, std::move(work));
    co_return value;
}

} // namespace Sync
