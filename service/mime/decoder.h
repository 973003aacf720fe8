// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

#include <QString>

namespace Mime {

/**
 * The seam to the converter of character sets: today QStringDecoder, whose ICU knows the East Asian
 * ones. A Qt without ICU gets another converter here and nowhere else.
 */
struct Converted {
    QString text;
    bool hadErrors = false; ///< some bytes meant nothing and became U+FFFD
};

/// `converter`: a canonical name of charsetlabels.h. Unknown to the converter: windows-1252, with errors.
Converted convert(Slice bytes, const char *converter);

/// Valid UTF-8 from the first byte to the last.
bool isUtf8(Slice bytes);

bool isAscii(Slice bytes);

/// Own table, also where Qt has no ICU.
QString fromWindows1252(Slice bytes);

} // namespace Mime
