// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/runtimefolder.h"

#include <QStandardPaths>

QString runtimeFolder()
{
#ifdef Q_OS_WIN
    // Qt's answer there is the home of the person, in which folders of ours would stand among theirs.
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
#else
    return QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
#endif
}
