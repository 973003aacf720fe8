// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/log.h"

namespace Http {

Q_LOGGING_CATEGORY(lcHttp, "postrider.http", QtInfoMsg)
Q_LOGGING_CATEGORY(lcAccess, "postrider.http.access", QtWarningMsg)

} // namespace Http
