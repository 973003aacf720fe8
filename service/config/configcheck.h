// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config.h"

/// Checks what single values do not show: that they fit together, and that their files can be read.
/// Error::BadRequest.
Result<void> checkTogether(const Config &config);
