// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountleaving.h"

#include "mailbox/folderroles.h"
#include "store/mail/folders.h"
#include "store/mail/localfolder.h"
#include "sync/surveystore.h"

#include <QSet>

namespace Sync {

namespace {

constexpr int leavingBatch = 500;

QSet<QString> followedPaths(const Store::Account &account)
{
    QSet<QString> followed;
    for (const QString &path : account.folders)
        followed.insert(Mailbox::normalPath(path));
    return followed;
}

/// The folder was never synchronised, or its mails were hidden or kept already.
bool isLeft(const Store::Folder &folder)
{
    return !folder.firstImportDone && folder.uidNextAtFirstImport == 0;
}

} // namespace

QCoro::Task<Result<void>> leaveFolders(Store::AccountDatabase *database, Store::Account account,
                                       std::function<bool()> isStopping)
{
    auto read = [id = account.id](Store::Session &session) {
        return Store::foldersOf(session, id);
    };
    const Result<QList<Store::Folder>> folders = co_await database->reading(std::move(read));
    CO_RETURN_IF_ERROR(folders);
    const QSet<QString> followed = followedPaths(account);
    for (const Store::Folder &folder : *folders) {
        if (Store::isLocalFolder(folder.path) || followed.contains(folder.path) || isLeft(folder))
            continue;
        quint32 after = 0;
        for (bool isMore = true; isMore && !isStopping();) {
            auto leave = [=](Store::Session &session) {
                return applyLeaving(session, account, folder, after, leavingBatch);
            };
            const Result<quint32> left = co_await database->writingSoon(std::move(leave));
            CO_RETURN_IF_ERROR(left);
            after = *left;
            isMore = after != 0;
        }
    }
    co_return {};
}

} // namespace Sync
