// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/flagwriter.h"

#include "sync/foldercursor.h"
#include "sync/log.h"
#include "sync/mailboxreader.h"
#include "sync/serverchanges.h"

#include <QMap>

#include <algorithm>

namespace Sync {

namespace {

constexpr int changesAtOnce = 500;
constexpr int mostBarren = 3; ///< rounds in a row that store nothing: other clients interfere

/// Mails with the same change.
struct SameChange {
    quint8 set = 0;
    quint8 clear = 0;
    QList<quint32> uids;
};

QList<SameChange> grouped(const QList<Store::PendingFlagChange> &changes)
{
    QMap<std::pair<quint8, quint8>, QList<quint32>> byChange;
    for (const Store::PendingFlagChange &pending : changes) {
        const auto clear = quint8(pending.mask & ~pending.wanted);
        byChange[{ pending.wanted, clear }].append(pending.uid);
    }
    QList<SameChange> groups;
    for (auto it = byChange.cbegin(); it != byChange.cend(); ++it)
        groups.append({ it.key().first, it.key().second, it.value() });
    return groups;
}

QList<quint32> uidsOf(const QList<Store::PendingFlagChange> &changes)
{
    QList<quint32> uids;
    for (const Store::PendingFlagChange &pending : changes)
        uids.append(pending.uid);
    return uids;
}

QList<QByteArray> namesOf(quint8 flags)
{
    QList<QByteArray> names;
    if (flags & Store::ServerSeen)
        names.append("\\Seen");
    if (flags & Store::ServerFlagged)
        names.append("\\Flagged");
    return names;
}

} // namespace

QCoro::Task<Result<void>> FlagWriter::run()
{
    const auto folder = m_cursor.folder();
    for (int barren = 0; barren < mostBarren;) {
        auto find = [=](Store::Session &session) {
            return Store::pendingFlagChanges(session, folder, changesAtOnce);
        };
        const Result<Changes> changes = co_await m_database.reading(std::move(find));
        CO_RETURN_IF_ERROR(changes);
        if (changes->isEmpty())
            co_return {};
        const Result<qsizetype> stored = co_await storeSome(*changes);
        CO_RETURN_IF_ERROR(stored);
        barren = *stored > 0 ? 0 : barren + 1;
    }
    co_return {};
}

/// Returns how many changes are done: stored at the server, or no longer needed.
QCoro::Task<Result<qsizetype>> FlagWriter::storeSome(Changes changes)
{
    // The current flags, so that changes made there since the last check are not overwritten.
    const Result<FlagsNow> now = co_await m_reader.flagsNow(uidsOf(changes));
    CO_RETURN_IF_ERROR(now);
    const auto account = m_cursor.account();
    const auto folder = m_cursor.folder();
    auto mark = [account, folder, flags = now->flags](Store::Session &session) {
        return beforeStoring(session, account, folder, flags);
    };
    const Result<Changes> sending = co_await m_database.writing(std::move(mark));
    CO_RETURN_IF_ERROR(sending);
    const Result<Imap::UidSet> left = co_await send(*sending, now->modSeq);
    if (!left && !m_session.isOpen())
        co_return left.error();
    const Imap::UidSet refused = left ? *left : Imap::UidSet::range(1, Imap::UidSet::Star);
    const Result<Changes> sent = co_await thoseStillThere(*sending);
    CO_RETURN_IF_ERROR(sent);
    const Result<qsizetype> refusals = co_await noteSent(*sent, refused);
    CO_RETURN_IF_ERROR(refusals);
    CO_RETURN_IF_ERROR(left);
    co_return now->flags.size() - *refusals;
}

// Sends one or two commands for all mails with the same change. Returns the uids that changed since `modSeq`.
QCoro::Task<Result<Imap::UidSet>> FlagWriter::send(Changes changes, quint64 modSeq)
{
    Imap::UidSet left;
    const QList<SameChange> groups = grouped(changes);
    for (const SameChange &group : groups) {
        QList<quint32> uids = group.uids;
        for (const bool isSet : { true, false }) {
            const QList<QByteArray> names = namesOf(isSet ? group.set : group.clear);
            if (names.isEmpty() || uids.isEmpty())
                continue;
            // The first command has changed their modSeq, so the second one does not check it.
            const quint64 since = !isSet && group.set != 0 ? 0 : modSeq;
            const Imap::UidSet set = Imap::UidSet::fromUids(uids);
            const Result<Imap::UidSet> others = co_await m_session.store(set, isSet, names, since);
            CO_RETURN_IF_ERROR(others);
            left = Imap::UidSet::fromRanges(left.ranges() + others->ranges());
            uids.removeIf([&left](quint32 uid) { return left.contains(uid); });
        }
    }
    co_return left;
}

// Leaves out the changes of mails that are no longer here. For a mail that was moved meanwhile, UID STORE does
// nothing and reports no error (RFC 3501 6.4.8), so its change is sent again at its new place.
QCoro::Task<Result<FlagWriter::Changes>> FlagWriter::thoseStillThere(Changes changes)
{
    // Quirk: Dovecot accepts and returns flags of a mail that another client has just moved, until it has
    // reported to this session that the mail is gone; the mail at its new place does not get them.
    const Result<void> answered = co_await m_session.noop();
    if (!answered && !m_session.isOpen())
        co_return answered.error();
    const Result<FlagsNow> now = co_await m_reader.flagsNow(uidsOf(changes));
    CO_RETURN_IF_ERROR(now);
    const QList<Store::ServerFlags> &here = now->flags;
    changes.removeIf([&here](const Store::PendingFlagChange &pending) {
        return !std::ranges::binary_search(here, pending.uid, {}, &Store::ServerFlags::uid);
    });
    co_return changes;
}

// Returns how many changes the server refused.
QCoro::Task<Result<qsizetype>> FlagWriter::noteSent(Changes sent, Imap::UidSet refused)
{
    const auto account = m_cursor.account();
    auto note = [=](Store::Session &session) {
        return afterStoring(session, account, sent, refused);
    };
    const Result<StoreOutcome> stored = co_await m_database.writing(std::move(note));
    CO_RETURN_IF_ERROR(stored);
    for (const Store::PendingFlagChange &pending : stored->givenUp)
        qCWarning(logSync).noquote()
            << "account=" << m_cursor.account().id << "folder=" << m_cursor.folder().id
            << "uid=" << pending.uid
            << "keeps its flags at the server, because the server refused the "
               "change several times";
    co_return stored->refused;
}

} // namespace Sync
