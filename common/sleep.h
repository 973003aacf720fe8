// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"

#include <QAbstractEventDispatcher>

namespace Async {

/// Resumes after this time. The event dispatcher of the awaiting thread must outlive the wait.
inline QCoro::Task<void> sleep(std::chrono::milliseconds time)
{
    const Completion<bool> isOver;
    isOver.finishAfter(time, QAbstractEventDispatcher::instance(), true);
    co_await isOver;
}

} // namespace Async
