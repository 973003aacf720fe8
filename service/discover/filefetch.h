// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpcaller.h"

#include <QDeadlineTimer>
#include <QUrl>

namespace Discover {

constexpr int mostRedirections = 3;

/** A file to be fetched over HTTPS. */
struct FileFetch {
    QUrl url;
    Net::Networks opened; ///< may be asked though they are not public
    qint64 shareOf = 0;   ///< see Net::HttpCall
    QDeadlineTimer until;
};

/**
 * The file's bytes. Redirections are followed, a few, to HTTPS addresses with a host name only.
 * NotFound: 404 or 410; BadRequest: a host or a redirection that may not be asked; Protocol: longer
 * than 64 KiB, cut off, too many redirections; Server: another status; and what HttpCaller::call() says.
 */
QCoro::Task<Result<QByteArray>> fetchFile(Net::HttpCaller &caller, FileFetch wanted);

/// Where a redirection from `from` leads; BadRequest: nowhere that may be asked.
Result<QUrl> redirectedTo(const QUrl &from, const QByteArray &location);

} // namespace Discover
