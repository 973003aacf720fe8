// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/slice.h"

namespace Mime {

/**
 * What a charset label means: the WHATWG Encoding Standard's table, with the names that our
 * converter knows (Shift_JIS as CP932, EUC-KR as UHC, Big5 as Big5-HKSCS, GB2312 and GBK as GB18030)
 * and the charsets that browsers dropped but mail still uses (UTF-7, HZ, ISO-2022-KR, Johab, VISCII,
 * EBCDIC and others). Code pages are found by number behind every common word (`cp-850`, `dos-862`).
 * nullptr for an unknown label. Quotes, white space and an RFC 2231 language behind `*` are ignored.
 */
const char *converterFor(Slice label);

} // namespace Mime
