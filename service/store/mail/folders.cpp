// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/folders.h"

#include "store/mail/maildelete.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<Folder> folderColumns{
    { "id", &Folder::id },
    { "account_id", &Folder::accountId },
    { "path", &Folder::path },
    { "role", &Folder::role },
    { "uid_validity", &Folder::uidValidity },
    { "uid_next_at_first_import", &Folder::uidNextAtFirstImport },
    { "uid_next", &Folder::uidNext },
    { "first_import_done", &Folder::firstImportDone },
    { "highest_modseq", &Folder::highestModSeq },
    { "list_low_uid", &Folder::listLowUid },
    { "compared_at", &Folder::comparedAt },
};

Result<Folder> oneFolder(Query query)
{
    const Result<std::optional<Folder>> folder = query.readFirst(folderColumns);
    RETURN_IF_ERROR(folder);
    if (!*folder)
        return Error{ Error::Code::NotFound, u"There is no such folder."_s };
    return **folder;
}

Result<void> removeRest(Session &session, qint64 id)
{
    for (const char *part :
         { "folders_delete_tombstones", "folders_delete_counters", "folders_delete" }) {
        RETURN_IF_ERROR(session.query(part).bind(u":folder_id"_s, id).run());
    }
    return {};
}

} // namespace

Result<Folder> ensureFolder(Session &session, qint64 accountId, const QString &path,
                            const QByteArray &role)
{
    RETURN_IF_ERROR(session.query("folders_ensure")
                        .bind(u":account_id"_s, accountId)
                        .bind(u":path"_s, path)
                        .bindName(u":role"_s, role)
                        .run());
    return folderByPath(session, accountId, path);
}

Result<Folder> folderByPath(Session &session, qint64 accountId, const QString &path)
{
    Query query = session.query("folders_by_path");
    query.bind(u":account_id"_s, accountId).bind(u":path"_s, path);
    return oneFolder(std::move(query));
}

Result<qint64> heldCount(Session &session, const Folder &folder)
{
    Query query = session.query("folders_held");
    query.bind(u":account_id"_s, folder.accountId).bind(u":folder_id"_s, folder.id);
    query.bind(u":uid_validity"_s, folder.uidValidity);
    return query.readNumber();
}

Result<Folder> folderById(Session &session, qint64 id)
{
    Query query = session.query("folders_by_id");
    query.bind(u":id"_s, id);
    return oneFolder(std::move(query));
}

Result<QList<Folder>> foldersOf(Session &session, qint64 accountId)
{
    Query query = session.query("folders_of");
    return query.bind(u":account_id"_s, accountId).readAll(folderColumns);
}

Result<void> updateFolder(Session &session, const Folder &folder)
{
    return session.query("folders_update")
        .bindName(u":role"_s, folder.role)
        .bind(u":uid_validity"_s, folder.uidValidity)
        .bind(u":uid_next_at_first_import"_s, folder.uidNextAtFirstImport)
        .bind(u":uid_next"_s, folder.uidNext)
        .bind(u":first_import_done"_s, folder.firstImportDone)
        .bind(u":highest_modseq"_s, qint64(folder.highestModSeq))
        .bind(u":list_low_uid"_s, folder.listLowUid)
        .bind(u":compared_at"_s, folder.comparedAt)
        .bind(u":id"_s, folder.id)
        .run();
}

namespace {

Result<void> setPath(Session &session, qint64 id, const QString &path, const QByteArray &role)
{
    return session.query("folders_move")
        .bind(u":id"_s, id)
        .bind(u":path"_s, path)
        .bindName(u":role"_s, role)
        .run();
}

/// Frees the path for a folder that moves there. False: the path belongs to another folder, which has
/// mails or tombstones.
Result<bool> freePath(Session &session, qint64 accountId, const QString &path)
{
    const Result<Folder> other = folderByPath(session, accountId, path);
    if (!other && other.error().code == Error::Code::NotFound)
        return true;
    RETURN_IF_ERROR(other);
    Query query = session.query("folders_is_used");
    const Result<qint64> isUsed = query.bind(u":folder_id"_s, other->id).readNumber();
    RETURN_IF_ERROR(isUsed);
    if (*isUsed)
        return false;
    RETURN_IF_ERROR(removeRest(session, other->id));
    return true;
}

} // namespace

Result<bool> moveFolders(Session &session, qint64 accountId, const QList<FolderMove> &moves)
{
    // The folders may swap paths, so all of them get temporary paths first.
    QList<Folder> before;
    for (const FolderMove &move : moves) {
        const Result<Folder> folder = folderById(session, move.folderId);
        RETURN_IF_ERROR(folder);
        before.append(*folder);
        const QString aside = u"\x01%1"_s.arg(move.folderId);
        RETURN_IF_ERROR(setPath(session, move.folderId, aside, folder->role));
    }
    bool areFree = true;
    for (const FolderMove &move : moves) {
        const Result<bool> isFree = freePath(session, accountId, move.path);
        RETURN_IF_ERROR(isFree);
        areFree = areFree && *isFree;
    }
    for (qsizetype i = 0; i < moves.size(); ++i) {
        const FolderMove back{ before[i].id, before[i].path, before[i].role };
        const FolderMove &move = areFree ? moves[i] : back;
        RETURN_IF_ERROR(setPath(session, move.folderId, move.path, move.role));
    }
    return areFree;
}

Result<bool> removeFolderBatch(Session &session, qint64 id, int maxMails)
{
    Query query = session.query("folders_mails");
    query.bind(u":folder_id"_s, id).bind(u":max"_s, maxMails);
    const Result<QList<qint64>> mails = query.readValues<qint64>();
    RETURN_IF_ERROR(mails);
    RETURN_IF_ERROR(eraseMails(session, *mails));
    if (mails->size() == maxMails)
        return false;
    RETURN_IF_ERROR(removeRest(session, id));
    return true;
}

} // namespace Store
