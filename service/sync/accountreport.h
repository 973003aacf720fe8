// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/accountevents.h"
#include "sync/accountrow.h"
#include "sync/context.h"
#include "sync/progress.h"

namespace Sync {

/**
 * Reports what an account is doing to the Observer: its mode, its progress and an error that could not
 * be stored, each when it changes, and the events of its passes. Lives on a sync thread.
 */
class AccountReport
{
public:
    AccountReport(Observer &observer, const AccountRow &account);
    AccountReport(const AccountReport &) = delete;
    AccountReport &operator=(const AccountReport &) = delete;

    void setMode(Mode mode);
    ProgressMeter &progress() { return m_meter; } ///< reports here

    void started(); ///< a connection begins
    void passDone(const Events::PassResult &result);
    void send(const Store::Event &event);

    /// `about`: the account when it got this health.
    void healthChanged(const Events::About &about, const Store::AccountHealth &health);

    /// Shows an error that the database cannot store, e.g. because the disk is full. Other health is not
    /// shown: users see what is stored.
    void showUnstored(const Store::AccountHealth &health);
    /// The database has the current health again. True: an error was shown instead until now.
    bool endUnstored();

private:
    void setProgress(std::optional<Progress> progress);
    void setTrouble(std::optional<Trouble> trouble);

    Observer &m_observer;
    const AccountRow &m_account;
    ProgressMeter m_meter;
    Runtime m_runtime;
};

} // namespace Sync
