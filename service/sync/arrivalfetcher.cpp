// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/arrivalfetcher.h"

#include "sync/foldercursor.h"
#include "sync/mailboxreader.h"
#include "sync/maillister.h"
#include "sync/newmailfetcher.h"
#include "sync/openfolder.h"
#include "sync/unreadablemails.h"

#include <algorithm>

namespace Sync {

QCoro::Task<Result<void>> ArrivalFetcher::fetch(QList<quint32> uids)
{
    uids.removeIf([this](quint32 uid) { return m_unreadable.contains(uid); });
    const Result<QList<quint32>> wanted = co_await m_reader.included(std::move(uids));
    CO_RETURN_IF_ERROR(wanted);
    const auto firstOld =
        std::ranges::find_if(*wanted, [this](quint32 uid) { return !m_cursor.isNewsUid(uid); });
    const qsizetype news = firstOld - wanted->begin();
    const Result<void> taken = co_await m_newMails.fetch(wanted->first(news));
    CO_RETURN_IF_ERROR(taken);
    Result<void> listed = co_await m_lister.list(wanted->sliced(news));
    co_return listed;
}

QCoro::Task<Result<void>> ArrivalFetcher::fetchUnchecked()
{
    const Result<QList<quint32>> uids = co_await m_reader.uncheckedUids();
    CO_RETURN_IF_ERROR(uids);
    if (uids->isEmpty())
        co_return {};
    const Result<QList<quint32>> wanted = co_await m_reader.included(*uids);
    CO_RETURN_IF_ERROR(wanted);
    const Result<void> taken = co_await m_newMails.fetch(*wanted);
    CO_RETURN_IF_ERROR(taken);
    Result<void> advanced = co_await m_cursor.advanceTo(uids->first() + 1);
    co_return advanced;
}

QCoro::Task<Result<void>> ArrivalFetcher::checkForNews()
{
    const Imap::MailboxNews news = m_open.takeNews();
    m_open.setStale(m_open.isStale() || news.saysMoreThanCount());
    if (!news.exists)
        co_return {};
    Result<void> fetched = co_await fetchUnchecked();
    co_return fetched;
}

} // namespace Sync
