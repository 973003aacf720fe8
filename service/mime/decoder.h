// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"
#include "mime/utf8.h"

#include <QString>

#include <string_view>

namespace Mime {

/**
 * Reads any charset. UTF-8, CESU-8, windows-1252, Johab and charsets that ICU lacks (singlebyte.h)
 * are read by code of our own, the others by the machine's converter (systemdecoder.h).
 */
struct Converted {
    QString text;
    bool hadErrors = false; ///< some bytes meant nothing and became U+FFFD
};

/// `converter`: a canonical name of charsetlabels.h. Unknown to the converter: windows-1252, with errors.
Converted convert(Slice bytes, const char *converter);

/// Whether the charset encodes no letter as an ASCII byte.
bool isEbcdic(std::string_view converter);

/// Own table, also where Qt has no ICU.
QString fromWindows1252(Slice bytes);

} // namespace Mime
