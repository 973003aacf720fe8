// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QStringList>

namespace Store {

struct DatabaseAddress;

/// For the whole process, before it creates anything: from then on new files are for their owner only
/// (0600, folders 0700), whatever the caller's umask is. So are SQLite's log files and what Qt creates.
void keepNewFilesPrivate();

/// Makes the folder, and those above it, where there is none. Only its owner may use a new one.
Result<void> makePrivateFolder(const QString &path);

/// Makes an empty file for a database where there is none. Only its owner may read it; SQLite gives
/// its log files the same rights.
Result<void> createPrivately(const QString &path);

/// The files that a database has on this machine: SQLite's with its log and lock, none of PostgreSQL.
QStringList filesOf(const DatabaseAddress &address);

/// One sentence about those of these paths that exist and that users other than the owner may read or
/// write, with the command that changes it; empty where there are none. They are left as they are.
QString openToOthers(const QStringList &paths);

} // namespace Store
