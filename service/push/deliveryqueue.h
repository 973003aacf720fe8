// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/shares.h"
#include "common/worker.h"
#include "push/sender.h"

#include <QTimer>

namespace Push {

/** The result of a test. */
struct TestResult {
    int sent = 0;
    int failed = 0;
    int removed = 0; ///< subscriptions that the push service no longer knows

    friend bool operator==(const TestResult &, const TestResult &) = default;
};

/**
 * Sends the messages that are due. Each turn is one transaction: it stores the results of earlier
 * messages, makes a job for each subscription of new notices, and claims as many jobs as the limits
 * allow (in total, for each push service, for each user). A message that takes long gives its place back.
 * Lives on the delivery thread and is deleted there; every call comes from that thread.
 */
class DeliveryQueue : public QObject
{
public:
    explicit DeliveryQueue(Context context);

    void start();
    void wake() { m_worker.wake(); } ///< there may be something to do

    /// Sends to every active subscription of the user, once, and waits for the answers.
    QCoro::Task<Result<TestResult>> test(qint64 userId, TestNotice notice);
    QCoro::Task<Result<void>> judge(QUrl endpoint, qint64 userId);

    /// Aborts the running messages. Messages that were not sent are due at the next start.
    QCoro::Task<void> stopAll();

private:
    using Jobs = Result<QList<Store::PushJob>>;

    QCoro::Task<void> begin();
    QCoro::Task<void> work();
    QCoro::Task<bool> turn();
    QCoro::Task<Jobs> writeAndClaim(QList<Outcome> outcomes);
    QCoro::Task<void> deliver(Store::PushJob job);
    QCoro::Task<Outcome> tried(Store::PushJob job);
    QCoro::Task<bool> pull(qint64 nowMs, qint64 latestMs);
    Store::PushChoice choice() const;
    QList<PlaceGroup> groupsOf(qint64 userId, const QByteArray &origin) const;
    void sleepUntil(std::optional<qint64> dueAtMs);
    void tidy();

    const Context m_context;
    const Shares m_shares;
    PlaceQueue m_places; ///< places of the messages that are being sent
    Sender m_sender;
    QList<Outcome> m_outcomes;  ///< not written yet
    QList<qint64> m_unanswered; ///< ends of leases whose COMMIT was not answered
    QTimer m_timer;             ///< when the next job is due
    QTimer m_tidyTimer;
    int m_underWay = 0;
    Async::Completion<bool> m_allEnded; ///< of those under way, while it is stopped
    Async::Worker m_worker;
};

} // namespace Push
