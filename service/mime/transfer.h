// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

#include <limits>
#include <optional>

namespace Mime {

/// How the bytes of a part are written. Identity is 7bit, 8bit, binary and everything unknown;
/// Yenc is only of files inside a text.
enum class Encoding : quint8 { Identity, Base64, QuotedPrintable, Uuencode, Yenc };

inline constexpr qsizetype allBytes = std::numeric_limits<qsizetype>::max();

/// Content-Transfer-Encoding with its quirks (`base64;`, `x-uue`); nothing for an unknown one.
std::optional<Encoding> encodingNamed(Slice value);

/// At most `maxBytes` decoded bytes; reads no more of `bytes` than that needs. Never fails.
QByteArray decodeTransfer(Slice bytes, Encoding encoding, qsizetype maxBytes = allBytes);

/// How long decodeTransfer() would be, without the memory.
qsizetype decodedSize(Slice bytes, Encoding encoding);

/// Skips characters that are not base64, goes on after padding, ends at text appended behind the
/// padding.
QByteArray decodeBase64(Slice bytes, qsizetype maxBytes = allBytes);
qsizetype decodedBase64Size(Slice bytes);

/// RFC 2045 6.7 (3): drops blanks at the end of a line. More than `mostAddedBlanks` are kept, because a
/// TransferStream must not hold more until it reads the end of the line.
inline constexpr qsizetype mostAddedBlanks = 64 * 1024;
QByteArray decodeQuotedPrintable(Slice bytes, qsizetype maxBytes = allBytes);
qsizetype decodedQuotedPrintableSize(Slice bytes);

} // namespace Mime
