// SPDX-License-Identifier: GPL-3.0-or-later
// The part of AccountSync that waits for changes and for the next pass, and that serves requests of users.
#include "store/mail/pendingflagchanges.h"
#include "sync/accountsync.h"
#include "sync/log.h"

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr auto bodyTimeout = 10s;
constexpr qint64 soonMs = 1000; ///< a server that ends IDLE within this time cannot do it

} // namespace

bool AccountSync::canIdle() const
{
    return m_session->capabilities().has("IDLE") && !m_idleRefused;
}

QCoro::Task<Result<AccountSync::Wake>> AccountSync::waitForChange()
{
    const auto open = m_folders.find(m_open);
    if (open != m_folders.end() && open->second->isStale())
        co_return Wake::Elapsed;
    if (!m_bodyRequests.isEmpty() || m_isAsked || m_hasChangesToStore)
        co_return Wake::Asked;
    if (canIdle()) {
        setMode(Mode::Idle);
        Result<Wake> why = co_await waitIdling();
        if (!m_idleRefused)
            co_return why;
        qCInfo(logSync).noquote() << "account=" << m_accountId
                                  << "is polled, because the server refuses IDLE";
    }
    setMode(Mode::Polling);
    Wake why = co_await pause(m_context.settings.pollInterval);
    co_return why;
}

QCoro::Task<Result<AccountSync::Wake>> AccountSync::waitIdling()
{
    const Settings &settings = m_context.settings;
    // IDLE reports nothing of folders that are not open or do not exist yet, and other accounts may wait for
    // this place: then a pass is due earlier.
    const bool isShort = m_account.folders.size() > 1 || m_place->isWanted();
    const auto every = isShort ? settings.pollInterval : settings.idleCheck;
    for (;;) {
        const qint64 sinceMs = m_context.clock.nowMs() - m_lastFullMs;
        const auto left = every - std::chrono::milliseconds(sinceMs);
        const bool isSetBack = sinceMs < 0; // the clock was set back
        if (left <= 0ms || isSetBack)
            co_return Wake::Elapsed;
        const auto time = std::min<std::chrono::milliseconds>(left, settings.idleRenew);
        const qint64 begunMs = m_context.clock.nowMs();
        const Result<Imap::IdleEnd> end = co_await m_session->idle(time);
        const qint64 tookMs = m_context.clock.nowMs() - begunMs;
        const bool isSoon = tookMs >= 0 && tookMs < soonMs;
        if (!end) {
            m_idleRefused = m_session->isOpen();
            co_return end.error();
        }
        if (*end == Imap::IdleEnd::Ended && isSoon) {
            m_idleRefused = true;
            co_return Wake::Elapsed;
        }
        if (*end == Imap::IdleEnd::News)
            co_return Wake::News;
        if (*end == Imap::IdleEnd::Woken)
            co_return Wake::Asked;
    }
}

QCoro::Task<AccountSync::Wake> AccountSync::pause(std::chrono::milliseconds time)
{
    if (m_isStopping || m_isAsked || (m_hasChangesToStore && m_session))
        co_return Wake::Asked;
    Async::Completion<Wake> paused;
    m_pause = paused;
    constexpr auto longest = std::chrono::hours(24 * 20); // the limit of a timer
    if (time < longest)
        paused.finishAfter(time, this, Wake::Elapsed);
    Wake why = co_await paused;
    m_pause.reset();
    co_return why;
}

QCoro::Task<Result<void>> AccountSync::fetchText(qint64 folderId, Store::BodyWanted mail)
{
    // The account waits for its next attempt. A user's request for a text does not make it earlier.
    if (m_pause && !m_session)
        co_return Error{ Error::Code::Unreachable,
                         u"The account is not connected: %1"_s.arg(m_health.errorMessage) };
    BodyRequest wish{ folderId, mail, {} };
    wish.done.finishAfter(
        bodyTimeout, this,
        Error{ Error::Code::Timeout, u"The mail server did not send the mail in time."_s });
    m_bodyRequests.append(wish);
    wake(Wake::Asked);
    Result<void> done = co_await wish.done;
    co_return done;
}

// Fetches the texts that users wait for, from all folders.
QCoro::Task<Result<void>> AccountSync::serveBodyRequests()
{
    while (!m_bodyRequests.isEmpty()) {
        const qint64 folderId = m_bodyRequests.first().folderId;
        const auto home = std::ranges::find_if(m_folders, [folderId](const auto &entry) {
            return entry.second->folder().id == folderId;
        });
        if (home == m_folders.end()) {
            const BodyRequest lost = m_bodyRequests.takeFirst();
            lost.done.finish(Error{ Error::Code::NotFound, u"The mail's folder is not open."_s });
            continue;
        }
        if (m_open != home->first) {
            const Result<void> entered = co_await enter(home->first);
            CO_RETURN_IF_ERROR(entered);
        }
        const Result<void> granted = co_await home->second->serveBodyRequests();
        CO_RETURN_IF_ERROR(granted);
    }
    co_return {};
}

// Stores the changes of users at the server, folder by folder.
QCoro::Task<Result<void>> AccountSync::storeChangesOfFolders()
{
    if (!std::exchange(m_hasChangesToStore, false))
        co_return {};
    const qint64 account = m_accountId;
    auto find = [account](Store::Session &session) {
        return Store::foldersWithChanges(session, account);
    };
    const Result<QList<qint64>> folders = co_await m_context.database.reading(std::move(find));
    CO_RETURN_IF_ERROR(folders);
    const QString before = m_open;
    for (const qint64 folder : *folders) {
        const Result<void> stored = co_await storeChangesOf(folder);
        CO_RETURN_IF_ERROR(stored);
    }
    const auto home = m_folders.find(before);
    if (m_open == before || home == m_folders.end())
        co_return {};
    Result<void> entered = co_await enter(before); // the folder for IDLE
    co_return entered;
}

QCoro::Task<Result<void>> AccountSync::storeChangesOf(qint64 folderId)
{
    const auto home = std::ranges::find_if(
        m_folders, [folderId](const auto &entry) { return entry.second->folder().id == folderId; });
    if (home == m_folders.end()) // the account does not have it any more
        co_return {};
    const QString path = home->first;
    m_open = path;
    Result<void> stored = co_await home->second->storeChanges();
    noteUidValidity(path);
    co_return stored;
}

} // namespace Sync
