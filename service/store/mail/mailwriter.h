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
 * Puts the rows and attachments of a batch of new mails into the database: one statement a row on
 * SQLite, where each costs 2 us, and one for all of them on PostgreSQL, where each waits for the
 * server. Knows nothing of what else a new mail means (insertMails()).
 */
class MailWriter
{
public:
    /// Of mails that go into this folder; both must outlive it.
    static std::unique_ptr<MailWriter> make(Session &session, const Folder &folder);

    virtual ~MailWriter() = default;

    /// What the batch will have at most. No uid comes twice to put().
    virtual Result<void> prepare(const QList<NewMail> &mails) = 0;
    /// False: a mail of this uid is here already; the id is not used then.
    virtual Result<bool> put(const NewMail &mail, qint64 id, const ThreadPlace &place) = 0;
    /// Writes what it still holds.
    virtual Result<void> finish() = 0;
};

/// What the server says of a new mail, as bits of ServerFlag.
quint8 serverFlagsOf(const NewMail &mail);

} // namespace Store
