// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/pooledread.h"

#include "store/sql/postgresqlsettings.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// One round trip. The settings end with the transaction, so that they do not change the session for others.
const QString &beginWithSettings()
{
    static const QString text = u"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; "_s
        + postgresqlSettingsOfTransaction().join(u"; "_s);
    return text;
}

} // namespace

PooledRead::PooledRead(Session &session) : m_session(session)
{
    if (!session.isPooled())
        return;
    session.m_inTransaction = true;
    const Result<void> begun = session.execute(beginWithSettings());
    if (!begun)
        session.m_refusal = begun.error();
}

PooledRead::~PooledRead()
{
    if (!m_session.isPooled())
        return;
    static_cast<void>(m_session.execute(u"COMMIT"_s)); // after a failed statement it is a ROLLBACK
    m_session.m_inTransaction = false;
    m_session.m_refusal.reset();
}

Result<void> checkIsOn(const DatabaseIdentity &database, Session &pooled)
{
    const PooledRead transaction(pooled);
    const Result<DatabaseIdentity> found = databaseIdentity(pooled);
    RETURN_IF_ERROR(found);
    if (*found == database)
        return {};
    return Error{ Error::Code::Storage,
                  u"database_pool_url leads to another database than database_url. Both must lead "
                  "to the same one."_s };
}

} // namespace Store
