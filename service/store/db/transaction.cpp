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

QString beginOf(const Dialect &dialect, bool isBesideOthers, CommitMark *mark)
{
    if (isBesideOthers)
        return dialect.beginBeside();
    return mark ? dialect.beginWriting() + u"; "_s + mark->next() : dialect.beginWriting();
}

// Wakes the other processes on this database, together with the commit.
QString commitAndNotify(const QList<Event> &events)
{
    return u"NOTIFY postrider_events, '%1'; COMMIT"_s.arg(EventFeed::notificationOf(events));
}

// A request that has already waited for a silent server has only the rest of its time for this answer.
std::chrono::milliseconds timeToAsk(const Session &session)
{
    constexpr std::chrono::milliseconds least(500);
    const Watch *const watch = session.watch();
    return watch ? std::max(least, TimeLimits::writer - watch->longestWait()) : TimeLimits::writer;
}

Result<void> checkLease(Session &session, const Fence &fence)
{
    Query query = session.query("leases_check");
    query.bind(u":account"_s, fence.accountId)
        .bind(u":node"_s, fence.nodeId)
        .bind(u":epoch"_s, fence.epoch);
    const Result<std::optional<qint64>> held = query.readValue<qint64>();
    RETURN_IF_ERROR(held);
    if (*held)
        return {};
    return Error{ Error::Code::Cancelled,
                  u"Another node synchronises account %1 now."_s.arg(fence.accountId) };
}

} // namespace

Transaction::Transaction(Session &session) : m_session(session)
{
    Q_ASSERT(!session.m_inTransaction);
    const Result<void> begun =
        session.execute(beginOf(session.dialect(), session.m_isBesideOthers, session.m_mark));
    m_open = begun.ok();
    session.m_inTransaction = m_open;
    if (begun) {
        const Result<void> held =
            session.m_fence ? checkLease(session, *session.m_fence) : Result<void>();
        if (!held)
            session.m_refusal = held.error();
        return;
    }
    session.m_refusal = begun.error();
    if (session.dialect().canBeginPartly())
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
        m_session.dialect().isSharedByProcesses() && std::ranges::any_of(m_events, &Event::durable);
    const Result<void> ended = m_session.execute(isNews ? commitAndNotify(m_events) : u"COMMIT"_s);
    if (ended || !m_session.isLost() || !m_session.m_mark)
        return ended;
    const std::optional<bool> isStored = m_session.m_mark->wasCommitted(timeToAsk(m_session));
    if (!isStored)
        return Error{ Error::Code::OutcomeUnknown,
                      u"The connection to the database was lost during a COMMIT and could not be "
                      "restored: the change may be stored or not."_s };
    return *isStored ? Result<void>() : ended;
}

Snapshot::Snapshot(Session &session) : m_session(session)
{
    if (session.m_inTransaction)
        return;
    m_mine = session.command(session.dialect().beginReading()).ok();
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
