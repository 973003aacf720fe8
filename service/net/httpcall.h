// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "net/httpanswer.h"
#include "net/networks.h"

#include <QByteArray>
#include <QUrl>

#include <chrono>

/** Calls to others over HTTP: a webhook, the push service of a browser, a store of objects. */
namespace Net {

enum class HttpMethod { Get, Post, Put, Delete };

/** A request; only a Post and a Put have a body. */
struct HttpCall {
    QUrl url;            ///< from callUrl()
    HttpHeaders headers; ///< names and values valid for isHeaderName() and isHeaderValue()
    QByteArray body;
    Networks opened;                  ///< may be called though they are not public
    qsizetype mostAnswer = 64 * 1024; ///< bytes of the answer's body; the rest is not waited for
    std::chrono::milliseconds timeout{ 0 }; ///< of the whole call; 0: HttpDeadlines::total
    qint64 shareOf = 0; ///< id of the user whose share of the look-ups it takes; 0: no user
    HttpMethod method = HttpMethod::Post;
};

/**
 * A URL that may be called, as far as this can be checked without a look-up: http or https, a host,
 * no user name, a port that web servers have, at most 2048 characters. The fragment is cut off.
 * BadRequest: why not, as the end of a sentence, `must begin with http:// or https://`.
 */
Result<QUrl> callUrl(const QString &text);

} // namespace Net
