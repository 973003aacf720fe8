// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config.h"

#include <QStringList>

/**
 * `postriderd verify ...`; `arguments`: the arguments after `verify`. Runs the event loop. Returns the exit
 * code: 0 equal, 1 different, 2 if they could not be compared or the command line is wrong.
 */
int runVerifyCommand(const Config &config, const QStringList &arguments);
