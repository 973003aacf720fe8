// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"
#include "mime/transfer.h"

#include <optional>

namespace Mime {

/// A file that is written into a text, uuencoded or in yEnc; positions within that text.
struct EmbeddedFile {
    qsizetype begin = 0;     ///< of the `begin 644 name` or `=ybegin` line
    qsizetype dataBegin = 0; ///< of the first line of data
    qsizetype dataEnd = 0;   ///< of the `end` or `=yend` line
    qsizetype end = 0;       ///< behind that line
    QByteArray name;         ///< raw bytes
    Encoding encoding = Encoding::Uuencode;
    bool isDamaged = false; ///< its size or checksum differs from the declared one
};

/// The first complete file at or behind `start`. Linear over repeated calls that go on at `end`.
std::optional<EmbeddedFile> findEmbeddedFile(Slice text, qsizetype start);

} // namespace Mime
