// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QFile>
#include <QHash>

namespace Api {

/**
 * The file of an upload, readable by the service's user only. Every call blocks on the disk, so they
 * belong on the pool, one at a time. Errors: StorageFull, else Storage.
 */
class UploadFile
{
public:
    explicit UploadFile(const QString &path) : m_file(path) { }

    Result<void> create(); ///< its folder exists; a file of that name does not
    Result<void> write(const QByteArray &bytes);
    Result<void> finish(); ///< on the disk, also after a power failure

private:
    QFile m_file;
};

/// Makes the folder of uploads, and those above it, for the service's user only.
Result<void> makeUploadFolder(const QString &folder);

/// The uploads that are there, by token, with the time of their last change in seconds.
QHash<QByteArray, qint64> uploadFiles(const QString &folder);

} // namespace Api
