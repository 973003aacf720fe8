// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/accountdatabase.h"
#include "store/mail/accounts.h"

namespace Sync {

/// All folders were checked: a mail that vanished from one of them and is in no other one was not
/// moved. Ends the wait for such mails, 100 mails in a transaction. `database` outlives the call.
QCoro::Task<Result<void>> settleMoved(Store::AccountDatabase *database, Store::Account account);

} // namespace Sync
