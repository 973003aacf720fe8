// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/passwordhasher.h"

namespace Api {

namespace {

ApiFailure overloaded()
{
    return { .error = ApiError::Overloaded, .message = {}, .details = {}, .retryAfterSeconds = 5 };
}

} // namespace

PasswordHasher::PasswordHasher(Crypto::ScryptCost cost, int maxWaiting)
    : m_maxWaiting(maxWaiting), m_cost(cost), m_dummyHash(Crypto::dummyHash(cost))
{
    m_pool.setMaxThreadCount(QThread::idealThreadCount());
}

void PasswordHasher::drain()
{
    m_pool.clear();
    m_pool.waitForDone();
}

template<typename T, typename Work>
QCoro::Task<Result<T, ApiFailure>> PasswordHasher::run(Work work)
{
    if (m_running >= m_maxWaiting + m_pool.maxThreadCount())
        co_return overloaded();
    ++m_running;
    Result<T, ApiFailure> value = co_await Async::onPool(&m_pool, std::move(work));
    --m_running;
    co_return value;
}

QCoro::Task<Result<Crypto::PasswordCheck, ApiFailure>>
PasswordHasher::verify(QByteArray password, QByteArray phc, std::function<bool()> isWanted)
{
    using Check = Result<Crypto::PasswordCheck, ApiFailure>;
    return run<Crypto::PasswordCheck>([=, cost = m_cost]() -> Check {
        // Does no work for a client that left while it waited, so that later ones are not delayed.
        if (isWanted && !isWanted())
            return overloaded();
        return Crypto::verifyPassword(password, phc, cost);
    });
}

QCoro::Task<Result<QByteArray, ApiFailure>> PasswordHasher::hash(QByteArray password)
{
    return run<QByteArray>([password, cost = m_cost]() -> Result<QByteArray, ApiFailure> {
        return Crypto::hashPassword(password, cost);
    });
}

} // namespace Api
