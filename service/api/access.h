// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "http/request.h"
#include "store/mail/accounts.h"
#include "store/people/users.h"
#include "store/sql/viewer.h"

#include <atomic>

namespace Api {

/**
 * Which accounts a user may see: all of them (`visibility` = shared) or only the own ones (owner).
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

    /// Of an account that the user may see: its owner and administrators may change it, and use its
    /// stored secrets; other users may only read it.
    static bool mayChange(const Http::Request &request, const Store::Account &account)
    {
        return account.ownerId == request.userId() || isAdmin(request);
    }

    static bool isAdmin(const Http::Request &request)
    {
        return request.principal->role.toLatin1() == Store::roleName(Store::Role::Admin);
    }

private:
    std::atomic<bool> m_ownAccountsOnly;
};

} // namespace Api
