// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/confinedfile.h"

#include <QFile>
#include <QStringList>

namespace Api {

// What confinedfile.cpp is made of, one function a way of opening.

std::shared_ptr<QFile> openByName(const QString &root, const QString &path);

#ifdef Q_OS_UNIX
/// `names` from the root on. The file is read by the same descriptor that was checked.
std::shared_ptr<QFile> openByDescriptor(const QString &root, const QStringList &names, Walk walk);
#endif

/// A regular file with a single hard link.
bool hasOneName(const QFile &opened);

} // namespace Api
