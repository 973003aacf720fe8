// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/hostname.h"

#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Discover {

namespace {

constexpr qsizetype longestName = 253; // RFC 1035 2.3.4
constexpr qsizetype longestLabel = 63;

bool isLabel(const QString &label)
{
    const bool isPlain = std::ranges::all_of(label, [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'-' || c == u'_';
    });
    return isPlain && !label.isEmpty() && label.size() <= longestLabel && !label.startsWith(u'-')
        && !label.endsWith(u'-');
}

} // namespace

std::optional<QString> hostName(const QString &text)
{
    QString name = text.endsWith(u'.') ? text.chopped(1) : text;
    if (name.isEmpty() || name.size() > longestName)
        return std::nullopt;
    name = QString::fromLatin1(QUrl::toAce(name)).toLower();
    if (name.size() > longestName)
        return std::nullopt;
    const QStringList labels = name.split(u'.');
    bool isNumber = false; // IPv4 addresses end in a number in every notation, host names never do
    labels.constLast().toULongLong(&isNumber, 0);
    if (labels.size() < 2 || isNumber || !std::ranges::all_of(labels, isLabel))
        return std::nullopt;
    return name;
}

bool isWithin(const QString &host, const QString &domain)
{
    return host == domain || host.endsWith(u'.' + domain);
}

} // namespace Discover
