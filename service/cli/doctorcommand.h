// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config/config.h"

#include <QStringList>

/**
 * `postriderd doctor ...`; `arguments`: the arguments after `doctor`. Continues after mistakes in the
 * configuration. Runs the event loop. Returns the exit code: 0 fine, 1 warnings, 2 faults or a wrong
 * command line.
 */
int runDoctorCommand(const ConfigSources &sources, const QStringList &arguments);
