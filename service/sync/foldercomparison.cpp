// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/foldercomparison.h"

#include "sync/arrivalfetcher.h"
#include "sync/changeapplier.h"
#include "sync/firstimport.h"
#include "sync/foldercursor.h"
#include "sync/folderstore.h"
#include "sync/mailboxreader.h"
#include "sync/openfolder.h"

namespace Sync {

namespace {

constexpr int mostDisturbed = 5; ///< comparisons in a row, if the server always has news

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

QCoro::Task<Result<void>> FolderComparison::run()
{
    m_open.setStale(false);
    Result<Flags> server = co_await m_reader.all();
    CO_RETURN_IF_ERROR(server);
    const Result<bool> isComplete = co_await isAllOf(server->size());
    CO_RETURN_IF_ERROR(isComplete);
    const quint32 uidNext = server->isEmpty() ? 1 : server->last().uid + 1;
    if (m_cursor.folder().uidNextAtFirstImport == 0) // the server sent no UIDNEXT
        m_cursor.beginFirstImport(uidNext);
    Result<FolderDelta> delta = co_await deltaOf(std::move(*server));
    CO_RETURN_IF_ERROR(delta);
    const Result<void> applied = co_await apply(std::move(*delta), *isComplete);
    CO_RETURN_IF_ERROR(applied);
    const Result<void> advanced = co_await m_cursor.advanceTo(uidNext);
    CO_RETURN_IF_ERROR(advanced);
    const Result<void> imported = co_await m_firstImport.end();
    CO_RETURN_IF_ERROR(imported);
    if (*isComplete)
        m_cursor.noteCompared(m_open.modSeq(), m_context.clock.now());
    Result<void> saved = co_await m_cursor.save();
    co_return saved;
}

// If a server returns fewer mails than it counts, the missing mails must not be removed here. After deletions
// the count is known only from a new EXAMINE, because EXPUNGE and VANISHED contain no count.
QCoro::Task<Result<bool>> FolderComparison::isAllOf(qsizetype shown)
{
    noteMeanwhile(shown);
    if (shown >= qsizetype(m_open.exists()))
        co_return true;
    const QString path = m_cursor.path();
    const Result<void> counted = co_await m_open.recount(path, m_cursor.folder().uidValidity);
    CO_RETURN_IF_ERROR(counted);
    co_return shown >= qsizetype(m_open.exists());
}

// Changes that the server reported during its answer may be missing in the answer, so the comparison is
// repeated.
void FolderComparison::noteMeanwhile(qsizetype shown)
{
    const Imap::MailboxNews meanwhile = m_open.takeNews();
    const bool hasMore = meanwhile.exists && qsizetype(*meanwhile.exists) > shown;
    const bool isNews = hasMore || meanwhile.saysMoreThanCount();
    m_disturbed = isNews ? m_disturbed + 1 : 0;
    m_open.setStale(m_disturbed > 0 && m_disturbed <= mostDisturbed);
}

QCoro::Task<Result<FolderDelta>> FolderComparison::deltaOf(Flags server)
{
    const qint64 folderId = m_cursor.folder().id;
    auto compare = [folderId, server = std::move(server)](
                       Store::Session &session) mutable -> Result<FolderDelta> {
        const Result<Flags> known = Store::knownUids(session, folderId);
        const Result<QList<Store::BuriedUid>> buried = Store::buriedUids(session, folderId);
        if (!known || !buried)
            return known ? buried.error() : known.error();
        return compareFolder(std::move(server), *known, *buried);
    };
    Result<FolderDelta> delta = co_await m_context.database.reading(std::move(compare));
    co_return delta;
}

QCoro::Task<Result<void>> FolderComparison::apply(FolderDelta delta, bool isComplete)
{
    const Result<QList<quint32>> unknown = co_await m_applier.applyFlags(std::move(delta.changed));
    CO_RETURN_IF_ERROR(unknown);
    if (isComplete && m_cursor.folder().firstImportDone) {
        const QList<quint32> uids = delta.gone + takeGone(delta.buried);
        const Result<void> gone = co_await m_applier.removeGone(uids);
        CO_RETURN_IF_ERROR(gone);
    }
    if (isComplete && !delta.buried.isEmpty()) {
        const Result<void> noted = co_await noteBuried(delta.buried);
        CO_RETURN_IF_ERROR(noted);
    }
    Result<void> brought = co_await m_arrivals.fetch(std::move(delta.toList));
    co_return brought;
}

// Stores which mails that were deleted here the server has.
QCoro::Task<Result<void>> FolderComparison::noteBuried(QList<Store::BuriedUid> buried)
{
    const qint64 folderId = m_cursor.folder().id;
    auto note = [folderId, buried](Store::Session &session) {
        return saveBuried(session, folderId, buried);
    };
    Result<void> noted = co_await m_context.database.writingSoon(std::move(note));
    co_return noted;
}

} // namespace Sync
