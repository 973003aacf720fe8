// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>

#include <mutex>

namespace Nodes {

/** The accounts that this node synchronises, for all threads. */
class HeldAccounts
{
public:
    void insert(qint64 accountId);
    void remove(qint64 accountId);
    void clear();
    bool contains(qint64 accountId) const;

private:
    mutable std::mutex m_mutex;
    QSet<qint64> m_accounts;
};

} // namespace Nodes
