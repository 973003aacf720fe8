// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpcall.h"

namespace Net {

/// The host of a URL as it is put on the wire and compared with certificates: in ASCII, without brackets.
QByteArray asciiHost(const QUrl &url);

/// The value of the header Host: with the port if the URL names one.
QByteArray hostField(const QUrl &url);

/**
 * The bytes of a request over HTTP/1.1 (RFC 9112 3). The call's headers replace ours of the same name,
 * except those that say where the request goes and where it ends. The call is one that may be sent:
 * see callUrl() and isHeaderValue().
 */
QByteArray requestBytes(const HttpCall &call, const QByteArray &userAgent);

} // namespace Net
