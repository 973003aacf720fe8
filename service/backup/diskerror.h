// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QFile>

namespace Backup {

/// Why the last call on this file failed: Error::StorageFull where there is no room, else
/// Error::Storage. `what` is the beginning of the sentence: "Cannot write FILE".
Error diskError(const QString &what, const QFile &file);

/// Writes all of the bytes to a file that is opened unbuffered; else an error as diskError() makes it.
Result<void> writeAll(QFile &file, QByteArrayView bytes, const QString &what);

/// Returns after all written data of the file is on the disk (fsync).
Result<void> syncFile(QFile &file);

/// The same for the names in a folder. Does nothing where the system has no such call.
Result<void> syncFolder(const QString &folder);

} // namespace Backup
