// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailflags.h"

#include "store/mail/folders.h"
#include "store/mail/mailstate.h"
#include "store/mail/pendingflagchanges.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

/// A patch that sets the flags in `which` to the server's values.
FlagPatch patchOf(quint8 which, quint8 values)
{
    FlagPatch patch;
    if (which & ServerSeen)
        patch.isRead = (values & ServerSeen) != 0;
    if (which & ServerFlagged)
        patch.isStarred = (values & ServerFlagged) != 0;
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
    RETURN_IF_ERROR(session.query("mails_set_flags")
                        .bind(u":is_read"_s, after.isRead)
                        .bind(u":is_starred"_s, after.isStarred)
                        .bind(u":id"_s, mail.id)
                        .run());
    return Flagged{ mail.id, after.accountId, true };
}

/** Applies a batch of the server's flags to the stored mails. */
class ServerChanges
{
public:
    ServerChanges(Session &session, const Folder &folder, bool takeOver)
        : m_session(session), m_folder(folder), m_takeOver(takeOver)
    {
    }

    Result<void> prepare();
    Result<void> take(const ServerFlags &now);
    Result<FlagsApplied> finish();

private:
    Result<quint8> reconcile(const MailState &mail, quint8 now);
    Result<void> noteAll(qint64 id, quint8 flags);

    Session &m_session;
    const Folder &m_folder;
    const bool m_takeOver;
    bool m_hasPending = false;
    CounterChanges m_counters;
    FlagsApplied m_applied;
};

Result<void> ServerChanges::prepare()
{
    const Result<bool> changes = hasPendingFlagChanges(m_session, m_folder.accountId);
    RETURN_IF_ERROR(changes);
    m_hasPending = *changes;
    return {};
}

/// Updates the pending flag change of the mail. Returns the flags to take over from the server.
Result<quint8> ServerChanges::reconcile(const MailState &mail, quint8 now)
{
    if (!m_hasPending)
        return quint8(mail.serverFlags ^ now);
    const Result<PendingFlagChange> pending = pendingFlagChange(m_session, mail);
    RETURN_IF_ERROR(pending);
    const Reconciled after = afterServerChange(*pending, now);
    if (!pending->isEmpty()) {
        RETURN_IF_ERROR(savePendingFlagChange(m_session, m_folder.accountId, after.pending));
    }
    return after.takeOver;
}

// Also flags that mails do not have here.
Result<void> ServerChanges::noteAll(qint64 id, quint8 flags)
{
    return m_session.query("mails_set_server_flags")
        .bind(u":server_flags"_s, int(flags))
        .bind(u":id"_s, id)
        .run();
}

Result<void> ServerChanges::take(const ServerFlags &now)
{
    const Result<std::optional<MailState>> mail = mailStateByUid(m_session, m_folder.id, now.uid);
    RETURN_IF_ERROR(mail);
    if (!*mail || (*mail)->counts.listing != Listing::OnServer)
        m_applied.unknown.append(now.uid);
    if (!*mail)
        return {};
    const auto followed = quint8(now.flags & followedFlags);
    if ((*mail)->serverFlags == followed) // another flag, or none, has changed
        return noteAll((*mail)->id, now.flags);
    const Result<quint8> takeOver = reconcile(**mail, followed);
    RETURN_IF_ERROR(takeOver);
    const Result<void> noted = noteAll((*mail)->id, now.flags);
    if (!noted || !m_takeOver)
        return noted;
    const Result<Flagged> one =
        patchFlags(m_session, **mail, patchOf(*takeOver, followed), m_counters);
    RETURN_IF_ERROR(one);
    if (one->changed)
        m_applied.changed.append(*one);
    return {};
}

Result<FlagsApplied> ServerChanges::finish()
{
    RETURN_IF_ERROR(m_counters.apply(m_session));
    return m_applied;
}

Result<QList<Flagged>> counted(Session &session, const CounterChanges &counters,
                               QList<Flagged> flagged)
{
    RETURN_IF_ERROR(counters.apply(session));
    return flagged;
}

} // namespace

Result<void> noteServerFlags(Session &session, qint64 id, quint8 flags)
{
    return session.query("mails_set_followed_flags")
        .bind(u":server_flags"_s, int(flags))
        .bind(u":id"_s, id)
        .run();
}

Result<QList<Flagged>> setFlags(Session &session, const QList<qint64> &ids, const FlagPatch &patch,
                                const Viewer &viewer)
{
    QList<Flagged> flagged;
    CounterChanges counters;
    for (const qint64 id : ids) {
        const Result<std::optional<MailState>> mail = mailState(session, id, viewer);
        RETURN_IF_ERROR(mail);
        if (!*mail)
            continue;
        const Result<Flagged> one = patchFlags(session, **mail, patch, counters);
        RETURN_IF_ERROR(one);
        if (one->changed) {
            RETURN_IF_ERROR(pendingFlags(session, **mail, patch));
        }
        flagged.append(*one);
    }
    return counted(session, counters, flagged);
}

Result<QList<Flagged>> markAllRead(Session &session, const Viewer &viewer,
                                   std::optional<qint64> accountId, const QString &folder, int max)
{
    Query query = session.query("mails_unread_of");
    query.bind(u":owner"_s, viewer.ownerFilter()).bind(u":account"_s, accountId.value_or(0));
    query.bind(u":path"_s, folder).bind(u":max"_s, max);
    const Result<QList<qint64>> ids = query.readValues<qint64>();
    RETURN_IF_ERROR(ids);
    return setFlags(session, *ids, FlagPatch{ true, {} }, viewer);
}

Result<FlagsApplied> applyServerFlags(Session &session, const Folder &folder,
                                      const QList<ServerFlags> &flags, bool takeOver)
{
    ServerChanges changes(session, folder, takeOver);
    RETURN_IF_ERROR(changes.prepare());
    for (const ServerFlags &now : flags) {
        RETURN_IF_ERROR(changes.take(now));
    }
    return changes.finish();
}

} // namespace Store
