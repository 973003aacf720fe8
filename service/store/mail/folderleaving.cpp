// SPDX-License-Identifier: GPL-3.0-or-later
// Folders that are gone from the server or are no longer synchronised, and folders that return.
#include "store/mail/mailstate.h"
#include "store/mail/resync.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Result<QList<MailState>> statesAbove(Session &session, qint64 folderId, quint32 after, int max)
{
    Query query = session.query("mails_on_server");
    query.bind(u":folder_id"_s, folderId).bind(u":after"_s, after).bind(u":max"_s, max).exec();
    QList<MailState> states;
    while (query.next())
        states.append(readState(query));
    if (query.failed())
        return query.error();
    return states;
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
    query.bind(u":folder_id"_s, folderId).bind(u":max"_s, max).exec();
    QList<MailSample> sample;
    while (query.next())
        sample.append({ query.uint32(0), query.int64(1), query.name(2) });
    if (query.failed())
        return query.error();
    return sample;
}

Result<QList<quint32>> uidsAway(Session &session, qint64 folderId)
{
    Query query = session.query("mails_uids_away");
    query.bind(u":folder_id"_s, folderId).exec();
    QList<quint32> uids;
    while (query.next())
        uids.append(query.uint32(0));
    if (query.failed())
        return query.error();
    return uids;
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
