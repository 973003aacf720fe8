// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>

/**
 * Whether the file's mode lets every user of this machine read or write it. False on Windows: rights
 * are a list there, and the mode that Qt makes up does not show it.
 */
inline bool isOpenToEverybody(const QString &path)
{
#ifdef Q_OS_WIN
    static_cast<void>(path);
    return false;
#else
    return bool(QFile::permissions(path) & (QFile::ReadOther | QFile::WriteOther));
#endif
}
