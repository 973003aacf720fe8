// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/failure.h"

namespace Session {

/// Why a call to the service failed, in the person's language. Rare failures have the service's own text,
/// which is English.
QString failureText(const Client::Failure &failure);

} // namespace Session
