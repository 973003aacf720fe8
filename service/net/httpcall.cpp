// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/httpcall.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Net {

namespace {

constexpr qsizetype longestUrl = 2048;
constexpr qsizetype longestName = 64;
constexpr qsizetype longestValue = 1024;

Error wrong(const QString &reason)
{
    return { Error::Code::BadRequest, reason };
}

bool isWebPort(int port)
{
    return port == 80 || port == 443 || (port >= 1024 && port <= 65535);
}

} // namespace

QByteArray HttpAnswer::header(QByteArrayView lowerName) const
{
    const auto it = std::ranges::find(headers, lowerName, &HttpHeaders::value_type::first);
    return it == headers.end() ? QByteArray() : it->second;
}

Result<QUrl> callUrl(const QString &text)
{
    if (text.size() > longestUrl)
        return wrong(u"must have at most 2048 characters"_s);
    QUrl url(text, QUrl::StrictMode);
    if (!url.isValid())
        return wrong(u"is not a URL"_s);
    if (url.scheme() != u"http" && url.scheme() != u"https")
        return wrong(u"must begin with http:// or https://"_s);
    if (url.host().isEmpty() || url.host().contains(u'%')) // a zone of an IPv6 address
        return wrong(u"must name a host"_s);
    if (!url.userInfo().isEmpty() || url.authority().contains(u'@'))
        return wrong(u"must not hold a user name or password"_s);
    if (!isWebPort(url.port(url.scheme() == u"https" ? 443 : 80)))
        return wrong(u"must have port 80, 443 or one from 1024 to 65535"_s);
    url.setFragment({});
    return url;
}

bool isHeaderName(QByteArrayView name)
{
    static constexpr QByteArrayView marks = "!#$%&'*+-.^_`|~";
    const auto isTokenChar = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
            || marks.contains(c);
    };
    return !name.isEmpty() && name.size() <= longestName && std::ranges::all_of(name, isTokenChar);
}

bool isHeaderValue(QByteArrayView value)
{
    return value.size() <= longestValue
        && std::ranges::all_of(value, [](char c) { return (c >= 0x20 && c < 0x7f) || c == '\t'; });
}

} // namespace Net
