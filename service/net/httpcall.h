// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "net/networks.h"

#include <QByteArray>
#include <QList>
#include <QUrl>

#include <chrono>
#include <utility>

/** Calls to others over HTTP that a user asked for: a webhook, the push service of a browser. */
namespace Net {

using HttpHeaders = QList<std::pair<QByteArray, QByteArray>>;

/** A POST. */
struct HttpCall {
    QUrl url;            ///< from callUrl()
    HttpHeaders headers; ///< names and values as isHeaderName() and isHeaderValue() want them
    QByteArray body;
    Networks opened;                  ///< may be called though they are not public
    qsizetype mostAnswer = 64 * 1024; ///< bytes of the answer's body; the rest is not waited for
    std::chrono::milliseconds timeout{ 0 }; ///< in all; 0: as the caller does otherwise
};

/** What came back: any status, a redirection is one too. */
struct HttpAnswer {
    int status = 0;
    HttpHeaders headers; ///< names in lower case
    QByteArray body;     ///< as it was sent, never decompressed
    bool isCut = false;  ///< there was more, or the connection ended within it

    QByteArray header(QByteArrayView lowerName) const; ///< the first; empty: none
};

/**
 * A URL that may be called as far as that can be told without a look-up: http or https, a host, no
 * user name, a port that web servers have, at most 2048 characters. The fragment is cut off.
 * BadRequest: why not, as the end of a sentence, `must begin with http:// or https://`.
 */
Result<QUrl> callUrl(const QString &text);

/// RFC 9110 5.1: a token, at most 64 bytes.
bool isHeaderName(QByteArrayView name);

/// RFC 9110 5.5: visible ASCII, blanks and tabs, at most 1024 bytes; no line ends.
bool isHeaderValue(QByteArrayView value);

} // namespace Net
