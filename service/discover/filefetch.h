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
    Net::Networks opened; ///< networks that are not public and may be called
    qint64 shareOf = 0;   ///< see Net::HttpCall
    QDeadlineTimer until;
};

/**
 * The file's bytes. Follows at most mostRedirections redirections, only to HTTPS URLs with a host name.
 * NotFound: 404 or 410; Server: another status; BadRequest: the host or the target of a redirection is
 * not allowed; Protocol: longer than 64 KiB, cut off, too many redirections; and the errors of
 * HttpCaller::call().
 */
QCoro::Task<Result<QByteArray>> fetchFile(Net::HttpCaller &caller, FileFetch wanted);

/// The target of a redirection from `from`. BadRequest: the target is not allowed.
Result<QUrl> redirectedTo(const QUrl &from, const QByteArray &location);

} // namespace Discover
