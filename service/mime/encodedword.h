// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

#include <QString>

namespace Mime {

/**
 * The text of a header value, folded or not: RFC 2047 words decoded (neighbours of one charset are
 * joined as bytes first, so a character may be split over words), raw 8-bit bytes read as UTF-8,
 * else as `charset`, else guessed. Line breaks and control characters become spaces, the ends are
 * trimmed. Linear. Words inside quotes and with missing padding or end are decoded too.
 */
QString decodeHeaderText(Slice value, QByteArrayView charset = {});

} // namespace Mime
