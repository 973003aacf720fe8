// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountoutcomes.h"

#include "store/db/transaction.h"
#include "sync/log.h"

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Sync {

namespace {

/// A connection that ended within this time after its first pass was probably closed by the server.
constexpr auto shortLife = 60s;

Health healthIn(const Store::Account &account)
{
    return { account.status == "error", account.errorCode,      account.errorMessage,
             account.failures,          account.failingSinceMs, account.authFailures,
             account.authFailingSinceMs };
}

// The first one or two failures are not shown: an active account has no error.
Store::AccountHealth toStore(const Health &health, qint64 nextAttemptAtMs)
{
    return { health.isError ? "error"_ba : "active"_ba,
             health.isError ? health.errorCode : QByteArray(),
             health.isError ? health.errorMessage : QString(),
             health.failures,
             health.failingSinceMs,
             health.authFailures,
             health.authFailingSinceMs,
             nextAttemptAtMs };
}

bool isShownOtherwise(const Store::AccountHealth &before, const Store::AccountHealth &now)
{
    return std::tie(before.status, before.errorCode, before.errorMessage)
        != std::tie(now.status, now.errorCode, now.errorMessage);
}

} // namespace

AccountOutcomes::milliseconds AccountOutcomes::resume(bool isChanged)
{
    const Store::Account &account = m_account.account();
    m_health = healthIn(account);
    if (!isChanged)
        return waitAtStart(m_health, account.nextAttemptAtMs, m_context.clock.nowMs(),
                           m_context.settings.retry);
    m_health.failures = m_health.authFailures = 0;
    return 0ms;
}

AccountOutcomes::milliseconds AccountOutcomes::sinceFirstPass() const
{
    return milliseconds(m_context.clock.nowMs() - m_goodSinceMs);
}

QCoro::Task<void> AccountOutcomes::noteSuccess(Events::PassResult result)
{
    if (m_health.failures > 0)
        qCInfo(logSync).noquote() << "account=" << m_account.id() << "synchronises again after"
                                  << m_health.failures << "failures";
    m_storageFailures = 0;
    const Health healthy;
    co_await save(healthy, 0, true, std::nullopt);
    m_report.passDone(result);
}

QCoro::Task<std::optional<AccountOutcomes::milliseconds>> AccountOutcomes::noteFailure(Error error)
{
    const qint64 nowMs = m_context.clock.nowMs();
    const RetryPolicy &policy = m_context.settings.retry;
    const Verdict verdict = afterFailure(m_health, error, nowMs, policy);
    logFailure(verdict.health);
    noteLife(nowMs);
    std::optional<milliseconds> wait = verdict.retryAfter;
    if (wait)
        wait = std::max(*wait, waitAfterShortLife(m_shortLived, policy));
    const qint64 nextAttemptAtMs = wait ? nowMs + wait->count() : 0;
    const Store::Event failed =
        Events::syncFailed(m_account.about(), error.message, verdict.health.errorCode);
    co_await save(verdict.health, nextAttemptAtMs, false, failed);
    co_return wait;
}

// A connection without a successful pass does not count.
void AccountOutcomes::noteLife(qint64 nowMs)
{
    if (m_goodSinceMs == 0)
        return;
    const milliseconds lived(nowMs - m_goodSinceMs);
    const bool isShort = lived.count() >= 0 && lived < shortLife; // below: clock set back
    m_shortLived = isShort ? m_shortLived + 1 : 0;
}

// Logs a failure when it begins or changes and when it becomes an error; repetitions only for debugging.
void AccountOutcomes::logFailure(const Health &health) const
{
    const bool isKnown =
        health.errorCode == m_health.errorCode && health.isError == m_health.isError;
    if (isKnown)
        qCDebug(logSync).noquote()
            << "account=" << m_account.id() << health.errorCode << health.errorMessage;
    else
        qCInfo(logSync).noquote() << "account=" << m_account.id()
                                  << (health.isError ? "error" : "first failure")
                                  << health.errorCode << health.errorMessage;
}

AccountOutcomes::milliseconds AccountOutcomes::noteStorageFailure(const Error &error)
{
    const int before = m_storageFailures++;
    if (before == 0)
        qCWarning(logSync).noquote()
            << "account=" << m_account.id() << "waits for the database:" << error.message;
    if (error.code == Error::Code::StorageFull) {
        const QByteArray code = errorCodeOf(error.code);
        m_report.send(Events::syncFailed(m_account.about(), error.message, code));
        Health full;
        full.isError = true;
        full.errorCode = code;
        full.errorMessage = error.message;
        m_report.showUnstored(toStore(full, 0));
    }
    return waitForStorage(before);
}

QCoro::Task<Result<void>> AccountOutcomes::store(Store::AccountHealth health, bool isSynced)
{
    const Store::AccountHealth before = m_account.health();
    const Events::About about = m_account.about();
    const qint64 id = m_account.id();
    auto write = [=](Store::Session &session) -> Result<void> {
        Store::Transaction transaction(session);
        Result<void> done =
            health != before ? Store::noteAccountHealth(session, id, health) : Result<void>();
        if (done && isSynced)
            done = Store::setAccountSynced(session, id, session.now());
        RETURN_IF_ERROR(done);
        if (health.status != before.status)
            transaction.publish(Events::accountStatusChanged(about, health.status));
        return transaction.commit();
    };
    Result<void> stored = co_await m_context.database.writing(std::move(write));
    co_return stored;
}

// The event `failed` is sent after the state is stored, and not at all if the account was deleted or
// disabled meanwhile, because it is about to be stopped then.
QCoro::Task<void> AccountOutcomes::save(Health health, qint64 nextAttemptAtMs, bool isSynced,
                                        std::optional<Store::Event> failed)
{
    m_health = health;
    const Store::AccountHealth now = toStore(health, nextAttemptAtMs);
    const Store::AccountHealth before = m_account.health();
    const Events::About about = m_account.about();
    const Result<void> stored = co_await store(now, isSynced);
    if (!stored && stored.error().code == Error::Code::NotFound) {
        m_account.setGone();
        co_return;
    }
    if (failed)
        m_report.send(*failed);
    if (!stored) {
        qCWarning(logSync).noquote() << "account=" << m_account.id() << stored.error().message;
        m_report.showUnstored(now);
        co_return;
    }
    m_account.setHealth(now);
    const bool wasShown = m_report.endUnstored();
    if (wasShown || isShownOtherwise(before, now))
        m_report.healthChanged(about, now);
}

} // namespace Sync
