// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/**
 * The folder for communication between the programs of one user: it holds the pairing file of the
 * service and the lock of the tray. It is `$XDG_RUNTIME_DIR`, or a similar folder on other systems;
 * our folders are below it.
 */
QString runtimeFolder();
