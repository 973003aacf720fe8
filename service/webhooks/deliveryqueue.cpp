// SPDX-License-Identifier: GPL-3.0-or-later
#include "webhooks/deliveryqueue.h"

#include "crypto/random.h"
#include "store/db/transaction.h"
#include "store/events/webhooks.h"
#include "webhooks/log.h"
#include "webhooks/request.h"
#include "webhooks/samples.h"

#include <vector>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Webhooks {

namespace {

/// A change of the clock and the calls of another node are noticed after this time at the latest.
constexpr std::chrono::milliseconds longestSleep = 30s;
constexpr auto recoverAgainAfter = 5s;
constexpr std::chrono::milliseconds pollAgainAfter = 2s; ///< after an error of the database
constexpr auto tidyEvery = 1h;
constexpr qsizetype shownAnswer = 4096;

QString randomName()
{
    return QString::fromLatin1(Crypto::randomBytes(12).toHex());
}

QString shown(const QByteArray &body)
{
    return QString::fromUtf8(body.left(shownAnswer));
}

Store::WebhookLog logOf(const Store::Webhook &webhook, const QByteArray &callId,
                        const TestResult &result)
{
    Store::WebhookLog log;
    log.webhookId = webhook.id;
    log.callId = callId;
    log.event = "mail.received";
    log.mailSubject = u"Test"_s;
    log.mailFrom = u"anna@example.org"_s;
    log.statusCode = result.statusCode;
    log.errorMessage = result.errorMessage;
    log.durationMs = result.durationMs;
    log.isTest = true;
    log.createdAt = result.at;
    return log;
}

Result<void> writeTestLog(Store::Session &session, const Store::WebhookLog &log, int kept)
{
    Store::Transaction transaction(session);
    const Result<std::optional<Store::Webhook>> found = Store::findWebhook(session, log.webhookId);
    if (!found || !*found) // the webhook was deleted meanwhile
        return found ? Result<void>() : Result<void>(found.error());
    RETURN_IF_ERROR(Store::insertWebhookLog(session, log));
    return transaction.commit(Store::trimWebhookLogs(session, log.webhookId, kept));
}

} // namespace

DeliveryQueue::DeliveryQueue(Context context, Net::HttpCaller &caller)
    : m_context(std::move(context)), m_caller(caller),
      m_places(m_context.settings.calls, m_context.settings.callsPerHost),
      m_ledger(m_context), m_delivery{ m_context,
                                       m_caller,
                                       m_places,
                                       m_ledger,
                                       randomName(),
                                       [this] {
                                           wake();
                                       } },
      m_timer(this), m_tidyTimer(this), m_worker([this] { return poll(); })
{
    m_ledger.setParent(this); // so that it moves to the thread of the queue
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &DeliveryQueue::wake);
    m_tidyTimer.setInterval(tidyEvery);
    connect(&m_tidyTimer, &QTimer::timeout, this, &DeliveryQueue::tidy);
}

DeliveryQueue::~DeliveryQueue()
{
    m_ledger.setParent(nullptr);
    qDeleteAll(m_workers);
}

void DeliveryQueue::start()
{
    m_tidyTimer.start();
    tidy();
    recoverAndPoll();
}

QCoro::Task<void> DeliveryQueue::recoverAndPoll()
{
    auto recover = Store::inTransaction([nowMs = m_context.clock.nowMs()](Store::Session &session) {
        return Store::recoverWebhookCalls(session, nowMs);
    });
    const Result<void> recovered = co_await m_context.database.writing(std::move(recover));
    if (recovered) {
        m_isRecovered = true;
        m_hasFailedToRecover = false;
        wake();
    } else if (!m_worker.isStopping()) {
        if (!std::exchange(m_hasFailedToRecover, true)) // logged once per outage
            qCWarning(logWebhooks).noquote() << "calls:" << recovered.error().message;
        QTimer::singleShot(recoverAgainAfter, this, [this] { recoverAndPoll(); });
    }
}

void DeliveryQueue::wake()
{
    if (m_isRecovered)
        m_worker.wake();
}

QCoro::Task<void> DeliveryQueue::poll()
{
    const auto due = co_await m_context.database.reading(&Store::webhooksDue);
    const qint64 nowMs = m_context.clock.nowMs();
    const Store::WebhookLatest latest = latestAt(nowMs);
    std::chrono::milliseconds sleep = due ? longestSleep : pollAgainAfter;
    for (const Store::WebhookDue &one : due ? *due : QList<Store::WebhookDue>()) {
        if (latest.isBroken(one)) {
            const bool isPulled = co_await pull(one.webhookId, latest);
            if (isPulled)
                wake();
            continue;
        }
        if (one.atMs <= nowMs)
            makeCalls(one.webhookId);
        else
            sleep = std::min(sleep, std::chrono::milliseconds(one.atMs - nowMs));
    }
    if (!m_worker.isStopping())
        m_timer.start(std::max(sleep, std::chrono::milliseconds(10)));
}

Store::WebhookLatest DeliveryQueue::latestAt(qint64 nowMs) const
{
    const RetryPolicy &retry = m_context.settings.retry;
    const std::chrono::milliseconds call =
        std::max<std::chrono::milliseconds>(retry.longestWait(), m_context.settings.lease);
    const std::chrono::milliseconds pause = retry.longestRetryAfter;
    return { nowMs, nowMs + call.count(), nowMs + pause.count() };
}

/// Makes calls due that were put off before the clock was set back. False: this could not be written.
QCoro::Task<bool> DeliveryQueue::pull(qint64 webhookId, Store::WebhookLatest latest)
{
    auto write = Store::inTransaction([webhookId, latest](Store::Session &session) {
        return Store::pullWebhookCalls(session, webhookId, latest);
    });
    const Result<void> pulled = co_await m_context.database.writing(std::move(write));
    co_return pulled.ok();
}

void DeliveryQueue::makeCalls(qint64 webhookId)
{
    if (m_worker.isStopping())
        return;
    WebhookWorker *&worker = m_workers[webhookId];
    if (!worker)
        worker = new WebhookWorker(webhookId, m_delivery);
    worker->wake();
}

QCoro::Task<void> DeliveryQueue::stopAll()
{
    QCoro::Task<void> stopped = m_worker.stop();
    m_timer.stop();
    m_tidyTimer.stop();
    m_caller.abortAll();
    m_ledger.stopRepeating();                // workers await what it writes
    std::vector<QCoro::Task<void>> stopping; // all at once, then wait
    for (WebhookWorker *worker : std::as_const(m_workers))
        stopping.push_back(worker->stop());
    for (QCoro::Task<void> &one : stopping)
        co_await one;
    co_await stopped;
    const QList<Async::Completion<bool>> testing = std::exchange(m_testing, {});
    for (const Async::Completion<bool> &test : testing)
        co_await test;
    co_await m_ledger.stop();
}

void DeliveryQueue::forget(qint64 webhookId)
{
    WebhookWorker *worker = m_workers.value(webhookId);
    if (worker && !worker->isRunning()) {
        m_workers.remove(webhookId);
        worker->deleteLater();
    }
}

QCoro::Task<TestResult> DeliveryQueue::test(Store::Webhook webhook)
{
    m_testing.removeIf([](const auto &test) { return test.isFinished(); });
    Async::Completion<bool> ended;
    m_testing.append(ended);
    // A separate worker, so that the calls of the queue do not wait for the test.
    WebhookWorker worker(webhook.id, m_delivery);
    Store::WebhookNotice notice;
    notice.event = "mail.received";
    notice.payload = sampleNotice(m_context.clock.now());
    const QByteArray callId = "msg_test_" + randomName().toLatin1();
    const Tried tried = co_await worker.attempt(webhook, notice, callId);
    const AfterTry after = afterTry(tried.answer, 1, m_context.settings.retry, {});
    TestResult result;
    result.statusCode = after.status;
    result.responseBody = tried.answer ? shown(tried.answer->body) : QString();
    if (after.errorMessage)
        result.errorMessage = withoutSecrets(*after.errorMessage, worker.secrets());
    result.durationMs = tried.durationMs;
    result.at = m_context.clock.now();
    auto write = [log = logOf(webhook, callId, result),
                  kept = m_context.settings.keptLogs](Store::Session &session) {
        return writeTestLog(session, log, kept);
    };
    const Result<void> written = co_await m_context.database.writing(std::move(write));
    if (!written)
        qCWarning(logWebhooks).noquote()
            << "cannot store the result of a test call:" << written.error().message;
    ended.finish(true);
    co_return result;
}

QCoro::Task<AddressCheck> DeliveryQueue::check(QUrl url, qint64 userId)
{
    const auto found = co_await m_caller.resolve(url, m_context.settings.opened, userId);
    CO_RETURN_IF_ERROR(found);
    co_return AddressCheck();
}

void DeliveryQueue::tidy()
{
    const qint64 before = m_context.clock.now() - m_context.settings.keepLogs.count();
    auto prune = Store::inTransaction([before](Store::Session &session) {
        const Result<void> pruned = Store::pruneWebhookLogs(session, before);
        return pruned ? Store::pruneWebhookNotices(session) : pruned;
    });
    m_context.database.writeLater(std::move(prune));
}

} // namespace Webhooks
