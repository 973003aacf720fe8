// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailstate.h"
#include "store/mail/pendingflagchange.h"

#include <QString>

#include <optional>

namespace Store {

class Session;

/** The current place and flags of a mail at the server. */
struct ServerPlace {
    qint64 folderId = 0;
    quint32 uid = 0;
    quint8 flags = 0; ///< ServerFlag bits
    QString emailId;  ///< EMAILID (RFC 8474); empty: not known

    friend bool operator==(const ServerPlace &, const ServerPlace &) = default;
};

/** A copy of a mail in another place at the server. */
struct MailCopy {
    MailState mail;
    QString emailId;
    bool isUnsettled = false;           ///< it is recent and may be the new place of the mail
    std::optional<quint8> flagsAtStart; ///< its flags here when it arrived; nothing: not known
    quint8 mailFlagsAtStart = 0;        ///< the flags of the original mail at that time

    friend bool operator==(const MailCopy &, const MailCopy &) = default;
};

/// The copies of this mail that arrived after it, at most 32, recent ones first.
Result<QList<MailCopy>> youngerCopies(Session &session, qint64 mailId);

/** The flags of a mail after its row and the row of its copy became one row. */
struct JoinedFlags {
    quint8 flags = 0;  ///< the new local flags
    quint8 ofCopy = 0; ///< mask of the flags that were changed at the copy

    friend bool operator==(const JoinedFlags &, const JoinedFlags &) = default;
};

/**
 * Moves mails to other places at the server. They keep their id, text, attachments and pending
 * changes for the server. For mails of one account, in the caller's transaction.
 */
class MailMover
{
public:
    MailMover(Session &session, qint64 accountId) : m_session(session), m_accountId(accountId) { }

    /// The local flags do not change: the server's flags are noted and not taken over.
    Result<void> place(const MailState &mail, const ServerPlace &where, CounterChanges &counters);

    /// The same, and flags that changed at the server since they were noted are taken over, as the
    /// account's flagSync specifies. `others`: further rows of the same mail; the server's flags
    /// here may be flags that we stored for those rows.
    Result<void> move(const MailState &mail, const ServerPlace &where, const QList<qint64> &others,
                      CounterChanges &counters);

    /// `copy` has just arrived, while `mail` is still in its place. `copy` gets the same flags as
    /// after a move, and later changes are stored at the server in both places. `others` as for
    /// move().
    Result<void> startCopy(const MailState &mail, const MailState &copy,
                           const QList<qint64> &others, CounterChanges &counters);

    /// `copy`, which was gone, has arrived in another place, while `mail` is still in its own. It
    /// is treated as if it arrived for the first time. Changes that a user made to the copy and
    /// that are not yet stored at the server are kept. `others` as for move(), without `copy`.
    Result<void> bringBack(const MailState &mail, const MailState &copy, const ServerPlace &where,
                           const QList<qint64> &others, CounterChanges &counters);

    /**
     * `mail` is no longer in its place. If a younger copy exists elsewhere at the server, the mail
     * was moved: it takes the place of the copy, and the copy's row is removed. A flag that was
     * changed at one of the two since the copy arrived is kept; if it was changed at both, the
     * value of the copy is kept. Returns the id of the removed copy; 0: there is no copy, and
     * nothing was done.
     */
    Result<qint64> followCopy(const MailState &mail, CounterChanges &counters);

private:
    /** The state of a copy when it arrives. */
    struct Begin {
        quint8 flags = 0;          ///< its local flags
        PendingFlagChange pending; ///< flag changes that must still be stored at the server
    };

    Result<bool> takesOverFlags();
    Result<PendingFlagChange> pendingWith(const MailState &mail, const QList<qint64> &others);
    Result<Begin> beginOf(const MailState &mail, qint64 copy, const ServerPlace &where,
                          const QList<qint64> &others);
    Result<quint8> ownChanges(const MailState &copy);
    Result<void> write(const MailState &mail, const ServerPlace &where, const CounterKey &after,
                       CounterChanges &counters);
    Result<std::optional<quint8>> recentStart(qint64 mailId);
    Result<void> noteBeside(qint64 mailId, quint8 ofCopy, quint8 ofMail);
    Result<PendingFlagChange> joinedChange(const MailState &mail, const MailCopy &copy,
                                           std::optional<quint8> atStart, JoinedFlags *both);
    Result<void> noteTaken(const QList<MailCopy> &others, quint8 taken);

    Session &m_session;
    const qint64 m_accountId;
    std::optional<bool> m_takesOverFlags;
};

} // namespace Store
