// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/accounts.h"

namespace Store {

/// Finds the account that a user names by id or e-mail address. Error::NotFound: there is no such
/// account. Error::Conflict: several accounts have the address; the message lists their ids.
Result<Account> accountNamed(const QList<Account> &accounts, const QString &name);

} // namespace Store
