// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/** The log of a service that we have started. */
namespace Session {

/// `postriderd.log` in the user's cache folder, which is created if it does not exist.
QString serviceLogPath();

/// The last line of the log, without time, level and category, limited in length; empty: no text.
QString lastLineOf(const QString &logFile);

} // namespace Session
