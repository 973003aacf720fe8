// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/secrets/secrets.h"

#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<void> putSecret(Session &session, const Secret &secret)
{
    return session.query("secrets_put")
        .bindName(u":ref"_s, secret.ref)
        .bind(u":sealed"_s, secret.sealed)
        .run();
}

Result<Secret> secret(Session &session, const QByteArray &ref)
{
    Query query = session.query("secrets_get");
    query.bindName(u":ref"_s, ref).exec();
    if (query.next())
        return Secret{ query.name(0), query.bytes(1) };
    return query.failed() ? query.error()
                          : Error{ Error::Code::NotFound, u"There is no such secret."_s };
}

Result<void> removeSecret(Session &session, const QByteArray &ref)
{
    return session.query("secrets_delete").bindName(u":ref"_s, ref).run();
}

Result<int> sweepSecrets(Session &session)
{
    Query query = session.query("secrets_sweep");
    query.exec();
    int removed = 0;
    while (query.next())
        ++removed;
    if (query.failed())
        return query.error();
    return removed;
}

Result<void> checkStored(Session &session, const QByteArray &ref)
{
    if (ref.isEmpty())
        return {};
    Query query = session.query("secrets_has");
    query.bindName(u":ref"_s, ref).exec();
    if (query.next())
        return {};
    return query.failed()
        ? query.error()
        : Error{ Error::Code::Storage,
                 u"A stored secret was removed before the row that names it was written."_s };
}

Result<QList<Secret>> secretsUnder(Session &session, const QByteArray &prefix)
{
    Query query = session.query("secrets_under");
    query.bindName(u":prefix"_s, prefix).exec();
    QList<Secret> found;
    while (query.next())
        found.append(Secret{ query.name(0), query.bytes(1) });
    if (query.failed())
        return query.error();
    return found;
}

} // namespace Store
