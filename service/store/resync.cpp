// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/resync.h"

#include "store/maildelete.h"
#include "store/mailstate.h"
#include "store/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Result<void> goOne(Session &session, MailState mail, GonePolicy policy, Gone &gone,
                   CounterChanges &counters)
{
    if (policy == GonePolicy::Delete) {
        gone.deleted.append(mail.id);
        return {};
    }
    gone.changed.append(mail.id);
    return setListing(session, mail, policy == GonePolicy::Hide ? Listing::Hidden : Listing::Kept,
                      counters);
}

Result<QList<quint32>> uidsBetween(Query query, qint64 folderId, const UidSpan &span)
{
    query.bind(u":folder_id"_s, folderId).bind(u":first"_s, span.first);
    query.bind(u":last"_s, span.last).exec();
    QList<quint32> uids;
    while (query.next())
        uids.append(query.uint32(0));
    if (query.failed())
        return query.error();
    return uids;
}

Result<Gone> finish(Session &session, const Gone &gone, const CounterChanges &counters)
{
    const Result<void> counted = counters.apply(session);
    if (!counted)
        return counted.error();
    const Result<void> erased = eraseMails(session, gone.deleted);
    if (!erased)
        return erased.error();
    return gone;
}

} // namespace

Result<QList<ServerFlags>> knownUids(Session &session, qint64 folderId)
{
    Query query = session.query("mails_known_uids");
    query.bind(u":folder_id"_s, folderId).exec();
    QList<ServerFlags> known;
    while (query.next())
        known.append(ServerFlags{ query.uint32(0), quint8(query.int32(1)) });
    if (query.failed())
        return query.error();
    return known;
}

Result<QList<BuriedUid>> buriedUids(Session &session, qint64 folderId)
{
    Query query = session.query("tombstones_uids");
    query.bind(u":folder_id"_s, folderId).exec();
    QList<BuriedUid> buried;
    while (query.next())
        buried.append(BuriedUid{ query.uint32(0), query.flag(1) });
    if (query.failed())
        return query.error();
    return buried;
}

Result<void> noteBuried(Session &session, qint64 folderId, const QList<BuriedUid> &uids)
{
    Query query = session.query("tombstones_note_place");
    for (const BuriedUid &one : uids) {
        query.bind(u":folder_id"_s, folderId).bind(u":uid"_s, one.uid);
        query.bind(u":at_server"_s, one.isAtServer);
        query.exec();
    }
    return query.result();
}

Result<HeldUids> heldUids(Session &session, qint64 folderId, const QList<UidSpan> &spans)
{
    HeldUids held;
    for (const UidSpan &span : spans) {
        const Result<QList<quint32>> mails =
            uidsBetween(session.query("mails_uids_between"), folderId, span);
        const Result<QList<quint32>> buried =
            uidsBetween(session.query("tombstones_uids_between"), folderId, span);
        if (!mails || !buried)
            return mails ? buried.error() : mails.error();
        held.mails += *mails;
        held.buried += *buried;
    }
    return held;
}

GonePolicy gonePolicy(const QByteArray &onExpunge)
{
    if (onExpunge == "keep")
        return GonePolicy::Keep;
    return onExpunge == "delete" ? GonePolicy::Delete : GonePolicy::Hide;
}

Result<Gone> markGone(Session &session, qint64 folderId, const QList<quint32> &uids,
                      GonePolicy policy)
{
    Gone gone;
    CounterChanges counters;
    for (const quint32 uid : uids) {
        const Result<void> noted = noteBuried(session, folderId, { { uid, false } });
        if (!noted)
            return noted.error();
        const Result<std::optional<MailState>> mail = mailStateByUid(session, folderId, uid);
        if (!mail)
            return mail.error();
        if (!*mail || (*mail)->counts.listing != Listing::OnServer)
            continue;
        const Result<void> went = goOne(session, **mail, policy, gone, counters);
        if (!went)
            return went.error();
    }
    return finish(session, gone, counters);
}

Result<Folder> beginRebind(Session &session, Folder folder, quint32 uidValidity, quint32 uidNext)
{
    const Result<void> lost =
        session.query("mails_lose_uids").bind(u":folder_id"_s, folder.id).run();
    if (!lost)
        return lost.error();
    folder.uidValidity = uidValidity;
    folder.uidNextAtFirstImport = uidNext;
    folder.uidNext = 0;
    folder.firstImportDone = false;
    folder.highestModSeq = 0;
    folder.listLowUid = 0;
    folder.comparedAt = 0;
    const Result<void> updated = updateFolder(session, folder);
    if (!updated)
        return updated.error();
    return folder;
}

Result<Gone> finishRebind(Session &session, qint64 folderId, GonePolicy policy, int max)
{
    QList<MailState> lost;
    Query query = session.query("mails_lost_uid");
    query.bind(u":folder_id"_s, folderId).bind(u":max"_s, max).exec();
    while (query.next())
        lost.append(readState(query));
    if (query.failed())
        return query.error();
    Gone gone;
    CounterChanges counters;
    for (const MailState &mail : lost) {
        const Result<void> went = goOne(session, mail, policy, gone, counters);
        if (!went)
            return went.error();
    }
    return finish(session, gone, counters);
}

} // namespace Store
