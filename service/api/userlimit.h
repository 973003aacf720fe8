// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/apierror.h"
#include "common/result.h"
#include "store/mail/usercounts.h"

#include <QString>

namespace Store {
class Session;
}

namespace Api {

/** A limit on the number of objects of one user, and its names. */
struct UserLimit {
    Store::Owned what = Store::Owned::Accounts;
    int most = 0;  ///< 0: any number
    QString words; ///< for people: `mail accounts`
    QString key;   ///< of the configuration: `limits.accounts_per_user`
};

UserLimit accountLimit(int most);
UserLimit webhookLimit(int most);
UserLimit draftLimit(int most);

/// 40907 where the user may not have one more. Call it in the transaction that adds the object.
Result<void, ApiFailure> checkLimit(Store::Session &session, const UserLimit &limit, qint64 userId);

} // namespace Api
