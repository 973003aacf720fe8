// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/decoder.h"

#include <optional>
#include <string_view>

namespace Mime {

/// The single-byte charsets that ICU does not support, from the tables that singlebyte.py makes.
/// `converter` as charsetlabels.h names it; nothing where there is no table.
std::optional<Converted> decodeSingleByte(Slice bytes, std::string_view converter);

} // namespace Mime
