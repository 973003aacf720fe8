// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backup/manifest.h"
#include "store/sql/databaseaddress.h"

#include <functional>

namespace Backup {

/** The contents and the target of a backup. */
struct BackupOptions {
    Store::DatabaseAddress database;
    QString attachments; ///< folder of the outgoing attachments; may be missing
    QByteArray keys;     ///< text of a key file (Crypto::loadMasterKey); empty: without keys
    QString file;        ///< the backup; must not exist
    QString version;     ///< of this program
    std::function<void(const QString &line)> report; ///< called with the progress every few seconds
};

/** What was written. */
struct BackupDone {
    Manifest manifest;
    qint64 size = 0; ///< bytes of the file
};

/**
 * Writes one file with everything of the database as it is at one moment, and the outgoing attachments
 * that are there then. Services may run. The file is read again and compared before it gets its name.
 * Blocks for as long as that takes. Error::StorageFull: no room; no file is left then.
 */
Result<BackupDone> makeBackup(const BackupOptions &options);

} // namespace Backup
