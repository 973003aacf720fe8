// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commandline.h"

namespace Cli {

/// Carries a command out; blocks until it is done, for `serve` until the service ends. The exit
/// code: 0, 1 where it failed, 2 where what was asked for is wrong.
int run(const CommandLine &line);

} // namespace Cli
