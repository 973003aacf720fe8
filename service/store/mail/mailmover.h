// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/flagwish.h"
#include "store/mail/mailstate.h"

#include <QString>

#include <optional>

namespace Store {

class Session;

/** Where the server has a mail now, and how. */
struct ServerPlace {
    qint64 folderId = 0;
    quint32 uid = 0;
    quint8 flags = 0; ///< ServerFlag bits
    QString emailId;  ///< EMAILID (RFC 8474); empty: not known

    friend bool operator==(const ServerPlace &, const ServerPlace &) = default;
};

/** A copy of a mail at another place at the server. */
struct MailCopy {
    MailState mail;
    QString emailId;
    bool isUnsettled = false;           ///< it came lately and may be the new place of the mail
    std::optional<quint8> flagsAtStart; ///< as it had them here when it came; nothing: not known
    quint8 mailFlagsAtStart = 0;        ///< and the mail that it is a copy of, at that time

    friend bool operator==(const MailCopy &, const MailCopy &) = default;
};

/// The copy of this mail that came after it, one that came lately first; nothing: there is none.
Result<std::optional<MailCopy>> youngerCopy(Session &session, qint64 mailId);

/**
 * Brings mails to other places at the server. They keep id, text, attachments, and the changes that
 * the server is to be told. For mails of one account, in the caller's transaction.
 */
class MailMover
{
public:
    MailMover(Session &session, qint64 accountId) : m_session(session), m_accountId(accountId) { }

    /// The flags here stay as they are: the server's are noted and nothing is taken over.
    Result<void> place(const MailState &mail, const ServerPlace &where, CounterChanges &counters);

    /// The same, and flags that changed at the server since they were noted are taken over, as the
    /// account's flagSync says. `others`: more rows of the same mail; flags that we stored for those
    /// may be what the server has here.
    Result<void> move(const MailState &mail, const ServerPlace &where, const QList<qint64> &others,
                      CounterChanges &counters);

    /// `copy` has just come, while `mail` is still at its place: it gets the same flags, as if it had
    /// been moved, and changes are stored at the server at both places. `others` as for move().
    Result<void> startCopy(const MailState &mail, const MailState &copy,
                           const QList<qint64> &others, CounterChanges &counters);

    /// `copy`, which was gone, has come to another place, while `mail` is still at its own: as if it
    /// had come for the first time. What a person changed at the copy and the server was not told
    /// stays. `others` as for move(), without `copy`.
    Result<void> bringBack(const MailState &mail, const MailState &copy, const ServerPlace &where,
                           const QList<qint64> &others, CounterChanges &counters);

    /**
     * `mail` is no longer where it was. Where a younger copy of it is elsewhere at the server, it was
     * moved: it takes that place, and the copy's row goes. A flag that was changed at one of the two
     * since the copy came counts; where it was at both, that of the copy. Answers the id that the copy
     * had; 0: there is none, and nothing was done.
     */
    Result<qint64> followCopy(const MailState &mail, CounterChanges &counters);

private:
    /** What a copy has when it comes. */
    struct Begin {
        quint8 flags = 0; ///< here
        FlagWish wish;    ///< what the server is to be told at its place
    };

    Result<bool> takesOverFlags();
    Result<FlagWish> wishWith(const MailState &mail, const QList<qint64> &others);
    Result<Begin> beginOf(const MailState &mail, qint64 copy, const ServerPlace &where,
                          const QList<qint64> &others);
    Result<quint8> ownChanges(const MailState &copy);
    Result<void> write(const MailState &mail, const ServerPlace &where, const CounterKey &after,
                       CounterChanges &counters);
    Result<FlagWish> joinedWish(const MailState &mail, const MailCopy &copy, quint8 *local);

    Session &m_session;
    const qint64 m_accountId;
    std::optional<bool> m_takesOverFlags;
};

} // namespace Store
