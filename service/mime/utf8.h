// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

#include <QString>

namespace Mime {

/// Valid UTF-8 (RFC 3629) from the first byte to the last.
bool isUtf8(Slice bytes);

bool isAscii(Slice bytes);

/** Counts of the sequences in bytes that are read as UTF-8; ASCII is not counted. */
struct Utf8Count {
    qsizetype pairs = 0;  ///< valid sequences of two bytes: these occur by chance in other charsets
    qsizetype longer = 0; ///< valid sequences of three and four bytes
    qsizetype bad = 0;    ///< damaged sequences: each becomes U+FFFD
    bool isCut = false;   ///< the last of these is the beginning of a character at the very end
};

Utf8Count countUtf8(Slice bytes);

/// One U+FFFD for each maximal subpart of a damaged character (The Unicode Standard 3.9). Linear.
QString decodeUtf8(Slice bytes);

/// CESU-8 (Unicode Technical Report 26): UTF-8 whose characters beyond U+FFFF are two surrogates of
/// three bytes each. Four-byte forms are read too.
QString decodeCesu8(Slice bytes);

} // namespace Mime
