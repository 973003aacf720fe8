// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/decoder.h"

namespace Mime {

/// Johab (KS X 1001 annex 3, code page 1361): Korean syllables by their letters, five bits each,
/// everything else by the rows of KS X 1001. ICU does not support it.
Converted decodeJohab(Slice bytes);

} // namespace Mime
