// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QHash>

namespace Store {

class Session;

/// All revocations still in force: the token's `jti` and its expiry in seconds.
Result<QHash<QByteArray, qint64>> revokedTokens(Session &session);

} // namespace Store
