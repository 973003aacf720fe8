// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/request.h"
#include "http/response.h"
#include "web/files.h"

namespace Web {

/// The answer with the file, gzip-compressed where the client accepts gzip; 304 where the client
/// has the same bytes already. The caller adds the cache lifetime. Pure, takes microseconds.
Http::Response answerWith(const File &file, const Http::Request &request);

/// Whether the client accepts gzip (RFC 9110 12.5.3); not with `gzip;q=0`.
bool acceptsGzip(QByteArrayView acceptEncoding);

} // namespace Web
