// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/revocations.h"

#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<void> revokeToken(Session &session, const QByteArray &jti, qint64 expiresAt)
{
    return session.query("revoked_insert")
        .bindName(u":jti"_s, jti)
        .bind(u":expires_at"_s, expiresAt)
        .run();
}

Result<bool> isTokenRevoked(Session &session, const QByteArray &jti)
{
    Query query = session.query("revoked_find");
    const Result<qint64> found = query.bindName(u":jti"_s, jti).readNumber();
    RETURN_IF_ERROR(found);
    return *found != 0;
}

Result<void> pruneRevocations(Session &session)
{
    return session.query("revoked_prune").bind(u":now"_s, session.now()).run();
}

} // namespace Store
