// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/pendingflagchanges.h"

#include "store/mail/folders.h"
#include "store/mail/localfolder.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

PendingFlagChange readWish(const Query &query)
{
    return { query.int64(0),         query.uint32(1),        quint8(query.int32(2)),
             quint8(query.int32(3)), quint8(query.int32(4)), quint8(query.int32(5)),
             query.int32(6),         quint8(query.int32(7)) };
}

/// Whether the mail was imported from a file: its flags are never stored at a server. All imported mails
/// are listed as Kept, so only such mails need a look at their folder.
Result<bool> isOfFile(Session &session, const MailState &mail)
{
    if (mail.counts.listing != Listing::Kept)
        return false;
    const Result<Folder> folder = folderById(session, mail.counts.folderId);
    return folder ? Result<bool>(isImportedFolder(folder->path)) : folder.error();
}

} // namespace

Result<QByteArray> flagSyncOf(Session &session, qint64 accountId)
{
    Query query = session.query("accounts_flag_sync");
    query.bind(u":id"_s, accountId).exec();
    const QByteArray flagSync = query.next() ? query.name(0) : QByteArray();
    if (query.failed())
        return query.error();
    return flagSync;
}

Result<PendingFlagChange> pendingFlagChange(Session &session, const MailState &mail)
{
    Query query = session.query("flag_wishes_of_mail");
    query.bind(u":mail_id"_s, mail.id).exec();
    PendingFlagChange pending{ .mailId = mail.id, .uid = mail.uid, .noted = mail.serverFlags };
    if (query.next())
        pending = readWish(query);
    if (query.failed())
        return query.error();
    return pending;
}

Result<QList<PendingFlagChange>> pendingFlagChanges(Session &session, const Folder &folder, int max)
{
    Query query = session.query("flag_wishes_of_folder");
    query.bind(u":account_id"_s, folder.accountId).bind(u":folder_id"_s, folder.id);
    query.bind(u":max"_s, max).exec();
    QList<PendingFlagChange> changes;
    while (query.next())
        changes.append(readWish(query));
    if (query.failed())
        return query.error();
    return changes;
}

Result<quint8> sentFlagsOf(Session &session, qint64 mailId)
{
    Query query = session.query("flag_wishes_told");
    query.bind(u":mail_id"_s, mailId).exec();
    const quint8 stored = query.next() ? quint8(query.int32(0) | query.int32(1)) : quint8(0);
    if (query.failed())
        return query.error();
    return stored;
}

Result<void> savePendingFlagChange(Session &session, qint64 accountId,
                                   const PendingFlagChange &pending)
{
    if (pending.isEmpty())
        return session.query("flag_wishes_delete").bind(u":mail_id"_s, pending.mailId).run();
    return session.query("flag_wishes_put")
        .bind(u":mail_id"_s, pending.mailId)
        .bind(u":account_id"_s, accountId)
        .bind(u":mask"_s, int(pending.mask))
        .bind(u":wanted"_s, int(pending.wanted))
        .bind(u":sent"_s, int(pending.sent))
        .bind(u":tries"_s, pending.tries)
        .bind(u":told"_s, int(pending.stored))
        .run();
}

Result<void> settlePendingFlagChanges(Session &session, qint64 accountId)
{
    RETURN_IF_ERROR(session.query("flag_wishes_settle").bind(u":account_id"_s, accountId).run());
    return session.query("flag_wishes_prune").bind(u":account_id"_s, accountId).run();
}

Result<bool> hasPendingFlagChanges(Session &session, qint64 accountId)
{
    Query query = session.query("flag_wishes_any");
    query.bind(u":account_id"_s, accountId).exec();
    const bool any = query.next() && query.flag(0);
    if (query.failed())
        return query.error();
    return any;
}

Result<void> forgetPendingFlagChanges(Session &session, qint64 accountId)
{
    return session.query("flag_wishes_forget").bind(u":account_id"_s, accountId).run();
}

Result<void> pendingFlags(Session &session, const MailState &mail, const FlagPatch &patch)
{
    const Result<bool> isImported = isOfFile(session, mail);
    if (!isImported || *isImported)
        return isImported ? Result<void>() : isImported.error();
    // Mails that vanished are included: such a mail may be found in another folder, where its flags are then
    // stored at the server.
    if (mail.counts.listing == Listing::SentCopy)
        return {};
    const Result<QByteArray> flagSync = flagSyncOf(session, mail.counts.accountId);
    if (!flagSync || *flagSync != "both")
        return flagSync ? Result<void>() : flagSync.error();
    const Result<PendingFlagChange> before = pendingFlagChange(session, mail);
    RETURN_IF_ERROR(before);
    const quint8 touched =
        quint8((patch.isRead ? ServerSeen : 0) | (patch.isStarred ? ServerFlagged : 0));
    const quint8 values = quint8((patch.isRead.value_or(false) ? ServerSeen : 0)
                                 | (patch.isStarred.value_or(false) ? ServerFlagged : 0));
    return savePendingFlagChange(session, mail.counts.accountId,
                                 afterLocalChange(*before, touched, values));
}

Result<QList<qint64>> foldersWithChanges(Session &session, qint64 accountId)
{
    Query query = session.query("folders_to_tell");
    query.bind(u":account_id"_s, accountId).exec();
    QList<qint64> folders;
    while (query.next())
        folders.append(query.int64(0));
    if (query.failed())
        return query.error();
    return folders;
}

} // namespace Store
