// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "common/async.h"
#include "common/result.h"
#include "crypto/password.h"

#include <QByteArray>
#include <QThreadPool>

#include <functional>

namespace Api {

/**
 * Password hashing away from the http thread: at most as many at once as there are cores, a bounded
 * number waiting, so that a flood of logins can take neither all memory (32 MiB each) nor the whole
 * queue. Used on one thread, the http thread.
 */
class PasswordHasher
{
public:
    /// `cost`: of new hashes. A right password whose hash has another cost is RightButRehash.
    explicit PasswordHasher(Crypto::ScryptCost cost = {}, int maxWaiting = 64);

    /// ApiError::Overloaded: too many wait already, or when its turn came `isWanted` (called on the
    /// pool) was false: no client waits for this hash any more.
    QCoro::Task<Result<Crypto::PasswordCheck, ApiFailure>>
    verify(QByteArray password, QByteArray phc, std::function<bool()> isWanted = {});
    QCoro::Task<Result<QByteArray, ApiFailure>> hash(QByteArray password);
    /// For unknown users: verifying against it costs as much and is always Wrong.
    const QByteArray &dummyHash() const { return m_dummyHash; }

    /// For the end of the service, when no request runs any more: drops waiting jobs and waits for
    /// running ones. Afterwards the http thread may end; destroy the hasher after that thread. Any
    /// thread.
    void drain();

private:
    template<typename T, typename Work>
    QCoro::Task<Result<T, ApiFailure>> run(Work work);

    QThreadPool m_pool;
    int m_maxWaiting;
    Crypto::ScryptCost m_cost;
    QByteArray m_dummyHash;
    int m_running = 0; ///< at work or waiting
};

} // namespace Api
