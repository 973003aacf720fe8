// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backup/manifest.h"
#include "store/search/index/searchdocument.h"
#include "store/sql/databaseaddress.h"

#include <functional>

namespace Backup {

/** What is restored, and where it goes. */
struct RestoreOptions {
    QString file; ///< the backup
    Store::DatabaseAddress
        database;                ///< of any engine; a file that is not there, or an empty database
    QString dataDir;             ///< nothing in it, or not there; `master.key` may be
    QString attachments;         ///< the same; may be in dataDir
    Store::MessageReader reader; ///< for the full text index
    std::function<void(const QString &line)> report; ///< called with the progress every few seconds
    /// True: the service of the backup did nothing after the backup and will not run again, so everything
    /// is restored unchanged. False: work that it may have done since is not repeated, see oldwork.h.
    bool isMove = false;
};

/**
 * Restores a backup. The whole file is checked first; then each thing is made beside its place, under a
 * name that ends in `.restoring`, and put in place, the database last, after it was compared. What ends
 * with an error leaves nothing but what was begun of a PostgreSQL database, which no service uses. What
 * was killed goes on when the same backup is restored again. Blocks for as long as that takes.
 *
 * Error::Conflict: something is there already, or a service runs there, or the backup has another
 * schema. Error::Storage: the backup is damaged.
 */
Result<Manifest> restoreBackup(const RestoreOptions &options);

/// Error::Conflict where a restore into this data directory was begun and not finished: no service may
/// use it, because a new database there would be taken for the restored one.
Result<void> checkIsRestored(const QString &dataDir);

} // namespace Backup
