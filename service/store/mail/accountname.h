// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/accounts.h"

namespace Store {

/// The account that a person names by id or e-mail address. Error::NotFound: none; Error::Conflict:
/// several have the address, which the message names with their ids.
Result<Account> accountNamed(const QList<Account> &accounts, const QString &name);

} // namespace Store
