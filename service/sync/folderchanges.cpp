// SPDX-License-Identifier: GPL-3.0-or-later
// The part of FolderSync that takes what changed as the server tells it.
#include "parsing/listing.h"
#include "store/db/transaction.h"
#include "sync/foldersync.h"
#include "sync/log.h"
#include "sync/sorting.h"

#include <algorithm>

using namespace std::chrono_literals;

namespace Sync {

namespace {

constexpr int goneBatch = 200;        ///< a transaction of some 100 ms where all of them were moved
constexpr qsizetype flagBatch = 500;  ///< a transaction of some 50 ms
constexpr qsizetype mostSpans = 1000; ///< more holes than that are cheaper compared as a whole

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

/** What we have of the uids that the server named. */
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

/// Whether the news name everything that changed, by what lasts.
bool namesAll(const Imap::MailboxNews &news)
{
    const bool hasUids =
        std::ranges::all_of(news.changed, [](const auto &mail) { return mail.uid != 0; });
    return hasUids && !news.overflow && news.expunged.isEmpty() && news.vanished.isEmpty();
}

} // namespace

/**
 * Everything since the last look, without looking at all of it. False: the mails that we know of
 * are not as many as the server counts, so only a whole comparison can tell what it has.
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
    // Where every mail is accounted for, there is none below UIDNEXT that we have not seen.
    m_folder.uidNext = std::max({ m_folder.uidNext, above, sum.isAll ? mailbox.uidNext : 0 });
    m_folder.highestModSeq = mailbox.highestModSeq;
    const Result<void> saved = co_await save();
    CO_RETURN_IF_ERROR(saved);
    co_return true;
}

// Takes over flags. Answers the uids that the server showed and that may not be here, newest first.
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
    if (mailbox.uidNext != 0) // what came since it was counted is news
        shown->removeIf([&mailbox](quint32 uid) { return uid >= mailbox.uidNext; });
    std::ranges::sort(*shown, std::greater());
    shown->erase(std::unique(shown->begin(), shown->end()), shown->end());
    co_return *shown;
}

/// Whether the server has no mails but those that we know of.
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

// Uids that we have not looked at yet, newest first.
QCoro::Task<Result<QList<quint32>>> FolderSync::uidsAbove(quint32 uidNext)
{
    auto uids = std::make_shared<QList<quint32>>();
    const quint32 from = std::max<quint32>(uidNext, 1);
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::range(from, Imap::UidSet::Star);
    auto sink = [uids, from](Imap::FetchedMessage &&message) {
        if (message.uid >= from) // n:* names the last mail even where n is above it
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

// Answers uids that are at the server and not here.
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

// What of these the account wants at all, by its syncMode; the order stays.
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

// Mails that are at the server and not here, newest first: new ones with their texts, old ones as
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
    if (isMissing) { // of a mail that we left out, or deleted
        Result<void> done = co_await lookAgain();
        co_return done;
    }
    if (!news.exists)
        co_return {};
    // EXISTS can come before the mail can be fetched: look again, a little later each time.
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
