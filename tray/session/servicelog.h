// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/** The log of a service that we have started. */
namespace Session {

/// `postriderd.log` in the person's cache; its folder is made.
QString serviceLogPath();

/// What its last line says, without time, level and category, bounded; empty: it says nothing.
QString lastLineOf(const QString &logFile);

} // namespace Session
