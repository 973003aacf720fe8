// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/httpcall.h"

using namespace Qt::StringLiterals;

namespace Net {

namespace {

constexpr qsizetype longestUrl = 2048;

Error wrong(const QString &reason)
{
    return { Error::Code::BadRequest, reason };
}

bool isWebPort(int port)
{
    return port == 80 || port == 443 || (port >= 1024 && port <= 65535);
}

} // namespace

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
        return wrong(u"must not contain a user name or password"_s);
    if (!isWebPort(url.port(url.scheme() == u"https" ? 443 : 80)))
        return wrong(u"must have port 80, 443 or one from 1024 to 65535"_s);
    url.setFragment({});
    return url;
}

} // namespace Net
