// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QCoroTask>
#include <QString>

/**
 * Where passwords and keys are kept: sealed rows of the database on a server, the OS keychain on a
 * desktop. A secret is known by a reference, a UUID made before the row that points to it; the
 * database holds nothing else of it. Calls may come from any thread with an event loop and resume
 * there.
 */
class SecretStore
{
public:
    enum class State {
        Ready,
        Locked,      ///< the keychain must be unlocked; try again later
        Unavailable, ///< no keychain exists, or it does not answer
    };

    virtual ~SecretStore() = default;

    /// Error::NotFound: no such secret; Error::SecretUnreadable: it exists, but our key is wrong;
    /// Error::SecretLocked, here and below: the keychain is not open now.
    virtual QCoro::Task<Result<QByteArray>> get(QString ref) = 0;
    virtual QCoro::Task<Result<void>> put(QString ref, QByteArray secret) = 0;
    /// Removing a secret that does not exist succeeds.
    virtual QCoro::Task<Result<void>> remove(QString ref) = 0;
    virtual QCoro::Task<State> state() = 0;
};
