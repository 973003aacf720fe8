// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/webhookworker.h"

#include "store/db/transaction.h"
#include "store/mail/bodies.h"
#include "webhooks/log.h"
#include "webhooks/request.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Webhooks {

namespace {

constexpr std::chrono::milliseconds againWithoutSecret = 30s;
constexpr auto claimAgainAfter = 2s; ///< after an error of the database

bool saysTheSame(const Store::Webhook &a, const Store::Webhook &b)
{
    return a.url == b.url && a.headers == b.headers && a.secretRef == b.secretRef
        && a.bodyTemplate == b.bodyTemplate && a.events == b.events;
}

Store::WebhookLog logOf(const Store::Webhook &webhook, const Store::WebhookCall &call,
                        const Store::WebhookNotice &notice)
{
    Store::WebhookLog log;
    log.webhookId = webhook.id;
    log.accountId = notice.accountId;
    log.callId = call.callId;
    log.event = notice.event;
    log.mailSubject = notice.mailSubject;
    log.mailFrom = notice.mailFrom;
    log.attempt = call.attempts + 1;
    return log;
}

} // namespace

WebhookWorker::WebhookWorker(qint64 webhookId, Delivery &delivery)
    : m_webhookId(webhookId), m_delivery(delivery), m_context(delivery.context),
      m_worker([this] { return workOff(); }, [this] { return rest(); })
{
}

WebhookWorker::~WebhookWorker()
{
    Q_ASSERT(!m_worker.isRunning());
}

QCoro::Task<void> WebhookWorker::stop()
{
    return m_worker.stop();
}

QCoro::Task<void> WebhookWorker::rest()
{
    if (!m_worker.isStopping())
        m_delivery.wasIdled();
    co_return;
}

/// Makes the calls of one batch. If nothing is due, the worker rests until the queue wakes it after a poll.
QCoro::Task<void> WebhookWorker::workOff()
{
    Result<std::optional<Batch>> batch = co_await claim();
    bool isThereMore = true; // a failed claim may still have taken calls
    if (!batch) {
        qCWarning(logWebhooks).noquote()
            << "webhook=" << m_webhookId << "calls:" << batch.error().message;
        co_await m_worker.pause(claimAgainAfter, this);
    } else if (*batch) {
        const bool goesOn = co_await deliver(**std::move(batch));
        isThereMore = goesOn;
    } else {
        isThereMore = false;
    }
    if (isThereMore)
        m_worker.wake();
}

QCoro::Task<Result<std::optional<WebhookWorker::Batch>>> WebhookWorker::claim()
{
    Store::WebhookClaim claim;
    claim.webhookId = m_webhookId;
    claim.lease = m_delivery.lease;
    claim.nowMs = m_context.clock.nowMs();
    claim.untilMs = claim.nowMs + std::chrono::milliseconds(m_context.settings.lease).count();
    claim.max = m_context.settings.batch;
    claim.isRepeated = m_isUnanswered;
    auto take = [claim](Store::Session &session) -> Result<std::optional<Batch>> {
        Store::Transaction transaction(session);
        Result<std::optional<Batch>> batch = Store::claimWebhookCalls(session, claim);
        if (!batch || !*batch)
            return batch;
        return transaction.commit(batch);
    };
    Result<std::optional<Batch>> batch = co_await m_context.database.writingSoon(std::move(take));
    m_isUnanswered = !batch;
    co_return batch;
}

/// True: more may be due.
QCoro::Task<bool> WebhookWorker::deliver(Batch batch)
{
    const QList<PlaceGroup> groups =
        m_delivery.places.groups(QUrl(batch.webhook.url), batch.webhook.userId);
    QElapsedTimer sinceClaim;
    sinceClaim.start();
    const qint64 usable = std::chrono::milliseconds(m_context.settings.lease).count() / 2;
    bool goesOn = true;
    for (const Store::WebhookCall &call : std::as_const(batch.calls)) {
        if (goesOn && !m_worker.isStopping()) {
            Async::Admission::Slot place(m_delivery.places.admission, groups);
            co_await place.admitted();
            QTimer patience; // when it ends, this call gives its place to others
            connect(&patience, &QTimer::timeout, this, [&place] { place.stepAside(); });
            patience.start(m_context.settings.patience);
            const bool isOurs = sinceClaim.elapsed() < usable;
            if (isOurs && !m_worker.isStopping()) {
                const Store::WebhookNotice notice = batch.notices.value(call.noticeId);
                const bool isFine = co_await deliverOne(batch.webhook, call, notice);
                goesOn = isFine;
                continue;
            }
        }
        giveBack(call, m_context.clock.nowMs());
    }
    const QList<Async::Completion<bool>> writing = std::exchange(m_writing, {});
    for (const Async::Completion<bool> &written : writing)
        co_await written;
    co_return !m_worker.isStopping();
}

/// False: the rest of the batch is given back and claimed anew, because the webhook may be paused or disabled
/// now, or its secret cannot be read.
QCoro::Task<bool> WebhookWorker::deliverOne(Store::Webhook webhook, Store::WebhookCall call,
                                            Store::WebhookNotice notice)
{
    Tried tried = co_await attempt(webhook, notice, call.callId);
    const qint64 nowMs = m_context.clock.nowMs();
    if (!tried.isAttempt) {
        if (!m_worker.isStopping())
            qCWarning(logWebhooks).noquote()
                << "webhook=" << m_webhookId << "not called:" << tried.answer.error().message;
        giveBack(call, m_worker.isStopping() ? nowMs : nowMs + againWithoutSecret.count());
        co_return false;
    }
    Outcome outcome{ .webhookId = webhook.id, .call = call, .log = logOf(webhook, call, notice) };
    outcome.tried = afterTry(tried.answer, call.attempts + 1, m_context.settings.retry,
                             { nowMs, QRandomGenerator::global()->generateDouble() });
    if (outcome.tried.errorMessage)
        outcome.tried.errorMessage = withoutSecrets(*outcome.tried.errorMessage, m_secrets);
    outcome.log->statusCode = outcome.tried.status;
    outcome.log->errorMessage = outcome.tried.errorMessage;
    outcome.log->durationMs = tried.durationMs;
    outcome.log->willRetry = outcome.tried.end == AfterTry::End::Retried;
    outcome.log->createdAt = nowMs / 1000;
    const bool isFine = outcome.tried.end == AfterTry::End::Delivered
        || (outcome.log->willRetry && outcome.tried.pauseUntilMs == 0);
    qCDebug(logWebhooks) << "webhook=" << webhook.id << "call=" << call.callId
                         << "attempt=" << outcome.log->attempt << "status=" << outcome.tried.status;
    m_writing.append(m_delivery.ledger.write(std::move(outcome)));
    co_return isFine;
}

QCoro::Task<Tried> WebhookWorker::attempt(Store::Webhook webhook, Store::WebhookNotice notice,
                                          QByteArray callId)
{
    const Result<void> prepared = co_await prepare(webhook);
    if (!prepared) {
        // Every other error is one of the secret or of the database, never of the receiver.
        const bool isTemplate = prepared.error().code == Error::Code::BadRequest;
        co_return Tried{ .answer = prepared.error(), .isAttempt = isTemplate };
    }
    const bool wantsTexts = m_content.text && needsTexts(*m_content.text);
    const qint64 textsOf = wantsTexts ? notice.mailId : 0;
    const MailTexts texts = co_await textsOfMail(textsOf);
    const QByteArray payload = withAccountName(notice.payload, notice.accountName);
    const Result<Net::HttpCall> made =
        makeCall({ webhook, m_content, m_secrets, callId, payload, texts, m_context.clock.now() });
    if (!made)
        co_return Tried{ made.error() };
    Net::HttpCall call = *made;
    call.opened = m_context.settings.opened;
    call.timeout = m_context.settings.timeout;
    call.shareOf = webhook.userId;
    QElapsedTimer time;
    time.start();
    Result<Net::HttpAnswer> answer = co_await m_delivery.caller.call(std::move(call));
    const bool isCancelled = !answer && answer.error().code == Error::Code::Cancelled;
    co_return Tried{ std::move(answer), time.elapsed(), !isCancelled };
}

QCoro::Task<Result<void>> WebhookWorker::prepare(Store::Webhook webhook)
{
    if (m_isPrepared && saysTheSame(webhook, m_preparedFor))
        co_return Result<void>();
    m_isPrepared = false;
    m_secrets = {};
    if (!webhook.secretRef.isEmpty()) {
        const QString ref = QString::fromLatin1(webhook.secretRef);
        const Result<QByteArray> secret = co_await m_context.secrets.get(ref);
        CO_RETURN_IF_ERROR(secret);
        m_secrets = secretsFrom(*secret);
    }
    const Result<Content, TemplateFault> content =
        contentOf(webhook.bodyTemplate, headerOf(webhook, "content-type"), webhook.events);
    if (!content)
        co_return Error{ Error::Code::BadRequest, content.error().reason };
    m_content = *content;
    m_preparedFor = std::move(webhook);
    m_isPrepared = true;
    co_return Result<void>();
}

/// Empty texts if the id is 0.
QCoro::Task<MailTexts> WebhookWorker::textsOfMail(qint64 mailId)
{
    if (mailId == 0)
        co_return MailTexts();
    auto load = [mailId](Store::Session &session) {
        return Store::rawBody(session, mailId);
    };
    const Result<QByteArray> raw = co_await m_context.database.reading(std::move(load));
    if (!raw)
        co_return MailTexts(); // the mail was deleted, or its body is not stored
    auto read = [bytes = *raw] {
        return textsOf(bytes);
    };
    MailTexts texts = co_await Async::onPool(&m_context.pool, std::move(read));
    co_return texts;
}

void WebhookWorker::giveBack(const Store::WebhookCall &call, qint64 atMs)
{
    Outcome untried{ .webhookId = m_webhookId, .call = call };
    untried.tried.retryAtMs = atMs;
    m_writing.append(m_delivery.ledger.write(std::move(untried)));
}

} // namespace Webhooks
