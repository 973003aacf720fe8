// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace MailFiles {

/// Returns a file name for `text` that is valid on every system. Characters with a meaning in paths, control
/// characters, and a dot or space at the beginning or end become `%` and two hexadecimal digits per byte. At
/// most 200 bytes, and never empty. Different texts of less than 60 characters get different names.
QString fileName(const QString &text);

} // namespace MailFiles
