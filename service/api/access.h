// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/request.h"
#include "store/viewer.h"

#include <atomic>

namespace Api {

/**
 * Who may see which accounts: all of them (`visibility` = shared) or only the own ones (owner).
 * Any thread.
 */
class Access
{
public:
    explicit Access(bool ownAccountsOnly) : m_ownAccountsOnly(ownAccountsOnly) { }

    void setOwnAccountsOnly(bool only) { m_ownAccountsOnly = only; }
    bool ownAccountsOnly() const { return m_ownAccountsOnly; }
    Store::Viewer viewer(qint64 userId) const { return { userId, m_ownAccountsOnly }; }
    Store::Viewer viewer(const Http::Request &request) const { return viewer(request.userId()); }

private:
    std::atomic<bool> m_ownAccountsOnly;
};

} // namespace Api
