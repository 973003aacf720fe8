// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/headers.h"

namespace Mime {

/**
 * The messages that a mail names as those it answers (RFC 5322 3.6.4): the ids of References in their
 * order, then those of In-Reply-To, each once, with angle brackets. Of many the first one, where the
 * conversation began, and the last 30. An In-Reply-To of an id without brackets counts, one of prose
 * does not.
 */
QList<QByteArray> references(const Headers &headers);

} // namespace Mime
