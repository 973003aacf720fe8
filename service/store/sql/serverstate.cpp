// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/serverstate.h"

#include <QLoggingCategory>

namespace Store {

Q_LOGGING_CATEGORY(logServer, "postrider.store", QtInfoMsg)

void ServerState::lost()
{
    const std::lock_guard lock(m_mutex);
    ++m_lost;
    ++m_news;
}

void ServerState::failed(const QString &why)
{
    const std::lock_guard lock(m_mutex);
    if (!std::exchange(m_isKnown, true) && !m_isStopping)
        qCWarning(logServer).noquote()
            << "The connection to the database is lost; trying again." << why;
}

void ServerState::back()
{
    if (leave())
        qCInfo(logServer) << "The database is available again";
}

bool ServerState::leave()
{
    const std::lock_guard lock(m_mutex);
    ++m_news;
    --m_lost;
    return m_lost == 0 && std::exchange(m_isKnown, false) && !m_isStopping;
}

} // namespace Store
