// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/deliveryqueue.h"

#include "outbox/log.h"
#include "outbox/outcome.h"
#include "store/db/transaction.h"
#include "store/people/idempotency.h"
#include "store/queue/outbox.h"

#include <limits>
#include <vector>

using namespace std::chrono_literals;

namespace Outbox {

namespace {

/// A change of the clock or an account that was enabled again is noticed after this time at the latest.
constexpr std::chrono::milliseconds longestSleep = 60s;
constexpr auto repairAgainAfter = 5s;
constexpr std::chrono::milliseconds pollAgainAfter = 2s; ///< if the database failed
constexpr auto tidyEvery = 1h;

} // namespace

DeliveryQueue::DeliveryQueue(Context &context)
    : m_context(context), m_places(context.settings.connections),
      m_appender(new Appender(context, this)),
      m_indexer(new Indexing::Indexer(context.database, context.pool, this)), m_timer(this),
      m_tidyTimer(this), m_claimTimer(this), m_worker([this] { return poll(); })
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &DeliveryQueue::wake);
    m_tidyTimer.setInterval(tidyEvery);
    connect(&m_tidyTimer, &QTimer::timeout, this, &DeliveryQueue::tidy);
    m_claimTimer.setInterval(context.settings.claim / 3);
    connect(&m_claimTimer, &QTimer::timeout, this, &DeliveryQueue::keepClaims);
}

DeliveryQueue::~DeliveryQueue()
{
    qDeleteAll(m_senders);
}

void DeliveryQueue::start()
{
    m_tidyTimer.start();
    tidy();
    if (!m_context.isAlone)
        m_claimTimer.start();
    repairAndPoll();
}

QCoro::Task<void> DeliveryQueue::repairAndPoll()
{
    const qint64 nowMs = m_context.clock.nowMs();
    const qint64 endedMs = m_context.isAlone ? std::numeric_limits<qint64>::max() : nowMs;
    const auto longest = std::max<std::chrono::milliseconds>(2 * m_context.settings.claim, 1h);
    const Store::OutboxClaim claim{ m_context.run, endedMs, nowMs + longest.count() };
    auto repair = [ended = claim](Store::Session &session) {
        return repairInterrupted(session, ended);
    };
    const Result<void> repaired = co_await m_context.database.writing(std::move(repair));
    if (repaired) {
        m_isRepaired = true;
        wake();
        m_appender->wake();
    } else if (!m_worker.isStopping()) {
        qCWarning(logOutbox).noquote() << "outbox:" << repaired.error().message;
        QTimer::singleShot(repairAgainAfter, this, [this] { repairAndPoll(); });
    }
}

/// Renews the claims of this run, and repairs the mails of runs that have died.
void DeliveryQueue::keepClaims()
{
    const qint64 untilMs = m_context.clock.nowMs() + m_context.settings.claim.count();
    const Store::OutboxClaim mine{ m_context.run, untilMs };
    auto renew = Store::inTransaction(
        [mine](Store::Session &session) { return Store::renewOutboxClaims(session, mine); });
    m_context.database.write(std::move(renew));
    repairAndPoll();
}

void DeliveryQueue::databaseReturned(bool isOther)
{
    for (AccountSender *sender : std::as_const(m_senders)) {
        if (isOther)
            sender->distrust();
    }
    wake();
    m_appender->wake();
}

void DeliveryQueue::wake()
{
    m_worker.wake();
}

QCoro::Task<void> DeliveryQueue::poll()
{
    const auto due = co_await m_context.database.reading(&Store::outboxDue);
    const qint64 nowMs = m_context.clock.nowMs();
    const Store::LatestDue latest{ nowMs, nowMs + m_context.settings.retry.longestWait().count() };
    std::chrono::milliseconds sleep = due ? longestSleep : pollAgainAfter;
    if (takeUpLooseEnds())
        sleep = pollAgainAfter;
    for (const Store::OutboxDue &one : due ? *due : QList<Store::OutboxDue>()) {
        if (one.lastMs > latest.latestMs) {
            const bool isPulled = co_await pull(latest);
            if (isPulled)
                wake();
            break;
        }
        if (one.atMs <= nowMs)
            send(one.accountId);
        else
            sleep = std::min(sleep, std::chrono::milliseconds(one.atMs - nowMs));
    }
    if (!m_worker.isStopping())
        m_timer.start(std::max(sleep, std::chrono::milliseconds(10)));
}

/// For a clock that was set back: mails that would be due too late are due now. False: not written.
QCoro::Task<bool> DeliveryQueue::pull(Store::LatestDue due)
{
    auto write = Store::inTransaction(
        [due](Store::Session &session) { return Store::pullOutboxMails(session, due); });
    const Result<void> pulled = co_await m_context.database.writing(std::move(write));
    if (!pulled)
        qCWarning(logOutbox).noquote() << "outbox:" << pulled.error().message;
    co_return pulled.ok();
}

/// Wakes the senders that have loose ends; true: there are some.
bool DeliveryQueue::takeUpLooseEnds()
{
    bool areThere = false;
    for (AccountSender *sender : std::as_const(m_senders)) {
        if (!sender->hasLooseEnds() || m_worker.isStopping())
            continue;
        areThere = true;
        sender->wake();
    }
    return areThere;
}

void DeliveryQueue::send(qint64 accountId)
{
    if (m_worker.isStopping() || !m_isRepaired)
        return;
    AccountSender *&sender = m_senders[accountId];
    if (!sender)
        sender = new AccountSender(accountId, m_context, m_places, *m_indexer,
                                   [this](qint64 id) { attempted(id); });
    sender->wake();
}

QCoro::Task<bool> DeliveryQueue::deliver(qint64 accountId, qint64 mailId,
                                         std::chrono::milliseconds within)
{
    if (m_worker.isStopping())
        co_return true;
    Async::Completion<bool> attempt;
    attempt.finishAfter(within, this, false);
    m_waits.insert(mailId, attempt);
    send(accountId);
    const bool isAttempted = co_await attempt;
    if (!isAttempted) // perhaps another service makes the attempt, and this wait never ends otherwise
        m_waits.removeIf([](const auto &wait) { return wait.value().isFinished(); });
    co_return isAttempted;
}

/// Resumes the coroutines that wait for this mail; waits that have timed out are dropped.
void DeliveryQueue::endWaits(qint64 mailId)
{
    const QList<Async::Completion<bool>> waits = m_waits.values(mailId);
    m_waits.remove(mailId);
    for (const Async::Completion<bool> &wait : waits)
        wait.finish(true);
}

void DeliveryQueue::attempted(qint64 mailId)
{
    endWaits(mailId);
    m_appender->wake();
    wake(); // it may be due again before the timer fires
}

void DeliveryQueue::tidy()
{
    const qint64 before = m_context.clock.now() - m_context.settings.keep.count();
    auto prune = Store::inTransaction([before](Store::Session &session) {
        const Result<void> pruned = Store::pruneOutbox(session, before);
        return pruned ? Store::pruneIdempotencyKeys(session) : pruned;
    });
    m_context.database.writeLater(std::move(prune));
}

QCoro::Task<void> DeliveryQueue::stopAccount(qint64 accountId)
{
    if (AccountSender *sender = m_senders.take(accountId)) {
        co_await sender->stop();
        sender->deleteLater(); // its last lines may still be on the stack
    }
    co_await m_appender->stopAccount(accountId);
}

QCoro::Task<void> DeliveryQueue::stopAll()
{
    QCoro::Task<void> stopped = m_worker.stop();
    m_timer.stop();
    m_tidyTimer.stop();
    m_claimTimer.stop();
    const QList<qint64> accounts = m_senders.keys();
    std::vector<QCoro::Task<void>> stopping; // all at once, then wait
    for (const qint64 account : accounts)
        stopping.push_back(stopAccount(account));
    for (QCoro::Task<void> &one : stopping)
        co_await one;
    co_await stopped;
    co_await m_appender->stop();
    co_await m_indexer->stop();
    for (const qint64 mail : m_waits.uniqueKeys())
        endWaits(mail);
}

} // namespace Outbox
