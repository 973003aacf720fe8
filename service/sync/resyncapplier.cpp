// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/resyncapplier.h"

#include "store/db/transaction.h"
#include "store/mail/resync.h"
#include "sync/arrivalfetcher.h"
#include "sync/changeapplier.h"
#include "sync/foldercursor.h"
#include "sync/log.h"
#include "sync/mailboxreader.h"
#include "sync/unreadablemails.h"

#include <QSet>

#include <algorithm>

namespace Sync {

namespace {

constexpr qsizetype mostSpans = 1000; ///< with more ranges, a whole comparison is cheaper

QList<Store::UidSpan> spansOf(const Imap::UidSet &uids)
{
    QList<Store::UidSpan> spans;
    for (const Imap::UidRange &range : uids.ranges())
        spans.append({ range.first, range.last });
    return spans;
}

/** Our stored mails among the uids that the server reported. */
struct Known {
    qint64 held = 0; ///< mails of the folder at the last check
    Store::HeldUids vanished;
    Store::HeldUids shown;
};

Result<Known> readKnown(Store::Session &session, const Store::Folder &folder,
                        const Imap::UidSet &vanished, const Imap::UidSet &shown)
{
    const Store::Snapshot snapshot(session);
    const Result<qint64> held = Store::heldCount(session, folder);
    RETURN_IF_ERROR(held);
    const Result<Store::HeldUids> gone = Store::heldUids(session, folder.id, spansOf(vanished));
    RETURN_IF_ERROR(gone);
    const Result<Store::HeldUids> here = Store::heldUids(session, folder.id, spansOf(shown));
    RETURN_IF_ERROR(here);
    return Known{ *held, *gone, *here };
}

QList<quint32> without(QList<quint32> uids, const QList<quint32> &others)
{
    const QSet<quint32> gone(others.begin(), others.end());
    uids.removeIf([&gone](quint32 uid) { return gone.contains(uid); });
    return uids;
}

} // namespace

/** The mails to remove and to add here, so that we have what the server has. */
struct ResyncApplier::Difference {
    Uids gone;
    Uids added; ///< newest first
    Sum sum;
};

QCoro::Task<Result<bool>> ResyncApplier::apply(Imap::Mailbox mailbox, Extent extent)
{
    const Result<Uids> reported = co_await reportedUids(mailbox, extent);
    CO_RETURN_IF_ERROR(reported);
    const Imap::UidSet shown = Imap::UidSet::fromUids(*reported);
    if (mailbox.vanished.ranges().size() + shown.ranges().size() > mostSpans)
        co_return false;
    const Result<Difference> difference = co_await differenceTo(mailbox.vanished, shown, *reported);
    CO_RETURN_IF_ERROR(difference);
    const Sum &sum = difference->sum;
    if (!addsUp(sum, mailbox.exists)) {
        qCInfo(logSync).noquote() << "account=" << m_cursor.account().id
                                  << "folder=" << m_cursor.folder().id
                                  << "is compared completely: the server reports" << mailbox.exists
                                  << "mails, the database has" << sum.held - sum.gone + sum.added;
        co_return false;
    }
    const Result<void> applied = co_await applyDifference(*difference, mailbox);
    CO_RETURN_IF_ERROR(applied);
    co_return true;
}

// Applies changed flags. Returns the uids that the server reported and that may not be here, newest first.
QCoro::Task<Result<ResyncApplier::Uids>> ResyncApplier::reportedUids(Imap::Mailbox mailbox,
                                                                     Extent extent)
{
    Result<Uids> reported = co_await applyFlags(mailbox, extent);
    CO_RETURN_IF_ERROR(reported);
    if (mailbox.uidNext == 0 || mailbox.uidNext > m_cursor.folder().uidNext) {
        const Result<Uids> unchecked = co_await m_reader.uncheckedUids();
        CO_RETURN_IF_ERROR(unchecked);
        reported->append(*unchecked);
    }
    if (mailbox.uidNext != 0) // later mails are not in the count; they are news
        reported->removeIf([&mailbox](quint32 uid) { return uid >= mailbox.uidNext; });
    std::ranges::sort(*reported, std::greater());
    reported->erase(std::unique(reported->begin(), reported->end()), reported->end());
    co_return *reported;
}

// Returns the uids that are not here.
QCoro::Task<Result<ResyncApplier::Uids>> ResyncApplier::applyFlags(Imap::Mailbox mailbox,
                                                                   Extent extent)
{
    QList<Store::ServerFlags> changed = flagsOf(mailbox.changed);
    const quint64 since = m_cursor.folder().highestModSeq;
    if (extent == Extent::Flags && mailbox.highestModSeq != since) {
        Result<QList<Store::ServerFlags>> fetched = co_await m_reader.changedSince(since);
        CO_RETURN_IF_ERROR(fetched);
        changed = std::move(*fetched);
    }
    Result<Uids> unknown = co_await m_applier.applyFlags(std::move(changed));
    co_return unknown;
}

QCoro::Task<Result<ResyncApplier::Difference>>
ResyncApplier::differenceTo(Imap::UidSet vanished, Imap::UidSet shown, Uids reported)
{
    const auto folder = m_cursor.folder();
    auto find = [=](Store::Session &session) {
        return readKnown(session, folder, vanished, shown);
    };
    const Result<Known> known = co_await m_database.reading(std::move(find));
    CO_RETURN_IF_ERROR(known);
    Difference difference;
    difference.gone = known->vanished.mails + known->vanished.buried;
    difference.added = without(reported, known->shown.mails + known->shown.buried);
    difference.sum = { known->held, difference.gone.size(), difference.added.size(),
                       includesAll() };
    co_return difference;
}

// Whether all mails of the server are to be here: syncMode excludes none, and none is unreadable.
bool ResyncApplier::includesAll() const
{
    return m_cursor.account().syncMode == "all" && m_unreadable.isEmpty();
}

QCoro::Task<Result<void>> ResyncApplier::applyDifference(Difference difference,
                                                         Imap::Mailbox mailbox)
{
    const Result<void> applied = co_await m_applier.removeGone(difference.gone);
    CO_RETURN_IF_ERROR(applied);
    const Result<void> brought = co_await m_arrivals.fetch(difference.added);
    CO_RETURN_IF_ERROR(brought);
    const quint32 above = difference.added.isEmpty() ? 0 : difference.added.first() + 1;
    // If all mails are stored here and their number is right, every mail below UIDNEXT is known.
    const quint32 all = difference.sum.isAll ? mailbox.uidNext : 0;
    m_cursor.noteFollowed(mailbox.highestModSeq, std::max(above, all));
    Result<void> saved = co_await m_cursor.save();
    co_return saved;
}

} // namespace Sync
