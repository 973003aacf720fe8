// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/secretstore.h"
#include "store/db/database.h"

namespace OAuth {

/**
 * Keeps a refresh token that replaces the one of an account: under a new name, then the account's row
 * names it, then the old one goes; killed at any moment, the account names one that is there. Gives
 * the new name. Conflict: the account names another one meanwhile (a person signed in again); nothing
 * was changed. OutcomeUnknown: it names the old one or the new one.
 */
QCoro::Task<Result<QByteArray>> replaceRefreshToken(Store::Database *database, SecretStore *secrets,
                                                    qint64 accountId, QByteArray oldRef,
                                                    QByteArray refreshToken);

} // namespace OAuth
