// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/newsapplier.h"

#include "sync/arrivalfetcher.h"
#include "sync/changeapplier.h"
#include "sync/foldercursor.h"
#include "sync/mailboxreader.h"
#include "sync/openfolder.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace Sync {

namespace {

/// Whether the news contain all changes, each with a uid, and no removals.
bool namesAll(const Imap::MailboxNews &news)
{
    const bool hasUids =
        std::ranges::all_of(news.changed, [](const auto &mail) { return mail.uid != 0; });
    return hasUids && !news.overflow && news.expunged.isEmpty() && news.vanished.isEmpty();
}

} // namespace

QCoro::Task<Result<bool>> NewsApplier::apply()
{
    const Imap::MailboxNews news = m_open.takeNews();
    const bool saysWhat = news.exists || !news.changed.isEmpty();
    if (!saysWhat || !namesAll(news))
        co_return false;
    const Result<bool> areKnown = co_await applyFlags(news.changed);
    CO_RETURN_IF_ERROR(areKnown);
    if (!*areKnown)
        co_return false;
    if (!news.exists)
        co_return true;
    const Result<void> fetched = co_await fetchNew();
    CO_RETURN_IF_ERROR(fetched);
    co_return true;
}

// False: flags of a mail that was left out or deleted here.
QCoro::Task<Result<bool>> NewsApplier::applyFlags(QList<Imap::FetchedMessage> changed)
{
    const Result<QList<quint32>> unknown = co_await m_applier.applyFlags(flagsOf(changed));
    CO_RETURN_IF_ERROR(unknown);
    const quint32 uidNext = m_cursor.folder().uidNext;
    co_return std::ranges::none_of(*unknown, [uidNext](quint32 uid) { return uid < uidNext; });
}

// EXISTS can come before the mail can be fetched, so this checks again after longer and longer pauses.
QCoro::Task<Result<void>> NewsApplier::fetchNew()
{
    const quint32 before = m_cursor.folder().uidNext;
    const std::chrono::milliseconds longest = 10 * m_firstPause;
    for (auto wait = 0ms; wait < longest; wait = wait * 2 + m_firstPause) {
        const Result<void> waited = co_await pause(wait);
        CO_RETURN_IF_ERROR(waited);
        const Result<void> fetched = co_await m_arrivals.fetchUnchecked();
        if (!fetched || m_cursor.folder().uidNext > before)
            co_return fetched;
    }
    m_open.setStale(true);
    co_return {};
}

// Sends NOOP after the pause, with which servers report what came meanwhile.
QCoro::Task<Result<void>> NewsApplier::pause(std::chrono::milliseconds time)
{
    if (time == 0ms)
        co_return {};
    Async::Completion<bool> pause;
    pause.finishAfter(time, &m_session, true);
    co_await pause;
    Result<void> answered = co_await m_session.noop();
    co_return answered;
}

} // namespace Sync
