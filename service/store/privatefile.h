// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

namespace Store {

/// Makes an empty file for a database where there is none. Only its owner may read it; SQLite gives
/// its log files the same rights.
Result<void> createPrivately(const QString &path);

} // namespace Store
