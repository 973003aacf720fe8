// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountsettle.h"

#include "store/mail/settle.h"
#include "sync/folderstore.h"

namespace Sync {

namespace {

constexpr int settleBatch = 100;

} // namespace

QCoro::Task<Result<void>> settleMoved(Store::AccountDatabase *database, Store::Account account)
{
    auto find = [id = account.id](Store::Session &session) {
        return Store::hasUnsettled(session, id);
    };
    const Result<bool> any = co_await database->reading(std::move(find));
    CO_RETURN_IF_ERROR(any);
    if (!*any)
        co_return {};
    auto count = [id = account.id](Store::Session &session) {
        return endPass(session, id);
    };
    const Result<void> counted = co_await database->writingSoon(std::move(count));
    CO_RETURN_IF_ERROR(counted);
    for (bool isMore = true; isMore;) {
        auto settle = [account](Store::Session &session) {
            return settleSome(session, account, settleBatch);
        };
        const Result<bool> settled = co_await database->writingSoon(std::move(settle));
        CO_RETURN_IF_ERROR(settled);
        isMore = *settled;
    }
    co_return {};
}

} // namespace Sync
