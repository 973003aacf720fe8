// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/transaction.h"

#include "store/events.h"
#include "store/session.h"

using namespace Qt::StringLiterals;

namespace Store {

Transaction::Transaction(Session &session) : m_session(session)
{
    Q_ASSERT(!session.m_inTransaction);
    const Result<void> begun = session.execute(u"BEGIN IMMEDIATE"_s);
    m_open = begun.ok();
    session.m_inTransaction = m_open;
    if (!begun)
        session.m_refusal = begun.error();
}

Transaction::~Transaction()
{
    m_session.m_refusal.reset();
    if (!m_open)
        return;
    // May fail where the engine rolled back by itself (disk full); then there is nothing to do.
    static_cast<void>(m_session.execute(u"ROLLBACK"_s));
    m_session.m_inTransaction = false;
}

Result<void> Transaction::commit()
{
    if (m_session.m_refusal)
        return *m_session.m_refusal;
    Q_ASSERT(m_open);
    const Result<void> numbered = writeEvents(m_session, m_events);
    if (!numbered)
        return numbered;
    const Result<void> committed = m_session.execute(u"COMMIT"_s);
    if (!committed)
        return committed;
    m_open = false;
    m_session.m_inTransaction = false;
    if (!m_events.isEmpty() && m_session.m_committed)
        m_session.m_committed(m_events);
    return {};
}

Snapshot::Snapshot(Session &session) : m_session(session)
{
    if (session.m_inTransaction)
        return;
    m_mine = session.command("BEGIN").ok();
    session.m_inTransaction = m_mine;
}

Snapshot::~Snapshot()
{
    if (!m_mine)
        return;
    static_cast<void>(m_session.command("COMMIT"));
    m_session.m_inTransaction = false;
}

} // namespace Store
