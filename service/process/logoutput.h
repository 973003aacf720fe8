// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "process/logline.h"

/**
 * Where the log of the process goes, from Qt's message handler: to standard error, or to the end of a
 * file. Under systemd standard error is the journal, which gets the level of each message from us.
 * One for the process; the handler runs on any thread.
 */
namespace LogOutput {

/// `file` empty: standard error. A new file is readable for its owner only. Error: it cannot be
/// opened. Once, on the main thread.
Result<void> start(LogFormat format, const QString &file);

/// Opens the file anew, after logrotate has moved the former one. Where that fails, the former one
/// stays in use.
void reopen();

} // namespace LogOutput
