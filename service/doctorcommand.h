// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "config.h"

#include <QStringList>

/**
 * `postriderd doctor ...`; `arguments` are those behind it. Goes on behind mistakes in the
 * configuration. Runs the event loop. Returns the exit code: 0 fine, 1 warnings, 2 faults or a wrong
 * command line.
 */
int runDoctorCommand(const ConfigSources &sources, const QStringList &arguments);
