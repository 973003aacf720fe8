// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/firstimport.h"

#include "store/mail/resync.h"
#include "sync/changeapplier.h"
#include "sync/foldercursor.h"
#include "sync/mailboxreader.h"

#include <QSet>

namespace Sync {

QCoro::Task<Result<void>> FirstImport::begin()
{
    if (m_cursor.folder().firstImportDone)
        co_return {};
    const qint64 folderId = m_cursor.folder().id;
    auto find = [folderId](Store::Session &session) {
        return Store::uidsAway(session, folderId);
    };
    const Result<QList<quint32>> away = co_await m_database.reading(std::move(find));
    CO_RETURN_IF_ERROR(away);
    if (away->isEmpty())
        co_return {};
    const Result<QList<Store::ServerFlags>> server = co_await m_reader.all();
    CO_RETURN_IF_ERROR(server);
    QSet<quint32> there;
    for (const Store::ServerFlags &mail : *server)
        there.insert(mail.uid);
    QList<quint32> back = *away;
    back.removeIf([&there](quint32 uid) { return !there.contains(uid); });
    Result<void> listed = co_await m_applier.listAgain(back);
    co_return listed;
}

QCoro::Task<Result<void>> FirstImport::end()
{
    if (m_cursor.folder().firstImportDone)
        co_return {};
    const Result<void> removed = co_await m_applier.removeUnrecognised();
    CO_RETURN_IF_ERROR(removed);
    m_cursor.endFirstImport();
    co_return {};
}

} // namespace Sync
