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

/** How many of something one user may have, and how that is said. */
struct UserLimit {
    Store::Owned what = Store::Owned::Accounts;
    int most = 0;  ///< 0: any number
    QString words; ///< for people: `mail accounts`
    QString key;   ///< of the configuration: `limits.accounts_per_user`
};

UserLimit accountLimit(int most);
UserLimit webhookLimit(int most);
UserLimit draftLimit(int most);

/// 40907 where the user may not have one more. To be asked in the transaction that adds it.
Result<void, ApiFailure> checkLimit(Store::Session &session, const UserLimit &limit, qint64 userId);

} // namespace Api
