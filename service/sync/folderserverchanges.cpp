// SPDX-License-Identifier: GPL-3.0-or-later
// The part of FolderSync that stores changes of users at the mail server.
#include "parsing/listing.h"
#include "store/mail/tombstones.h"
#include "sync/foldersync.h"
#include "sync/log.h"
#include "sync/serverchanges.h"

#include <QMap>

#include <algorithm>

using namespace Qt::StringLiterals;

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

/// Leaves out the changes of mails that are no longer here. For a mail that was moved meanwhile, UID STORE does
/// nothing and reports no error (RFC 3501 6.4.8), so its change is sent again at its new place.
QList<Store::PendingFlagChange> thoseAmong(const QList<Store::ServerFlags> &here,
                                           QList<Store::PendingFlagChange> changes)
{
    changes.removeIf([&here](const Store::PendingFlagChange &pending) {
        return !std::ranges::binary_search(here, pending.uid, {}, &Store::ServerFlags::uid);
    });
    return changes;
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

// RFC 3501 6.3.1: only SELECT allows writing. Everywhere else EXAMINE is used, except in
// Imap::Session::steadied().
QCoro::Task<Result<void>> FolderSync::storeChanges()
{
    const Result<Imap::Mailbox> opened = co_await m_session.select(m_path);
    if (!opened && !m_session.isOpen())
        co_return opened.error();
    // Under another UIDVALIDITY our uids are void; enter() recognises the mails first.
    const bool isOurs = opened && opened->uidValidity == m_folder.uidValidity;
    if (isOurs && !opened->readOnly) {
        const Result<void> stored = co_await storeAllChanges();
        CO_RETURN_IF_ERROR(stored);
    } else if (!opened || opened->readOnly) {
        qCWarning(logSync).noquote() << "account=" << m_account.id << "folder=" << m_folder.id
                                     << "cannot be written at the server:"
                                     << (opened ? u"it is read-only"_s : opened.error().message);
    }
    Result<void> entered = co_await enter();
    co_return entered;
}

// Changes that the server refuses wait for the next pass; the session can still be used.
QCoro::Task<Result<void>> FolderSync::storeAllChanges()
{
    const Result<void> flagged = co_await storeFlags();
    if (!flagged && !isRefusal(flagged.error()))
        co_return flagged;
    if (!flagged)
        qCWarning(logSync).noquote() << "account=" << m_account.id << "folder=" << m_folder.id
                                     << "takes no flags:" << flagged.error().message;
    const Result<void> deleted = co_await storeDeletions();
    if (!deleted && !isRefusal(deleted.error()))
        co_return deleted;
    if (!deleted)
        qCWarning(logSync).noquote() << "account=" << m_account.id << "folder=" << m_folder.id
                                     << "deletes nothing:" << deleted.error().message;
    co_return {};
}

bool FolderSync::isRefusal(const Error &why) const
{
    const bool isAnswer = why.code == Error::Code::Server || why.code == Error::Code::NotFound;
    return isAnswer && m_session.isOpen();
}

QCoro::Task<Result<void>> FolderSync::storeFlags()
{
    const auto folder = m_folder;
    for (int barren = 0; barren < mostBarren;) {
        auto find = [=](Store::Session &session) {
            return Store::pendingFlagChanges(session, folder, changesAtOnce);
        };
        const Result<QList<Store::PendingFlagChange>> changes =
            co_await m_context.database.reading(std::move(find));
        CO_RETURN_IF_ERROR(changes);
        if (changes->isEmpty())
            co_return {};
        const Result<qsizetype> stored = co_await storeSomeFlags(*changes);
        CO_RETURN_IF_ERROR(stored);
        barren = *stored > 0 ? 0 : barren + 1;
    }
    co_return {};
}

/// Returns how many changes are done: stored at the server, or no longer needed.
QCoro::Task<Result<qsizetype>> FolderSync::storeSomeFlags(QList<Store::PendingFlagChange> changes)
{
    const Result<FlagsNow> now = co_await flagsNow(std::move(changes));
    CO_RETURN_IF_ERROR(now);
    const auto account = m_account;
    const auto folder = m_folder;
    auto mark = [account, folder, flags = now->flags](Store::Session &session) {
        return beforeStoring(session, account, folder, flags);
    };
    const Result<QList<Store::PendingFlagChange>> sending =
        co_await m_context.database.writing(std::move(mark));
    CO_RETURN_IF_ERROR(sending);
    const Result<Imap::UidSet> left = co_await storeFlags(*sending, now->modSeq);
    if (!left && !m_session.isOpen())
        co_return left.error();
    const Imap::UidSet refused = left ? *left : Imap::UidSet::range(1, Imap::UidSet::Star);
    // Quirk: Dovecot accepts and returns flags of a mail that another client has just moved, until it has
    // reported to this session that the mail is gone; the mail at its new place does not get them.
    const Result<void> stirred = co_await m_session.noop();
    if (!stirred && !m_session.isOpen())
        co_return stirred.error();
    const Result<FlagsNow> after = co_await flagsNow(*sending);
    CO_RETURN_IF_ERROR(after);
    auto note = [=, stored = thoseAmong(after->flags, *sending)](Store::Session &session) {
        return afterStoring(session, account, stored, refused);
    };
    const Result<StoreOutcome> stored = co_await m_context.database.writing(std::move(note));
    CO_RETURN_IF_ERROR(stored);
    for (const Store::PendingFlagChange &pending : stored->givenUp)
        qCWarning(logSync).noquote() << "account=" << m_account.id << "folder=" << m_folder.id
                                     << "uid=" << pending.uid << "keeps its flags at the server";
    CO_RETURN_IF_ERROR(left);
    co_return now->flags.size() - stored->refused;
}

// The current flags at the server, so that changes made there since the last check are not overwritten.
QCoro::Task<Result<FolderSync::FlagsNow>>
FolderSync::flagsNow(QList<Store::PendingFlagChange> changes)
{
    QList<quint32> uids;
    for (const Store::PendingFlagChange &pending : std::as_const(changes))
        uids.append(pending.uid);
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::fromUids(uids);
    request.flags = true;
    request.modSeq = m_modSeq != 0;
    auto now = std::make_shared<FlagsNow>();
    auto sink = [now](Imap::FetchedMessage &&message) {
        if (!message.flags)
            return;
        now->flags.append({ message.uid, Parsing::serverFlags(*message.flags) });
        now->modSeq = std::max(now->modSeq, message.modSeq.value_or(0));
    };
    const Result<void> asked = co_await m_session.fetch(std::move(request), std::move(sink));
    CO_RETURN_IF_ERROR(asked);
    sortUnique(now->flags);
    co_return *now;
}

// Sends one or two commands for all mails with the same change. Returns the uids that changed since `modSeq`.
QCoro::Task<Result<Imap::UidSet>> FolderSync::storeFlags(QList<Store::PendingFlagChange> changes,
                                                         quint64 modSeq)
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

// Only with UID EXPUNGE: plain EXPUNGE and CLOSE also delete mails that other clients marked.
QCoro::Task<Result<void>> FolderSync::storeDeletions()
{
    const auto folder = m_folder;
    const Imap::Capabilities &offered = m_session.capabilities();
    const bool canDelete = offered.has("UIDPLUS") || offered.has("IMAP4REV2");
    for (;;) {
        auto find = [=](Store::Session &session) {
            return Store::uidsToDelete(session, folder, changesAtOnce);
        };
        const Result<QList<quint32>> uids = co_await m_context.database.reading(std::move(find));
        CO_RETURN_IF_ERROR(uids);
        if (uids->isEmpty())
            co_return {};
        if (!canDelete) {
            if (!std::exchange(m_isKeptThere, true))
                qCWarning(logSync).noquote()
                    << "account=" << m_account.id << "folder=" << m_folder.id << "keeps"
                    << uids->size() << "deleted mails at the server: it does not offer UIDPLUS";
            co_return {};
        }
        const Imap::UidSet set = Imap::UidSet::fromUids(*uids);
        const QList<QByteArray> deleted{ "\\Deleted" };
        const Result<Imap::UidSet> marked = co_await m_session.store(set, true, deleted);
        CO_RETURN_IF_ERROR(marked);
        const Result<void> gone = co_await m_session.uidExpunge(set);
        CO_RETURN_IF_ERROR(gone);
        QList<Store::BuriedUid> buried;
        for (const quint32 uid : *uids)
            buried.append({ uid, false });
        auto note = [=](Store::Session &session) {
            return saveBuried(session, folder.id, buried);
        };
        const Result<void> noted = co_await m_context.database.writing(std::move(note));
        CO_RETURN_IF_ERROR(noted);
    }
}

} // namespace Sync
