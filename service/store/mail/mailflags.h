// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailrow.h"

namespace Store {

struct Folder;
class Session;

/** New values for the flags of a mail; absent ones stay. */
struct FlagPatch {
    std::optional<bool> isRead;
    std::optional<bool> isStarred;

    friend bool operator==(const FlagPatch &, const FlagPatch &) = default;
};

/** A mail for which a flag change was requested. */
struct Flagged {
    qint64 id = 0;
    qint64 accountId = 0;
    bool changed = false; ///< false: the flags already had these values

    friend bool operator==(const Flagged &, const Flagged &) = default;
};

/// Sets flags of mails that the viewer sees, updates the counters, and notes the changes that have
/// to be stored at the mail server. Unknown ids are left out of the answer; costs about 20 us a
/// mail.
Result<QList<Flagged>> setFlags(Session &session, const QList<qint64> &ids, const FlagPatch &patch,
                                const Viewer &viewer = {});

/// Marks up to `max` unread mails of the default list read: all of them, one account's, or one
/// folder's of it (path; empty: any). Call until the answer is empty.
Result<QList<Flagged>> markAllRead(Session &session, const Viewer &viewer,
                                   std::optional<qint64> accountId, const QString &folder, int max);

/** Flags of one mail as the server has them now. */
struct ServerFlags {
    quint32 uid = 0;
    quint8 flags = 0; ///< ServerFlag bits

    friend bool operator==(const ServerFlags &, const ServerFlags &) = default;
};

/// Stores only the flags of followedFlags that the server has for one mail.
Result<void> noteServerFlags(Session &session, qint64 id, quint8 flags);

/** The result of applying the server's flags. */
struct FlagsApplied {
    QList<Flagged> changed; ///< mails that changed here
    QList<quint32> unknown; ///< uids without a mail that we expect at the server

    friend bool operator==(const FlagsApplied &, const FlagsApplied &) = default;
};

/**
 * Stores the server's flags. With `takeOver`, each flag that changed at the server since it was
 * last noted is also set here. An unchanged flag never undoes a local change, and the echo of our
 * own change is not a change (store/mail/pendingflagchange.h).
 */
Result<FlagsApplied> applyServerFlags(Session &session, const Folder &folder,
                                      const QList<ServerFlags> &flags, bool takeOver);

} // namespace Store
