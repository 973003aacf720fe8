// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/failure.h"

namespace Session {

/// Why a call to the service gave nothing, in the person's language. What a person seldom meets is in
/// the service's words, which are English.
QString failureText(const Client::Failure &failure);

} // namespace Session
