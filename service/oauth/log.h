// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

namespace OAuth {

Q_DECLARE_LOGGING_CATEGORY(logOAuth)

} // namespace OAuth
