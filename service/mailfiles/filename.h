// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace MailFiles {

/// A name for a file that says `text`, on every system: what has a meaning in paths, control characters
/// and a dot at the beginning or the end become `%` and two hexadecimal digits a byte; at most 200 bytes,
/// and never empty. Different texts of less than 60 characters get different names.
QString fileName(const QString &text);

} // namespace MailFiles
