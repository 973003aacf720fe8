// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/accountreport.h"

namespace Sync {

AccountReport::AccountReport(Observer &observer, const AccountRow &account)
    : m_observer(observer), m_account(account),
      m_meter([this](std::optional<Progress> progress) { setProgress(std::move(progress)); })
{
}

void AccountReport::setMode(Mode mode)
{
    if (m_runtime.mode == mode)
        return;
    m_runtime.mode = mode;
    m_observer.runtimeChanged(m_account.id(), m_runtime);
    if (m_account.isLoaded())
        send(Events::accountModeChanged(m_account.about(), modeName(mode)));
}

void AccountReport::setProgress(std::optional<Progress> progress)
{
    if (m_runtime.progress == progress)
        return;
    m_runtime.progress = std::move(progress);
    m_observer.runtimeChanged(m_account.id(), m_runtime);
    if (const auto &now = m_runtime.progress)
        send(Events::syncProgressed(m_account.about(),
                                    { now->phase, now->done, now->total, now->ratePerSecond }));
}

void AccountReport::setTrouble(std::optional<Trouble> trouble)
{
    if (m_runtime.trouble == trouble)
        return;
    m_runtime.trouble = std::move(trouble);
    m_observer.runtimeChanged(m_account.id(), m_runtime);
}

void AccountReport::send(const Store::Event &event)
{
    m_observer.observed(event);
}

void AccountReport::started()
{
    send(Events::syncStarted(m_account.about()));
}

void AccountReport::passDone(const Events::PassResult &result)
{
    send(Events::mailSynced(m_account.about(), result));
    send(Events::syncDone(m_account.about(), result));
    if (result.newCount > 0 || result.updatedCount > 0)
        send(Events::statsUpdated(m_account.about()));
}

void AccountReport::healthChanged(const Events::About &about, const Store::AccountHealth &health)
{
    send(Events::accountHealth(about, health.status, health.errorMessage, health.errorCode));
}

void AccountReport::showUnstored(const Store::AccountHealth &health)
{
    if (health.status != "error")
        return;
    setTrouble(Trouble{ health.errorCode, health.errorMessage });
    healthChanged(m_account.about(), health);
}

bool AccountReport::endUnstored()
{
    const bool wasShown = m_runtime.trouble.has_value();
    setTrouble(std::nullopt);
    return wasShown;
}

} // namespace Sync
