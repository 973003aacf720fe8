// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "common/error.h"

namespace Api {

/// The failure for the client after an error of the database: 503 or 507, or 500 for errors that
/// should not happen. The error's own message goes to the log; it goes to the client only where it
/// says what a user can do (a locked keychain).
ApiFailure storageFailure(const Error &error);

} // namespace Api
