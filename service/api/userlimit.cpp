// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/userlimit.h"

#include "api/failure.h"
#include "api/handlers.h"

using namespace Qt::StringLiterals;

namespace Api {

UserLimit accountLimit(int most)
{
    return { Store::Owned::Accounts, most, u"mail accounts"_s, u"limits.accounts_per_user"_s };
}

UserLimit webhookLimit(int most)
{
    return { Store::Owned::Webhooks, most, u"webhooks"_s, u"limits.webhooks_per_user"_s };
}

UserLimit draftLimit(int most)
{
    return { Store::Owned::Drafts, most, u"drafts"_s, u"limits.drafts_per_user"_s };
}

Result<void, ApiFailure> checkLimit(Store::Session &session, const UserLimit &limit, qint64 userId)
{
    if (limit.most <= 0)
        return {};
    const Result<bool> isReached = Store::hasAsMany(session, limit.what, userId, limit.most);
    if (!isReached)
        return storageFailure(isReached.error());
    if (!*isReached)
        return {};
    ApiFailure failure = failed(ApiError::LimitReached);
    failure.message = u"You have %1 %2, which is the limit of a user (%3). Delete some that you do "
                      "not need, or ask the administrator for a higher limit."_s.arg(limit.most)
                          .arg(limit.words, limit.key);
    return failure;
}

} // namespace Api
