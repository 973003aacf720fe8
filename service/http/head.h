// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/limits.h"
#include "http/request.h"

#include <QByteArrayView>

namespace Http {

/** Request line and header fields, as far as framing and routing need them. */
struct Head {
    QByteArray method;
    QByteArray target; ///< as sent
    Headers fields;
    int minorVersion = 1; ///< HTTP/1.x
    bool isKeptAlive = true;
    bool isChunked = false;
    bool expectsContinue = false;
    qint64 contentLength = -1; ///< -1: no such field

    QByteArrayView path() const;
    QByteArrayView query() const; ///< without `?`
    /// The first field with that name. A field that may have only one value never occurs twice.
    QByteArray field(QByteArrayView lowerName) const;
    bool has(QByteArrayView lowerName) const;
    bool hasBody() const { return isChunked || contentLength > 0; }

    bool operator==(const Head &) const = default;
};

/** The fault of a head; Fine: no fault. */
enum class HeadProblem {
    Fine,
    Malformed,     ///< 400: not HTTP/1.x, or framing that two programs may read differently
    UriTooLong,    ///< 414
    TooManyFields, ///< 431
};

/**
 * Reads a head that ends in its blank line. Strict, because proxies in front of us may read sloppy
 * framing in another way (RFC 9112 11.2): no bare LF or CR, no folded lines, no blank before the
 * colon, one Content-Length of digits, never beside Transfer-Encoding, which must be `chunked`; and
 * no second field of those that have one value, such as Authorization.
 */
HeadProblem parseHead(QByteArrayView block, const Limits &limits, Head &head);

/// Removes blanks and tabs at both ends (RFC 9112 5); no other characters are white space in a
/// field.
QByteArrayView withoutBlanks(QByteArrayView text);

} // namespace Http
