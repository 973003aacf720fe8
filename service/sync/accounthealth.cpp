// SPDX-License-Identifier: GPL-3.0-or-later
// The part of AccountSync that remembers how it went.
#include "events/accountevents.h"
#include "store/transaction.h"
#include "sync/accountsync.h"
#include "sync/log.h"

using namespace Qt::StringLiterals;

namespace Sync {

namespace {

Store::AccountHealth storedHealth(const Health &health, qint64 nextAttemptAtMs)
{
    return { health.isError ? "error"_ba : "active"_ba,
             health.errorCode,
             health.errorMessage,
             health.failures,
             health.failingSinceMs,
             health.authFailures,
             health.authFailingSinceMs,
             nextAttemptAtMs };
}

} // namespace

qint64 AccountSync::sum(qint64 (FolderSync::*count)() const) const
{
    qint64 total = 0;
    for (const auto &[path, folder] : m_folders)
        total += (folder.get()->*count)();
    return total;
}

QCoro::Task<void> AccountSync::noteSuccess(qint64 startedAtMs)
{
    const Events::PassResult result{ sum(&FolderSync::newCount), sum(&FolderSync::updatedCount),
                                     m_context.clock.nowMs() - startedAtMs };
    for (const auto &[path, folder] : m_folders)
        folder->resetCounts();
    const Health healthy;
    const Result<void> saved = co_await saveHealth(healthy, true);
    if (!saved)
        qCWarning(logSync).noquote() << "account=" << m_accountId << saved.error().message;
    m_context.observer.happened(Events::mailSynced(about(), result));
    m_context.observer.happened(Events::syncDone(about(), result));
    if (result.newCount > 0 || result.updatedCount > 0)
        m_context.observer.happened(Events::statsUpdated(about()));
}

QCoro::Task<std::optional<std::chrono::milliseconds>> AccountSync::noteFailure(Error error)
{
    const qint64 nowMs = m_context.clock.nowMs();
    Verdict verdict = afterFailure(m_health, error, nowMs, m_context.settings.retry);
    qCInfo(logSync).noquote() << "account=" << m_accountId << verdict.health.errorCode
                              << error.message;
    m_context.observer.happened(
        Events::syncFailed(about(), error.message, verdict.health.errorCode));
    const qint64 next = verdict.retryAfter ? nowMs + verdict.retryAfter->count() : 0;
    m_account.nextAttemptAtMs = next;
    const Result<void> saved = co_await saveHealth(verdict.health, false);
    if (!saved)
        qCWarning(logSync).noquote() << "account=" << m_accountId << saved.error().message;
    co_return verdict.retryAfter;
}

QCoro::Task<Result<void>> AccountSync::saveHealth(Health health, bool isSynced)
{
    const bool isOtherStatus = health.isError != m_health.isError;
    const bool isOther = health != m_health;
    m_health = health;
    // What happens once or twice is not shown: an active account has no error.
    Health shown = health;
    if (!health.isError) {
        shown.errorCode.clear();
        shown.errorMessage.clear();
    }
    const Store::AccountHealth stored = storedHealth(shown, m_account.nextAttemptAtMs);
    const Events::About who = about();
    const qint64 id = m_accountId;
    auto save = [=](Store::Session &session) -> Result<void> {
        Store::Transaction transaction(session);
        Result<void> done = isOther ? Store::setAccountHealth(session, id, stored) : Result<void>();
        if (done && isSynced)
            done = Store::setAccountSynced(session, id, session.now());
        if (!done)
            return done;
        if (isOtherStatus)
            transaction.publish(Events::accountStatusChanged(who, stored.status));
        return transaction.commit();
    };
    Result<void> saved = co_await m_context.database.writing(std::move(save));
    if (saved && isOther && (isOtherStatus || health.isError))
        m_context.observer.happened(
            Events::accountHealth(who, stored.status, stored.errorMessage, stored.errorCode));
    co_return saved;
}

} // namespace Sync
