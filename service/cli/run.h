// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/commandline.h"

namespace Cli {

/// Runs a command. Blocks until it has finished; for `serve`, until the service ends. Returns the exit
/// code: 0; 1 if it failed; 2 if the command line is wrong.
int run(const CommandLine &line);

} // namespace Cli
