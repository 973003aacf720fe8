// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/request.h"
#include "http/response.h"
#include "web/files.h"

namespace Web {

/// The file, under gzip where the client takes that; 304 where it has the same bytes already. The
/// caller adds how long it may be kept. Pure, takes microseconds.
Http::Response answerWith(const File &file, const Http::Request &request);

/// Whether the client takes gzip (RFC 9110 12.5.3); `gzip;q=0` is a no.
bool acceptsGzip(QByteArrayView acceptEncoding);

} // namespace Web
