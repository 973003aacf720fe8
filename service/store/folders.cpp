// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/folders.h"

#include "store/maildelete.h"
#include "store/session.h"

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
        const Result<void> done = session.query(part).bind(u":folder_id"_s, id).run();
        if (!done)
            return done;
    }
    return {};
}

} // namespace

Result<Folder> ensureFolder(Session &session, qint64 accountId, const QString &path,
                            const QByteArray &role)
{
    const Result<void> there = session.query("folders_ensure")
                                   .bind(u":account_id"_s, accountId)
                                   .bind(u":path"_s, path)
                                   .bindName(u":role"_s, role)
                                   .run();
    if (!there)
        return there.error();
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

Result<bool> removeFolderBatch(Session &session, qint64 id, int maxMails)
{
    Query query = session.query("folders_mails");
    query.bind(u":folder_id"_s, id).bind(u":max"_s, maxMails).exec();
    QList<qint64> mails;
    while (query.next())
        mails.append(query.int64(0));
    if (query.failed())
        return query.error();
    const Result<void> erased = eraseMails(session, mails);
    if (!erased)
        return erased.error();
    if (mails.size() == maxMails)
        return false;
    const Result<void> rest = removeRest(session, id);
    if (!rest)
        return rest.error();
    return true;
}

} // namespace Store
