// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

#include <optional>

namespace Mime {

/// A uuencoded file inside a text; positions within that text.
struct UuBlock {
    qsizetype begin = 0;     ///< of the `begin 644 name` line
    qsizetype dataBegin = 0; ///< of the first line of data
    qsizetype dataEnd = 0;   ///< of the `end` line, or where the data stops
    qsizetype end = 0;       ///< behind the `end` line
    QByteArray name;         ///< raw bytes
};

/// The block whose `begin` line begins at `begin`; nothing where it is not complete.
std::optional<UuBlock> uuBlockAt(Slice text, qsizetype begin);

/// The first complete block at or behind `start`. Linear over repeated calls that go on at `end`.
std::optional<UuBlock> findUuBlock(Slice text, qsizetype start);

/// The lines between `begin` and `end`.
QByteArray decodeUuencode(Slice lines, qsizetype maxBytes);

} // namespace Mime
