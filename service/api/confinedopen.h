// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/confinedfile.h"

#include <QFile>
#include <QStringList>

namespace Api {

// The functions behind openConfined(), one for each way of opening.

std::shared_ptr<QFile> openByName(const QString &root, const QString &path);

#ifdef Q_OS_UNIX
/// Opens the path that consists of `names`. The file is read through the same descriptor that is
/// checked.
std::shared_ptr<QFile> openByDescriptor(const QString &root, const QStringList &names, Walk walk);
#endif

/// A regular file with a single hard link.
bool hasOneName(const QFile &opened);

} // namespace Api
