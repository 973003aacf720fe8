// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/copysequences.h"

#include "store/copy/copytables.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<QMap<QByteArray, qint64>> lastIds(Session &session)
{
    Query query = session.query("copy_sequences");
    query.exec();
    QMap<QByteArray, qint64> ids;
    while (query.next()) {
        const QByteArray table = query.bytes("name");
        const qint64 last = query.int64("seq");
        if (last > 0 && !isMadeAnew(table))
            ids.insert(table, last);
    }
    if (query.failed())
        return query.error();
    return ids;
}

Result<void> setLastIds(Session &session, const QMap<QByteArray, qint64> &lastIds)
{
    QList<const char *> statements = { "copy_sequence_set" };
    if (!session.dialect().countsIdsFromStart())
        statements.append("copy_sequence_add");
    for (auto id = lastIds.begin(); id != lastIds.end(); ++id) {
        for (const char *statement : std::as_const(statements)) {
            Query query = session.query(statement);
            query.bindName(u":table"_s, id.key()).bind(u":last"_s, id.value()).exec();
            if (query.failed())
                return query.error();
        }
    }
    return {};
}

} // namespace Store
