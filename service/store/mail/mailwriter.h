// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/folders.h"
#include "store/mail/mailrow.h"
#include "store/mail/threader.h"

#include <memory>

namespace Store {

class Session;

/**
 * Inserts the rows and attachments of a batch of new mails: on SQLite with one statement for each
 * row, at 2 us each; on PostgreSQL with one statement for all rows, because each statement waits
 * for the server. It does only that; insertMails() does the other work for new mails.
 */
class MailWriter
{
public:
    /// A writer of mails of this folder; session and folder must outlive it.
    static std::unique_ptr<MailWriter> make(Session &session, const Folder &folder);

    virtual ~MailWriter() = default;

    /// Announces all mails that the batch may contain. No uid is passed to put() twice.
    virtual Result<void> prepare(const QList<NewMail> &mails) = 0;
    /// False: a mail of this uid is here already; the id is not used then.
    virtual Result<bool> put(const NewMail &mail, qint64 id, const ThreadPlace &place) = 0;
    /// Writes the buffered rows.
    virtual Result<void> finish() = 0;
};

/// The flags that the server reported for a new mail, as bits of ServerFlag.
quint8 serverFlagsOf(const NewMail &mail);

} // namespace Store
