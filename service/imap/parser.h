// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "imap/response.h"
#include "imap/responsereader.h"

namespace Imap {

/**
 * One response of a server; unknown ones are OtherData. Protocol: it breaks the grammar in a way
 * that no quirk accepted here explains, or one of the limits.
 */
Result<Response> parseResponse(RawResponse raw, const Limits &limits);

} // namespace Imap
