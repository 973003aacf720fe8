// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QCoroTask>

#include <optional>

namespace Cli {

template<typename T>
QCoro::Task<void> keepValue(QCoro::Task<T> task, std::optional<T> *value)
{
    T found = co_await task;
    value->emplace(std::move(found));
    QCoreApplication::quit();
}

/// Runs the event loop of the main thread until the coroutine has ended. For commands, where nothing
/// else runs.
template<typename T>
T runToEnd(QCoro::Task<T> task)
{
    std::optional<T> value;
    const QCoro::Task<void> kept = keepValue(std::move(task), &value);
    while (!value)
        QCoreApplication::exec();
    return *std::move(value);
}

} // namespace Cli
