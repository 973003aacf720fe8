// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>

namespace Store {

class Session;

/// Rejects the token with this `jti` until its expiry. Repeating the call is no error.
Result<void> revokeToken(Session &session, const QByteArray &jti, qint64 expiresAt);

Result<bool> isTokenRevoked(Session &session, const QByteArray &jti);

/// Deletes revocations of tokens that have expired.
Result<void> pruneRevocations(Session &session);

} // namespace Store
