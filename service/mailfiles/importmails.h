// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "mailfiles/mailsource.h"
#include "store/sql/databaseaddress.h"

#include <chrono>
#include <functional>

namespace MailFiles {

/** The progress of an import. */
struct ImportProgress {
    QString file;     ///< that is read
    qint64 mails = 0; ///< that were read
    qint64 bytes = 0; ///< of all files
    qint64 allBytes = 0;
};

/** The mails to import and the target. */
struct ImportOptions {
    Store::DatabaseAddress database;
    std::chrono::milliseconds wait{ 0 }; ///< how long to wait for an unreachable database server
    QString path;                        ///< a file or a folder
    QString account;                     ///< its id or e-mail address
    QString folder;                      ///< its name: the path is `$imported/` and this
    SourceFormat format = SourceFormat::Auto;
    bool withDeleted = false; ///< also mails that are marked as deleted in their files
    std::function<void(const ImportProgress &)> progress;      ///< after each batch
    std::function<void(const SourceMail &mail)> notImported{}; ///< has its `problem`
};

/** The outcome of the mails. */
struct ImportDone {
    qint64 mails = 0;       ///< that were stored
    qint64 bytes = 0;       ///< of these
    qint64 known = 0;       ///< that the folder had already
    qint64 deleted = 0;     ///< that were passed over, because they are marked as deleted
    qint64 notImported = 0; ///< each was reported by `notImported`

    friend bool operator==(const ImportDone &, const ImportDone &) = default;
};

/**
 * Stores the mails of files in a local folder: it is not sent to the mail server, the synchronisation
 * ignores it (store/mail/localfolder.h), and no events for new mail are sent. The mails are
 * searchable at once. A mail that the folder has already, with the same Message-ID, size and bytes, is
 * not stored again; one that stands twice in the files is stored twice. So a run that was
 * ended can be repeated, and continues. Services may run. Blocks. Error::NotFound: no such file or account.
 */
Result<ImportDone> importMails(const ImportOptions &options);

} // namespace MailFiles
