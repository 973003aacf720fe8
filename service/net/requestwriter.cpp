// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/requestwriter.h"

#include <algorithm>

namespace Net {

namespace {

/// Fields that a call must not set: they decide where the request goes and where it ends, or ask for an
/// answer that we could not read.
bool isOurs(const QByteArray &lowerName)
{
    static const QList<QByteArray> names = { "host",       "content-length", "transfer-encoding",
                                             "connection", "upgrade",        "expect",
                                             "te",         "trailer",        "accept-encoding" };
    return names.contains(lowerName);
}

QByteArray target(const QUrl &url)
{
    const QByteArray path = url.path(QUrl::FullyEncoded).toLatin1();
    const QByteArray query =
        url.hasQuery() ? '?' + url.query(QUrl::FullyEncoded).toLatin1() : QByteArray();
    return (path.isEmpty() ? "/" : path) + query;
}

QByteArray nameOf(HttpMethod method)
{
    switch (method) {
    case HttpMethod::Get:
        return "GET";
    case HttpMethod::Post:
        return "POST";
    case HttpMethod::Put:
        return "PUT";
    case HttpMethod::Delete:
        return "DELETE";
    }
    return {};
}

void put(HttpHeaders &headers, const QByteArray &name, const QByteArray &value)
{
    const auto there = std::ranges::find_if(headers, [&name](const auto &header) {
        return header.first.compare(name, Qt::CaseInsensitive) == 0;
    });
    if (there == headers.end())
        headers.append({ name, value });
    else
        *there = { name, value };
}

} // namespace

QByteArray asciiHost(const QUrl &url)
{
    const QByteArray ace = QUrl::toAce(url.host());
    return ace.isEmpty() ? url.host().toLatin1() : ace; // toAce() returns nothing for IPv6
}

QByteArray hostField(const QUrl &url)
{
    const QByteArray host = asciiHost(url);
    const QByteArray bracketed = host.contains(':') ? '[' + host + ']' : host;
    return url.port() < 0 ? bracketed : bracketed + ':' + QByteArray::number(url.port());
}

QByteArray requestBytes(const HttpCall &call, const QByteArray &userAgent)
{
    HttpHeaders headers = {
        { "Host", hostField(call.url) }, { "User-Agent", userAgent },
        { "Accept-Language", "*" },      { "Accept-Encoding", "identity" },
        { "Connection", "Keep-Alive" },
    };
    const bool hasBody = call.method == HttpMethod::Post || call.method == HttpMethod::Put;
    if (hasBody)
        headers.append({ "Content-Length", QByteArray::number(call.body.size()) });
    for (const auto &[name, value] : call.headers) {
        if (!isOurs(name.toLower()))
            put(headers, name, value);
    }
    QByteArray bytes = nameOf(call.method) + ' ' + target(call.url) + " HTTP/1.1\r\n";
    for (const auto &[name, value] : headers)
        bytes += name + ": " + value + "\r\n";
    return bytes + "\r\n" + (hasBody ? call.body : QByteArray());
}

} // namespace Net
