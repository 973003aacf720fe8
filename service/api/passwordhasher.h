// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "common/async.h"
#include "common/result.h"
#include "crypto/password.h"

#include <QByteArray>
#include <QThreadPool>

namespace Api {

/**
 * Password hashing away from the http thread: at most as many at once as there are cores, a bounded
 * number waiting, so that a flood of logins can take neither all memory (32 MiB each) nor the whole
 * queue. Used on one thread, the http thread.
 */
class PasswordHasher
{
public:
    explicit PasswordHasher(int maxWaiting = 64);

    /// ApiError::Overloaded: too many wait already.
    QCoro::Task<Result<Crypto::PasswordCheck, ApiFailure>> verify(QByteArray password,
                                                                  QByteArray phc);
    QCoro::Task<Result<QByteArray, ApiFailure>> hash(QByteArray password);

    /// For the end of the service, when no request runs any more: drops what waits, waits for what
    /// runs. Afterwards the http thread may end; destroy the hasher after that thread. Any thread.
    void drain();

private:
    template<typename T, typename Work>
    QCoro::Task<Result<T, ApiFailure>> run(Work work);

    QThreadPool m_pool;
    int m_maxWaiting;
    int m_running = 0; ///< at work or waiting
};

} // namespace Api
