// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/resync.h"

#include "store/mail/maildelete.h"
#include "store/mail/mailmover.h"
#include "store/mail/mailstate.h"
#include "store/mail/tombstones.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/** Processes mails that are gone from their places at the server. */
class Leaving
{
public:
    Leaving(Session &session, qint64 accountId, GonePolicy policy)
        : m_session(session), m_policy(policy), m_mover(session, accountId)
    {
    }

    Result<void> take(MailState mail);
    /// `copy` shows that a mail was moved by another client before it was deleted here: deletes the copy.
    Result<void> takeBuried(const MailState &copy);
    Result<Gone> finish();

private:
    Result<void> leave(MailState &mail);

    Session &m_session;
    const GonePolicy m_policy;
    MailMover m_mover;
    CounterChanges m_counters;
    Gone m_gone;
};

Result<void> Leaving::take(MailState mail)
{
    const Result<qint64> copy = m_mover.followCopy(mail, m_counters);
    RETURN_IF_ERROR(copy);
    if (*copy == 0)
        return leave(mail);
    m_gone.moved.removeOne(mail.id); // it may have followed another copy in this batch
    m_gone.moved.append(mail.id);
    m_gone.deleted.append(*copy);
    return {};
}

Result<void> Leaving::leave(MailState &mail)
{
    m_gone.moved.removeOne(mail.id);
    m_gone.changed.append(mail.id);
    if (m_policy != GonePolicy::Delete)
        return setListing(m_session, mail,
                          m_policy == GonePolicy::Hide ? Listing::Hidden : Listing::Kept,
                          m_counters);
    const CounterKey before = mail.counts;
    mail.counts.listing = Listing::Hidden;
    m_counters.moved(before, mail.counts);
    return m_session.query("mails_set_leaving").bind(u":id"_s, mail.id).run();
}

Result<void> Leaving::takeBuried(const MailState &copy)
{
    RETURN_IF_ERROR(bury(m_session, copy));
    m_gone.deleted.append(copy.id);
    // The copy was recognised only by its identity, which is too uncertain to delete it at the server.
    const Result<void> kept = noteBuried(m_session, copy.counts.folderId, { { copy.uid, true } });
    return kept ? eraseMails(m_session, { copy.id }) : kept;
}

Result<Gone> Leaving::finish()
{
    RETURN_IF_ERROR(m_counters.apply(m_session));
    return m_gone;
}

const Columns<ServerFlags> flagColumns{
    { "uid", &ServerFlags::uid },
    { "server_flags", &ServerFlags::flags },
};

const Columns<BuriedUid> buriedColumns{
    { "uid", &BuriedUid::uid },
    { "at_server", &BuriedUid::isAtServer },
};

Result<QList<quint32>> uidsBetween(Query query, qint64 folderId, const UidSpan &span)
{
    query.bind(u":folder_id"_s, folderId).bind(u":first"_s, span.first);
    return query.bind(u":last"_s, span.last).readValues<quint32>();
}

} // namespace

Result<QList<ServerFlags>> knownUids(Session &session, qint64 folderId)
{
    Query query = session.query("mails_known_uids");
    return query.bind(u":folder_id"_s, folderId).readAll(flagColumns);
}

Result<QList<BuriedUid>> buriedUids(Session &session, qint64 folderId)
{
    Query query = session.query("tombstones_uids");
    return query.bind(u":folder_id"_s, folderId).readAll(buriedColumns);
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
    const Result<Folder> folder = folderById(session, folderId);
    RETURN_IF_ERROR(folder);
    Leaving leaving(session, folder->accountId, policy);
    const Result<QList<MailState>> copies = movesOfBuried(session, folderId, uids);
    RETURN_IF_ERROR(copies);
    for (const MailState &copy : *copies) {
        RETURN_IF_ERROR(leaving.takeBuried(copy));
    }
    for (const quint32 uid : uids) {
        const Result<void> noted = noteBuried(session, folderId, { { uid, false } });
        RETURN_IF_ERROR(noted);
        const Result<std::optional<MailState>> mail = mailStateByUid(session, folderId, uid);
        RETURN_IF_ERROR(mail);
        if (!*mail || (*mail)->counts.listing != Listing::OnServer)
            continue;
        RETURN_IF_ERROR(leaving.take(**mail));
    }
    return leaving.finish();
}

Result<Folder> beginRebind(Session &session, Folder folder, quint32 uidValidity, quint32 uidNext)
{
    RETURN_IF_ERROR(session.query("mails_lose_uids").bind(u":folder_id"_s, folder.id).run());
    folder.uidValidity = uidValidity;
    folder.uidNextAtFirstImport = uidNext;
    folder.uidNext = 0;
    folder.firstImportDone = false;
    folder.highestModSeq = 0;
    folder.listLowUid = 0;
    folder.comparedAt = 0;
    RETURN_IF_ERROR(updateFolder(session, folder));
    return folder;
}

Result<Gone> finishRebind(Session &session, qint64 folderId, GonePolicy policy, int max)
{
    Query query = session.query("mails_lost_uid");
    query.bind(u":folder_id"_s, folderId).bind(u":max"_s, max);
    const Result<QList<MailState>> lost = allStates(query);
    RETURN_IF_ERROR(lost);
    if (lost->isEmpty())
        return Gone();
    Leaving leaving(session, lost->first().counts.accountId, policy);
    for (const MailState &mail : *lost) {
        RETURN_IF_ERROR(leaving.take(mail));
    }
    return leaving.finish();
}

} // namespace Store
