// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/db/database.h"

#include <QObject>

namespace Api {

/**
 * Removes the rows of accounts that were deleted: in small transactions that let all other writes
 * pass, then gives the space back to the file system. The account itself is hidden from all users
 * before this begins. Survives crashes (the next start goes on) and a full disk (tries again).
 * Lives on the http thread.
 */
class AccountPurger : public QObject
{
public:
    explicit AccountPurger(Store::Database &database, QObject *parent = nullptr);

    /// From now on nothing may write into the account.
    void purge(qint64 accountId);

    /// Continues the work that an earlier run did not finish.
    void resume();

private:
    QCoro::Task<> run(qint64 accountId);
    QCoro::Task<> giveSpaceBack();

    Store::Database &m_database;
    bool m_isGivingBack = false;
};

} // namespace Api
