// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/pendingflagchanges.h"

#include "store/mail/folders.h"
#include "store/mail/localfolder.h"
#include "store/mail/mailrow.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<PendingFlagChange> changeColumns{
    { "mail_id", &PendingFlagChange::mailId },
    { "uid", &PendingFlagChange::uid },
    { "server_flags",
      +[](PendingFlagChange &change, quint8 flags) {
          change.noted = flags & followedFlags;
      } },
    { "mask", &PendingFlagChange::mask },
    { "wanted", &PendingFlagChange::wanted },
    { "sent", &PendingFlagChange::sent },
    { "tries", &PendingFlagChange::tries },
    { "stored", &PendingFlagChange::stored },
};

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
    const auto flagSync = query.bind(u":id"_s, accountId).readValue<QByteArray>();
    RETURN_IF_ERROR(flagSync);
    return flagSync->value_or(QByteArray());
}

Result<PendingFlagChange> pendingFlagChange(Session &session, const MailState &mail)
{
    Query query = session.query("pending_flag_changes_of_mail");
    const auto pending = query.bind(u":mail_id"_s, mail.id).readFirst(changeColumns);
    RETURN_IF_ERROR(pending);
    return pending->value_or(
        PendingFlagChange{ .mailId = mail.id, .uid = mail.uid, .noted = mail.serverFlags });
}

Result<QList<PendingFlagChange>> pendingFlagChanges(Session &session, const Folder &folder, int max)
{
    Query query = session.query("pending_flag_changes_of_folder");
    query.bind(u":account_id"_s, folder.accountId).bind(u":folder_id"_s, folder.id);
    return query.bind(u":max"_s, max).readAll(changeColumns);
}

Result<quint8> sentFlagsOf(Session &session, qint64 mailId)
{
    Query query = session.query("pending_flag_changes_recent");
    query.bind(u":mail_id"_s, mailId).exec();
    quint8 flags = 0;
    if (query.next())
        flags = quint8(query.int32("sent") | query.int32("stored"));
    if (query.failed())
        return query.error();
    return flags;
}

Result<void> savePendingFlagChange(Session &session, qint64 accountId,
                                   const PendingFlagChange &pending)
{
    if (pending.isEmpty())
        return session.query("pending_flag_changes_delete")
            .bind(u":mail_id"_s, pending.mailId)
            .run();
    return session.query("pending_flag_changes_put")
        .bind(u":mail_id"_s, pending.mailId)
        .bind(u":account_id"_s, accountId)
        .bind(u":mask"_s, int(pending.mask))
        .bind(u":wanted"_s, int(pending.wanted))
        .bind(u":sent"_s, int(pending.sent))
        .bind(u":tries"_s, pending.tries)
        .bind(u":stored"_s, int(pending.stored))
        .run();
}

Result<void> settlePendingFlagChanges(Session &session, qint64 accountId)
{
    RETURN_IF_ERROR(
        session.query("pending_flag_changes_settle").bind(u":account_id"_s, accountId).run());
    return session.query("pending_flag_changes_prune").bind(u":account_id"_s, accountId).run();
}

Result<bool> hasPendingFlagChanges(Session &session, qint64 accountId)
{
    Query query = session.query("pending_flag_changes_any");
    const Result<qint64> any = query.bind(u":account_id"_s, accountId).readNumber();
    RETURN_IF_ERROR(any);
    return *any != 0;
}

Result<void> forgetPendingFlagChanges(Session &session, qint64 accountId)
{
    return session.query("pending_flag_changes_forget").bind(u":account_id"_s, accountId).run();
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
    Query query = session.query("folders_with_changes");
    return query.bind(u":account_id"_s, accountId).readValues<qint64>();
}

} // namespace Store
