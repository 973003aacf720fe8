// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/people/users.h"

#include <QByteArray>
#include <QHash>

namespace Api {

/** The data of the database that a token check needs. */
struct AuthState {
    QHash<qint64, Store::User> users;  ///< by id
    QHash<QByteArray, qint64> revoked; ///< ids of revoked tokens, with their expiry in seconds
    bool ownAccountsOnly = false;      ///< the visibility: each user sees only their own accounts

    bool operator==(const AuthState &) const = default;
};

/// Reads all of it: the visibility, a row for each user, and a row for each revoked token that has not
/// expired.
Result<AuthState> readAuthState(Store::Session &session);

} // namespace Api
