// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/accountdatabase.h"
#include "store/mail/accounts.h"

#include <functional>

namespace Sync {

/**
 * Hides or keeps the mails of folders that were removed from the account's `folders`, 500 mails in a
 * transaction. Needs no connection to the server. When `isStopping`, nothing more is begun; the next
 * call continues. `database` outlives the call.
 */
QCoro::Task<Result<void>> leaveFolders(Store::AccountDatabase *database, Store::Account account,
                                       std::function<bool()> isStopping);

} // namespace Sync
