// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

namespace Smtp {

/// One line per command and reply, credentials as `***`, messages as their size. Off unless
/// POSTRIDER_LOG says `postrider.smtp.wire.debug=true`.
Q_DECLARE_LOGGING_CATEGORY(wireLog)

} // namespace Smtp
