// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/deletionwriter.h"

#include "store/mail/tombstones.h"
#include "sync/foldercursor.h"
#include "sync/folderstore.h"
#include "sync/log.h"

namespace Sync {

namespace {

constexpr int deletionsAtOnce = 500;

} // namespace

QCoro::Task<Result<void>> DeletionWriter::run()
{
    for (;;) {
        const Result<QList<quint32>> uids = co_await uidsToDelete();
        CO_RETURN_IF_ERROR(uids);
        if (uids->isEmpty())
            co_return {};
        if (!canDelete()) {
            noteKept(uids->size());
            co_return {};
        }
        const Result<void> deleted = co_await deleteMails(*uids);
        CO_RETURN_IF_ERROR(deleted);
    }
}

bool DeletionWriter::canDelete() const
{
    const Imap::Capabilities &offered = m_session.capabilities();
    return offered.has("UIDPLUS") || offered.has("IMAP4REV2");
}

QCoro::Task<Result<QList<quint32>>> DeletionWriter::uidsToDelete()
{
    const auto folder = m_cursor.folder();
    auto find = [=](Store::Session &session) {
        return Store::uidsToDelete(session, folder, deletionsAtOnce);
    };
    Result<QList<quint32>> uids = co_await m_database.reading(std::move(find));
    co_return uids;
}

QCoro::Task<Result<void>> DeletionWriter::deleteMails(QList<quint32> uids)
{
    const Imap::UidSet set = Imap::UidSet::fromUids(uids);
    const QList<QByteArray> deleted{ "\\Deleted" };
    const Result<Imap::UidSet> marked = co_await m_session.store(set, true, deleted);
    CO_RETURN_IF_ERROR(marked);
    const Result<void> gone = co_await m_session.uidExpunge(set);
    CO_RETURN_IF_ERROR(gone);
    QList<Store::BuriedUid> buried;
    for (const quint32 uid : std::as_const(uids))
        buried.append({ uid, false });
    const qint64 folderId = m_cursor.folder().id;
    auto note = [=](Store::Session &session) {
        return saveBuried(session, folderId, buried);
    };
    Result<void> noted = co_await m_database.writing(std::move(note));
    co_return noted;
}

void DeletionWriter::noteKept(qsizetype count)
{
    if (!std::exchange(m_hasNotedKept, true))
        qCWarning(logSync).noquote()
            << "account=" << m_cursor.account().id << "folder=" << m_cursor.folder().id << "keeps"
            << count << "deleted mails at the server: it does not offer UIDPLUS";
}

} // namespace Sync
