// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

#include <QStringList>

#include <array>
#include <optional>

namespace Mime {

/// The charsets that naturalness() knows: Chinese, Japanese, Korean, Cyrillic, western European.
inline constexpr std::array scoredCharsets{ "GB18030", "Big5-HKSCS",  "windows-31j",
                                            "EUC-JP",  "windows-949", "windows-1251",
                                            "KOI8-U",  "windows-1252" };

/// How much `bytes` look like text in `converter`, one of scoredCharsets: about 1 for each byte that
/// is not ASCII where they do, below 0 where they do not; nothing where some mean nothing in it.
std::optional<double> naturalness(Slice bytes, const char *converter);

} // namespace Mime
