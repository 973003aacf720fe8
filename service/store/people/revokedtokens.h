// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QHash>

namespace Store {

class Session;

/// All revocations that still count: the token's `jti` and the second when it ends anyway.
Result<QHash<QByteArray, qint64>> revokedTokens(Session &session);

} // namespace Store
