// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/revokedtokens.h"

#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<QHash<QByteArray, qint64>> revokedTokens(Session &session)
{
    Query query = session.query("revoked_current");
    query.bind(u":now"_s, session.now()).exec();
    QHash<QByteArray, qint64> tokens;
    while (query.next())
        tokens.insert(query.bytes("jti"), query.int64("expires_at"));
    if (query.failed())
        return query.error();
    return tokens;
}

} // namespace Store
