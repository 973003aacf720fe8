// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>

class QFile;

namespace Api {

/// How the path is opened. All ways give the same result; which of them exist depends on the
/// system.
enum class Walk {
    Best,     ///< the first of these that works here
    InKernel, ///< openat2 (Linux 5.6): the kernel keeps the path below its root
    Stepwise, ///< openat for each folder, none through a link (Unix)
    ByName,   ///< compares true names, then opens: a link made in between is followed
};

/// Whether a path may name a file below a folder: relative, `/` between names, no `.` or `..`, no
/// empty name, no backslash, colon or control character, and no name that a system keeps for itself.
bool isConfinedPath(const QString &path);

/**
 * The regular file `path` below the folder `root`/`below`, opened for reading; null where there is
 * none. Neither `below` nor anything in `path` may be a link, and the file may have one name only,
 * so that no file from outside can be reached by another name. Never blocks, whatever the path
 * names: a pipe without a writer does not count as a file.
 */
std::shared_ptr<QFile> openConfined(const QString &root, const QString &below, const QString &path,
                                    Walk walk = Walk::Best);

} // namespace Api
