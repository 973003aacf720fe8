// SPDX-License-Identifier: GPL-3.0-or-later
// The part of AccountSync that ends the wait for mails that may have been moved.
#include "store/mail/settle.h"
#include "sync/accountsync.h"
#include "sync/folderstore.h"

namespace Sync {

namespace {

constexpr int settleBatch = 100;

} // namespace

// All folders were checked: a mail that vanished from one of them and is in no other one was not moved.
QCoro::Task<Result<void>> AccountSync::settleMoved()
{
    const auto account = m_account;
    auto find = [account](Store::Session &session) {
        return Store::hasUnsettled(session, account.id);
    };
    const Result<bool> any = co_await m_context.database.reading(std::move(find));
    CO_RETURN_IF_ERROR(any);
    if (!*any)
        co_return {};
    auto count = [account](Store::Session &session) {
        return endPass(session, account.id);
    };
    const Result<void> counted = co_await m_context.database.writingSoon(std::move(count));
    CO_RETURN_IF_ERROR(counted);
    for (bool isMore = true; isMore;) {
        auto settle = [account](Store::Session &session) {
            return settleSome(session, account, settleBatch);
        };
        const Result<bool> settled = co_await m_context.database.writingSoon(std::move(settle));
        CO_RETURN_IF_ERROR(settled);
        isMore = *settled;
    }
    co_return {};
}

} // namespace Sync
