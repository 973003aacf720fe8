// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/request.h"

namespace Api {

/**
 * The Content-Security-Policy of a mail's document: no scripts, no origin, no requests except for
 * images. If `publicUrl` is set, images are allowed only below the address of the ticket, at
 * `publicUrl` and at the Host of the request; otherwise from the host of the document. `words` is the
 * text of a checked ticket; empty: no images.
 */
QByteArray framePolicy(const Http::Request &request, const QString &publicUrl,
                       const QByteArray &words);

} // namespace Api
