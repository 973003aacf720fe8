// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/mailmover.h"

#include "store/mail/maildelete.h"
#include "store/mail/pendingflagchanges.h"
#include "store/sql/columns.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

quint8 localFlags(const CounterKey &counts)
{
    return quint8((counts.isRead ? ServerSeen : 0) | (counts.isStarred ? ServerFlagged : 0));
}

/// The bits of `others` where `mask` has a bit, otherwise the bits of `flags`.
quint8 mixed(quint8 flags, quint8 others, quint8 mask)
{
    return quint8((flags & ~mask) | (others & mask));
}

CounterKey at(CounterKey counts, const ServerPlace &where, quint8 flags)
{
    counts.folderId = where.folderId;
    counts.listing = Listing::OnServer;
    counts.isRead = (flags & ServerSeen) != 0;
    counts.isStarred = (flags & ServerFlagged) != 0;
    return counts;
}

constexpr int flagBits = 2;
constexpr int flagMask = (1 << flagBits) - 1;

/// `mails.copy_flags` contains the flags at the time when the copy arrived: the copy's in the low bits,
/// the mail's in the bits above them.
int packedFlags(quint8 ofCopy, quint8 ofMail)
{
    return ofCopy | ofMail << flagBits;
}

void setFlagsAtStart(MailCopy &copy, std::optional<int> flags)
{
    if (!flags)
        return;
    copy.flagsAtStart = quint8(*flags & flagMask);
    copy.mailFlagsAtStart = quint8(*flags >> flagBits);
}

bool isSet(std::optional<qint64> pass)
{
    return pass.has_value();
}

/// Besides the columns of the copy's state.
const Columns<MailCopy> copyColumns{
    { "email_id", &MailCopy::emailId },
    { "unsettled", &MailCopy::isUnsettled, isSet },
    { "copy_flags", setFlagsAtStart },
};

/// A flag that was changed at one of the two since the copy arrived keeps the changed value; if it was
/// changed at both, the value of the copy is kept. `own`: flags that a user changed at the mail, and
/// that the server does not have yet, or not at the copy. They count as changed even if they have the
/// value from that time: the server may have changed them first, and the user changed them back.
/// `atStart`: the flags of the mail at its own start if it is a recent copy of an older mail too. The flags
/// that `copy` noted are then those of the older mail, so they alone do not prove a change.
JoinedFlags joined(quint8 mailFlags, const MailCopy &copy, quint8 own,
                   std::optional<quint8> atStart)
{
    const quint8 copyFlags = localFlags(copy.mail.counts);
    const auto ofCopy = quint8(copyFlags ^ *copy.flagsAtStart);
    const auto changed = quint8(atStart ? mailFlags ^ *atStart : flagMask);
    const auto ofMail = quint8(((mailFlags ^ copy.mailFlagsAtStart) & changed) | own);
    return { mixed(copyFlags, mailFlags, quint8(ofMail & ~ofCopy)), ofCopy };
}

/// The same if the flags at that time are not known: compares with the flags last seen at the server.
JoinedFlags joinedByServer(quint8 mailFlags, const MailCopy &copy, quint8 taken)
{
    const quint8 copyFlags = localFlags(copy.mail.counts);
    const auto ofCopy = quint8(taken | (copyFlags ^ copy.mail.serverFlags));
    return { mixed(mailFlags, copyFlags, ofCopy), ofCopy };
}

} // namespace

Result<QList<MailCopy>> youngerCopies(Session &session, qint64 mailId)
{
    Query query = session.query("mails_copies");
    query.bind(u":id"_s, mailId).exec();
    QList<MailCopy> copies;
    while (query.next()) {
        copies.append(query.read(copyColumns));
        copies.last().mail = readState(query);
    }
    if (query.failed())
        return query.error();
    return copies;
}

Result<bool> MailMover::takesOverFlags()
{
    if (!m_takesOverFlags) {
        const Result<QByteArray> flagSync = flagSyncOf(m_session, m_accountId);
        RETURN_IF_ERROR(flagSync);
        m_takesOverFlags = *flagSync != "off";
    }
    return *m_takesOverFlags;
}

Result<void> MailMover::write(const MailState &mail, const ServerPlace &where,
                              const CounterKey &after, CounterChanges &counters)
{
    counters.moved(mail.counts, after);
    return m_session.query("mails_set_place")
        .bind(u":folder_id"_s, where.folderId)
        .bind(u":uid"_s, where.uid)
        .bind(u":email_id"_s, where.emailId)
        .bind(u":is_read"_s, after.isRead)
        .bind(u":is_starred"_s, after.isStarred)
        .bind(u":server_flags"_s, int(where.flags))
        .bind(u":id"_s, mail.id)
        .run();
}

Result<void> MailMover::place(const MailState &mail, const ServerPlace &where,
                              CounterChanges &counters)
{
    return write(mail, where, at(mail.counts, where, localFlags(mail.counts)), counters);
}

/// The pending flag change of the mail. Flags that were recently stored at the server for its other rows
/// count as stored for the mail.
Result<PendingFlagChange> MailMover::pendingWith(const MailState &mail, const QList<qint64> &others)
{
    Result<PendingFlagChange> pending = pendingFlagChange(m_session, mail);
    for (const qint64 other : others) {
        if (!pending)
            break;
        const Result<quint8> stored = sentFlagsOf(m_session, other);
        RETURN_IF_ERROR(stored);
        pending->stored |= *stored;
    }
    return pending;
}

Result<void> MailMover::move(const MailState &mail, const ServerPlace &where,
                             const QList<qint64> &others, CounterChanges &counters)
{
    const Result<bool> takesOver = takesOverFlags();
    RETURN_IF_ERROR(takesOver);
    const Result<PendingFlagChange> pending = pendingWith(mail, others);
    RETURN_IF_ERROR(pending);
    const Reconciled after = afterMove(*pending, where.flags);
    if (!pending->isEmpty()) {
        RETURN_IF_ERROR(savePendingFlagChange(m_session, m_accountId, after.pending));
    }
    const quint8 taken = *takesOver ? after.takeOver : quint8(0);
    const quint8 flags = mixed(localFlags(mail.counts), where.flags, taken);
    return write(mail, where, at(mail.counts, where, flags), counters);
}

Result<MailMover::Begin> MailMover::beginOf(const MailState &mail, qint64 copy,
                                            const ServerPlace &where, const QList<qint64> &others)
{
    const Result<bool> takesOver = takesOverFlags();
    RETURN_IF_ERROR(takesOver);
    const Result<PendingFlagChange> pending = pendingWith(mail, others);
    RETURN_IF_ERROR(pending);
    const Reconciled seen = afterMove(*pending, where.flags);
    const quint8 taken = *takesOver ? seen.takeOver : quint8(0);
    const quint8 flags = mixed(localFlags(mail.counts), where.flags, taken);
    const PendingFlagChange ours{ .mailId = copy, .uid = where.uid, .noted = where.flags };
    return Begin{ flags, afterLocalChange(ours, seen.pending.mask, seen.pending.wanted) };
}

Result<void> MailMover::startCopy(const MailState &mail, const MailState &copy,
                                  const QList<qint64> &others, CounterChanges &counters)
{
    const ServerPlace where{ copy.counts.folderId, copy.uid, copy.serverFlags, {} };
    const Result<Begin> begin = beginOf(mail, copy.id, where, others);
    RETURN_IF_ERROR(begin);
    if (!begin->pending.isEmpty()) {
        RETURN_IF_ERROR(savePendingFlagChange(m_session, m_accountId, begin->pending));
    }
    const CounterKey after = at(copy.counts, where, begin->flags);
    counters.moved(copy.counts, after);
    return m_session.query("mails_set_copied")
        .bind(u":is_read"_s, after.isRead)
        .bind(u":is_starred"_s, after.isStarred)
        .bind(u":copy_flags"_s, packedFlags(begin->flags, localFlags(mail.counts)))
        .bind(u":id"_s, copy.id)
        .run();
}

/// Flags that a user changed at the copy since it arrived, and that are not stored at the server yet.
Result<quint8> MailMover::ownChanges(const MailState &copy)
{
    const Result<PendingFlagChange> pending = pendingFlagChange(m_session, copy);
    if (!pending || pending->mask == 0)
        return pending ? Result<quint8>(quint8(0)) : pending.error();
    Query query = m_session.query("mails_copy_flags");
    using Flags = std::optional<int>; // nothing: not known
    const auto atStart = query.bind(u":id"_s, copy.id).readValue<Flags>();
    RETURN_IF_ERROR(atStart);
    const Flags flags = atStart->value_or(Flags());
    const int changed = flags ? (localFlags(copy.counts) ^ *flags) & flagMask : flagMask;
    return quint8(pending->mask & changed);
}

Result<void> MailMover::bringBack(const MailState &mail, const MailState &copy,
                                  const ServerPlace &where, const QList<qint64> &others,
                                  CounterChanges &counters)
{
    const Result<quint8> own = ownChanges(copy);
    RETURN_IF_ERROR(own);
    const Result<Begin> begin = beginOf(mail, copy.id, where, others + QList{ copy.id });
    RETURN_IF_ERROR(begin);
    const quint8 flags = mixed(begin->flags, localFlags(copy.counts), *own);
    const PendingFlagChange pending = afterLocalChange(begin->pending, *own, quint8(flags & *own));
    RETURN_IF_ERROR(savePendingFlagChange(m_session, m_accountId, pending));
    RETURN_IF_ERROR(write(copy, where, at(copy.counts, where, flags), counters));
    return noteBeside(copy.id, begin->flags, localFlags(mail.counts));
}

/// Returns the changes to be stored at the server in the copy's place, and in `both` the flags that the
/// mail then has here.
Result<PendingFlagChange> MailMover::joinedChange(const MailState &mail, const MailCopy &copy,
                                                  std::optional<quint8> atStart, JoinedFlags *both)
{
    const Result<bool> takesOver = takesOverFlags();
    RETURN_IF_ERROR(takesOver);
    const Result<PendingFlagChange> ours = pendingFlagChange(m_session, mail);
    const Result<PendingFlagChange> theirs = pendingFlagChange(m_session, copy.mail);
    if (!ours || !theirs)
        return ours ? theirs.error() : ours.error();
    const quint8 mailFlags = localFlags(mail.counts);
    const Reconciled seen = afterMove(*ours, copy.mail.serverFlags);
    const quint8 taken = *takesOver ? seen.takeOver : quint8(0);
    // If the server's flags are taken over, a flag that differs from them was changed here.
    const auto own =
        quint8(*takesOver ? ours->mask | ours->stored | (mailFlags ^ mail.serverFlags) : 0);
    *both = copy.flagsAtStart ? joined(mailFlags, copy, own, atStart)
                              : joinedByServer(mailFlags, copy, taken);
    PendingFlagChange pending = *theirs;
    pending.mailId = mail.id;
    const Result<QByteArray> flagSync = flagSyncOf(m_session, m_accountId);
    RETURN_IF_ERROR(flagSync);
    if (*flagSync != "both")
        return pending;
    const auto differs = quint8(both->flags ^ localFlags(copy.mail.counts));
    return afterLocalChange(pending, quint8((ours->mask | differs) & ~both->ofCopy), both->flags);
}

/// The flags of the mail when it arrived, if it is a recent copy of an older mail.
Result<std::optional<quint8>> MailMover::recentStart(qint64 mailId)
{
    Query query = m_session.query("mails_recent_copy_flags");
    const auto flags = query.bind(u":id"_s, mailId).readValue<int>();
    RETURN_IF_ERROR(flags);
    if (!*flags)
        return std::optional<quint8>();
    return std::optional(quint8(**flags & flagMask));
}

/// The mail is a recent copy of an older mail, with these flags at the start.
Result<void> MailMover::noteBeside(qint64 mailId, quint8 ofCopy, quint8 ofMail)
{
    return m_session.query("mails_note_beside")
        .bind(u":copy_flags"_s, packedFlags(ofCopy, ofMail))
        .bind(u":id"_s, mailId)
        .run();
}

/// `mail` took over the flags `taken` of a copy. The other copies must not count them as changed at the
/// mail since they arrived: otherwise older flags of the server would be stored in a newer place.
Result<void> MailMover::noteTaken(const QList<MailCopy> &others, quint8 taken)
{
    for (const MailCopy &copy : others) {
        if (taken == 0 || !copy.flagsAtStart)
            continue;
        const auto ofMail = quint8(copy.mailFlagsAtStart ^ taken);
        RETURN_IF_ERROR(m_session.query("mails_set_copy_flags")
                            .bind(u":copy_flags"_s, packedFlags(*copy.flagsAtStart, ofMail))
                            .bind(u":id"_s, copy.mail.id)
                            .run());
    }
    return {};
}

Result<qint64> MailMover::followCopy(const MailState &mail, CounterChanges &counters)
{
    Result<QList<MailCopy>> copies = youngerCopies(m_session, mail.id);
    RETURN_IF_ERROR(copies);
    if (copies->isEmpty())
        return qint64(0);
    const MailCopy copy = copies->takeFirst();
    const MailState &there = copy.mail;
    const Result<std::optional<quint8>> atStart = recentStart(mail.id);
    RETURN_IF_ERROR(atStart);
    JoinedFlags both;
    const Result<PendingFlagChange> pending = joinedChange(mail, copy, *atStart, &both);
    RETURN_IF_ERROR(pending);
    const Result<void> erased = eraseMails(m_session, { there.id });
    RETURN_IF_ERROR(erased);
    RETURN_IF_ERROR(savePendingFlagChange(m_session, m_accountId, *pending));
    const ServerPlace where{ there.counts.folderId, there.uid, there.serverFlags, copy.emailId };
    RETURN_IF_ERROR(write(mail, where, at(mail.counts, where, both.flags), counters));
    if (*atStart) { // `mail` is now the copy of an older mail that `copy` was
        if (copy.flagsAtStart) {
            RETURN_IF_ERROR(noteBeside(mail.id, *copy.flagsAtStart, copy.mailFlagsAtStart));
        }
        return there.id;
    }
    const auto taken = quint8((both.flags ^ localFlags(mail.counts)) & ~both.ofCopy);
    RETURN_IF_ERROR(noteTaken(*copies, taken));
    return there.id;
}

} // namespace Store
