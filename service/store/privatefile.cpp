// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/privatefile.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace Store {

Result<void> createPrivately(const QString &path)
{
    if (QFile::exists(path))
        return {};
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite, QFile::ReadOwner | QFile::WriteOwner))
        return Error{ Error::Code::Storage,
                      u"Cannot create the database %1: %2."_s.arg(path, file.errorString()) };
    return {};
}

} // namespace Store
