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

/// How much `bytes` look like text in `converter`, one of scoredCharsets: an average over what is
/// not ASCII, about 1 for text, below 0 for other data. Nothing if some bytes have no meaning in
/// it.
std::optional<double> naturalness(Slice bytes, const char *converter);

} // namespace Mime
