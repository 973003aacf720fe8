// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

#include <optional>

namespace Mime {

/// 1 to 12 for a word that begins like a month, in English or as German and French programs write
/// it (UTF-8); else 0.
int monthNamed(Slice word);

/// Minutes east of UTC of a zone's name, RFC 5322 4.3 and common others. Nothing for unknown names
/// and for military letters, which RFC 5322 counts as UTC.
std::optional<int> zoneNamed(Slice word);

} // namespace Mime
