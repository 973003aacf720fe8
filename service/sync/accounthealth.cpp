// SPDX-License-Identifier: GPL-3.0-or-later
// The part of AccountSync that stores the results of its attempts.
#include "events/accountevents.h"
#include "store/db/transaction.h"
#include "sync/accountsync.h"
#include "sync/log.h"

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Sync {

namespace {

/// A connection that ended within this time after its first pass was probably closed by the server.
constexpr auto shortLife = 60s;

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

bool looksOther(const Store::AccountHealth &before, const Store::AccountHealth &now)
{
    return std::tie(before.status, before.errorCode, before.errorMessage)
        != std::tie(now.status, now.errorCode, now.errorMessage);
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
    if (m_health.failures > 0)
        qCInfo(logSync).noquote() << "account=" << m_accountId << "synchronises again after"
                                  << m_health.failures << "failures";
    m_storageFailures = 0;
    const Health healthy;
    co_await saveHealth(healthy, 0, true);
    m_context.observer.happened(Events::mailSynced(about(), result));
    m_context.observer.happened(Events::syncDone(about(), result));
    if (result.newCount > 0 || result.updatedCount > 0)
        m_context.observer.happened(Events::statsUpdated(about()));
}

// A failure of the database is not the mail server's fault, so the account's Health does not change.
QCoro::Task<void> AccountSync::awaitStorage(Error error)
{
    const int before = m_storageFailures++;
    if (before == 0)
        qCWarning(logSync).noquote()
            << "account=" << m_accountId << "waits for the database:" << error.message;
    if (error.code == Error::Code::StorageFull) {
        const QByteArray code = errorCodeOf(error.code);
        m_context.observer.happened(Events::syncFailed(about(), error.message, code));
        Health full;
        full.isError = true;
        full.errorCode = code;
        full.errorMessage = error.message;
        showUnstored(toStore(full, 0));
    }
    setMode(Mode::Stopped);
    m_waitsForStorage = true;
    const auto time = jittered(waitForStorage(before));
    co_await pause(time);
    m_waitsForStorage = false;
}

QCoro::Task<std::optional<std::chrono::milliseconds>> AccountSync::noteFailure(Error error)
{
    const qint64 nowMs = m_context.clock.nowMs();
    const Verdict verdict = afterFailure(m_health, error, nowMs, m_context.settings.retry);
    logFailure(verdict.health);
    std::optional<std::chrono::milliseconds> wait = verdict.retryAfter;
    if (m_goodSinceMs != 0) {
        const std::chrono::milliseconds lived(nowMs - m_goodSinceMs);
        const bool isShort = lived.count() >= 0 && lived < shortLife; // below: clock set back
        m_shortLived = isShort ? m_shortLived + 1 : 0;
    }
    if (wait)
        wait = std::max(*wait, waitAfterShortLife(m_shortLived, m_context.settings.retry));
    const qint64 nextAttemptAtMs = wait ? nowMs + wait->count() : 0;
    const Store::Event failed =
        Events::syncFailed(about(), error.message, verdict.health.errorCode);
    co_await saveHealth(verdict.health, nextAttemptAtMs, false, failed);
    co_return wait;
}

// Logs a failure when it begins or changes and when it becomes an error; repetitions only for debugging.
void AccountSync::logFailure(const Health &health) const
{
    const bool isKnown =
        health.errorCode == m_health.errorCode && health.isError == m_health.isError;
    if (isKnown)
        qCDebug(logSync).noquote()
            << "account=" << m_accountId << health.errorCode << health.errorMessage;
    else
        qCInfo(logSync).noquote() << "account=" << m_accountId
                                  << (health.isError ? "error" : "first failure")
                                  << health.errorCode << health.errorMessage;
}

QCoro::Task<void> AccountSync::saveHealth(Health health, qint64 nextAttemptAtMs, bool isSynced,
                                          std::optional<Store::Event> failed)
{
    m_health = health;
    const Store::AccountHealth stored = toStore(health, nextAttemptAtMs);
    const Store::AccountHealth before = m_stored;
    const Events::About who = about();
    const qint64 id = m_accountId;
    auto save = [=](Store::Session &session) -> Result<void> {
        Store::Transaction transaction(session);
        Result<void> done =
            stored != before ? Store::noteAccountHealth(session, id, stored) : Result<void>();
        if (done && isSynced)
            done = Store::setAccountSynced(session, id, session.now());
        RETURN_IF_ERROR(done);
        if (stored.status != before.status)
            transaction.publish(Events::accountStatusChanged(who, stored.status));
        return transaction.commit();
    };
    const Result<void> saved = co_await m_context.database.writing(std::move(save));
    if (!saved) {
        // The account was deleted or disabled meanwhile, and is about to be stopped. No event is sent.
        m_isGone = saved.error().code == Error::Code::NotFound;
        if (!m_isGone) {
            qCWarning(logSync).noquote() << "account=" << m_accountId << saved.error().message;
            if (failed)
                m_context.observer.happened(*failed);
            showUnstored(stored);
        }
        co_return;
    }
    m_stored = stored;
    if (failed)
        m_context.observer.happened(*failed);
    const bool wasShown = m_runtime.trouble.has_value();
    setTrouble(std::nullopt);
    if (wasShown || looksOther(before, stored))
        m_context.observer.happened(
            Events::accountHealth(who, stored.status, stored.errorMessage, stored.errorCode));
}

// Shows users the account's error even if the database cannot store it, e.g. because the disk is full.
void AccountSync::showUnstored(const Store::AccountHealth &health)
{
    if (health.status != "error")
        return;
    setTrouble(Trouble{ health.errorCode, health.errorMessage });
    m_context.observer.happened(
        Events::accountHealth(about(), health.status, health.errorMessage, health.errorCode));
}

void AccountSync::setTrouble(std::optional<Trouble> trouble)
{
    if (m_runtime.trouble == trouble)
        return;
    m_runtime.trouble = std::move(trouble);
    m_context.observer.runtimeChanged(m_accountId, m_runtime);
}

} // namespace Sync
