// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/accountpurger.h"

#include "store/db/freespace.h"
#include "store/db/transaction.h"
#include "store/mail/accounts.h"
#include "store/search/fill/upkeep.h"

#include <QTimer>

using namespace std::chrono_literals;

namespace Api {

namespace {

constexpr int mailsAtOnce = 500;
constexpr int pagesAtOnce = 512;
constexpr auto retryAfter = 10s;

} // namespace

AccountPurger::AccountPurger(Store::Database &database, QObject *parent)
    : QObject(parent), m_database(database)
{
}

void AccountPurger::purge(qint64 accountId)
{
    run(accountId);
}

QCoro::Task<> AccountPurger::run(qint64 accountId)
{
    for (bool isDone = false; !isDone;) {
        auto some = Store::inTransaction([accountId](Store::Session &session) {
            return Store::purgeAccountBatch(session, accountId, mailsAtOnce);
        });
        const Result<bool> purged = co_await m_database.writingLater(std::move(some));
        if (!purged) {
            QTimer::singleShot(retryAfter, this, [this, accountId] { purge(accountId); });
            co_return;
        }
        isDone = *purged;
    }
    co_await giveSpaceBack();
}

QCoro::Task<> AccountPurger::giveSpaceBack()
{
    if (std::exchange(m_isGivingBack, true))
        co_return;
    const Result<void> dropped = co_await m_database.writingLater(Store::dropEmptyIndex);
    Q_UNUSED(dropped) // a failure only costs disk space
    for (bool isMore = true; isMore;) {
        auto some = Store::inTransaction(
            [](Store::Session &session) { return Store::giveBackPages(session, pagesAtOnce); });
        const Result<bool> given = co_await m_database.writingLater(std::move(some));
        isMore = given && *given;
    }
    const Result<void> shortened = co_await m_database.writingLater(Store::checkpoint);
    Q_UNUSED(shortened) // if it failed, a later checkpoint does it
    m_isGivingBack = false;
}

void AccountPurger::resume()
{
    const Async::Home home;
    m_database.read([this, home](Store::Session &session) {
        const Result<QList<qint64>> accounts = Store::accountsToPurge(session);
        if (!accounts)
            return;
        home.post([this, ids = *accounts] {
            for (const qint64 id : ids)
                purge(id);
        });
    });
}

} // namespace Api
