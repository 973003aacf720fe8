// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/headers.h"
#include "mime/parameters.h"
#include "mime/part.h"

namespace Mime {

/**
 * What a part's own fields say about it: type, charset, encoding, disposition, names. `isInDigest`:
 * message/rfc822 is the default type there (RFC 2046 5.1.5). `mail`: the headers of the whole mail, which help to
 * guess the charset of raw names. Adds what was wrong to `defects`.
 */
Part readPart(const Headers &headers, bool isInDigest, const Headers &mail, Defects &defects);

} // namespace Mime
