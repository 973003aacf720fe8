// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/diskspace.h"

#include <QFile>

#ifdef Q_OS_WIN
#include <QStorageInfo>
#else
#include <sys/stat.h>
#include <sys/statvfs.h>
#endif

std::optional<DiskSpace> diskSpace(const QString &folder)
{
#ifdef Q_OS_WIN
    const QStorageInfo disk(folder);
    if (!disk.isValid())
        return std::nullopt;
    return DiskSpace{ .totalBytes = disk.bytesTotal(),
                      .freeBytes = disk.bytesAvailable(),
                      .device = disk.device() };
#else
    const QByteArray path = QFile::encodeName(folder);
    struct statvfs size = {};
    struct stat place = {};
    if (statvfs(path.constData(), &size) != 0 || stat(path.constData(), &place) != 0)
        return std::nullopt;
    const auto blockBytes = static_cast<qint64>(size.f_frsize);
    return DiskSpace{ .totalBytes = static_cast<qint64>(size.f_blocks) * blockBytes,
                      .freeBytes = static_cast<qint64>(size.f_bavail) * blockBytes,
                      .device = QByteArray::number(static_cast<qulonglong>(place.st_dev)) };
#endif
}
