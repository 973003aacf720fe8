// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/runtimefolder.h"

#include <QStandardPaths>

QString runtimeFolder()
{
#ifdef Q_OS_WIN
    // On Windows RuntimeLocation is the home folder of the user, which is not a place for our folders.
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
#else
    return QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
#endif
}
