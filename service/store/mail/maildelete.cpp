// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/maildelete.h"

#include "store/mail/folders.h"
#include "store/mail/localfolder.h"
#include "store/mail/mailstate.h"
#include "store/mail/tombstones.h"
#include "store/search/index/searchindex.h"
#include "store/sql/session.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// The entries of search and conversation are found through the row of the mail. Bodies and attachments are deleted
// with it (ON DELETE CASCADE).
Result<void> eraseMail(Session &session, const MailState &mail, CounterChanges &counters)
{
    counters.removed(mail.counts);
    RETURN_IF_ERROR(removeFromIndex(session, mail.id));
    RETURN_IF_ERROR(session.query("thread_nodes_forget").bind(u":id"_s, mail.id).run());
    return session.query("mails_delete").bind(u":id"_s, mail.id).run();
}

Result<QList<MailState>> hiddenCopies(Session &session, const MailState &mail)
{
    Query query = session.query("mails_hidden_copies");
    query.bind(u":id"_s, mail.id);
    return allStates(query);
}

/// Together with the last shown row of a mail, its hidden rows are deleted: if another copy arrived, a
/// hidden row would be recognised as moved and shown again. Of an imported mail only its own row is
/// deleted, without a tombstone, which would block the same mail of the server.
Result<void> deleteMail(Session &session, const MailState &mail, CounterChanges &counters)
{
    const Result<Folder> folder = folderById(session, mail.counts.folderId);
    RETURN_IF_ERROR(folder);
    if (isImportedFolder(folder->path))
        return eraseMail(session, mail, counters);
    const Result<QList<MailState>> copies = hiddenCopies(session, mail);
    RETURN_IF_ERROR(copies);
    for (const MailState &one : QList{ mail } + *copies) {
        RETURN_IF_ERROR(bury(session, one));
        RETURN_IF_ERROR(eraseMail(session, one, counters));
    }
    return {};
}

Result<DeletedMail> describe(Session &session, const MailState &mail)
{
    const Result<Folder> folder = folderById(session, mail.counts.folderId);
    RETURN_IF_ERROR(folder);
    const bool atServer = mail.counts.listing == Listing::OnServer && mail.uid != 0;
    return DeletedMail{ mail.id, mail.counts.accountId, mail.counts.folderId,
                        atServer ? mail.uid : 0, atServer ? folder->uidValidity : 0 };
}

Result<void> deleteOne(Session &session, qint64 id, const Viewer &viewer, Deletion &deletion,
                       CounterChanges &counters)
{
    const Result<std::optional<MailState>> mail = mailState(session, id, viewer);
    RETURN_IF_ERROR(mail);
    if (!*mail) {
        deletion.unknown.append(id);
        return {};
    }
    const Result<DeletedMail> described = describe(session, **mail);
    RETURN_IF_ERROR(described);
    deletion.deleted.append(*described);
    return deleteMail(session, **mail, counters);
}

} // namespace

Result<Deletion> deleteMails(Session &session, const QList<qint64> &ids, const Viewer &viewer)
{
    Deletion deletion;
    CounterChanges counters;
    QSet<qint64> seen;
    for (const qint64 id : ids) {
        if (seen.contains(id))
            continue;
        seen.insert(id);
        RETURN_IF_ERROR(deleteOne(session, id, viewer, deletion, counters));
    }
    RETURN_IF_ERROR(counters.apply(session));
    return deletion;
}

Result<void> eraseMails(Session &session, const QList<qint64> &ids)
{
    CounterChanges counters;
    for (const qint64 id : ids) {
        const Result<std::optional<MailState>> mail = mailStateOfAny(session, id);
        RETURN_IF_ERROR(mail);
        if (!*mail)
            continue;
        RETURN_IF_ERROR(eraseMail(session, **mail, counters));
    }
    return counters.apply(session);
}

} // namespace Store
