// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/commitmark.h"

#include "store/db/transaction.h"
#include "store/sql/advisorylock.h"
#include "store/sql/libpq.h"
#include "store/sql/newid.h"
#include "store/sql/opening.h"
#include "store/sql/session.h"
#include "store/sql/watchdog.h"

#include <QDeadlineTimer>
#include <QThread>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr std::chrono::milliseconds patience(5000);
// Requests that wait behind the transaction fail within 5 s if the server is silent; most of this time has passed.
constexpr std::chrono::milliseconds patienceIfSilent(500);
constexpr unsigned long tryEveryMs = 100;
constexpr qint64 keptSeconds = 30 * 86'400;

// The lock is granted when the lost transaction has ended, because that transaction holds the same lock.
const QString takeTurn =
    u"BEGIN; SET LOCAL lock_timeout TO '2s'; SELECT pg_advisory_xact_lock(%1)"_s.arg(
        keyOf(AdvisoryLock::Writing));

} // namespace

CommitMark::CommitMark(const ReconnectContext &context, const Clock &clock)
    : m_context(context), m_clock(clock), m_run(newUuid())
{
}

QString CommitMark::next()
{
    return u"INSERT INTO commit_marks (run, mark, at) VALUES ('%1', %2, %3) "
           "ON CONFLICT (run) DO UPDATE SET mark = excluded.mark, at = excluded.at"_s.arg(
               QString::fromLatin1(m_run), QString::number(++m_mark),
               QString::number(m_clock.now()));
}

std::optional<bool> CommitMark::wasCommitted(std::chrono::milliseconds atMost) const
{
    const auto usual = m_context.watchdog.isSilent() ? patienceIfSilent : patience;
    const QDeadlineTimer deadline(std::min(usual, atMost));
    for (;;) {
        const std::optional<bool> was = ask(std::chrono::milliseconds(deadline.remainingTime()));
        if (was || m_context.watchdog.isStopping() || deadline.hasExpired())
            return was;
        QThread::msleep(tryEveryMs);
    }
}

std::optional<bool> CommitMark::ask(std::chrono::milliseconds atMost) const
{
    Opening opening(m_context.address, Connection::Kind::Reader);
    const auto connection = opening.wait(atMost);
    if (!connection || !*connection)
        return std::nullopt;
    const QSqlDatabase handle = (**connection)->handle();
    const std::shared_ptr<Watch> watch = m_context.watchdog.watch(atMost);
    watch->attach(Libpq::socketOf(handle));
    Session session(handle, m_clock);
    session.watchWith(watch.get());
    const Result<void> turn = session.execute(takeTurn);
    if (!turn)
        return std::nullopt;
    Query query = session.query("commit_marks_get");
    const auto mark = query.bindName(u":run"_s, m_run).readValue<qint64>();
    if (!mark)
        return std::nullopt;
    return *mark && **mark >= m_mark;
}

Result<void> CommitMark::prune(Session &session)
{
    Transaction transaction(session);
    return transaction.commit(
        session.query("commit_marks_prune").bind(u":before"_s, session.now() - keptSeconds).run());
}

} // namespace Store
