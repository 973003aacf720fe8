// SPDX-License-Identifier: GPL-3.0-or-later
// The part of FolderSync that applies the changes that the server reports.
#include "parsing/listing.h"
#include "store/db/transaction.h"
#include "sync/foldersync.h"
#include "sync/log.h"
#include "sync/sorting.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr int goneBatch = 200;        ///< a transaction of some 100 ms if all of them were moved
constexpr qsizetype flagBatch = 500;  ///< a transaction of some 50 ms
constexpr qsizetype mostSpans = 1000; ///< with more ranges, a whole comparison is cheaper

QList<Store::UidSpan> spansOf(const Imap::UidSet &uids)
{
    QList<Store::UidSpan> spans;
    for (const Imap::UidRange &range : uids.ranges())
        spans.append({ range.first, range.last });
    return spans;
}

QList<Store::ServerFlags> flagsOf(const QList<Imap::FetchedMessage> &messages)
{
    QList<Store::ServerFlags> flags;
    for (const Imap::FetchedMessage &message : messages) {
        if (message.uid != 0 && message.flags)
            flags.append({ message.uid, Parsing::serverFlags(*message.flags) });
    }
    return flags;
}

/** Our stored mails among the uids that the server reported. */
struct Standing {
    qint64 held = 0;
    Store::HeldUids gone;
    Store::HeldUids shown;
};

Result<Standing> standing(Store::Session &session, const Store::Folder &folder,
                          const Imap::UidSet &vanished, const Imap::UidSet &shown)
{
    const Store::Snapshot snapshot(session);
    const Result<qint64> held = Store::heldCount(session, folder);
    const Result<Store::HeldUids> gone = Store::heldUids(session, folder.id, spansOf(vanished));
    const Result<Store::HeldUids> here = Store::heldUids(session, folder.id, spansOf(shown));
    RETURN_IF_ERROR(held);
    if (!gone || !here)
        return gone ? here.error() : gone.error();
    return Standing{ *held, *gone, *here };
}

QList<quint32> without(QList<quint32> uids, const QList<quint32> &others)
{
    const QSet<quint32> gone(others.begin(), others.end());
    uids.removeIf([&gone](quint32 uid) { return gone.contains(uid); });
    return uids;
}

/// Whether the news contain all changes, each with a uid, and no removals.
bool namesAll(const Imap::MailboxNews &news)
{
    const bool hasUids =
        std::ranges::all_of(news.changed, [](const auto &mail) { return mail.uid != 0; });
    return hasUids && !news.overflow && news.expunged.isEmpty() && news.vanished.isEmpty();
}

} // namespace

/**
 * Applies everything that changed since the last check, without a whole comparison. False: the number of
 * mails that we know differs from the server's count, so the whole folder has to be compared.
 */
QCoro::Task<Result<bool>> FolderSync::follow(Imap::Mailbox mailbox, Look look)
{
    const Result<QList<quint32>> shown = co_await takeChanged(mailbox, look);
    CO_RETURN_IF_ERROR(shown);
    const Imap::UidSet shownSet = Imap::UidSet::fromUids(*shown);
    if (mailbox.vanished.ranges().size() + shownSet.ranges().size() > mostSpans)
        co_return false;
    const auto folder = m_folder;
    auto find = [folder, shownSet, vanished = mailbox.vanished](Store::Session &session) {
        return standing(session, folder, vanished, shownSet);
    };
    const Result<Standing> known = co_await m_context.database.reading(std::move(find));
    CO_RETURN_IF_ERROR(known);
    const QList<quint32> gone = known->gone.mails + known->gone.buried;
    const QList<quint32> added = without(*shown, known->shown.mails + known->shown.buried);
    const Sum sum{ known->held, gone.size(), added.size(), knowsAll() };
    if (!addsUp(sum, mailbox.exists)) {
        qCInfo(logSync).noquote() << "account=" << m_account.id << "folder=" << m_folder.id
                                  << "is compared as a whole: the server counts" << mailbox.exists
                                  << "mails, here are" << sum.held - sum.gone + sum.added;
        co_return false;
    }
    const Result<void> applied = co_await applyGoneUids(gone);
    CO_RETURN_IF_ERROR(applied);
    const Result<void> brought = co_await bringIn(added);
    CO_RETURN_IF_ERROR(brought);
    const quint32 above = added.isEmpty() ? 0 : added.first() + 1;
    // If all mails are stored here and their number is right, every mail below UIDNEXT is known.
    m_folder.uidNext = std::max({ m_folder.uidNext, above, sum.isAll ? mailbox.uidNext : 0 });
    m_folder.highestModSeq = mailbox.highestModSeq;
    const Result<void> saved = co_await save();
    CO_RETURN_IF_ERROR(saved);
    co_return true;
}

// Applies changed flags. Returns the uids that the server reported and that may not be here, newest first.
QCoro::Task<Result<QList<quint32>>> FolderSync::takeChanged(Imap::Mailbox mailbox, Look look)
{
    QList<Store::ServerFlags> changed = flagsOf(mailbox.changed);
    if (look == Look::Flags && mailbox.highestModSeq != m_folder.highestModSeq) {
        Result<QList<Store::ServerFlags>> asked = co_await flagsSince(m_folder.highestModSeq);
        CO_RETURN_IF_ERROR(asked);
        changed = std::move(*asked);
    }
    Result<QList<quint32>> shown = co_await applyChanged(std::move(changed));
    CO_RETURN_IF_ERROR(shown);
    if (mailbox.uidNext == 0 || mailbox.uidNext > m_folder.uidNext) {
        const Result<QList<quint32>> above = co_await uidsAbove(m_folder.uidNext);
        CO_RETURN_IF_ERROR(above);
        shown->append(*above);
    }
    if (mailbox.uidNext != 0) // later mails are not in the count; they are news
        shown->removeIf([&mailbox](quint32 uid) { return uid >= mailbox.uidNext; });
    std::ranges::sort(*shown, std::greater());
    shown->erase(std::unique(shown->begin(), shown->end()), shown->end());
    co_return *shown;
}

/// Whether all mails of the server are to be here: syncMode excludes none, and none is unreadable.
bool FolderSync::knowsAll() const
{
    return m_account.syncMode == "all" && m_unreadable.isEmpty();
}

QCoro::Task<Result<QList<Store::ServerFlags>>> FolderSync::flagsSince(quint64 modSeq)
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

// The server's uids from `uidNext` on, which were not checked yet, newest first.
QCoro::Task<Result<QList<quint32>>> FolderSync::uidsAbove(quint32 uidNext)
{
    auto uids = std::make_shared<QList<quint32>>();
    const quint32 from = std::max<quint32>(uidNext, 1);
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

// Returns the uids that are at the server and not here.
QCoro::Task<Result<QList<quint32>>> FolderSync::applyChanged(QList<Store::ServerFlags> changed)
{
    const qsizetype count = changed.size();
    auto sort = [changed = std::move(changed)]() mutable {
        sortUnique(changed);
        return std::move(changed);
    };
    const QList<Store::ServerFlags> sorted =
        co_await onPoolIfMany(&m_context.pool, count, std::move(sort));
    QList<quint32> unknown;
    const auto account = m_account;
    const auto folder = m_folder;
    for (qsizetype at = 0; at < sorted.size(); at += flagBatch) {
        auto flag = [=, some = sorted.mid(at, flagBatch)](Store::Session &session) {
            return applyFlags(session, account, folder, some);
        };
        const Result<Applied> applied = co_await m_context.database.writingSoon(std::move(flag));
        CO_RETURN_IF_ERROR(applied);
        m_updated += applied->updated;
        unknown += applied->unknown;
    }
    co_return unknown;
}

QCoro::Task<Result<void>> FolderSync::applyGoneUids(QList<quint32> uids)
{
    const auto account = m_account;
    const auto folder = m_folder;
    const QList<QList<quint32>> batches = chunks(uids, goneBatch, goneBatch);
    for (const QList<quint32> &batch : batches) {
        auto bury = [=](Store::Session &session) {
            return applyGone(session, account, folder, batch);
        };
        const Result<Applied> applied = co_await m_context.database.writingSoon(std::move(bury));
        CO_RETURN_IF_ERROR(applied);
        m_updated += applied->updated;
    }
    co_return {};
}

// Those of the uids that the account's syncMode includes, in the same order.
QCoro::Task<Result<QList<quint32>>> FolderSync::wantedOf(QList<quint32> uids)
{
    const QByteArray criteria = Parsing::wantedCriteria(m_account, m_context.clock.now());
    if (uids.isEmpty() || criteria.isEmpty())
        co_return uids;
    const Result<Imap::SearchResult> found = co_await m_session.uidSearch(criteria);
    CO_RETURN_IF_ERROR(found);
    uids.removeIf([&found](quint32 uid) { return !found->uids.contains(uid); });
    co_return uids;
}

// Fetches mails that are at the server and not here, newest first: new mails with their texts, old mails as
// list rows.
QCoro::Task<Result<void>> FolderSync::bringIn(QList<quint32> uids)
{
    uids.removeIf([this](quint32 uid) { return m_unreadable.contains(uid); });
    const Result<QList<quint32>> wanted = co_await wantedOf(std::move(uids));
    CO_RETURN_IF_ERROR(wanted);
    const auto firstOld =
        std::ranges::find_if(*wanted, [this](quint32 uid) { return !isNewsUid(uid); });
    const qsizetype news = firstOld - wanted->begin();
    const Result<void> taken = co_await downloadNew(wanted->first(news));
    CO_RETURN_IF_ERROR(taken);
    Result<void> listed = co_await list(wanted->sliced(news));
    co_return listed;
}

QCoro::Task<Result<void>> FolderSync::catchUp()
{
    const Imap::MailboxNews news = m_session.takeNotifications();
    m_exists = news.exists.value_or(m_exists);
    const bool saysWhat = news.exists || !news.changed.isEmpty();
    if (!saysWhat || !namesAll(news)) {
        Result<void> done = co_await lookAgain();
        co_return done;
    }
    const Result<QList<quint32>> unknown = co_await applyChanged(flagsOf(news.changed));
    CO_RETURN_IF_ERROR(unknown);
    const bool isMissing =
        std::ranges::any_of(*unknown, [this](quint32 uid) { return uid < m_folder.uidNext; });
    if (isMissing) { // flags of a mail that was left out or deleted here
        Result<void> done = co_await lookAgain();
        co_return done;
    }
    if (!news.exists)
        co_return {};
    // EXISTS can come before the mail can be fetched, so this checks again after longer and longer pauses.
    const quint32 before = m_folder.uidNext;
    for (std::chrono::milliseconds wait = 0ms; wait < 1s; wait = wait * 2 + 100ms) {
        const Result<void> waited = co_await pauseAndStir(wait);
        CO_RETURN_IF_ERROR(waited);
        const Result<void> looked = co_await fetchAbove();
        if (!looked || m_folder.uidNext > before)
            co_return looked;
    }
    m_isStale = true;
    co_return {};
}

} // namespace Sync
