// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"

namespace Sync {

/**
 * Runs `work` on a thread of the pool where `count` items make it long, else at once: a server may
 * tell millions of uids, whose sorting would hold up the other accounts of this thread; the few of
 * every day do not wait for the mails that the pool reads.
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
