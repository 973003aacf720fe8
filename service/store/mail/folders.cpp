// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/folders.h"

#include "store/mail/maildelete.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Folder readFolder(const Query &query)
{
    return { query.int64(0),          query.int64(1),  query.text(2),   query.name(3),
             query.uint32(4),         query.uint32(5), query.uint32(6), query.flag(7),
             quint64(query.int64(8)), query.uint32(9), query.int64(10) };
}

Result<Folder> oneFolder(Query query)
{
    query.exec();
    if (query.next())
        return readFolder(query);
    return query.failed() ? query.error()
                          : Error{ Error::Code::NotFound, u"There is no such folder."_s };
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
    query.bind(u":uid_validity"_s, folder.uidValidity).exec();
    const qint64 held = query.next() ? query.int64(0) : 0;
    if (query.failed())
        return query.error();
    return held;
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
    query.bind(u":account_id"_s, accountId).exec();
    QList<Folder> all;
    while (query.next())
        all.append(readFolder(query));
    if (query.failed())
        return query.error();
    return all;
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
    query.bind(u":folder_id"_s, other->id).exec();
    const bool isUsed = query.next() && query.flag(0);
    if (query.failed())
        return query.error();
    if (isUsed)
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
    query.bind(u":folder_id"_s, id).bind(u":max"_s, maxMails).exec();
    QList<qint64> mails;
    while (query.next())
        mails.append(query.int64(0));
    if (query.failed())
        return query.error();
    RETURN_IF_ERROR(eraseMails(session, mails));
    if (mails.size() == maxMails)
        return false;
    RETURN_IF_ERROR(removeRest(session, id));
    return true;
}

} // namespace Store
