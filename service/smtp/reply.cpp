// SPDX-License-Identifier: GPL-3.0-or-later
#include "smtp/reply.h"

namespace Smtp {

namespace {

constexpr qsizetype longestText = 500;

} // namespace

QString Reply::text() const
{
    QString whole = QString::fromUtf8(lines.join(' ').left(4 * longestText)).simplified();
    whole.removeIf([](QChar c) { return !c.isPrint(); });
    return whole.left(longestText);
}

QString replyText(const Reply &reply)
{
    QString whole = QString::number(reply.code);
    if (!reply.enhanced.isEmpty())
        whole += u' ' + QString::fromLatin1(reply.enhanced);
    const QString text = reply.text();
    return text.isEmpty() ? whole : whole + u' ' + text;
}

} // namespace Smtp
