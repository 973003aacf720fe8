// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mailflags.h"

#include "store/mailstate.h"
#include "store/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/// The patch that the server's change is, where it changed since it was last noted.
FlagPatch serverChange(quint8 before, quint8 after)
{
    FlagPatch patch;
    if ((before ^ after) & ServerSeen)
        patch.isRead = (after & ServerSeen) != 0;
    if ((before ^ after) & ServerFlagged)
        patch.isStarred = (after & ServerFlagged) != 0;
    return patch;
}

Result<Flagged> patchFlags(Session &session, const MailState &mail, const FlagPatch &patch,
                           CounterChanges &counters)
{
    CounterKey after = mail.counts;
    after.isRead = patch.isRead.value_or(after.isRead);
    after.isStarred = patch.isStarred.value_or(after.isStarred);
    if (after == mail.counts)
        return Flagged{ mail.id, after.accountId, false };
    counters.moved(mail.counts, after);
    const Result<void> set = session.query("mails_set_flags")
                                 .bind(u":is_read"_s, after.isRead)
                                 .bind(u":is_starred"_s, after.isStarred)
                                 .bind(u":id"_s, mail.id)
                                 .run();
    if (!set)
        return set.error();
    return Flagged{ mail.id, after.accountId, true };
}

Result<void> noteServerFlags(Session &session, qint64 id, quint8 flags)
{
    return session.query("mails_set_server_flags")
        .bind(u":server_flags"_s, int(flags))
        .bind(u":id"_s, id)
        .run();
}

Result<Flagged> applyOne(Session &session, qint64 folderId, const ServerFlags &now, bool takeOver,
                         CounterChanges &counters)
{
    const Result<std::optional<MailState>> mail = mailStateByUid(session, folderId, now.uid);
    if (!mail)
        return mail.error();
    if (!*mail || (*mail)->serverFlags == now.flags)
        return Flagged{};
    const Result<void> noted = noteServerFlags(session, (*mail)->id, now.flags);
    if (!noted)
        return noted.error();
    if (!takeOver)
        return Flagged{};
    return patchFlags(session, **mail, serverChange((*mail)->serverFlags, now.flags), counters);
}

Result<QList<Flagged>> counted(Session &session, const CounterChanges &counters,
                               QList<Flagged> flagged)
{
    const Result<void> applied = counters.apply(session);
    if (!applied)
        return applied.error();
    return flagged;
}

} // namespace

Result<QList<Flagged>> setFlags(Session &session, const QList<qint64> &ids, const FlagPatch &patch,
                                const Viewer &viewer)
{
    QList<Flagged> flagged;
    CounterChanges counters;
    for (const qint64 id : ids) {
        const Result<std::optional<MailState>> mail = mailState(session, id, viewer);
        if (!mail)
            return mail.error();
        if (!*mail)
            continue;
        const Result<Flagged> one = patchFlags(session, **mail, patch, counters);
        if (!one)
            return one.error();
        flagged.append(*one);
    }
    return counted(session, counters, flagged);
}

Result<QList<Flagged>> markAllRead(Session &session, const Viewer &viewer,
                                   std::optional<qint64> accountId, const QString &folder, int max)
{
    Query query = session.query("mails_unread_of");
    query.bind(u":owner"_s, viewer.ownerFilter()).bind(u":account"_s, accountId.value_or(0));
    query.bind(u":path"_s, folder).bind(u":max"_s, max).exec();
    QList<qint64> ids;
    while (query.next())
        ids.append(query.int64(0));
    if (query.failed())
        return query.error();
    return setFlags(session, ids, FlagPatch{ true, {} }, viewer);
}

Result<QList<Flagged>> applyServerFlags(Session &session, qint64 folderId,
                                        const QList<ServerFlags> &flags, bool takeOver)
{
    QList<Flagged> changed;
    CounterChanges counters;
    for (const ServerFlags &now : flags) {
        const Result<Flagged> one = applyOne(session, folderId, now, takeOver, counters);
        if (!one)
            return one.error();
        if (one->changed)
            changed.append(*one);
    }
    return counted(session, counters, changed);
}

} // namespace Store
