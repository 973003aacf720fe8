// SPDX-License-Identifier: GPL-3.0-or-later
#include "push/deliveryqueue.h"

#include "push/log.h"
#include "push/outcomes.h"
#include "store/db/transaction.h"

#include <algorithm>
#include <vector>

using namespace std::chrono_literals;

namespace Push {

namespace {

/// A change of the clock is noticed after this time at the latest.
constexpr std::chrono::milliseconds longestSleep = 60s;
constexpr std::chrono::milliseconds shortestSleep = 10ms;
constexpr std::chrono::milliseconds againAfterTrouble = 5s;
constexpr std::chrono::milliseconds againWhereFull = 1s; ///< if due jobs have no place
constexpr int asidePerPlace = 4;

// A user gets a smaller share than in other queues: a user has at most 20 browsers, and a message is quick.
Shares sharesOf(int atOnce)
{
    const auto share = [atOnce](int parts) {
        return std::max(1, atOnce / parts);
    };
    return { .all = atOnce, .ofHost = share(2), .ofUser = share(4), .ofUserAtHost = share(8) };
}
constexpr auto tidyEvery = 10min;

// If other services may be sending, nothing is released. The jobs of a service that died are due when their
// lease ends.
Result<void> release(Store::Session &session)
{
    if (session.dialect().isSharedByProcesses())
        return {};
    Store::Transaction transaction(session);
    return transaction.commit(Store::releasePushJobs(session));
}

void logOutcome(const Store::PushJob &job, const Answer &answer)
{
    if (isDelivered(answer))
        qCDebug(logPush) << "subscription" << job.to.id << "notice" << job.notice.id << "delivered";
    else if (answer.status == 401 || answer.status == 403)
        qCWarning(logPush) << "subscription" << job.to.id << "status" << answer.status
                           << "its push service does not accept our VAPID key or subject";
    else
        qCInfo(logPush) << "subscription" << job.to.id << "attempt" << job.attempts << "status"
                        << answer.status;
}

QByteArray topicOf(const Store::PushNotice &notice)
{
    return "mail-" + QByteArray::number(notice.accountId);
}

} // namespace

DeliveryQueue::DeliveryQueue(Context context)
    : m_context(std::move(context)), m_shares(sharesOf(m_context.settings.atOnce)),
      m_places({ .inside = m_shares.all, .aside = asidePerPlace * m_shares.all }),
      m_sender(m_context, this), m_timer(this), m_tidyTimer(this),
      m_worker([this] { return work(); })
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &DeliveryQueue::wake);
    m_tidyTimer.setInterval(tidyEvery);
    connect(&m_tidyTimer, &QTimer::timeout, this, &DeliveryQueue::tidy);
}

void DeliveryQueue::start()
{
    m_tidyTimer.start();
    tidy();
    begin();
}

QCoro::Task<void> DeliveryQueue::begin()
{
    co_await m_context.database.writing(&release); // if it fails, the leases end by themselves
    wake();
}

QCoro::Task<void> DeliveryQueue::work()
{
    const bool isSound = co_await turn();
    if (isSound)
        co_return;
    co_await m_worker.pause(againAfterTrouble, this);
    wake();
}

QCoro::Task<bool> DeliveryQueue::turn()
{
    bool isMore = true;
    if (m_outcomes.isEmpty() && m_unanswered.isEmpty()) {
        auto ask = [key = m_sender.publicKey()](Store::Session &session) {
            return Store::pushWork(session, key);
        };
        const Result<Store::PushWork> work = co_await m_context.database.reading(ask);
        if (!work)
            co_return false;
        const qint64 nowMs = m_context.clock.nowMs();
        const qint64 latestMs = nowMs + m_context.settings.retry.longestWait().count();
        if (work->lastMs > latestMs) {
            const bool isPulled = co_await pull(nowMs, latestMs);
            if (isPulled)
                wake();
            co_return isPulled;
        }
        const bool isDue = work->dueAtMs && *work->dueAtMs <= m_context.clock.nowMs();
        if (!work->hasNotices && !isDue) {
            sleepUntil(work->dueAtMs);
            co_return true;
        }
        isMore = work->hasNotices;
    }
    const QList<Outcome> outcomes = std::exchange(m_outcomes, {});
    const Jobs jobs = co_await writeAndClaim(outcomes);
    if (!jobs) {
        qCWarning(logPush).noquote() << jobs.error().message;
        m_outcomes = outcomes + m_outcomes;
        co_return false;
    }
    for (const Store::PushJob &job : *jobs) {
        ++m_underWay;
        deliver(job);
    }
    if (isMore || !jobs->isEmpty())
        wake();
    // Jobs are due but have no place: tries again after a pause, and when a running message ends.
    if (!m_worker.isWoken() && !m_worker.isStopping())
        m_timer.start(againWhereFull);
    co_return true;
}

/// Makes jobs due that were put off before the clock was set back. False: this could not be written.
QCoro::Task<bool> DeliveryQueue::pull(qint64 nowMs, qint64 latestMs)
{
    auto write = Store::inTransaction([nowMs, latestMs](Store::Session &session) {
        return Store::pullPushJobs(session, nowMs, latestMs);
    });
    const Result<void> pulled = co_await m_context.database.writing(std::move(write));
    co_return pulled.ok();
}

QList<PlaceGroup> DeliveryQueue::groupsOf(qint64 userId, const QByteArray &origin) const
{
    return m_shares.groups(QString::fromLatin1(origin), userId);
}

/// Accepts jobs as long as they get a place now. It is called on the database's thread, so it uses a copy of
/// the places.
Store::PushChoice DeliveryQueue::choice() const
{
    if (m_worker.isStopping())
        return [](qint64, const QByteArray &) {
            return false;
        };
    return [this, left = m_places](qint64 userId, const QByteArray &origin) mutable {
        const PlaceQueue::Id id = left.enter(groupsOf(userId, origin));
        if (left.isInside(id))
            return true;
        left.leave(id);
        return false;
    };
}

QCoro::Task<DeliveryQueue::Jobs> DeliveryQueue::writeAndClaim(QList<Outcome> outcomes)
{
    const qint64 untilMs = m_context.clock.nowMs() + qint64(m_context.settings.lease.count());
    auto write = [outcomes, mayTake = choice(), key = m_sender.publicKey(), untilMs,
                  unanswered = m_unanswered](Store::Session &session) -> Jobs {
        Store::Transaction transaction(session);
        for (const qint64 lease : unanswered) {
            RETURN_IF_ERROR(Store::releasePushJobs(session, lease));
        }
        const Result<void> written = writeOutcomes(session, outcomes);
        RETURN_IF_ERROR(written ? Store::spreadPushNotices(session, key) : written);
        return transaction.commit(Store::claimPushJobs(session, key, mayTake, untilMs));
    };
    Jobs jobs = co_await m_context.database.writingSoon(std::move(write));
    if (jobs)
        m_unanswered.clear();
    else if (jobs.error().code == Error::Code::OutcomeUnknown)
        m_unanswered.append(untilMs);
    co_return jobs;
}

QCoro::Task<void> DeliveryQueue::deliver(Store::PushJob job)
{
    const PlaceQueue::Id place = m_places.enter(groupsOf(job.to.userId, job.to.origin));
    QTimer patience; // when it ends, this message gives its place to others
    connect(&patience, &QTimer::timeout, this, [this, place] {
        if (m_places.stepAside(place))
            wake();
    });
    patience.start(m_context.settings.patience);
    const Outcome outcome = co_await tried(job);
    patience.stop();
    m_places.leave(place);
    --m_underWay;
    m_outcomes.append(outcome);
    wake();
    if (m_worker.isStopping() && m_underWay == 0)
        m_allEnded.finish(true);
}

QCoro::Task<Outcome> DeliveryQueue::tried(Store::PushJob job)
{
    const Store::PushNotice &notice = job.notice;
    const bool isDeleted = notice.mailCount == 1 && notice.mailId == 0;
    const qint64 age = m_context.clock.now() - notice.createdAt;
    if (isDeleted || age >= m_context.settings.longestDelay.count())
        co_return Outcome{ Outcome::What::Ended, job };
    Message message;
    message.payload =
        payloadOf(notice, job.isMinimal ? Content::Minimal : m_context.settings.content);
    message.topic = topicOf(notice);
    message.ttl = m_context.settings.longestDelay;
    const std::optional<Answer> answer = co_await m_sender.send(job.to, message);
    if (!answer)
        co_return Outcome{ Outcome::What::Again, job };
    logOutcome(job, *answer);
    co_return afterTry(job, *answer, m_context.settings.retry, m_context.clock.nowMs());
}

void DeliveryQueue::sleepUntil(std::optional<qint64> dueAtMs)
{
    std::chrono::milliseconds sleep = longestSleep;
    if (dueAtMs)
        sleep = std::chrono::milliseconds(*dueAtMs - m_context.clock.nowMs());
    if (!m_worker.isStopping())
        m_timer.start(std::clamp(sleep, shortestSleep, longestSleep));
}

QCoro::Task<Result<TestResult>> DeliveryQueue::test(qint64 userId, TestNotice notice)
{
    auto find = [userId](Store::Session &session) {
        return Store::pushSubscriptionsOf(session, userId);
    };
    const auto all = co_await m_context.database.reading(find);
    CO_RETURN_IF_ERROR(all);
    const Message message{ payloadOf(notice), "normal", {}, 60s };
    QList<Outcome> outcomes;
    std::vector<QCoro::Task<std::optional<Answer>>> sending; // all at once
    for (const Store::PushSubscription &to : *all) {
        if (!to.isActive || to.vapidKey != m_sender.publicKey())
            continue;
        outcomes.append(Outcome{ .job = { .to = to } });
        sending.push_back(m_sender.send(to, message));
    }
    TestResult result;
    const RetryPolicy &policy = m_context.settings.retry;
    for (qsizetype i = 0; i < outcomes.size(); ++i) {
        const std::optional<Answer> answer = co_await sending[size_t(i)];
        const Answer got = answer.value_or(Answer());
        ++(isDelivered(got) ? result.sent : isGone(got) ? result.removed : result.failed);
        Outcome &outcome = outcomes[i];
        outcome.what = isGone(got) ? Outcome::What::Gone : Outcome::What::Ended;
        if (answer)
            outcome.job.to = noted(outcome.job.to, got, policy, m_context.clock.now());
    }
    auto write = Store::inTransaction(
        [outcomes](Store::Session &session) { return writeOutcomes(session, outcomes); });
    const Result<void> written = co_await m_context.database.writing(std::move(write));
    CO_RETURN_IF_ERROR(written);
    co_return result;
}

QCoro::Task<Result<void>> DeliveryQueue::judge(QUrl endpoint, qint64 userId)
{
    const Result<void> judged = co_await m_sender.judge(endpoint, userId);
    co_return judged;
}

void DeliveryQueue::tidy()
{
    const qint64 before = m_context.clock.now() - m_context.settings.longestDelay.count();
    auto prune = Store::inTransaction(
        [before](Store::Session &session) { return Store::prunePushes(session, before); });
    m_context.database.writeLater(std::move(prune));
}

QCoro::Task<void> DeliveryQueue::stopAll()
{
    QCoro::Task<void> stopped = m_worker.stop();
    m_timer.stop();
    m_tidyTimer.stop();
    m_sender.abort();
    co_await stopped;
    if (m_underWay > 0)
        co_await m_allEnded;
    if (m_outcomes.isEmpty())
        co_return;
    const Jobs none = co_await writeAndClaim(m_outcomes);
    if (!none)
        qCWarning(logPush).noquote() << none.error().message;
}

} // namespace Push
