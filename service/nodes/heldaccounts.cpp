// SPDX-License-Identifier: GPL-3.0-or-later
#include "nodes/heldaccounts.h"

namespace Nodes {

void HeldAccounts::insert(qint64 accountId)
{
    const std::lock_guard lock(m_mutex);
    m_accounts.insert(accountId);
}

void HeldAccounts::remove(qint64 accountId)
{
    const std::lock_guard lock(m_mutex);
    m_accounts.remove(accountId);
}

void HeldAccounts::clear()
{
    const std::lock_guard lock(m_mutex);
    m_accounts.clear();
}

bool HeldAccounts::contains(qint64 accountId) const
{
    const std::lock_guard lock(m_mutex);
    return m_accounts.contains(accountId);
}

} // namespace Nodes
