// SPDX-License-Identifier: GPL-3.0-or-later
#include "s3/settings.h"

#include "net/httpcall.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace S3 {

namespace {

constexpr qsizetype longestName = 255;
constexpr qsizetype longestPrefix = 200; // a key has at most 1024 bytes

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'
        || c == '_' || c == '.';
}

/// A part of a path that no program takes for the folder itself or the one above.
bool isSegment(QByteArrayView name)
{
    return !name.isEmpty() && name.size() <= longestName && name != "." && name != ".."
        && std::ranges::all_of(name, isPlain);
}

} // namespace

Result<QUrl> storeUrl(const QString &text)
{
    Result<QUrl> url = Net::callUrl(text);
    RETURN_IF_ERROR(url);
    if (url->hasQuery() || (!url->path().isEmpty() && url->path() != u"/"))
        return Error{ Error::Code::BadRequest,
                      u"must have no path: the bucket has a key of its own"_s };
    url->setPath({});
    return url;
}

bool isBucketName(QByteArrayView name)
{
    return name.size() >= 3 && isSegment(name);
}

bool isRegion(QByteArrayView name)
{
    return isSegment(name) && name.size() <= 64;
}

bool isPrefix(QByteArrayView prefix)
{
    if (prefix.size() > longestPrefix)
        return false;
    if (prefix.endsWith('/'))
        prefix.chop(1);
    const QList<QByteArray> folders = prefix.toByteArray().split('/');
    return std::ranges::all_of(folders, isSegment);
}

bool isAccessKey(QByteArrayView key)
{
    return !key.isEmpty() && key.size() <= longestName && std::ranges::all_of(key, [](char c) {
        return c > ' ' && c < '\x7f' && c != '/' && c != ',';
    });
}

} // namespace S3
