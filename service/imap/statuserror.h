// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "imap/response.h"

namespace Imap {

/// NotFound for NONEXISTENT and TRYCREATE, else Server, with the server's text. RFC 5530.
Error statusError(const StatusLine &status);

/// For the answer to a login: Unauthorized unless the code says that it is a matter of time.
Error loginError(const StatusLine &status);

/// Nothing for OK, else statusError().
Result<void> statusResult(const StatusLine &status);

} // namespace Imap
