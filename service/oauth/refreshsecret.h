// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/secretstore.h"
#include "store/db/database.h"

namespace OAuth {

/**
 * Stores a new refresh token for an account in three steps: stores it under a new name, writes this name
 * to the account's row, deletes the old token. After a kill at any moment the account's row names a
 * token that exists. Returns the new name. Conflict: the row names a different token now (the user signed
 * in again); nothing was changed. OutcomeUnknown: the row names the old or the new token.
 */
QCoro::Task<Result<QByteArray>> replaceRefreshToken(Store::Database *database, SecretStore *secrets,
                                                    qint64 accountId, QByteArray oldRef,
                                                    QByteArray refreshToken);

} // namespace OAuth
