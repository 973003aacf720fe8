// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "events/accountevents.h"
#include "store/db/accountdatabase.h"
#include "store/mail/accounts.h"

namespace Sync {

/**
 * The database row of an account as it was read last, with what its synchronisation has stored there
 * since. Lives on a sync thread.
 */
class AccountRow
{
public:
    AccountRow(qint64 id, Store::AccountDatabase &database, const Clock &clock)
        : m_id(id), m_database(database), m_clock(clock)
    {
    }

    /// Reads the row. After an error the earlier values stay.
    QCoro::Task<Result<void>> load();

    qint64 id() const { return m_id; }
    bool isLoaded() const { return m_account.id != 0; }
    const Store::Account &account() const { return m_account; } ///< empty until it is loaded

    /// The account is deleted or disabled: nothing more is done for it.
    bool isGone() const { return m_isGone; }
    void setGone() { m_isGone = true; }

    /// The health that the database has; that of account() is as old as the last load().
    const Store::AccountHealth &health() const { return m_health; }
    void setHealth(const Store::AccountHealth &health) { m_health = health; }

    /// The folders that were renamed at the server have their new paths in the database already.
    void setFolders(const QStringList &folders, const Store::FolderRoles &roles);

    /// Stores the mechanism of a successful login. The next connection begins with it. If it cannot be
    /// stored, the next login determines it again.
    QCoro::Task<void> noteMechanism(QByteArray mechanism);

    Events::About about() const; ///< for an event that happens now

private:
    const qint64 m_id;
    Store::AccountDatabase &m_database;
    const Clock &m_clock;
    Store::Account m_account;
    Store::AccountHealth m_health;
    bool m_isGone = false;
};

} // namespace Sync
