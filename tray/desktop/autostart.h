// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

/** Starting with the person's session: an entry that the desktop reads, of the user alone. */
namespace Desktop {

bool isStartedAtLogin();
Result<void> setStartedAtLogin(bool started);

} // namespace Desktop
