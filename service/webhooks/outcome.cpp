// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/outcome.h"

#include "events/webhookevents.h"
#include "store/db/transaction.h"
#include "store/events/webhookqueue.h"
#include "store/events/webhooks.h"
#include "store/sql/session.h"

#include <QMap>

namespace Webhooks {

namespace {

using End = AfterTry::End;

/** One transaction of outcomes. */
class Writing
{
public:
    Writing(Store::Session &session, const RetryPolicy &policy, int keptLogs)
        : m_session(session), m_transaction(session), m_policy(policy), m_keptLogs(keptLogs)
    {
    }

    Result<void> add(const Outcome &outcome);
    Result<void> commit();

private:
    Result<Store::Webhook *> find(qint64 id);
    Result<void> end(const Outcome &outcome, const Store::Webhook &webhook);

    Store::Session &m_session;
    Store::Transaction m_transaction;
    const RetryPolicy &m_policy;
    const int m_keptLogs;
    QMap<qint64, std::optional<Store::Webhook>> m_webhooks; ///< nothing: deleted
    QMap<qint64, bool> m_tried;                             ///< webhooks with a new log
};

/// Null: the webhook was deleted.
Result<Store::Webhook *> Writing::find(qint64 id)
{
    if (!m_webhooks.contains(id)) {
        Result<std::optional<Store::Webhook>> found = Store::findWebhook(m_session, id);
        RETURN_IF_ERROR(found);
        m_webhooks.insert(id, *std::move(found));
    }
    std::optional<Store::Webhook> &webhook = m_webhooks[id];
    return webhook ? &*webhook : nullptr;
}

Result<void> Writing::add(const Outcome &outcome)
{
    const Result<Store::Webhook *> found = find(outcome.webhookId);
    if (!found || !*found)
        return found ? Result<void>() : Result<void>(found.error());
    if (outcome.mayBeWritten) {
        const Result<bool> isWaiting = Store::isWebhookCallAt(m_session, outcome.call);
        if (!isWaiting || !*isWaiting)
            return isWaiting ? Result<void>() : Result<void>(isWaiting.error());
    }
    Store::Webhook &webhook = **found;
    const Store::WebhookCall &call = outcome.call;
    if (!outcome.log)
        return Store::retryWebhookCall(m_session, call.id, call.attempts, outcome.tried.retryAtMs);
    m_tried.insert(webhook.id, true);
    RETURN_IF_ERROR(Store::insertWebhookLog(m_session, *outcome.log));
    webhook = afterTry(std::move(webhook), outcome.tried, m_policy, outcome.log->createdAt);
    if (outcome.tried.end == End::Retried && webhook.enabled)
        return Store::retryWebhookCall(m_session, call.id, call.attempts + 1,
                                       outcome.tried.retryAtMs);
    return end(outcome, webhook);
}

Result<void> Writing::end(const Outcome &outcome, const Store::Webhook &webhook)
{
    m_transaction.publish(
        outcome.tried.end == End::Delivered
            ? Events::webhookDelivered(webhook.userId, *outcome.log)
            : Events::webhookFailed(webhook.userId, *outcome.log, webhook.disabledReason));
    return Store::endWebhookCall(m_session, outcome.call.id, outcome.call.noticeId);
}

Result<void> Writing::commit()
{
    for (auto it = m_tried.cbegin(); it != m_tried.cend(); ++it) {
        const auto found = m_webhooks.constFind(it.key()); // value() would return a temporary copy
        const Store::Webhook &webhook = **found;
        RETURN_IF_ERROR(Store::noteWebhook(m_session, webhook));
        RETURN_IF_ERROR(webhook.enabled ? Result<void>()
                                        : Store::dropWebhookCalls(m_session, webhook.id));
        RETURN_IF_ERROR(Store::trimWebhookLogs(m_session, webhook.id, m_keptLogs));
    }
    return m_transaction.commit();
}

} // namespace

Result<void> writeOutcomes(Store::Session &session, const QList<Outcome> &outcomes,
                           const RetryPolicy &policy, int keptLogs)
{
    Writing writing(session, policy, keptLogs);
    for (const Outcome &outcome : outcomes) {
        RETURN_IF_ERROR(writing.add(outcome));
    }
    return writing.commit();
}

} // namespace Webhooks
