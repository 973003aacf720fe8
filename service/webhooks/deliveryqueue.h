// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/worker.h"
#include "webhooks/webhookworker.h"

#include <QHash>
#include <QTimer>

namespace Webhooks {

/** The result of a test call. */
struct TestResult {
    int statusCode = 0; ///< 0: no answer
    QString responseBody;
    std::optional<QString> errorMessage;
    qint64 durationMs = 0;
    qint64 at = 0; ///< seconds
};

/// The result of checking a URL. BadRequest: its addresses may not be called.
using AddressCheck = Result<void>;

/**
 * Polls the database for calls that are due and starts a WebhookWorker for each webhook that has some.
 * Lives on the delivery thread and is deleted there; every call comes from that thread.
 */
class DeliveryQueue : public QObject
{
public:
    DeliveryQueue(Context context, Net::HttpCaller &caller);
    ~DeliveryQueue() override;

    void start(); ///< continues the calls of the last run
    void wake();
    void forget(qint64 webhookId); ///< the webhook was deleted
    QCoro::Task<TestResult> test(Store::Webhook webhook);
    QCoro::Task<AddressCheck> check(QUrl url, qint64 userId);
    QCoro::Task<void> stopAll();

    const Clock &clock() const { return m_context.clock; }

private:
    QCoro::Task<void> recoverAndPoll();
    QCoro::Task<void> poll();
    Store::WebhookLatest latestAt(qint64 nowMs) const;
    QCoro::Task<bool> pull(qint64 webhookId, Store::WebhookLatest latest);
    void makeCalls(qint64 webhookId);
    void tidy();

    Context m_context;
    Net::HttpCaller &m_caller;
    Places m_places;
    Ledger m_ledger;
    Delivery m_delivery;
    QHash<qint64, WebhookWorker *> m_workers; ///< owned
    QTimer m_timer;                           ///< when the next call is due
    QTimer m_tidyTimer;
    QList<Async::Completion<bool>> m_testing;
    bool m_isRecovered = false;
    bool m_hasFailedToRecover = false; ///< and this was logged
    Async::Worker m_worker;
};

} // namespace Webhooks
