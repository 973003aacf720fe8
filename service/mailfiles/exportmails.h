// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/databaseaddress.h"

#include <functional>
#include <optional>

namespace MailFiles {

enum class Format {
    Mbox, ///< `ACCOUNT/FOLDER.mbox`, see mboxEntry()
    Eml,  ///< `ACCOUNT/FOLDER/ID.eml`, each with the bytes that the mail server has
};

/** The mails to export and the target. */
struct ExportOptions {
    Store::DatabaseAddress database;
    QString account; ///< its id or e-mail address; empty: all
    QString folder;  ///< the folder to create; must not exist
    Format format = Format::Mbox;
    std::function<void(const QString &line)> report; ///< called with the progress every few seconds
};

/** What was written. */
struct ExportDone {
    qint64 mails = 0;
    qint64 bytes = 0;   ///< of these mails
    qint64 missing = 0; ///< mails whose text is not here; `not-exported.txt` names them

    friend bool operator==(const ExportDone &, const ExportDone &) = default;
};

/**
 * Writes mails as files, as the database is at one moment; services may run. Hidden mails, which are
 * gone from the mail server, are left out. The folder gets its name when all is written; after an error
 * nothing is left. Blocks for as long as that takes. Error::NotFound: no such account.
 * Error::StorageFull: no room.
 */
Result<ExportDone> exportMails(const ExportOptions &options);

} // namespace MailFiles
