// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailrow.h"

namespace Store {

class Session;

/** A conversation as one user sees it. */
struct MailThread {
    qint64 id = 0;
    QList<MailRow> items; ///< oldest first, the newest 500 at most
    qint64 total = 0;

    friend bool operator==(const MailThread &, const MailThread &) = default;
};

/**
 * The conversation of this mail: what lists show of it, sent mails too, and the mail itself even where
 * it is hidden. Error::NotFound also for a mail that the viewer does not see.
 */
Result<MailThread> threadOf(Session &session, qint64 mailId, const Viewer &viewer);

/// Statements that read rows count 101 mails of a conversation at most, for each row. Of those that have
/// so many this counts the rest, each conversation once.
Result<void> countLargeThreads(Session &session, QList<MailRow> &rows);

} // namespace Store
