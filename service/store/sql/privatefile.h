// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QStringList>

namespace Store {

struct DatabaseAddress;

/// To be called once per process, before it creates any file: from then on new files are accessible
/// only to their owner (0600, folders 0700), whatever the caller's umask is. This includes SQLite's
/// log files and files that Qt creates.
void keepNewFilesPrivate();

/// Creates the folder and its missing parents. Only its owner may use a new folder.
Result<void> makePrivateFolder(const QString &path);

/// Creates an empty database file if it does not exist. Only its owner may read it; SQLite gives
/// its log files the same rights.
Result<void> createPrivately(const QString &path);

/// The files of a database on this machine: SQLite's file with its log and lock; none for
/// PostgreSQL.
QStringList filesOf(const DatabaseAddress &address);

/// Returns one sentence about the existing files among these paths that users other than the owner
/// may read or write, with the command to fix it; empty if there are none. Changes nothing.
QString openToOthers(const QStringList &paths);

} // namespace Store
