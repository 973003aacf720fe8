// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/references.h"

#include "mime/slice.h"

#include <algorithm>

namespace Mime {

namespace {

constexpr qsizetype mostLast = 30;

bool isBareId(QByteArrayView value)
{
    const bool isOneWord = std::none_of(value.begin(), value.end(), isSpace);
    return isOneWord && value.size() > 2 && value.contains('@');
}

QList<QByteArray> repliedTo(const Headers &headers)
{
    const QList<QByteArray> ids = headers.messageIds("In-Reply-To");
    const QByteArrayView value = headers.raw("In-Reply-To");
    if (ids.isEmpty() && isBareId(value))
        return { '<' + value.toByteArray() + '>' };
    return ids;
}

} // namespace

QList<QByteArray> references(const Headers &headers)
{
    QList<QByteArray> ids = headers.messageIds("References");
    ids += repliedTo(headers);
    if (ids.size() > 1 + mostLast)
        ids.remove(1, ids.size() - 1 - mostLast);
    QList<QByteArray> unique;
    for (const QByteArray &id : std::as_const(ids)) {
        if (id.size() > 2 && !unique.contains(id))
            unique.append(id);
    }
    return unique;
}

} // namespace Mime
