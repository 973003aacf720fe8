// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/loginguard.h"

#include "api/failure.h"
#include "store/nodes/ratecounts.h"

namespace Api {

namespace {

constexpr int mostWaiting = 64; // as many as may wait for a hash

ApiFailure refusal(ApiError error, int seconds)
{
    return { .error = error, .message = {}, .details = {}, .retryAfterSeconds = seconds };
}

Store::LoginTry tryOf(const QString &username, const QHostAddress &address,
                      const LoginLimits &limits)
{
    return { .nameKey = LoginThrottle::nameKey(username, address),
             .addressKey = LoginThrottle::addressKey(address),
             .waits = limits.waits(),
             .memory = std::chrono::seconds(LoginLimits::forgetAfterSeconds),
             .addressSpan = std::chrono::seconds(LoginLimits::minuteSeconds),
             .perAddressSpan = limits.perAddressMinute };
}

} // namespace

QCoro::Task<Result<void, ApiFailure>> LoginGuard::admit(QString username, QHostAddress address)
{
    const int wait = m_throttle.admit(username, address);
    if (wait > 0)
        co_return refusal(ApiError::TooManyLogins, wait);
    if (!m_database.isShared())
        co_return {};
    if (m_waiting >= mostWaiting)
        co_return refusal(ApiError::Overloaded, 5);
    const Result<LoginsOfAll> counts = co_await count(username, address);
    if (!counts)
        co_return storageFailure(counts.error());
    m_throttle.note(username, address, *counts);
    if (!counts->isAdmitted)
        co_return refusal(ApiError::TooManyLogins, counts->waitSeconds());
    co_return {};
}

QCoro::Task<Result<LoginsOfAll>> LoginGuard::count(QString username, QHostAddress address)
{
    ++m_waiting;
    const Async::Slots::Lease place = co_await m_places.acquire();
    auto work = [login = tryOf(username, address, m_throttle.limits())](Store::Session &session) {
        return Store::countLogin(session, login);
    };
    const Result<Store::LoginCounts> counts = co_await m_database.coordinating(std::move(work));
    --m_waiting;
    CO_RETURN_IF_ERROR(counts);
    co_return LoginsOfAll{ counts->isAdmitted, counts->tries, counts->nameWaitMs,
                           counts->addressWaitMs };
}

QCoro::Task<> LoginGuard::succeeded(QString username, QHostAddress address)
{
    m_throttle.succeeded(username, address);
    if (!m_database.isShared())
        co_return;
    auto work = [key = LoginThrottle::nameKey(username, address)](Store::Session &session) {
        return Store::forgetLogins(session, key);
    };
    const Result<void> forgotten = co_await m_database.coordinating(std::move(work));
    Q_UNUSED(forgotten) // otherwise the tries are forgotten after a day
}

} // namespace Api
