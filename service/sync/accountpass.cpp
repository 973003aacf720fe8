// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountpass.h"

#include "sync/accountsettle.h"
#include "sync/log.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Sync {

namespace {

constexpr int mostRepeats = 3; ///< of a pass during which folders were renamed

} // namespace

QCoro::Task<Result<void>> AccountPass::run(Wake why)
{
    Result<void> synced = co_await runOnce(why);
    for (int i = 0; i < mostRepeats && m_folders.hasUnexpected() && m_session.isOpen(); ++i) {
        Result<void> repeated = co_await runOnce(Wake::Asked);
        synced = std::move(repeated);
    }
    co_return synced;
}

QCoro::Task<Result<void>> AccountPass::runOnce(Wake why)
{
    const qint64 begunMs = m_context.clock.nowMs();
    const bool isFull = why != Wake::News || m_folders.openPath().isEmpty();
    if (isFull) {
        const Result<void> surveyed = co_await m_folders.survey(m_lastFullMs == 0);
        CO_RETURN_IF_ERROR(surveyed);
        m_refused.clear();
    }
    const Result<void> visited = co_await visitAll(pathsFor(why), isFull, why);
    CO_RETURN_IF_ERROR(visited);
    if (isFull) {
        const Result<void> finished = co_await finishFull(begunMs);
        CO_RETURN_IF_ERROR(finished);
    }
    Result<void> stored = co_await m_handler.storeChanges();
    co_return stored;
}

// The folders to visit, in this order.
QStringList AccountPass::pathsFor(Wake why) const
{
    if (why == Wake::News && !m_folders.openPath().isEmpty())
        return { m_folders.openPath() };
    // The inbox is last, so that it stays open for IDLE.
    const QHash<QString, QByteArray> &roles = m_folders.roles();
    QStringList paths = roles.keys();
    std::ranges::sort(paths, [&roles](const QString &a, const QString &b) {
        return std::pair(roles.value(a) == "inbox", a) < std::pair(roles.value(b) == "inbox", b);
    });
    // In the first pass of a connection the inbox is visited first too, because users wait for it.
    if (m_lastFullMs == 0 && paths.size() > 1)
        paths.prepend(paths.last());
    return paths;
}

QCoro::Task<Result<void>> AccountPass::visitAll(QStringList paths, bool isFull, Wake why)
{
    qint64 inboxSeenMs = m_context.clock.nowMs();
    for (const QString &path : std::as_const(paths)) {
        if (isFull && path != paths.constLast() && m_folders.isUnchanged(path, why))
            continue;
        const Result<void> visited = co_await visit(path, why);
        CO_RETURN_IF_ERROR(visited);
        const Result<void> served = co_await serveBetween(&inboxSeenMs);
        CO_RETURN_IF_ERROR(served);
    }
    co_return {};
}

QCoro::Task<Result<void>> AccountPass::visit(QString path, Wake why)
{
    if (m_folders.openPath() != path) {
        Result<void> entered = co_await enter(path);
        co_return entered;
    }
    if (why == Wake::News) {
        Result<void> caughtUp = co_await m_folders.catchUp(path);
        co_return caughtUp;
    }
    Result<void> synced = co_await m_folders.syncAgain(path);
    m_meter.end();
    if (synced)
        m_folders.noteVisit(path);
    co_return synced;
}

QCoro::Task<Result<void>> AccountPass::enter(QString path)
{
    Result<void> entered = co_await m_folders.enter(path);
    m_meter.end();
    if (entered) {
        m_folders.noteVisit(path);
        co_return entered;
    }
    if (!m_folders.folder(path)->isRefused() || !canDoWithout(path))
        co_return entered;
    if (!m_folders.wasRefused(path))
        qCWarning(logSync).noquote() << "account=" << m_account.id() << "folder" << path
                                     << "is left out:" << entered.error().message;
    m_refused.insert(path);
    m_folders.forgetOpen();
    co_return {};
}

// One folder that the server does not open must not stop the others. The inbox is an exception, because
// users wait for it. The next pass opens the folder again: it may have been renamed at that moment.
bool AccountPass::canDoWithout(const QString &path) const
{
    const QHash<QString, QByteArray> &roles = m_folders.roles();
    return roles.value(path) != "inbox" && m_refused.size() + 1 < roles.size();
}

// Between two of many folders: fetches the bodies that users wait for, and checks the inbox.
QCoro::Task<Result<void>> AccountPass::serveBetween(qint64 *inboxSeenMs)
{
    const Result<void> served = co_await m_handler.serveBodies();
    CO_RETURN_IF_ERROR(served);
    const std::chrono::milliseconds since(m_context.clock.nowMs() - *inboxSeenMs);
    const QString inbox = u"INBOX"_s;
    const bool isDue =
        since >= m_context.settings.pollInterval && m_folders.roles().contains(inbox);
    if (!isDue || m_isStopping() || m_refused.contains(inbox))
        co_return {};
    *inboxSeenMs = m_context.clock.nowMs();
    Result<void> synced = co_await visit(inbox, Wake::Elapsed);
    co_return synced;
}

QCoro::Task<Result<void>> AccountPass::finishFull(qint64 begunMs)
{
    const Result<void> noted = co_await m_folders.noteRefused(m_refused.values());
    CO_RETURN_IF_ERROR(noted);
    const Result<void> settled = co_await settleMoved(&m_context.database, m_account.account());
    CO_RETURN_IF_ERROR(settled);
    m_lastFullMs = begunMs;
    m_requests.trust();
    m_requests.requestStoring(); // an earlier run or connection may have left some
    co_return {};
}

} // namespace Sync
