// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

namespace Imap {

/// One line per command and response, literals as their size, credentials as `***`. Off unless
/// POSTRIDER_LOG says `postrider.imap.wire.debug=true`.
Q_DECLARE_LOGGING_CATEGORY(wireLog)

} // namespace Imap
