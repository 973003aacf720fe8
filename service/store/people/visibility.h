// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QString>

namespace Store {

class Session;

/**
 * The visibility that the services on this database apply: whether each user sees only their own accounts
 * (`owner`) or all of them (`shared`). It follows from the configuration, else from the choice of
 * `postriderd user add` (setting `visibility`); the statements about webhooks and push notices read it too.
 */
Result<bool> ownAccountsOnly(Session &session);

/// `visibility`: "owner" or "shared". In the caller's transaction.
Result<void> setVisibilityInForce(Session &session, const QString &visibility);

} // namespace Store
