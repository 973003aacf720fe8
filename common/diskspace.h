// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>

/** The size of the file system of a folder, and the free space for a program without privileges. */
struct DiskSpace {
    qint64 totalBytes = 0;
    qint64 freeBytes = 0;
    QByteArray device; ///< equal for folders on the same file system; means nothing else

    bool operator==(const DiskSpace &) const = default;
};

/**
 * Nothing where there is no such folder. Asks the system for this folder alone: QStorageInfo looks it up
 * in the list of mounts, which lacks the root directory inside a chroot. May wait for a network disk.
 */
std::optional<DiskSpace> diskSpace(const QString &folder);
