// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/requesthandler.h"

#include "store/mail/pendingflagchanges.h"

using namespace Qt::StringLiterals;

namespace Sync {

QCoro::Task<Result<void>> RequestHandler::serveBodies()
{
    BodyRequests &bodies = m_requests.bodies();
    while (!bodies.isEmpty()) {
        const QString path = m_folders.pathOf(bodies.first().folderId);
        if (path.isNull()) {
            const BodyRequest lost = bodies.takeFirst();
            lost.done.finish(Error{ Error::Code::NotFound, u"The mail's folder is not open."_s });
            continue;
        }
        if (m_folders.openPath() != path) {
            const Result<void> entered = co_await m_folders.enter(path);
            CO_RETURN_IF_ERROR(entered);
        }
        FolderSync *const folder = m_folders.folder(path);
        const Result<void> served = co_await folder->serveBodyRequests();
        CO_RETURN_IF_ERROR(served);
    }
    co_return {};
}

QCoro::Task<Result<void>> RequestHandler::storeChanges()
{
    if (!m_requests.takeChangesToStore())
        co_return {};
    auto find = [id = m_accountId](Store::Session &session) {
        return Store::foldersWithChanges(session, id);
    };
    const Result<QList<qint64>> folders = co_await m_database.reading(std::move(find));
    CO_RETURN_IF_ERROR(folders);
    const QString before = m_folders.openPath();
    for (const qint64 folder : *folders) {
        const QString path = m_folders.pathOf(folder);
        if (path.isNull()) // the account does not have it any more
            continue;
        const Result<void> stored = co_await m_folders.storeChanges(path);
        CO_RETURN_IF_ERROR(stored);
    }
    if (m_folders.openPath() == before || !m_folders.folder(before))
        co_return {};
    Result<void> entered = co_await m_folders.enter(before); // the folder for IDLE
    co_return entered;
}

} // namespace Sync
