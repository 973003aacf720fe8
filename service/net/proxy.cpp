// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/proxy.h"

#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Net {

namespace {

constexpr qsizetype longestUrl = 1000;
constexpr qsizetype longestField = 255; // RFC 1929 2: the length is sent as one byte

Error wrong(const QString &reason)
{
    return { Error::Code::BadRequest, reason };
}

bool isField(const QByteArray &text)
{
    return !text.isEmpty() && text.size() <= longestField
        && std::ranges::none_of(text, [](char c) { return quint8(c) < 0x20 || c == 0x7f; });
}

Result<QByteArray> loginOf(const QUrl &url)
{
    if (url.userInfo().isEmpty())
        return QByteArray();
    const QByteArray user = url.userName(QUrl::FullyDecoded).toUtf8();
    const QByteArray password = url.password(QUrl::FullyDecoded).toUtf8();
    if (!isField(user) || user.contains(':') || !isField(password))
        return wrong(u"must have a user name and a password of 1 to 255 bytes, or neither"_s);
    return user + ':' + password;
}

} // namespace

Result<Proxy> proxyFromUrl(const QString &text)
{
    if (text.size() > longestUrl)
        return wrong(u"is too long"_s);
    const QUrl url(text, QUrl::StrictMode);
    Proxy proxy;
    if (url.scheme() == u"socks5" || url.scheme() == u"socks5h")
        proxy.kind = Proxy::Kind::Socks5;
    else if (url.scheme() == u"http")
        proxy.kind = Proxy::Kind::Http;
    else
        return wrong(u"must begin with socks5:// or http://"_s);
    proxy.host = url.host();
    if (!url.isValid() || proxy.host.isEmpty() || proxy.host.contains(u'%'))
        return wrong(u"must name a host"_s);
    if (url.port() < 1)
        return wrong(u"must name a port, such as socks5://host:1080"_s);
    proxy.port = quint16(url.port());
    if ((!url.path().isEmpty() && url.path() != u"/") || url.hasQuery() || url.hasFragment())
        return wrong(u"must end with the port"_s);
    const Result<QByteArray> login = loginOf(url);
    RETURN_IF_ERROR(login);
    proxy.login = *login;
    return proxy;
}

QString proxyUrl(const Proxy &proxy)
{
    if (!proxy.isSet())
        return {};
    const bool isIpv6 = proxy.host.contains(u':');
    return u"%1://%2:%3"_s
        .arg(proxy.kind == Proxy::Kind::Socks5 ? u"socks5"_s : u"http"_s,
             isIpv6 ? u'[' + proxy.host + u']' : proxy.host)
        .arg(proxy.port);
}

Proxy storedProxy(const QString &url, const QByteArray &login)
{
    Proxy proxy = proxyFromUrl(url).ok() ? *proxyFromUrl(url) : Proxy();
    if (proxy.isSet())
        proxy.login = login;
    return proxy;
}

} // namespace Net
