// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/log.h"

namespace OAuth {

Q_LOGGING_CATEGORY(logOAuth, "postrider.oauth", QtInfoMsg)

} // namespace OAuth
