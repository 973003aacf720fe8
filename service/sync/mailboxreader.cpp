// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/mailboxreader.h"

#include "parsing/listing.h"
#include "sync/foldercursor.h"
#include "sync/openfolder.h"
#include "sync/plan.h"
#include "sync/sorting.h"

#include <algorithm>

namespace Sync {

namespace {

constexpr quint32 mostReserved = 100'000; ///< mails, before they arrive

} // namespace

QList<Store::ServerFlags> flagsOf(const QList<Imap::FetchedMessage> &messages)
{
    QList<Store::ServerFlags> flags;
    for (const Imap::FetchedMessage &message : messages) {
        if (message.uid != 0 && message.flags)
            flags.append({ message.uid, Parsing::serverFlags(*message.flags) });
    }
    return flags;
}

QCoro::Task<Result<QList<Store::ServerFlags>>> MailboxReader::all()
{
    auto state = std::make_shared<QList<Store::ServerFlags>>();
    if (m_open.exists() == 0)
        co_return *state;
    state->reserve(std::min(m_open.exists(), mostReserved)); // the server's count may be wrong
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::range(1, Imap::UidSet::Star);
    request.flags = true;
    auto sink = [state](Imap::FetchedMessage &&message) {
        if (message.flags)
            state->append({ message.uid, Parsing::serverFlags(*message.flags) });
    };
    const Result<void> fetched = co_await m_session.fetch(std::move(request), std::move(sink));
    CO_RETURN_IF_ERROR(fetched);
    // A repeated uid counts once, so that it does not hide a missing one.
    auto sort = [state] {
        sortUnique(*state);
        return std::move(*state);
    };
    const qsizetype count = state->size();
    QList<Store::ServerFlags> sorted =
        co_await onPoolIfMany(&m_context.pool, count, std::move(sort));
    co_return sorted;
}

QCoro::Task<Result<QList<Store::ServerFlags>>> MailboxReader::changedSince(quint64 modSeq)
{
    auto changed = std::make_shared<QList<Store::ServerFlags>>();
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::range(1, Imap::UidSet::Star);
    request.flags = true;
    request.changedSince = modSeq;
    auto sink = [changed](Imap::FetchedMessage &&message) {
        if (message.flags)
            changed->append({ message.uid, Parsing::serverFlags(*message.flags) });
    };
    const Result<void> fetched = co_await m_session.fetch(std::move(request), std::move(sink));
    CO_RETURN_IF_ERROR(fetched);
    co_return *changed;
}

QCoro::Task<Result<FlagsNow>> MailboxReader::flagsNow(QList<quint32> uids)
{
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::fromUids(uids);
    request.flags = true;
    request.modSeq = m_open.modSeq() != 0;
    auto now = std::make_shared<FlagsNow>();
    auto sink = [now](Imap::FetchedMessage &&message) {
        if (!message.flags)
            return;
        now->flags.append({ message.uid, Parsing::serverFlags(*message.flags) });
        now->modSeq = std::max(now->modSeq, message.modSeq.value_or(0));
    };
    const Result<void> fetched = co_await m_session.fetch(std::move(request), std::move(sink));
    CO_RETURN_IF_ERROR(fetched);
    sortUnique(now->flags);
    co_return *now;
}

QCoro::Task<Result<QList<quint32>>> MailboxReader::uncheckedUids()
{
    auto uids = std::make_shared<QList<quint32>>();
    const quint32 from = std::max<quint32>(m_cursor.folder().uidNext, 1);
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::range(from, Imap::UidSet::Star);
    auto sink = [uids, from](Imap::FetchedMessage &&message) {
        if (message.uid >= from) // n:* includes the last mail even if n is above it
            uids->append(message.uid);
    };
    const Result<void> fetched = co_await m_session.fetch(std::move(request), std::move(sink));
    CO_RETURN_IF_ERROR(fetched);
    auto sort = [uids] {
        std::ranges::sort(*uids, std::greater());
        return std::move(*uids);
    };
    const qsizetype count = uids->size();
    QList<quint32> sorted = co_await onPoolIfMany(&m_context.pool, count, std::move(sort));
    co_return sorted;
}

QCoro::Task<Result<QList<quint32>>> MailboxReader::included(QList<quint32> uids)
{
    const QByteArray criteria = Parsing::wantedCriteria(m_cursor.account(), m_context.clock.now());
    if (uids.isEmpty() || criteria.isEmpty())
        co_return uids;
    const Result<Imap::SearchResult> found = co_await m_session.uidSearch(criteria);
    CO_RETURN_IF_ERROR(found);
    uids.removeIf([&found](quint32 uid) { return !found->uids.contains(uid); });
    co_return uids;
}

} // namespace Sync
