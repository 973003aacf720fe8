// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/async.h"
#include "store/events/webhookqueue.h"
#include "webhooks/content.h"
#include "webhooks/context.h"
#include "webhooks/ledger.h"
#include "webhooks/places.h"
#include "webhooks/secrets.h"
#include "webhooks/variables.h"

#include <QObject>

#include <functional>

namespace Webhooks {

/** The data that all workers share. Made by the queue, outlives the workers. */
struct Delivery {
    Context &context;
    Net::HttpCaller &caller;
    Places &places;
    Ledger &ledger;
    QString lease;                  ///< of this run of the service
    std::function<void()> wasIdled; ///< a worker has nothing more to do for now
};

/** The result of a try, and how long it took. */
struct Tried {
    Result<Net::HttpAnswer> answer = Error{};
    qint64 durationMs = 0;
    bool isAttempt = true; ///< false: the call was not made and is made later
};

/**
 * Makes the calls of one webhook that are due, one at a time and in order. Lives on the delivery thread;
 * owned by the DeliveryQueue, which awaits stop() before it is destroyed.
 *
 * Calls are claimed in batches until their lease ends, and results are stored in batches too. So a call
 * that was made just before the service died is made again: each call is made at least once, under the
 * same id.
 */
class WebhookWorker : public QObject
{
public:
    WebhookWorker(qint64 webhookId, Delivery &delivery);
    ~WebhookWorker() override;

    void wake() { m_worker.wake(); } ///< there may be something due
    /// Releases the claimed calls that were not made. Resumes when nothing runs. The caller must abort
    /// the running calls before.
    QCoro::Task<void> stop();
    bool isRunning() const { return m_worker.isRunning(); }

    /// One attempt outside the queue; the caller writes the log.
    QCoro::Task<Tried> attempt(Store::Webhook webhook, Store::WebhookNotice notice,
                               QByteArray callId);
    const Secrets &secrets() const { return m_secrets; } ///< of the last attempt

private:
    using Batch = Store::WebhookBatch;

    QCoro::Task<void> workOff();
    QCoro::Task<void> rest();
    QCoro::Task<Result<std::optional<Batch>>> claim();
    QCoro::Task<bool> deliver(Batch batch);
    QCoro::Task<bool> deliverOne(Store::Webhook webhook, Store::WebhookCall call,
                                 Store::WebhookNotice notice);
    QCoro::Task<Result<void>> prepare(Store::Webhook webhook);
    QCoro::Task<MailTexts> textsOfMail(qint64 mailId);
    void giveBack(const Store::WebhookCall &call, qint64 atMs);

    const qint64 m_webhookId;
    Delivery &m_delivery;
    Context &m_context;
    QList<Async::Completion<bool>> m_writing; ///< outcomes of this batch
    Async::Worker m_worker;
    bool m_isUnanswered = false; ///< the last claim, which may have taken calls

    // The webhook's prepared content, and the settings that it was prepared for.
    Store::Webhook m_preparedFor;
    Content m_content;
    Secrets m_secrets;
    bool m_isPrepared = false;
};

} // namespace Webhooks
