// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/request.h"

namespace Api {

/**
 * The Content-Security-Policy of a mail's document: no scripts, no origin, no requests except for
 * images. They come from below the ticket where `publicUrl` says how clients reach us, at that
 * address and at the one that this client asked; where it is empty, from the address of the
 * document. `words` is the text of a ticket that was checked; empty: there are no images.
 */
QByteArray framePolicy(const Http::Request &request, const QString &publicUrl,
                       const QByteArray &words);

} // namespace Api
