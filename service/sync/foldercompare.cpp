// SPDX-License-Identifier: GPL-3.0-or-later
// The part of FolderSync that compares the whole folder, and ends its first import.
#include "parsing/listing.h"
#include "sync/foldersync.h"
#include "sync/sorting.h"
#include "sync/surveystore.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Sync {

namespace {

constexpr int goneBatch = 200;
constexpr quint32 mostReserved = 100'000; ///< mails, before they arrive
constexpr int mostHurried = 5;            ///< comparisons in a row, if the server always has news

quint32 highestUid(const QList<Store::ServerFlags> &state)
{
    quint32 highest = 0;
    for (const Store::ServerFlags &mail : state)
        highest = std::max(highest, mail.uid);
    return highest;
}

/// Removes the uids that the server no longer has from the list, and returns them.
QList<quint32> takeGone(QList<Store::BuriedUid> &buried)
{
    QList<quint32> gone;
    for (const Store::BuriedUid &one : std::as_const(buried)) {
        if (!one.isAtServer)
            gone.append(one.uid);
    }
    buried.removeIf([](const Store::BuriedUid &one) { return !one.isAtServer; });
    return gone;
}

} // namespace

// Every uid with its flags: 40 bytes and 1 us a mail, so a whole comparison is cheap.
QCoro::Task<Result<QList<Store::ServerFlags>>> FolderSync::serverState()
{
    auto state = std::make_shared<QList<Store::ServerFlags>>();
    if (m_exists == 0)
        co_return *state;
    state->reserve(std::min(m_exists, mostReserved)); // the server's count may be wrong
    Imap::FetchRequest request;
    request.uids = Imap::UidSet::range(1, Imap::UidSet::Star);
    request.flags = true;
    auto sink = [this, state](Imap::FetchedMessage &&message) {
        if (message.uid != 0 && message.flags)
            state->append({ message.uid, Parsing::serverFlags(*message.flags) });
        m_sawUnnamed = m_sawUnnamed || message.uid == 0; // news: another client changed it just now
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

// For a folder that is followed again: its mails that the server still has are listed again.
QCoro::Task<Result<void>> FolderSync::bringBack()
{
    if (m_folder.firstImportDone)
        co_return {};
    const qint64 folderId = m_folder.id;
    auto find = [folderId](Store::Session &session) {
        return Store::uidsAway(session, folderId);
    };
    const Result<QList<quint32>> away = co_await m_context.database.reading(std::move(find));
    CO_RETURN_IF_ERROR(away);
    if (away->isEmpty())
        co_return {};
    const Result<QList<Store::ServerFlags>> server = co_await serverState();
    CO_RETURN_IF_ERROR(server);
    QSet<quint32> there;
    for (const Store::ServerFlags &mail : *server)
        there.insert(mail.uid);
    QList<quint32> back = *away;
    back.removeIf([&there](quint32 uid) { return !there.contains(uid); });
    const auto account = m_account;
    const auto folder = m_folder;
    const QList<QList<quint32>> batches = chunks(back, goneBatch, goneBatch);
    for (const QList<quint32> &batch : batches) {
        auto list = [=](Store::Session &session) {
            return applyBack(session, account, folder, batch);
        };
        const Result<void> listed = co_await m_context.database.writingSoon(std::move(list));
        CO_RETURN_IF_ERROR(listed);
    }
    m_updated += back.size();
    co_return {};
}

QCoro::Task<Result<void>> FolderSync::compare()
{
    m_isStale = false;
    Result<QList<Store::ServerFlags>> server = co_await serverState();
    CO_RETURN_IF_ERROR(server);
    const Result<bool> isComplete = co_await isAllOf(server->size());
    CO_RETURN_IF_ERROR(isComplete);
    if (m_folder.uidNextAtFirstImport == 0) // the server sent no UIDNEXT
        m_folder.uidNextAtFirstImport = highestUid(*server) + 1;
    const quint32 seenUpTo = highestUid(*server);
    const qint64 folderId = m_folder.id;
    auto compareHere = [folderId, server = std::move(*server)](
                           Store::Session &session) mutable -> Result<FolderDelta> {
        const Result<QList<Store::ServerFlags>> known = Store::knownUids(session, folderId);
        const Result<QList<Store::BuriedUid>> buried = Store::buriedUids(session, folderId);
        if (!known || !buried)
            return known ? buried.error() : known.error();
        return compareFolder(std::move(server), *known, *buried);
    };
    Result<FolderDelta> delta = co_await m_context.database.reading(std::move(compareHere));
    CO_RETURN_IF_ERROR(delta);
    const Result<void> applied = co_await applyDelta(std::move(*delta), *isComplete);
    CO_RETURN_IF_ERROR(applied);
    const Result<void> advanced = co_await advanceTo(seenUpTo + 1);
    CO_RETURN_IF_ERROR(advanced);
    const Result<void> imported = co_await finishImport();
    CO_RETURN_IF_ERROR(imported);
    if (*isComplete) {
        m_folder.highestModSeq = m_modSeq; // the value before the comparison
        m_folder.comparedAt = m_context.clock.now();
        m_isDistrusted = false;
    }
    const Result<void> saved = co_await save();
    CO_RETURN_IF_ERROR(saved);
    Result<void> fetched = co_await texts();
    co_return fetched;
}

// Changes that the server reported during its answer may be missing in the answer, so the comparison is
// repeated.
void FolderSync::noteMeanwhile(const Imap::MailboxNews &meanwhile, qsizetype shown)
{
    m_exists = meanwhile.exists.value_or(m_exists);
    const bool hasMore = meanwhile.exists && qsizetype(*meanwhile.exists) > shown;
    const bool isNews = hasMore || meanwhile.saysMoreThanCount() || m_sawUnnamed;
    m_sawUnnamed = false;
    m_hurried = isNews ? m_hurried + 1 : 0;
    m_isStale = m_hurried > 0 && m_hurried <= mostHurried;
}

// If a server returns fewer mails than it counts, the missing mails must not be removed here. After deletions
// the count is known only from a new EXAMINE, because EXPUNGE and VANISHED contain no count.
QCoro::Task<Result<bool>> FolderSync::isAllOf(qsizetype shown)
{
    noteMeanwhile(m_session.takeNotifications(), shown);
    if (shown >= qsizetype(m_exists))
        co_return true;
    const Result<Imap::Mailbox> mailbox = co_await m_session.examine(m_path);
    CO_RETURN_IF_ERROR(mailbox);
    if (mailbox->uidValidity != m_folder.uidValidity)
        co_return Error{ Error::Code::Server, u"The server renumbered the folder's mails."_s };
    m_exists = mailbox->exists;
    co_return shown >= qsizetype(m_exists);
}

QCoro::Task<Result<void>> FolderSync::applyDelta(FolderDelta delta, bool isComplete)
{
    const Result<QList<quint32>> unknown = co_await applyChanged(std::move(delta.changed));
    CO_RETURN_IF_ERROR(unknown);
    if (isComplete && m_folder.firstImportDone) {
        const QList<quint32> uids = delta.gone + takeGone(delta.buried);
        const Result<void> gone = co_await applyGoneUids(uids);
        CO_RETURN_IF_ERROR(gone);
    }
    if (isComplete && !delta.buried.isEmpty()) {
        const qint64 folderId = m_folder.id;
        auto note = [folderId, buried = delta.buried](Store::Session &session) {
            return saveBuried(session, folderId, buried);
        };
        const Result<void> noted = co_await m_context.database.writingSoon(std::move(note));
        CO_RETURN_IF_ERROR(noted);
    }
    Result<void> brought = co_await bringIn(std::move(delta.toList));
    co_return brought;
}

QCoro::Task<Result<void>> FolderSync::finishImport()
{
    if (m_folder.firstImportDone)
        co_return {};
    const auto account = m_account;
    const auto folder = m_folder;
    for (bool isMore = true; isMore;) {
        auto end = [=](Store::Session &session) {
            return endRebind(session, account, folder, goneBatch);
        };
        const Result<Applied> applied = co_await m_context.database.writingSoon(std::move(end));
        CO_RETURN_IF_ERROR(applied);
        isMore = applied->updated > 0;
        m_updated += applied->updated;
    }
    m_folder.firstImportDone = true;
    co_return {};
}

} // namespace Sync
