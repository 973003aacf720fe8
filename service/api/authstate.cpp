// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/authstate.h"

#include "store/db/transaction.h"
#include "store/people/revokedtokens.h"
#include "store/people/visibility.h"

namespace Api {

Result<AuthState> readAuthState(Store::Session &session)
{
    const Store::Snapshot snapshot(session);
    const Result<QList<Store::User>> users = Store::users(session);
    RETURN_IF_ERROR(users);
    const Result<QHash<QByteArray, qint64>> revoked = Store::revokedTokens(session);
    RETURN_IF_ERROR(revoked);
    const Result<bool> ownAccountsOnly = Store::ownAccountsOnly(session);
    RETURN_IF_ERROR(ownAccountsOnly);
    AuthState state{ .users = {}, .revoked = *revoked, .ownAccountsOnly = *ownAccountsOnly };
    for (const Store::User &user : *users)
        state.users.insert(user.id, user);
    return state;
}

} // namespace Api
