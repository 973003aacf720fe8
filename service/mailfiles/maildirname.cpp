// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailfiles/maildirname.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace MailFiles {

MaildirName maildirName(const QString &name)
{
    MaildirName said;
    const qsizetype info = std::max(
        { name.lastIndexOf(":2,"_L1), name.lastIndexOf(";2,"_L1), name.lastIndexOf("!2,"_L1) });
    const QString flags = info < 0 ? QString() : name.sliced(info + 3);
    said.isRead = flags.contains(u'S');
    said.isStarred = flags.contains(u'F');
    said.isDeleted = flags.contains(u'T');
    bool isNumber = false;
    const qint64 time = name.section(u'.', 0, 0).toLongLong(&isNumber);
    if (isNumber && time > 0)
        said.time = time;
    return said;
}

} // namespace MailFiles
