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
 * The conversation of this mail: its mails that lists show, sent mails included, and the mail
 * itself even if it is hidden. Error::NotFound also for a mail that the viewer does not see.
 */
Result<MailThread> threadOf(Session &session, qint64 mailId, const Viewer &viewer);

/// Statements that read rows count at most 101 mails of a conversation for each row. For
/// conversations that reach this limit, this counts all mails, each conversation once.
Result<void> countLargeThreads(Session &session, QList<MailRow> &rows);

} // namespace Store
