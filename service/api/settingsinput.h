// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/body.h"
#include "store/people/usersettings.h"

namespace Api {

/// The settings with the changes that a body names: an absent field stays, null is the default.
/// Invalid values are failures of the body.
Store::UserSettings readSettings(Http::Body &body, Store::UserSettings before);

} // namespace Api
