// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/authstate.h"

#include "store/db/transaction.h"
#include "store/people/revokedtokens.h"

namespace Api {

Result<AuthState> readAuthState(Store::Session &session)
{
    const Store::Snapshot snapshot(session);
    const Result<QList<Store::User>> users = Store::users(session);
    if (!users)
        return users.error();
    const Result<QHash<QByteArray, qint64>> revoked = Store::revokedTokens(session);
    if (!revoked)
        return revoked.error();
    AuthState state{ .users = {}, .revoked = *revoked };
    for (const Store::User &user : *users)
        state.users.insert(user.id, user);
    return state;
}

} // namespace Api
