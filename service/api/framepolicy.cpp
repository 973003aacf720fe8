// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/framepolicy.h"

#include <QUrl>

#include <algorithm>

namespace Api {

namespace {

// CSP 3, 2.3.1: host-part and port-part; the syntax has no IPv6 addresses.
bool isHostSource(QByteArrayView host)
{
    return !host.isEmpty() && host.size() <= 260 && std::ranges::all_of(host, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || c == '.' || c == '-' || c == ':';
    });
}

// `publicUrl` as a source of the policy; empty: it cannot be written as one. `;` and `,` in its path
// would end the directive.
QByteArray publicSource(const QString &publicUrl)
{
    const QUrl url(publicUrl, QUrl::StrictMode);
    const QByteArray authority = url.authority(QUrl::FullyEncoded).toLatin1();
    QByteArray path = url.path(QUrl::FullyEncoded).toLatin1();
    const bool isPlain = std::ranges::none_of(
        path, [](char c) { return c == ';' || c == ',' || c <= ' ' || c == '\''; });
    if ((url.scheme() != u"http" && url.scheme() != u"https") || !isHostSource(authority)
        || !isPlain)
        return {};
    while (path.endsWith('/'))
        path.chop(1);
    return url.scheme().toLatin1() + "://" + authority + path;
}

} // namespace

QByteArray framePolicy(const Http::Request &request, const QString &publicUrl,
                       const QByteArray &words)
{
    const QByteArray below = "/api/v1/frames/" + words + '/';
    const QByteArray known = publicSource(publicUrl);
    const QByteArray host = request.header("host");
    QByteArray images = " 'self'"; // not by Host, which a proxy may have changed
    if (words.isEmpty())
        images.clear();
    else if (!known.isEmpty() && isHostSource(host))
        images = ' ' + known + below + ' ' + host + below; // no scheme: that of the document
    else if (!known.isEmpty())
        images += ' ' + known + below;
    return "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; "
           "style-src 'unsafe-inline'; img-src data:"
        + images + "; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
}

} // namespace Api
