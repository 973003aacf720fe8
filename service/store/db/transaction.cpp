// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/transaction.h"

#include "store/db/commitmark.h"
#include "store/events/eventfeed.h"
#include "store/events/events.h"
#include "store/sql/session.h"
#include "store/sql/timelimits.h"
#include "store/sql/watch.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// The lock allows one writing transaction at a time, of all processes, as SQLite does. So no transaction
// finds data that another is still changing, ids rise in the order of commits, and there are no deadlocks.
// Only transactions of the full text index run at the same time: they publish no events and lock only mails
// that no other transaction has locked (search_docs_put_all), so they wait for no writer.
const QString beginPostgresql =
    u"BEGIN; SELECT pg_advisory_xact_lock(hashtextextended(current_schema(), 8725))"_s;

QString beginOf(Engine engine, bool isBesideOthers, CommitMark *mark)
{
    if (engine == Engine::Sqlite)
        return u"BEGIN IMMEDIATE"_s;
    if (isBesideOthers)
        return u"BEGIN"_s;
    return mark ? beginPostgresql + u"; "_s + mark->next() : beginPostgresql;
}

// Wakes the other processes on this database, together with the commit.
QString commitAndNotify()
{
    return u"NOTIFY postrider_events, '%1'; COMMIT"_s.arg(EventFeed::ownTag());
}

// A request that has already waited for a silent server has only the rest of its time for this answer.
std::chrono::milliseconds timeToAsk(const Session &session)
{
    constexpr std::chrono::milliseconds least(500);
    const Watch *const watch = session.watch();
    return watch ? std::max(least, TimeLimits::writer - watch->longestWait()) : TimeLimits::writer;
}

} // namespace

Transaction::Transaction(Session &session) : m_session(session)
{
    Q_ASSERT(!session.m_inTransaction);
    const bool isPostgresql = session.engine() == Engine::Postgresql;
    const Result<void> begun =
        session.execute(beginOf(session.engine(), session.m_isBesideOthers, session.m_mark));
    m_open = begun.ok();
    session.m_inTransaction = m_open;
    if (begun)
        return;
    session.m_refusal = begun.error();
    if (isPostgresql) // BEGIN may have succeeded, and only the lock failed
        static_cast<void>(session.execute(u"ROLLBACK"_s));
}

Transaction::~Transaction()
{
    m_session.m_refusal.reset();
    m_session.m_inTransaction = false;
    // May fail where the engine rolled back by itself (disk full); then there is nothing to do.
    if (m_open)
        static_cast<void>(m_session.execute(u"ROLLBACK"_s));
}

Result<void> Transaction::commit()
{
    if (m_session.m_refusal)
        return *m_session.m_refusal;
    Q_ASSERT(m_open);
    Q_ASSERT(m_events.isEmpty() || !m_session.m_isBesideOthers); // their ids would not be in order
    RETURN_IF_ERROR(writeEvents(m_session, m_events));
    RETURN_IF_ERROR(end());
    m_open = false;
    m_session.m_inTransaction = false;
    if (!m_events.isEmpty() && m_session.m_committed)
        m_session.m_committed(m_events);
    return {};
}

Result<void> Transaction::end()
{
    const bool isNews =
        m_session.engine() == Engine::Postgresql && std::ranges::any_of(m_events, &Event::durable);
    const Result<void> ended = m_session.execute(isNews ? commitAndNotify() : u"COMMIT"_s);
    if (ended || !m_session.isLost() || !m_session.m_mark)
        return ended;
    const std::optional<bool> isStored = m_session.m_mark->wasCommitted(timeToAsk(m_session));
    if (!isStored)
        return Error{
            Error::Code::OutcomeUnknown,
            u"The database was lost during a COMMIT and has not come back: what was to be "
            "stored may be there or not."_s
        };
    return *isStored ? Result<void>() : ended;
}

Snapshot::Snapshot(Session &session) : m_session(session)
{
    if (session.m_inTransaction)
        return;
    m_mine = session
                 .command(session.engine() == Engine::Postgresql
                              ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
                              : "BEGIN")
                 .ok();
    session.m_inTransaction = m_mine;
}

Snapshot::~Snapshot()
{
    if (!m_mine)
        return;
    static_cast<void>(m_session.command("COMMIT"));
    m_session.m_inTransaction = false;
    m_session.m_refusal.reset();
}

} // namespace Store
