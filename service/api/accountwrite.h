// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/access.h"
#include "api/accountinput.h"
#include "api/accountjson.h"

namespace Store {
class Session;
}

/** Accounts in the database, each change in one transaction with its events. On database threads. */
namespace Api {

/// Everything about one account but its runtime. Error::NotFound: the account does not exist, or
/// the viewer may not see it.
Result<AccountView> viewOf(Store::Session &session, qint64 id, const Store::Viewer &viewer);

/// The outcome of a change: the outer error is the database's, the inner one a refusal.
using ChangeResult = Result<Result<AccountView, ApiFailure>>;

/// Inserts an account of this user, who may have `mostOfAUser` of them; 0: any number.
ChangeResult insertAccount(Store::Session &session, Store::Account account, qint64 userId,
                           int mostOfAUser, const Store::Viewer &viewer);

/** A change from a request. */
struct AccountChange {
    qint64 id = 0;
    QByteArray body;    ///< of the request
    AccountInput input; ///< `body` read over the account as it was then; refers to the new secrets
};

/// Changes the account; `replaced` gets the account before the change.
ChangeResult changeAccount(Store::Session &session, const AccountChange &change,
                           const Store::Viewer &viewer, Store::Account &replaced);

/// Hides the account from all users and returns it; AccountPurger removes its rows.
Result<Store::Account> markDeleted(Store::Session &session, qint64 id, const Store::Viewer &viewer);

/// The failure of a change: the account exists already, does not exist, or the database failed.
ApiFailure failedChange(const Error &error);

} // namespace Api
