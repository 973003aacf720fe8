// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "common/error.h"

namespace Api {

/// What the client gets when the database refused: 503 or 507, or 500 for what should not happen.
/// The error's own message goes to the log; to the client only where it says what a person can do
/// (a locked keychain).
ApiFailure storageFailure(const Error &error);

} // namespace Api
