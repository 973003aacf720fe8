// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backup/manifest.h"
#include "store/search/index/searchdocument.h"
#include "store/sql/databaseaddress.h"

#include <functional>

namespace Backup {

/** What is restored, and where it goes. */
struct RestoreOptions {
    QString file;                    ///< the backup
    Store::DatabaseAddress database; ///< of any engine; a file that does not exist, or empty
    QString dataDir;                 ///< empty or missing; may contain `master.key`
    QString attachments;             ///< the same; may be in dataDir
    Store::MessageReader reader;     ///< for the full text index
    std::function<void(const QString &line)> report; ///< called with the progress every few seconds
    /// True: the service of the backup did nothing after the backup and will not run again, so everything
    /// is restored unchanged. False: work that it may have done since is not repeated, see oldwork.h.
    bool isMove = false;
};

/**
 * Restores a backup. The whole file is checked first. Then each file is written under a name that ends in
 * `.restoring`, and gets its final name when it is complete; the database is the last, after it was compared.
 * After an error nothing is left but an incomplete PostgreSQL database, which no service uses. A restore that
 * was killed continues when the same backup is restored again. Blocks for as long as that takes.
 *
 * Error::Conflict: the target is not empty, or a service uses it, or the backup has another
 * schema. Error::Storage: the backup is damaged.
 */
Result<Manifest> restoreBackup(const RestoreOptions &options);

/// Error::Conflict where a restore into this data directory was begun and not finished: no service may
/// use it, because a new database there would be taken for the restored one.
Result<void> checkIsRestored(const QString &dataDir);

} // namespace Backup
