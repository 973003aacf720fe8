// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QString>

namespace Net {

/** A proxy on the way to a mail server. It also looks up the server's name. */
struct Proxy {
    enum class Kind {
        None,
        Socks5, ///< RFC 1928, with RFC 1929 where there is a login
        Http,   ///< CONNECT, RFC 9110 9.3.6
    };
    Kind kind = Kind::None;
    QString host; ///< name or address without brackets
    quint16 port = 0;
    QByteArray login; ///< `user:password` in UTF-8; empty: none

    bool isSet() const { return kind != Kind::None; }

    friend bool operator==(const Proxy &, const Proxy &) = default;
};

/// From `socks5://user:password@host:1080` or `http://host:3128`. BadRequest names the fault.
Result<Proxy> proxyFromUrl(const QString &url);

/// The proxy as such a URL without its login, which is a secret.
QString proxyUrl(const Proxy &proxy);

/// The proxy of a URL that proxyUrl() made, with its login; none for an empty one.
Proxy storedProxy(const QString &url, const QByteArray &login);

} // namespace Net
