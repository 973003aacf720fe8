// SPDX-License-Identifier: GPL-3.0-or-later
// Folders that are gone from the server or are no longer synchronised, and folders that return.
#include "store/mail/mailstate.h"
#include "store/mail/resync.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const Columns<MailSample> sampleColumns{
    { "uid", &MailSample::uid },
    { "size", &MailSample::size },
    { "message_id", &MailSample::messageId },
};

Result<QList<MailState>> statesAbove(Session &session, qint64 folderId, quint32 after, int max)
{
    Query query = session.query("mails_on_server");
    query.bind(u":folder_id"_s, folderId).bind(u":after"_s, after).bind(u":max"_s, max);
    return allStates(query);
}

Folder withoutCursor(Folder folder)
{
    folder.uidNextAtFirstImport = 0;
    folder.uidNext = 0;
    folder.firstImportDone = false;
    folder.highestModSeq = 0;
    folder.listLowUid = 0;
    folder.comparedAt = 0;
    return folder;
}

} // namespace

Result<QList<MailSample>> mailSample(Session &session, qint64 folderId, int max)
{
    Query query = session.query("mails_sample");
    return query.bind(u":folder_id"_s, folderId).bind(u":max"_s, max).readAll(sampleColumns);
}

Result<QList<quint32>> uidsAway(Session &session, qint64 folderId)
{
    Query query = session.query("mails_uids_away");
    return query.bind(u":folder_id"_s, folderId).readValues<quint32>();
}

Result<QList<qint64>> markBack(Session &session, qint64 folderId, const QList<quint32> &uids)
{
    QList<qint64> changed;
    CounterChanges counters;
    for (const quint32 uid : uids) {
        Result<std::optional<MailState>> mail = mailStateByUid(session, folderId, uid);
        RETURN_IF_ERROR(mail);
        if (!*mail || (*mail)->counts.listing == Listing::OnServer)
            continue;
        RETURN_IF_ERROR(setListing(session, **mail, Listing::OnServer, counters));
        changed.append((*mail)->id);
    }
    RETURN_IF_ERROR(counters.apply(session));
    return changed;
}

Result<Gone> leaveServer(Session &session, qint64 folderId, GonePolicy policy, quint32 *after,
                         int max)
{
    Result<QList<MailState>> mails = statesAbove(session, folderId, *after, max);
    RETURN_IF_ERROR(mails);
    const Listing listing = policy == GonePolicy::Keep ? Listing::Kept : Listing::Hidden;
    Gone gone;
    CounterChanges counters;
    for (MailState &mail : *mails) {
        RETURN_IF_ERROR(setListing(session, mail, listing, counters));
        gone.changed.append(mail.id);
    }
    *after = mails->size() == max ? mails->last().uid : 0;
    RETURN_IF_ERROR(counters.apply(session));
    return gone;
}

Result<void> forgetCursor(Session &session, qint64 folderId)
{
    const Result<Folder> folder = folderById(session, folderId);
    return folder ? updateFolder(session, withoutCursor(*folder)) : folder.error();
}

Result<void> forgetPlaces(Session &session, qint64 folderId)
{
    const Result<Folder> folder = folderById(session, folderId);
    RETURN_IF_ERROR(folder);
    RETURN_IF_ERROR(session.query("mails_lose_uids").bind(u":folder_id"_s, folderId).run());
    Folder anew = withoutCursor(*folder);
    anew.uidValidity = 0;
    return updateFolder(session, anew);
}

} // namespace Store
