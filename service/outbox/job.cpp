// SPDX-License-Identifier: GPL-3.0-or-later
#include "outbox/job.h"

#include "store/sql/session.h"

namespace Outbox {

Result<std::optional<Job>> claimJob(Store::Session &session, qint64 accountId,
                                    const Store::OutboxClaim &claim)
{
    const auto mail = Store::claimOutboxMail(session, accountId, session.nowMs(), claim);
    RETURN_IF_ERROR(mail);
    if (!*mail)
        return std::optional<Job>();
    Result<Store::Account> account = Store::accountById(session, accountId);
    RETURN_IF_ERROR(account);
    return std::optional(Job{ **mail, *std::move(account) });
}

} // namespace Outbox
