// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/passwordhasher.h"

namespace Api {

PasswordHasher::PasswordHasher(int maxWaiting, Crypto::ScryptCost cost)
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
        co_return ApiFailure{
            .error = ApiError::Overloaded, .message = {}, .details = {}, .retryAfterSeconds = 5
        };
    ++m_running;
    T value = co_await Async::onPool(&m_pool, std::move(work));
    --m_running;
    co_return value;
}

QCoro::Task<Result<Crypto::PasswordCheck, ApiFailure>> PasswordHasher::verify(QByteArray password,
                                                                              QByteArray phc)
{
    return run<Crypto::PasswordCheck>(
        [password, phc, cost = m_cost] { return Crypto::verifyPassword(password, phc, cost); });
}

QCoro::Task<Result<QByteArray, ApiFailure>> PasswordHasher::hash(QByteArray password)
{
    return run<QByteArray>(
        [password, cost = m_cost] { return Crypto::hashPassword(password, cost); });
}

} // namespace Api
