// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

/** Start at login, for this user only: an entry that the desktop reads. */
namespace Desktop {

bool isStartedAtLogin();
Result<void> setStartedAtLogin(bool started);

} // namespace Desktop
