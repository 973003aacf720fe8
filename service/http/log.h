// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLoggingCategory>

namespace Http {

/// `postrider.http`: messages for the operator.
Q_DECLARE_LOGGING_CATEGORY(lcHttp)

/// `postrider.http.access`: one line per answer, without query, so that no token gets into it. Off
/// unless POSTRIDER_LOG contains `postrider.http.access.info=true`: it costs as much as a small answer.
Q_DECLARE_LOGGING_CATEGORY(lcAccess)

} // namespace Http
