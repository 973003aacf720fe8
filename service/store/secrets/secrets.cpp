// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/secrets/secrets.h"

#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<Secret> secretColumns{
    { "ref", &Secret::ref },
    { "sealed", &Secret::sealed },
};

} // namespace

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
    const auto secret = query.bindName(u":ref"_s, ref).readFirst(secretColumns);
    RETURN_IF_ERROR(secret);
    if (!*secret)
        return Error{ Error::Code::NotFound, u"There is no such secret."_s };
    return **secret;
}

Result<void> removeSecret(Session &session, const QByteArray &ref)
{
    return session.query("secrets_delete").bindName(u":ref"_s, ref).run();
}

Result<int> sweepSecrets(Session &session)
{
    const auto removed = session.query("secrets_sweep").readValues<QByteArray>();
    RETURN_IF_ERROR(removed);
    return int(removed->size());
}

Result<void> checkStored(Session &session, const QByteArray &ref)
{
    if (ref.isEmpty())
        return {};
    Query query = session.query("secrets_has");
    const Result<qint64> isThere = query.bindName(u":ref"_s, ref).readNumber();
    RETURN_IF_ERROR(isThere);
    if (*isThere == 0)
        return Error{
            Error::Code::Storage,
            u"A stored secret was removed before the row that refers to it was written."_s
        };
    return {};
}

Result<QList<Secret>> secretsUnder(Session &session, const QByteArray &prefix)
{
    Query query = session.query("secrets_under");
    return query.bindName(u":prefix"_s, prefix).readAll(secretColumns);
}

} // namespace Store
