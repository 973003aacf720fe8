// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

#include <QString>

namespace Mime {

/**
 * Bytes of any charset to text; never fails. `label` as the mail says it, or empty. The WHATWG label
 * table decides what a label means; latin1 and ascii are windows-1252 unless the bytes are valid
 * UTF-8. Without a label, or with one that is unknown or plainly wrong (most characters cannot be
 * read, or the bytes are UTF-8 beyond chance): what guessCharset() finds. Bytes that mean nothing
 * become U+FFFD, one for each damaged character of UTF-8; NUL is dropped.
 */
QString decodeCharset(Slice bytes, QByteArrayView label);

/// The same for HTML: without a label, a byte order mark or the document's own <meta> decides.
QString decodeHtmlCharset(Slice bytes, QByteArrayView label);

} // namespace Mime
