// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "imap/response.h"
#include "net/loginplan.h"

namespace Imap {

/// NotFound for NONEXISTENT and TRYCREATE, else Server, with the server's text. RFC 5530.
Error statusError(const StatusLine &status);

/// For the answer to a login: Unauthorized unless the code says that it is a matter of time.
Error loginError(const StatusLine &status);

/// What a refused login says about the mechanism. `wasSent`: anything of the exchange reached the
/// server; `wasUsed`: so did something that depends on the password.
Net::Refusal refusalOf(const StatusLine &status, bool wasSent, bool wasUsed);

/// Nothing for OK, else statusError().
Result<void> statusResult(const StatusLine &status);

} // namespace Imap
