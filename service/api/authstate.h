// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/people/users.h"

#include <QByteArray>
#include <QHash>

namespace Api {

/** The data of the database that a token check needs. */
struct AuthState {
    QHash<qint64, Store::User> users;  ///< by id
    QHash<QByteArray, qint64> revoked; ///< token ids until the second when they end anyway

    bool operator==(const AuthState &) const = default;
};

/// Reads it whole: one row a user, one a logout of the last days.
Result<AuthState> readAuthState(Store::Session &session);

} // namespace Api
