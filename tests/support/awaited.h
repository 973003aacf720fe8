// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "support/patience.h"

#include <QCoreApplication>
#include <QCoroTask>
#include <QDeadlineTimer>
#include <QEventLoop>

#include <optional>

/** Waiting for a coroutine in a test; QCoro::waitFor requires types with a default constructor. */
namespace Awaiting {

template<typename T>
QCoro::Task<> keep(QCoro::Task<T> task, std::optional<T> &into)
{
    T value = co_await task;
    into.emplace(std::move(value));
}

/// The result of the task. Without one the test program ends after patience(10 s).
template<typename T>
T awaited(QCoro::Task<T> task)
{
    std::optional<T> value;
    keep(std::move(task), value);
    const QDeadlineTimer deadline(Support::patience(10'000));
    while (!value && !deadline.hasExpired())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 100);
    if (!value)
        qFatal("The coroutine did not end.");
    return *std::move(value);
}

} // namespace Awaiting

using Awaiting::awaited;
