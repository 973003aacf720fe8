// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/filetype.h"

#include <QMimeDatabase>

#include <algorithm>

namespace Api {

namespace {

// RFC 6838 4.2: restricted-name.
bool isTypeName(QByteArrayView name)
{
    constexpr qsizetype longest = 127;
    return !name.isEmpty() && name.size() <= longest && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
            || QByteArrayView("!#$&-^_.+").contains(c);
    });
}

} // namespace

QByteArray fileType(const QString &filename)
{
    return QMimeDatabase().mimeTypeForFile(filename, QMimeDatabase::MatchExtension).name().toUtf8();
}

QByteArray statedType(QByteArrayView contentType)
{
    const qsizetype semicolon = contentType.indexOf(';');
    const QByteArray type = contentType.first(semicolon < 0 ? contentType.size() : semicolon)
                                .toByteArray()
                                .trimmed()
                                .toLower();
    const qsizetype slash = type.indexOf('/');
    // curl and browser forms send this type for any content.
    if (slash < 0 || type == "application/x-www-form-urlencoded")
        return {};
    return isTypeName(type.first(slash)) && isTypeName(type.sliced(slash + 1)) ? type
                                                                               : QByteArray();
}

} // namespace Api
