// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "imap/response.h"
#include "net/loginplan.h"

namespace Imap {

/// NotFound for NONEXISTENT and TRYCREATE, else Server, with the server's text. RFC 5530.
Error statusError(const StatusLine &status);

/// For the answer to a login: Unauthorized, unless the code shows a temporary failure.
Error loginError(const StatusLine &status);

/// What a refused login means for the mechanism. `wasSent`: some data of the exchange was sent to
/// the server; `wasUsed`: some data that depends on the password was sent too.
Net::Refusal refusalOf(const StatusLine &status, bool wasSent, bool wasUsed);

/// Nothing for OK, else statusError().
Result<void> statusResult(const StatusLine &status);

} // namespace Imap
