// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/**
 * Where programs of one person find each other: the service leaves its offer of pairing there, the tray its
 * lock. `$XDG_RUNTIME_DIR`, or what comes near on other systems; ours are folders below it.
 */
QString runtimeFolder();
