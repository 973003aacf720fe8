// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>
#include <QStringView>

namespace Mime {

/**
 * RFC 2047 words in UTF-8 that decode to `text`, each at most 75 characters and of whole code points;
 * base64 or Q, whichever is shorter. Fit for phrases too (RFC 2047 5 (3)). Decoders do not show
 * white space between them. `used`: characters that stand on the first word's line already, at most
 * 50; a line with words has no more than 76.
 */
QByteArrayList encodedWords(QStringView text, qsizetype used = 0);

} // namespace Mime
