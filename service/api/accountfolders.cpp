// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/accountfolders.h"

#include "api/failure.h"
#include "mailbox/folderroles.h"
#include "store/db/transaction.h"
#include "store/mail/accounts.h"
#include "store/mail/serverfolders.h"

#include <QMap>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

/** One folder, with the data of the server and of the database. */
struct FolderView {
    std::optional<Store::ServerFolder> listed; ///< absent: the server does not list it
    QByteArray role;
    qint64 total = 0; ///< mails that are stored here
    qint64 unread = 0;
    bool isFollowed = false;
};

void writeCount(Json::Writer &json, QByteArrayView name, const std::optional<qint64> &count)
{
    json.key(name);
    count ? json.value(*count) : json.null();
}

void writeFolder(Json::Writer &json, const QString &path, const FolderView &folder, bool isKnown)
{
    json.beginObject().key("path").value(path).key("role");
    folder.role.isEmpty() ? json.null() : json.value(folder.role);
    json.key("followed").value(folder.isFollowed).key("exists");
    isKnown ? json.value(folder.listed.has_value()) : json.null();
    json.key("selectable");
    folder.listed ? json.value(folder.listed->isSelectable) : json.null();
    json.key("total").value(folder.total).key("unread").value(folder.unread);
    writeCount(json, "serverTotal", folder.listed ? folder.listed->total : std::nullopt);
    writeCount(json, "serverUnread", folder.listed ? folder.listed->unread : std::nullopt);
    json.endObject();
}

QMap<QString, FolderView> foldersOf(const Store::Account &account,
                                    const QList<Store::ServerFolder> &listed,
                                    const QList<Store::FolderCounts> &counts)
{
    QMap<QString, FolderView> folders;
    for (const Store::FolderCounts &here : counts) {
        if (here.total == 0) // shown only if it is followed or listed, see below
            continue;
        FolderView &folder = folders[here.path];
        folder.role = here.role;
        folder.total = here.total;
        folder.unread = here.unread;
    }
    for (const Store::ServerFolder &there : listed) {
        FolderView &folder = folders[there.path];
        folder.listed = there;
        folder.role = there.role;
    }
    for (const QString &path : account.folders)
        folders[Mailbox::normalPath(path)].isFollowed = true;
    return folders;
}

Result<Json::Bytes, ApiFailure> listFolders(const Http::Request &request, Store::Session &session,
                                            const Access &access)
{
    const Store::Snapshot snapshot(session);
    const auto account = Store::accountById(session, request.id(), access.viewer(request));
    if (!account)
        return failedLookup(account.error(), ApiError::AccountNotFound);
    const auto listed = Store::serverFolders(session, account->id);
    const auto counts = Store::folderCounts(session, account->id);
    if (!listed || !counts)
        return storageFailure(listed ? counts.error() : listed.error());
    const QMap<QString, FolderView> folders = foldersOf(*account, *listed, *counts);
    Json::Writer json;
    json.beginArray();
    for (auto it = folders.cbegin(); it != folders.cend(); ++it)
        writeFolder(json, it.key(), *it, !listed->isEmpty());
    return json.endArray().take();
}

} // namespace

void addAccountFolderRoutes(Http::Router &router, Store::Database &database, const Access &access)
{
    const Handlers handlers(database);
    const Access *who = &access;
    const auto list = [who](const Http::Request &request, Store::Session &session) {
        return listFolders(request, session, *who);
    };
    router.add("GET", "/api/v1/accounts/:id/folders", { .handler = handlers.reading(list) });
}

} // namespace Api
